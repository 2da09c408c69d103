// As inlined.cpp, for numbers of MPFR: see number.h. A shadow is a pointer to a number, null for none; the first operand of what makes one is where
// it is written. Nearly all is the library's: only what would be a call for nothing is here.
#include "runtime/shadow/program/cells.h"
#include "runtime/shadow/program/number.h"

using namespace fporder::program;

#define INLINED extern "C" __attribute__((always_inline, used))

namespace {

/// As far as a double can say.
inline Shadow reduced(const Number *number) {
  if (number == nullptr)
    return {0, 0};
  return reducedOf(*number);
}

} // namespace

INLINED const Number *fporder_exact_add(Number *at, double a, const Number *pa, double b, const Number *pb, double x, bool) {
  return fporder_number_add(at, a, pa, b, pb, x, false);
}
INLINED const Number *fporder_exact_subtract(Number *at, double a, const Number *pa, double b, const Number *pb, double x, bool) {
  return fporder_number_add(at, a, pa, b, pb, x, true);
}
INLINED const Number *fporder_exact_multiply(Number *at, double a, const Number *pa, double b, const Number *pb, double x, bool) {
  return fporder_number_multiply(at, a, pa, b, pb, x);
}
INLINED const Number *fporder_exact_divide(Number *at, double a, const Number *pa, double b, const Number *pb, double x, bool) {
  return fporder_number_divide(at, a, pa, b, pb, x);
}
INLINED const Number *fporder_exact_scale(Number *at, double a, const Number *pa, double factor, double x, bool) {
  return fporder_number_multiply(at, a, pa, factor, nullptr, x);
}
INLINED const Number *fporder_exact_scale_exactly(Number *at, double a, double factor, double x, double smallestNormal) {
  return residue::scalesExactly(x, smallestNormal) ? nullptr : fporder_number_multiply(at, a, nullptr, factor, nullptr, x);
}
INLINED bool fporder_exact_is_any(const Number *number) { return number != nullptr; }
INLINED const Number *fporder_exact_sqrt(Number *at, double a, const Number *pa, double x) { return fporder_number_sqrt(at, a, pa, x); }
INLINED const Number *fporder_exact_fma(Number *at, double a, const Number *pa, double b, const Number *pb, double c, const Number *pc, double x) {
  return fporder_number_fma(at, a, pa, b, pb, c, pc, x);
}
INLINED const Number *fporder_exact_convert(Number *at, double a, const Number *pa, double x) {
  return pa == nullptr && a == x ? nullptr : fporder_number_convert(at, a, pa, x);
}
INLINED const Number *fporder_exact_from_signed(Number *at, long long i, double x) {
  return fporder_number_integer(at, i < 0 ? -static_cast<unsigned long long>(i) : static_cast<unsigned long long>(i), i < 0, x);
}
INLINED const Number *fporder_exact_from_unsigned(Number *at, unsigned long long i, double x) { return fporder_number_integer(at, i, false, x); }

INLINED bool fporder_exact_exceeds(SiteState *site, double x, const Number *number, double a, double b, double smallestNormal) {
  if (number == nullptr)
    return x - x != 0;
  return residue::exceeds(x, reducedOf(*number), a, b, smallestNormal, cells::get<double>(&site->limit));
}
INLINED const Number *fporder_exact_settled(const Number *number, double otherwise) {
  if (number == nullptr || number->kind != 0)
    return number;
  return otherwise == 0 ? nullptr : fporder_number_unknown(const_cast<Number *>(number)); // in a place of the function's own
}

INLINED bool fporder_exact_may_compare_otherwise(double a, const Number *pa, double b, const Number *pb) {
  return (pa != nullptr || pb != nullptr) && !!(residue::mayCompareOtherwise(a, reduced(pa), b, reduced(pb)) | (a - a != 0) | (b - b != 0));
}
INLINED bool fporder_exact_may_truncate_otherwise(double a, const Number *pa) {
  return pa != nullptr && (a - a != 0 || residue::mayTruncateOtherwise(a, reduced(pa)));
}

INLINED const Number *fporder_exact_fabs(Number *at, double a, const Number *pa) {
  return pa == nullptr ? nullptr : fporder_number_signed(at, pa, __builtin_fabs(a), false);
}
INLINED const Number *fporder_exact_copysign(Number *at, double a, const Number *pa, double x) {
  return pa == nullptr || __builtin_signbit(a) == __builtin_signbit(x) ? pa : fporder_number_signed(at, pa, x, true);
}
INLINED const Number *fporder_exact_extremum(Number *at, double a, const Number *pa, double b, const Number *pb, double x, bool larger) {
  return pa == nullptr && pb == nullptr ? nullptr : fporder_number_extremum(at, a, pa, b, pb, x, larger);
}
INLINED const Number *fporder_exact_function1(Number *at, unsigned number, bool, double x, double a, const Number *pa) {
  return fporder_number_function(at, number, 1, x, a, pa, 0, nullptr);
}
INLINED const Number *fporder_exact_function2(Number *at, unsigned number, bool, double x, double a, const Number *pa, double b, const Number *pb) {
  return fporder_number_function(at, number, 2, x, a, pa, b, pb);
}

INLINED Shadow fporder_exact_reduced(const Number *number) { return reduced(number); }
INLINED Shadow fporder_exact_apart(double a, const Number *pa, double b, const Number *pb) { return fporder_number_apart(a, pa, b, pb); }
INLINED Shadow fporder_exact_from_integer(double a, const Number *pa) {
  const double near = a - a == 0 ? __builtin_nearbyint(a + reduced(pa).error) : 0; // of an infinity or NaN the exact value itself
  return fporder_number_apart(a, pa, near, nullptr);
}

INLINED void fporder_exact_put(Number *to, const Number *number) {
  if (number == nullptr)
    to->kind = 0;
  else
    *to = *number;
}
INLINED const Number *fporder_exact_take(Number *at, const Number *from, bool fits) {
  if (!fits || from->kind == 0)
    return nullptr;
  *at = *from;
  return at;
}
INLINED const Number *fporder_exact_copy(Number *at, const Number *from) {
  if (from == nullptr)
    return nullptr;
  *at = *from;
  return at;
}

INLINED void fporder_exact_store64(const void *address, unsigned long value, const Number *number) {
  fporder_number_store(address, value, 8, number);
}
INLINED void fporder_exact_store32(const void *address, unsigned value, const Number *number) { fporder_number_store(address, value, 4, number); }
INLINED void fporder_exact_store16(const void *address, unsigned short value, const Number *number) {
  fporder_number_store(address, value, 2, number);
}
INLINED const Number *fporder_exact_load64(Number *at, const void *address, unsigned long value, double x) {
  return fporder_number_load(at, address, value, 8, x);
}
INLINED const Number *fporder_exact_load32(Number *at, const void *address, unsigned value, double x) {
  return fporder_number_load(at, address, value, 4, x);
}
INLINED const Number *fporder_exact_load16(Number *at, const void *address, unsigned short value, double x) {
  return fporder_number_load(at, address, value, 2, x);
}
