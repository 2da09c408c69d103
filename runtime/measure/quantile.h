// A quantile of a sequence that is read several times instead of being kept: a selection by digits of the values' bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace fporder::measure {

/// The quantile of non-negative values (infinity included, no NaN), interpolated linearly between order statistics as NumPy's default does: at
/// q (n - 1). All values are added in each of `passes` passes, with `endPass` after each; half a megabyte each for the two order statistics, whatever
/// n is. Exact order statistics.
class StreamedQuantile {
public:
  static constexpr unsigned passes = 4;
  /// `share` in [0, 1]; others are taken as the nearer end.
  explicit StreamedQuantile(double share);
  void add(double value);
  void endPass();
  /// After the last pass; 0 when there were no values.
  double value() const;

private:
  static constexpr unsigned digitBits = 16;
  /// The order statistic of one rank: the digits known so far, and how many values have the next one.
  struct Selection {
    std::uint64_t prefix = 0;
    std::size_t rank = 0; // among the values with this prefix
    std::unique_ptr<std::array<std::size_t, std::size_t{1} << digitBits>> counts;
  };
  void narrow(Selection &selection) const;

  double share, fraction = 0;
  unsigned pass = 0;
  std::size_t count = 0;
  Selection lower, upper;
};

} // namespace fporder::measure
