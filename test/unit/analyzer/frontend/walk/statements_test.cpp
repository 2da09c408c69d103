#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("switch statements choose among their cases") {
  Translated code(R"(
    float cases(int k, float a, float b) {
      float t;
      switch (k) { case 0: t = a * b; break; case 1: t = a + b; break; default: t = a - b; }
      return t / b;
    }
    float fallsThrough(int k, float a, float b) {
      float t = a;
      switch (k) { case 0: t = a * b; case 1: t = t + b; }
      return t / b;
    })");
  CHECK(code.returned("cases") == "(k == 0 ? a * b : k == 1 ? a + b : a - b) / b");
  CHECK(code.returned("fallsThrough").find("a * b") != std::string::npos);
}

TEST_CASE("jumps that are not followed are named") {
  Translated code(R"(
    float jump(float a, float b) { float t = a * b; if (b < 0) goto out; t = t / b; out: return t; }
    float assembly(float a) { float t = a * a; asm("" : "+x"(t)); return t / a; })");
  CHECK(code.returned("jump") == "t");
  REQUIRE(code.procedure("jump").unanalysed.size() == 1);
  CHECK(code.procedure("jump").unanalysed[0].what == "goto");
  CHECK(code.returned("assembly") == "t / a");
  CHECK(code.procedure("assembly").unanalysed.at(0).what == "inline assembly");
}

TEST_CASE("exceptions leave nothing certain behind") {
  Translated code(R"(
    extern void may();
    float caught(float a, float b) { float t = a; try { t = a * b; may(); } catch (...) { t = t / b; } return t; })");
  CHECK(code.returned("caught").find("a * b") != std::string::npos);
}

TEST_CASE("places are the operators in the user's text") {
  Translated code("#define RATIO(a, b, c) a *b / c\nfloat f(float a, float b, float c) {\n  return a *\n         b / c;\n}\n"
                  "float g(float a, float b, float c) { return RATIO(a, b, c); }\n");
  const auto &f = code.procedure("f");
  REQUIRE(f.computations.size() == 2);
  const auto &product = f.graph.place(f.graph[f.computations[0].node].place);
  CHECK(product.line == 3);
  CHECK(product.column == 12);
  CHECK(product.editable);
  const auto &g = code.procedure("g");
  REQUIRE(g.computations.size() == 2);
  const auto &inMacro = g.graph.place(g.graph[g.computations[1].node].place);
  CHECK(inMacro.line == 6);
  CHECK_FALSE(inMacro.editable);
  REQUIRE(inMacro.macroDefinition);
  CHECK(g.graph.place(inMacro.macroDefinition).line == 1);
}

TEST_CASE("broken code is analysed as far as it goes") {
  Translated code("#include \"missing.h\"\nfloat f(float a, float b) { unknown_t x = make(); return a * b / x; }\n"
                  "float g(float a, float b) { return a * b / b; }\n");
  CHECK(code.returned("g") == "a * b / b");
}

TEST_CASE("constructor arguments of a dependent type are evaluated") {
  Translated code(R"(
    template <int L, class T> struct Vec { T x; Vec(T, T); };
    template <int L, class T> T scaled(Vec<L, T> const &v, T a, T b) { Vec<L, T> pair(a * b, b); T const one(a); return one * v.x; })");
  CHECK(code.returned("scaled") == "a * v.x");
}

TEST_CASE("what stands between do and while (0) runs once") {
  Translated code(R"(
    float once(const float *x, int n) {
      float s = x[0];
      do {
        if (n < 3)
          break;
        s *= x[1];
        if (n < 7)
          continue;
        s += x[2];
      } while (0);
      return s;
    }
    float left(const float *x, int n) {
      float s = x[0];
      do {
        if (n < 3)
          break;
        s *= x[1];
        break;
      } while (false);
      return s;
    })");
  CHECK(code.returned("once") == "n < 3 ? x[0] : !(n < 3) && n < 7 ? x[0] * x[1] : x[0] * x[1] + x[2]");
  CHECK(code.reductions("once").empty());
  CHECK(code.returned("left") == "n < 3 ? x[0] : x[0] * x[1]");
}

TEST_CASE("a switch over a known value goes where it says") {
  Translated code(R"(
  struct Switched { float x, y, z;
    float &operator[](int i) { switch (i) { default: case 0: return x; case 1: return y; case 2: return z; } } };
    float second(Switched v, float k) { v[1] += k; return v[1] * v[0] - v[7]; }
    float skipped(float x) { switch (3) { case 1: x = 0; break; case 2: x += 1; } return x; }
    float within(float x) { switch (1) { case 0: while (x < 3) { x = 9; case 1: x += 1; } } return x; }
    float fallen(float x) { switch (1) { case 0: x = 9; case 1: x += 1; case 2: x *= 2; break; case 3: x = 7; } return x; })");
  CHECK(code.returned("second") == "(v.y + k) * v.x - v.x");
  CHECK(code.returned("skipped") == "x");
  CHECK(code.returned("within") != "x"); // the label stands inside a loop
  CHECK(code.returned("fallen") == "(x + 1) * 2");
}
