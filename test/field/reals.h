// What float and double become when a program is to compute over the reals, near enough: 113 significand bits and the functions of the standard
// library. Included before other standard headers, whose templates call these functions.
#pragma once

#include <cmath>
#include <cstdlib>
#include <type_traits>

using Real = __float128;

// clang-format off
#define FPORDER_UNARY(X)                                                                                                                             \
  X(sqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh)      \
  X(asinh) X(acosh) X(atanh) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(erf) X(erfc) X(lgamma) X(tgamma) X(fabs)
#define FPORDER_BINARY(X) X(pow) X(hypot) X(atan2) X(fmod) X(fmin) X(fmax) X(copysign) X(fdim) X(remainder)
// clang-format on

extern "C" {
#define FPORDER_DECLARE(name) Real name##q(Real);
FPORDER_UNARY(FPORDER_DECLARE)
#undef FPORDER_DECLARE
#define FPORDER_DECLARE(name) Real name##q(Real, Real);
FPORDER_BINARY(FPORDER_DECLARE)
#undef FPORDER_DECLARE
Real fmaq(Real, Real, Real);
Real ldexpq(Real, int);
}

template <class Type>
concept IsReal = std::is_same_v<std::remove_cvref_t<Type>, Real>;

// A call with one argument that is a Real and others that convert to it.
#define FPORDER_DEFINE(name)                                                                                                                         \
  template <IsReal A> constexpr A name(A x) { return name##q(x); }
#define FPORDER_DEFINE2(name)                                                                                                                        \
  template <class A, class B>                                                                                                                        \
    requires((IsReal<A> || IsReal<B>) && std::is_convertible_v<A, Real> && std::is_convertible_v<B, Real>)                                           \
  Real name(A x, B y) {                                                                                                                              \
    return name##q(static_cast<Real>(x), static_cast<Real>(y));                                                                                      \
  }
#define FPORDER_OTHERS                                                                                                                               \
  template <IsReal A> A abs(A x) { return fabsq(x); }                                                                                                \
  template <IsReal A> bool isnan(A x) { return x != x; }                                                                                             \
  template <IsReal A> bool isinf(A x) { return x == x && x - x != 0; }                                                                               \
  template <IsReal A> bool isfinite(A x) { return x - x == 0; }                                                                                      \
  template <IsReal A> bool signbit(A x) { return copysignq(1, x) < 0; }                                                                              \
  template <IsReal A> A ldexp(A x, int n) { return ldexpq(x, n); }                                                                                   \
  template <IsReal A> long lround(A x) { return static_cast<long>(roundq(x)); }                                                                      \
  template <IsReal A> long lrint(A x) { return static_cast<long>(rintq(x)); }                                                                        \
  template <class A, class B, class C>                                                                                                               \
    requires(IsReal<A> || IsReal<B> || IsReal<C>)                                                                                                    \
  Real fma(A x, B y, C z) {                                                                                                                          \
    return fmaq(static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z));                                                                   \
  }

namespace fporder_reals {
FPORDER_UNARY(FPORDER_DEFINE)
FPORDER_BINARY(FPORDER_DEFINE2)
FPORDER_OTHERS
} // namespace fporder_reals
#define FPORDER_USE(name) using fporder_reals::name;
#define FPORDER_USE_ALL                                                                                                                              \
  FPORDER_UNARY(FPORDER_USE)                                                                                                                         \
  FPORDER_BINARY(FPORDER_USE)                                                                                                                        \
  FPORDER_USE(abs)                                                                                                                                   \
  FPORDER_USE(isnan)                                                                                                                                 \
  FPORDER_USE(isinf) FPORDER_USE(isfinite) FPORDER_USE(signbit) FPORDER_USE(ldexp) FPORDER_USE(lround) FPORDER_USE(lrint) FPORDER_USE(fma)
FPORDER_USE_ALL
namespace std {
FPORDER_USE_ALL
}

/// A value that converts as C converts without a cast: a void pointer to any, a number to any enumeration.
template <class T> struct FporderConverted {
  T value;
  template <class To>
    requires std::is_pointer_v<To> || std::is_enum_v<To>
  constexpr operator To() const {
    return (To)value;
  }
};
template <class T> constexpr FporderConverted<T> FporderAsInC(T value) { return {value}; }
