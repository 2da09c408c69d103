#include "runtime/measure/pair_statistics.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/figures.h"

#include <bit>
#include <cmath>
#include <limits>

namespace fporder::measure {

namespace {

constexpr std::size_t valuesAtATime = 4096;

std::vector<UlpBin> emptyHistogram() {
  std::vector<UlpBin> bins{{0, 0, 0}, {0, 0.5, 0}};
  for (int power = 0; power <= 24; ++power)
    bins.push_back({std::ldexp(0.5, power), std::ldexp(1.0, power), 0});
  bins.push_back({0x1p24, std::numeric_limits<double>::infinity(), 0});
  return bins;
}

/// Index in the histogram above: 0, (0, 1/2], (1/2, 1], (1, 2], ...
std::size_t binOf(double ulps, std::size_t bins) {
  if (ulps == 0)
    return 0;
  if (!(ulps > 0.5))
    return 1;
  int exponent = 0;
  const double fraction = std::frexp(ulps, &exponent); // in [1/2, 1)
  if (!std::isfinite(ulps))
    return bins - 1;
  const int power = fraction == 0.5 ? exponent - 1 : exponent; // least with ulps <= 2^power
  return std::min(static_cast<std::size_t>(power + 2), bins - 1);
}

bool same(double golden, double actual) {
  return (std::isnan(golden) && std::isnan(actual)) || std::bit_cast<std::uint64_t>(golden) == std::bit_cast<std::uint64_t>(actual);
}

class Collector {
public:
  explicit Collector(format::Format which) : format(which) {
    statistics.hasUlp = format::isHeldInDouble(format);
    if (statistics.hasUlp)
      statistics.histogram = emptyHistogram();
  }

  void add(const PairElement &element) {
    ++statistics.count;
    const double golden = element.golden, actual = element.actual;
    statistics.goldenNan += std::isnan(golden) ? 1 : 0;
    statistics.actualNan += std::isnan(actual) ? 1 : 0;
    statistics.notFinite.bothNan += std::isnan(golden) && std::isnan(actual) ? 1 : 0;
    statistics.goldenInfinite += std::isinf(golden) ? 1 : 0;
    statistics.actualInfinite += std::isinf(actual) ? 1 : 0;
    const bool equal = same(golden, actual), finite = std::isfinite(golden) && std::isfinite(actual);
    if (!equal) {
      ++statistics.differing;
      keepFirst(statistics.firstDiffering, element);
    }
    if (finite)
      addFinite(element);
    else if (!equal) {
      ++statistics.notFinite.mismatches;
      keepFirst(statistics.firstMismatch, element);
    }
  }

  PairStatistics finish() {
    if (statistics.finite != 0)
      statistics.meanUlp = ulpSum.value() / static_cast<double>(statistics.finite);
    return std::move(statistics);
  }

private:
  static void keepFirst(std::optional<PairElement> &kept, const PairElement &element) {
    if (!kept)
      kept = element;
  }

  static void keepWorst(std::optional<PairElement> &kept, double &most, double error, const PairElement &element) {
    if (error > most) {
      most = error;
      kept = element;
    }
  }

  void addFinite(const PairElement &element) {
    ++statistics.finite;
    const double error = std::fabs(element.actual - element.golden);
    if (error == 0) {
      if (statistics.hasUlp)
        ++statistics.histogram.front().count;
      return;
    }
    keepWorst(statistics.worstAbsolute, statistics.maxAbsolute, error, element);
    keepWorst(statistics.worstRelative, statistics.maxRelative, relativeError(error, element.golden, 0), element);
    if (!statistics.hasUlp)
      return;
    const double ulps = error / format::ulp(format, element.golden);
    keepWorst(statistics.worstUlp, statistics.maxUlp, ulps, element);
    ulpSum.add(ulps);
    ++statistics.histogram[binOf(ulps, statistics.histogram.size())].count;
  }

  format::Format format;
  PairStatistics statistics;
  CompensatedSum ulpSum;
};

} // namespace

PairStatistics pairStatistics(const PairedValues &values, format::Format format, const std::function<void(double)> &progress) {
  Collector collector(format);
  std::vector<double> golden(valuesAtATime), actual(valuesAtATime), third(values.hasThird() ? valuesAtATime : 0);
  for (std::size_t first = 0; first < values.count(); first += valuesAtATime) {
    const std::size_t length = std::min(valuesAtATime, values.count() - first);
    values.read(first, std::span(golden).first(length), std::span(actual).first(length), std::span(third).first(std::min(length, third.size())));
    for (std::size_t i = 0; i < length; ++i)
      collector.add({first + i, golden[i], actual[i]});
    if (progress && first % (valuesAtATime * 64) == 0)
      progress(static_cast<double>(first) / static_cast<double>(values.count()));
  }
  return collector.finish();
}

} // namespace fporder::measure
