// Matrix products of a warp.
#pragma once

#include "cuda_bf16.h"

namespace nvcuda {
namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
  enum { num_elements = 8 };
  T x[8];
};
template <class F, class T> void fill_fragment(F &, T);
template <class F, class T> void load_matrix_sync(F &, const T *, unsigned);
template <class F, class T> void load_matrix_sync(F &, const T *, unsigned, layout_t);
template <class F, class T> void store_matrix_sync(T *, const F &, unsigned, layout_t);
template <class D, class A, class B, class C> void mma_sync(D &, const A &, const B &, const C &);
} // namespace wmma
} // namespace nvcuda
