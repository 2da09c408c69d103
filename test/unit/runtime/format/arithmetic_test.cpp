// The operations in every format against MPFR and the hardware.
#include "runtime/format/arithmetic.h"

#include "test/unit/runtime/format/mpfr_truth.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <array>
#include <random>

using namespace fporder::format;
using fporder::order::propertyCases;

namespace {

struct BinaryCase {
  const char *name;
  double (*ours)(Format, double, double, const Conversion &);
  int (*truth)(mpfr_ptr, mpfr_t *, mpfr_rnd_t);
};

const std::array<BinaryCase, 4> binaryCases{{
    {"add", add, [](mpfr_ptr r, mpfr_t *x, mpfr_rnd_t m) { return mpfr_add(r, x[0], x[1], m); }},
    {"subtract", subtract, [](mpfr_ptr r, mpfr_t *x, mpfr_rnd_t m) { return mpfr_sub(r, x[0], x[1], m); }},
    {"multiply", multiply, [](mpfr_ptr r, mpfr_t *x, mpfr_rnd_t m) { return mpfr_mul(r, x[0], x[1], m); }},
    {"divide", divide, [](mpfr_ptr r, mpfr_t *x, mpfr_rnd_t m) { return mpfr_div(r, x[0], x[1], m); }},
}};

int rootOf(mpfr_ptr r, mpfr_t *x, mpfr_rnd_t m) { return mpfr_sqrt(r, x[0], m); }
int fusedOf(mpfr_ptr r, mpfr_t *x, mpfr_rnd_t m) { return mpfr_fma(r, x[0], x[1], x[2], m); }

struct Mode {
  RoundingMode ours;
  mpfr_rnd_t truth;
};
constexpr std::array<Mode, 4> directed{
    {{RoundingMode::NearestEven, MPFR_RNDN}, {RoundingMode::TowardZero, MPFR_RNDZ}, {RoundingMode::Up, MPFR_RNDU}, {RoundingMode::Down, MPFR_RNDD}}};

/// A value of the format: any bit pattern, half of them of neighbouring exponents so that sums cancel and round.
double someValue(Format format, std::mt19937_64 &random, double near = 0) {
  if (near == 0 || !std::isfinite(near) || random() % 2 == 0)
    return decode(format, random());
  const int exponent = std::ilogb(near) + static_cast<int>(random() % 9) - 4;
  return roundTo(format, std::ldexp(1 + static_cast<double>(random()) * 0x1p-64, exponent) * (random() % 2 == 0 ? 1 : -1));
}

} // namespace

TEST_CASE("square roots of every 8- and 16-bit value, in every directed mode") {
  for (const Format format : {Format::E4M3FN, Format::E5M2, Format::BFloat16, Format::Binary16}) {
    MpfrTruth truth(format);
    std::size_t wrong = 0;
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << encodingBits(format); ++bits)
      for (const Mode mode : directed) {
        const double x = decode(format, bits);
        wrong += static_cast<std::size_t>(!sameBits(squareRoot(format, x, {mode.ours}), truth(rootOf, mode.truth, x)));
      }
    CHECK_MESSAGE(wrong == 0, name(format));
  }
}

