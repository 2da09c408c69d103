#include "runtime/oracle/rational.h"

#include <algorithm>
#include <cmath>

namespace fporder::oracle {

namespace {

using State = Interval::State;

mpq_class step(Action action, const mpq_class &x) {
  mpz_class result;
  const mpz_class &numerator = x.get_num(), &denominator = x.get_den();
  switch (action) {
  case Action::Floor:
    mpz_fdiv_q(result.get_mpz_t(), numerator.get_mpz_t(), denominator.get_mpz_t());
    break;
  case Action::Ceiling:
    mpz_cdiv_q(result.get_mpz_t(), numerator.get_mpz_t(), denominator.get_mpz_t());
    break;
  case Action::RoundAway: {
    const mpq_class raised = abs(x) + mpq_class(1, 2);
    mpz_fdiv_q(result.get_mpz_t(), raised.get_num_mpz_t(), raised.get_den_mpz_t());
    result *= sgn(x);
    break;
  }
  case Action::RoundEven: {
    const mpq_class raised = x + mpq_class(1, 2);
    mpz_fdiv_q(result.get_mpz_t(), raised.get_num_mpz_t(), raised.get_den_mpz_t());
    if (raised.get_den() == 1 && mpz_odd_p(result.get_mpz_t()) != 0)
      result -= 1;
    break;
  }
  default:
    mpz_tdiv_q(result.get_mpz_t(), numerator.get_mpz_t(), denominator.get_mpz_t());
    break;
  }
  return mpq_class(result);
}

void divide(Rational &target, const mpq_class &a, const mpq_class &b) {
  if (sgn(b) == 0)
    target.state = sgn(a) == 0 ? State::DomainError : State::Pole;
  else
    target.value = a / b;
}

void compute(Action action, Rational &target, const mpq_class &a, const mpq_class &b, const mpq_class &c) {
  switch (action) {
  case Action::Add:
    target.value = a + b;
    return;
  case Action::Sub:
    target.value = a - b;
    return;
  case Action::Mul:
    target.value = a * b;
    return;
  case Action::Div:
    return divide(target, a, b);
  case Action::Fma:
    target.value = a * b + c;
    return;
  case Action::Negate:
    target.value = -a;
    return;
  case Action::Absolute:
    target.value = abs(a);
    return;
  case Action::Min:
    target.value = a < b ? a : b;
    return;
  case Action::Max:
    target.value = a < b ? b : a;
    return;
  case Action::Less:
    target.value = a < b ? 1 : 0;
    return;
  case Action::LessEqual:
    target.value = a <= b ? 1 : 0;
    return;
  case Action::Equal:
    target.value = a == b ? 1 : 0;
    return;
  case Action::And:
    target.value = sgn(a) != 0 && sgn(b) != 0 ? 1 : 0;
    return;
  case Action::Or:
    target.value = sgn(a) != 0 || sgn(b) != 0 ? 1 : 0;
    return;
  case Action::Not:
    target.value = sgn(a) == 0 ? 1 : 0;
    return;
  case Action::Truth:
    target.value = sgn(a) != 0 ? 1 : 0;
    return;
  case Action::CopySign: // the sign of a zero is not a rational's
    target.state = sgn(b) == 0 ? State::Unknown : State::Value;
    target.value = sgn(b) < 0 ? mpq_class(-abs(a)) : mpq_class(abs(a));
    return;
  default:
    target.value = step(action, a);
  }
}

int operandCount(Action action) {
  switch (action) {
  case Action::Fma:
    return 3;
  case Action::Add:
  case Action::Sub:
  case Action::Mul:
  case Action::Div:
  case Action::CopySign:
  case Action::Min:
  case Action::Max:
  case Action::Less:
  case Action::LessEqual:
  case Action::Equal:
  case Action::And:
  case Action::Or:
    return 2;
  default:
    return 1;
  }
}

/// The certain reason first, Unknown last, as for intervals.
State worse(State a, State b) { return a == State::Value || (a == State::Unknown && b != State::Value) ? b : a; }

} // namespace

void RationalMachine::load(Rational &target, double value) const {
  target.state = std::isnan(value) ? State::DomainError : std::isinf(value) ? State::Unknown : State::Value;
  if (target.state == State::Value)
    target.value = value;
}

void RationalMachine::loadConstant(Rational &target, const order::Number &number) const {
  if (!number.isFinite()) {
    target.state = number.text() == "nan" ? State::DomainError : State::Unknown;
    return;
  }
  const std::string &text = number.text();
  if (text.find('/') != std::string::npos) {
    target.value = mpq_class(text);
    return;
  }
  // A hexadecimal float has at most four bits a digit.
  Interval wide(static_cast<mpfr_prec_t>(std::max<std::size_t>(64, 4 * text.size())));
  wide.set(number);
  if (mpfr_get_exp(wide.low) > 1 << 16 || (mpfr_zero_p(wide.low) == 0 && mpfr_get_exp(wide.low) < -(1 << 16)))
    target.state = State::Unknown;
  else
    mpfr_get_q(target.value.get_mpq_t(), wide.low);
}

void RationalMachine::apply(Action action, Rational &target, const Rational &a, const Rational &b, const Rational &c) const {
  if (action == Action::Select) {
    target = a.state != State::Value ? a : sgn(a.value) != 0 ? b : c;
    return;
  }
  if (a.state == State::Value && ((action == Action::And && sgn(a.value) == 0) || (action == Action::Or && sgn(a.value) != 0))) {
    target.state = State::Value; // whatever the other is, as for && and ||
    target.value = action == Action::Or ? 1 : 0;
    return;
  }
  const int operands = operandCount(action);
  target.state = worse(worse(a.state, operands > 1 ? b.state : State::Value), operands > 2 ? c.state : State::Value);
  if (target.state != State::Value)
    return;
  compute(action, target, a.value, b.value, c.value);
  if (mpz_sizeinbase(target.value.get_num_mpz_t(), 2) + mpz_sizeinbase(target.value.get_den_mpz_t(), 2) > largestBits)
    target.state = State::Unknown;
}

Interval enclose(const Rational &value) {
  const std::size_t bits = mpz_sizeinbase(value.value.get_num_mpz_t(), 2) + mpz_sizeinbase(value.value.get_den_mpz_t(), 2);
  // A midpoint m has a denominator of at most 2^1100: a fraction n / d that is not one keeps 1 / (d 2^1100) away from it.
  Interval result(static_cast<mpfr_prec_t>(bits + 1200));
  result.state = value.state;
  mpfr_set_q(result.low, value.value.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(result.high, value.value.get_mpq_t(), MPFR_RNDU);
  return result;
}

} // namespace fporder::oracle
