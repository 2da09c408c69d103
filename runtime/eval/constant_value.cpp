#include "runtime/eval/constant_value.h"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <string>

namespace fporder::eval {

double constantValue(const order::Number &number, format::Format format, const format::Conversion &conversion) {
  const std::string &text = number.text();
  mpfr_t value;
  mpfr_init2(value, 300);
  int inexact = 0;
  if (text.find('/') == std::string::npos) {
    inexact = mpfr_strtofr(value, text.c_str(), nullptr, 0, MPFR_RNDZ);
  } else {
    mpq_t ratio;
    mpq_init(ratio);
    mpq_set_str(ratio, text.c_str(), 10);
    inexact = mpfr_set_q(value, ratio, MPFR_RNDZ);
    mpq_clear(ratio);
  }
  const double inner = mpfr_get_d(value, MPFR_RNDZ);
  const bool exact = inexact == 0 && mpfr_cmp_d(value, inner) == 0;
  double result = inner;
  if (format == format::Format::Binary64 || !format::isHeldInDouble(format)) {
    // The bits that 300 leave out can only matter beside a tie, which a constant that needs more of them does not come near.
    const mpfr_rnd_t rounding = conversion.mode == format::RoundingMode::Up           ? MPFR_RNDU
                                : conversion.mode == format::RoundingMode::Down       ? MPFR_RNDD
                                : conversion.mode == format::RoundingMode::TowardZero ? MPFR_RNDZ
                                                                                      : MPFR_RNDN;
    result = mpfr_get_d(value, rounding);
  } else if (!exact && std::isfinite(inner) && (std::bit_cast<std::uint64_t>(inner) & 1) == 0) {
    result = std::nextafter(inner, mpfr_sgn(value) < 0 ? -INFINITY : INFINITY); // to odd, so that the second rounding is innocuous
  }
  mpfr_clear(value);
  return format::roundTo(format, result, conversion);
}

} // namespace fporder::eval
