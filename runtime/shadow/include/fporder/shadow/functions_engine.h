// Shadow execution of <cmath>: the working result is the host library's in the working type (float's for the 16-bit types, then rounded), the exact
// one is MPFR's, and what the library's own rounding adds is told apart from what the argument brought.
#pragma once

#include <fporder/shadow/engine.h>

#include <array>

namespace fporder::shadowing {

/// How strongly a relative change of x moves f(x), which is `result`, by a difference in double; at least 1. For the shadow's uncertainty only, hence
/// the slack.
template <class Function> double conditionOf(const Function &function, double x, double result) {
  const double moved = function(x * (1 + 0x1p-26)) - function(x);
  if (moved == 0)
    return 1;
  const double condition = std::fabs(moved) / (std::fabs(result) * 0x1p-26);
  return std::isfinite(condition) ? 2 * condition + 1 : std::numeric_limits<double>::infinity();
}

/// Whether an argument's error matters to a slope; beyond the finite nothing is attributed.
inline double secant(double change, double error) { return error != 0 && std::isfinite(error) && std::isfinite(change) ? change / error : 0; }

template <class T, unsigned Bits, class Native, class Exact>
Core<T, Bits> unary(const char *name, const Core<T, Bits> &argument, const Place &place, const Native &native, const Exact &mpfr,
                    bool integral = false) {
  using Computing = typename WorkingType<T>::Native;
  Step step(name, Kind::Other, WorkingType<T>::format, place);
  describe(step, 0, argument);
  const double x = step.operands[0];
  step.result = roundTo(step.format, static_cast<double>(native(static_cast<Computing>(x))));
  Core<T, Bits> result;
  const bool inexact = compute(result.real, mpfr, argument.real) != 0;
  step.uncertainty = inexact ? shadowRoundoff<Bits>() : 0;
  if (argument.trail.uncertainty != 0)
    step.uncertainty += argument.trail.uncertainty * conditionOf(native, argument.trail.exact, toDouble(result.real));
  PackedReal<Bits> local = result.real;
  if (argument.trail.error != 0)
    compute(local, mpfr, fromDouble<Bits>(x));
  setBorn(step, local);
  PackedReal<Bits> inherited;
  compute(inherited, mpfr_sub, local, result.real);
  step.slopes[0] = secant(toDouble(inherited), argument.trail.error);
  step.flipped = integral && toDouble(inherited) != 0;
  finish(step, result);
  return result;
}

template <class T, unsigned Bits, class Native, class Exact>
Core<T, Bits> binary(const char *name, const Core<T, Bits> &left, const Core<T, Bits> &right, const Place &place, const Native &native,
                     const Exact &mpfr) {
  using Computing = typename WorkingType<T>::Native;
  Step step(name, Kind::Other, WorkingType<T>::format, place);
  describe(step, 0, left);
  describe(step, 1, right);
  const double a = step.operands[0], b = step.operands[1];
  step.result = roundTo(step.format, static_cast<double>(native(static_cast<Computing>(a), static_cast<Computing>(b))));
  Core<T, Bits> result;
  PackedReal<Bits> local, between, change;
  const bool inexact = compute(result.real, mpfr, left.real, right.real) != 0;
  compute(local, mpfr, fromDouble<Bits>(a), fromDouble<Bits>(b));
  compute(between, mpfr, left.real, fromDouble<Bits>(b));
  setBorn(step, local);
  compute(change, mpfr_sub, local, between);
  step.slopes[0] = secant(toDouble(change), left.trail.error);
  compute(change, mpfr_sub, between, result.real);
  step.slopes[1] = secant(toDouble(change), right.trail.error);
  step.uncertainty = inexact ? shadowRoundoff<Bits>() : 0;
  const double x = left.trail.exact, y = right.trail.exact;
  if (left.trail.uncertainty != 0)
    step.uncertainty += left.trail.uncertainty * conditionOf([&](double moved) { return native(moved, y); }, x, toDouble(result.real));
  if (right.trail.uncertainty != 0)
    step.uncertainty += right.trail.uncertainty * conditionOf([&](double moved) { return native(x, moved); }, y, toDouble(result.real));
  finish(step, result);
  return result;
}

template <class T, unsigned Bits, class Native, class Exact>
Core<T, Bits> ternary(const char *name, const std::array<const Core<T, Bits> *, 3> &arguments, const Place &place, const Native &native,
                      const Exact &mpfr) {
  using Computing = typename WorkingType<T>::Native;
  Step step(name, Kind::Other, WorkingType<T>::format, place);
  PackedReal<Bits> reals[3], after, before, change;
  double exact[3];
  for (unsigned index = 0; index < 3; ++index) {
    describe(step, index, *arguments[index]);
    reals[index] = fromDouble<Bits>(step.operands[index]);
    exact[index] = arguments[index]->trail.exact;
  }
  const auto run = [&](const double (&x)[3]) {
    return static_cast<double>(native(static_cast<Computing>(x[0]), static_cast<Computing>(x[1]), static_cast<Computing>(x[2])));
  };
  step.result = roundTo(step.format, run(step.operands));
  compute(before, mpfr, reals[0], reals[1], reals[2]);
  setBorn(step, before);
  bool inexact = false;
  for (unsigned index = 0; index < 3; ++index) { // one argument after the other becomes exact
    reals[index] = arguments[index]->real;
    inexact = compute(after, mpfr, reals[0], reals[1], reals[2]) != 0;
    compute(change, mpfr_sub, before, after);
    step.slopes[index] = secant(toDouble(change), arguments[index]->trail.error);
    before = after;
    const auto along = [&](double moved) {
      double x[3] = {exact[0], exact[1], exact[2]};
      x[index] = moved;
      return run(x);
    };
    if (arguments[index]->trail.uncertainty != 0)
      step.uncertainty += arguments[index]->trail.uncertainty * conditionOf(along, exact[index], toDouble(after));
  }
  step.uncertainty += inexact ? shadowRoundoff<Bits>() : 0;
  Core<T, Bits> result;
  result.real = after;
  finish(step, result);
  return result;
}

template <class T, unsigned Bits> Core<T, Bits> squareRoot(const Core<T, Bits> &argument, const Place &place) {
  Step step("sqrt", Kind::Other, WorkingType<T>::format, place);
  describe(step, 0, argument);
  const double x = step.operands[0];
  step.result = squareRoot(step.format, x);
  if (reliesOnMpfr(step.format, x)) {
    PackedReal<Bits> local;
    compute(local, mpfr_sqrt, fromDouble<Bits>(x));
    step.born = difference(step.result, local);
  } else {
    step.born = roundingOfRoot(x, step.result);
  }
  Core<T, Bits> result;
  Pair root;
  bool inexact = false;
  if (argument.real.isPair() && exactRoot(argument.real.pair(), root))
    result.real.set(root);
  else
    inexact = compute(result.real, mpfr_sqrt, argument.real) != 0;
  step.uncertainty = argument.trail.uncertainty / 2 + (inexact ? shadowRoundoff<Bits>() : 0);
  const double sum = std::sqrt(std::fabs(x)) + toDouble(result.real);
  step.slopes[0] = sum > 0 ? 1 / sum : 0;
  finish(step, result);
  return result;
}

template <class T, unsigned Bits>
Core<T, Bits> fusedMultiplyAdd(const Core<T, Bits> &a, const Core<T, Bits> &b, const Core<T, Bits> &c, const Place &place) {
  Step step("fma", Kind::Other, WorkingType<T>::format, place);
  describe(step, 0, a);
  describe(step, 1, b);
  describe(step, 2, c);
  step.result = fusedMultiplyAdd(step.format, step.operands[0], step.operands[1], step.operands[2]);
  const auto run = [](PackedReal<Bits> &result, const PackedReal<Bits> &x, const PackedReal<Bits> &y, const PackedReal<Bits> &z) {
    return mpfr_fma(Writing<Bits>(result), Reading<Bits>(x), Reading<Bits>(y), Reading<Bits>(z), MPFR_RNDN);
  };
  Core<T, Bits> result;
  PackedReal<Bits> local;
  const bool inexact = run(result.real, a.real, b.real, c.real) != 0;
  run(local, fromDouble<Bits>(step.operands[0]), fromDouble<Bits>(step.operands[1]), fromDouble<Bits>(step.operands[2]));
  setBorn(step, local);
  step.slopes[0] = step.operands[1];
  step.slopes[1] = a.trail.exact;
  step.slopes[2] = 1;
  Trail product;
  product.exact = a.trail.exact * b.trail.exact;
  product.uncertainty = a.trail.uncertainty + b.trail.uncertainty;
  step.uncertainty = uncertaintyOfSum(product, c.trail, toDouble(result.real), inexact ? shadowRoundoff<Bits>() : 0);
  finish(step, result);
  return result;
}

/// max when `larger`, else min: continuous in its operands, so taking the other one is no branch flip, only an error. A NaN loses, as in fmin and
/// fmax.
template <class T, unsigned Bits> Core<T, Bits> extremum(bool larger, const Core<T, Bits> &left, const Core<T, Bits> &right) {
  const auto a = static_cast<double>(left.working), b = static_cast<double>(right.working);
  const bool takeLeft = std::isnan(b) || (larger ? a >= b : a <= b);
  Core<T, Bits> result = takeLeft ? left : right;
  if (std::isnan(a) || std::isnan(b))
    return result;
  compute(result.real, larger ? mpfr_max : mpfr_min, left.real, right.real);
  result.trail.exact = toDouble(result.real);
  result.trail.error = difference(static_cast<double>(result.working), result.real);
  return result;
}

/// The value with the sign bit of `negative`. Where rounding has changed a value's own sign, its exact magnitude is the exact value's.
template <class T, unsigned Bits> Core<T, Bits> withSign(const Core<T, Bits> &value, bool negativeWorking, bool negativeExact) {
  Core<T, Bits> result = std::signbit(static_cast<double>(value.working)) != negativeWorking ? negated(value) : value;
  if (result.real.isNegative() != negativeExact) {
    result.real.negate();
    result.trail.exact = -result.trail.exact;
    result.trail.error = difference(static_cast<double>(result.working), result.real);
  }
  return result;
}

/// True when the conversion to the integer type (bool: the comparison with zero) of the exact value gives another result.
template <class I, class T, unsigned Bits> bool isFlipped(const Core<T, Bits> &core) {
  const auto working = static_cast<double>(core.working);
  if (std::isnan(working) || !std::isfinite(core.trail.exact))
    return false;
  if constexpr (std::same_as<I, bool>)
    return (working != 0) != ((mpfr_zero_p)(Reading<Bits>(core.real)) == 0);
  PackedReal<Bits> whole;
  (mpfr_trunc)(Writing<Bits>(whole), Reading<Bits>(core.real));
  return difference(std::trunc(working), whole) != 0;
}

} // namespace fporder::shadowing
