#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("pairs, tuples and structured bindings carry values") {
  Translated code(R"(
    #include <tuple>
    #include <utility>
    float pair(float x, float y) { std::pair<float, float> t{x * y, y}; return t.first / t.second; }
    float made(float x, float y) { auto t = std::make_tuple(x * y, y); return std::get<0>(t) / std::get<1>(t); }
    float bound(float x, float y) { auto [p, q] = std::make_pair(x * y, y); return p / q; }
    float tied(float x, float y) { float a, b; std::tie(a, b) = std::make_tuple(x * y, y); return a / b; }
    float crossed(float x, float y) { float a = x * y, b = y; std::tie(a, b) = std::make_pair(b, a); return b / a; })");
  for (const char *name : {"pair", "made", "bound", "tied", "crossed"}) {
    CAPTURE(name);
    CHECK(code.returned(name) == "x * y / y");
  }
}

TEST_CASE("slots have the types of the tuple, whatever they are filled from") {
  Translated code(R"(
    #include <tuple>
    #include <utility>
    float narrow(double x, float y) { std::pair<float, float> p(x, y); return p.first * p.second; }
    double wide(float x, float y) { std::pair<double, float> p(x * y, y); return p.first; }
    double typed(float x, double y) { std::tuple<float, double> t(x, y); return std::get<float>(t) * 2 + std::get<1>(t); })");
  CHECK(code.returned("narrow") == "cast<binary32>(x) * y");
  CHECK(code.returned("wide") == "x * y");
  CHECK(code.returned("typed") == "x * 2 + y");
}

TEST_CASE("a tuple of references writes what it refers to, a copy of a pair is one of its own") {
  Translated code(R"(
    #include <tuple>
    #include <utility>
    float referred(float x, float y) { float a = x, b = y; std::tuple<float &, float &> t(a, b); std::get<0>(t) = x * y; return a / b; }
    float copied(float x, float y) { std::pair<float, float> p(x, y), q = p; p.first = y; return q.first - p.first; }
    float bound(std::pair<float, float> p) { auto [a, b] = p; a = 2; return p.first * a + b; }
    float assigned(std::pair<float, float> p, float x) { p = std::make_pair(x, x * x); return p.second / p.first; })");
  CHECK(code.returned("referred") == "x * y / y");
  CHECK(code.returned("copied") == "x - y");
  CHECK(code.returned("bound") == "p.first * 2 + p.second");
  CHECK(code.returned("assigned") == "x * x / x");
}

TEST_CASE("all slots are read before any is written, and keep their places") {
  Translated code(R"(
    #include <array>
    #include <tuple>
    #include <utility>
    float turned(float x, float y) {
      float a = 0, b = 0, c = 0;
      std::tie(a, b, c) = std::make_tuple(y, x, x * y);
      std::tie(a, b) = std::make_pair(b, a);
      return a / b + c;
    }
    float three(float x, float y, float z) { auto [a, b, c] = std::make_tuple(x * y, y, z); return a / b - c; }
    float array(std::array<float, 3> a) { auto &[x, y, z] = a; x = y * z; return a[0] / z; })");
  CHECK(code.returned("turned") == "x / y + x * y");
  CHECK(code.returned("three") == "x * y / y - z");
  CHECK(code.returned("array") == "a[1] * a[2] / a[2]");
}
