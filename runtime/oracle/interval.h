// Intervals of real numbers with MPFR ends, rounded outward: what an operation gives contains every value the real operation can take on its
// operands.
//
// A value is an interval or a reason why there is none. Reasons travel through operations; Select takes the reason of the chosen branch only. Where
// an interval is too wide to tell (a divisor that may be zero, a comparison that may go either way), the value is Unknown: a higher precision may
// tell.
//
// Ends are equal exactly when every operation before was exact: such a value is the real value itself. Infinite values (an input's, [inf, inf]) obey
// the rules of the extended reals, inf - inf and 0 * inf being domain errors; an end alone may be infinite after overflow of MPFR's exponent range.
//
// A zero computed here is +0; only -0 from an input keeps its sign, through Negate, Select and CopySign, which looks at it.
#pragma once

#include "runtime/oracle/program.h"

#include <mpfr.h>

#include <string_view>

namespace fporder::oracle {

class Interval {
public:
  enum class State : std::uint8_t { Value, DomainError, Pole, Unknown };

  explicit Interval(mpfr_prec_t bits) {
    mpfr_init2(low, bits);
    mpfr_init2(high, bits);
  }
  ~Interval() {
    mpfr_clear(low);
    mpfr_clear(high);
  }
  Interval(const Interval &) = delete;
  Interval &operator=(const Interval &) = delete;
  Interval(Interval &&other) noexcept : Interval(MPFR_PREC_MIN) { swap(other); }
  void swap(Interval &other) noexcept {
    mpfr_swap(low, other.low);
    mpfr_swap(high, other.high);
    std::swap(state, other.state);
  }

  mpfr_prec_t bits() const { return mpfr_get_prec(low); }
  void setBits(mpfr_prec_t bits) {
    mpfr_set_prec(low, bits);
    mpfr_set_prec(high, bits);
  }
  /// Copies and swaps above keep every bit; `set` rounds outward to the precision of this interval.
  void set(const Interval &other);
  void set(double value); // NaN is a domain error
  void set(const order::Number &number);

  bool isPoint() const { return mpfr_equal_p(low, high) != 0; }
  bool isZero() const { return mpfr_zero_p(low) != 0 && mpfr_zero_p(high) != 0; }
  bool excludesZero() const { return mpfr_sgn(low) > 0 || mpfr_sgn(high) < 0; }
  bool isInfinite() const { return isPoint() && mpfr_inf_p(low) != 0; }

  mpfr_t low, high;
  State state = State::Value;
};

/// result = action(a, b, c) for every action of arithmetic and control (from Add to RoundEven); operands an action lacks may be any interval.
/// `result` is none of the operands. One object as both operands is one value: its difference is 0, its quotient 1, and it equals itself.
void apply(Action action, Interval &result, const Interval &a, const Interval &b, const Interval &c);

/// result = function(arguments), by the names of runtime/elementary/mpfr_functions.h.
void applyFunction(const FunctionUse &function, Interval &result, const Interval &a, const Interval &b);

namespace detail {
/// True when the operands are values; otherwise `result` takes over the first reason, a certain one before Unknown.
bool haveValues(Interval &result, const Interval &a, const Interval &b);
void add(Interval &result, const Interval &a, const Interval &b);
void subtract(Interval &result, const Interval &a, const Interval &b);
void multiply(Interval &result, const Interval &a, const Interval &b);
void divide(Interval &result, const Interval &a, const Interval &b);
} // namespace detail

} // namespace fporder::oracle
