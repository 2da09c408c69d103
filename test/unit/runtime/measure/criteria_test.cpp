#include "runtime/measure/criteria.h"
#include "runtime/measure/figures.h"
#include "runtime/measure/pair_statistics.h"
#include "runtime/measure/quantile.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace fporder;
using namespace fporder::measure;
using format::Format;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), quiet = std::numeric_limits<double>::quiet_NaN();

CriterionResult one(std::string_view criterion, Format format, const std::vector<double> &golden, const std::vector<double> &actual,
                    const std::vector<double> &third = {}) {
  const auto choices = parseCriteria(criterion);
  REQUIRE_MESSAGE(choices.ok(), (choices ? "" : choices.error().message));
  const PairedArrays values(golden, actual, third);
  return judge(values, format, *choices, pairStatistics(values, format).notFinite)[0];
}

double figure(std::string_view criterion, const std::vector<double> &golden, const std::vector<double> &actual, std::size_t check = 0,
              Format format = Format::Binary32) {
  return one(criterion, format, golden, actual).checks.at(check).value;
}

} // namespace

// golden 1, 2, 4, 0 and actual 1.5, 2, 3, 0.25: errors 1/2, 0, 1, 1/4; relative to golden 1/2, 0, 1/4, infinite.
TEST_CASE("criteria: figures worked out by hand") {
  const std::vector<double> golden{1, 2, 4, 0}, actual{1.5, 2, 3, 0.25};
  CHECK(figure("exact", golden, actual) == 0.75);
  // With a guard of 1: 0.5/2, 0, 1/5, 0.25/1: mean 0.175, maximum 0.25.
  CHECK(figure("ascend:guard=1", golden, actual, 0) == doctest::Approx(0.175).epsilon(1e-15));
  CHECK(figure("ascend:guard=1", golden, actual, 1) == 0.25);
  CHECK(figure("double-hundredth:rtol=0.25", golden, actual) == 0.5);     // 1/2 and the one at zero
  CHECK(figure("assert-close:rtol=0.25,atol=0.25", golden, actual) == 0); // 1/2 <= 1/2, 1 <= 5/4, 1/4 <= 1/4
  CHECK(figure("polygraphy:rtol=0.25,atol=0.2", golden, actual) == 0.5);
  CHECK(figure("polygraphy-max", golden, actual, 0) == 1);
  CHECK(figure("polygraphy-max", golden, actual, 1) == inf);
  CHECK(figure("polygraphy-mean", golden, actual, 0) == 1.75 / 4);
  CHECK(figure("polygraphy-median", golden, actual, 0) == 0.375); // of 0, 1/4, 1/2, 1
  CHECK(figure("polygraphy-quantile:quantile=0.75", golden, actual, 0) == 0.625);
  CHECK(figure("mnn", golden, actual) == 0.25);
  CHECK(figure("ncnn:tolerance=0.3", golden, actual) == 0.25);       // only 1/2 is beyond 0.3 and 0.3 * 1.5; 1 is within 0.3 * 4
  CHECK(figure("ggml", golden, actual) == (0.25 + 1 + 0.0625) / 21); // over 1 + 4 + 16
  CHECK(figure("mlu-ops", golden, actual, 0) == 0.25);               // 1.75 / 7
  CHECK(figure("mlu-ops", golden, actual, 1) == std::sqrt(1.3125 / 21));
  CHECK(figure("mlu-ops", golden, actual, 2) == 1);
  CHECK(figure("mlu-ops", golden, actual, 3) == 2.0 / 3);
  CHECK(figure("mlu-ops", golden, golden, 3) == 0.5);
}

