// A vendor's API that nobody has, its document, and kernels that use it.
#pragma once

#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

namespace fporder::test::vendor {

inline constexpr const char *api = R"yaml(vendor: Made-up
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

inline constexpr const char *declarations = R"(
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

/// What the document says.
inline const std::vector<const models::Vendor *> &vendors() {
  static std::vector<rules::DocumentError> errors;
  static const std::unique_ptr<models::Vendor> vendor = models::readVendor(api, "made-up.yaml", errors);
  static const std::vector<const models::Vendor *> all{vendor.get()};
  REQUIRE(vendor);
  return all;
}

/// Kernels of the made-up API, whose calls its document describes.
class Kernel {
public:
  explicit Kernel(const std::string &code, bool declared = true)
      : translated((declared ? declarations : "") + code, {"-std=c++20"}, "input.cpp", options()) {}
  const order::Procedure &procedure(const std::string &name) const { return translated.procedure(name); }
  std::string stored(const std::string &function, const std::string &target) const { return translated.stored(function, target); }
  std::string returned(const std::string &function) const { return translated.returned(function); }
  std::string reductions(const std::string &function) const { return translated.reductions(function); }

private:
  static frontend::Options options() {
    frontend::Options translation;
    translation.vendors = vendors();
    return translation;
  }
  Translated translated;
};

} // namespace fporder::test::vendor
