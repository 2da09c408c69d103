// What one operation on shadow values does: the working result, the exact result, the rounding born here, and the slopes by which the operands'
// errors reach the result. Slopes are secants, so that the shares of the sources add up to the error exactly.
#pragma once

#include <fporder/shadow/real.h>
#include <fporder/shadow/record.h>
#include <fporder/shadow/working.h>

#include <algorithm>
#include <limits>
#include <source_location>
#include <type_traits>

namespace fporder::shadowing {

template <class T, unsigned Bits> struct Core {
  Trail trail;
  T working{};
  PackedReal<Bits> real;
};

inline Place placeOf(const std::source_location &location) { return {location.file_name(), location.line(), location.column()}; }

template <class To, class From> constexpr To numberCast(const From &value) {
  if constexpr (std::integral<From> || std::same_as<To, From>)
    return static_cast<To>(value);
  else // by way of double, which holds every working type's values
    return static_cast<To>(static_cast<double>(value));
}

template <unsigned Bits> constexpr double shadowRoundoff() { return std::max(powerOfTwo(-static_cast<int>(std::min(Bits, 1000U))), 0x1p-1000); }

/// Fills in what every engine must say about operand `index`.
template <class T, unsigned Bits> void describe(Step &step, unsigned index, const Core<T, Bits> &operand) {
  step.operandCount = index + 1;
  step.operands[index] = static_cast<double>(operand.working);
  step.trails[index] = &operand.trail;
  step.operandFormats[index] = WorkingType<T>::format;
}

/// Measures the result against the shadow and counts the step. `result.real` is set.
template <class T, unsigned Bits> void finish(Step &step, Core<T, Bits> &result, bool count = true) {
  result.working = numberCast<T>(step.result);
  step.exact = toDouble(result.real);
  step.error = std::isfinite(step.result) ? difference(step.result, result.real) : std::numeric_limits<double>::quiet_NaN();
  if (result.real.isZero() && std::isfinite(step.uncertainty))
    step.uncertainty = 0; // no relative uncertainty moves a zero: 0 times whatever is 0
  result.trail.exact = step.exact;
  result.trail.error = step.error;
  result.trail.uncertainty = step.uncertainty;
  if (count)
    record(step, result.trail);
}

/// The relative uncertainty of a sum: absolute ones add up, cancellation makes them large beside the result.
inline double uncertaintyOfSum(const Trail &a, const Trail &b, double sum, double own) {
  const double absolute = std::fabs(a.exact) * a.uncertainty + std::fabs(b.exact) * b.uncertainty;
  if (absolute == 0)
    return own;
  return sum == 0 ? std::numeric_limits<double>::infinity() : absolute / std::fabs(sum) + own;
}

using MpfrBinary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using MpfrUnary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

/// The rounding of `step.result` against `local`, the exact result of the working operands, where it may be too small for a double.
template <unsigned Bits> void setBorn(Step &step, const PackedReal<Bits> &local) {
  step.born = std::isfinite(step.result) ? difference(step.result, local) : std::numeric_limits<double>::quiet_NaN();
  if (!reliesOnMpfr(step.format, step.result) || !std::isfinite(step.born))
    return;
  PackedReal<Bits> born, scaled;
  mpfr_d_sub(Writing<Bits>(born), step.result, Reading<Bits>(local), MPFR_RNDN);
  mpfr_mul_2si(Writing<Bits>(scaled), Reading<Bits>(born), 1074, MPFR_RNDN);
  step.bornInUlp = std::fabs(toDouble(scaled)) / (ulp(step.format, toDouble(local)) / 0x1p-1074);
}

template <Kind kind> constexpr MpfrBinary mpfrOperation() {
  return kind == Kind::Add ? mpfr_add : kind == Kind::Subtract ? mpfr_sub : kind == Kind::Multiply ? mpfr_mul : mpfr_div;
}

/// The exact result of exact operands; returns whether it had to be rounded to `Bits` bits.
template <Kind kind, unsigned Bits> bool computeArithmetic(PackedReal<Bits> &result, const PackedReal<Bits> &left, const PackedReal<Bits> &right) {
  if (left.isPair() && right.isPair()) {
    const Pair a = left.pair(), b = right.pair();
    Pair exact;
    bool isPair = false;
    if constexpr (kind == Kind::Add)
      isPair = exactSum(a, b, exact);
    else if constexpr (kind == Kind::Subtract)
      isPair = exactSum(a, {-b.high, -b.low}, exact);
    else if constexpr (kind == Kind::Multiply)
      isPair = exactProduct(a, b, exact);
    else
      isPair = exactQuotient(a, b, exact);
    if (isPair && isWithin(Bits, exact)) {
      result.set(exact);
      return false;
    }
  }
  Limbs<Bits> a, b, exact;
  bool inexact = false;
  if (kind != Kind::Divide && left.get(a) && right.get(b) &&
      (kind != Kind::Multiply ? addLimbs(a, b, kind == Kind::Subtract, exact, inexact) : (inexact = multiplyLimbs(a, b, exact), true))) {
    result.set(exact);
    if (!inexact)
      result.simplify();
    return inexact;
  }
  if (compute(result, mpfrOperation<kind>(), left, right) != 0)
    return true;
  result.simplify();
  return false;
}

template <Kind kind> double workingResult(Format format, double a, double b) {
  if constexpr (kind == Kind::Add)
    return add(format, a, b);
  else if constexpr (kind == Kind::Subtract)
    return add(format, a, -b);
  else if constexpr (kind == Kind::Multiply)
    return multiply(format, a, b);
  else
    return divide(format, a, b);
}

template <Kind kind> double roundingOf(double a, double b, double result) {
  if constexpr (kind == Kind::Add)
    return roundingOfSum(a, b, result);
  else if constexpr (kind == Kind::Subtract)
    return roundingOfSum(a, -b, result);
  else if constexpr (kind == Kind::Multiply)
    return roundingOfProduct(a, b, result);
  else
    return roundingOfQuotient(a, b, result);
}

template <Kind kind, class T, unsigned Bits>
Core<T, Bits> arithmetic(const char *name, const Core<T, Bits> &left, const Core<T, Bits> &right, const Place &place) {
  Step step(name, kind, WorkingType<T>::format, place);
  describe(step, 0, left);
  describe(step, 1, right);
  const double a = step.operands[0], b = step.operands[1];
  step.result = workingResult<kind>(step.format, a, b);
  if (reliesOnMpfr(step.format, step.result)) {
    PackedReal<Bits> local;
    compute(local, mpfrOperation<kind>(), fromDouble<Bits>(a), fromDouble<Bits>(b));
    setBorn(step, local);
  } else {
    step.born = roundingOf<kind>(a, b, step.result);
  }
  Core<T, Bits> result;
  const double own = computeArithmetic<kind>(result.real, left.real, right.real) ? shadowRoundoff<Bits>() : 0;
  if constexpr (kind == Kind::Add || kind == Kind::Subtract) {
    step.slopes[0] = 1;
    step.slopes[1] = kind == Kind::Add ? 1 : -1;
    step.uncertainty = uncertaintyOfSum(left.trail, right.trail, toDouble(result.real), own);
  } else {
    step.slopes[0] = kind == Kind::Multiply ? b : 1 / b;
    step.slopes[1] = kind == Kind::Multiply ? left.trail.exact : -toDouble(result.real) / b;
    step.uncertainty = left.trail.uncertainty + right.trail.uncertainty + own;
  }
  result.trail.definition = {a, b, 0, kind};
  finish(step, result);
  return result;
}

/// Whether a conversion is an operation: it rounds.
inline bool isCounted(const Step &step) { return step.born != 0 || std::isfinite(step.result) != std::isfinite(step.operands[0]); }

/// Whether the double nearest to the number is the number.
template <class U> constexpr bool isDouble(const U &number) {
  if constexpr (std::integral<U> && sizeof(U) > 4)
    return number <= (1LL << 53) && (std::is_unsigned_v<U> || static_cast<long long>(number) >= -(1LL << 53));
  else
    return true;
}

template <unsigned Bits, class U> PackedReal<Bits> realOf(const U &number) {
  if (isDouble(number))
    return fromDouble<Bits>(static_cast<double>(number));
  PackedReal<Bits> result;
  Writing<Bits> destination(result);
  if constexpr (std::signed_integral<U>)
    (mpfr_set_si)(destination, number, MPFR_RNDN);
  else if constexpr (std::integral<U>)
    (mpfr_set_ui)(destination, number, MPFR_RNDN);
  return result;
}

/// A number that T holds exactly, or, while a constant is evaluated, one that it rounds: an error without a place.
template <class T, unsigned Bits> constexpr Core<T, Bits> constant(const T &working, double number) {
  Core<T, Bits> result;
  result.working = working;
  result.real.set(Pair{number, 0});
  result.trail.exact = number;
  if constexpr (!std::same_as<T, double>)
    result.trail.error = static_cast<double>(working) - number;
  return result;
}

template <class T, unsigned Bits, class U> Core<T, Bits> fromRounded(const U &number, const T &converted, const Place &place) {
  Core<T, Bits> result;
  result.real = realOf<Bits>(number);
  Step step("conversion", Kind::Other, WorkingType<T>::format, place);
  step.operandCount = 1;
  step.operands[0] = toDouble(result.real);
  step.trails[0] = nullptr;
  step.result = static_cast<double>(converted);
  step.born = difference(step.result, result.real);
  finish(step, result, isCounted(step));
  return result;
}

/// A number as a T: where T has to round it, that is counted as an operation.
template <class T, unsigned Bits, class U> constexpr Core<T, Bits> fromPlain(const U &number, const std::source_location &location) {
  const T converted = numberCast<T>(number);
  if (isDouble(number)) {
    const auto wide = static_cast<double>(number);
    if (std::is_constant_evaluated() || (static_cast<double>(converted) == wide && std::isfinite(wide)))
      return constant<T, Bits>(converted, wide);
  }
  return fromRounded<T, Bits>(number, converted, placeOf(location));
}

/// A conversion between working types: exact where T holds the working value, and the value then keeps its sources and the place that made it.
template <class T, unsigned Bits, class U> Core<T, Bits> fromOther(const Core<U, Bits> &other, const Place &place) {
  Core<T, Bits> result;
  result.real = other.real;
  Step step("conversion", Kind::Other, WorkingType<T>::format, place);
  describe(step, 0, other);
  step.slopes[0] = 1;
  step.uncertainty = other.trail.uncertainty;
  step.result = static_cast<double>(numberCast<T>(other.working));
  step.born = step.result - step.operands[0];
  finish(step, result, isCounted(step));
  if (step.born == 0) {
    result.trail.sources = other.trail.sources;
    result.trail.definition.site = other.trail.definition.site;
  }
  return result;
}

template <class T, unsigned Bits> Core<T, Bits> negated(Core<T, Bits> value) {
  value.working = numberCast<T>(-static_cast<double>(value.working));
  value.trail.exact = -value.trail.exact;
  value.trail.error = -value.trail.error;
  value.trail.sources.negate();
  value.real.negate();
  value.trail.definition.a = -value.trail.definition.a;
  if (isAdditive(value.trail.definition.kind))
    value.trail.definition.b = -value.trail.definition.b;
  return value;
}

/// A comparison decides by the working values, as the program does, and counts where the exact values decide otherwise.
template <class T, unsigned Bits, class Predicate>
bool compare(const char *name, const Core<T, Bits> &left, const Core<T, Bits> &right, const Place &place, Predicate predicate) {
  Step step(name, Kind::Other, WorkingType<T>::format, place);
  describe(step, 0, left);
  describe(step, 1, right);
  const bool decision = predicate(step.operands[0], step.operands[1]);
  bool exact = decision;
  double gap = 0;
  const bool comparable = !std::isnan(step.operands[0]) && !std::isnan(step.operands[1]);
  if (comparable && (left.trail.error != 0 || right.trail.error != 0)) {
    const int order = mpfr_cmp3(Reading<Bits>(left.real), Reading<Bits>(right.real), 1);
    exact = predicate(static_cast<double>(order), 0.0);
    PackedReal<Bits> apart;
    compute(apart, mpfr_sub, left.real, right.real);
    gap = std::fabs(toDouble(apart));
  }
  step.exact = exact ? 1 : 0;
  step.result = decision ? 1 : 0;
  recordDecision(step, decision != exact, gap);
  return decision;
}

} // namespace fporder::shadowing
