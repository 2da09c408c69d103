// Functions of <cmath>, and min, max, clamp, lerp and midpoint, for shadow values in namespace std: kernels write std::sqrt(x).
//
// The standard forbids adding functions to namespace std (C++20, namespace.std, 1). They are here since the alternative is to edit the kernel:
// a qualified name is looked up in its namespace alone. They are templates that take at least one shadow value, so no other call can mean them, and
// they only forward. Those that differ from the standard's own templates by more than constraints are the ones that mix a shadow and a plain number,
// where the standard's do not compile. A kernel that writes `using std::sqrt; sqrt(x)` does not need them: see FPORDER_SHADOW_NO_STD in
// fporder/shadow.h.
#pragma once

#include <fporder/shadow/value.h>

#include <algorithm>
#include <string>

namespace fporder::shadowing {

/// The working type of an argument: of a shadow its own, of an integer double, as <cmath> has it.
template <class X> struct ArgumentOf {
  using Type = X;
  static constexpr bool isArgument = Working<X>;
  static constexpr unsigned bits = 0;
};
template <Whole X> struct ArgumentOf<X> {
  using Type = double;
  static constexpr bool isArgument = true;
  static constexpr unsigned bits = 0;
};
template <class T, unsigned Bits> struct ArgumentOf<shadow<T, Bits>> {
  using Type = T;
  static constexpr bool isArgument = true;
  static constexpr unsigned bits = Bits;
};

/// The type that C++'s conversions give to two arguments.
template <class A, class B> struct Wide {
  using Type = std::conditional_t<NotWiderThan<B, A>, A, B>;
};
template <class A> struct Wide<A, void> {
  using Type = A;
};
struct NoArgument {};
template <> struct ArgumentOf<NoArgument> {
  using Type = void;
  static constexpr unsigned bits = 0;
};
template <class A, class B = NoArgument, class C = NoArgument> struct Call {
  using Type = typename Wide<typename Wide<typename ArgumentOf<A>::Type, typename ArgumentOf<B>::Type>::Type, typename ArgumentOf<C>::Type>::Type;
  static constexpr unsigned bits = std::max({ArgumentOf<A>::bits, ArgumentOf<B>::bits, ArgumentOf<C>::bits});
  using Argument = Operand<Type, bits>;
};

template <class... X> using ShadowOfCall = shadow<typename Call<X...>::Type, Call<X...>::bits>;

template <class X>
concept Shadowed = ArgumentOf<X>::bits > 0;
/// Arguments of one call: shadows and plain numbers, at least one a shadow.
template <class... X>
concept Mixed = (ArgumentOf<X>::isArgument && ...) && (Shadowed<X> || ...);
/// The same where they all have one type but for being shadows.
template <class A, class B>
concept Alike =
    Mixed<A, B> && !Whole<A> && !Whole<B> && std::same_as<typename ArgumentOf<A>::Type, typename ArgumentOf<B>::Type> && !std::same_as<A, B>;

/// a < b at the place.
template <class T, unsigned Bits> bool isBelow(const shadow<T, Bits> &a, const shadow<T, Bits> &b, const std::source_location &place) {
  return a < Operand<T, Bits>(b, place);
}

/// std::lerp as GCC's and LLVM's libraries compute it.
template <class T, unsigned Bits>
shadow<T, Bits> interpolated(const shadow<T, Bits> &a, const shadow<T, Bits> &b, const shadow<T, Bits> &t, const std::source_location &place) {
  using At = Operand<T, Bits>;
  const auto x = static_cast<double>(a.value()), y = static_cast<double>(b.value()), share = static_cast<double>(t.value());
  if ((x <= 0 && y >= 0) || (x >= 0 && y <= 0))
    return t * At(b, place) + At((shadow<T, Bits>(1) - At(t, place)) * At(a, place), place);
  if (share == 1)
    return b;
  const shadow<T, Bits> between = a + At(t * At(b - At(a, place), place), place);
  const auto reached = static_cast<double>(between.value());
  const bool passed = (share > 1) == (y > x) ? y > reached : y < reached;
  return passed ? b : between;
}

/// std::midpoint of the same libraries.
template <class T, unsigned Bits> shadow<T, Bits> middle(const shadow<T, Bits> &a, const shadow<T, Bits> &b, const std::source_location &place) {
  using At = Operand<T, Bits>;
  constexpr Format format = WorkingType<T>::format;
  const double x = std::fabs(static_cast<double>(a.value())), y = std::fabs(static_cast<double>(b.value()));
  const double low = 2 * powerOfTwo(precisionOf(format).minExponent), high = largestFinite(format) / 2;
  const At two(2, place);
  if (x <= high && y <= high)
    return (a + At(b, place)) / two;
  if (x < low)
    return a + At(b / two, place);
  if (y < low)
    return a / two + At(b, place);
  return a / two + At(b / two, place);
}

} // namespace fporder::shadowing

