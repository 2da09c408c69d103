#include "analyzer/check/project_headers.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

using fporder::check::HeaderAnswer;
using fporder::check::ProjectHeaders;
using fporder::check::projectRoot;
namespace fs = llvm::sys::fs;

namespace {

/// A directory of its own with empty files, removed at the end.
class Tree {
public:
  explicit Tree(std::initializer_list<const char *> files) {
    llvm::SmallString<128> made;
    REQUIRE_FALSE(fs::createUniqueDirectory("fporder-project", made));
    llvm::SmallString<128> real;
    REQUIRE_FALSE(fs::real_path(made, real));
    root = real.str().str();
    for (const char *file : files)
      add(file);
  }
  ~Tree() { fs::remove_directories(root); }
  Tree(const Tree &) = delete;
  Tree &operator=(const Tree &) = delete;

  void add(const std::string &file) const {
    REQUIRE_FALSE(fs::create_directories(llvm::sys::path::parent_path(root + "/" + file)));
    std::error_code error;
    llvm::raw_fd_ostream(root + "/" + file, error) << "";
    REQUIRE_FALSE(error);
  }
  /// What `name` finds from the directory `from`, below the root.
  std::string find(llvm::StringRef name, const std::string &from) const {
    const HeaderAnswer answer = ProjectHeaders(root).find(name, root + "/" + from);
    return answer.path.empty()
               ? ""
               : answer.path.substr(root.size() + 1) + " of " + std::to_string(answer.candidates) + (answer.shortened ? ", shortened" : "");
  }

  std::string root;
};

} // namespace

TEST_CASE("a header answers an include that its path ends in, component by component") {
  const Tree tree{"include/math/update.h", "include/math/my_update.h", "src/a.cpp"};
  CHECK(tree.find("math/update.h", "src") == "include/math/update.h of 1");
  CHECK(tree.find("update.h", "src") == "include/math/update.h of 1");
  CHECK(tree.find("h/update.h", "src") == "");
  CHECK(tree.find("pdate.h", "src") == "");
  CHECK(tree.find("../math/./update.h", "src") == "include/math/update.h of 1");
  CHECK(tree.find("/math/update.h", "src") == "");
  CHECK(tree.find("math", "src") == "");
}

TEST_CASE("the first component is dropped only where two or more are left") {
  const Tree tree{"include/sub/x.h", "include/y.h"};
  CHECK(tree.find("project/sub/x.h", "src") == "include/sub/x.h of 1, shortened");
  CHECK(tree.find("boost/y.h", "src") == "");
}

TEST_CASE("backslashes are slashes, and capital letters no difference where no header has the very name") {
  const Tree tree{"include/Math/Update.h", "include/math/x.h", "include/Math/X.h", "src/a.cpp"};
  CHECK(tree.find("Math\\Update.h", "src") == "include/Math/Update.h of 1");
  CHECK(tree.find("..\\math\\x.h", "src") == "include/math/x.h of 1");
  CHECK(tree.find("math/update.h", "src") == "include/Math/Update.h of 1, shortened");
  CHECK(tree.find("MATH\\X.H", "src") == "include/Math/X.h of 2, shortened");
  CHECK(tree.find("project/math/update.h", "src") == "");
}

TEST_CASE("a header of the standard library is no header of the project in other letters") {
  const Tree tree{"src/math.h", "src/Vector", "src/mine.h", "src/sub/string.h"};
  CHECK(tree.find("Math.h", "src") == "");
  CHECK(tree.find("vector", "src") == "");
  CHECK(tree.find("Mine.h", "src") == "src/mine.h of 1, shortened");
  CHECK(tree.find("Sub/String.h", "src") == "src/sub/string.h of 1, shortened");
  CHECK(tree.find("math.h", "src") == "src/math.h of 1");
}

TEST_CASE("of several headers the nearest is taken, then the one with the shortest path, then the first") {
  const Tree tree{"a/include/x.h", "b/include/x.h", "b/c/d/e/x.h", "k/z.h", "j/z.h"};
  CHECK(tree.find("x.h", "a/src") == "a/include/x.h of 3");
  CHECK(tree.find("x.h", "b/src") == "b/include/x.h of 3");
  CHECK(tree.find("x.h", "b/c/d/f") == "b/c/d/e/x.h of 3");
  CHECK(tree.find("z.h", "src") == "j/z.h of 2");
}

TEST_CASE("the directory of headers is no file of its name elsewhere") {
  const Tree tree{"include/solver/update.h", "include/solver/solver", "scripts/solver", "scripts/other"};
  CHECK(tree.find("solver", "src") == "");
  CHECK(tree.find("solver/update.h", "src") == "include/solver/update.h of 1");
  CHECK(tree.find("other", "src") == "scripts/other of 1");
}

TEST_CASE("hidden directories hold no headers") {
  const Tree tree{".git/x.h", ".cache/deep/x.h", "src/a.cpp"};
  CHECK(tree.find("x.h", "src") == "");
}

TEST_CASE("the root is the repository's, else the compile database's, else that of the outermost build file in a row") {
  const Tree tree{"CMakeLists.txt", "sub/CMakeLists.txt", "sub/deep/a.cpp", "other/gap/Makefile", "other/gap/a.cpp"};
  CHECK(projectRoot(tree.root + "/sub/deep/a.cpp", "") == tree.root);
  tree.add("sub/compile_commands.json");
  CHECK(projectRoot(tree.root + "/sub/deep/a.cpp", "") == tree.root + "/sub");
  tree.add("sub/deep/.git");
  CHECK(projectRoot(tree.root + "/sub/deep/a.cpp", "") == tree.root + "/sub/deep");
  CHECK(projectRoot(tree.root + "/other/gap/a.cpp", "") == tree.root + "/other/gap");
  CHECK(projectRoot(tree.root + "/sub/deep/a.cpp", tree.root + "/sub/deep") == tree.root + "/sub");
}
