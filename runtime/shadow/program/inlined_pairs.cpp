// As inlined.cpp, for double-double: see double_double.h. Results of three doubles are returned in registers, hence the calling convention.
#include "runtime/shadow/program/cells.h"

using namespace fporder::program;

#define INLINED extern "C" __attribute__((always_inline, used))
#define INLINED_PAIR extern "C" __attribute__((always_inline, used, swiftcall)) PairShadow

static constexpr double nothing = -0.0; // see inlined.cpp

INLINED_PAIR fporder_pair_add(double a, double ea, double la, double da, double b, double eb, double lb, double db, double x, bool narrow) {
  return pairs::sum(pairs::roundingOfSum(a, b, x, narrow), {ea, la, da}, {eb, lb, db});
}
INLINED_PAIR fporder_pair_subtract(double a, double ea, double la, double da, double b, double eb, double lb, double db, double x, bool narrow) {
  return fporder_pair_add(a, ea, la, da, -b, -eb, -lb, db, x, narrow);
}
INLINED_PAIR fporder_pair_multiply(double a, double ea, double la, double da, double b, double eb, double lb, double db, double x, bool narrow) {
  const double born = narrow ? a * b - x : __builtin_fma(a, b, -x);
  return pairs::product({born, 0}, a, {ea, la, da}, b, {eb, lb, db}, narrow ? nothing : residue::tinyPart(x, a, {ea, da}, b, {eb, db}));
}
INLINED_PAIR fporder_pair_divide(double a, double ea, double la, double da, double b, double eb, double lb, double db, double x, bool narrow) {
  return pairs::quotient(__builtin_fma(-x, b, a), {ea, la, da}, b, {eb, lb, db}, x, narrow ? nothing : residue::tinyPart(x, a, {ea, da}));
}
INLINED_PAIR fporder_pair_scale(double a, double ea, double la, double da, double factor, double x, bool narrow) {
  return pairs::scaled(__builtin_fma(a, factor, -x), {ea, la, da}, factor, narrow ? nothing : residue::tinyPart(x, a, {ea, da}));
}
INLINED_PAIR fporder_pair_scale_exactly(double a, double factor, double x, double smallestNormal) {
  if (residue::scalesExactly(x, smallestNormal))
    return {0, 0, 0};
  return {__builtin_fma(a, factor, -x), 0, residue::tinyPart(x, a, {0, 0})};
}
INLINED bool fporder_pair_is_any(double error, double low, double bound) {
  (void)low;
  return !(error == 0 && bound == 0);
}
INLINED_PAIR fporder_pair_sqrt(double a, double ea, double la, double da, double x) {
  return pairs::squareRoot(__builtin_fma(-x, x, a), a, {ea, la, da}, x);
}
INLINED_PAIR fporder_pair_fma(double a, double ea, double la, double da, double b, double eb, double lb, double db, double c, double ec, double lc,
                              double dc, double x) {
  return pairs::fused(pairs::roundingOfFused(a, b, c, x), a, {ea, la, da}, b, {eb, lb, db}, {ec, lc, dc},
                      residue::tinyPart(x, a, {ea, da}, b, {eb, db}));
}
INLINED_PAIR fporder_pair_convert(double wide, double ea, double la, double da, double x) {
  const pairs::Pair error = pairs::plus({ea, la}, wide - x);
  return pairs::shadowOf(error, da + (ea == 0 ? 0 : pairs::unit * pairs::magnitude(error)));
}
INLINED_PAIR fporder_pair_from_signed(long long i, double x) {
  const bool inRange = __builtin_fabs(x) <= 0x1p62;
  return {inRange ? static_cast<double>(i - static_cast<long long>(inRange ? x : 0)) : 0, 0, 0};
}
INLINED_PAIR fporder_pair_from_unsigned(unsigned long long i, double x) {
  const bool inRange = x <= 0x1p62;
  return {inRange ? static_cast<double>(static_cast<long long>(i) - static_cast<long long>(inRange ? x : 0)) : 0, 0, 0};
}

INLINED bool fporder_pair_exceeds(SiteState *site, double x, double error, double low, double bound, double a, double b, double smallestNormal) {
  (void)low; // a half of the error's last bit
  return residue::exceeds(x, {error, bound}, a, b, smallestNormal, cells::get<double>(&site->limit));
}
INLINED_PAIR fporder_pair_settled(double error, double low, double bound, double otherwise) { return pairs::settled({error, low, bound}, otherwise); }

