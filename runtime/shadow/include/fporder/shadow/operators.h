// The operators of shadow values, found by argument-dependent lookup: between shadows of one type, of two types, and plain numbers.
//
// Mixed operands follow C++: the narrower one is converted, integers take the other's type, so shadow<float> * 0.5 is computed in double, as float *
// 0.5 is.
#pragma once

#include <fporder/shadow/operand.h>

#include <compare>
#include <functional>

namespace fporder::shadowing {

// One operator in its five mixtures: T with T, T with a plain number of a wider type on either side. `RESULT` maps a working type to the result's.
#define FPORDER_SHADOW_MIXED(NAME, RESULT, ...)                                                                                                      \
  friend RESULT<T, Bits> NAME(const Operand<T, Bits> &a, const Operand<T, Bits> &b) { return __VA_ARGS__; }                                          \
  friend RESULT<First, Bits> NAME(const Operand<T, Bits> &a, const PlainOperand<First> &b) {                                                         \
    return NAME(SumType<First, Bits>(a.get(), a.location), Operand<First, Bits>(b.value, b.location));                                               \
  }                                                                                                                                                  \
  friend RESULT<First, Bits> NAME(const PlainOperand<First> &a, const Operand<T, Bits> &b) {                                                         \
    return NAME(SumType<First, Bits>(a.value, a.location), Operand<First, Bits>(b.get(), b.location));                                               \
  }                                                                                                                                                  \
  friend RESULT<Second, Bits> NAME(const Operand<T, Bits> &a, const PlainOperand<Second> &b) {                                                       \
    return NAME(SumType<Second, Bits>(a.get(), a.location), Operand<Second, Bits>(b.value, b.location));                                             \
  }                                                                                                                                                  \
  friend RESULT<Second, Bits> NAME(const PlainOperand<Second> &a, const Operand<T, Bits> &b) {                                                       \
    return NAME(SumType<Second, Bits>(a.value, a.location), Operand<Second, Bits>(b.get(), b.location));                                             \
  }

template <class W, unsigned Bits> using SumType = typename ShadowOf<W, Bits>::Shadow;
template <class W, unsigned Bits> using Decision = bool;

/// Base of shadow<T, Bits> that carries its operators.
template <class T, unsigned Bits> class Operators {
  using First = typename Wider<T>::First;
  using Second = typename Wider<T>::Second;

  FPORDER_SHADOW_MIXED(operator+, SumType, Access::make([&] { return arithmetic<Kind::Add>("+", a.core(), b.core(), b.place()); }))
  FPORDER_SHADOW_MIXED(operator-, SumType, Access::make([&] { return arithmetic<Kind::Subtract>("-", a.core(), b.core(), b.place()); }))
  FPORDER_SHADOW_MIXED(operator*, SumType, Access::make([&] { return arithmetic<Kind::Multiply>("*", a.core(), b.core(), b.place()); }))
  FPORDER_SHADOW_MIXED(operator/, SumType, Access::make([&] { return arithmetic<Kind::Divide>("/", a.core(), b.core(), b.place()); }))
  FPORDER_SHADOW_MIXED(operator==, Decision, compare("==", a.core(), b.core(), b.place(), std::equal_to<double>()))
  FPORDER_SHADOW_MIXED(operator!=, Decision, compare("!=", a.core(), b.core(), b.place(), std::not_equal_to<double>()))
  FPORDER_SHADOW_MIXED(operator<, Decision, compare("<", a.core(), b.core(), b.place(), std::less<double>()))
  FPORDER_SHADOW_MIXED(operator>, Decision, compare(">", a.core(), b.core(), b.place(), std::greater<double>()))
  FPORDER_SHADOW_MIXED(operator<=, Decision, compare("<=", a.core(), b.core(), b.place(), std::less_equal<double>()))
  FPORDER_SHADOW_MIXED(operator>=, Decision, compare(">=", a.core(), b.core(), b.place(), std::greater_equal<double>()))

  /// For the default comparisons of structures; counted where the exact values are ordered otherwise.
  friend std::partial_ordering operator<=>(const Operand<T, Bits> &a, const Operand<T, Bits> &b) {
    const std::partial_ordering order = a.working() <=> b.working();
    static_cast<void>(compare("<=>", a.core(), b.core(), b.place(), [order](double x, double y) { return (x <=> y) == order; }));
    return order;
  }

  friend shadow<T, Bits> operator+(const shadow<T, Bits> &a) { return a; }
  friend shadow<T, Bits> operator-(const shadow<T, Bits> &a) {
    return Access::make([&] { return negated(Access::core(a)); });
  }
};

} // namespace fporder::shadowing
