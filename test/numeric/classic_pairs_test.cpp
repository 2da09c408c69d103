// Pairs of orderings that textbooks compare: binary32, inputs 2^U(-20,20) of both signs unless a case says otherwise.
#include "test/numeric/measured.h"

#include <cmath>

using namespace fporder;
using namespace fporder::numeric;
using measure::Measurement;
using measure::OrderingFigures;

namespace {

const OrderingFigures &ordering(const Measurement &measurement, std::size_t index) { return measurement.result.orderings[index]; }
double maximum(const Measurement &measurement, std::size_t index) { return ordering(measurement, index).errors.maximum(); }
double mean(const Measurement &measurement, std::size_t index) { return ordering(measurement, index).errors.mean(); }
double differing(const Measurement &measurement, std::size_t index) { return share(ordering(measurement, index).different, measurement); }

/// b and c = -b (1 + k 2^-23) for k = 1, 2, ...: sums that cancel.
measure::DataSet nearlyOpposite(std::size_t count, double sign) {
  std::vector<double> b = values({Kind::PowerOfTwo, -20, 20, false}, count, "b"), c(count);
  format::roundTo(Format::Binary32, b);
  for (std::size_t i = 0; i < count; ++i)
    c[i] = sign * b[i] * (1 + static_cast<double>(i % 64 + 1) * 0x1p-23);
  format::roundTo(Format::Binary32, c);
  measure::DataSet data;
  data.tensors = {tensor("a", {count}, values({Kind::PowerOfTwo, -20, 20, false}, count, "a")), tensor("b", {count}, b), tensor("c", {count}, c)};
  return data;
}

} // namespace