// The same formulas written with NumPy 2.4 in binary64 (mean, max, median, quantile, sum, sqrt), which sums pairwise; hence the tolerance.
TEST_CASE("criteria: figures of a thousand elements, computed independently") {
  std::vector<double> golden, actual, third;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const double g = static_cast<float>(double((i * 2654435761) & 0xffffffff) * 0x1p-31 - 1);
    golden.push_back(g);
    actual.push_back(static_cast<float>(g * (1 + (double((i * 25173) & 0xffff) - 32768) * 0x1p-37)));
    third.push_back(static_cast<float>(g * (1 + (double((i * 13849) & 0xffff) - 32768) * 0x1p-36)));
  }
  struct Expected {
    const char *criterion;
    std::size_t check;
    double value;
  };
  const std::vector<Expected> figures{
      {"exact", 0, 0.831},
      {"ascend", 0, 1.1817248620636266e-07},
      {"ascend", 1, 2.752059599670547e-07},
      {"ascend-ratio-l1:near=0.25,small=1e-8", 0, 0.5112358013278872},
      {"ascend-ratio-l1:near=0.25,small=1e-8", 1, 0.5013490958107749},
      {"ascend-ratio-l1:near=0.25,small=1e-8", 2, 0.5132341033150352},
      {"ascend-ratio-l1:near=0.25,small=1e-8", 3, 0.745945945945946},
      {"double-ten-thousandth:rtol=2e-7", 0, 0.165},
      {"assert-close:rtol=1e-7,atol=2e-8", 0, 0.345},
      {"polygraphy:rtol=1e-7,atol=3e-8", 0, 0.428},
      {"polygraphy-max", 0, 2.384185791015625e-07},
      {"polygraphy-max", 1, 2.752061293909138e-07},
      {"polygraphy-mean", 0, 5.981535650789737e-08},
      {"polygraphy-mean", 1, 1.18172586924133e-07},
      {"polygraphy-median", 0, 5.960464477539063e-08},
      {"polygraphy-median", 1, 1.1525123403131188e-07},
      {"polygraphy-quantile", 0, 1.7881393432617188e-07},
      {"polygraphy-quantile", 1, 2.5613929344056015e-07},
      {"mnn", 0, 2.384185791015625e-07},
      {"ncnn:tolerance=1e-7", 0, 0.248},
      {"ggml", 0, 1.997581249614567e-14},
      {"mlu-ops", 0, 1.1962406777631633e-07},
      {"mlu-ops", 1, 1.4133581462653288e-07},
      {"mlu-ops", 2, 2.384185791015625e-07},
      {"mlu-ops", 3, 0.4681107099879663},
      {"exhaustive-ulp", 0, 0.169},
      {"exhaustive-ulp", 1, 0.353},
      {"exhaustive-ulp", 2, 0.311},
      {"exhaustive-ulp", 3, 0.167},
      {"exhaustive-ulp", 4, 0.0},
  };
  for (const auto &[criterion, check, value] : figures)
    CHECK_MESSAGE(std::fabs(one(criterion, Format::Binary32, golden, actual, third).checks.at(check).value - value) <= 1e-13 * value, criterion);
  const PairStatistics statistics = pairStatistics(PairedArrays(golden, actual), Format::Binary32);
  CHECK(statistics.maxUlp == 4.0);
  CHECK(statistics.meanUlp == doctest::Approx(1.489).epsilon(1e-14));
}

TEST_CASE("criteria: limits are strict or not as stated, and follow the format") {
  // One element of 1000 beyond the bound is a share of 1e-3, not below it.
  std::vector<double> golden(1000, 1), actual(1000, 1);
  actual[7] = 1.01;
  CHECK_FALSE(one("double-thousandth", Format::Binary32, golden, actual).passed);
  CHECK(one("double-thousandth:share=0.0011", Format::Binary32, golden, actual).passed);
  CHECK(one("assert-close:share=1e-3", Format::Binary32, golden, actual).passed);
  CHECK(one("double-hundredth", Format::Binary32, golden, actual).passed);
  for (const auto &[format, threshold] : {std::pair{Format::Binary32, 0x1p-13},
                                          {Format::Binary16, 0x1p-10},
                                          {Format::BFloat16, 0x1p-7},
                                          {Format::E4M3FN, 0x1p-3},
                                          {Format::E5M2, 0x1p-2}}) {
    // A relative error everywhere: MERE decides. With no guard the figures are exact.
    const std::vector<double> ones(8, 1), at(8, 1 + threshold), below(8, 1 + threshold / 2);
    CHECK_FALSE(one("ascend:guard=0", format, ones, at).passed);
    CHECK(one("ascend:guard=0", format, ones, below).passed);
    const CriterionResult result = one("ascend:guard=0", format, ones, below);
    CHECK(result.checks[0].limit == threshold);
    CHECK(result.checks[1].limit == 10 * threshold);
  }
  CHECK(one("ascend", Format::Binary64, golden, actual).notApplicable == "no threshold for binary64");
  CHECK_FALSE(one("ascend:threshold=1", Format::Binary64, golden, actual).notApplicable.has_value());
  CHECK(one("assert-close", Format::Binary16, {1000}, {1001}).passed);
  CHECK_FALSE(one("assert-close", Format::Binary32, {1000}, {1001}).passed);
  CHECK(one("openvino", Format::Binary16, {0}, {2}).passed);
  CHECK_FALSE(one("openvino", Format::Binary32, {0}, {2}).passed);
  CHECK(one("ncnn", Format::BFloat16, {1}, {1.0625}).passed);
  CHECK_FALSE(one("ncnn", Format::Binary32, {1}, {1.0625}).passed);
  // Either bound is enough for Polygraphy's statistics.
  CHECK(one("polygraphy-max", Format::Binary32, {1e6}, {1e6 + 1}).passed);
  CHECK(one("polygraphy-max", Format::Binary32, {1e-9}, {2e-9}).passed);
  CHECK_FALSE(one("polygraphy-max", Format::Binary32, {1}, {1.001}).passed);
}

