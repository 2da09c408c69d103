// shadow<T>: a number that computes as T does and knows what T's rounding has done to it.
//
// Its working value is what T would hold after the same operations, bit for bit: each operation rounds once, and so does each conversion. Beside it
// run the exact value, in as many bits as it needs up to `Bits` at least, and the trail of statistics. The type is trivially copyable; all bytes zero
// is 0.
#pragma once

#include <fporder/shadow/exact.h>
#include <fporder/shadow/float_functions.h>
#include <fporder/shadow/functions.h>

#include <istream>
#include <limits>
#include <ostream>

namespace fporder {

template <class T, unsigned Bits>
  requires shadowing::Working<T>
class shadow : shadowing::Operators<T, Bits>, shadowing::Functions<T, Bits>, shadowing::FloatFunctions<Bits> {
  static constexpr shadowing::Format format = shadowing::WorkingType<T>::format;
  using First = typename shadowing::Wider<T>::First;
  using Second = typename shadowing::Wider<T>::Second;
  using Location = std::source_location;

public:
  using value_type = T;

  shadow() = default;

  /// A plain number. Where T cannot hold it, the conversion's rounding is an error born here: shadow<bfloat16>(0.999) is 1 and off by 0.001.
  template <class U>
    requires shadowing::Working<U> || std::integral<U>
  constexpr shadow(const U &number, Location location = Location::current()) : core(shadowing::fromPlain<T, Bits>(number, location)) {}

  template <class U>
    requires(shadowing::Whole<U> && !std::integral<U>)
  constexpr shadow(const U &number, Location location = Location::current()) : shadow(+number, location) {}

  /// A conversion between working types; rounds when T is narrower.
  template <class U>
    requires(!std::same_as<U, T>)
  shadow(const shadow<U, Bits> &other, Location location = Location::current())
      : core(shadowing::fromOther<T>(shadowing::Access::core(other), shadowing::placeOf(location))) {}

  /// What T would hold.
  constexpr T value() const { return core.working; }
  /// What it would hold without any rounding since the inputs.
  ExactValue<Bits> exact() const { return ExactValue<Bits>(core.real); }
  /// value() - exact(), rounded to double.
  constexpr double error() const { return core.trail.error; }
  /// |error| in ulp of T at the exact value; NaN when either is not finite.
  double errorInUlp() const { return shadowing::errorInUlp(format, core.trail.error, core.trail.exact); }
  /// False when the shadow's own precision no longer suffices to tell the error to a 64th of an ulp: use more Bits.
  bool isDecided() const { return shadowing::isDecided(format, core.trail.exact, core.trail.uncertainty); }

  template <class U>
    requires shadowing::Working<U>
  explicit operator U() const {
    return shadowing::numberCast<U>(core.working);
  }
  /// Truncates, or compares with zero; where the exact value decides otherwise it counts as a flip.
  template <std::integral I> explicit operator I() const {
    const I result = static_cast<I>(static_cast<double>(core.working));
    if (core.trail.error != 0 && shadowing::isFlipped<I>(core))
      shadowing::recordConversionFlip(static_cast<double>(core.working), core.trail);
    return result;
  }

  shadow &operator+=(const shadowing::Operand<T, Bits> &b) { return *this = *this + b; }
  shadow &operator-=(const shadowing::Operand<T, Bits> &b) { return *this = *this - b; }
  shadow &operator*=(const shadowing::Operand<T, Bits> &b) { return *this = *this * b; }
  shadow &operator/=(const shadowing::Operand<T, Bits> &b) { return *this = *this / b; }
  shadow &operator+=(const shadowing::WiderOperand<First, Bits> &b) { return assign(widened<First>() + right(b), b.location); }
  shadow &operator-=(const shadowing::WiderOperand<First, Bits> &b) { return assign(widened<First>() - right(b), b.location); }
  shadow &operator*=(const shadowing::WiderOperand<First, Bits> &b) { return assign(widened<First>() * right(b), b.location); }
  shadow &operator/=(const shadowing::WiderOperand<First, Bits> &b) { return assign(widened<First>() / right(b), b.location); }
  shadow &operator+=(const shadowing::WiderOperand<Second, Bits> &b) { return assign(widened<Second>() + right(b), b.location); }
  shadow &operator-=(const shadowing::WiderOperand<Second, Bits> &b) { return assign(widened<Second>() - right(b), b.location); }
  shadow &operator*=(const shadowing::WiderOperand<Second, Bits> &b) { return assign(widened<Second>() * right(b), b.location); }
  shadow &operator/=(const shadowing::WiderOperand<Second, Bits> &b) { return assign(widened<Second>() / right(b), b.location); }
  shadow &operator++() { return *this += 1; }
  shadow &operator--() { return *this -= 1; }
  shadow operator++(int) {
    const shadow before = *this;
    ++*this;
    return before;
  }
  shadow operator--(int) {
    const shadow before = *this;
    --*this;
    return before;
  }

