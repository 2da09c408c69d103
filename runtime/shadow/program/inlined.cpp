// The operations on shadows as the pass puts them into a program: compiled to bitcode, linked into each module, inlined. See residue.h and cells.h;
// inlined_pairs.cpp and inlined_numbers.cpp define the same for the other precisions.
//
// Every number is passed as a double. Results of the program's own operations are arguments: nothing here computes for the program.
#include "runtime/shadow/program/cells.h"
#include "runtime/shadow/program/residue.h"

using namespace fporder::program;

#define INLINED extern "C" __attribute__((always_inline, used))

/// A term that the compiler drops; it would keep +0, for the sake of -0 + 0.
static constexpr double nothing = -0.0;

INLINED Shadow fporder_inline_add(double a, double ea, double da, double b, double eb, double db, double x, bool narrow) {
  return residue::sum(narrow ? residue::roundingOfNarrowSum(a, b, x) : residue::roundingOfSum(a, b, x), {ea, da}, {eb, db});
}

INLINED Shadow fporder_inline_subtract(double a, double ea, double da, double b, double eb, double db, double x, bool narrow) {
  return fporder_inline_add(a, ea, da, -b, -eb, db, x, narrow);
}

INLINED Shadow fporder_inline_multiply(double a, double ea, double da, double b, double eb, double db, double x, bool narrow) {
  return residue::product(narrow ? a * b - x : __builtin_fma(a, b, -x), a, {ea, da}, b, {eb, db},
                          narrow ? nothing : residue::tinyPart(x, a, {ea, da}, b, {eb, db}));
}

INLINED Shadow fporder_inline_divide(double a, double ea, double da, double b, double eb, double db, double x, bool narrow) {
  return residue::quotient(__builtin_fma(-x, b, a), {ea, da}, b, {eb, db}, x, narrow ? nothing : residue::tinyPart(x, a, {ea, da}));
}

INLINED Shadow fporder_inline_scale(double a, double ea, double da, double factor, double x, bool narrow) {
  return residue::scaled(__builtin_fma(a, factor, -x), {ea, da}, factor, narrow ? nothing : residue::tinyPart(x, a, {ea, da}));
}

/// a has no error, the factor is a power of two.
INLINED Shadow fporder_inline_scale_exactly(double a, double factor, double x, double smallestNormal) {
  if (residue::scalesExactly(x, smallestNormal))
    return {0, 0};
  return {__builtin_fma(a, factor, -x), residue::tinyPart(x, a, {0, 0})};
}
INLINED bool fporder_inline_is_any(double error, double bound) { return !(error == 0 && bound == 0); }

INLINED Shadow fporder_inline_sqrt(double a, double ea, double da, double x) { return residue::squareRoot(__builtin_fma(-x, x, a), a, {ea, da}, x); }

INLINED Shadow fporder_inline_fma(double a, double ea, double da, double b, double eb, double db, double c, double ec, double dc, double x) {
  return residue::fused(residue::roundingOfFused(a, b, c, x), a, {ea, da}, b, {eb, db}, {ec, dc}, residue::tinyPart(x, a, {ea, da}, b, {eb, db}));
}

/// x is the number `wide` in a narrower format.
INLINED Shadow fporder_inline_convert(double wide, double error, double bound, double x) {
  const double carried = (wide - x) + error;
  return {carried, __builtin_fma(bound, residue::enlarged, error == 0 ? 0 : residue::unit * __builtin_fabs(carried))};
}

/// x is the integer i in a floating-point format; nothing where i, as a double, is not exact and x is not within 2^62.
INLINED Shadow fporder_inline_from_signed(long long i, double x) {
  const bool inRange = __builtin_fabs(x) <= 0x1p62;
  return {inRange ? static_cast<double>(i - static_cast<long long>(inRange ? x : 0)) : 0, 0};
}
INLINED Shadow fporder_inline_from_unsigned(unsigned long long i, double x) {
  const bool inRange = x <= 0x1p62;
  return {inRange ? static_cast<double>(static_cast<long long>(i) - static_cast<long long>(inRange ? x : 0)) : 0, 0};
}

INLINED bool fporder_inline_exceeds(SiteState *site, double x, double error, double bound, double a, double b, double smallestNormal) {
  return residue::exceeds(x, {error, bound}, a, b, smallestNormal, cells::get<double>(&site->limit));
}

INLINED Shadow fporder_inline_settled(double error, double bound, double otherwise) { return residue::settled({error, bound}, otherwise); }