namespace std {

#define FPORDER_SHADOW_UNARY(NAME)                                                                                                                   \
  template <class T, unsigned Bits> auto NAME(const fporder::shadow<T, Bits> &x, source_location place = source_location::current()) {               \
    return NAME(fporder::shadowing::Operand<T, Bits>(x, place));                                                                                     \
  }
#define FPORDER_SHADOW_BINARY(NAME)                                                                                                                  \
  template <class A, class B>                                                                                                                        \
    requires fporder::shadowing::Mixed<A, B>                                                                                                         \
  auto NAME(const A &x, const B &y, source_location place = source_location::current()) {                                                            \
    using Argument = typename fporder::shadowing::Call<A, B>::Argument;                                                                              \
    return NAME(Argument(x, place), Argument(y, place));                                                                                             \
  }
#define FPORDER_SHADOW_TERNARY(NAME)                                                                                                                 \
  template <class A, class B, class C>                                                                                                               \
    requires fporder::shadowing::Mixed<A, B, C>                                                                                                      \
  auto NAME(const A &x, const B &y, const C &z, source_location place = source_location::current()) {                                                \
    using Argument = typename fporder::shadowing::Call<A, B, C>::Argument;                                                                           \
    return NAME(Argument(x, place), Argument(y, place), Argument(z, place));                                                                         \
  }
#define FPORDER_SHADOW_WITH(NAME, OTHER)                                                                                                             \
  template <class T, unsigned Bits> auto NAME(const fporder::shadow<T, Bits> &x, OTHER y, source_location place = source_location::current()) {      \
    return NAME(fporder::shadowing::Operand<T, Bits>(x, place), y);                                                                                  \
  }
#include <fporder/shadow/function_names.inc>

FPORDER_SHADOW_UNARY(abs)
FPORDER_SHADOW_UNARY(isnan)
FPORDER_SHADOW_UNARY(isinf)
FPORDER_SHADOW_UNARY(isfinite)
FPORDER_SHADOW_UNARY(isnormal)
FPORDER_SHADOW_UNARY(signbit)
FPORDER_SHADOW_UNARY(fpclassify)
FPORDER_SHADOW_BINARY(isgreater)
FPORDER_SHADOW_BINARY(isgreaterequal)
FPORDER_SHADOW_BINARY(isless)
FPORDER_SHADOW_BINARY(islessequal)
FPORDER_SHADOW_BINARY(islessgreater)
FPORDER_SHADOW_BINARY(isunordered)
FPORDER_SHADOW_TERNARY(fma)
FPORDER_SHADOW_TERNARY(hypot)
FPORDER_SHADOW_WITH(ldexp, int)
FPORDER_SHADOW_WITH(scalbn, int)
FPORDER_SHADOW_WITH(scalbln, long)
FPORDER_SHADOW_WITH(frexp, int *)

template <class T, unsigned Bits>
fporder::shadow<T, Bits> modf(const fporder::shadow<T, Bits> &x, fporder::shadow<T, Bits> *whole,
                              source_location place = source_location::current()) {
  return modf(fporder::shadowing::Operand<T, Bits>(x, place), whole);
}

template <class A, class B>
  requires fporder::shadowing::Mixed<A, B>
auto remquo(const A &x, const B &y, int *quotient, source_location place = source_location::current()) {
  using Argument = typename fporder::shadowing::Call<A, B>::Argument;
  return remquo(Argument(x, place), Argument(y, place), quotient);
}

#undef FPORDER_SHADOW_UNARY
#undef FPORDER_SHADOW_BINARY
#undef FPORDER_SHADOW_TERNARY
#undef FPORDER_SHADOW_WITH

// <algorithm> and <numeric>. Two shadows of one type are compared as the standard's own templates do, but at the caller's place.

template <class T, unsigned Bits>
const fporder::shadow<T, Bits> &max(const fporder::shadow<T, Bits> &a, const fporder::shadow<T, Bits> &b,
                                    source_location place = source_location::current()) {
  return fporder::shadowing::isBelow(a, b, place) ? b : a;
}

template <class T, unsigned Bits>
const fporder::shadow<T, Bits> &min(const fporder::shadow<T, Bits> &a, const fporder::shadow<T, Bits> &b,
                                    source_location place = source_location::current()) {
  return fporder::shadowing::isBelow(b, a, place) ? b : a;
}

template <class A, class B>
  requires fporder::shadowing::Alike<A, B>
auto max(const A &a, const B &b, source_location place = source_location::current()) {
  using Shadow = fporder::shadowing::ShadowOfCall<A, B>;
  return Shadow(max(Shadow(a), Shadow(b), place));
}

template <class A, class B>
  requires fporder::shadowing::Alike<A, B>
auto min(const A &a, const B &b, source_location place = source_location::current()) {
  using Shadow = fporder::shadowing::ShadowOfCall<A, B>;
  return Shadow(min(Shadow(a), Shadow(b), place));
}

template <class T, unsigned Bits>
const fporder::shadow<T, Bits> &clamp(const fporder::shadow<T, Bits> &x, const fporder::shadow<T, Bits> &low, const fporder::shadow<T, Bits> &high,
                                      source_location place = source_location::current()) {
  return fporder::shadowing::isBelow(x, low, place) ? low : fporder::shadowing::isBelow(high, x, place) ? high : x;
}

template <class A, class B, class C>
  requires fporder::shadowing::Alike<A, B> || fporder::shadowing::Alike<A, C> || fporder::shadowing::Alike<B, C>
auto clamp(const A &x, const B &low, const C &high, source_location place = source_location::current()) {
  using Shadow = fporder::shadowing::ShadowOfCall<A, B, C>;
  return Shadow(clamp(Shadow(x), Shadow(low), Shadow(high), place));
}

template <class A, class B, class C>
  requires fporder::shadowing::Mixed<A, B, C>
auto lerp(const A &a, const B &b, const C &t, source_location place = source_location::current()) {
  using Shadow = fporder::shadowing::ShadowOfCall<A, B, C>;
  return fporder::shadowing::interpolated(fporder::shadowing::asShadow<Shadow>(a, place), fporder::shadowing::asShadow<Shadow>(b, place),
                                          fporder::shadowing::asShadow<Shadow>(t, place), place);
}

template <class A, class B>
  requires fporder::shadowing::Mixed<A, B>
auto midpoint(const A &a, const B &b, source_location place = source_location::current()) {
  using Shadow = fporder::shadowing::ShadowOfCall<A, B>;
  return fporder::shadowing::middle(fporder::shadowing::asShadow<Shadow>(a, place), fporder::shadowing::asShadow<Shadow>(b, place), place);
}

template <class T, unsigned Bits> string to_string(const fporder::shadow<T, Bits> &x) { return to_string(static_cast<double>(x.value())); }

} // namespace std