  friend std::ostream &operator<<(std::ostream &stream, const shadow &x) {
    return stream << static_cast<typename shadowing::WorkingType<T>::Native>(x.core.working);
  }
  /// What is read is exact as T holds it.
  friend std::istream &operator>>(std::istream &stream, shadow &x) {
    typename shadowing::WorkingType<T>::Native number{};
    if (stream >> number)
      x = shadow(shadowing::numberCast<T>(number));
    return stream;
  }

private:
  friend struct shadowing::Access;

  template <class Compute> shadow(shadowing::Access::InPlace, const Compute &compute) : core(compute()) {}

  template <class W> auto widened() const { return typename shadowing::ShadowOf<W, Bits>::Shadow(*this); }
  template <class W> static auto right(const shadowing::WiderOperand<W, Bits> &b) { return shadowing::Operand<W, Bits>(b.value, b.location); }
  template <class W> shadow &assign(const W &result, Location location) { return *this = shadow(result, location); }

  shadowing::Core<T, Bits> core;
};

/// The value as an input: exact as it stands, whatever led to it.
template <class T, unsigned Bits> shadow<T, Bits> input(const shadow<T, Bits> &x) { return shadow<T, Bits>(x.value()); }

/// Marks a result that matters. The report ranks source places by the error they bring into the outputs; names may be marked any number of times.
template <class T, unsigned Bits> void output(std::string_view name, const shadow<T, Bits> &x) {
  const shadowing::Core<T, Bits> &core = shadowing::Access::core(x);
  shadowing::recordOutput(name, shadowing::WorkingType<T>::format, static_cast<double>(core.working), core.trail);
}

/// A range of results: std::vector, std::array, an array, a span.
template <class Range>
  requires requires(const Range &range) { std::begin(range), std::end(range); }
void output(std::string_view name, const Range &range) {
  for (const auto &x : range)
    output(name, x);
}

} // namespace fporder

template <class T, unsigned Bits> class std::numeric_limits<fporder::shadow<T, Bits>> {
  static constexpr fporder::shadowing::Precision precision = fporder::shadowing::precisionOf(fporder::shadowing::WorkingType<T>::format);
  using Shadow = fporder::shadow<T, Bits>;
  static Shadow of(double value) { return Shadow(fporder::shadowing::numberCast<T>(value)); }

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = false, is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = precision.bits, min_exponent = precision.minExponent + 1, max_exponent = precision.maxExponent + 1;
  static constexpr int digits10 = (digits - 1) * 30103 / 100000, max_digits10 = digits * 30103 / 100000 + 2;
  static constexpr int min_exponent10 = -static_cast<int>((1 - min_exponent) * 30103L / 100000);
  static constexpr int max_exponent10 = static_cast<int>(max_exponent * 30103L / 100000);
  static Shadow min() { return of(fporder::shadowing::powerOfTwo(precision.minExponent)); }
  static Shadow max() { return of(fporder::shadowing::largestFinite(fporder::shadowing::WorkingType<T>::format)); }
  static Shadow lowest() { return -max(); }
  static Shadow epsilon() { return of(fporder::shadowing::powerOfTwo(1 - precision.bits)); }
  static Shadow round_error() { return of(0.5); }
  static Shadow infinity() { return of(std::numeric_limits<double>::infinity()); }
  static Shadow quiet_NaN() { return of(std::numeric_limits<double>::quiet_NaN()); }
  static Shadow denorm_min() { return of(fporder::shadowing::powerOfTwo(precision.minExponent - precision.bits + 1)); }
};
