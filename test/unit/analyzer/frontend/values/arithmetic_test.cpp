#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::format::Format;
using fporder::order::Op;
using fporder::test::Translated;

TEST_CASE("names stand for the values they hold") {
  Translated code(R"(
    float chain(float a, float b, float c) { float t = a * b; float u = t / c; return u; }
    float reassigned(float a, float b, float c) { float t = a * b; t = a + b; return t / c; }
    float compound(float a, float b, float c) { a *= b; a /= c; return a; }
    float comma(float a, float b) { float t; return t = a * b, t / b; }
    float nested(float a, float b) { float t, u; u = t = a * b; return u / t; }
    float parenthesised(float a, float b, float c) { return ((a * ((b))) / (c)); })");
  CHECK(code.returned("chain") == "a * b / c");
  CHECK(code.returned("reassigned") == "(a + b) / c");
  CHECK(code.returned("compound") == "a * b / c");
  CHECK(code.returned("comma") == "a * b / b");
  CHECK(code.returned("nested") == "a * b / (a * b)");
  CHECK(code.returned("parenthesised") == "a * b / c");
}

TEST_CASE("conversions are nodes where they round") {
  Translated code(R"(
    float narrowed(float x, double y) { x *= y; return x; }
    double widened(float x, float y) { return (double)x * y; }
    float fromInteger(int a, int b) { return a * b / 7; }
    float twice(double x) { return (float)(float)x; }
    int toInteger(float x) { return (int)(x * 3.0f); })");
  CHECK(code.returned("narrowed") == "cast<binary32>(x * y)");
  CHECK(code.returned("widened") == "x * y");
  CHECK(code.returned("fromInteger") == "cast<binary32>(a * b / 7)");
  CHECK(code.returned("twice") == "cast<binary32>(x)");
  CHECK(code.returned("toInteger") == "cast<integer, toward-zero>(x * 3)");
}

TEST_CASE("half precision is computed with excess precision and rounded once") {
  Translated code("_Float16 f(_Float16 a, _Float16 b, _Float16 c) { return a * b / c; }"
                  "_Float16 g(_Float16 a, _Float16 b, _Float16 c) { _Float16 t = a * b; return t / c; }");
  CHECK(code.returned("f") == "cast<binary16>(a * b / c)");
  // One operation rounded twice, to binary32 and on to binary16, is the operation in binary16.
  const auto &g = code.procedure("g");
  REQUIRE(g.computations.size() == 2);
  for (const auto &computation : g.computations)
    CHECK(g.graph[computation.node].type.format == Format::Binary16);
}

TEST_CASE("what the compiler computes is a constant") {
  Translated code(R"(
    #include <cmath>
    static const double pi = 3.141592653589793;
    constexpr float third = 1.0f / 3;
    static const float table[3] = {1.0f, 0.5f, 0.25f};
    double degrees(double x) { return x * (pi / 180.0); }
    float constexprs(float x) { return x * third; }
    float tabled(float x) { return x * table[1] + table[2]; }
    int integers(float) { return 7 * 6 / 4; })");
  const auto &degrees = code.procedure("degrees");
  REQUIRE(degrees.computations.size() == 1);
  const auto factor = degrees.graph.operand(degrees.computations[0].node, 1);
  CHECK(degrees.graph[factor].op == Op::Constant);
  CHECK(degrees.graph.number(factor).approximate() == 3.141592653589793 / 180.0);
  CHECK(code.procedure("constexprs").computations.size() == 1);
  CHECK(code.returned("tabled") == "x * 0.5 + 0.25");
  CHECK(code.returned("integers") == "10");
}

TEST_CASE("integer operations are no floating-point computations") {
  Translated code("int f(int a, int b, int c, float) { return a * b / c % 3 << 2; } unsigned g(unsigned x, float) { return ~x ^ (x >> 3); }");
  CHECK(code.procedure("f").computations.empty());
  CHECK(code.procedure("g").computations.empty());
}

TEST_CASE("long sums and deep parentheses are ordinary") {
  std::string sum = "x";
  for (int i = 0; i < 20000; ++i)
    sum += " + x";
  Translated code("double f(double x) { return " + sum + "; }");
  CHECK(code.procedure("f").computations.size() == 20000);
  Translated deep("double f(double x) { return " + std::string(200, '(') + "x * 3" + std::string(200, ')') + "; }");
  CHECK(deep.returned("f") == "x * 3");
}
