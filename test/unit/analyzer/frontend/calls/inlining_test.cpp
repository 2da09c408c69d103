#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a parameter is a variable of its own, and an argument is converted to its type") {
  Translated code(R"(
    struct V { float x, y; };
    float scale(float x, float s) { x *= s; return x; }
    void put(V v) { v.x = 7; }
    void set(V &v, float s) { v.x = s * s; }
    float narrow(float x) { return x * x; }
    float kept(float x, float s) { float r = scale(x, s); return r - x; }
    float copied(V v) { put(v); return v.x * v.y; }
    float referred(V v, float s) { set(v, s); return v.x / s; }
    float converted(double x) { return narrow(x); }
    float through(float x) { float (*f)(float, float) = scale; return f(x, 2); })");
  CHECK(code.returned("kept") == "x * s - x");
  CHECK(code.returned("copied") == "v.x * v.y");
  CHECK(code.returned("referred") == "s * s / s");
  CHECK(code.returned("converted") == "cast<binary32>(x) * cast<binary32>(x)");
  CHECK(code.returned("through") == "x * 2");
}

TEST_CASE("what several returns give is a choice, and each runs under its own condition") {
  Translated code(R"(
    float early(float x) { if (x < 0) return -x; return x * 2; }
    float pick(bool c, float a, float b) { if (c) return a * b; else return a + b; }
    float returned(float y) { return early(y + 1); }
    float twice(bool c, float a, float b) { return pick(c, a, b) - pick(c, a, b); })");
  CHECK(code.returned("returned") == "y + 1 < 0 ? -(y + 1) : (y + 1) * 2");
  CHECK(code.returned("twice") == "(c ? a * b : a + b) - (c ? a * b : a + b)");
  const auto &twice = code.procedure("twice");
  CHECK(twice.computations.size() == 5);
  CHECK_FALSE(twice.computations.back().guard); // the condition ends with the call
}

TEST_CASE("what a function keeps between calls is one value after another") {
  Translated code("float sum(float x) { static float s = 0; s += x; return s; } float f(float x) { return sum(x) - sum(x); }");
  CHECK(code.returned("f") == "s + x - (s + x + x)");
}

TEST_CASE("captures are bound when the lambda is made, references when it runs") {
  Translated code(R"(
    struct S { float v; float own(float x) { auto f = [this, x] { return v * x; }; v = x * 2; return f(); }
               float copy(float x) { auto f = [*this, x] { return v * x; }; v = x * 2; return f(); } };
    float byValue(float a) { auto f = [=](auto t) { return t * a; }; float b = a; a = 3; return f(b); }
    float byReference(float a) { auto f = [&](auto t) { return t * a; }; float b = a; a = 3; return f(b); })");
  CHECK(code.returned("byValue") == "a * a");
  CHECK(code.returned("byReference") == "a * 3");
  CHECK(code.returned("S::own") == "x * 2 * x");
  CHECK(code.returned("S::copy") == "v * x");
}

TEST_CASE("calls that are not followed say why") {
  Translated code(R"(
    #include <cmath>
    struct B { virtual float f(float x) { return x * 2; } };
    float unseen(float);
    float factorial(float x, int n) { return n <= 0 ? x : factorial(x * 2, n - 1); }
    float recursive(float x, int n) { return factorial(x, n) * x; }
    float dynamic(B &b, float x) { return b.f(x) - x; }
    float outside(float x) { return unseen(x) - x; })");
  CHECK(code.procedure("recursive").unanalysed.at(0).why == "the call is recursive");
  CHECK(code.procedure("dynamic").unanalysed.at(0).why == "which function runs is decided at run time");
  CHECK(code.procedure("outside").unanalysed.at(0).why == "its body is not in this translation unit");
}
