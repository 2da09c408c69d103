#include "runtime/measure/error_statistics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace fporder::measure;

namespace {

std::vector<double> logUniform(std::size_t count, double low, double high) {
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> exponent(low, high);
  std::vector<double> values(count);
  for (double &value : values)
    value = std::exp2(exponent(generator));
  return values;
}

} // namespace

TEST_CASE("quantiles lie within 0.4 % of the sorted sample's") {
  std::vector<double> values = logUniform(50'000, -12, 24);
  MagnitudeHistogram histogram;
  histogram.add(values);
  std::ranges::sort(values);
  for (const double q : {0.01, 0.25, 0.5, 0.9, 0.99, 0.999}) {
    const double truth = values[static_cast<std::size_t>(std::ceil(q * double(values.size()))) - 1];
    CHECK(histogram.quantile(q) == doctest::Approx(truth).epsilon(0.004));
  }
  CHECK(histogram.total() == values.size());
}

TEST_CASE("zeros and huge values have bins of their own") {
  MagnitudeHistogram histogram;
  histogram.add(std::vector<double>{0, 0, 0, 1, INFINITY});
  CHECK(histogram.belowSmallest() == 3);
  CHECK(histogram.quantile(0.5) == 0);
  CHECK(histogram.quantile(0.8) == doctest::Approx(1).epsilon(0.004));
  CHECK(std::isinf(histogram.quantile(1)));
  CHECK(histogram.inOctave(0) == 1);
}

TEST_CASE("heavy tails: quantiles beyond 2^88 are as near to the sorted sample's") {
  std::vector<double> values = logUniform(20'000, -60, 1000);
  ErrorStatistics statistics;
  statistics.add(std::span(values).first(7'000), 0);
  ErrorStatistics later;
  later.add(std::span(values).subspan(7'000), 7'000);
  statistics.merge(later);
  std::ranges::sort(values);
  for (const double q : {0.2, 0.5, 0.9, 0.99, 0.999}) {
    const double truth = values[static_cast<std::size_t>(std::ceil(q * double(values.size()))) - 1];
    CHECK(statistics.quantile(q) == doctest::Approx(truth).epsilon(0.004));
  }
  CHECK(statistics.magnitudes().distribution(50).back().second == 1);
}

TEST_CASE("NaN is no error") {
  ErrorStatistics statistics;
  statistics.add(std::vector<double>{0.5, std::nan(""), 1.5}, 100);
  CHECK(statistics.samples() == 2);
  CHECK(statistics.mean() == 1);
  CHECK(statistics.maximum() == 1.5);
  CHECK(statistics.worstSample() == 102);
}

TEST_CASE("merging blocks gives what one block gives, the first of equal extremes stays") {
  std::vector<double> values = logUniform(10'000, -3, 3);
  values[17] = values[9'000] = 1000;
  ErrorStatistics whole, parts;
  whole.add(values, 0);
  for (std::size_t first = 0; first < values.size(); first += 777) {
    ErrorStatistics part;
    part.add(std::span(values).subspan(first, std::min<std::size_t>(777, values.size() - first)), first);
    parts.merge(part);
  }
  CHECK(parts.samples() == whole.samples());
  CHECK(parts.maximum() == whole.maximum());
  CHECK(parts.worstSample() == 17);
  CHECK(parts.mean() == doctest::Approx(whole.mean()).epsilon(1e-15));
  CHECK(parts.quantile(0.99) == whole.quantile(0.99));
}

TEST_CASE("a mean of tiny terms beside a huge one is not absorbed") {
  CompensatedSum sum;
  sum.add(1e16);
  for (int i = 0; i < 1000; ++i)
    sum.add(1);
  CHECK(sum.value() == 1e16 + 1000);
}

TEST_CASE("the distribution function rises to 1") {
  const std::vector<double> values = logUniform(5'000, -5, 5);
  MagnitudeHistogram histogram;
  histogram.add(values);
  const auto curve = histogram.distribution(100);
  REQUIRE(!curve.empty());
  CHECK(curve.size() <= 102);
  CHECK(curve.back().second == 1);
  CHECK(std::ranges::is_sorted(curve));
}
