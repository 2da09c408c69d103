#include "analyzer/check/reference_choice.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace fporder::check;
using fporder::findings::ReferenceRow;

namespace {

/// A directory of its own.
struct Tree {
  Tree() {
    llvm::SmallString<128> made;
    REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("reference-choice", made));
    root = std::filesystem::canonical(made.c_str());
  }
  ~Tree() { std::filesystem::remove_all(root); }
  std::string file(const std::string &name) const {
    std::filesystem::create_directories((root / name).parent_path());
    std::ofstream(root / name) << "float f(float a) { return a; }\n";
    return root / name;
  }
  std::filesystem::path root;
};

ReferenceChoice chosen(const ReferenceChooser &chooser, const std::string &source, const std::vector<ReferenceRow> &rows = {}) {
  const std::optional<ReferenceChoice> choice = chooser.forSource(source, rows);
  REQUIRE(choice);
  return *choice;
}

ReferenceChooser chooser(const std::string &given) {
  llvm::Expected<ReferenceChooser> made = ReferenceChooser::create(given);
  REQUIRE(made);
  return *std::move(made);
}

} // namespace

TEST_CASE("the first row that fits names the reference") {
  const Tree tree;
  const std::string adam = tree.file("kernels/adam_kernel.cu"), other = tree.file("kernels/other.cu");
  tree.file("golden/adam.py");
  const std::vector<ReferenceRow> rows{{"kernels/*_kernel.cu", "golden/*.py:step", tree.root}, {"kernels/adam*", "golden/none.py", tree.root}};
  const ReferenceChoice choice = chosen(chooser(""), adam, rows);
  CHECK(choice.given == "golden/adam.py:step");
  CHECK(choice.directory == tree.root.string());
  CHECK_FALSE(chooser("").forSource(other, rows));
  CHECK_FALSE(chooser("").forSource(adam, {}));
}

TEST_CASE("a row's formula keeps its stars") {
  const Tree tree;
  CHECK(chosen(chooser(""), tree.file("lerp.cu"), {{"*.cu", "formula:a + t * (b - a)", tree.root}}).given == "formula:a + t * (b - a)");
}

TEST_CASE("a row's reference that does not exist is none, one that a link takes out of the directory is a mistake") {
  const Tree tree, outside;
  const std::string source = tree.file("adam.cu");
  CHECK(chosen(chooser(""), source, {{"*.cu", "golden/*.py", tree.root}}).none.find("'golden/adam.py'") != std::string::npos);
  std::filesystem::create_symlink(outside.file("secret.cpp"), tree.root / "golden.cpp");
  const ReferenceChoice left = chosen(chooser(""), source, {{"*.cu", "golden.cpp", tree.root}});
  CHECK(left.given.empty());
  CHECK(left.mistake.find("not below") != std::string::npos);
}

TEST_CASE("a directory holds references by stem") {
  const Tree tree;
  tree.file("golden/adam.py");
  tree.file("golden/sum.cpp");
  tree.file("golden/sum.h");
  tree.file("golden/deep/norm.py");
  tree.file("golden/norm.cpp");
  const ReferenceChooser byStem = chooser(tree.root / "golden");
  CHECK(chosen(byStem, tree.file("src/adam.cu")).given == (tree.root / "golden/adam.py").string());
  CHECK(chosen(byStem, tree.file("src/sum.cu")).given == (tree.root / "golden/sum.cpp").string());
  const ReferenceChoice several = chosen(byStem, tree.file("src/norm.cu"));
  CHECK(several.given.empty());
  CHECK(several.none.find("several references") == 0);
  CHECK(chosen(byStem, tree.file("src/none.cu")).none.find("is called 'none'") != std::string::npos);
  // A source below the directory is no reference of itself.
  CHECK_FALSE(chosen(byStem, tree.root / "golden/adam.py").none.empty());
  // The command line counts before .fporder.
  CHECK(chosen(byStem, tree.file("src/none.cu"), {{"src/*.cu", "golden/adam.py", tree.root}}).given.empty());
}

TEST_CASE("one reference is for all sources") {
  const Tree tree;
  const ReferenceChooser one = chooser(tree.file("golden.cpp"));
  CHECK(one.isOne());
  CHECK_FALSE(one.forSource(tree.file("a.cu"), {}));
  CHECK_FALSE(chooser(tree.root).isOne());
}
