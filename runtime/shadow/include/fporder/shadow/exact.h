// The exact value behind a shadow, for the user: compared with numbers, converted, printed, or handed to MPFR.
#pragma once

#include <fporder/shadow/real.h>

#include <compare>
#include <concepts>
#include <string>

namespace fporder {

template <unsigned Bits> class ExactValue {
public:
  explicit ExactValue(const shadowing::PackedReal<Bits> &of) : real(of) {}

  /// Rounded to nearest.
  explicit operator double() const { return shadowing::toDouble(real); }
  /// Stores it in an initialised MPFR number, rounded to its precision.
  void copyTo(mpfr_ptr target) const { (mpfr_set)(target, shadowing::Reading<Bits>(real), MPFR_RNDN); }
  /// Decimal with so many significant digits, in C's %g.
  std::string text(int digits = static_cast<int>(Bits * 30103UL / 100000)) const {
    char *printed = nullptr;
    if (mpfr_asprintf(&printed, "%.*Rg", digits, static_cast<mpfr_srcptr>(shadowing::Reading<Bits>(real))) < 0)
      return {};
    std::string result = printed;
    mpfr_free_str(printed);
    return result;
  }
  ExactValue operator-() const {
    ExactValue result = *this;
    result.real.negate();
    return result;
  }

  friend bool operator==(const ExactValue &a, const ExactValue &b) { return (a <=> b) == 0; }
  friend std::partial_ordering operator<=>(const ExactValue &a, const ExactValue &b) {
    return a.against([&](mpfr_srcptr x) { return mpfr_cmp3(x, shadowing::Reading<Bits>(b.real), 1); }, b.isNan());
  }
  template <class Number>
    requires std::integral<Number> || std::same_as<Number, float> || std::same_as<Number, double>
  friend bool operator==(const ExactValue &a, Number b) {
    return (a <=> b) == 0;
  }
  template <class Number>
    requires std::integral<Number> || std::same_as<Number, float> || std::same_as<Number, double>
  friend std::partial_ordering operator<=>(const ExactValue &a, Number b) {
    if constexpr (std::signed_integral<Number>)
      return a.against([b](mpfr_srcptr x) { return mpfr_cmp_si_2exp(x, b, 0); }, false);
    else if constexpr (std::integral<Number>)
      return a.against([b](mpfr_srcptr x) { return mpfr_cmp_ui_2exp(x, b, 0); }, false);
    else
      return a.against([b](mpfr_srcptr x) { return mpfr_cmp_d(x, static_cast<double>(b)); }, b != b);
  }

private:
  bool isNan() const { return (mpfr_nan_p)(shadowing::Reading<Bits>(real)) != 0; }
  template <class Compare> std::partial_ordering against(const Compare &compare, bool otherIsNan) const {
    return isNan() || otherIsNan ? std::partial_ordering::unordered : compare(shadowing::Reading<Bits>(real)) <=> 0;
  }

  shadowing::PackedReal<Bits> real;
};

} // namespace fporder
