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

TEST_CASE("what a template's number and a double make is a double's at least, and a constant leaves the type open") {
  Translated code(R"(
    template <class T> T share(T a, T b, double w) { return (a - b) / w; }
    template <class T> T literal(T a, T b) { return (a - b) / 3.0; }
    template <class T> T single(T a, T b, float w) { return (a - b) / w; })");
  const auto formatOf = [&](const char *function, Op op) {
    for (const auto &computation : code.procedure(function).computations)
      if (const auto &node = code.procedure(function).graph[computation.node]; node.op == op)
        return node.type.format;
    return Format::Unknown;
  };
  CHECK(formatOf("share", Op::Sub) == Format::Dependent);
  CHECK(formatOf("share", Op::Div) == Format::Binary64);
  CHECK(formatOf("literal", Op::Div) == Format::Dependent);
  CHECK(formatOf("single", Op::Div) == Format::Dependent);
}
