#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a statement that Clang drops may write what it names") {
  Translated code(R"(
    #define NOTHING(x)
    float global;
    float member(float x) { float u = 1; missing.load(u); return u / x; }
    float last(float x, bool c) { float u = 1; if (c) { missing.load(u); } return u / x; }
    float condition(float x) { float u = 1; if (missing.load(u)) { x = 2; } return u / x; }
    float other(float x) { float u = 1, v = 2; missing.load(v); return u / x; }
    float assigned(float x) { float u = 1; u = missing.value + 1; return u / x; }
    float pointer(float x) { float u = 1, *p = &u; missing.load(p); return u / x; }
    float reached(float x) { global = 1; missing.load(x + 1); return global / x; }
    float empty(float x) { float u = 1; NOTHING(u); return u / x; }
    float excluded(float x) {
      float u = 1;
    #ifdef NOT_DEFINED
      u = 2;
    #endif
      return u / x;
    })",
                  {"-std=c++20", "-ferror-limit=0"});
  CHECK(code.returned("member") == "u / x");
  CHECK(code.returned("last") == "(c ? u : 1) / x");
  CHECK(code.returned("condition").starts_with("u / "));
  CHECK(code.returned("other") == "1 / x");
  CHECK(code.returned("assigned").find("1 / x") == std::string::npos);
  CHECK(code.returned("pointer") == "u / x");
  CHECK(code.returned("reached") == "global / x");
  CHECK(code.returned("empty") == "1 / x");
  CHECK(code.returned("excluded") == "1 / x");
}

TEST_CASE("what Clang drops of a for statement may write what it names") {
  Translated code(R"(
    void rows(const float *x, float *y, int n, int step) {
      for (int i = 0; i < n; i += (Missing)step)
        y[i] = y[i] + x[i];
    }
    void sum(const float *x, float *y, int n) {
      for (int i = 0; i < n;)
        y[0] = y[0] + x[i++];
    })",
                  {"-std=c++20", "-ferror-limit=0"});
  CHECK(code.reductions("rows").empty());
  CHECK_FALSE(code.reductions("sum").empty());
}

TEST_CASE("a statement that Clang puts an empty one for may write what it names") {
  Translated code(R"(
    struct Sum { float a = 0; void add(float v) { a += v; } float mean(float v) const { return a / v; } };
    float branch(float x, bool c) { float u = 1; if (c) u += __bf16(std::fabs(float(x))); else x = 2; return u / x; }
    float loop(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) s += float(std::fabs(float(x[i]))); return s / 3; }
    float whole(float x, bool c) { float u = 1; while (c) { ; } return u / x; }
    float other(float x, bool c) { float u = 1, v = 2; if (c) v += __bf16(std::fabs(float(x))); return u / x; }
    float member(const float *x, int n) { Sum s; for (int i = 0; i < n; ++i) s.add(std::sqrt(std::fabs(x[i]))); return s.a / 3; }
    float pointed(Sum *s, float x) { s->a = 1; s->add(std::sqrt(x)); return s->a / x; }
    float constant(float x) { Sum s; s.a = 1; s.mean(std::sqrt(x)); return s.a / x; })",
                  {"-std=c++20", "-ferror-limit=0"});
  CHECK(code.returned("branch").starts_with("(c ? u : 1)"));
  CHECK(code.returned("loop") != "0 / 3");
  CHECK(code.returned("whole") == "1 / x");
  CHECK(code.returned("other") == "1 / x");
  CHECK(code.returned("member") != "0 / 3");
  CHECK(code.returned("pointed") == "s->a / x");
  CHECK(code.returned("constant") == "1 / x");
}

TEST_CASE("a unit without errors lacks no statement") {
  Translated code(R"(
    #define TWICE(x) x = x + x
    float f(float x, float y) { float u = y; TWICE(u); ; { } return u / x; })");
  CHECK(code.returned("f") == "(y + y) / x");
}
