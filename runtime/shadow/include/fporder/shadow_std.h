// Overloads of <cmath> for shadow values in namespace std, for kernels that write std::sqrt(x). Include it before the kernel: a qualified name in a
// template is looked up where the template stands.
//
// The standard allows nobody to add functions to namespace std (C++20, namespace.std, 1). They are here since the alternative is to edit the kernel;
// they only forward, and they take shadow values only. A kernel that writes `using std::sqrt; sqrt(x)` does not need them.
#pragma once

#include <fporder/shadow.h>

namespace fporder::shadowing {

/// A shadow value with the place of the call: as an argument it finds the functions of its type and converts to their operand.
template <class T, unsigned Bits> class Located : Functions<T, Bits> {
public:
  Located(const shadow<T, Bits> &of, const std::source_location &at) : value(of), location(at) {}
  operator Operand<T, Bits>() const { return {value, location}; }

private:
  shadow<T, Bits> value;
  std::source_location location;
};

/// The working type that C++'s conversions give to two arguments, of which integers take the other's.
template <class A, class B> struct Common {
  using Type = std::conditional_t<NotWiderThan<B, A>, A, B>;
};
template <std::integral A, class B> struct Common<A, B> {
  using Type = B;
};

template <class T>
concept Plain = Working<T> || std::integral<T>;

} // namespace fporder::shadowing

namespace std {

#define FPORDER_SHADOW_UNARY(NAME)                                                                                                                   \
  template <class T, unsigned Bits> auto NAME(const fporder::shadow<T, Bits> &x, source_location place = source_location::current()) {               \
    return NAME(fporder::shadowing::Located<T, Bits>(x, place));                                                                                     \
  }
#define FPORDER_SHADOW_BINARY(NAME)                                                                                                                  \
  template <class T, class U, unsigned Bits>                                                                                                         \
  auto NAME(const fporder::shadow<T, Bits> &x, const fporder::shadow<U, Bits> &y, source_location place = source_location::current()) {              \
    using Type = typename fporder::shadowing::Common<T, U>::Type;                                                                                    \
    return NAME(fporder::shadowing::Located<Type, Bits>(x, place), fporder::shadowing::Located<Type, Bits>(y, place));                               \
  }                                                                                                                                                  \
  template <class T, fporder::shadowing::Plain U, unsigned Bits>                                                                                     \
  auto NAME(const fporder::shadow<T, Bits> &x, const U &y, source_location place = source_location::current()) {                                     \
    using Type = typename fporder::shadowing::Common<U, T>::Type;                                                                                    \
    return NAME(fporder::shadowing::Located<Type, Bits>(x, place), fporder::shadowing::Located<Type, Bits>({y, place}, place));                      \
  }                                                                                                                                                  \
  template <fporder::shadowing::Plain U, class T, unsigned Bits>                                                                                     \
  auto NAME(const U &x, const fporder::shadow<T, Bits> &y, source_location place = source_location::current()) {                                     \
    using Type = typename fporder::shadowing::Common<U, T>::Type;                                                                                    \
    return NAME(fporder::shadowing::Located<Type, Bits>({x, place}, place), fporder::shadowing::Located<Type, Bits>(y, place));                      \
  }
#define FPORDER_SHADOW_TEST(NAME)                                                                                                                    \
  template <class T, unsigned Bits> bool NAME(const fporder::shadow<T, Bits> &x) { return NAME(static_cast<double>(x.value())); }

FPORDER_SHADOW_UNARY(sqrt)
FPORDER_SHADOW_UNARY(cbrt)
FPORDER_SHADOW_UNARY(exp)
FPORDER_SHADOW_UNARY(exp2)
FPORDER_SHADOW_UNARY(expm1)
FPORDER_SHADOW_UNARY(log)
FPORDER_SHADOW_UNARY(log2)
FPORDER_SHADOW_UNARY(log10)
FPORDER_SHADOW_UNARY(log1p)
FPORDER_SHADOW_UNARY(sin)
FPORDER_SHADOW_UNARY(cos)
FPORDER_SHADOW_UNARY(tan)
FPORDER_SHADOW_UNARY(asin)
FPORDER_SHADOW_UNARY(acos)
FPORDER_SHADOW_UNARY(atan)
FPORDER_SHADOW_UNARY(sinh)
FPORDER_SHADOW_UNARY(cosh)
FPORDER_SHADOW_UNARY(tanh)
FPORDER_SHADOW_UNARY(asinh)
FPORDER_SHADOW_UNARY(acosh)
FPORDER_SHADOW_UNARY(atanh)
FPORDER_SHADOW_UNARY(erf)
FPORDER_SHADOW_UNARY(erfc)
FPORDER_SHADOW_UNARY(tgamma)
FPORDER_SHADOW_UNARY(lgamma)
FPORDER_SHADOW_UNARY(fabs)
FPORDER_SHADOW_UNARY(abs)
FPORDER_SHADOW_UNARY(floor)
FPORDER_SHADOW_UNARY(ceil)
FPORDER_SHADOW_UNARY(trunc)
FPORDER_SHADOW_UNARY(round)
FPORDER_SHADOW_UNARY(rint)
FPORDER_SHADOW_UNARY(nearbyint)
FPORDER_SHADOW_UNARY(lround)
FPORDER_SHADOW_UNARY(lrint)
FPORDER_SHADOW_BINARY(pow)
FPORDER_SHADOW_BINARY(atan2)
FPORDER_SHADOW_BINARY(hypot)
FPORDER_SHADOW_BINARY(fmod)
FPORDER_SHADOW_BINARY(remainder)
FPORDER_SHADOW_BINARY(fdim)
FPORDER_SHADOW_BINARY(fmax)
FPORDER_SHADOW_BINARY(fmin)
FPORDER_SHADOW_BINARY(copysign)
FPORDER_SHADOW_TEST(isnan)
FPORDER_SHADOW_TEST(isinf)
FPORDER_SHADOW_TEST(isfinite)
FPORDER_SHADOW_TEST(signbit)

template <class T, unsigned Bits>
fporder::shadow<T, Bits> fma(const fporder::shadow<T, Bits> &x, const fporder::shadow<T, Bits> &y, const fporder::shadow<T, Bits> &z,
                             source_location place = source_location::current()) {
  return fma(x, y, fporder::shadowing::Located<T, Bits>(z, place));
}

template <class T, unsigned Bits>
fporder::shadow<T, Bits> ldexp(const fporder::shadow<T, Bits> &x, int exponent, source_location place = source_location::current()) {
  return ldexp(fporder::shadowing::Located<T, Bits>(x, place), exponent);
}

#undef FPORDER_SHADOW_UNARY
#undef FPORDER_SHADOW_BINARY
#undef FPORDER_SHADOW_TEST

} // namespace std
