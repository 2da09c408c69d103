// Rounding and encodings against tables of neighbours, MPFR and the hardware.
#include "runtime/format/rounding.h"

#include "test/unit/runtime/format/mpfr_truth.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace fporder::format;
using fporder::order::propertyCases;

namespace {

constexpr std::array heldFormats{Format::E4M3FN, Format::E5M2, Format::BFloat16, Format::Binary16, Format::Tf32, Format::Binary32, Format::Binary64};
constexpr std::array modes{RoundingMode::NearestEven, RoundingMode::NearestAway, RoundingMode::TowardZero,
                           RoundingMode::Up,          RoundingMode::Down,        RoundingMode::ToOdd};

/// The finite values of a format from its definition alone, ascending, -0 left out; index parity is that of the last significand bit.
std::vector<double> nonNegativeValues(Format format) {
  const Parameters p = parameters(format);
  std::vector<double> values;
  const int steps = 1 << (p.precision - 1);
  for (int tail = 0; tail < steps; ++tail)
    values.push_back(std::ldexp(tail, p.minExponent - p.precision + 1));
  for (int exponent = p.minExponent; exponent <= p.maxExponent; ++exponent)
    for (int tail = 0; tail < steps; ++tail)
      values.push_back(std::ldexp(steps + tail, exponent - p.precision + 1));
  if (format == Format::E4M3FN)
    values.pop_back();
  return values;
}

/// Rounding by searching the neighbours.
double byNeighbours(Format format, const std::vector<double> &values, double x, RoundingMode mode) {
  const double magnitude = std::fabs(x), largest = values.back();
  const double beyond = format == Format::E4M3FN ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  if (std::isinf(x))
    return std::copysign(beyond, x);
  const auto above = std::lower_bound(values.begin(), values.end(), magnitude);
  if (above != values.end() && *above == magnitude)
    return x;
  const std::size_t index = static_cast<std::size_t>(above - values.begin());
  const double low = values[index - 1];
  // One more step of the last binade, as if the exponent went on.
  const double high = above == values.end() ? largest + (largest - values[values.size() - 2]) : *above;
  bool up = false;
  const double middle = low / 2 + high / 2;
  switch (mode) {
  case RoundingMode::NearestEven:
    up = magnitude > middle || (magnitude == middle && (index - 1) % 2 == 1);
    break;
  case RoundingMode::NearestAway:
    up = magnitude >= middle;
    break;
  case RoundingMode::TowardZero:
    break;
  case RoundingMode::Up:
    up = x > 0;
    break;
  case RoundingMode::Down:
    up = x < 0;
    break;
  case RoundingMode::ToOdd:
    up = (index - 1) % 2 == 0 && above != values.end();
    break;
  }
  return std::copysign(!up ? low : above == values.end() ? beyond : high, x);
}

/// Doubles that are hard to round to a format: its values, the middles between them, and the neighbours of both, and random ones around its range.
std::vector<double> hardValues(const std::vector<double> &values, std::size_t stride, std::mt19937_64 &random) {
  std::vector<double> hard{0.0, -0.0, 1e300, -1e300, 5e-324, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const double step = values.back() - values[values.size() - 2];
  for (std::size_t index = 0; index < values.size(); index += stride) {
    const double next = index + 1 < values.size() ? values[index + 1] : values.back() + step;
    for (const double centre : {values[index], values[index] / 2 + next / 2})
      for (const double value : {centre, std::nextafter(centre, 0), std::nextafter(centre, 1e308)})
        hard.insert(hard.end(), {value, -value});
    hard.push_back(std::ldexp(static_cast<double>(random()) * 0x1p-64, std::ilogb(next) + static_cast<int>(random() % 3) - 1));
  }
  return hard;
}

} // namespace

TEST_CASE("every value of the formats of 8 and 16 bits decodes to its definition and encodes back") {
  for (const Format format : {Format::E4M3FN, Format::E5M2, Format::BFloat16, Format::Binary16, Format::Tf32}) {
    const std::vector<double> values = nonNegativeValues(format);
    const std::uint64_t sign = std::uint64_t{1} << (encodingBits(format) - 1);
    std::size_t wrong = 0;
    for (std::uint64_t bits = 0; bits < sign; ++bits)
      for (const std::uint64_t pattern : {bits, bits | sign}) {
        const double value = decode(format, pattern);
        wrong += static_cast<std::size_t>(std::signbit(value) != ((pattern & sign) != 0));
        if (bits < values.size())
          wrong += static_cast<std::size_t>(std::fabs(value) != values[bits] || encode(format, value) != pattern);
        else
          wrong += static_cast<std::size_t>(std::isfinite(value) || (std::isinf(value) && (format == Format::E4M3FN || bits != values.size())));
      }
    CHECK(wrong == 0);
    CHECK(largestFinite(format) == values.back());
    CHECK(smallestNormal(format) == values[std::size_t{1} << (parameters(format).precision - 1)]);
  }
  CHECK(encode(Format::E4M3FN, 448) == 0x7e);
  CHECK(encode(Format::E4M3FN, std::numeric_limits<double>::quiet_NaN()) == 0x7f);
  CHECK(encode(Format::E4M3FN, std::numeric_limits<double>::infinity()) == 0x7f);
  CHECK(encode(Format::E5M2, std::numeric_limits<double>::infinity()) == 0x7c);
  CHECK(encode(Format::Binary16, -std::numeric_limits<double>::infinity()) == 0xfc00);
  CHECK(encode(Format::Binary16, std::numeric_limits<double>::quiet_NaN()) == 0x7e00);
  CHECK(encode(Format::Binary64, 0.1) == std::bit_cast<std::uint64_t>(0.1));
  CHECK(encode(Format::Binary32, 0x1p-149) == 1);
}

TEST_CASE("rounding in every mode agrees with a search among the neighbours") {
  std::mt19937_64 random(11);
  for (const Format format : {Format::E4M3FN, Format::E5M2, Format::BFloat16, Format::Binary16}) {
    const std::vector<double> values = nonNegativeValues(format);
    std::size_t wrong = 0;
    for (const double x : hardValues(values, 1, random))
      for (const RoundingMode mode : modes)
        wrong += static_cast<std::size_t>(!sameBits(roundTo(format, x, {mode}), byNeighbours(format, values, x, mode)));
    CHECK_MESSAGE(wrong == 0, name(format));
  }
}

TEST_CASE("two million conversions to each 8-bit format, saturating and not") {
  std::mt19937_64 random(5);
  const unsigned cases = propertyCases(2'000'000, 200'000);
  MESSAGE(cases << " of 2000000 conversions a format (FPORDER_FULL=1 runs all)");
  for (const Format format : {Format::E4M3FN, Format::E5M2}) {
    const std::vector<double> values = nonNegativeValues(format);
    std::size_t wrong = 0;
    for (unsigned index = 0; index < cases; ++index) {
      // Any binary32, most of them about the format's range.
      const auto bits = static_cast<std::uint32_t>(random());
      const float any = std::bit_cast<float>(bits);
      const double x = index % 4 == 0 && !std::isnan(any)
                           ? any
                           : std::ldexp(std::bit_cast<float>((bits & 0x807fffffU) | 0x3f800000U), static_cast<int>(random() % 40) - 20);
      const double expected = byNeighbours(format, values, x, RoundingMode::NearestEven);
      wrong += static_cast<std::size_t>(!sameBits(roundTo(format, x), expected));
      const double saturated = std::isfinite(expected) ? expected : std::copysign(values.back(), x);
      wrong += static_cast<std::size_t>(!sameBits(roundTo(format, x, {RoundingMode::NearestEven, false, true}), saturated));
      wrong += static_cast<std::size_t>(!sameBits(decode(format, encode(format, expected)), expected));
    }
    CHECK_MESSAGE(wrong == 0, name(format));
  }
}

TEST_CASE("rounding binary64 to binary32 is the hardware's conversion") {
  std::mt19937_64 random(3);
  const unsigned cases = propertyCases(8'000'000, 1'000'000);
  MESSAGE(cases << " of 8000000 conversions (FPORDER_FULL=1 runs all)");
  std::size_t wrong = 0, subnormal = 0;
  for (unsigned index = 0; index < cases; ++index) {
    const int exponent = static_cast<int>(random() % (index % 2 == 0 ? 40 : 300)) - 165;
    double x = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-63, exponent);
    if (index % 5 == 0) // halfway cases
      x = static_cast<double>(static_cast<float>(x)) + std::copysign(ulp(Format::Binary32, x) / 2, x);
    volatile float hardware = static_cast<float>(x);
    wrong += static_cast<std::size_t>(!sameBits(roundTo(Format::Binary32, x), static_cast<double>(hardware)));
    subnormal += static_cast<std::size_t>(std::fabs(hardware) < 0x1p-126F);
  }
  CHECK(wrong == 0);
  CHECK(subnormal > cases / 10);
}

TEST_CASE("rounding a block gives the bits of rounding one by one") {
  std::mt19937_64 random(19);
  for (const Format format : heldFormats) {
    std::vector<double> values;
    for (int index = 0; index < 100'000; ++index) {
      const int range = parameters(format).maxExponent + 30;
      double x = std::ldexp(static_cast<double>(random()) * 0x1p-64, static_cast<int>(random() % static_cast<unsigned>(2 * range)) - range);
      if (index % 3 == 0)
        x = std::fabs(roundTo(format, x)) + ulp(format, std::min(x, largestFinite(format))) / 2;
      values.push_back(index % 2 == 0 ? x : -x);
    }
    values.insert(values.end(), {0.0, -0.0, 1e308, -1e308, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 5e-324,
                                 std::numeric_limits<double>::quiet_NaN()});
    std::vector<double> block = values;
    roundTo(format, std::span<double>(block));
    std::size_t wrong = 0;
    for (std::size_t index = 0; index < values.size(); ++index)
      wrong += static_cast<std::size_t>(!sameBits(block[index], roundTo(format, values[index])));
    CHECK_MESSAGE(wrong == 0, name(format));
  }
}

TEST_CASE("what happens beyond the largest and below the smallest number") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(roundTo(Format::Binary16, 65519.99) == 65504);
  CHECK(roundTo(Format::Binary16, 65520) == infinity);
  CHECK(roundTo(Format::Binary16, 1e9, {RoundingMode::TowardZero}) == 65504);
  CHECK(roundTo(Format::Binary16, -1e9, {RoundingMode::Up}) == -65504);
  CHECK(roundTo(Format::Binary16, 1e9, {RoundingMode::NearestEven, false, true}) == 65504);
  CHECK(roundTo(Format::E5M2, -infinity, {RoundingMode::NearestEven, false, true}) == -57344);
  CHECK(roundTo(Format::E4M3FN, 464) == 448);
  CHECK(std::isnan(roundTo(Format::E4M3FN, 465)));
  CHECK(roundTo(Format::E4M3FN, infinity, {RoundingMode::NearestEven, false, true}) == 448);
  CHECK(std::isnan(roundTo(Format::E4M3FN, std::numeric_limits<double>::quiet_NaN(), {RoundingMode::NearestEven, false, true})));
  CHECK(sameBits(roundTo(Format::Binary32, -0x1p-130, {RoundingMode::NearestEven, true}), -0.0));
  CHECK(roundTo(Format::Binary32, 0x1.ffffffp-127, {RoundingMode::NearestEven, true}) == 0x1p-126); // normal once rounded
  CHECK(roundTo(Format::Binary64, 5e-324, {RoundingMode::NearestEven, true}) == 0);
  CHECK(roundTo(Format::Integer, 1.5) == 1.5);
}

