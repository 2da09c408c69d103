// Statistics of errors in ulps over samples that come in blocks: what a table row says about one ordering.
//
// Maximum and counts are exact. The mean is the quotient of a compensated sum. Quantiles come from a histogram of 256 bins an octave from 2^-40
// upwards (a bin of its own for 0 and below, another for infinity): they are within 0.4 % of the sample's. Bins from 2^88 on exist only where there
// are values. Merging is associative in everything but the mean's last bits, so results are independent of the number of threads as long as blocks
// are merged in their order.
#pragma once

#include "runtime/measure/compensated_sum.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace fporder::measure {

/// A histogram of non-negative magnitudes, fine enough for quantiles, coarse enough for any number of samples.
class MagnitudeHistogram {
public:
  MagnitudeHistogram();
  void add(std::span<const double> magnitudes);
  void merge(const MagnitudeHistogram &other);
  std::uint64_t total() const { return count; }
  /// The magnitude that the share `q` (0..1) of the values does not exceed, within 0.4 %; 0 when there are none.
  double quantile(double q) const;
  /// Values in [2^exponent, 2^(exponent+1)).
  std::uint64_t inOctave(int exponent) const;
  std::uint64_t belowSmallest() const { return bins.front(); }
  /// The distribution function at the upper end of every bin that is not empty, at most `points` pairs (magnitude, share up to there).
  std::vector<std::pair<double, double>> distribution(std::size_t points) const;
  /// The sum of log2(1 + value), at most `most` of each value; within 0.006 a value.
  double sumOfBits(double most) const;

  static constexpr int smallestExponent = -40, largestExponent = 88, binsAnOctave = 256; // of the bins that always exist

private:
  /// Every bin with a value in it, in order, until `visit(number, values)` returns true.
  template <typename Visit> void walk(const Visit &visit) const;

  std::vector<std::uint64_t> bins;
  std::map<std::uint64_t, std::uint64_t> tail; // bins beyond, by number
  std::uint64_t count = 0;
};

/// A largest value and the first sample that has it.
struct Extreme {
  double value = -std::numeric_limits<double>::infinity();
  std::uint64_t sample = 0;
  bool any() const { return value >= 0; }
  void take(double candidate, std::uint64_t at) {
    if (candidate > value)
      value = candidate, sample = at;
  }
  /// `later` comes from later samples.
  void merge(const Extreme &later) { take(later.value, later.sample); }
};

/// Errors of one ordering, in ulps of the result's format, and its relative errors.
class ErrorStatistics {
public:
  /// `errors` in ulps, one a sample, of samples first, first + 1, ...; a NaN is a sample without an error (excluded and counted elsewhere).
  void add(std::span<const double> errors, std::uint64_t first);
  void merge(const ErrorStatistics &later);

  std::uint64_t samples() const { return histogram.total(); }
  double maximum() const { return worst.any() ? worst.value : 0; }
  std::uint64_t worstSample() const { return worst.sample; }
  double mean() const { return samples() ? sum.value() / static_cast<double>(samples()) : 0; }
  double quantile(double q) const;
  const MagnitudeHistogram &magnitudes() const { return histogram; }

private:
  MagnitudeHistogram histogram;
  Extreme worst;
  CompensatedSum sum;
};

} // namespace fporder::measure
