#include "runtime/oracle/block_kernels.h"

#include "runtime/elementary/lane_rounding.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace fporder::oracle {

namespace {

using namespace elementary::lanes;

FPORDER_INLINED Lane minus(const Lane &x, const Lane &y) { return add(x, negated(y)); }

FPORDER_INLINED Lane selected(const Lane &condition, const Lane &x, const Lane &y) {
  const double sign = signOf(condition);
  Lane result = chosen(sign != 0, x, y);
  result.error = sign == 2 ? unknown : result.error;
  return result;
}

FPORDER_INLINED Lane both(const Lane &x, const Lane &y, bool all) {
  const double left = signOf(x), right = signOf(y);
  const bool certain = (left != 2) && (right != 2);
  return truth(certain, all ? (left != 0) && (right != 0) : (left != 0) || (right != 0));
}

/// The rare actions, in one loop that is not vectorised: comparisons, logic, steps.
FPORDER_INLINED Lane seldom(Action action, const Lane &x, const Lane &y) {
  const double sign = signOf(action == Action::Not || action == Action::Truth ? x : minus(x, y));
  switch (action) {
  case Action::Less:
    return truth(sign != 2, sign == -1);
  case Action::LessEqual:
    return truth(sign != 2, sign == -1 || sign == 0);
  case Action::Equal:
    return truth(sign != 2, sign == 0);
  case Action::And:
    return both(x, y, true);
  case Action::Or:
    return both(x, y, false);
  case Action::Not:
    return truth(sign != 2, sign == 0);
  case Action::Truth:
    return truth(sign != 2, sign != 0);
  case Action::Floor:
    return floorOf(x);
  case Action::Ceiling:
    return negated(floorOf(negated(x)));
  case Action::Truncate:
    return x.high < 0 ? negated(floorOf(negated(x))) : floorOf(x);
  default:
    return {0, 0, unknown};
  }
}

template <bool Fused>
FPORDER_INLINED void applyLanes(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c,
                                std::size_t count) {
  switch (action) {
  case Action::Add:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return add(x, y); });
  case Action::Sub:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return minus(x, y); });
  case Action::Mul:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return multiply<Fused>(x, y); });
  case Action::Div:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return divide<Fused>(x, y); });
  case Action::Sqrt:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return squareRoot<Fused>(x); });
  case Action::Fma:
    return forLanes(target, a, b, c, count,
                    [](const Lane &x, const Lane &y, const Lane &z) FPORDER_INLINED_LAMBDA { return add(multiply<Fused>(x, y), z); });
  case Action::Negate:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return negated(x); });
  case Action::Absolute:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return absolute(x); });
  case Action::CopySign:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return copySign(x, y); });
  case Action::Max:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return maximum(x, y); });
  case Action::Min:
    return forLanes(target, a, b, count,
                    [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return negated(maximum(negated(x), negated(y))); });
  case Action::Select:
    return forLanes(target, a, b, c, count, [](const Lane &x, const Lane &y, const Lane &z) FPORDER_INLINED_LAMBDA { return selected(x, y, z); });
  default:
    for (std::size_t index = 0; index < count; ++index)
      store(target, index, seldom(action, laneOf(a, index), laneOf(b, index)));
  }
}

/// 2^exponent, for exponents of normal numbers.
FPORDER_INLINED double powerOfTwo(std::int64_t exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52); }

FPORDER_INLINED std::int64_t clamped(std::int64_t x, std::int64_t low, std::int64_t high) { return x < low ? low : x > high ? high : x; }

/// x 2^exponent, by three factors of at most 2^1000 each; what lies beyond overflows or underflows as it should.
FPORDER_INLINED double scaled(double x, std::int64_t exponent) {
  const std::int64_t first = clamped(exponent, -1000, 1000), second = clamped(exponent - first, -1000, 1000);
  const std::int64_t third = clamped(exponent - first - second, -1000, 1000);
  return x * powerOfTwo(first) * powerOfTwo(second) * powerOfTwo(third);
}

/// Whether an error can be measured at all.
FPORDER_INLINED bool isMeasurable(double computed, double size, bool hasValue) {
  constexpr double largest = std::numeric_limits<double>::max();
  return hasValue && (size <= largest) && (magnitude(computed) <= largest);
}

