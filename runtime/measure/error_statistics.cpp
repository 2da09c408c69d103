#include "runtime/measure/error_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fporder::measure {

namespace {

constexpr int bitsAnOctave = 8; // 256 bins
static_assert(MagnitudeHistogram::binsAnOctave == 1 << bitsAnOctave);

// The leading bits of a binary64 order non-negative values: exponent and the first significand bits make the bin.
constexpr std::uint64_t key(double value) { return std::bit_cast<std::uint64_t>(value) >> (52 - bitsAnOctave); }
constexpr double power(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52); }

constexpr std::uint64_t firstKey = key(power(MagnitudeHistogram::smallestExponent));
constexpr std::uint64_t lastKey = key(power(MagnitudeHistogram::largestExponent));
constexpr std::size_t binCount = lastKey - firstKey + 1; // one for what lies below

/// Bins are numbered from 0, what lies below 2^smallestExponent, on without end.
constexpr std::uint64_t binOf(double magnitude) { return std::max(key(magnitude), firstKey - 1) - (firstKey - 1); }

double upperEnd(std::uint64_t bin) {
  const std::uint64_t infinite = key(std::numeric_limits<double>::infinity());
  if (bin == 0)
    return 0;
  return firstKey + bin >= infinite ? std::numeric_limits<double>::infinity() : std::bit_cast<double>((firstKey + bin) << (52 - bitsAnOctave));
}

} // namespace

MagnitudeHistogram::MagnitudeHistogram() : bins(binCount) {}

template <typename Visit> void MagnitudeHistogram::walk(const Visit &visit) const {
  for (std::size_t bin = 0; bin < bins.size(); ++bin)
    if (bins[bin] && visit(std::uint64_t{bin}, bins[bin]))
      return;
  for (const auto &[bin, values] : tail)
    if (visit(bin, values))
      return;
}

void MagnitudeHistogram::add(std::span<const double> magnitudes) {
  for (const double magnitude : magnitudes) {
    if (std::isnan(magnitude))
      continue;
    const std::uint64_t bin = binOf(magnitude);
    ++(bin < bins.size() ? bins[bin] : tail[bin]);
    ++count;
  }
}

void MagnitudeHistogram::merge(const MagnitudeHistogram &other) {
  for (std::size_t i = 0; i < bins.size(); ++i)
    bins[i] += other.bins[i];
  for (const auto &[bin, values] : other.tail)
    tail[bin] += values;
  count += other.count;
}

double MagnitudeHistogram::quantile(double q) const {
  const double wanted = q * static_cast<double>(count);
  std::uint64_t before = 0;
  double result = 0;
  walk([&](std::uint64_t bin, std::uint64_t values) {
    const double high = upperEnd(bin), low = bin == 1 ? power(smallestExponent) : upperEnd(bin - (bin ? 1 : 0));
    const double share = std::clamp((wanted - static_cast<double>(before)) / static_cast<double>(values), 0.0, 1.0);
    result = bin == 0 || std::isinf(high) ? high : low + (high - low) * share;
    before += values;
    return static_cast<double>(before) >= wanted;
  });
  return result;
}

double MagnitudeHistogram::sumOfBits(double most) const {
  double sum = 0;
  walk([&](std::uint64_t bin, std::uint64_t values) {
    sum += static_cast<double>(values) * std::min(most, std::log2(1 + upperEnd(bin)));
    return false;
  });
  return sum;
}

std::uint64_t MagnitudeHistogram::inOctave(int exponent) const {
  std::uint64_t sum = 0;
  walk([&](std::uint64_t bin, std::uint64_t values) {
    if (bin > 0 && smallestExponent + static_cast<int>((bin - 1) / binsAnOctave) == exponent)
      sum += values;
    return false;
  });
  return sum;
}

std::vector<std::pair<double, double>> MagnitudeHistogram::distribution(std::size_t points) const {
  std::vector<std::pair<double, double>> curve;
  if (points == 0)
    return curve;
  std::uint64_t sum = 0;
  double shown = 0;
  walk([&](std::uint64_t bin, std::uint64_t values) {
    sum += values;
    const double share = static_cast<double>(sum) / static_cast<double>(count);
    if (curve.empty() || sum == count || (share - shown) * static_cast<double>(points) >= 1) {
      curve.emplace_back(upperEnd(bin), share);
      shown = share;
    }
    return false;
  });
  return curve;
}

void ErrorStatistics::add(std::span<const double> errors, std::uint64_t first) {
  histogram.add(errors);
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (!std::isnan(errors[i])) {
      worst.take(errors[i], first + i);
      sum.add(errors[i]);
    }
}

void ErrorStatistics::merge(const ErrorStatistics &later) {
  histogram.merge(later.histogram);
  worst.merge(later.worst);
  sum.merge(later.sum);
}

double ErrorStatistics::quantile(double q) const {
  // A bin's upper end may lie above the largest error there is.
  return std::min(histogram.quantile(q), maximum());
}

} // namespace fporder::measure
