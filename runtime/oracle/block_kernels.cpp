#include "runtime/oracle/block_kernels.h"

#include "runtime/oracle/double_double.h"
#include "runtime/oracle/elementary_lanes.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define FPORDER_WIDE_KERNELS 1
#endif

#if defined(__GNUC__) || defined(__clang__)
#define FPORDER_INLINED_LAMBDA __attribute__((always_inline))
#else
#define FPORDER_INLINED_LAMBDA
#endif

// Lanes are independent of each other, a target that is also an operand included. Builds that do not optimise do not vectorise either.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define FPORDER_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define FPORDER_LANES _Pragma("GCC ivdep")
#else
#define FPORDER_LANES
#endif

namespace fporder::oracle {

namespace {

using namespace lanes;

FPORDER_INLINED Lane laneOf(const LaneColumn &column, std::size_t index) { return {column.high[index], column.low[index], column.error[index]}; }

template <class Operation>
FPORDER_INLINED void forLanes(const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count, Operation operation) {
  FPORDER_LANES
  for (std::size_t index = 0; index < count; ++index) {
    const Lane result = operation(laneOf(a, index), laneOf(b, index));
    target.high[index] = result.high;
    target.low[index] = result.low;
    target.error[index] = result.error;
  }
}

template <class Operation>
FPORDER_INLINED void forLanes(const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c, std::size_t count,
                              Operation operation) {
  FPORDER_LANES
  for (std::size_t index = 0; index < count; ++index) {
    const Lane result = operation(laneOf(a, index), laneOf(b, index), laneOf(c, index));
    target.high[index] = result.high;
    target.low[index] = result.low;
    target.error[index] = result.error;
  }
}

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
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return squareRoot<Fused>(x); });
  case Action::Fma:
    return forLanes(target, a, b, c, count,
                    [](const Lane &x, const Lane &y, const Lane &z) FPORDER_INLINED_LAMBDA { return add(multiply<Fused>(x, y), z); });
  case Action::Negate:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return negated(x); });
  case Action::Absolute:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return absolute(x); });
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
    for (std::size_t index = 0; index < count; ++index) {
      const Lane result = seldom(action, laneOf(a, index), laneOf(b, index));
      target.high[index] = result.high;
      target.low[index] = result.low;
      target.error[index] = result.error;
    }
  }
}

/// log(prepared(x)) followed by `finish`, chunk by chunk: guesses come from libm, one by one.
template <bool Fused, class Prepare, class Finish>
FPORDER_INLINED void logarithms(const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count, Prepare prepared,
                                Finish finish) {
  constexpr std::size_t chunk = 64;
  double guesses[chunk];
  for (std::size_t first = 0; first < count; first += chunk) {
    const std::size_t size = count - first < chunk ? count - first : chunk;
    for (std::size_t index = 0; index < size; ++index)
      guesses[index] = std::log(prepared(laneOf(a, first + index)).high);
    FPORDER_LANES
    for (std::size_t index = 0; index < size; ++index) {
      const Lane result = finish(logarithm<Fused>(prepared(laneOf(a, first + index)), guesses[index]), laneOf(b, first + index));
      target.high[first + index] = result.high;
      target.low[first + index] = result.low;
      target.error[first + index] = result.error;
    }
  }
}

template <bool Fused>
FPORDER_INLINED void callLanes(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count) {
  const auto same = [](const Lane &x) FPORDER_INLINED_LAMBDA { return x; };
  switch (function) {
  case LaneFunction::Exp:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return exponential<Fused>(x); });
  case LaneFunction::Exp2:
    return forLanes(target, a, a, count,
                    [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return exponential<Fused>(multiply<Fused>(x, ln2)); });
  case LaneFunction::Expm1:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return add(exponential<Fused>(x), exactly(-1)); });
  case LaneFunction::Sinh:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return hyperbolic<Fused>(x, -1); });
  case LaneFunction::Cosh:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return hyperbolic<Fused>(x, 1); });
  case LaneFunction::Tanh:
    return forLanes(target, a, a, count, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return hyperbolicTangent<Fused>(x); });
  case LaneFunction::Log:
    return logarithms<Fused>(target, a, a, count, same, [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return x; });
  case LaneFunction::Log2:
    return logarithms<Fused>(target, a, a, count, same,
                             [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return multiply<Fused>(x, inverseLn2); });
  case LaneFunction::Log10:
    return logarithms<Fused>(target, a, a, count, same,
                             [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return multiply<Fused>(x, inverseLn10); });
  case LaneFunction::Log1p:
    return logarithms<Fused>(
        target, a, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return add(x, exactly(1)); },
        [](const Lane &x, const Lane &) FPORDER_INLINED_LAMBDA { return x; });
  case LaneFunction::Pow:
    return logarithms<Fused>(target, a, b, count, same,
                             [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return exponential<Fused>(multiply<Fused>(x, y)); });
  }
}

/// The power of two in a normal double: 2^e for 2^e <= |x| < 2^(e + 1). 0 for zero and subnormal numbers.
FPORDER_INLINED double powerIn(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0x7ff0000000000000); }

