#include "analyzer/frontend/syntax/relevance.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Tooling/Tooling.h"

#include <doctest/doctest.h>

using namespace fporder::frontend;

namespace {

/// Whether the function named f in `code` concerns floating-point numbers.
bool concerns(const std::string &code) {
  std::unique_ptr<clang::ASTUnit> unit = clang::tooling::buildASTFromCodeWithArgs(code, {"-std=c++20"}, "input.cpp");
  REQUIRE(unit);
  clang::ASTContext &context = unit->getASTContext();
  using namespace clang::ast_matchers;
  const auto *function = selectFirst<clang::FunctionDecl>("f", match(functionDecl(hasName("f"), isDefinition()).bind("f"), context));
  REQUIRE(function);
  Types types(context);
  return Relevance(context, types).concerns(function);
}

} // namespace

TEST_CASE("numbers, and what leads to numbers, concern us") {
  CHECK(concerns("void f(float x) {}"));
  CHECK(concerns("double f() { return 1; }"));
  CHECK(concerns("void f(float *w) {}"));
  CHECK(concerns("void f(const double (&m)[3][3]) {}"));
  CHECK(concerns("struct V { float x, y; }; void f(V &v) {}"));
  CHECK(concerns("struct V { float x; }; struct W : V {}; struct H { W w[2]; }; void f(H *h) {}"));
  CHECK(concerns("void f(float (*callback)(int)) {}"));
  CHECK(concerns("void step(float *); float *buffer(); void f() { step(buffer()); }"));
  CHECK(concerns("int f(int n) { return n * 0.5; }"));
  CHECK(concerns("template <class T> T f(T a, T b) { return a * b; }"));
  CHECK(concerns("int f(int n) { auto scale = [](int k) { return k / 3.0; }; return n; }"));
  CHECK(concerns("_Complex float z; int f() { z = z * z; return 0; }"));
}

TEST_CASE("all else does not") {
  CHECK_FALSE(concerns("int f(int a, int b) { return a * b / 2; }"));
  CHECK_FALSE(concerns("struct S { int n; char *text; S *next; }; int f(S *s) { return s->next->n; }"));
  CHECK_FALSE(
      concerns("bool f(const char *a, unsigned long n) { for (unsigned long i = 0; i < n; ++i) if (a[i] == '.') return true; return false; }"));
}

TEST_CASE("classes that lead to each other") {
  CHECK(concerns("struct B; struct A { B *b; float x; }; struct B { A *a; int n; }; void f(B &b) {}"));
  CHECK(concerns("struct B; struct A { B *b; float x; }; struct B { A *a; int n; }; void g(A &); void f(A *a, B *b) {}"));
  CHECK_FALSE(concerns("struct B; struct A { B *b; int x; }; struct B { A *a; }; void f(A *a, B *b) {}"));
}
