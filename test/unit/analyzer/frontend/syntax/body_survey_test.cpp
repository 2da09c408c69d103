#include "analyzer/frontend/syntax/body_survey.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Tooling/Tooling.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace fporder::frontend;

namespace {

/// What is gathered in the body of the function named `name` in `code`, with fields by name.
struct Surveyed {
  bool concerned;
  unsigned operations;
  std::string stored, lost; // names
};

std::vector<Surveyed> surveyed(const std::string &code, const std::string &name = "f", const std::string &file = "input.cpp") {
  std::unique_ptr<clang::ASTUnit> unit = clang::tooling::buildASTFromCodeWithArgs(code, {file == "input.c" ? "-std=c11" : "-std=c++20"}, file);
  REQUIRE(unit);
  clang::ASTContext &context = unit->getASTContext();
  using namespace clang::ast_matchers;
  Types types(context);
  BodySurvey survey(context, types);
  std::vector<Surveyed> all;
  for (const auto &found : match(functionDecl(hasName(name), isDefinition()).bind("f"), context)) {
    const auto *function = found.getNodeAs<clang::FunctionDecl>("f");
    const BodyFacts &facts = survey.of(function);
    CHECK(&facts == &survey.of(function));
    Surveyed result{facts.concerned, facts.operations, {}, {}};
    for (const clang::FieldDecl *field : facts.stored)
      result.stored += field->getNameAsString();
    for (const clang::FieldDecl *field : facts.lost)
      result.lost += field->getNameAsString();
    all.push_back(std::move(result));
  }
  REQUIRE(!all.empty());
  return all;
}

bool concerns(const std::string &code) { return surveyed(code).front().concerned; }

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

TEST_CASE("initialisers of constructors concern us, and are no operations of the body") {
  const Surveyed made = surveyed("struct S { int n; S(int k) : n(k * 0.5) {} };", "S").front();
  CHECK(made.concerned);
  CHECK(made.operations == 0);
}

TEST_CASE("floating-point operators and calls are counted as written") {
  CHECK(surveyed("double g(double); double f(double a, int n) { n += 2; a *= 3; return a + g(a) - n / 2; }").front().operations == 4);
  const std::vector<Surveyed> both = surveyed("template <class T> T f(T a) { return a * a + a; } float g(float a) { return f(a); }");
  REQUIRE(both.size() == 2); // the pattern and its instantiation
  CHECK(both[0].operations == 2);
  CHECK(both[1].operations == 0);
  CHECK(both[1].concerned);
}

TEST_CASE("fields that a body stores, and those that it gives away") {
  const std::string fields = "void take(double &); double read(double); struct S { double a, b, c, d; int n; S *next; ";
  const Surveyed stores = surveyed(fields + "void f() { a = 1; b += a; a = read(c); ++n; ++d; } };").front();
  CHECK(stores.stored == "abd");
  CHECK(stores.lost.empty());
  const Surveyed loses = surveyed(fields + "void f() { take(a); double *p = &b; next->c = 2; d = read(a); } };").front();
  CHECK(loses.stored == "d");
  CHECK(loses.lost == "abc");
  CHECK(surveyed("struct S { double a, b; S(double x) : a(x) { b = a; } };", "S").front().stored == "ab");
}

TEST_CASE("in C there is no field of *this") {
  CHECK(surveyed("struct S { double a; }; void f(struct S *s) { s->a = 1; }", "f", "input.c").front().lost.empty());
}