/// What rounding to a format takes: a value x is rounded by adding and subtracting 1.5 * 2^52 * quantum(x), exact to nearest even while
/// |x| < 2^51 quantum(x). A binary64 is its own rounding.
struct Rounder {
  double relative, least; // quantum(x) = max(relative * 2^e, least)
  double largest, overflow;
  bool isWide;

  explicit Rounder(const Target &target)
      : relative(std::ldexp(1.0, 1 - target.precision)), least(std::ldexp(1.0, target.minExponent - target.precision + 1)), largest(target.largest),
        overflow(target.overflow), isWide(target.precision > 50) {}

  FPORDER_INLINED double quantum(double x) const {
    const double relativeQuantum = powerIn(x) * relative;
    return relativeQuantum > least ? relativeQuantum : least;
  }
  FPORDER_INLINED double round(double x, double step) const {
    const double shift = step * 0x1.8p52;
    return isWide ? x : (x + shift) - shift;
  }
};

/// Let L and U be the ends of the value's interval, A and B these rounded to binary64. Both ends round alike in the target when A and B do and
/// neither is halfway between neighbours: halfway points are doubles, so that L lies on the same side of each as A does. Exact values need no such
/// care. Beyond that the error must be below 2^-33 quanta, the sign known, and the side of high known if high is a power of two.
FPORDER_INLINED void decideLanes(const LaneColumn &value, const Target &target, const LaneDecision &decision, std::size_t count) {
  const Rounder rounder(target);
  FPORDER_LANES
  for (std::size_t index = 0; index < count; ++index) {
    const Lane x = laneOf(value, index);
    const bool exact = (x.low == 0) && (x.error == 0);
    const double reach = x.error == 0 ? 0.0 : x.error * slack + magnitude(x.low) * 0x1p-50;
    const double lower = x.high + (x.low - reach), upper = x.high + (x.low + reach);
    const double step = rounder.quantum(lower), otherStep = rounder.quantum(upper);
    const double down = rounder.round(lower, step), up = rounder.round(upper, otherStep);
    const bool halfway = (magnitude(lower - down) == 0.5 * step) || (magnitude(upper - up) == 0.5 * otherStep);
    const bool alike = (down == up) && (step == otherStep) && (exact || !halfway);
    const double size = magnitude(x.high);
    const bool side = (size != powerIn(size)) || (x.error == 0) || (magnitude(x.low) > x.error);
    const bool nonzero = (size >= 0x1p-900) && (size <= 0x1p900) && (size * (1 - 0x1p-50) > x.error) && (x.error <= 0x1p-33 * step) && side && alike;
    const bool zero = (size == 0) && (x.error == 0);
    decision.rounded[index] = magnitude(down) > rounder.largest ? (down > 0 ? rounder.overflow : -rounder.overflow) : (zero ? 0.0 : down);
    decision.decided[index] = static_cast<unsigned char>(nonzero || zero);
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

#ifdef __FP_FAST_FMA
constexpr bool fusedEverywhere = true;
#else
constexpr bool fusedEverywhere = false;
#endif

void applyPortable(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c, std::size_t count) {
  applyLanes<fusedEverywhere>(action, target, a, b, c, count);
}
void callPortable(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count) {
  callLanes<fusedEverywhere>(function, target, a, b, count);
}
void decidePortable(const LaneColumn &value, const Target &target, const LaneDecision &decision, std::size_t count) {
  decideLanes(value, target, decision, count);
}
void errorsPortable(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count) {
  errorLanes(computed, exact, target, ulps, count);
}

#ifdef FPORDER_WIDE_KERNELS
[[gnu::target("avx2,fma")]] void applyWide(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c,
                                           std::size_t count) {
  applyLanes<true>(action, target, a, b, c, count);
}
[[gnu::target("avx2,fma")]] void callWide(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b,
                                          std::size_t count) {
  callLanes<true>(function, target, a, b, count);
}
[[gnu::target("avx2,fma")]] void decideWide(const LaneColumn &value, const Target &target, const LaneDecision &decision, std::size_t count) {
  decideLanes(value, target, decision, count);
}
[[gnu::target("avx2,fma")]] void errorsWide(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count) {
  errorLanes(computed, exact, target, ulps, count);
}
#endif

} // namespace

std::optional<LaneFunction> laneFunctionNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, LaneFunction> table[]{
      {"exp", LaneFunction::Exp},   {"exp2", LaneFunction::Exp2},   {"expm1", LaneFunction::Expm1}, {"log", LaneFunction::Log},
      {"log2", LaneFunction::Log2}, {"log10", LaneFunction::Log10}, {"log1p", LaneFunction::Log1p}, {"sinh", LaneFunction::Sinh},
      {"cosh", LaneFunction::Cosh}, {"tanh", LaneFunction::Tanh},   {"pow", LaneFunction::Pow},
  };
  for (const auto &[known, function] : table)
    if (known == name)
      return function;
  return std::nullopt;
}

const BlockKernels &portableKernels() {
  static constexpr BlockKernels kernels{applyPortable, callPortable, decidePortable, errorsPortable};
  return kernels;
}

const BlockKernels &bestKernels() {
#ifdef FPORDER_WIDE_KERNELS
  static constexpr BlockKernels wide{applyWide, callWide, decideWide, errorsWide};
  static const bool supported = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (supported)
    return wide;
#endif
  return portableKernels();
}

} // namespace fporder::oracle
