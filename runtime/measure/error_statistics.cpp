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
constexpr std::size_t binCount = lastKey - firstKey + 2; // one for what lies below, one for what lies above

} // namespace

MagnitudeHistogram::MagnitudeHistogram() : bins(binCount) {}

void MagnitudeHistogram::add(std::span<const double> magnitudes) {
  for (const double magnitude : magnitudes) {
    if (std::isnan(magnitude))
      continue;
    const std::uint64_t at = std::clamp(key(magnitude), firstKey - 1, lastKey) - (firstKey - 1);
    ++bins[at];
    ++count;
  }
}

void MagnitudeHistogram::merge(const MagnitudeHistogram &other) {
  for (std::size_t i = 0; i < bins.size(); ++i)
    bins[i] += other.bins[i];
  count += other.count;
}

double MagnitudeHistogram::upperEnd(std::size_t bin) const {
  if (bin == 0)
    return 0;
  if (bin + 1 == bins.size())
    return std::numeric_limits<double>::infinity();
  return std::bit_cast<double>((firstKey + bin) << (52 - bitsAnOctave));
}

double MagnitudeHistogram::quantile(double q) const {
  if (count == 0)
    return 0;
  const double wanted = q * static_cast<double>(count);
  std::uint64_t before = 0;
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    if (bins[bin] == 0)
      continue;
    if (static_cast<double>(before + bins[bin]) < wanted) {
      before += bins[bin];
      continue;
    }
    if (bin == 0 || bin + 1 == bins.size())
      return upperEnd(bin);
    const double low = bin == 1 ? power(smallestExponent) : upperEnd(bin - 1);
    const double share = std::max(0.0, wanted - static_cast<double>(before)) / static_cast<double>(bins[bin]);
    return low + (upperEnd(bin) - low) * share;
  }
  return upperEnd(bins.size() - 1);
}

std::uint64_t MagnitudeHistogram::inOctave(int exponent) const {
  if (exponent < smallestExponent || exponent >= largestExponent)
    return 0;
  const std::size_t first = 1 + static_cast<std::size_t>(exponent - smallestExponent) * binsAnOctave;
  std::uint64_t sum = 0;
  for (std::size_t bin = first; bin < first + binsAnOctave; ++bin)
    sum += bins[bin];
  return sum;
}

std::vector<std::pair<double, double>> MagnitudeHistogram::distribution(std::size_t points) const {
  std::vector<std::pair<double, double>> curve;
  if (count == 0 || points == 0)
    return curve;
  std::uint64_t sum = 0;
  double shown = 0;
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    if (bins[bin] == 0)
      continue;
    sum += bins[bin];
    const double share = static_cast<double>(sum) / static_cast<double>(count);
    if (curve.empty() || sum == count || (share - shown) * static_cast<double>(points) >= 1) {
      curve.emplace_back(upperEnd(bin), share);
      shown = share;
    }
  }
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
