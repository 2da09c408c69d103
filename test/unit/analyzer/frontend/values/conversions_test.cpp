#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::format::Format;
using fporder::test::Translated;

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

TEST_CASE("each conversion that rounds is one computation, and widening is none") {
  Translated code(R"(
    float sum(double x, double y) { return (float)x + (float)y; }
    float integers(unsigned char x, float y) { return x * y; }
    double widened(float x) { return x; }
    float there(float x) { return (float)(double)x * x; }
    double back(double x) { return (double)(float)x * x; }
    float large(long long x) { return x; }
    unsigned cut(double x) { return (unsigned)(x * 2.5); })");
  CHECK(code.returned("sum") == "cast<binary32>(x) + cast<binary32>(y)");
  CHECK(code.procedure("sum").computations.size() == 3);
  CHECK(code.returned("integers") == "cast<binary32>(x) * y");
  CHECK(code.procedure("widened").computations.empty());
  CHECK(code.returned("back") == "cast<binary32>(x) * x");
  CHECK(code.procedure("back").computations.size() == 2);
  CHECK(code.returned("large") == "cast<binary32>(x)");
  CHECK(code.returned("cut") == "cast<integer, toward-zero>(x * 2.5)");
}

TEST_CASE("a choice between widened values, or exact ones, is narrowed without a rounding") {
  Translated code(R"(
    _Float16 choice(_Float16 x, _Float16 y, bool c) { return c ? x : y; }
    _Float16 exact(_Float16 x, bool c) { return c ? x : 0.5f; }
    _Float16 inexact(_Float16 x, bool c) { return c ? x : 0.1f; })");
  CHECK(code.procedure("choice").computations.empty());
  CHECK(code.procedure("exact").computations.empty());
  CHECK(code.procedure("inexact").computations.size() == 1);
}

TEST_CASE("one operation on halves is one in half precision, with a number that is no half it is not") {
  Translated code(R"(
    _Float16 halves(_Float16 a, _Float16 b) { return a + b; }
    _Float16 mixed(_Float16 a, float b) { return a * b; }
    _Float16 constant(_Float16 x) { return x * 0.1f; }
    _Float16 exact(_Float16 x) { return x * 0.5f; })");
  const auto formats = [&](const char *name) {
    std::vector<Format> result;
    const auto &procedure = code.procedure(name);
    for (const auto &computation : procedure.computations)
      result.push_back(procedure.graph[computation.node].type.format);
    return result;
  };
  CHECK(formats("halves") == std::vector{Format::Binary16});
  CHECK(formats("mixed") == std::vector{Format::Binary32, Format::Binary16});
  CHECK(formats("constant") == std::vector{Format::Binary32, Format::Binary16});
  CHECK(formats("exact") == std::vector{Format::Binary16});
}

TEST_CASE("what a template's argument rounds is no decision of the line") {
  Translated code(R"(
    template <class T> T loaded(double x) { return (T)x; }
    template <class T> T computed(double x) { return (T)(x * x); }
    float a(double x) { return loaded<float>(x); }
    float b(double x) { return computed<float>(x); }
    float c(double x) { return (float)x; })");
  CHECK(code.procedure("a").computations.empty());
  CHECK(code.procedure("b").computations.size() == 2);
  CHECK(code.procedure("c").computations.size() == 1);
}