TEST_CASE("a * b / c, a * b * c and a / b / c: 1.37 to 1.44 ulp at most, 0.346 on average, 35 % of the bits, no winner") {
  const std::uint64_t samples = sampleCount(1'000'000, 50'000);
  for (const auto &orders : {std::initializer_list<const char *>{"a * b / c", "a * (b / c)", "(a / c) * b"},
                             {"(a * b) * c", "a * (b * c)", "(a * c) * b"},
                             {"(a / b) / c", "(a / c) / b", "a / (b * c)"}}) {
    const Measurement measurement = measured(subjectOf(orders), {}, samples);
    for (std::size_t o = 0; o < 3; ++o) {
      CAPTURE(std::data(orders)[o]);
      CHECK(maximum(measurement, o) > 1.37 * (1 - ofRates));
      CHECK(maximum(measurement, o) < 1.5); // three half ulps
      CHECK(within(mean(measurement, o), 0.346, ofRates));
      if (o > 0)
        CHECK(within(differing(measurement, o), 0.35, ofRates));
    }
  }
}

TEST_CASE("five orders of a multiplication and a division between 1 and 2") {
  const data::Distribution one{Kind::Uniform, 1, 2};
  const Measurement measurement = measured(subjectOf({"(a * b) / c", "a * (b / c)", "(a / c) * b", "a * (1 / c) * b", "(a * b) * (1 / c)"}),
                                           drawn({{"a", one}, {"b", one}, {"c", one}}), 100'000);
  const double means[]{0.3455, 0.3468, 0.3456, 0.4285, 0.4280}, p99[]{0.995, 1.013, 1.008, 1.352, 1.339},
      largest[]{1.4003, 1.4285, 1.4506, 2.1410, 1.8162};
  const double different[]{0, 0.34880, 0.34882, 0.41820, 0.26932};
  for (std::size_t o = 0; o < 5; ++o) {
    CAPTURE(o);
    CHECK(within(mean(measurement, o), means[o], ofRates));
    CHECK(within(ordering(measurement, o).errors.quantile(0.99), p99[o], ofRates));
    CHECK(within(maximum(measurement, o), largest[o], ofHeavyTails));
    CHECK(within(differing(measurement, o), different[o], ofRates));
  }
}

TEST_CASE("x / y against x * (1 / y): 0.5 ulp against 1.45, 26.1 % of the bits") {
  const Measurement measurement = measured(subjectOf({"x / y", "x * (1 / y)"}), {}, sampleCount(1'000'000, 50'000));
  CHECK(maximum(measurement, 0) <= 0.5 + 1e-9);
  CHECK(within(maximum(measurement, 1), 1.45, 0.07)); // below 1.5 in any draw
  CHECK(within(differing(measurement, 1), 0.261, ofRates));
}

TEST_CASE("a * b + a * c against a * (b + c): the factored form by far, and all digits near cancellation") {
  const Measurement wide = measured(subjectOf({"a * b + a * c", "a * (b + c)"}), {}, sampleCount(1'000'000, 50'000));
  CHECK(withinFactor(maximum(wide, 0), 3503, ofOneDraw));
  CHECK(within(maximum(wide, 1), 1.40, 0.07)); // below 1.5 in any draw
  const Measurement near = measured(subjectOf({"a[i] * b[i] + a[i] * c[i]", "a[i] * (b[i] + c[i])"}), nearlyOpposite(20'000, -1), 20'000);
  CHECK(within(maximum(near, 0), 1.6e7, ofHeavyTails));
  CHECK(maximum(near, 1) <= 0.5 + 1e-9);
}

TEST_CASE("a * a - b * b near a = b against (a - b) * (a + b): 7.6e6 against 1.47 ulp") {
  const Measurement measurement =
      measured(subjectOf({"b[i] * b[i] - c[i] * c[i]", "(b[i] - c[i]) * (b[i] + c[i])"}), nearlyOpposite(20'000, 1), 20'000);
  CHECK(withinFactor(maximum(measurement, 0), 7.6e6, ofOneDraw));
  CHECK(within(maximum(measurement, 1), 1.47, 0.07));
}

TEST_CASE("a * b + c near cancellation against fma: 6.6e6 against 0.5 ulp") {
  const std::size_t count = 20'000;
  std::vector<double> a = values({Kind::PowerOfTwo, -20, 20, false}, count, "a"), b = values({Kind::PowerOfTwo, -20, 20, false}, count, "b"),
                      c(count);
  format::roundTo(Format::Binary32, a);
  format::roundTo(Format::Binary32, b);
  for (std::size_t i = 0; i < count; ++i)
    c[i] = -a[i] * b[i] * (1 + static_cast<double>(i % 64 + 1) * 0x1p-24);
  measure::DataSet data;
  data.tensors = {tensor("a", {count}, a), tensor("b", {count}, b), tensor("c", {count}, c)};
  const Measurement measurement = measured(subjectOf({"a[i] * b[i] + c[i]", "fma(a[i], b[i], c[i])"}), data, count);
  CHECK(withinFactor(maximum(measurement, 0), 6.6e6, ofOneDraw));
  CHECK(maximum(measurement, 1) <= 0.5 + 1e-9);
}

TEST_CASE("a + b + c with b near -a: (a + b) + c is right to half an ulp, every other order loses all digits") {
  measure::DataSet data = nearlyOpposite(20'000, -1);
  // c as small as what is left of a + b.
  std::vector<double> rest(20'000);
  for (std::size_t i = 0; i < rest.size(); ++i)
    rest[i] = data.tensors[1].tensor.value(i) * 0x1p-24 * (0.5 + static_cast<double>(i % 7) / 7);
  data.tensors[0] = tensor("a", {rest.size()}, rest);
  const Measurement measurement = measured(subjectOf({"(b[i] + c[i]) + a[i]", "b[i] + (c[i] + a[i])", "(b[i] + a[i]) + c[i]"}), data, rest.size());
  CHECK(maximum(measurement, 0) <= 0.5 + 1e-9);
  CHECK(within(maximum(measurement, 1), 1.7e7, ofHeavyTails));
  CHECK(within(maximum(measurement, 2), 1.7e7, ofHeavyTails));
}

TEST_CASE("x * x * x * x against (x * x) * (x * x): 0.42 against 0.55 ulp on average") {
  const Measurement measurement = measured(subjectOf({"x * x * x * x", "(x * x) * (x * x)"}), {}, sampleCount(1'000'000, 50'000));
  CHECK(within(mean(measurement, 0), 0.42, ofRates));
  CHECK(within(mean(measurement, 1), 0.55, ofRates));
}

TEST_CASE("1 - cos x, log(1 + x) and sqrt(x + 1) - sqrt(x) lose all digits, their stable forms lose one or two") {
  const std::uint64_t samples = sampleCount(1'000'000, 20'000);
  // Wide enough for x + 1 to round to 1, and to x.
  const measure::DataSet data = drawn({{"x", {Kind::LogUniform, 0x1p-30, 0x1p30}}});
  const measure::DataSet small = drawn({{"x", {Kind::LogUniform, 0x1p-30, 1}}});
  const Measurement cosine = measured(subjectOf({"1 - cos(x)", "2 * sin(x / 2) * sin(x / 2)"}), small, samples);
  CHECK(within(maximum(cosine, 0), 1.7e7, ofHeavyTails));
  CHECK(within(maximum(cosine, 1), 1.9, ofHeavyTails));
  const Measurement logarithm = measured(subjectOf({"log(1 + x)", "log1p(x)"}), data, samples);
  CHECK(within(maximum(logarithm, 0), 1.7e7, ofHeavyTails));
  CHECK(within(maximum(logarithm, 1), 0.5, ofRates));
  const Measurement root = measured(subjectOf({"sqrt(x + 1) - sqrt(x)", "1 / (sqrt(x + 1) + sqrt(x))"}), data, samples);
  CHECK(within(maximum(root, 0), 5.5e7, ofHeavyTails));
  CHECK(within(maximum(root, 1), 2.6, ofHeavyTails));
}

TEST_CASE("interpolation: a + t * (b - a) against (1 - t) * a + t * b, 1.2e5 against 628 ulp") {
  // Both maxima grow with the number of samples: the nearer to cancellation, the rarer.
  const Measurement measurement = measured(subjectOf({"a + t * (b - a)", "(1 - t) * a + t * b"}), drawn({{"t", {Kind::Uniform, 0, 1}}}), 100'000);
  CHECK(withinFactor(maximum(measurement, 0), 1.2e5, ofOneDraw));
  CHECK(withinFactor(maximum(measurement, 1), 628, ofOneDraw));
  CHECK(maximum(measurement, 0) > maximum(measurement, 1));
  CHECK(mean(measurement, 0) > 2 * mean(measurement, 1));
}

TEST_CASE("a * b - b * a: zero always, and with one product contracted zero only where the product is exact") {
  const std::size_t samples = 100'000;
  const Evaluated results = evaluated(subjectOf({"a * b - b * a", "fma(a, b, -(b * a))", "a", "b", "a * b"}), {}, samples, {}, false);
  std::size_t separate = 0, fused = 0, inexact = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    separate += results.orderings[0][i] != 0;
    fused += results.orderings[1][i] != 0;
    inexact += results.orderings[2][i] * results.orderings[3][i] != results.orderings[4][i]; // binary64 holds a product of two binary32 exactly
  }
  CHECK(separate == 0);
  CHECK(fused == inexact);
  CHECK(fused > 0.999 * samples);
}

TEST_CASE("over the full exponent range: what each order loses of the results that are normal numbers") {
  const std::uint64_t samples = sampleCount(1'000'000, 50'000);
  const auto losses = [&](std::initializer_list<const char *> orders, std::initializer_list<const char *> names, bool positive) {
    measure::DataSet data;
    for (const char *name : names)
      data.distributions.push_back({name, {Kind::PowerOfTwo, -126, 128, positive}});
    const Evaluated results = evaluated(subjectOf(orders), data, samples);
    std::vector<double> shares;
    for (const std::vector<double> &values : results.orderings) {
      std::size_t representable = 0, lost = 0;
      for (std::size_t i = 0; i < samples; ++i) {
        const bool normal = std::isfinite(results.exact[i].rounded) && std::abs(results.exact[i].rounded) >= 0x1p-126;
        representable += normal;
        lost += normal && (values[i] == 0 || !std::isfinite(values[i]));
      }
      shares.push_back(static_cast<double>(lost) / static_cast<double>(representable));
    }
    return shares;
  };
  for (const double lost : losses({"a * b / c", "a * (b / c)", "(a / c) * b"}, {"a", "b", "c"}, false)) {
    CHECK(lost > 0.095 * (1 - ofRates));
    CHECK(lost < 0.098 * (1 + ofRates));
  }
  const std::vector<double> root = losses({"sqrt(x / (y * y))", "sqrt(x) / y"}, {"x", "y"}, true);
  CHECK(within(root[0], 0.52, ofRates));
  CHECK(root[1] == 0);
  const std::vector<double> hypotenuse = losses({"sqrt(x * x + y * y)", "hypot(x, y)"}, {"x", "y"}, false);
  CHECK(within(hypotenuse[0], 0.48, ofRates));
  CHECK(hypotenuse[1] == 0);
}
