#include "runtime/elementary/lane_kernels.h"

#include "runtime/elementary/angle_lanes.h"
#include "runtime/elementary/lane_rounding.h"

#include <limits>
#include <utility>

namespace fporder::elementary {

namespace {

using namespace lanes;

template <bool Fused>
FPORDER_INLINED void callLanes(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count) {
  switch (function) {
  case LaneFunction::Exp:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return exponential<Fused>(x); });
  case LaneFunction::Exp2:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return exponential<Fused>(multiply<Fused>(x, ln2)); });
  case LaneFunction::Exp10:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return exponential<Fused>(multiply<Fused>(x, ln10)); });
  case LaneFunction::Expm1:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return exponentialLessOne<Fused>(x); });
  case LaneFunction::Exp2m1:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return exponentialLessOne<Fused>(multiply<Fused>(x, ln2)); });
  case LaneFunction::Exp10m1:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return exponentialLessOne<Fused>(multiply<Fused>(x, ln10)); });
  case LaneFunction::Log:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return logarithm<Fused>(x); });
  case LaneFunction::Log2:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return multiply<Fused>(logarithm<Fused>(x), inverseLn2); });
  case LaneFunction::Log10:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return multiply<Fused>(logarithm<Fused>(x), inverseLn10); });
  case LaneFunction::Log1p:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return logarithmOfOneAnd<Fused>(x); });
  case LaneFunction::Log2p1:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return multiply<Fused>(logarithmOfOneAnd<Fused>(x), inverseLn2); });
  case LaneFunction::Sinh:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return hyperbolicSine<Fused>(x); });
  case LaneFunction::Cosh:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return hyperbolic<Fused>(x, 1); });
  case LaneFunction::Tanh:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return hyperbolicTangent<Fused>(x); });
  case LaneFunction::Asinh:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return inverseHyperbolicSine<Fused>(x); });
  case LaneFunction::Acosh:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return inverseHyperbolicCosine<Fused>(x); });
  case LaneFunction::Atanh:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return inverseHyperbolicTangent<Fused>(x); });
  case LaneFunction::Sin:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return oddFunction(x, -1.0 / 6, sineAndCosine<Fused>(x).sine); });
  case LaneFunction::Cos:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return sineAndCosine<Fused>(x).cosine; });
  case LaneFunction::Tan:
    return forLanes(target, a, count,
                    [](const Lane &x) FPORDER_INLINED_LAMBDA { return oddFunction(x, 1.0 / 3, tangentOf<Fused>(sineAndCosine<Fused>(x))); });
  case LaneFunction::SinPi:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return sineAndCosineOfPi<Fused>(x).sine; });
  case LaneFunction::CosPi:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return sineAndCosineOfPi<Fused>(x).cosine; });
  case LaneFunction::TanPi:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return tangentOf<Fused>(sineAndCosineOfPi<Fused>(x)); });
  case LaneFunction::Asin:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return arcSine<Fused>(x); });
  case LaneFunction::Acos:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return arcCosine<Fused>(x); });
  case LaneFunction::Atan:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return arcTangent<Fused>(x); });
  case LaneFunction::Cbrt:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return cubeRoot<Fused>(x); });
  case LaneFunction::ReciprocalRoot:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return divide<Fused>(exactly(1), squareRoot<Fused>(x)); });
  case LaneFunction::Reciprocal:
    return forLanes(target, a, count, [](const Lane &x) FPORDER_INLINED_LAMBDA { return divide<Fused>(exactly(1), x); });
  case LaneFunction::Pow:
    return forLanes(target, a, b, count,
                    [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return exponential<Fused>(multiply<Fused>(logarithm<Fused>(x), y)); });
  case LaneFunction::Hypot:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return hypotenuse<Fused>(x, y); });
  case LaneFunction::Atan2:
    return forLanes(target, a, b, count, [](const Lane &x, const Lane &y) FPORDER_INLINED_LAMBDA { return angleOf<Fused>(x, y); });
  }
}

