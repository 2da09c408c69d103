#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("an assignment converts to the type of its target, a compound one computes in the wider type first") {
  Translated code(R"(
    float plain(float x, int i) { i = x; return i * 2.5f; }
    float wide(double s, float x) { s += x; s *= x; return s; }
    float narrow(float s, double x) { s += x; s += x; return s; }
    int integer(int k, float x) { k *= x; return k; })");
  CHECK(code.returned("plain") == "cast<binary32>(cast<integer, toward-zero>(x)) * 2.5");
  CHECK(code.returned("wide") == "cast<binary32>((s + x) * x)");
  CHECK(code.returned("narrow") == "cast<binary32>(cast<binary32>(s + x) + x)");
  CHECK(code.returned("integer") == "cast<integer, toward-zero>(cast<binary32>(k) * x)");
}

TEST_CASE("increments give the value before or behind them, as they are written") {
  Translated code(R"(
    float after(float x) { float y = x++; return y * x; }
    float before(float x) { float y = --x; return y * x; }
    float index(float a) { float x[8] = {}; int i = 3; x[i++] = a; x[i] = a * 2; return x[3] / x[4] * i; }
    float target(float a, float b) { float x = a; (x = b) *= 2; return x; })");
  CHECK(code.returned("after") == "x * (x + 1)");
  CHECK(code.returned("before") == "(x - 1) * (x - 1)");
  CHECK(code.returned("index") == "a / (a * 2) * 4");
  CHECK(code.returned("target") == "b * 2");
}

TEST_CASE("pointers move by elements, and two into one array have a known order and distance") {
  Translated code(R"(
    float moved(const float *p) { const float *q = p; q += 3; q -= 1; return *q * p[2]; }
    float written(float *p, float a) { *p++ = a; *p = a * 2; return p[-1] / p[0]; }
    float distance(const float *p, int n) { const float *q = p + n; return (q - p) * 0.5f; }
    float order(const float *p, float a) { const float *q = p + 2; return q > p ? a * 3 : a; })");
  CHECK(code.returned("moved") == "p[2] * p[2]");
  CHECK(code.returned("written") == "a / (a * 2)");
  CHECK(code.returned("distance") == "cast<binary32>(n) * 0.5");
  CHECK(code.returned("order") == "a * 3");
}

TEST_CASE("the order of the caller's pointers is the caller's to decide") {
  Translated code(
      "float f(const float *p, const float *q, float a) { return p < q ? a : a * 2; }\nint g(const float *p, const float *q) { return p - q; }");
  CHECK(code.returned("f") == "condition ? a : a * 2");
  CHECK(code.notHeld("f") == "");
  CHECK(code.returned("g") == "count");
}

TEST_CASE("what is assigned to the result of a call that a template leaves open is stored") {
  Translated code(R"(
    template <class A> void set(A &c, float a, float b) { c(2) = a * b; c.at(3) += a / b; })");
  std::string stored;
  for (const auto &effect : code.procedure("set").effects)
    if (effect.kind == fporder::order::Effect::Kind::Store)
      stored += effect.target + ": " + fporder::order::printInfix(code.procedure("set").graph, effect.node) + "; ";
  CHECK(stored.starts_with("c(2): a * b; c.at(3): "));
  CHECK(stored.ends_with(" + cast<dependent>(a / b); "));
}
