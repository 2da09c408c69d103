#include "analyzer/python/syntax.h"

#include <doctest/doctest.h>

using namespace fporder::python;

namespace {

std::string problemOf(llvm::StringRef json) {
  llvm::Expected<Tree> tree = readTree(json);
  return tree ? "" : llvm::toString(tree.takeError());
}

} // namespace

TEST_CASE("a tree's fields are asked for by their names") {
  llvm::Expected<Tree> tree = readTree(R"({"version":1,"python":"3.11.2","nodes":[{"k":"Name","at":[1,1,1,2],"id":{"s":"x"}},
    {"k":"Tuple","at":[1,1,1,4],"elts":[0,null]},{"k":"Compare","left":0,"ops":[{"s":"Lt"}],"comparators":[0]},{"k":"Module","body":[1,2]}]})");
  REQUIRE(tree);
  CHECK(tree->python == "3.11.2");
  const Syntax &module = tree->module();
  REQUIRE(module.children("body").size() == 2);
  const Syntax &tuple = *module.children("body")[0];
  CHECK(tuple.is("Tuple"));
  CHECK(tuple.at.endColumn == 4);
  REQUIRE(tuple.children("elts").size() == 2);
  CHECK(tuple.children("elts")[0]->text("id") == "x");
  CHECK(tuple.children("elts")[1] == nullptr);
  CHECK(tuple.child("elts") == nullptr);
  CHECK(tuple.children("no such field").empty());
  const Syntax &compare = *module.children("body")[1];
  CHECK(compare.texts("ops")[0] == "Lt");
  CHECK(compare.child("left") == tuple.children("elts")[0]);
  CHECK(compare.at.line == 0);
}

TEST_CASE("errors of the script come with their places") {
  CHECK(problemOf(R"({"version":1,"error":{"message":"invalid syntax","line":3,"column":7}})") == "3:7: invalid syntax");
  CHECK(problemOf(R"({"version":1,"error":{"message":"it is long","line":0,"column":0}})") == "it is long");
  CHECK(problemOf(R"({"version":1,"error":{"limit":"levels","line":2,"column":1}})").find("2:1: beyond the limit of 200 ") == 0);
}

TEST_CASE("what is no tree is refused") {
  for (const char *text : {"", "[]", "{}", R"({"version":2,"nodes":[]})", R"({"version":1})", R"({"version":1,"nodes":[]})",
                           R"({"version":1,"nodes":[{"k":"Name"}]})", R"({"version":1,"nodes":[{}]})",
                           R"({"version":1,"nodes":[{"k":"Module","body":[0]}]})", R"({"version":1,"nodes":[{"k":"Module","body":[-1]}]})",
                           R"({"version":1,"nodes":[{"k":"Module","at":[1]}]})", R"({"version":1,"nodes":[{"k":"Module","body":[[]]}]})"})
    CHECK_MESSAGE(!problemOf(text).empty(), text);
}
