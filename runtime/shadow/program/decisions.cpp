// Comparisons and conversions to integers: whether the exact values decide otherwise.
#include "runtime/shadow/program/recording.h"

#include "runtime/shadow/program/residue.h"

#include <cmath>
#include <limits>

namespace fporder::program {

using namespace shadowing;

namespace {

/// Whether LLVM's predicate holds for numbers whose difference has the sign of `order`.
bool holds(unsigned predicate, double order) { return (predicate & (order == 0 ? 1U : order > 0 ? 2U : 4U)) != 0; }

/// The integer that a's exact value is truncated to, by its distance from the nearest one; NaN where the bound does not decide.
double exactlyTruncated(double a, double error, Shadow distance) {
  const double near = std::nearbyint(a + error);
  if (distance.error == 0 && distance.bound == 0)
    return near;
  if (near == 0)
    return std::fabs(distance.error) + distance.bound < 1 ? 0 : std::numeric_limits<double>::quiet_NaN();
  if (!(std::fabs(distance.error) > distance.bound))
    return std::numeric_limits<double>::quiet_NaN();
  return distance.error * near > 0 ? near : near - std::copysign(1.0, near);
}

void countFlip(const Record &record, double severity, double exact, SiteStatistics &statistics) {
  ++statistics.flips;
  statistics.flip.keepWorse(caseOf(record, severity, exact));
}

/// A program's integer for an infinity or NaN is not that of the exact value, where that is known.
void recordStrangeInteger(const Record &record, SiteStatistics &statistics) {
  const Shadow exact = record.entry.shadow; // the exact value itself: see fporder_exact_from_integer
  const double low = std::trunc(exact.error - exact.bound), high = std::trunc(exact.error + exact.bound);
  if (low == high)
    countFlip(record, std::numeric_limits<double>::infinity(), high, statistics);
  else
    countUndecided(record, true, statistics);
}

void recordInteger(const Record &record, SiteStatistics &statistics) {
  const Entry &entry = record.entry;
  const double a = entry.value[0];
  if (isUnknown(entry.operand[0])) {
    countUndecided(record, true, statistics);
    return;
  }
  if (!std::isfinite(a)) {
    if (!residue::isNone(entry.operand[0]))
      recordStrangeInteger(record, statistics);
    return;
  }
  const double exact = exactlyTruncated(a, entry.operand[0].error, entry.shadow);
  if (std::isnan(exact))
    countUndecided(record, std::isinf(entry.shadow.bound), statistics);
  else if (exact != std::trunc(a))
    countFlip(record, std::fabs(entry.operand[0].error), exact, statistics);
}

} // namespace

void recordDecision(const Record &record, SiteStatistics &statistics) {
  const Entry &entry = record.entry;
  if (record.site.action == Action::ToInteger) {
    recordInteger(record, statistics);
    return;
  }
  const double apart = entry.shadow.error, reach = entry.shadow.bound;
  if (isUnknown(entry.operand[0]) || isUnknown(entry.operand[1])) {
    countUndecided(record, true, statistics);
    return;
  }
  const auto isItself = [&](unsigned operand) { return std::isnan(entry.value[operand]) && residue::isNone(entry.operand[operand]); };
  if (isItself(0) || isItself(1) || (residue::isNone(entry.operand[0]) && residue::isNone(entry.operand[1])))
    return;
  const unsigned predicate = record.site.predicate;
  const bool low = holds(predicate, apart - reach), middle = holds(predicate, apart), high = holds(predicate, apart + reach);
  if (!(reach < std::numeric_limits<double>::infinity()) || low != middle || middle != high ||
      (reach > 0 && std::fabs(apart) <= reach && (predicate & 1U) != (predicate >> 1 & 1U)))
    countUndecided(record, !std::isfinite(reach), statistics);
  else if (middle != (entry.result != 0))
    countFlip(record, std::fabs(apart), middle ? 1 : 0, statistics);
}

} // namespace fporder::program
