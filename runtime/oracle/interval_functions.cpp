// Enclosures of the functions of libm. Monotone functions are taken at the ends; the others by what is stated beside them. MPFR rounds each
// evaluation correctly in the direction asked for.
#include "runtime/oracle/interval.h"

#include "runtime/order/function_facts.h"
#include "runtime/order/integer_operators.h"

#include <algorithm>
#include <optional>

namespace fporder::oracle {

namespace {

using order::Course;
using State = Interval::State;
using detail::divide;
using detail::multiply;

/// Beyond this exponent the argument of a periodic function would need millions of bits of pi.
constexpr mpfr_exp_t largestPeriodicExponent = 1 << 18;

/// Whether all of `x` lies in the domain; otherwise `result` says why not.
bool isInside(const order::FunctionDomain &domain, const Interval &x, Interval &result) {
  const int lowEnd = mpfr_cmp_d(x.low, domain.low), highEnd = mpfr_cmp_d(x.high, domain.high);
  if (mpfr_cmp_d(x.high, domain.low) < 0 || mpfr_cmp_d(x.low, domain.high) > 0)
    result.state = State::DomainError;
  else if (x.isPoint() && ((domain.poleAtLow && lowEnd == 0) || (domain.poleAtHigh && highEnd == 0)))
    result.state = State::Pole;
  else if (lowEnd < 0 || highEnd > 0 || (domain.poleAtLow && lowEnd == 0) || (domain.poleAtHigh && highEnd == 0))
    result.state = State::Unknown;
  return result.state == State::Value;
}

/// The function at `x`: the two neighbours of the value, or the value twice where it is exact.
void at(elementary::UnaryFunction function, Interval &result, mpfr_srcptr x) {
  const int ternary = function(result.low, x, MPFR_RNDD);
  mpfr_set(result.high, result.low, MPFR_RNDU);
  if (ternary != 0)
    mpfr_nextabove(result.high);
  if (mpfr_nan_p(result.low) != 0)
    result.state = State::DomainError;
}

void monotone(elementary::UnaryFunction function, Interval &result, mpfr_srcptr lowAt, mpfr_srcptr highAt) {
  function(result.low, lowAt, MPFR_RNDD);
  function(result.high, highAt, MPFR_RNDU);
  if (mpfr_nan_p(result.low) != 0 || mpfr_nan_p(result.high) != 0)
    result.state = State::Unknown;
}

/// Even, rising from 0.
void coshOver(Interval &result, const Interval &x) {
  Interval magnitude(result.bits());
  apply(Action::Absolute, magnitude, x, x, x);
  monotone(mpfr_cosh, result, magnitude.low, magnitude.high);
}

/// f(low) widened by the length of the argument's interval, since |f'| <= 1, within [-1, 1].
void sineOrCosine(elementary::UnaryFunction function, Interval &result, const Interval &x) {
  Interval width(result.bits());
  mpfr_sub(width.high, x.high, x.low, MPFR_RNDU);
  if (mpfr_cmp_ui(width.high, 2) >= 0 || mpfr_nan_p(width.high) != 0 || mpfr_get_exp(x.low) > largestPeriodicExponent) {
    mpfr_set_si(result.low, -1, MPFR_RNDD);
    mpfr_set_si(result.high, 1, MPFR_RNDU);
    return;
  }
  at(function, result, x.low);
  mpfr_sub(result.low, result.low, width.high, MPFR_RNDD);
  mpfr_add(result.high, result.high, width.high, MPFR_RNDU);
  if (mpfr_cmp_si(result.low, -1) < 0)
    mpfr_set_si(result.low, -1, MPFR_RNDD);
  if (mpfr_cmp_si(result.high, 1) > 0)
    mpfr_set_si(result.high, 1, MPFR_RNDU);
}

/// Rising wherever the cosine has no zero.
void tangent(Interval &result, const Interval &x) {
  Interval cosine(result.bits());
  sineOrCosine(mpfr_cos, cosine, x);
  if (cosine.state == State::Value && cosine.excludesZero())
    monotone(mpfr_tan, result, x.low, x.high);
  else
    result.state = State::Unknown;
}

/// sin(pi x), by way of an interval for pi x.
void sineOfPi(Interval &result, const Interval &x) {
  Interval pi(result.bits()), scaled(result.bits());
  mpfr_const_pi(pi.low, MPFR_RNDD);
  mpfr_const_pi(pi.high, MPFR_RNDU);
  multiply(scaled, pi, x);
  sineOrCosine(mpfr_sin, result, scaled);
}

/// Where the gamma function has its minimum on the positive axis, and a bound below the minimum of it (0.88560319...) and of its logarithm
/// (-0.12148629...). NIST Digital Library of Mathematical Functions, 5.4(iii).
constexpr double valleyStart = 1.4616, valleyEnd = 1.4617;
constexpr double gammaFloor = 0.8856, logGammaFloor = -0.1215;

/// On the positive axis: convex, falling to the valley, rising after it.
void gammaOfPositive(elementary::UnaryFunction function, double floor, Interval &result, const Interval &x) {
  if (mpfr_cmp_d(x.low, valleyEnd) >= 0)
    return monotone(function, result, x.low, x.high);
  if (mpfr_cmp_d(x.high, valleyStart) <= 0)
    return monotone(function, result, x.high, x.low);
  Interval other(result.bits());
  monotone(function, result, x.low, x.low);
  monotone(function, other, x.high, x.high);
  mpfr_max(result.high, result.high, other.high, MPFR_RNDU);
  mpfr_set_d(result.low, floor, MPFR_RNDD);
}

/// gamma(x) = pi / (sin(pi x) gamma(1 - x)); the logarithm of its magnitude likewise.
void gammaByReflection(Course course, elementary::UnaryFunction function, double floor, Interval &result, const Interval &x) {
  const mpfr_prec_t bits = result.bits();
  Interval one(bits), reflected(bits), there(bits), sine(bits), pi(bits), quotient(bits);
  one.set(1.0);
  detail::subtract(reflected, one, x);
  gammaOfPositive(function, floor, there, reflected);
  sineOfPi(sine, x);
  mpfr_const_pi(pi.low, MPFR_RNDD);
  mpfr_const_pi(pi.high, MPFR_RNDU);
  if (course == Course::Gamma) {
    Interval product(bits);
    multiply(product, sine, there);
    divide(result, pi, product);
  } else {
    Interval magnitude(bits), logarithm(bits);
    apply(Action::Absolute, magnitude, sine, sine, sine);
    divide(quotient, pi, magnitude);
    applyFunction({"log", 1}, logarithm, quotient, quotient);
    detail::subtract(result, logarithm, there);
  }
}

void gammaFunction(Course course, elementary::UnaryFunction function, Interval &result, const Interval &x) {
  const double floor = course == Course::Gamma ? gammaFloor : logGammaFloor;
  const bool poleInside = mpfr_sgn(x.low) <= 0 && x.isPoint() && mpfr_integer_p(x.low) != 0;
  if (poleInside)
    result.state = mpfr_inf_p(x.low) != 0 ? State::DomainError : State::Pole;
  else if (x.isPoint() && mpfr_get_exp(x.low) < largestPeriodicExponent)
    at(function, result, x.low);
  else if (mpfr_sgn(x.low) > 0)
    gammaOfPositive(function, floor, result, x);
  else if (mpfr_sgn(x.high) < 0)
    gammaByReflection(course, function, floor, result, x);
  else
    result.state = State::Unknown;
}

void unary(std::string_view name, Interval &result, const Interval &x) {
  const elementary::UnaryFunction function = elementary::unaryNamed(name);
  const order::FunctionFacts *facts = order::functionFacts(name);
  const Course course = facts ? facts->course : Course::Unknown;
  const order::FunctionDomain domain = facts ? facts->domain : order::FunctionDomain{};
  if (!isInside(domain, x, result))
    return;
  if (x.isInfinite() && (course == Course::SineOrCosine || course == Course::Tangent)) {
    result.state = State::DomainError;
    return;
  }
  const bool periodic = course == Course::SineOrCosine || course == Course::Tangent;
  if (x.isPoint() && course != Course::Gamma && course != Course::LogGamma && !(periodic && mpfr_get_exp(x.low) > largestPeriodicExponent))
    return at(function, result, x.low);
  switch (course) {
  case Course::Rising:
    return monotone(function, result, x.low, x.high);
  case Course::Falling:
    return monotone(function, result, x.high, x.low);
  case Course::Cosh:
    return coshOver(result, x);
  case Course::SineOrCosine:
    return sineOrCosine(function, result, x);
  case Course::Tangent:
    return tangent(result, x);
  case Course::Gamma:
  case Course::LogGamma:
    return gammaFunction(course, function, result, x);
  case Course::Unknown:
    result.state = State::Unknown;
    return;
  }
}

/// Lowest and highest value of `function` over the corners of a box: its range, where it is monotone in each argument for every value of the other.
void overCorners(elementary::BinaryFunction function, Interval &result, const Interval &a, const Interval &b) {
  if (a.isPoint() && b.isPoint()) {
    const int ternary = function(result.low, a.low, b.low, MPFR_RNDD);
    mpfr_set(result.high, result.low, MPFR_RNDU);
    if (ternary != 0)
      mpfr_nextabove(result.high);
  } else {
    Interval corner(result.bits());
    bool first = true;
    for (const mpfr_srcptr left : {a.low, a.high})
      for (const mpfr_srcptr right : {b.low, b.high}) {
        function(corner.low, left, right, MPFR_RNDD);
        function(corner.high, left, right, MPFR_RNDU);
        if (first || mpfr_nan_p(corner.low) != 0 || mpfr_less_p(corner.low, result.low) != 0)
          mpfr_set(result.low, corner.low, MPFR_RNDD);
        if (first || mpfr_nan_p(corner.high) != 0 || mpfr_greater_p(corner.high, result.high) != 0)
          mpfr_set(result.high, corner.high, MPFR_RNDU);
        if (mpfr_nan_p(corner.low) != 0 || mpfr_nan_p(corner.high) != 0)
          result.state = State::Unknown;
        first = false;
      }
  }
  if (mpfr_nan_p(result.low) != 0 || mpfr_nan_p(result.high) != 0)
    result.state = a.isPoint() && b.isPoint() ? State::DomainError : State::Unknown;
}

/// x^n for an integer n > 0 over an x that may have either sign: the ends, and 0 inside where n is even.
void powerOfMixed(Interval &result, const Interval &x, const Interval &n) {
  const bool contains = !x.excludesZero();
  overCorners(mpfr_pow, result, x, n);
  Interval half(result.bits() + 1);
  mpfr_div_2ui(half.low, n.low, 1, MPFR_RNDD);
  if (contains && mpfr_integer_p(half.low) != 0)
    mpfr_set_zero(result.low, 1);
}

/// x^y: 0^y is 0 for y > 0, a pole for y < 0, and x^0 is 1; a negative x wants an integer y.
void power(Interval &result, const Interval &x, const Interval &y) {
  if (y.isZero()) {
    result.set(1.0);
    return;
  }
  const bool positive = mpfr_sgn(x.low) > 0;
  if (positive || (mpfr_sgn(x.low) == 0 && mpfr_sgn(y.low) > 0))
    return overCorners(mpfr_pow, result, x, y);
  if (x.isZero()) {
    result.state = mpfr_sgn(y.high) < 0 ? State::Pole : State::Unknown;
    return;
  }
  if (y.isPoint() && mpfr_integer_p(y.low) != 0) {
    if (mpfr_sgn(y.low) > 0)
      return powerOfMixed(result, x, y);
    if (mpfr_sgn(x.high) < 0)
      return overCorners(mpfr_pow, result, x, y);
    result.state = State::Unknown;
    return;
  }
  Interval ceiling(result.bits());
  mpfr_ceil(ceiling.low, y.low);
  const bool noInteger = mpfr_greater_p(ceiling.low, y.high) != 0;
  result.state = mpfr_sgn(x.high) < 0 && noInteger ? State::DomainError : State::Unknown;
}

/// The angle of (x, y) in (-pi, pi]. Its range over a box that avoids the origin and the cut is that of the corners.
void angle(Interval &result, const Interval &y, const Interval &x) {
  if (x.isZero() && y.isZero())
    result.state = State::DomainError;
  else if (y.isZero() && mpfr_sgn(x.high) < 0) {
    mpfr_const_pi(result.low, MPFR_RNDD);
    mpfr_const_pi(result.high, MPFR_RNDU);
  } else if (!y.excludesZero() && mpfr_sgn(x.low) <= 0)
    result.state = State::Unknown;
  else
    overCorners(mpfr_atan2, result, y, x);
}

/// a - n b, where n is the quotient rounded as the function says, once the quotient's interval leaves no doubt about n.
void remainder(Action rounding, elementary::BinaryFunction function, Interval &result, const Interval &a, const Interval &b) {
  if (b.isZero() || a.isInfinite()) {
    result.state = State::DomainError;
    return;
  }
  if (a.isPoint() && b.isPoint())
    return overCorners(function, result, a, b);
  const mpfr_prec_t bits = result.bits();
  Interval quotient(bits), count(bits), product(bits);
  divide(quotient, a, b);
  apply(rounding, count, quotient, quotient, quotient);
  if (count.state != State::Value || !count.isPoint()) {
    result.state = State::Unknown;
    return;
  }
  multiply(product, count, b);
  detail::subtract(result, a, product);
}

/// Exact on points, which integers are once they are decided.
void ofIntegers(std::string_view name, Interval &result, const Interval &a, const Interval &b) {
  const bool points = a.isPoint() && b.isPoint();
  const double left = mpfr_get_d(a.low, MPFR_RNDN), right = mpfr_get_d(b.low, MPFR_RNDN);
  const bool held = points && mpfr_cmp_d(a.low, left) == 0 && mpfr_cmp_d(b.low, right) == 0;
  const std::optional<double> value = held ? order::integerOperation(name, left, right) : std::nullopt;
  result.state = value ? State::Value : points ? State::DomainError : State::Unknown;
  if (!value)
    return;
  mpfr_set_d(result.low, *value, MPFR_RNDD);
  mpfr_set_d(result.high, *value, MPFR_RNDU);
}

void binary(std::string_view name, Interval &result, const Interval &a, const Interval &b) {
  if (name == "pow")
    return power(result, a, b);
  if (name == "atan2")
    return angle(result, a, b);
  if (name == "fmod")
    return remainder(Action::Truncate, mpfr_fmod, result, a, b);
  if (name == "remainder")
    return remainder(Action::RoundEven, mpfr_remainder, result, a, b);
  // hypot: rising in each magnitude.
  Interval left(result.bits()), right(result.bits());
  apply(Action::Absolute, left, a, a, a);
  apply(Action::Absolute, right, b, b, b);
  overCorners(mpfr_hypot, result, left, right);
}

/// A constant computed with 32 bits more is nearer than one last place of the precision here.
void constant(std::string_view name, Interval &result) {
  Interval wide(result.bits() + 32);
  elementary::namedConstant(name, wide.low);
  mpfr_set(wide.high, wide.low, MPFR_RNDU);
  result.set(wide);
  mpfr_nextbelow(result.low);
  mpfr_nextabove(result.high);
}

} // namespace

void applyFunction(const FunctionUse &function, Interval &result, const Interval &a, const Interval &b) {
  result.state = State::Value;
  if (function.operands == 0)
    constant(function.name, result);
  else if (detail::haveValues(result, a, function.operands == 2 ? b : a)) {
    if (order::isIntegerOperator(function.name, function.operands))
      ofIntegers(function.name, result, a, function.operands == 2 ? b : a);
    else if (function.operands == 1)
      unary(function.name, result, a);
    else
      binary(function.name, result, a, b);
  }
}

} // namespace fporder::oracle
