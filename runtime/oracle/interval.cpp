#include "runtime/oracle/interval.h"

#include <algorithm>
#include <utility>

namespace fporder::oracle {

using State = Interval::State;

void Interval::set(const Interval &other) {
  mpfr_set(low, other.low, MPFR_RNDD);
  mpfr_set(high, other.high, MPFR_RNDU);
  state = other.state;
}

void Interval::set(double value) {
  mpfr_set_d(low, value, MPFR_RNDD);
  mpfr_set_d(high, value, MPFR_RNDU);
  state = mpfr_nan_p(low) != 0 ? State::DomainError : State::Value;
}

void Interval::set(const order::Number &number) {
  const std::string &text = number.text();
  state = text == "nan" ? State::DomainError : State::Value;
  if (text.find('/') == std::string::npos) {
    mpfr_strtofr(low, text.c_str(), nullptr, 0, MPFR_RNDD);
    mpfr_strtofr(high, text.c_str(), nullptr, 0, MPFR_RNDU);
    return;
  }
  mpq_t ratio;
  mpq_init(ratio);
  mpq_set_str(ratio, text.c_str(), 10);
  mpfr_set_q(low, ratio, MPFR_RNDD);
  mpfr_set_q(high, ratio, MPFR_RNDU);
  mpq_clear(ratio);
}

namespace detail {

bool haveValues(Interval &result, const Interval &a, const Interval &b) {
  result.state = a.state == State::Value || (a.state == State::Unknown && b.state != State::Value) ? b.state : a.state;
  return result.state == State::Value;
}

} // namespace detail

namespace {

void positiveZero(mpfr_ptr value) {
  if (mpfr_zero_p(value) != 0)
    mpfr_set_zero(value, 1);
}

/// Clears the signs of zeros; a NaN end means that infinities met: an error where both operands are points, otherwise nothing is known.
void settle(Interval &result, const Interval &a, const Interval &b) {
  positiveZero(result.low);
  positiveZero(result.high);
  if (mpfr_nan_p(result.low) == 0 && mpfr_nan_p(result.high) == 0)
    return;
  result.state = a.isPoint() && b.isPoint() ? State::DomainError : State::Unknown;
}

/// A corner of a product. An end that is infinite by overflow stands for large finite values, whose product with zero is zero.
void corner(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t rounding) {
  mpfr_mul(result, a, b, rounding);
  if (mpfr_nan_p(result) != 0)
    mpfr_set_zero(result, 1);
}

/// Product of intervals one of which at least contains both signs.
void multiplyMixed(Interval &result, const Interval &a, const Interval &b) {
  mpfr_t scratch;
  mpfr_init2(scratch, result.bits());
  corner(result.low, a.low, b.low, MPFR_RNDD);
  corner(result.high, a.low, b.low, MPFR_RNDU);
  for (const auto &[left, right] : {std::pair{a.low, b.high}, std::pair{a.high, b.low}, std::pair{a.high, b.high}}) {
    corner(scratch, left, right, MPFR_RNDD);
    mpfr_min(result.low, result.low, scratch, MPFR_RNDD);
    corner(scratch, left, right, MPFR_RNDU);
    mpfr_max(result.high, result.high, scratch, MPFR_RNDU);
  }
  mpfr_clear(scratch);
}

enum class Sign : std::uint8_t { Negative, Mixed, Positive };

Sign signOf(const Interval &x) { return mpfr_sgn(x.low) >= 0 ? Sign::Positive : mpfr_sgn(x.high) <= 0 ? Sign::Negative : Sign::Mixed; }

} // namespace

namespace detail {

void add(Interval &result, const Interval &a, const Interval &b) {
  if (!haveValues(result, a, b))
    return;
  mpfr_add(result.low, a.low, b.low, MPFR_RNDD);
  mpfr_add(result.high, a.high, b.high, MPFR_RNDU);
  settle(result, a, b);
}

void subtract(Interval &result, const Interval &a, const Interval &b) {
  if (!haveValues(result, a, b))
    return;
  mpfr_sub(result.low, a.low, b.high, MPFR_RNDD);
  mpfr_sub(result.high, a.high, b.low, MPFR_RNDU);
  settle(result, a, b);
}

void multiply(Interval &result, const Interval &a, const Interval &b) {
  if (!haveValues(result, a, b))
    return;
  if ((a.isInfinite() && !b.excludesZero()) || (b.isInfinite() && !a.excludesZero())) {
    result.state = a.isZero() || b.isZero() ? State::DomainError : State::Unknown;
    return;
  }
  const Sign left = signOf(a), right = signOf(b);
  if (left == Sign::Mixed || right == Sign::Mixed)
    multiplyMixed(result, a, b);
  else if (left == right) {
    const bool positive = left == Sign::Positive;
    corner(result.low, positive ? a.low : a.high, positive ? b.low : b.high, MPFR_RNDD);
    corner(result.high, positive ? a.high : a.low, positive ? b.high : b.low, MPFR_RNDU);
  } else {
    const bool positive = left == Sign::Positive;
    corner(result.low, positive ? a.high : a.low, positive ? b.low : b.high, MPFR_RNDD);
    corner(result.high, positive ? a.low : a.high, positive ? b.high : b.low, MPFR_RNDU);
  }
  settle(result, a, b);
}

void divide(Interval &result, const Interval &a, const Interval &b) {
  if (!haveValues(result, a, b))
    return;
  if (b.isZero()) {
    result.state = a.isZero() ? State::DomainError : a.excludesZero() ? State::Pole : State::Unknown;
    return;
  }
  if (!b.excludesZero()) {
    result.state = State::Unknown;
    return;
  }
  // The quotient is monotone in each operand while the divisor keeps its sign: the ends pair as the sign of the other says.
  const bool positive = mpfr_sgn(b.low) > 0;
  const mpfr_srcptr smaller = positive ? a.low : a.high, larger = positive ? a.high : a.low;
  const auto divisor = [&](mpfr_srcptr dividend, bool wantsLow) {
    const bool away = (mpfr_sgn(dividend) >= 0) == positive; // quotient not negative
    return away == wantsLow ? (positive ? b.high : b.low) : (positive ? b.low : b.high);
  };
  mpfr_div(result.low, smaller, divisor(smaller, true), MPFR_RNDD);
  mpfr_div(result.high, larger, divisor(larger, false), MPFR_RNDU);
  settle(result, a, b);
}

} // namespace detail

namespace {

void squareRoot(Interval &result, const Interval &a) {
  if (mpfr_sgn(a.low) < 0) {
    result.state = mpfr_sgn(a.high) < 0 ? State::DomainError : State::Unknown;
    return;
  }
  mpfr_sqrt(result.low, a.low, MPFR_RNDD);
  mpfr_sqrt(result.high, a.high, MPFR_RNDU);
  settle(result, a, a);
}

void fusedMultiplyAdd(Interval &result, const Interval &a, const Interval &b, const Interval &c) {
  Interval product(result.bits());
  detail::multiply(product, a, b);
  detail::add(result, product, c);
}

void negate(Interval &result, const Interval &a) {
  mpfr_neg(result.low, a.high, MPFR_RNDD);
  mpfr_neg(result.high, a.low, MPFR_RNDU);
}

void absolute(Interval &result, const Interval &a) {
  if (mpfr_sgn(a.low) >= 0)
    result.set(a);
  else if (mpfr_sgn(a.high) <= 0)
    negate(result, a);
  else {
    mpfr_neg(result.high, a.low, MPFR_RNDU);
    mpfr_max(result.high, result.high, a.high, MPFR_RNDU);
    mpfr_set_zero(result.low, 1);
  }
  mpfr_abs(result.low, result.low, MPFR_RNDD); // -0
  mpfr_abs(result.high, result.high, MPFR_RNDU);
}

void copySign(Interval &result, const Interval &a, const Interval &b) {
  if (!b.excludesZero() && !b.isZero()) {
    result.state = State::Unknown;
    return;
  }
  Interval magnitude(result.bits());
  absolute(magnitude, a);
  if (mpfr_signbit(b.low) != 0)
    negate(result, magnitude);
  else
    result.set(magnitude);
}

void setTruth(Interval &result, bool holds, bool fails) {
  result.state = holds || fails ? State::Value : State::Unknown;
  mpfr_set_ui(result.low, holds ? 1 : 0, MPFR_RNDD);
  mpfr_set_ui(result.high, holds ? 1 : 0, MPFR_RNDU);
}

void compare(Action action, Interval &result, const Interval &a, const Interval &b) {
  if (action == Action::Less)
    setTruth(result, mpfr_less_p(a.high, b.low) != 0, mpfr_greaterequal_p(a.low, b.high) != 0);
  else if (action == Action::LessEqual)
    setTruth(result, mpfr_lessequal_p(a.high, b.low) != 0, mpfr_greater_p(a.low, b.high) != 0);
  else
    setTruth(result, a.isPoint() && b.isPoint() && mpfr_equal_p(a.low, b.low) != 0,
             mpfr_greater_p(a.low, b.high) != 0 || mpfr_less_p(a.high, b.low) != 0);
}

bool isTrue(const Interval &x) { return x.state == State::Value && x.excludesZero(); }
bool isFalse(const Interval &x) { return x.state == State::Value && x.isZero(); }

/// And and Or are decided by one operand where that suffices, even when the other has no value, as && and || are.
void combine(Action action, Interval &result, const Interval &a, const Interval &b) {
  const bool all = action == Action::And;
  const auto decides = [&](const Interval &x) { return all ? isFalse(x) : isTrue(x); };
  if (decides(a) || (decides(b) && a.state == State::Value)) {
    setTruth(result, !all, all);
    return;
  }
  if (detail::haveValues(result, a, b)) {
    const bool holds = all ? isTrue(a) && isTrue(b) : false, fails = all ? false : isFalse(a) && isFalse(b);
    setTruth(result, holds, fails);
  }
}

void select(Interval &result, const Interval &condition, const Interval &chosen, const Interval &otherwise) {
  if (condition.state != State::Value)
    result.state = condition.state;
  else if (isTrue(condition))
    result.set(chosen);
  else if (isFalse(condition))
    result.set(otherwise);
  else
    result.state = State::Unknown;
}

void step(Action action, Interval &result, const Interval &a) {
  using Step = int (*)(mpfr_ptr, mpfr_srcptr);
  static constexpr Step functions[]{mpfr_trunc, mpfr_floor, mpfr_ceil, mpfr_round, mpfr_roundeven};
  const Step function = functions[static_cast<int>(action) - static_cast<int>(Action::Truncate)];
  // Exact: a number of P bits at or beyond 2^P is an integer already, and a smaller integer fits.
  function(result.low, a.low);
  function(result.high, a.high);
  settle(result, a, a);
}

void applyToValues(Action action, Interval &result, const Interval &a, const Interval &b) {
  switch (action) {
  case Action::Sqrt:
    return squareRoot(result, a);
  case Action::Negate:
    return negate(result, a);
  case Action::Absolute:
    return absolute(result, a);
  case Action::CopySign:
    return copySign(result, a, b);
  case Action::Min:
    mpfr_min(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_min(result.high, a.high, b.high, MPFR_RNDU);
    return;
  case Action::Max:
    mpfr_max(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_max(result.high, a.high, b.high, MPFR_RNDU);
    return;
  case Action::Less:
  case Action::LessEqual:
  case Action::Equal:
    return compare(action, result, a, b);
  case Action::Not:
    return setTruth(result, isFalse(a), isTrue(a));
  case Action::Truth:
    return setTruth(result, isTrue(a), isFalse(a));
  default:
    return step(action, result, a);
  }
}

bool isBinary(Action action) {
  return action == Action::CopySign || action == Action::Min || action == Action::Max || action == Action::Less || action == Action::LessEqual ||
         action == Action::Equal;
}

/// A value beside itself: what holds whatever the value is, however wide its interval. False when nothing does.
bool applyToSame(Action action, Interval &result, const Interval &a) {
  const bool compares = action == Action::Equal || action == Action::LessEqual || action == Action::Less;
  const bool cancels = (action == Action::Sub || (action == Action::Div && a.excludesZero())) && !a.isInfinite();
  if (a.state != State::Value || (!compares && !cancels))
    return false;
  result.set(action == Action::Sub || action == Action::Less ? 0.0 : 1.0);
  return true;
}

} // namespace

void apply(Action action, Interval &result, const Interval &a, const Interval &b, const Interval &c) {
  if (&a == &b && applyToSame(action, result, a))
    return;
  switch (action) {
  case Action::Add:
    return detail::add(result, a, b);
  case Action::Sub:
    return detail::subtract(result, a, b);
  case Action::Mul:
    return detail::multiply(result, a, b);
  case Action::Div:
    return detail::divide(result, a, b);
  case Action::Fma:
    return fusedMultiplyAdd(result, a, b, c);
  case Action::Select:
    return select(result, a, b, c);
  case Action::And:
  case Action::Or:
    return combine(action, result, a, b);
  default:
    if (detail::haveValues(result, a, isBinary(action) ? b : a))
      applyToValues(action, result, a, b);
  }
}

} // namespace fporder::oracle
