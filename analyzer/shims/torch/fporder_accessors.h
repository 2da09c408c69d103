// Rows of tensors as kernels get them: pointers to the analysis, whose elements are rows or numbers.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace at {
template <class T> struct DefaultPtrTraits {
  using PtrType = T *;
};
template <class T> struct RestrictPtrTraits {
  using PtrType = T *__restrict__;
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> struct TensorAccessor {
  T *data() const;
  I size(I) const;
  I stride(I) const;
  TensorAccessor<T, N - 1, P, I> operator[](I) const;
};
template <class T, template <class> class P, class I> struct TensorAccessor<T, 1, P, I> {
  T *data() const;
  I size(I) const;
  I stride(I) const;
  T &operator[](I) const;
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
struct GenericPackedTensorAccessor : TensorAccessor<T, N, P, I> {};
template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, P, int32_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, P, int64_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, P, int64_t>;
} // namespace at