/// |computed - (high + low)|, all three in ulps; a NaN here is an overflow of the quotient.
FPORDER_INLINED double distance(double computed, double high, double low, bool measurable) {
  const Pair difference = twoSum(computed, -high);
  const double error = magnitude(difference.high + (difference.low - low));
  const double known = error == error ? error : std::numeric_limits<double>::infinity();
  return measurable ? known : std::numeric_limits<double>::quiet_NaN();
}

/// Whether the value lies below the power of two that is its high part, and so has the exponent beneath.
FPORDER_INLINED bool isBeneath(double size, double high, double low) { return (size == powerIn(size)) && ((high > 0) == (low < 0)) && (low != 0); }

double errorOfAny(double computed, const ExactValue &x, const Target &target) {
  const double size = magnitude(x.high);
  const std::int64_t biased = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(size) >> 52);
  const std::int64_t exponent = biased - 1023 - (isBeneath(size, x.high, x.low) ? 1 : 0) + x.exponent;
  const std::int64_t relative = exponent - target.precision + 1, least = target.minExponent - target.precision + 1;
  const std::int64_t quantum = size == 0 || relative < least ? least : relative;
  const bool hasValue = x.verdict == Verdict::Exact || x.verdict == Verdict::Zero;
  return distance(scaled(computed, -quantum), scaled(x.high, x.exponent - quantum), scaled(x.low, x.exponent - quantum),
                  isMeasurable(computed, size, hasValue));
}

constexpr std::size_t errorChunk = 128;

/// A chunk of exact values as columns; false when one of them is scaled, or its ulp so small that it has no inverse.
struct ErrorChunk {
  double high[errorChunk], low[errorChunk], hasValue[errorChunk];

  FPORDER_INLINED bool load(const ExactValue *exact, const Rounder &rounder, std::size_t count) {
    bool plain = true;
    const double smallest = rounder.least > 0x1p-1000 ? 0 : 0x1p-900;
    for (std::size_t index = 0; index < count; ++index) {
      const ExactValue &x = exact[index];
      high[index] = x.high;
      low[index] = x.low;
      hasValue[index] = x.verdict == Verdict::Exact || x.verdict == Verdict::Zero ? 1 : 0;
      plain = plain && x.exponent == 0 && (magnitude(x.high) >= smallest);
    }
    return plain;
  }
};

FPORDER_INLINED void errorLanes(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count) {
  const Rounder rounder(target);
  ErrorChunk chunk;
  for (std::size_t first = 0; first < count; first += errorChunk) {
    const std::size_t size = count - first < errorChunk ? count - first : errorChunk;
    if (!chunk.load(exact + first, rounder, size)) {
      for (std::size_t index = first; index < first + size; ++index)
        ulps[index] = errorOfAny(computed[index], exact[index], target);
      continue;
    }
    const double *const values = computed + first;
    double *const results = ulps + first;
    FPORDER_LANES
    for (std::size_t index = 0; index < size; ++index) {
      const double high = chunk.high[index], low = chunk.low[index], whole = magnitude(high);
      const double step = rounder.quantum(isBeneath(whole, high, low) ? 0.5 * whole : whole);
      // The inverse of a power of two, exponent by exponent.
      const double inverse = std::bit_cast<double>(0x7fe0000000000000 - std::bit_cast<std::uint64_t>(step));
      results[index] =
          distance(values[index] * inverse, high * inverse, low * inverse, isMeasurable(values[index], whole, chunk.hasValue[index] != 0));
    }
  }
}

void applyPortable(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c, std::size_t count) {
  applyLanes<FPORDER_FUSED_EVERYWHERE>(action, target, a, b, c, count);
}
void errorsPortable(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count) {
  errorLanes(computed, exact, target, ulps, count);
}

#ifdef FPORDER_WIDE_KERNELS
[[gnu::target("avx2,fma")]] void applyWide(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c,
                                           std::size_t count) {
  applyLanes<true>(action, target, a, b, c, count);
}
[[gnu::target("avx2,fma")]] void errorsWide(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count) {
  errorLanes(computed, exact, target, ulps, count);
}
#endif

} // namespace

const BlockKernels &portableKernels() {
  static const BlockKernels kernels{elementary::portableLaneKernels(), applyPortable, errorsPortable};
  return kernels;
}

const BlockKernels &bestKernels() {
#ifdef FPORDER_WIDE_KERNELS
  static const BlockKernels wide{elementary::bestLaneKernels(), applyWide, errorsWide};
  static const bool supported = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (supported)
    return wide;
#endif
  return portableKernels();
}

} // namespace fporder::oracle
