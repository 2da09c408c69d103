// Packs: each lane is what the operation gives for one value, whatever the lanes beside it hold. (Where an error is not finite, its
// bound is nothing: the library sets it. An error that has underflowed is a zero of either sign.)
#include "runtime/shadow/program/residue.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

using namespace fporder::program;

namespace {

constexpr unsigned width = 2; // four lanes take AVX

struct Operand {
  double value;
  Shadow shadow;
};

class Draw {
public:
  explicit Draw(unsigned seed) : random(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  unsigned below(unsigned count) { return std::uniform_int_distribution<unsigned>(0, count - 1)(random); }

  /// Ordinary values, ends of the range, zeros, infinities and NaN; with no error, one of any size, one that is unknown.
  Operand operand() {
    constexpr double odd[] = {0, -0.0, 0x1p-1074, -0x1p-1022, 0x1p-901, 0x1p1023, HUGE_VAL, std::numeric_limits<double>::quiet_NaN()};
    Operand result{below(4) == 0 ? odd[below(8)] : std::ldexp(uniform(-1, 1), static_cast<int>(uniform(-40, 40))), {}};
    if (below(8) == 0)
      result.value = std::ldexp(result.value, -static_cast<int>(below(1080)));
    if (below(3) == 0)
      return result;
    result.shadow.error = below(4) == 0 ? 0 : result.value * std::ldexp(uniform(-1, 1), -static_cast<int>(below(80)));
    result.shadow.bound = below(4) == 0 ? 0 : below(16) == 0 ? HUGE_VAL : std::ldexp(std::fabs(uniform(0, 1)), -static_cast<int>(below(1070)));
    return result;
  }

private:
  std::mt19937_64 random;
};

using Operands = std::array<Operand, width>;

Operands operandsOf(Draw &draw) {
  Operands result;
  for (Operand &operand : result)
    operand = draw.operand();
  return result;
}

struct Packed {
  Pack2 value;
  ShadowOf<Pack2> shadow;
};

Packed packed(const Operands &operands) {
  Packed result{};
  for (unsigned lane = 0; lane < width; ++lane) {
    result.value[lane] = operands[lane].value;
    result.shadow.error[lane] = operands[lane].shadow.error;
    result.shadow.bound[lane] = operands[lane].shadow.bound;
  }
  return result;
}

bool isSame(double a, double b) { return a == b || (a != a && b != b); }

unsigned different(const ShadowOf<Pack2> &pack, const std::array<Shadow, width> &alone) {
  unsigned count = 0;
  for (unsigned lane = 0; lane < width; ++lane)
    count += !isSame(pack.error[lane], alone[lane].error) || (std::isfinite(alone[lane].error) && !isSame(pack.bound[lane], alone[lane].bound));
  return count;
}

template <class Of> std::array<Shadow, width> lanesOf(const Of &of) {
  std::array<Shadow, width> result;
  for (unsigned lane = 0; lane < width; ++lane)
    result[lane] = of(lane);
  return result;
}

constexpr int draws = 200'000;

} // namespace

TEST_CASE("shadow program: packs add, multiply and scale as one value does") {
  Draw draw(7);
  unsigned wrong[4] = {};
  for (int index = 0; index < draws; ++index) {
    const Operands a = operandsOf(draw), b = operandsOf(draw);
    const Packed pa = packed(a), pb = packed(b);
    const Pack2 sum = pa.value + pb.value, product = pa.value * pb.value;
    wrong[0] += different(residue::sum(residue::roundingOfSum(pa.value, pb.value, sum), pa.shadow, pb.shadow), lanesOf([&](unsigned lane) {
                            const double x = a[lane].value + b[lane].value;
                            return residue::sum(residue::roundingOfSum(a[lane].value, b[lane].value, x), a[lane].shadow, b[lane].shadow);
                          }));
    wrong[1] += different(
        residue::sum(residue::roundingOfNarrowSum(pa.value, pb.value, sum), pa.shadow, residue::negated(pb.shadow)), lanesOf([&](unsigned lane) {
          const double x = a[lane].value + b[lane].value;
          return residue::sum(residue::roundingOfNarrowSum(a[lane].value, b[lane].value, x), a[lane].shadow, residue::negated(b[lane].shadow));
        }));
    wrong[2] +=
        different(residue::carriedProduct(multiplyAdd(pa.value, pb.value, -product), pa.value, pa.shadow, pb.value, pb.shadow,
                                          residue::tinyPart(product, pa.value, pa.shadow, pb.value, pb.shadow)),
                  lanesOf([&](unsigned lane) {
                    const double x = a[lane].value * b[lane].value;
                    return residue::product(multiplyAdd(a[lane].value, b[lane].value, -x), a[lane].value, a[lane].shadow, b[lane].value,
                                            b[lane].shadow, residue::tinyPart(x, a[lane].value, a[lane].shadow, b[lane].value, b[lane].shadow));
                  }));
    wrong[3] +=
        different(residue::scaled(multiplyAdd(pa.value, pb.value, -product), pa.shadow, pb.value, residue::tinyPart(product, pa.value, pa.shadow)),
                  lanesOf([&](unsigned lane) {
                    const double x = a[lane].value * b[lane].value;
                    return residue::scaled(multiplyAdd(a[lane].value, b[lane].value, -x), a[lane].shadow, b[lane].value,
                                           residue::tinyPart(x, a[lane].value, a[lane].shadow));
                  }));
  }
  for (const unsigned count : wrong)
    CHECK(count == 0);
}

TEST_CASE("shadow program: packs exceed their limits where one value does") {
  Draw draw(7);
  unsigned wrong = 0, exceeding = 0;
  for (int index = 0; index < draws; ++index) {
    const Operands x = operandsOf(draw);
    const Packed px = packed(x);
    const double smallest = index % 2 == 0 ? 0x1p-126 : 0x1p-1022;
    const Packed pa = packed(operandsOf(draw)), pb = packed(operandsOf(draw));
    Pack2 limit;
    for (unsigned lane = 0; lane < width; ++lane)
      limit[lane] = draw.below(4) == 0 ? 0 : std::ldexp(draw.uniform(0, 1), -static_cast<int>(draw.below(80)));
    bool isAny = false;
    for (unsigned lane = 0; lane < width; ++lane) {
      const bool alone = residue::exceeds(x[lane].value, x[lane].shadow, pa.value[lane], pb.value[lane], smallest, limit[lane]);
      const auto all = [&](Pack2 pack) { return Pack2(pack[lane]); };
      wrong +=
          residue::exceeds(all(px.value), {all(px.shadow.error), all(px.shadow.bound)}, all(pa.value), all(pb.value), smallest, all(limit)) != alone;
      exceeding += alone;
      isAny = isAny || alone;
    }
    wrong += residue::exceeds(px.value, px.shadow, pa.value, pb.value, smallest, limit) != isAny;
  }
  CHECK(wrong == 0);
  CHECK(exceeding > draws / 2);
}
