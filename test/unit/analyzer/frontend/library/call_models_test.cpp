#include "test/unit/analyzer/frontend/library/made_up_vendor.h"

#include <doctest/doctest.h>

using fporder::test::vendor::Kernel;

TEST_CASE("destination-first calls chain through buffers") {
  const Kernel kernel(R"(
    void update(Tensor<float> w, Tensor<float> m, Tensor<float> d, float lr, int n) {
      vmuls(m, m, lr, n);
      vfence();
      vdiv(w, m, d, n);
    }
    void pointers(float *w, const float *m, const float *d, float *t, int n) {
      vmul(t, m, m, n);
      vdiv(w, t, d, n);
    })");
  CHECK(kernel.stored("update", "w[k]") == "m[k] * lr / d[k]");
  CHECK(kernel.stored("pointers", "w[k]") == "m[k] * m[k] / d[k]");
}

TEST_CASE("destinations may be read as well") {
  const Kernel kernel(R"(
    void axpy(Tensor<float> y, Tensor<float> a, Tensor<float> b, int n) { vmla(y, a, b, n); })");
  CHECK(kernel.stored("axpy", "y[k]") == "a[k] * b[k] + y[k]");
}

TEST_CASE("slices at one offset are one place, at others another") {
  const Kernel kernel(R"(
    void same(Tensor<float> w, Tensor<float> t, Tensor<float> d, float lr, int off, int n) {
      vmuls(t[off], t[off], lr, n);
      vdiv(w, t[off], d, n);
    }
    void other(Tensor<float> w, Tensor<float> t, Tensor<float> d, float lr, int off, int n) {
      vmuls(t[off], t[off], lr, n);
      vdiv(w, t[off + n], d, n);
    }
    void named(Tensor<float> w, Tensor<float> t, Tensor<float> d, float lr, int n) {
      Tensor<float> half = t.slice(64);
      Tensor<float> alias = half;
      vmuls(half, half, lr, n);
      vmul(t, t, t, n);
      vdiv(w, alias, d, n);
    }
    void lost(Tensor<float> w, Tensor<float> t, Tensor<float> d, float lr, int n) {
      vmuls(t, t, lr, n);
      unknown(t);
      vdiv(w, t, d, n);
    })");
  CHECK(kernel.stored("same", "w[k]") == "t[off + k] * lr / d[k]");
  CHECK(kernel.stored("other", "w[k]") == "t[off + n + k] / d[k]");
  CHECK(kernel.stored("named", "w[k]") == "t[64 + k] * lr / d[k]");
  CHECK(kernel.stored("lost", "w[k]") == "t[k] / d[k]");
}

TEST_CASE("a reassigned buffer keeps nothing of what was in it") {
  const Kernel kernel(R"(
    void update(Tensor<float> w, Tensor<float> m, Tensor<float> x, Tensor<float> d, float lr, int n) {
      vmuls(m, m, lr, n);
      vcopy(m, x, n);
      vdiv(w, m, d, n);
    })");
  CHECK(kernel.stored("update", "w[k]") == "x[k] / d[k]");
}

TEST_CASE("queues hand buffers on") {
  const Kernel kernel(R"(
    struct Op {
      Queue in, out;
      void first(Tensor<float> x, float lr, int n) {
        Tensor<float> t = in.alloc<float>();
        vmuls(t, x, lr, n);
        in.push(t);
      }
      void second(Tensor<float> w, Tensor<float> d, int n) {
        Tensor<float> t = in.pop<float>();
        vdiv(w, t, d, n);
      }
      void process(Tensor<float> w, Tensor<float> x, Tensor<float> d, float lr, int n) {
        first(x, lr, n);
        second(w, d, n);
      }
    };)");
  CHECK(kernel.stored("Op::process", "w[k]") == "x[k] * lr / d[k]");
  CHECK(kernel.stored("Op::second", "w[k]") == "t[k] / d[k]");
}

TEST_CASE("uninstantiated templates are understood by name") {
  const Kernel kernel(R"(
    template <class T> struct Op {
      Queue q;
      T lr;
      void compute(Tensor<T> w, Tensor<T> d, int off, int n) {
        Tensor<T> m = q.pop<T>();
        auto t = q.template alloc<T>();
        vmuls(t, m, lr, n);
        vfence();
        vdiv(w[off], t, d, n);
      }
    };)");
  CHECK(kernel.stored("Op::compute", "w[...]") == "m[k] * lr / d[k]");
}

TEST_CASE("names that are declared nowhere are known by their name") {
  const Kernel kernel(R"(
    template <class T> struct Tensor { T x; };
    void update(Tensor<float> w, Tensor<float> m, Tensor<float> d, float lr, int n) {
      vmuls(m, m, lr, n);
      vdiv(w, m, d, n);
    })",
                      false);
  CHECK(kernel.stored("update", "w[k]") == "m[k] * lr / d[k]");
}

TEST_CASE("the user's own function of the same name is inlined") {
  const Kernel kernel(R"(
    void vdiv(float *w, float a, float b, int n) { *w = a - b; }
    void use(float *w, float a, float b) { vdiv(w, a, b, 1); })",
                      false);
  CHECK(kernel.stored("use", "w[0]") == "a - b");
}
