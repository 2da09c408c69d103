// <cmath> for shadow values, found by argument-dependent lookup: `sqrt(x)` after `using std::sqrt`, or unqualified. They take operands that are
// converted to, so that a function of the kernel's own under the same name wins. `std::sqrt(x)` is in std_functions.h, `sqrtf(x)` in
// float_functions.h.
#pragma once

#include <fporder/shadow/neighbours.h>
#include <fporder/shadow/operators.h>

#include <cmath>

namespace fporder::shadowing {

#define FPORDER_SHADOW_UNARY(NAME, MPFR)                                                                                                             \
  friend shadow<T, Bits> NAME(const Operand<T, Bits> &x) {                                                                                           \
    return Access::make([&] { return unary(#NAME, x.core(), x.place(), [](auto value) { return std::NAME(value); }, MPFR); });                       \
  }
// Of two arguments in their mixtures, an integer counting as a double, as it does for <cmath>.
#define FPORDER_SHADOW_TWO(NAME, ...)                                                                                                                \
  FPORDER_SHADOW_MIXED(NAME, SumType, __VA_ARGS__)                                                                                                   \
  template <Whole I>                                                                                                                                 \
    requires(!std::same_as<T, double>)                                                                                                               \
  friend shadow<double, Bits> NAME(const shadow<T, Bits> &a, const I &b, std::source_location place = std::source_location::current()) {             \
    return NAME(shadow<double, Bits>(a, place), Operand<double, Bits>(b, place));                                                                    \
  }                                                                                                                                                  \
  template <Whole I>                                                                                                                                 \
    requires(!std::same_as<T, double>)                                                                                                               \
  friend shadow<double, Bits> NAME(const I &a, const shadow<T, Bits> &b, std::source_location place = std::source_location::current()) {             \
    return NAME(shadow<double, Bits>(a, place), Operand<double, Bits>(b, place));                                                                    \
  }
#define FPORDER_SHADOW_BINARY(NAME, MPFR)                                                                                                            \
  FPORDER_SHADOW_TWO(                                                                                                                                \
      NAME, Access::make([&] { return binary(#NAME, a.core(), b.core(), b.place(), [](auto x, auto y) { return std::NAME(x, y); }, MPFR); }))
// To a whole number: a step, whose exact side may fall on another one.
#define FPORDER_SHADOW_WHOLE(NAME, MPFR)                                                                                                             \
  friend shadow<T, Bits> NAME(const Operand<T, Bits> &x) {                                                                                           \
    const auto exact = [](mpfr_ptr result, mpfr_srcptr value, mpfr_rnd_t) { return MPFR; };                                                          \
    return Access::make([&] { return unary(#NAME, x.core(), x.place(), [](auto value) { return std::NAME(value); }, exact, true); });                \
  }

#define FPORDER_SHADOW_COMPARISON(NAME, SYMBOL, ...)                                                                                                 \
  friend bool NAME(const Operand<T, Bits> &a, const Operand<T, Bits> &b) {                                                                           \
    return compare(SYMBOL, a.core(), b.core(), b.place(), [](double x, double y) { return __VA_ARGS__; });                                           \
  }

inline int logOfGamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

inline int hypotOfThree(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_rnd_t rounding) {
  const int first = mpfr_hypot(result, x, y, rounding), second = mpfr_hypot(result, result, z, rounding);
  return first != 0 ? first : second;
}

/// Base of shadow<T, Bits> that carries its functions.
template <class T, unsigned Bits> class Functions {
  using First = typename Wider<T>::First;
  using Second = typename Wider<T>::Second;
  using Shadow = shadow<T, Bits>;

  friend Shadow sqrt(const Operand<T, Bits> &x) {
    return Access::make([&] { return squareRoot(x.core(), x.place()); });
  }
  FPORDER_SHADOW_UNARY(cbrt, mpfr_cbrt)
  FPORDER_SHADOW_UNARY(exp, mpfr_exp)
  FPORDER_SHADOW_UNARY(exp2, mpfr_exp2)
  FPORDER_SHADOW_UNARY(expm1, mpfr_expm1)
  FPORDER_SHADOW_UNARY(log, mpfr_log)
  FPORDER_SHADOW_UNARY(log2, mpfr_log2)
  FPORDER_SHADOW_UNARY(log10, mpfr_log10)
  FPORDER_SHADOW_UNARY(log1p, mpfr_log1p)
  FPORDER_SHADOW_UNARY(sin, mpfr_sin)
  FPORDER_SHADOW_UNARY(cos, mpfr_cos)
  FPORDER_SHADOW_UNARY(tan, mpfr_tan)
  FPORDER_SHADOW_UNARY(asin, mpfr_asin)
  FPORDER_SHADOW_UNARY(acos, mpfr_acos)
  FPORDER_SHADOW_UNARY(atan, mpfr_atan)
  FPORDER_SHADOW_UNARY(sinh, mpfr_sinh)
  FPORDER_SHADOW_UNARY(cosh, mpfr_cosh)
  FPORDER_SHADOW_UNARY(tanh, mpfr_tanh)
  FPORDER_SHADOW_UNARY(asinh, mpfr_asinh)
  FPORDER_SHADOW_UNARY(acosh, mpfr_acosh)
  FPORDER_SHADOW_UNARY(atanh, mpfr_atanh)
  FPORDER_SHADOW_UNARY(erf, mpfr_erf)
  FPORDER_SHADOW_UNARY(erfc, mpfr_erfc)
  FPORDER_SHADOW_UNARY(tgamma, mpfr_gamma)
  FPORDER_SHADOW_UNARY(lgamma, logOfGamma)

  FPORDER_SHADOW_BINARY(pow, mpfr_pow)
  FPORDER_SHADOW_BINARY(atan2, mpfr_atan2)
  FPORDER_SHADOW_BINARY(hypot, mpfr_hypot)
  FPORDER_SHADOW_BINARY(fmod, mpfr_fmod)
  FPORDER_SHADOW_BINARY(remainder, mpfr_remainder)
  FPORDER_SHADOW_BINARY(fdim, mpfr_dim)
  FPORDER_SHADOW_TWO(fmax, Access::make([&] { return extremum(true, a.core(), b.core()); }))
  FPORDER_SHADOW_TWO(fmin, Access::make([&] { return extremum(false, a.core(), b.core()); }))
  FPORDER_SHADOW_TWO(copysign, Access::make([&] {
                       return withSign(a.core(), std::signbit(static_cast<double>(b.core().working)), b.core().real.isNegative());
                     }))

  FPORDER_SHADOW_WHOLE(floor, mpfr_floor(result, value))
  FPORDER_SHADOW_WHOLE(ceil, mpfr_ceil(result, value))
  FPORDER_SHADOW_WHOLE(trunc, mpfr_trunc(result, value))
  FPORDER_SHADOW_WHOLE(round, mpfr_round(result, value))
  FPORDER_SHADOW_WHOLE(rint, mpfr_rint(result, value, MPFR_RNDN))
  FPORDER_SHADOW_WHOLE(nearbyint, mpfr_rint(result, value, MPFR_RNDN))
  friend long lround(const Operand<T, Bits> &x) { return static_cast<long>(round(x)); }
  friend long lrint(const Operand<T, Bits> &x) { return static_cast<long>(rint(x)); }
  friend long long llround(const Operand<T, Bits> &x) { return static_cast<long long>(round(x)); }
  friend long long llrint(const Operand<T, Bits> &x) { return static_cast<long long>(rint(x)); }

  friend Shadow fma(const Operand<T, Bits> &a, const Operand<T, Bits> &b, const Operand<T, Bits> &c) {
    return Access::make([&] { return fusedMultiplyAdd(a.core(), b.core(), c.core(), c.place()); });
  }
  friend Shadow fabs(const Operand<T, Bits> &x) {
    return Access::make([&] { return withSign(x.core(), false, false); });
  }
  friend Shadow abs(const Operand<T, Bits> &x) {
    return Access::make([&] { return withSign(x.core(), false, false); });
  }
  friend Shadow ldexp(const Operand<T, Bits> &x, int exponent) {
    const auto exact = [exponent](mpfr_ptr result, mpfr_srcptr value, mpfr_rnd_t rounding) {
      return mpfr_mul_2si(result, value, exponent, rounding);
    };
    const auto working = [exponent](auto value) { return std::ldexp(static_cast<double>(value), exponent); };
    return Access::make([&] { return unary("ldexp", x.core(), x.place(), working, exact); });
  }
  friend Shadow scalbn(const Operand<T, Bits> &x, int exponent) { return ldexp(x, exponent); }
  friend Shadow scalbln(const Operand<T, Bits> &x, long exponent) { return ldexp(x, static_cast<int>(std::clamp(exponent, -99999L, 99999L))); }
  friend Shadow frexp(const Operand<T, Bits> &x, int *exponent) {
    *exponent = 0;
    static_cast<void>(std::frexp(x.working(), exponent));
    return ldexp(x, -*exponent);
  }
  friend Shadow modf(const Operand<T, Bits> &x, Shadow *whole) {
    *whole = trunc(x);
    const Shadow fraction = std::isinf(x.working()) ? Shadow(0) : x - Operand<T, Bits>(*whole, x.location);
    return Access::make([&] { return withSign(Access::core(fraction), std::signbit(x.working()), x.core().real.isNegative()); });
  }
  friend Shadow logb(const Operand<T, Bits> &x) {
    return Access::make([&] { return unary("logb", x.core(), x.place(), [](auto value) { return std::logb(value); }, exponentOfReal, true); });
  }
  friend int ilogb(const Operand<T, Bits> &x) { return std::ilogb(x.working()); }
  /// The neighbour of the working value; the exact value moves by as much.
  friend Shadow nextafter(const Operand<T, Bits> &x, const Operand<T, Bits> &towards) {
    return Access::make([&] { return moved(x.core(), neighbour(WorkingType<T>::format, x.working(), towards.working())); });
  }
  friend Shadow remquo(const Operand<T, Bits> &x, const Operand<T, Bits> &y, int *quotient) {
    static_cast<void>(std::remquo(x.working(), y.working(), quotient));
    return remainder(x, y);
  }
  friend Shadow hypot(const Operand<T, Bits> &x, const Operand<T, Bits> &y, const Operand<T, Bits> &z) {
    const auto working = [](auto a, auto b, auto c) { return std::hypot(a, b, c); };
    return Access::make([&] { return ternary<T, Bits>("hypot", {&x.core(), &y.core(), &z.core()}, z.place(), working, hypotOfThree); });
  }

  FPORDER_SHADOW_COMPARISON(isgreater, ">", x > y)
  FPORDER_SHADOW_COMPARISON(isgreaterequal, ">=", x >= y)
  FPORDER_SHADOW_COMPARISON(isless, "<", x < y)
  FPORDER_SHADOW_COMPARISON(islessequal, "<=", x <= y)
  FPORDER_SHADOW_COMPARISON(islessgreater, "<>", x<y || x> y)
  friend bool isunordered(const Operand<T, Bits> &x, const Operand<T, Bits> &y) { return std::isunordered(x.working(), y.working()); }
  friend bool isnan(const Operand<T, Bits> &x) { return std::isnan(x.working()); }
  friend bool isinf(const Operand<T, Bits> &x) { return std::isinf(x.working()); }
  friend bool isfinite(const Operand<T, Bits> &x) { return std::isfinite(x.working()); }
  friend bool signbit(const Operand<T, Bits> &x) { return std::signbit(x.working()); }
  friend bool isnormal(const Operand<T, Bits> &x) { return fpclassify(x) == FP_NORMAL; }
  friend int fpclassify(const Operand<T, Bits> &x) {
    const bool tiny = std::fabs(x.working()) < powerOfTwo(precisionOf(WorkingType<T>::format).minExponent);
    return tiny && x.working() != 0 ? FP_SUBNORMAL : std::fpclassify(x.working());
  }
};

#undef FPORDER_SHADOW_UNARY
#undef FPORDER_SHADOW_BINARY
#undef FPORDER_SHADOW_TWO
#undef FPORDER_SHADOW_WHOLE
#undef FPORDER_SHADOW_COMPARISON
#undef FPORDER_SHADOW_MIXED

} // namespace fporder::shadowing
