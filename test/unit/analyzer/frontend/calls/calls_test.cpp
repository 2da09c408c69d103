#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("functions of the unit are followed") {
  Translated code(R"(
    static float times(float x, float y) { return x * y; }
    static float atLeast(float x) { if (x < 0.5f) return 0.5f; return x; }
    static void both(float a, float b, float *sum, float &product) { *sum = a + b; product = a * b; }
    static float defaulted(float a, float b = 2.0f) { return a * b; }
    float direct(float a, float b, float c) { return times(a, b) / c; }
    float early(float a, float b, float c) { return a * b / atLeast(c); }
    float outputs(float a, float b) { float s, p; both(a, b, &s, p); return p / s; }
    float usesDefault(float a, float c) { return defaulted(a) / c; }
    float throughPointer(float a, float b, float c) { float (*f)(float, float) = times; return f(a, b) / c; }
    double recursive(double x, int n) { return n == 0 ? 1 : x * recursive(x, n - 1); })");
  CHECK(code.returned("direct") == "a * b / c");
  CHECK(code.returned("early") == "a * b / (c < 0.5 ? 0.5 : c)");
  CHECK(code.returned("outputs") == "a * b / (a + b)");
  CHECK(code.returned("usesDefault") == "a * 2 / c");
  CHECK(code.returned("throughPointer") == "a * b / c");
  CHECK(code.procedure("recursive").unanalysed.at(0).why == "the call is recursive");
}

TEST_CASE("classes with operators, methods and constructors are followed") {
  Translated code(R"(
    struct Vec { float x, y, z; };
    Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
    Vec operator/(const Vec &a, float s) { return Vec{a.x / s, a.y / s, a.z / s}; }
    struct Pair {
      float a, b;
      Pair(float p, float q) : a(p), b(q) {}
      Pair &operator*=(float s) { a *= s; b *= s; return *this; }
      float &operator[](int i) { return i == 0 ? a : b; }
    };
    struct Sum { float s = 0; void add(float x) { s += x * x; } float get() const { return s; } };
    float vectors(Vec v, float s, float d) { return (v * s / d).y; }
    float members(float u, float s, float d) { Pair p(u, u); p *= s; return p.a / d; }
    float chained(float u, float s, float d) { Pair p(u, u); (p *= s) *= d; return p.a; }
    float accumulated(const float *x, int n) { Sum t; for (int i = 0; i < n; ++i) t.add(x[i]); return t.get(); })");
  CHECK(code.returned("vectors") == "v.y * s / d");
  CHECK(code.returned("members") == "u * s / d");
  CHECK(code.returned("chained") == "u * s * d");
  CHECK(code.reductions("accumulated") == "sequential sum x[i] * x[i]");
}

TEST_CASE("lambdas capture values and references") {
  Translated code(R"(
    float reference(float a, float b, float c) { float t = a * b; auto f = [&](float q) { return t / q; }; t = a + b; return f(c); }
    float value(float a, float b, float c) { float t = a * b; auto f = [=](float q) { return t / q; }; t = a + b; return f(c); }
    float initialised(float a, float b, float c) { auto f = [t = a * b](float q) { return t / q; }; return f(c); }
    float generic(float a, float b) { auto f = [](auto x, auto y) { return x * y; }; return f(a, b) / b; }
    float written(float a, float b) { float t = 0; auto f = [&t](float q) { t = q * q; }; f(a); return t / b; }
    struct S { float k; float use(float x) { auto f = [this](float q) { return q * k; }; return f(x) / k; } };)");
  CHECK(code.returned("reference") == "(a + b) / c");
  CHECK(code.returned("value") == "a * b / c");
  CHECK(code.returned("initialised") == "a * b / c");
  CHECK(code.returned("generic") == "a * b / b");
  CHECK(code.returned("written") == "a * a / b");
  CHECK(code.returned("S::use") == "x * k / k");
}

TEST_CASE("templates are understood with and without instantiation") {
  Translated open(R"(
    template <class T> T f(T a, T b, T c) { T t = a * b; return t / c; }
    template <class T> T norm(const T *x, int n) { T s = 0; for (int i = 0; i < n; ++i) s += x[i] * x[i]; return s; }
    template <class T> struct Box { T v; T scaled(T s, T d) { return v * s / d; } };)");
  CHECK(open.returned("f") == "a * b / c");
  CHECK(open.reductions("norm") == "sequential sum x[i] * x[i]");
  CHECK(open.returned("Box::scaled") == "v * s / d");
  Translated used(R"(
    template <class T> T g(T a, T b) { if constexpr (sizeof(T) == 4) return a * b; else return a + b; }
    float narrow(float a, float b) { return g(a, b) / b; }
    double wide(double a, double b) { return g(a, b) / b; })");
  CHECK(used.returned("narrow") == "a * b / b");
  CHECK(used.returned("wide") == "(a + b) / b");
}

TEST_CASE("helpers with loops that call helpers with loops are inlined up to a number of statements") {
  // A recursive descent: each level runs the one below in a loop of its own, and each loop is run more than once.
  std::string code = "double leaf(const double *s, int &i) { double v = 0; while (s[i] > 0) { v = v * 10 + s[i]; ++i; } return v; }\n";
  for (int level = 0; level < 12; ++level) {
    const std::string below = level ? "level" + std::to_string(level - 1) : "leaf";
    code += "double level" + std::to_string(level) + "(const double *s, int &i) { double v = " + below +
            "(s, i); while (s[i] < 0) { while (s[i] < -1) { ++i; v = v * " + below + "(s, i); } ++i; v = v + " + below +
            "(s, i); } while (s[i] == 1) { v = v - " + below + "(s, i); } return v; }\n";
  }
  Translated translated(code);
  CHECK(translated.procedure("level11").graph.size() < 200000);
  CHECK(translated.returned("level0") != "nothing");
}

TEST_CASE("a closure in a template is run, whatever its name is") {
  Translated code(R"(
    template <class T> T named(T x, T y) { auto exp = [](T v) { return v * v * 3; }; return exp(x) + y; }
    template <class T> T changes(T x, T y) { auto add = [&](const T &v) { y = y + v; }; add(x * 2); return y * 3; }
    template <class T> T generic(T x) { auto part = [](auto a, auto b) { return a / b; }; return part(x, x + 1); }
    template <class T> T given(T *p, int i) { auto twice = [](T &v) { v = v * 2; return v; }; return twice(p[i++]) / p[i]; }
    template <class T, class F> T applied(T x, F exp) { return exp(x) * 3; }
    template <class T> T passed(T x) { return applied(x, [](T v) { return v + 1; }); }
    template <class T> T pointed(T x, T (*exp)(T)) { return exp(x) * 3; })");
  CHECK(code.returned("named") == "x * x * 3 + y");
  CHECK(code.returned("changes") == "(y + x * 2) * 3");
  CHECK(code.returned("generic") == "x / (x + 1)");
  CHECK(code.returned("given") == "p[i] * 2 / p[i + 1]");
  CHECK(code.returned("passed") == "(x + 1) * 3");
  CHECK(code.returned("applied") == "`exp(x)` * 3"); // no exponential that is known
  CHECK(code.returned("pointed") == "`exp(x)` * 3");
}
