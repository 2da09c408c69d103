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

TEST_CASE("a unit without errors lacks no statement") {
  Translated code(R"(
    #define TWICE(x) x = x + x
    float f(float x, float y) { float u = y; TWICE(u); ; { } return u / x; })");
  CHECK(code.returned("f") == "(y + y) / x");
}
