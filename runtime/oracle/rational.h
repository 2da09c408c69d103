// Exact rational arithmetic, for the zeros and ties that no interval can decide: x / 3 * 3 - x, (a + b) / 2 halfway between two floats.
#pragma once

#include "runtime/oracle/interval.h"
#include "runtime/oracle/program.h"

#include <gmpxx.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fporder::oracle {

struct Rational {
  mpq_class value;
  Interval::State state = Interval::State::Value; // Unknown: infinite, or grown beyond the size allowed
  void swap(Rational &other) noexcept { std::swap(*this, other); }
};

/// A Machine of the Interpreter. Programs whose `rational` is false are not for it.
struct RationalMachine {
  using Value = Rational;
  static constexpr std::size_t largestBits = 1 << 16; // of numerator and denominator together

  Rational make() const { return {}; }
  void load(Rational &target, double value) const;
  void loadConstant(Rational &target, const order::Number &number) const;
  void copy(Rational &target, const Rational &from) const { target = from; }
  std::optional<std::uint32_t> count(const Rational &value, std::uint32_t most) const {
    if (value.state != Interval::State::Value || value.value.get_den() != 1)
      return std::nullopt;
    return sgn(value.value) <= 0 ? 0 : static_cast<std::uint32_t>(std::min<double>(value.value.get_d(), most));
  }
  void forget(Rational &target) const { target.state = Interval::State::Unknown; }
  void apply(Action action, Rational &target, const Rational &a, const Rational &b, const Rational &c) const;
  void call(const FunctionUse &, Rational &target, const Rational &, const Rational &) const { target.state = Interval::State::Unknown; }
  bool isFinal(const Rational &value) const { return value.state != Interval::State::Value; }
};

/// An interval that is a point when `value` has a finite binary expansion, and so narrow otherwise that it holds no midpoint of any format.
Interval enclose(const Rational &value);

} // namespace fporder::oracle