INLINED bool fporder_pair_may_compare_otherwise(double a, double ea, double la, double da, double b, double eb, double lb, double db) {
  return residue::mayCompareOtherwise(a, pairs::reduced({ea, la, da}), b, pairs::reduced({eb, lb, db}));
}
INLINED bool fporder_pair_may_truncate_otherwise(double a, double ea, double la, double da) {
  return residue::mayTruncateOtherwise(a, pairs::reduced({ea, la, da}));
}

INLINED_PAIR fporder_pair_fabs(double a, double ea, double la, double da) {
  const bool negative = __builtin_signbit(a);
  const PairShadow along = negative ? pairs::negated({ea, la, da}) : PairShadow{ea, la, da};
  const double size = __builtin_fabs(a);
  if (size + along.error >= 0)
    return along;
  const pairs::Pair other = pairs::plus({-along.error, -along.low}, -2 * size);
  return pairs::shadowOf(other, da + pairs::unit * pairs::magnitude(other));
}
INLINED_PAIR fporder_pair_copysign(double a, double ea, double la, double da, double x) {
  const bool kept = __builtin_signbit(a) == __builtin_signbit(x);
  return {kept ? ea : -ea, kept ? la : -la, da};
}
INLINED_PAIR fporder_pair_extremum(double a, double ea, double la, double da, double b, double eb, double lb, double db, double x, bool larger) {
  const double between = pairs::apart(a, {ea, la, da}, b, {eb, lb, db}).error;
  const bool exactlyA = between == 0 ? x == a : (between > 0) == larger;
  const pairs::Pair error = exactlyA ? pairs::plus({ea, la}, a - x) : pairs::plus({eb, lb}, b - x);
  return pairs::shadowOf(error, residue::largerBound(da, db) + pairs::unit * pairs::magnitude(error));
}

extern "C" void fporder_pair_function(PairShadow *result, unsigned number, unsigned operands, double x, double a, const PairShadow *sa, double b,
                                      const PairShadow *sb);
INLINED_PAIR fporder_pair_function1(unsigned number, bool isBinary64, double x, double a, double ea, double la, double da) {
  (void)isBinary64;
  PairShadow result, operand{ea, la, da};
  fporder_pair_function(&result, number, 1, x, a, &operand, 0, nullptr);
  return result;
}
INLINED_PAIR fporder_pair_function2(unsigned number, bool isBinary64, double x, double a, double ea, double la, double da, double b, double eb,
                                    double lb, double db) {
  (void)isBinary64;
  PairShadow result, first{ea, la, da}, second{eb, lb, db};
  fporder_pair_function(&result, number, 2, x, a, &first, b, &second);
  return result;
}

INLINED Shadow fporder_pair_reduced(double error, double low, double bound) { return pairs::reduced({error, low, bound}); }
INLINED Shadow fporder_pair_apart(double a, double ea, double la, double da, double b, double eb, double lb, double db) {
  return pairs::apart(a, {ea, la, da}, b, {eb, lb, db});
}
INLINED Shadow fporder_pair_from_integer(double a, double ea, double la, double da) {
  const double near = __builtin_nearbyint(a + ea);
  return pairs::apart(a, {ea, la, da}, near, {0, 0, 0});
}

INLINED void fporder_pair_put(void *to, double error, double low, double bound) {
  cells::put(to, error);
  cells::put(static_cast<double *>(to) + 1, low);
  cells::put(static_cast<double *>(to) + 2, bound);
}
INLINED_PAIR fporder_pair_take(const void *from, bool fits) {
  const auto *const at = static_cast<const double *>(from);
  const auto error = cells::get<double>(at), low = cells::get<double>(at + 1), bound = cells::get<double>(at + 2);
  return {fits ? error : 0, fits ? low : 0, fits ? bound : 0};
}

INLINED void fporder_pair_store64(const void *address, unsigned long value, double error, double low, double bound) {
  cells::storePair<std::uint64_t>(address, value, {error, low, bound});
}
INLINED void fporder_pair_store32(const void *address, unsigned value, double error, double low, double bound) {
  cells::storePair<std::uint32_t>(address, value, {error, low, bound});
}
INLINED void fporder_pair_store16(const void *address, unsigned short value, double error, double low, double bound) {
  cells::storePair<std::uint16_t>(address, value, {error, low, bound});
}
INLINED_PAIR fporder_pair_load64(const void *address, unsigned long value, double) { return cells::loadPair<std::uint64_t>(address, value); }
INLINED_PAIR fporder_pair_load32(const void *address, unsigned value, double) { return cells::loadPair<std::uint32_t>(address, value); }
INLINED_PAIR fporder_pair_load16(const void *address, unsigned short value, double) { return cells::loadPair<std::uint16_t>(address, value); }
