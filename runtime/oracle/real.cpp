#include "runtime/oracle/real.h"

#include <algorithm>
#include <vector>

namespace fporder::oracle {

Real::Real(unsigned bits, const order::Number &number) : Real(bits) {
  const std::string &text = number.text();
  if (text.find('/') == std::string::npos) {
    mpfr_strtofr(handle, text.c_str(), nullptr, 0, MPFR_RNDN);
    return;
  }
  mpq_t ratio;
  mpq_init(ratio);
  mpq_set_str(ratio, text.c_str(), 10);
  mpfr_set_q(handle, ratio, MPFR_RNDN);
  mpq_clear(ratio);
}

order::Number Real::number() const {
  std::vector<char> text(static_cast<std::size_t>(mpfr_snprintf(nullptr, 0, "%Ra", handle)) + 1);
  mpfr_snprintf(text.data(), text.size(), "%Ra", handle);
  return order::Number::parse(text.data()).value_or(order::Number());
}

double agreeingBits(const Real &left, const Real &right) {
  const double all = std::min(left.bits(), right.bits());
  if (mpfr_equal_p(left.get(), right.get()) != 0 || (left.isNan() && right.isNan()))
    return all;
  if (!left.isFinite() || !right.isFinite())
    return 0;
  Real difference(left.bits());
  mpfr_sub(difference.get(), left.get(), right.get(), MPFR_RNDN);
  const mpfr_srcptr larger = mpfr_cmpabs(left.get(), right.get()) >= 0 ? left.get() : right.get();
  mpfr_div(difference.get(), difference.get(), larger, MPFR_RNDN);
  mpfr_abs(difference.get(), difference.get(), MPFR_RNDN);
  mpfr_log2(difference.get(), difference.get(), MPFR_RNDN);
  return std::min(all, -difference.approximate());
}

} // namespace fporder::oracle
