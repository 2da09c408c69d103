// LLVM's software floating point as a second opinion on runtime/format, which may not use it.
#include "runtime/format/arithmetic.h"

#include "test/unit/runtime/order/random_expressions.h"

#include "llvm/ADT/APFloat.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>

using namespace fporder::format;
using fporder::order::propertyCases;
using llvm::APFloat;

namespace {

struct Semantics {
  Format format;
  const llvm::fltSemantics &(*semantics)();
};
const std::array<Semantics, 7> formats{{{Format::E4M3FN, &APFloat::Float8E4M3FN},
                                        {Format::E5M2, &APFloat::Float8E5M2},
                                        {Format::BFloat16, &APFloat::BFloat},
                                        {Format::Binary16, &APFloat::IEEEhalf},
                                        {Format::Tf32, &APFloat::FloatTF32},
                                        {Format::Binary32, &APFloat::IEEEsingle},
                                        {Format::Binary64, &APFloat::IEEEdouble}}};

struct Mode {
  RoundingMode ours;
  llvm::RoundingMode theirs;
};
constexpr std::array<Mode, 5> modes{{{RoundingMode::NearestEven, llvm::RoundingMode::NearestTiesToEven},
                                     {RoundingMode::NearestAway, llvm::RoundingMode::NearestTiesToAway},
                                     {RoundingMode::TowardZero, llvm::RoundingMode::TowardZero},
                                     {RoundingMode::Up, llvm::RoundingMode::TowardPositive},
                                     {RoundingMode::Down, llvm::RoundingMode::TowardNegative}}};

std::uint64_t bitsOf(const APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }

bool agree(Format format, double ours, const APFloat &theirs) { return theirs.isNaN() ? std::isnan(ours) : encode(format, ours) == bitsOf(theirs); }

APFloat fromBits(const Semantics &which, std::uint64_t bits) {
  const unsigned width = encodingBits(which.format);
  return APFloat(which.semantics(), llvm::APInt(width, width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1)));
}

/// Bit patterns of one format; every other one near in magnitude to the one before.
std::uint64_t somePattern(Format format, std::mt19937_64 &random, std::uint64_t near, bool any) {
  const int fraction = parameters(format).precision - 1;
  return any ? random()
             : (near ^ (random() & ((std::uint64_t{1} << fraction) - 1)) ^ (random() & 1) << (encodingBits(format) - 1)) + (random() % 3 << fraction);
}

} // namespace

TEST_CASE("LLVM's APFloat gives the same bits for every operation, format and mode") {
  const unsigned cases = propertyCases(4'000'000, 50'000);
  MESSAGE(cases << " of 4000000 operand triples a format (FPORDER_FULL=1 runs all)");
  std::mt19937_64 random(61);
  for (const Semantics &which : formats) {
    std::array<std::size_t, 6> wrong{};
    for (unsigned index = 0; index < cases; ++index) {
      const Mode mode = modes[index % 3 == 0 ? index / 3 % modes.size() : 0];
      const std::uint64_t first = random(), second = somePattern(which.format, random, first, index % 2 == 0),
                          third = somePattern(which.format, random, first, index % 4 < 2);
      const APFloat a = fromBits(which, first), b = fromBits(which, second), c = fromBits(which, third);
      const double x = decode(which.format, first), y = decode(which.format, second), z = decode(which.format, third);
      APFloat sum = a, difference = a, product = a, quotient = a, fused = a;
      sum.add(b, mode.theirs);
      difference.subtract(b, mode.theirs);
      product.multiply(b, mode.theirs);
      quotient.divide(b, mode.theirs);
      fused.fusedMultiplyAdd(b, c, mode.theirs);
      wrong[0] += agree(which.format, add(which.format, x, y, {mode.ours}), sum) ? 0 : 1;
      wrong[1] += agree(which.format, subtract(which.format, x, y, {mode.ours}), difference) ? 0 : 1;
      wrong[2] += agree(which.format, multiply(which.format, x, y, {mode.ours}), product) ? 0 : 1;
      wrong[3] += agree(which.format, divide(which.format, x, y, {mode.ours}), quotient) ? 0 : 1;
      wrong[4] += agree(which.format, fusedMultiplyAdd(which.format, x, y, z, {mode.ours}), fused) ? 0 : 1;
      wrong[5] += agree(which.format, x, a) ? 0 : 1;
    }
    const std::array<std::size_t, 6> none{};
    CHECK_MESSAGE(wrong == none, name(which.format), ": ", wrong[0], " ", wrong[1], " ", wrong[2], " ", wrong[3], " ", wrong[4], " ", wrong[5]);
  }
}

TEST_CASE("LLVM's APFloat converts every 16-bit value, and any binary32 and binary64, to the same bits") {
  const unsigned cases = propertyCases(2'000'000, 100'000);
  MESSAGE(cases << " of 2000000 conversions a pair of formats (FPORDER_FULL=1 runs all)");
  std::mt19937_64 random(67);
  for (const Semantics &from : formats)
    for (const Semantics &to : formats) {
      const bool all = encodingBits(from.format) <= 16;
      const std::size_t count = all ? std::size_t{1} << encodingBits(from.format) : cases;
      std::size_t wrong = 0;
      for (std::size_t index = 0; index < count; ++index) {
        const std::uint64_t bits = all ? index : random();
        for (const Mode &mode : modes) {
          APFloat converted = fromBits(from, bits);
          bool lost = false;
          converted.convert(to.semantics(), mode.theirs, &lost);
          wrong += agree(to.format, roundTo(to.format, decode(from.format, bits), {mode.ours}), converted) ? 0 : 1;
        }
      }
      CHECK_MESSAGE(wrong == 0, name(from.format), " to ", name(to.format));
    }
}