TEST_CASE("four million pairs an operation in binary16 and bfloat16, and in the other formats") {
  const unsigned cases = propertyCases(4'000'000, 100'000);
  MESSAGE(cases << " of 4000000 pairs an operation (FPORDER_FULL=1 runs all)");
  std::mt19937_64 random(17);
  for (const Format format : {Format::Binary16, Format::BFloat16, Format::E4M3FN, Format::E5M2, Format::Tf32, Format::Binary64}) {
    const bool stated = format == Format::Binary16 || format == Format::BFloat16;
    MpfrTruth truth(format);
    for (const BinaryCase &operation : binaryCases) {
      std::size_t wrong = 0;
      for (unsigned index = 0; index < (stated ? cases : cases / 10); ++index) {
        const double a = someValue(format, random), b = someValue(format, random, a);
        wrong += static_cast<std::size_t>(!sameBits(operation.ours(format, a, b, {}), truth(operation.truth, MPFR_RNDN, a, b)));
      }
      CHECK_MESSAGE(wrong == 0, name(format), " ", operation.name);
    }
  }
}

TEST_CASE("directed modes, and fused multiply-add") {
  const unsigned cases = propertyCases(1'000'000, 20'000);
  std::mt19937_64 random(23);
  for (const Format format : {Format::Binary16, Format::BFloat16, Format::E5M2, Format::E4M3FN, Format::Tf32, Format::Binary32, Format::Binary64}) {
    MpfrTruth truth(format);
    std::size_t wrong = 0;
    for (unsigned index = 0; index < cases; ++index) {
      const Mode mode = directed[index % 4];
      const double a = someValue(format, random), b = someValue(format, random, a);
      double c = someValue(format, random);
      if (index % 3 == 0) // cancels all but the product's error
        c = -roundTo(format, a * b);
      for (const BinaryCase &operation : binaryCases)
        wrong += static_cast<std::size_t>(!sameBits(operation.ours(format, a, b, {mode.ours}), truth(operation.truth, mode.truth, a, b)));
      wrong += static_cast<std::size_t>(!sameBits(fusedMultiplyAdd(format, a, b, c, {mode.ours}), truth(fusedOf, mode.truth, a, b, c)));
    }
    CHECK_MESSAGE(wrong == 0, name(format));
  }
}

TEST_CASE("operands of any binary64 are rounded once") {
  const unsigned cases = propertyCases(1'000'000, 20'000);
  std::mt19937_64 random(29);
  for (const Format format : {Format::Binary16, Format::BFloat16, Format::E4M3FN, Format::Binary32}) {
    MpfrTruth truth(format);
    std::size_t wrong = 0;
    for (unsigned index = 0; index < cases; ++index) {
      const double a = index % 2 == 0 ? decode(Format::Binary64, random()) : someValue(format, random) * (1 + 0x1p-50);
      const double b = index % 2 == 0 ? decode(Format::Binary64, random()) : someValue(format, random, a);
      const double c = someValue(Format::Binary64, random, a);
      const Mode mode = directed[index / 2 % 4];
      for (const BinaryCase &operation : binaryCases)
        wrong += static_cast<std::size_t>(!sameBits(operation.ours(format, a, b, {mode.ours}), truth(operation.truth, mode.truth, a, b)));
      wrong += static_cast<std::size_t>(!sameBits(fusedMultiplyAdd(format, a, b, c, {mode.ours}), truth(fusedOf, mode.truth, a, b, c)));
      wrong += static_cast<std::size_t>(!sameBits(squareRoot(format, a, {mode.ours}), truth(rootOf, mode.truth, a)));
    }
    CHECK_MESSAGE(wrong == 0, name(format));
  }
}

TEST_CASE("binary32 agrees with the hardware, subnormal numbers included") {
  const unsigned cases = propertyCases(8'000'000, 500'000);
  MESSAGE(cases << " of 8000000 pairs (FPORDER_FULL=1 runs all)");
  std::mt19937_64 random(31);
  std::size_t wrong = 0, subnormal = 0;
  for (unsigned index = 0; index < cases; ++index) {
    auto first = static_cast<std::uint32_t>(random()), second = static_cast<std::uint32_t>(random());
    if (index % 4 == 0)
      first &= 0x81ffffffU; // small: products and quotients become subnormal
    const volatile float a = std::bit_cast<float>(first), b = std::bit_cast<float>(second);
    const float results[4] = {a + b, a - b, a * b, a / b};
    for (std::size_t operation = 0; operation < 4; ++operation)
      wrong += static_cast<std::size_t>(!sameBits(binaryCases[operation].ours(Format::Binary32, a, b, {}), results[operation]));
    wrong += static_cast<std::size_t>(!sameBits(squareRoot(Format::Binary32, a), std::sqrt(a)));
    subnormal += static_cast<std::size_t>(std::fabs(results[2]) < 0x1p-126F && results[2] != 0);
  }
  CHECK(wrong == 0);
  CHECK(subnormal > cases / 1000);
}

TEST_CASE("ties away and to odd in binary64, where no wider hardware format helps") {
  const Conversion away{RoundingMode::NearestAway}, odd{RoundingMode::ToOdd};
  CHECK(add(Format::Binary64, 1, 0x1p-53, away) == 1 + 0x1p-52);
  CHECK(add(Format::Binary64, 1, 0x1.fffffp-54, away) == 1);
  CHECK(add(Format::Binary64, -1, -0x1p-53, away) == -1 - 0x1p-52);
  CHECK(add(Format::Binary64, 1, 0x1p-1000, odd) == 1 + 0x1p-52);
  CHECK(add(Format::Binary64, 1 + 0x1p-52, 0x1p-1000, odd) == 1 + 0x1p-52);
  CHECK(add(Format::Binary64, 1, -0x1p-1000, odd) == 1 - 0x1p-53);
  CHECK(multiply(Format::Binary64, 5e-324, 0.5, away) == 5e-324);
  CHECK(multiply(Format::Binary64, 5e-324, 0.25, away) == 0);
  CHECK(multiply(Format::Binary64, 5e-324, 0.25, odd) == 5e-324);
  CHECK(multiply(Format::Binary64, 1e200, 1e200, {RoundingMode::TowardZero}) == std::numeric_limits<double>::max());
  CHECK(multiply(Format::Binary64, 1e200, 1e200, away) == std::numeric_limits<double>::infinity());
  CHECK(multiply(Format::Binary64, 1e200, 1e200, odd) == std::numeric_limits<double>::max());
  CHECK(add(Format::Binary16, 1, 0x1p-11, away) == 1 + 0x1p-10);
  CHECK(add(Format::Binary16, 1, 0x1p-11) == 1);
}

TEST_CASE("signs of zero sums") {
  CHECK(sameBits(subtract(Format::Binary16, 1, 1), 0.0));
  CHECK(sameBits(subtract(Format::Binary16, 1, 1, {RoundingMode::Down}), -0.0));
  CHECK(sameBits(add(Format::Binary64, -0.0, -0.0), -0.0));
  CHECK(sameBits(fusedMultiplyAdd(Format::Binary64, 3, 5, -15, {RoundingMode::Down}), -0.0));
  CHECK(sameBits(fusedMultiplyAdd(Format::BFloat16, 3, 5, -15, {RoundingMode::Up}), 0.0));
}