/// Let L and U be the ends of the value's interval, A and B these rounded to binary64. Both ends round alike in the target when A and B do and
/// neither is halfway between neighbours: halfway points are doubles, so that L lies on the same side of each as A does. Exact values need no such
/// care. Beyond that the error must be below 2^-33 quanta, the sign known, and the side of high known if high is a power of two.
FPORDER_INLINED void decideLanes(const LaneColumn &value, const Grid &grid, const LaneDecision &decision, std::size_t count) {
  const Rounder rounder(grid);
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

void callPortable(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count) {
  callLanes<FPORDER_FUSED_EVERYWHERE>(function, target, a, b, count);
}
void decidePortable(const LaneColumn &value, const Grid &grid, const LaneDecision &decision, std::size_t count) {
  decideLanes(value, grid, decision, count);
}

#ifdef FPORDER_WIDE_KERNELS
[[gnu::target("avx2,fma")]] void callWide(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b,
                                          std::size_t count) {
  callLanes<true>(function, target, a, b, count);
}
[[gnu::target("avx2,fma")]] void decideWide(const LaneColumn &value, const Grid &grid, const LaneDecision &decision, std::size_t count) {
  decideLanes(value, grid, decision, count);
}
#endif

} // namespace

std::optional<LaneFunction> laneFunctionNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, LaneFunction> table[]{
      {"exp", LaneFunction::Exp},        {"exp2", LaneFunction::Exp2},
      {"exp10", LaneFunction::Exp10},    {"expm1", LaneFunction::Expm1},
      {"exp2m1", LaneFunction::Exp2m1},  {"exp10m1", LaneFunction::Exp10m1},
      {"log", LaneFunction::Log},        {"log2", LaneFunction::Log2},
      {"log10", LaneFunction::Log10},    {"log1p", LaneFunction::Log1p},
      {"log2p1", LaneFunction::Log2p1},  {"sinh", LaneFunction::Sinh},
      {"cosh", LaneFunction::Cosh},      {"tanh", LaneFunction::Tanh},
      {"asinh", LaneFunction::Asinh},    {"acosh", LaneFunction::Acosh},
      {"atanh", LaneFunction::Atanh},    {"sin", LaneFunction::Sin},
      {"cos", LaneFunction::Cos},        {"tan", LaneFunction::Tan},
      {"sinpi", LaneFunction::SinPi},    {"cospi", LaneFunction::CosPi},
      {"tanpi", LaneFunction::TanPi},    {"asin", LaneFunction::Asin},
      {"acos", LaneFunction::Acos},      {"atan", LaneFunction::Atan},
      {"cbrt", LaneFunction::Cbrt},      {"rsqrt", LaneFunction::ReciprocalRoot},
      {"rcp", LaneFunction::Reciprocal}, {"pow", LaneFunction::Pow},
      {"hypot", LaneFunction::Hypot},    {"atan2", LaneFunction::Atan2},
  };
  for (const auto &[known, function] : table)
    if (known == name)
      return function;
  return std::nullopt;
}

std::optional<Grid> Grid::of(format::Format format) {
  using format::Format;
  if (format::parameters(format).precision == 0)
    format = Format::Binary64;
  const format::Parameters parameters = format::parameters(format);
  if (!format::widensExactly(format, Format::Binary64))
    return std::nullopt;
  Grid result{parameters.precision, parameters.minExponent, 0, std::numeric_limits<double>::infinity()};
  const int omitted = format == Format::E4M3FN ? 2 : 1; // all ones is a NaN there
  result.largest = std::ldexp(std::ldexp(1.0, parameters.precision) - omitted, parameters.maxExponent - parameters.precision + 1);
  if (format == Format::E4M3FN)
    result.overflow = std::numeric_limits<double>::quiet_NaN();
  return result;
}

const LaneKernels &portableLaneKernels() {
  static constexpr LaneKernels kernels{callPortable, decidePortable};
  return kernels;
}

const LaneKernels &bestLaneKernels() {
#ifdef FPORDER_WIDE_KERNELS
  static constexpr LaneKernels wide{callWide, decideWide};
  static const bool supported = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (supported)
    return wide;
#endif
  return portableLaneKernels();
}

} // namespace fporder::elementary
