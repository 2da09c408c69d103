// Which files fixes may be written to.
#include "analyzer/findings/source_tree.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

#include <unistd.h>

using fporder::findings::SourceTree;
namespace fs = llvm::sys::fs;

namespace {

struct Directory {
  Directory() {
    llvm::SmallString<128> made;
    REQUIRE_FALSE(fs::createUniqueDirectory("fporder-tree", made));
    llvm::SmallString<128> real;
    REQUIRE_FALSE(fs::real_path(made, real));
    path = real.str().str();
  }
  ~Directory() { fs::remove_directories(path); }
  std::string write(const std::string &name, const std::string &text) const {
    const std::string file = path + "/" + name;
    REQUIRE_FALSE(fs::create_directories(file.substr(0, file.rfind('/'))));
    std::error_code problem;
    llvm::raw_fd_ostream stream(file, problem);
    stream << text;
    return file;
  }
  std::string path;
};

std::string objection(const std::string &named, const std::string &content) {
  llvm::SmallString<128> real;
  REQUIRE_FALSE(fs::real_path(named, real));
  return SourceTree({named}).objection(named, real.str().str(), content);
}

} // namespace

TEST_CASE("tree: a file named without links may be edited, its bytes being the same") {
  const Directory directory;
  const std::string file = directory.write("a.c", "x\n");
  CHECK(objection(file, "x\n") == "");
  CHECK(objection(file, "y\n") == "changed since it was analysed");
}

TEST_CASE("tree: links, owners and modes") {
  const Directory directory;
  const std::string file = directory.write("a.c", "x\n");
  REQUIRE_FALSE(fs::create_hard_link(file, directory.path + "/b.c"));
  CHECK(objection(file, "x\n") == "has 2 hard links");
  REQUIRE_FALSE(fs::remove(directory.path + "/b.c"));
  REQUIRE_FALSE(fs::setPermissions(file, fs::perms::owner_read));
  CHECK(objection(file, "x\n") == "is not writable");
  REQUIRE_FALSE(fs::setPermissions(file, static_cast<fs::perms>(0644)));
  if (::geteuid() == 0 && ::chown(file.c_str(), 65534, 65534) == 0)
    CHECK(objection(file, "x\n") == "belongs to another user");
}

TEST_CASE("tree: a symbolic link must not lead out of it") {
  const Directory outside, project;
  const std::string file = outside.write("a.c", "x\n");
  const std::string link = project.path + "/a.c";
  REQUIRE_FALSE(fs::create_link(file, link));
  CHECK(objection(link, "x\n") == "lies outside the tree, in '" + file + "'");
  SUBCASE("a directory is no better") {
    REQUIRE_FALSE(fs::create_link(outside.path, project.path + "/directory"));
    CHECK(objection(project.path + "/directory/a.c", "x\n") != "");
  }
  SUBCASE("within one repository it may lead anywhere") {
    project.write(".git/HEAD", "");
    const std::string inside = project.write("lib/b.c", "x\n");
    REQUIRE_FALSE(fs::create_link(inside, project.path + "/b.c"));
    CHECK(objection(project.path + "/b.c", "x\n") == "");
    CHECK(objection(link, "x\n") != "");
  }
}
