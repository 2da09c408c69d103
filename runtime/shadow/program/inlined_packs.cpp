// As inlined.cpp, for two or four operations at once: each lane is what the operation of one value gives there. The pass takes them
// where operations do not depend on each other (analyzer/instrument/packs.h). Two packs are no result of a function: they are left in memory.
#include "runtime/shadow/program/cells.h"
#include "runtime/shadow/program/residue.h"

using namespace fporder::program;

#define INLINED extern "C" __attribute__((always_inline, used))

namespace {

template <class Real> using Into = ShadowOf<Real> *;

/// A term that the compiler drops: see inlined.cpp.
constexpr double nothing = -0.0;

template <class Real> ShadowOf<Real> add(Real a, ShadowOf<Real> sa, Real b, ShadowOf<Real> sb, Real x, bool narrow) {
  return residue::sum(narrow ? residue::roundingOfNarrowSum(a, b, x) : residue::roundingOfSum(a, b, x), sa, sb);
}

template <class Real> ShadowOf<Real> multiply(Real a, ShadowOf<Real> sa, Real b, ShadowOf<Real> sb, Real x, bool areNone, bool narrow) {
  const Real born = narrow ? a * b - x : multiplyAdd(a, b, -x), tiny = narrow ? Real(nothing) : residue::tinyPart(x, a, sa, b, sb);
  return areNone ? ShadowOf<Real>{born, tiny} : residue::carriedProduct(born, a, sa, b, sb, tiny);
}

template <class Real> ShadowOf<Real> scale(Real a, ShadowOf<Real> sa, Real factor, Real x, bool narrow) {
  return residue::scaled(multiplyAdd(a, factor, -x), sa, factor, narrow ? Real(nothing) : residue::tinyPart(x, a, sa));
}

double limitOf(const SiteState *site) { return cells::get<double>(&site->limit); }

} // namespace

INLINED void fporder_pack2_add(Into<Pack2> to, Pack2 a, Pack2 ea, Pack2 da, Pack2 b, Pack2 eb, Pack2 db, Pack2 x, bool narrow) {
  *to = add(a, {ea, da}, b, {eb, db}, x, narrow);
}
INLINED void fporder_pack4_add(Into<Pack4> to, Pack4 a, Pack4 ea, Pack4 da, Pack4 b, Pack4 eb, Pack4 db, Pack4 x, bool narrow) {
  *to = add(a, {ea, da}, b, {eb, db}, x, narrow);
}
INLINED void fporder_pack2_subtract(Into<Pack2> to, Pack2 a, Pack2 ea, Pack2 da, Pack2 b, Pack2 eb, Pack2 db, Pack2 x, bool narrow) {
  *to = add(a, {ea, da}, -b, {-eb, db}, x, narrow);
}
INLINED void fporder_pack4_subtract(Into<Pack4> to, Pack4 a, Pack4 ea, Pack4 da, Pack4 b, Pack4 eb, Pack4 db, Pack4 x, bool narrow) {
  *to = add(a, {ea, da}, -b, {-eb, db}, x, narrow);
}
/// `areNone`: no operand of any lane has an error.
INLINED void fporder_pack2_multiply(Into<Pack2> to, Pack2 a, Pack2 ea, Pack2 da, Pack2 b, Pack2 eb, Pack2 db, Pack2 x, bool areNone, bool narrow) {
  *to = multiply(a, {ea, da}, b, {eb, db}, x, areNone, narrow);
}
INLINED void fporder_pack4_multiply(Into<Pack4> to, Pack4 a, Pack4 ea, Pack4 da, Pack4 b, Pack4 eb, Pack4 db, Pack4 x, bool areNone, bool narrow) {
  *to = multiply(a, {ea, da}, b, {eb, db}, x, areNone, narrow);
}
INLINED void fporder_pack2_scale(Into<Pack2> to, Pack2 a, Pack2 ea, Pack2 da, Pack2 factor, Pack2 x, bool narrow) {
  *to = scale(a, {ea, da}, factor, x, narrow);
}
INLINED void fporder_pack4_scale(Into<Pack4> to, Pack4 a, Pack4 ea, Pack4 da, Pack4 factor, Pack4 x, bool narrow) {
  *to = scale(a, {ea, da}, factor, x, narrow);
}

/// In any lane.
INLINED bool fporder_pack2_exceeds(SiteState *s0, SiteState *s1, Pack2 x, Pack2 error, Pack2 bound, Pack2 a, Pack2 b, double smallestNormal) {
  return residue::exceeds(x, {error, bound}, a, b, smallestNormal, Pack2{limitOf(s0), limitOf(s1)});
}
INLINED bool fporder_pack4_exceeds(SiteState *s0, SiteState *s1, SiteState *s2, SiteState *s3, Pack4 x, Pack4 error, Pack4 bound, Pack4 a, Pack4 b,
                                   double smallestNormal) {
  return residue::exceeds(x, {error, bound}, a, b, smallestNormal, Pack4{limitOf(s0), limitOf(s1), limitOf(s2), limitOf(s3)});
}
