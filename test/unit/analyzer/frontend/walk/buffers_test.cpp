#include "test/unit/analyzer/frontend/library/made_up_vendor.h"

#include <doctest/doctest.h>

using fporder::test::vendor::Kernel;

TEST_CASE("copies of a handle are the same buffer, slices at other offsets are others") {
  const Kernel kernel(R"(
    void copy(Tensor<float> w, Tensor<float> a, Tensor<float> b, int n) { Tensor<float> t = w; vmul(t, a, b, n); vdiv(w, w, b, n); }
    void slices(Tensor<float> w, Tensor<float> a, Tensor<float> b, int n) { vmul(w[0], a, b, n); vmul(w[n], b, b, n); vdiv(w[0], w[0], b, n); }
    void parenthesised(Tensor<float> w, Tensor<float> a, Tensor<float> b, int n) { auto t = ((w)); vmul(t, a, b, n); vdiv(w, t, b, n); })");
  CHECK(kernel.stored("copy", "w[k]") == "a[k] * b[k] / b[k]");
  CHECK(kernel.stored("slices", "w[k]") == "a[k] * b[k] / b[k]");
  CHECK(kernel.stored("parenthesised", "w[k]") == "a[k] * b[k] / b[k]");
}

TEST_CASE("a buffer that is allocated is new, and keeps nothing of the one before") {
  const Kernel kernel(R"(
    void fresh(Queue q, Tensor<float> w, Tensor<float> a, int n) {
      Tensor<float> t = q.alloc<float>();
      vmul(t, a, a, n);
      Tensor<float> u = q.alloc<float>();
      vmul(u, t, a, n);
      vsub(w, u, t, n);
    }
    void again(Queue q, Tensor<float> w, Tensor<float> a, int n) {
      for (int i = 0; i < 2; ++i) {
        Tensor<float> t = q.alloc<float>();
        vmla(t, a, a, n);
        vcopy(w, t, n);
      }
    })");
  CHECK(kernel.stored("fresh", "w[k]") == "a[k] * a[k] * a[k] - a[k] * a[k]");
  CHECK(kernel.stored("again", "w[k]") == "a[k] * a[k] + t[i][k]"); // what lay in iteration i's
}

TEST_CASE("a handle that is passed on to a function is the caller's buffer") {
  const Kernel kernel(R"(
    void helper(Tensor<float> t, Tensor<float> a, int n) { vmul(t, t, a, n); }
    void reference(Tensor<float> &t, Tensor<float> a, int n) { vmul(t, t, a, n); }
    void f(Tensor<float> w, Tensor<float> a, int n) { vmul(w, a, a, n); helper(w, a, n); vdiv(w, w, a, n); }
    void g(Tensor<float> w, Tensor<float> a, int n) { vmul(w, a, a, n); reference(w, a, n); vdiv(w, w, a, n); })");
  CHECK(kernel.stored("f", "w[k]") == "a[k] * a[k] * a[k] / a[k]");
  CHECK(kernel.stored("g", "w[k]") == "a[k] * a[k] * a[k] / a[k]");
}
