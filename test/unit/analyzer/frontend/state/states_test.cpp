#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

TEST_CASE("branches merge to a choice") {
  Translated code(R"(
    float both(bool c, float a, float b) { float t; if (c) t = a * b; else t = a + b; return t / b; }
    float one(bool c, float a, float b) { float t = a * b; if (c) t = a + b; return t / b; }
    float neither(bool c, float a, float b, float *o) { float t = a * b; if (c) *o = 1; return t / b; }
    float element(bool c, float *x, float a, float b) { if (c) x[0] = a * b; else x[0] = a; return x[0] / b; }
    float early(float a, float b) { if (b == 0) return 0; float t = a * b; return t / b; })");
  CHECK(code.returned("both") == "(c ? a * b : a + b) / b");
  CHECK(code.returned("one") == "(c ? a + b : a * b) / b");
  CHECK(code.returned("neither") == "a * b / b");
  CHECK(code.returned("element") == "(c ? a * b : a) / b");
  CHECK(code.returned("early") == "a * b / b");
  const auto &early = code.procedure("early");
  REQUIRE(early.computations.back().guard);
  CHECK(code.text(early, early.computations.back().guard) == "!(b == 0)");
}

TEST_CASE("a branch whose condition is known runs alone, or not at all") {
  Translated code(R"(
    float known(float a) { float t = a; if (true) t = a * 2; if (false) t = 7; return t; }
    float negated(bool c, float a, float b) { float t = 0; if (!c) t = a * b; if (!!c) t = a + b; return t; }
    float behind(float a) { return a * 2; a = a * 3; return a; })");
  CHECK(code.returned("known") == "a * 2");
  CHECK(code.returned("negated") == "c ? a + b : !c ? a * b : 0");
  CHECK(code.procedure("behind").computations.size() == 1);
}

TEST_CASE("branches in branches are choices in choices, each guarded by all the conditions around it") {
  Translated code(R"(
    float nested(bool c, bool d, float a, float b) { float t = a; if (c) { if (d) t = b; else t = a * b; } return t; }
    float returns(int k, float a) { if (k == 0) return a * 2; if (k == 1) return a * 3; return a; })");
  CHECK(code.returned("nested") == "c ? d ? b : a * b : a");
  const auto &nested = code.procedure("nested");
  REQUIRE(nested.computations.size() == 1);
  CHECK(code.text(nested, nested.computations[0].guard) == "c && !d");
  const auto &returns = code.procedure("returns");
  REQUIRE(returns.computations.size() == 2);
  CHECK(code.text(returns, returns.computations[1].guard) == "!(k == 0) && k == 1");
}

TEST_CASE("where one branch does not go on, the other's state is what follows") {
  Translated code(R"(
    float left(bool c, float a, float b) { float t = a; if (c) { t = b; return t * 2; } return t; }
    float thrown(bool c, float a, float b) { float t = a; if (c) t = b; else throw 3; return t / b; }
    float inner(bool c, bool d, float a, float b) { float t = a; if (c) { if (d) return a; t = b; } return t; })");
  CHECK(code.returned("left") == "a");
  CHECK(code.returned("thrown") == "b / b");
  CHECK(code.returned("inner") == "c ? b : a");
}

TEST_CASE("what a branch makes ends with it, what it leaves in older objects is a choice") {
  Translated code(R"(
    struct V { float x, y; };
    V made(float a, float b);
    float *next();
    float inner(bool c, float a, float b) { float t = a; if (c) { V v = {a * b, b}; t = v.x; } return t; }
    float kept(bool c, float a, float b) { float u = b, *p = &u; if (c) { float w = a * b; *p = w; } return u; }
    float later(int n, const int *k, float a, float b) {
      float t = a;
      for (int i = 0; i < n; ++i) { if (k[i]) { V v = {a, t}; t = v.y * b; continue; } V w = {b, t}; t = w.y / b; }
      return t;
    }
    float helped(int k, float a, float b) {
      const auto pick = [](int m, float x, float y) { if (m == 0) { V v = {x, y}; return v.x; } V w = {y, x}; return w.x; };
      return pick(k, a, b) / b;
    }
    float elsewhere(bool c, float *q, float a) { float *p = q; if (c) { p = next(); *p = a; } return *p; })");
  CHECK(code.returned("inner") == "c ? a * b : a");
  CHECK(code.returned("kept") == "c ? a * b : b");
  CHECK(code.returned("helped") == "(k == 0 ? a : b) / b");
  CHECK(code.returned("later") == "t");
  CHECK(code.returned("elsewhere") == "p[0]");
}

TEST_CASE("what holds wherever the function goes on is asserted") {
  Translated code(R"(
    [[noreturn]] void fail();
    float always(float x, int n) { if (n < 1) fail(); if (!(x > 0)) throw 1; return x * 3; }
    float onSomePaths(float x, bool strict) { if (strict) { if (x < 1) fail(); } return x * 3; }
    float left(float x) { for (int i = 0; i < 3; ++i) { if (x < 1) break; x *= 3; } if (x < 2) return 1; return x; })");
  CHECK(code.procedure("always").asserted.size() == 2);
  CHECK(code.procedure("onSomePaths").asserted.empty());
  CHECK(code.procedure("left").asserted.empty());
}