TEST_CASE("criteria: not-a-number and infinities stand by position") {
  for (const CriterionChoice &choice : allCriteria()) {
    const std::string equal = choice.name == "assert-close" ? choice.name + ":equal_nan=1" : choice.name;
    CriterionResult same = one(equal, Format::Binary32, {1, quiet, inf, -inf}, {1, quiet, inf, -inf}, {1, 1, 1, 1});
    CHECK_MESSAGE((same.passed || same.notApplicable), choice.name);
    for (const std::vector<double> &actual :
         {std::vector<double>{1, 2, inf, -inf}, {1, quiet, -inf, -inf}, {quiet, quiet, inf, -inf}, {1, inf, quiet, -inf}})
      CHECK_FALSE_MESSAGE(one(choice.name, Format::Binary32, {1, quiet, inf, -inf}, actual, {1, 1, 1, 1}).passed, choice.name);
  }
  // Where nothing is finite and everything agrees, there is no error.
  CHECK(one("ascend", Format::Binary32, {quiet}, {quiet}).passed);
  CHECK(one("ascend", Format::Binary32, {}, {}).passed);
}

TEST_CASE("criteria: against a third platform") {
  // Relative errors 1/4 and 0 against 1/8 and 1/8: MARE ratio 2, MERE ratio 1, RMSE: sqrt((1/16) / (2/64)) = sqrt 2.
  const std::vector<double> golden{1, 1}, actual{1.25, 1}, third{1.125, 0.875};
  const CriterionResult result = one("ascend-ratio-l2:guard=0", Format::Binary32, golden, actual, third);
  REQUIRE(result.checks.size() == 4);
  CHECK(result.checks[0].value == 2);
  CHECK(result.checks[1].value == 1);
  CHECK(result.checks[2].value == std::sqrt(2.0));
  CHECK_FALSE(result.passed); // RMSE above 1.2
  CHECK(one("ascend-ratio-l1:guard=0", Format::Binary32, golden, actual, third).passed);
  CHECK(one("ascend-ratio-l1", Format::Binary32, golden, actual).notApplicable == "no third platform's values");
  // Below 2^-14 only absolute errors above 2^-30 count: three against one.
  const std::vector<double> small(3, 0x1p-20), wrong(3, 0x1p-20 + 0x1p-29), mixed{0x1p-20, 0x1p-20, 0x1p-20 + 0x1p-29};
  CHECK(one("ascend-ratio-l0", Format::Binary32, small, wrong, mixed).checks[3].value == 3);
  CHECK(one("ascend-ratio-l0", Format::Binary32, small, wrong, mixed).checks[0].value == 0);
}

TEST_CASE("criteria: steps between representable numbers") {
  CHECK(representableSteps(Format::Binary32, 1, std::nextafter(1.0f, 2.0f)) == 1);
  CHECK(representableSteps(Format::Binary32, 1, std::nextafter(1.0f, 0.0f)) == 1);
  CHECK(representableSteps(Format::Binary32, -0x1p-149, 0x1p-149) == 2);
  CHECK(representableSteps(Format::Binary64, -0.0, 0.0) == 0);
  CHECK(representableSteps(Format::BFloat16, 1, 1 + 3 * 0x1p-7) == 3);
  CHECK(representableSteps(Format::BFloat16, 1 + 0x1p-9, 1) == 0); // golden is rounded first
  CHECK(representableSteps(Format::E4M3FN, 448, -448) == 252);     // 126 patterns on either side of zero
  const std::vector<double> golden(5, 1), actual{1, 1 + 0x1p-7, 1 - 0x1p-7, 1 + 10 * 0x1p-7, 1 + 11 * 0x1p-7};
  const CriterionResult result = one("exhaustive-ulp", Format::BFloat16, golden, actual);
  std::vector<double> shares;
  for (const Check &check : result.checks)
    shares.push_back(check.value);
  CHECK(shares == std::vector<double>{0.2, 0.2, 0.2, 0.2, 0.2});
  CHECK_FALSE(result.passed);
  CHECK(one("exhaustive-ulp:beyond10=0.2", Format::BFloat16, golden, actual).passed);
  CHECK(one("exhaustive-ulp", Format::Integer, golden, actual).notApplicable == "integer has no ulp");
}

