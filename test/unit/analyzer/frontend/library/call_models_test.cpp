#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

constexpr const char *api = R"yaml(vendor: Made-up
buffers: [Tensor]
rounding-modes: {RM_EVEN: nearest-even, RM_ZERO: toward-zero}
tables:
  P: {ps: binary32, pd: binary64}
calls:
  vmul(dst, a, b, n): dst = a * b
  vdiv(dst, a, b, n): dst = a / b
  vsub(dst, a, b, n): dst = a - b
  vmuls(dst, a, scalar, n): dst = a * scalar
  vmla(dst, a, b, n): dst = a * b + dst
  vcast(dst, src, mode, n): {does: dst = cast(src), rounding: mode}
  vsum(dst, src, n): "dst = sum<tree 64>(i, src, 0, n)"
  vcopy(dst, src, n): dst = src
  vfence(): nothing
  "scalar_mul_{P}(a, b)": {does: return a * b, format: "{P}"}
  scalar_rz(a, b): {does: return a * b, rounding: toward-zero}
  "Tensor::{slice,operator[]}(offset)": "return &this[offset]"
  Tensor::get(index): "return this[index]"
  Tensor::set(index, value): "this[index] = value"
  Queue::alloc(): return new
  Queue::push(tensor): queue(this) = &tensor
  Queue::pop(): return queue(this)
)yaml";

constexpr const char *declarations = R"(
enum RoundingMode { RM_EVEN, RM_ZERO };
typedef _Float16 half;
template <class T> struct Tensor {
  Tensor slice(int offset) const;
  Tensor operator[](int offset) const;
  T get(int index) const;
  void set(int index, T value);
};
struct Queue {
  template <class T> Tensor<T> alloc();
  template <class T> Tensor<T> pop();
  template <class T> void push(const Tensor<T> &tensor);
};
template <class T> void vmul(const Tensor<T> &, const Tensor<T> &, const Tensor<T> &, int);
template <class T> void vdiv(const Tensor<T> &, const Tensor<T> &, const Tensor<T> &, int);
template <class T> void vsub(const Tensor<T> &, const Tensor<T> &, const Tensor<T> &, int);
template <class T> void vmuls(const Tensor<T> &, const Tensor<T> &, T, int);
template <class T> void vmla(const Tensor<T> &, const Tensor<T> &, const Tensor<T> &, int);
template <class T, class U> void vcast(const Tensor<T> &, const Tensor<U> &, RoundingMode, int);
template <class T> void vsum(const Tensor<T> &, const Tensor<T> &, int);
template <class T> void vcopy(const Tensor<T> &, const Tensor<T> &, int);
void vmul(float *, const float *, const float *, int);
void vdiv(float *, const float *, const float *, int);
void vfence();
void unknown(const Tensor<float> &);
float scalar_mul_ps(float, float);
double scalar_mul_pd(double, double);
float scalar_rz(float, float);
)";

class Kernel {
public:
  explicit Kernel(const std::string &code, bool declared = true)
      : translated((declared ? declarations : "") + code, {"-std=c++20"}, "input.cpp", options()) {}
  std::string stored(const std::string &function, const std::string &target) const { return translated.stored(function, target); }
  std::string returned(const std::string &function) const { return translated.returned(function); }
  std::string reductions(const std::string &function) const { return translated.reductions(function); }

private:
  static frontend::Options options() {
    static std::vector<rules::DocumentError> errors;
    static const std::unique_ptr<models::Vendor> vendor = models::readVendor(api, "made-up.yaml", errors);
    REQUIRE(vendor);
    frontend::Options translation;
    translation.vendors = {vendor.get()};
    return translation;
  }
  test::Translated translated;
};

} // namespace

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