TEST_CASE("units in the last place") {
  CHECK(ulp(Format::Binary32, 1) == 0x1p-23);
  CHECK(ulp(Format::Binary32, -1.999) == 0x1p-23);
  CHECK(ulp(Format::Binary32, 0) == 0x1p-149);
  CHECK(ulp(Format::Binary32, 1e-42) == 0x1p-149);
  CHECK(ulp(Format::Binary32, 0x1p-126) == 0x1p-149);
  CHECK(ulp(Format::Binary16, 65504) == 32);
  CHECK(ulp(Format::BFloat16, 256) == 2);
  CHECK(ulp(Format::E4M3FN, 448) == 32);
  CHECK(ulp(Format::Binary64, 5e-324) == 5e-324);
  CHECK(ulp(Format::Binary64, 1) == 0x1p-52);
  CHECK(std::isnan(ulp(Format::Binary64, std::numeric_limits<double>::infinity())));
}

TEST_CASE("a value rounded to binary32 and stored beside its neighbour is rounded") {
  // A compiler's vectoriser once dropped the conversions of two neighbouring stores.
  volatile double source[2] = {0.1, 0.2};
  double stored[2];
  stored[0] = static_cast<double>(static_cast<float>(source[0]));
  stored[1] = static_cast<double>(static_cast<float>(source[1]));
  CHECK(stored[0] != source[0]);
  CHECK(stored[1] != source[1]);
  CHECK(stored[0] == roundTo(Format::Binary32, source[0]));
  CHECK(stored[1] == roundTo(Format::Binary32, source[1]));
}
