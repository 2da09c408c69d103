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

TEST_CASE("small functions of <utility> and <algorithm>") {
  Translated code(R"(
    #include <algorithm>
    #include <optional>
    #include <utility>
    float swapped(float x, float y) { float p = x * y, q = y; std::swap(p, q); return q / p; }
    float moved(float x, float y) { float t = x * y; float u = std::move(t); return u / y; }
    float exchanged(float x, float y) { float t = x * y; float u = std::exchange(t, y); return u / t; }
    float larger(float a, float b, float c) { return std::max(a * b, c) / c; }
    float three(float a, float b, float c) { return std::min({a, b, c}) / c; }
    float clamped(float a, float b, float c) { return std::clamp(a * b / c, 0.0f, 1.0f); }
    float held(float x, float y) { std::optional<float> o = x * y; return *o / y; }
    float orElse(std::optional<float> o, float y) { return o.value_or(2.0f) * y / 3; })");
  CHECK(code.returned("swapped") == "x * y / y");
  CHECK(code.returned("moved") == "x * y / y");
  CHECK(code.returned("exchanged") == "x * y / y");
  CHECK(code.returned("larger") == "max(a * b, c) / c");
  CHECK(code.returned("three") == "min(min(a, b), c) / c");
  CHECK(code.returned("clamped") == "min(max(a * b / c, 0), 1)");
  CHECK(code.returned("held") == "x * y / y");
  CHECK(code.returned("orElse") == "(`o.has_value()` ? o.value : 2) * y / 3");
}

TEST_CASE("bits taken as a number are a function of the bits") {
  Translated code(R"(
    #include <bit>
    float scale(unsigned exponent, float x) { return x * std::bit_cast<float>(exponent << 23) * x; })");
  CHECK(code.returned("scale") == "x * bits(exponent << 23) * x");
}

TEST_CASE("atomic additions are accumulations in the order of arrival") {
  Translated code(R"(
    #include <atomic>
    void loop(std::atomic<double> &t, const double *x, int n) { for (int i = 0; i < n; i++) t.fetch_add(x[i]); }
    void compound(std::atomic<double> &t, const double *x, int n) { for (int i = 0; i < n; i++) t += x[i]; }
    void reference(double &t, const double *x, int n) { std::atomic_ref<double> r(t); for (int i = 0; i < n; i++) r.fetch_add(x[i]); }
    void alone(std::atomic<double> &t, double x) { t.fetch_add(x); }
    void scatter(std::atomic<float> *h, const float *x, const int *bin, int n) { for (int i = 0; i < n; i++) h[bin[i]].fetch_add(x[i]); }
    void retry(std::atomic<float> &t, float x) { float o = t.load(); while (!t.compare_exchange_weak(o, o + x)) {} }
    float count(std::atomic<int> &t, float x) { t.fetch_add(1); ++t; return x; })");
  CHECK(code.reductions("loop") == "unordered sum x[i]");
  CHECK(code.reductions("compound") == "unordered sum x[i]");
  CHECK(code.reductions("reference") == "unordered sum x[i]");
  CHECK(code.reductions("alone") == "unordered sum x");
  CHECK(code.reductions("scatter") == "unordered sum x[i]");
  CHECK(code.reductions("retry") == "unordered sum x");
  CHECK(code.reductions("count").empty());
}
