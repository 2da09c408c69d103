#include "analyzer/check/include_scan.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace fporder::check;
namespace fs = std::filesystem;

namespace {

struct Tree {
  Tree() : root(fs::canonical(fs::temp_directory_path()) / ("fporder-includes-" + std::to_string(getpid()))) { fs::create_directories(root); }
  ~Tree() { fs::remove_all(root); }
  void write(const std::string &name, const std::string &text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
    names.push_back(root / name);
  }
  std::string sourceFor(const std::string &header, const std::function<unsigned(const std::string &)> &rank) const {
    const std::string found = IncludeGraph(names).sourceFor(root / header, rank);
    return found.empty() ? "" : fs::relative(found, root).string();
  }
  std::string sourceFor(const std::string &header) const {
    return sourceFor(header, [](const std::string &) { return 0u; });
  }

  fs::path root;
  std::vector<std::string> names;
};

} // namespace

TEST_CASE("include directives") {
  CHECK(
      spelledIncludes("#include \"a.h\"\n  #  include <b/c.h> // why\n#include_next \"d.h\"\n#import \"no.h\"\nx #include \"no.h\"\n#include MACRO\n"
                      "#include \"open\n#include <>\n#include \"last.h\"") == std::vector<std::string>{"a.h", "b/c.h", "d.h", "last.h"});
}

TEST_CASE("a header's source: through other headers, the nearest, the one of its name") {
  Tree tree;
  tree.write("inc/lib/deep.h", "");
  tree.write("inc/lib/middle.hpp", "#include \"deep.h\"\n");
  tree.write("inc/other/deep.h", "");
  tree.write("src/a.cpp", "#include <lib/middle.hpp>\n");
  CHECK(tree.sourceFor("inc/lib/deep.h") == "src/a.cpp");
  CHECK(tree.sourceFor("inc/lib/middle.hpp") == "src/a.cpp");
  tree.write("src/z.cpp", "#include \"../inc/lib/deep.h\"\n");
  CHECK(tree.sourceFor("inc/lib/deep.h") == "src/z.cpp");
  tree.write("src/deep.cpp", "#include \"../inc/./lib/deep.h\"\n#include \"lib/deep.h\"\n");
  CHECK(tree.sourceFor("inc/lib/deep.h") == "src/deep.cpp");
  CHECK(tree.sourceFor("inc/lib/deep.h", [](const std::string &file) { return file.ends_with("a.cpp") ? 0u : 1u; }) == "src/a.cpp");
  CHECK(tree.sourceFor("inc/lib/deep.h", [](const std::string &) { return 1000u; }) == "");
}

TEST_CASE("headers that nothing includes, or only each other") {
  Tree tree;
  tree.write("a.h", "#include \"b.h\"\n#include \"a.h\"\n");
  tree.write("b.h", "#include \"a.h\"\n");
  tree.write("main.c", "int main(void) { return 0; }\n");
  CHECK(tree.sourceFor("a.h") == "");
  CHECK(tree.sourceFor("nowhere.h") == "");
}
