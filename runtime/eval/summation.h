// The terms of a reduction combined in the order that a Summation states.
#pragma once

#include "runtime/eval/options.h"

#include <span>
#include <vector>

namespace fporder::eval {

/// T terms of `columns` independent reductions, term by term: term k of column n at [k * columns + n]. `factors` is empty, or the other factors of
/// terms that are products to be fused into running sums.
template <class T> struct Terms {
  std::span<T> values;
  std::span<const T> factors;
  std::size_t columns = 0;
  std::span<const std::uint32_t> counts = {}; // by column, where columns have fewer terms than there are rows; empty: all have as many
  std::size_t count() const { return columns == 0 ? 0 : values.size() / columns; }
};

struct ReductionRounding {
  order::ReductionKind kind = order::ReductionKind::Sum;
  format::Format format = format::Format::Binary64; // of the reduction
  format::Format term = format::Format::Binary64;
  format::Conversion conversion = {};
};

/// result[n]: the reduction of column n, from result[n] on entry as its initial value. Terms are used up. The binary32 form takes reductions whose
/// terms and running sums are binary32.
void combine(const Summation &summation, const ReductionRounding &rounding, Terms<double> terms, std::span<double> result);
void combine(const Summation &summation, const ReductionRounding &rounding, Terms<float> terms, std::span<double> result);

/// Whether the binary32 form may be used.
bool combinesInBinary32(const Summation &summation, const ReductionRounding &rounding);

} // namespace fporder::eval
