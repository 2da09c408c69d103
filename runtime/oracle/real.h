// A real number held to a chosen number of bits by MPFR, rounded to nearest after every operation.
#pragma once

#include "runtime/order/number.h"

#include <mpfr.h>

#include <string>
#include <utility>

namespace fporder::oracle {

class Real {
public:
  explicit Real(unsigned bits) { mpfr_init2(handle, static_cast<mpfr_prec_t>(bits)); }
  Real(unsigned bits, long value) : Real(bits) { mpfr_set_si(handle, value, MPFR_RNDN); }
  Real(unsigned bits, const order::Number &number);
  ~Real() { mpfr_clear(handle); }
  Real(const Real &other) : Real(other.bits()) { mpfr_set(handle, other.handle, MPFR_RNDN); }
  Real(Real &&other) noexcept : Real(MPFR_PREC_MIN) { mpfr_swap(handle, other.handle); }
  Real &operator=(Real other) noexcept {
    mpfr_swap(handle, other.handle);
    return *this;
  }

  unsigned bits() const { return static_cast<unsigned>(mpfr_get_prec(handle)); }
  bool isNan() const { return mpfr_nan_p(handle) != 0; }
  bool isFinite() const { return mpfr_number_p(handle) != 0; }
  bool isZero() const { return mpfr_zero_p(handle) != 0; }
  bool isNegative() const { return mpfr_signbit(handle) != 0; }
  double approximate() const { return mpfr_get_d(handle, MPFR_RNDN); }
  /// Exact; nothing can be lost, but the text grows with the bits.
  order::Number number() const;

  mpfr_ptr get() { return handle; }
  mpfr_srcptr get() const { return handle; }

private:
  mpfr_t handle;
};

/// How many leading bits two values share: -log2(|left - right| / max(|left|, |right|)); the precision when they are the same (zeros of any sign, the
/// same infinity, two NaNs), 0 or less when they have nothing in common.
double agreeingBits(const Real &left, const Real &right);

} // namespace fporder::oracle
