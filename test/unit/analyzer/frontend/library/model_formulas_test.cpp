#include "test/unit/analyzer/frontend/library/made_up_vendor.h"

#include <doctest/doctest.h>

using fporder::test::vendor::Kernel;

TEST_CASE("casts round as the caller says") {
  const Kernel kernel(R"(
    void even(Tensor<half> h, Tensor<float> x, int n) { vcast(h, x, RM_EVEN, n); }
    void zero(Tensor<half> h, Tensor<float> x, int n) { vcast(h, x, RoundingMode::RM_ZERO, n); })");
  CHECK(kernel.stored("even", "h[k]") == "cast<binary16>(x[k])");
  CHECK(kernel.stored("zero", "h[k]") == "cast<binary16, toward-zero>(x[k])");
}

TEST_CASE("reductions range over the elements of a slice") {
  const Kernel kernel(R"(
    void mean(Tensor<float> y, Tensor<float> x, Tensor<float> t, int n) {
      vmul(t, x, x, n);
      vsum(y, t, n);
    }
    float total(Tensor<float> y, Tensor<float> x, int n) {
      vsum(y, x, n);
      return y.get(0) / n;
    })");
  CHECK(kernel.reductions("mean") == "tree sum x[i] * x[i]");
  CHECK(kernel.returned("total") == "sum<tree 64>(i, x[i], 0, n) / cast<binary32>(n)");
}

TEST_CASE("elements are read and written one by one") {
  const Kernel kernel(R"(
    float first(Tensor<float> t, Tensor<float> x, float s, int n) {
      vmuls(t, x, s, n);
      return t.get(3);
    }
    float set(Tensor<float> t, float s) {
      t.set(0, s * s);
      return t.get(0);
    })");
  CHECK(kernel.returned("first") == "x[3] * s");
  CHECK(kernel.returned("set") == "s * s");
}

TEST_CASE("results have the format that the name says and the rounding that the document says") {
  const Kernel kernel(R"(
    float single(float a, float b) { return scalar_mul_ps(a, b); }
    double twice(double a, double b) { return scalar_mul_pd(a, b); }
    float chopped(float a, float b) { return scalar_rz(a, b); })");
  CHECK(kernel.returned("single") == "a * b");
  CHECK(kernel.returned("twice") == "a * b");
  CHECK(kernel.returned("chopped") == "cast<binary32, toward-zero>(a * b)");
}

TEST_CASE("an operation that rounds otherwise is one in binary64 and one conversion, and a call where that is not wider") {
  const Kernel kernel(R"(
    double scalar_rz(double, double);
    float narrow(float a, float b) { return scalar_rz(a, b); }
    double wide(double a, double b) { return scalar_rz(a, b); })");
  CHECK(kernel.returned("narrow") == "cast<binary32, toward-zero>(a * b)");
  CHECK(kernel.returned("wide") == "`mul-toward-zero`(a, b)");
}

TEST_CASE("one element that is set leaves the others of the buffer unknown") {
  const Kernel kernel(R"(
    float other(Tensor<float> t, Tensor<float> x, float s, int n) { vmuls(t, x, s, n); t.set(2, s); return t.get(3) - s; }
    float same(Tensor<float> t, Tensor<float> x, float s, int n) { vmuls(t, x, s, n); t.set(2, s * s); return t.get(2) / s; })");
  CHECK(kernel.returned("same") == "s * s / s");
  CHECK(kernel.returned("other") != "x[3] * s - s"); // nor is it anything else that is known
}
