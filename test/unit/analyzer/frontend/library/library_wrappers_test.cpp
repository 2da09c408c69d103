#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

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

TEST_CASE("an optional is the value that it holds") {
  Translated code(R"(
    #include <optional>
    float held(float x, float y) { std::optional<float> o = x * y; return *o / y; }
    float orElse(std::optional<float> o, float y) { return o.value_or(2.0f) * y / 3; })");
  CHECK(code.returned("held") == "x * y / y");
  CHECK(code.returned("orElse") == "(`o.has_value()` ? o.value : 2) * y / 3");
}