INLINED bool fporder_inline_may_compare_otherwise(double a, double ea, double da, double b, double eb, double db) {
  return residue::mayCompareOtherwise(a, {ea, da}, b, {eb, db});
}

INLINED bool fporder_inline_may_truncate_otherwise(double a, double ea, double da) { return residue::mayTruncateOtherwise(a, {ea, da}); }

INLINED bool fporder_inline_next(ChunkState *chunk) {
  const auto left = cells::get<std::uint64_t>(&chunk->left);
  cells::put(&chunk->left, left - 1);
  return left == 0;
}

/// fabs(a): where a and its exact value have different signs, what is over the reals is not the operand's error with another sign.
INLINED Shadow fporder_inline_fabs(double a, double ea, double da) {
  const double along = __builtin_signbit(a) ? -ea : ea, size = __builtin_fabs(a);
  if (size + along >= 0)
    return {along, da};
  const double across = 2 * size + along;
  return {-across, __builtin_fma(da, residue::enlarged, residue::unit * __builtin_fabs(across))};
}

/// a with the sign of x.
INLINED Shadow fporder_inline_copysign(double a, double ea, double da, double x) {
  return {__builtin_signbit(a) == __builtin_signbit(x) ? ea : -ea, da};
}

/// The larger or smaller of a and b, of which x is one.
INLINED Shadow fporder_inline_extremum(double a, double ea, double da, double b, double eb, double db, double x, bool larger) {
  const double between = (a - b) + (ea - eb); // of the exact values
  const bool exactlyA = between == 0 ? x == a : (between > 0) == larger;
  const double apart = exactlyA ? a - x : b - x, carried = exactlyA ? ea : eb, error = apart + carried, bound = residue::largerBound(da, db);
  return {error, apart == 0 ? bound : __builtin_fma(bound, residue::enlarged, residue::unit * (__builtin_fabs(apart) + __builtin_fabs(error)))};
}

/// Counts a value that restarts.
INLINED bool fporder_inline_restarted(SiteState *site, bool restarted) {
  const double count = cells::get<double>(&site->restarts) + (restarted ? 1 : 0);
  cells::put(&site->restarts, count);
  return count > cells::get<double>(&site->limit);
}

extern "C" Shadow fporder_function1(unsigned number, unsigned isBinary64, double x, double a, double ea, double da);
extern "C" Shadow fporder_function2(unsigned number, unsigned isBinary64, double x, double a, double ea, double da, double b, double eb, double db);
INLINED Shadow fporder_inline_function1(unsigned number, bool isBinary64, double x, double a, double ea, double da) {
  return fporder_function1(number, isBinary64 ? 1 : 0, x, a, ea, da);
}
INLINED Shadow fporder_inline_function2(unsigned number, bool isBinary64, double x, double a, double ea, double da, double b, double eb, double db) {
  return fporder_function2(number, isBinary64 ? 1 : 0, x, a, ea, da, b, eb, db);
}

INLINED Shadow fporder_inline_reduced(double error, double bound) { return {error, bound}; }
INLINED Shadow fporder_inline_apart(double a, double ea, double da, double b, double eb, double db) {
  return residue::apart(a, {ea, da}, b, {eb, db});
}
INLINED Shadow fporder_inline_from_integer(double a, double ea, double da) { return residue::fromInteger(a, {ea, da}); }

/// On their way between functions.
INLINED void fporder_inline_put(void *to, double error, double bound) {
  cells::put(to, error);
  cells::put(static_cast<double *>(to) + 1, bound);
}
INLINED Shadow fporder_inline_take(const void *from, bool fits) {
  const auto error = cells::get<double>(from), bound = cells::get<double>(static_cast<const double *>(from) + 1);
  return {fits ? error : 0, fits ? bound : 0};
}

INLINED void fporder_inline_store64(const void *address, unsigned long value, double error, double bound) {
  cells::store64(address, value, {error, bound});
}
INLINED void fporder_inline_store32(const void *address, unsigned value, double error, double bound) {
  cells::store32(address, value, {error, bound});
}
INLINED void fporder_inline_store16(const void *address, unsigned short value, double error, double bound) {
  cells::store16(address, value, {error, bound});
}
INLINED Shadow fporder_inline_load64(const void *address, unsigned long value, double) { return cells::load64(address, value); }
INLINED Shadow fporder_inline_load32(const void *address, unsigned value, double) { return cells::load32(address, value); }
INLINED Shadow fporder_inline_load16(const void *address, unsigned short value, double) { return cells::load16(address, value); }
