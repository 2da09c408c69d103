#include "analyzer/frontend/templates/open_operations.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder::frontend;
using fporder::test::Snippet;

namespace {

/// Of the expression that f returns.
const clang::Expr *returned(Snippet &snippet) { return snippet.all<clang::ReturnStmt>().back()->getRetValue()->IgnoreParenImpCasts(); }

bool roundsToMultipleIn(const std::string &expression) {
  Snippet snippet("template <class A> auto f(A x, A y, A z) { return " + expression + "; }");
  const auto operation = operationOf(returned(snippet));
  return operation && roundsToMultiple(*operation, snippet.context());
}

} // namespace

TEST_CASE("quotients that round up and products that round down are of integers") {
  CHECK(roundsToMultipleIn("(x + y - 1) / y"));
  CHECK(roundsToMultipleIn("(y + x - 1) / y"));
  CHECK(roundsToMultipleIn("(x + (y - 1)) / y"));
  CHECK(roundsToMultipleIn("x / y * y"));
  CHECK_FALSE(roundsToMultipleIn("(x + y - 1) / z"));
  CHECK_FALSE(roundsToMultipleIn("(x + y - 2) / y"));
  CHECK_FALSE(roundsToMultipleIn("x * y / y"));
}

TEST_CASE("operators that are looked up later are operations, calls and subscripts are none") {
  Snippet product("template <class T> struct V {}; template <class T> V<T> operator*(V<T>, V<T>);\n"
                  "template <class A> auto f(A a) { return a * a; }");
  REQUIRE(llvm::isa<clang::CXXOperatorCallExpr>(returned(product)));
  CHECK(operationOf(returned(product))->kind == clang::BO_Mul);
  Snippet call("template <class A> auto f(A a) { return a(3); }");
  CHECK_FALSE(operationOf(returned(call)));
}

TEST_CASE("texts are literals and strings") {
  Snippet literal("const char *f() { return \"x\"; }");
  CHECK(isText(returned(literal)));
  Snippet string("#include <string>\nstd::string f(std::string s) { return s += s; }", {"-std=c++20"});
  CHECK(isText(returned(string)));
  Snippet number("float f(float x) { return x; }");
  CHECK_FALSE(isText(returned(number)));
}
