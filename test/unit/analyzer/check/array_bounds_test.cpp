#include "analyzer/check/array_bounds.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

const auto noMacro = [](const std::string &) { return false; };

UnknownNames unknownIn(const std::string &source, const std::vector<std::string> &names, unsigned errors = 1) {
  UnknownNames unknown;
  for (const std::string &name : names)
    unknown.names.push_back({name, "x.cpp"});
  unknown.texts = {{"x.cpp", source}};
  unknown.errors = errors;
  return unknown;
}

/// The source declares N for the bound of an array.
bool isBound(const std::string &source) {
  ArrayBounds bounds;
  const bool learned = bounds.learn(unknownIn(source, {"N"}), noMacro);
  CHECK(learned == !bounds.empty());
  CHECK(learned == (bounds.prelude().find("enum { N ") != std::string::npos));
  return learned;
}

} // namespace

TEST_CASE("a name in the brackets of a declaration is a bound") {
  for (const char *source :
       {"struct S { int dims[N]; };", "float x[N];", "static const float x[N] = {1};", "void f(float x[N]);", "float x[4][N];", "float x[N][N];",
        "float *x[N];", "float x[2 * N];", "float x[N * M];", "int f(float *x) { return x[N]; } struct S { int a[N]; };"})
    CHECK_MESSAGE(isBound(source), source);
}

TEST_CASE("a name that is read is none") {
  for (const char *source :
       {"float f(float *x) { return x[N]; }", "void f(float *x) { x[N] = 1; }", "void f(float *x, float y) { y = y * x[N]; }", "int n = N;",
        "float f() { return g(N); }", "float x[N + 1];", "float x[N - M];", "#define X float x[N];", "bool f(float *x) { return 3 > x[N]; }"})
    CHECK_MESSAGE(!isBound(source), source);
}

TEST_CASE("macros, names of other files, and what is known already are passed over") {
  ArrayBounds bounds;
  const std::string source = "struct S { int a[N]; int b[M]; };";
  CHECK_FALSE(bounds.learn(unknownIn(source, {"N"}), [](const std::string &) { return true; }));
  UnknownNames elsewhere = unknownIn(source, {"N"});
  elsewhere.names.front().file = "y.cpp";
  CHECK_FALSE(bounds.learn(elsewhere, noMacro));
  CHECK(bounds.learn(unknownIn(source, {"N", "M"}, 2), noMacro));
  CHECK_FALSE(bounds.learn(unknownIn(source, {"N", "M"}, 0), noMacro));
  CHECK(bounds.report("x.cpp")->what == "2 undefined names");
  CHECK(bounds.report("x.cpp")->why == "taken for the bound of an array, of unknown value: N, M");
}

TEST_CASE("a declaration that does not help is taken back") {
  ArrayBounds bounds;
  CHECK(bounds.learn(unknownIn("float x[N];", {"N"}, 3), noMacro));
  CHECK(bounds.learn(unknownIn("float x[N];", {}, 3), noMacro));
  CHECK(bounds.empty());
  CHECK_FALSE(bounds.report("x.cpp"));
  CHECK_FALSE(bounds.learn(unknownIn("float x[N];", {"N"}, 3), noMacro));
}
