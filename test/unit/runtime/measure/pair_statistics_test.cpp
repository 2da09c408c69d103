#include "runtime/measure/pair_statistics.h"

#include "runtime/format/rounding.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace fporder;
using namespace fporder::measure;
using format::Format;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), quiet = std::numeric_limits<double>::quiet_NaN();

PairStatistics statisticsOf(const std::vector<double> &golden, const std::vector<double> &actual, Format format) {
  return pairStatistics(PairedArrays(golden, actual), format);
}

} // namespace

TEST_CASE("pair statistics: counts and places") {
  //                                             0  1    2     3    4    5     6  7
  const PairStatistics statistics = statisticsOf({1, 2, 4, quiet, quiet, inf, -0.0, 8}, {1, 2, 5, quiet, 1, -inf, 0.0, 9}, Format::Binary32);
  CHECK(statistics.count == 8);
  CHECK(statistics.finite == 5);
  CHECK(statistics.differing == 5); // 2, 4, 5, 6 and 7
  CHECK(statistics.notFinite.mismatches == 2);
  CHECK(statistics.firstMismatch->index == 4);
  CHECK(statistics.firstDiffering->index == 2);
  CHECK(statistics.goldenNan == 2);
  CHECK(statistics.actualNan == 1);
  CHECK(statistics.goldenInfinite == 1);
  CHECK(statistics.actualInfinite == 1);
  CHECK(statistics.maxAbsolute == 1);
  CHECK(statistics.worstAbsolute->index == 2); // the first of two
  CHECK(statistics.worstRelative->index == 2);
  CHECK(statistics.maxUlp == 0x1p21); // 1 / 2^(2 - 23)
  CHECK(statistics.meanUlp == (0x1p21 + 0x1p20) / 5);
}

TEST_CASE("pair statistics: the unit is golden's, in the computed format") {
  CHECK(statisticsOf({1}, {1 + 0x1p-10}, Format::Binary16).maxUlp == 1);
  CHECK(statisticsOf({1}, {1 - 0x1p-11}, Format::Binary16).maxUlp == 0.5);  // half a unit below a power of two
  CHECK(statisticsOf({1 + 0x1p-12}, {1}, Format::Binary16).maxUlp == 0.25); // golden need not be a half
  CHECK(statisticsOf({0}, {0x1p-24}, Format::Binary16).maxUlp == 1);
  CHECK(statisticsOf({448}, {416}, Format::E4M3FN).maxUlp == 1);
  CHECK_FALSE(statisticsOf({1}, {2}, Format::Integer).hasUlp);
}

TEST_CASE("pair statistics: the histogram's bins are half open and complete") {
  const double unit = 0x1p-52;
  std::vector<double> golden, actual;
  for (const double ulps : {0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 0x1p24, 0x1p25}) {
    golden.push_back(ulps == 0.5 ? 1.0 : 1);
    actual.push_back(ulps == 0.5 ? 1 - unit / 2 : 1 + ulps * unit);
  }
  const PairStatistics statistics = statisticsOf(golden, actual, Format::Binary64);
  const auto count = [&](double upper) {
    for (const UlpBin &bin : statistics.histogram)
      if (bin.upper == upper)
        return bin.count;
    return std::size_t{999};
  };
  CHECK(count(0) == 1);
  CHECK(count(0.5) == 1);
  CHECK(count(1) == 1);
  CHECK(count(2) == 1);
  CHECK(count(4) == 2);
  CHECK(count(8) == 1);
  CHECK(count(0x1p24) == 1);
  CHECK(count(inf) == 1);
  // Random errors: every bin against a plain count.
  std::mt19937_64 random(3);
  golden.assign(20'000, 1);
  actual.clear();
  for (std::size_t i = 0; i < golden.size(); ++i)
    actual.push_back(1 + std::round(std::exp2(std::uniform_real_distribution<double>(-2, 30)(random))) * unit);
  const PairStatistics many = statisticsOf(golden, actual, Format::Binary64);
  std::size_t total = 0;
  for (const UlpBin &bin : many.histogram) {
    std::size_t expected = 0;
    for (const double value : actual) {
      const double ulps = (value - 1) / unit;
      expected += bin.upper == 0 ? ulps == 0 : ulps > bin.lower && ulps <= bin.upper;
    }
    CHECK(bin.count == expected);
    total += bin.count;
  }
  CHECK(total == many.finite);
}