TEST_CASE("criteria: spelling mistakes are answered with what there is") {
  CHECK(parseCriteria("ascend;mnn:tolerance=0.1")->size() == 2);
  CHECK(parseCriteria("all")->size() == allCriteria().size());
  CHECK(parseCriteria("ascend:threshold=2^-12,guard=1e-9")->at(0).parameters[0].value == 0x1p-12);
  for (const auto &[text, part] : {std::pair{"", "no criterion is named"},
                                   {"ascent", "there is no criterion 'ascent'; there are all, exact, ascend"},
                                   {"ascend:treshold=1", "has no parameter 'treshold'; it has threshold, factor, guard"},
                                   {"ascend:guard", "'guard' is not guard=NUMBER"},
                                   {"ascend:guard=small", "'guard=small' is not guard=NUMBER"},
                                   {"mnn:tolerance=nan", "is not tolerance=NUMBER"}}) {
    const auto result = parseCriteria(text);
    REQUIRE_MESSAGE(!result.ok(), text);
    CHECK_MESSAGE(result.error().message.find(part) != std::string::npos, result.error().message);
  }
  CHECK(defaultCriterion(Format::Binary16).name == "ascend");
  CHECK(defaultCriterion(Format::Binary64).name == "assert-close");
  CHECK(defaultCriterion(Format::Integer).name == "exact");
  for (const CriterionChoice &choice : allCriteria())
    CHECK(describeCriteria().find(choice.name + ": ") != std::string::npos);
}

TEST_CASE("criteria: NaN is equal to NaN only where that was asked for") {
  const std::vector<double> golden{1, quiet, 3};
  CHECK_FALSE(one("assert-close", Format::Binary32, golden, golden).passed); // torch.testing.assert_close's equal_nan=False
  CHECK(one("assert-close:equal_nan=1", Format::Binary32, golden, golden).passed);
  CHECK_FALSE(one("assert-close:equal_nan=1", Format::Binary32, golden, {1, 2, 3}).passed);
  CHECK(one("ascend", Format::Binary32, golden, golden).passed);
  const std::vector<double> infinite{1, inf, 3};
  CHECK(one("assert-close", Format::Binary32, infinite, infinite).passed);
}

TEST_CASE("quantiles: against sorting") {
  std::mt19937_64 random(7);
  for (const std::size_t count : {1u, 2u, 3u, 10u, 1001u, 20'000u}) {
    std::vector<double> values(count);
    for (double &value : values)
      value = std::exp2(std::uniform_real_distribution<double>(-1100, 1020)(random)) * (random() % 8 == 0 ? 0.0 : 1.0);
    if (count > 5)
      values[3] = inf;
    std::vector<double> sorted(values);
    std::sort(sorted.begin(), sorted.end());
    for (const double share : {0.0, 0.25, 0.5, 0.99, 1.0}) {
      StreamedQuantile quantile(share);
      for (unsigned pass = 0; pass < StreamedQuantile::passes; ++pass) {
        for (const double value : values)
          quantile.add(value);
        quantile.endPass();
      }
      const double place = share * double(count - 1);
      const auto below = static_cast<std::size_t>(place);
      const double low = sorted[below], high = sorted[std::min(below + 1, count - 1)], part = place - double(below);
      CHECK(quantile.value() == (part == 0 || low == high ? low : low + (high - low) * part));
    }
  }
}

TEST_CASE("sums: what a plain sum loses") {
  CompensatedSum sum;
  for (const double term : {1.0, 1e100, 1.0, -1e100})
    sum.add(term);
  CHECK(sum.value() == 2);
  CompensatedSum infinite;
  for (const double term : {1e308, 1e308, 1.0})
    infinite.add(term);
  CHECK(infinite.value() == inf);
}
