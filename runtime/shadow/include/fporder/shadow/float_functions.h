// C's functions for float, `sqrtf(x)`, as argument-dependent lookup finds them: any argument is converted to float, and the result is one.
#pragma once

#include <fporder/shadow/operand.h>

namespace fporder::shadowing {

/// Anything that C converts to float, and where that is done.
template <unsigned Bits> class FloatOperand {
public:
  template <class U>
    requires Working<U> || Whole<U>
  FloatOperand(const U &number, std::source_location from = std::source_location::current()) : value(number, from), location(from) {}
  template <class U>
  FloatOperand(const shadow<U, Bits> &number, std::source_location from = std::source_location::current())
      : value(asShadow<shadow<float, Bits>>(number, from)), location(from) {}
  Operand<float, Bits> operand() const { return {value, location}; }

private:
  shadow<float, Bits> value;
  std::source_location location;
};

/// Base of shadow<T, Bits> for every T.
template <unsigned Bits> class FloatFunctions {
  using Float = shadow<float, Bits>;
  using X = FloatOperand<Bits>;

#define FPORDER_SHADOW_UNARY(NAME)                                                                                                                   \
  friend auto NAME##f(const X &x) { return NAME(x.operand()); }
#define FPORDER_SHADOW_BINARY(NAME)                                                                                                                  \
  friend Float NAME##f(const X &x, const X &y) { return NAME(x.operand(), y.operand()); }

#include <fporder/shadow/function_names.inc>

  friend Float fmaf(const X &x, const X &y, const X &z) { return fma(x.operand(), y.operand(), z.operand()); }
  friend Float ldexpf(const X &x, int exponent) { return ldexp(x.operand(), exponent); }
  friend Float scalbnf(const X &x, int exponent) { return ldexp(x.operand(), exponent); }
  friend Float frexpf(const X &x, int *exponent) { return frexp(x.operand(), exponent); }
  friend Float modff(const X &x, Float *whole) { return modf(x.operand(), whole); }

#undef FPORDER_SHADOW_UNARY
#undef FPORDER_SHADOW_BINARY
};

} // namespace fporder::shadowing
