#include "analyzer/frontend/syntax/places.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::test::Snippet;

namespace {

/// The place of the first operator of the given kind.
order::Place placeOf(Snippet &snippet, clang::BinaryOperatorKind kind, order::Graph &graph) {
  frontend::SourceFiles files(snippet.context().getSourceManager(), snippet.context().getLangOpts());
  frontend::Places places(files, graph);
  for (const auto *operation : snippet.all<clang::BinaryOperator>())
    if (operation->getOpcode() == kind) {
      order::PlaceId id = places.of(operation);
      REQUIRE(id);
      return graph.place(id);
    }
  FAIL("no such operator");
  return {};
}

} // namespace

TEST_CASE("the place is the operator's token and the range the expression's text") {
  Snippet snippet("float f(float a, float b,\n        float c) {\n  return a * b\n      / c;\n}\n");
  order::Graph graph;
  order::Place place = placeOf(snippet, clang::BO_Div, graph);
  CHECK(place.line == 4);
  CHECK(place.column == 7);
  CHECK(place.tokenLength == 1);
  CHECK(place.beginLine == 3);
  CHECK(place.beginColumn == 10);
  CHECK(place.endLine == 4);
  CHECK(place.endColumn == 10);
  CHECK(place.editable);
  CHECK(graph.file(place.file) == "input.cpp");
  CHECK_FALSE(place.macroDefinition);
}

TEST_CASE("compound assignment: two characters, columns count bytes") {
  Snippet snippet("void f(float &s, float x) { /* \xc3\xa9 */ s *= x; }\n");
  order::Graph graph;
  order::Place place = placeOf(snippet, clang::BO_MulAssign, graph);
  CHECK(place.tokenLength == 2);
  CHECK(place.column == 40);
}

TEST_CASE("an operator in a macro's body stands at the expansion, with the definition beside it") {
  Snippet snippet("#define SCALE(x, n) ((x) / (n))\nfloat f(float a, int b) {\n  return 2 + SCALE(a, b);\n}\n");
  order::Graph graph;
  order::Place place = placeOf(snippet, clang::BO_Div, graph);
  CHECK(place.line == 3);
  CHECK(place.column == 14);
  CHECK(place.tokenLength == 5);
  CHECK(place.endColumn == 25);
  CHECK_FALSE(place.editable);
  REQUIRE(place.macroDefinition);
  CHECK(graph.place(place.macroDefinition).line == 1);
  CHECK(graph.place(place.macroDefinition).column == 26);
}

TEST_CASE("an operator in a macro's argument is the user's own text") {
  Snippet snippet("#define CHECKED(e) wrap(#e, (e))\n#define OUTER(e) CHECKED(e)\nfloat wrap(const char *, float);\n"
                  "float f(float a, float b) { return OUTER(a * b); }\n");
  order::Graph graph;
  order::Place place = placeOf(snippet, clang::BO_Mul, graph);
  CHECK(place.line == 4);
  CHECK(place.column == 44);
  CHECK(place.beginColumn == 42);
  CHECK(place.endColumn == 47);
  CHECK(place.editable);
  CHECK_FALSE(place.macroDefinition);
}

TEST_CASE("macros as whole operands leave an expression editable, macros that end inside it do not") {
  order::Graph graph;
  Snippet whole("#define PI 3.14f\nfloat f(float a) { return PI * a; }\n");
  CHECK(placeOf(whole, clang::BO_Mul, graph).editable);
  Snippet partial("#define HEAD a +\nfloat f(float a, float b, float c) { return HEAD b * c; }\n");
  order::Place sum = placeOf(partial, clang::BO_Add, graph);
  CHECK_FALSE(sum.editable);
  CHECK(sum.line == 2);
  order::Place product = placeOf(partial, clang::BO_Mul, graph);
  CHECK(product.editable);
}

TEST_CASE("operators from the command line have no definition to point to") {
  Snippet snippet("float f(float a, float b) { return RATIO; }\n", {"-DRATIO=(a / b)"});
  order::Graph graph;
  order::Place place = placeOf(snippet, clang::BO_Div, graph);
  CHECK(place.line == 1);
  CHECK(place.column == 36);
  CHECK_FALSE(place.macroDefinition);
  CHECK_FALSE(place.editable);
}

TEST_CASE("calls stand at the callee's name") {
  Snippet snippet("namespace m { float exp(float); }\nfloat f(float a) { return 1 + m::exp(a); }\n");
  order::Graph graph;
  frontend::SourceFiles files(snippet.context().getSourceManager(), snippet.context().getLangOpts());
  frontend::Places places(files, graph);
  places.statement = 7;
  auto calls = snippet.all<clang::CallExpr>();
  REQUIRE(calls.size() == 1);
  order::Place place = graph.place(places.of(calls[0]));
  CHECK(place.column == 34);
  CHECK(place.tokenLength == 3);
  CHECK(place.beginColumn == 31);
  CHECK(place.statement == 7);
}
