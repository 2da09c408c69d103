#include "runtime/shadow/program/recording.h"

#include "runtime/limits/limits.h"
#include "runtime/shadow/program/residue.h"

#include <fporder/shadow/precision.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::program {

using namespace shadowing;

namespace {

Format formatOf(const SiteDescription &site) { return static_cast<Format>(site.format); }

Kind kindOf(Action action) {
  switch (action) {
  case Action::Add:
    return Kind::Add;
  case Action::Subtract:
    return Kind::Subtract;
  case Action::Multiply:
    return Kind::Multiply;
  case Action::Divide:
    return Kind::Divide;
  default:
    return Kind::Other;
  }
}

/// |result - exact result of the operands as they are|; NaN where it is not known.
double bornAt(const SiteDescription &site, const Entry &entry) {
  const double a = entry.value[0], b = entry.value[1], x = entry.result;
  switch (site.action) {
  case Action::Add:
    return std::fabs(residue::roundingOfNarrowSum(a, b, x));
  case Action::Subtract:
    return std::fabs(residue::roundingOfNarrowSum(a, -b, x));
  case Action::Multiply:
    return std::fabs(std::fma(a, b, -x));
  case Action::Divide:
    return std::fabs(std::fma(-x, b, a) / b);
  case Action::Fma:
    return std::fabs(residue::roundingOfFused(a, b, entry.value[2], x));
  case Action::Conversion:
    return std::fabs(a - x);
  default: // a function: known where its operands have no error
    return entry.operand[0].error == 0 && (site.operandCount < 2 || entry.operand[1].error == 0) ? std::fabs(entry.shadow.error)
                                                                                                 : std::numeric_limits<double>::quiet_NaN();
  }
}

/// A result or operand that is not finite.
void countNonFinite(const Record &record, SiteStatistics &statistics) {
  bool finite = true, numbers = true;
  for (unsigned index = 0; index < record.site.operandCount; ++index) {
    finite = finite && std::isfinite(record.entry.value[index]);
    numbers = numbers && !std::isnan(record.entry.value[index]);
  }
  statistics.overflows += std::isinf(record.entry.result) && finite && !(record.site.action == Action::Divide && record.entry.value[1] == 0) ? 1 : 0;
  statistics.invalids += std::isnan(record.entry.result) && numbers ? 1 : 0;
  ++statistics.nonFinite;
}

double incomingError(const Record &record, Format format) {
  double incoming = 0;
  for (unsigned index = 0; index < record.site.operandCount; ++index)
    if (const double error = record.entry.operand[index].error; error != 0)
      incoming = std::max(incoming, inUlp(format, error, record.entry.value[index] + error));
  return incoming;
}

/// Additions and subtractions that cancel, as of fporder::shadow<T>.
void countAmplification(const Record &record, double exact, double born, SiteStatistics &statistics) {
  const bool isSum = record.site.action == Action::Add || record.site.action == Action::Subtract;
  if (!isSum || exact == 0)
    return;
  const double magnitudes =
      std::fabs(record.entry.value[0] + record.entry.operand[0].error) + std::fabs(record.entry.value[1] + record.entry.operand[1].error);
  if (!(magnitudes >= 2 * std::fabs(exact)))
    return;
  const double condition = magnitudes / std::fabs(exact);
  statistics.amplification.add(condition);
  statistics.amplificationBy2.add(condition);
  statistics.passedOn.add(inUlp(formatOf(record.site), std::max(0.0, std::fabs(record.entry.shadow.error) - born), exact));
}

void countSample(const Record &record, double outgoing, SiteStatistics &statistics) {
  const Format format = formatOf(record.site);
  const double incoming = incomingError(record, format);
  statistics.outgoing.add(outgoing);
  statistics.outgoingBy2.add(outgoing);
  statistics.incoming.add(incoming);
  // What the operation adds to the larger of its operands' errors: by rounding, by amplifying it, or by another error of the same sign.
  const double grown = std::min(std::max(outgoing - incoming, 0.0) * powerOfTwo(1 - precisionOf(format).bits), 1.0);
  statistics.carried.add(grown * record.weight * SiteStatistics::carriedUnits);
}

} // namespace

Case caseOf(const Record &record, double severity, double exact) {
  Case result{severity, record.site.operandCount, {}, record.entry.result, exact};
  std::copy_n(record.entry.value, record.site.operandCount, result.operands.begin());
  return result;
}

void countUndecided(const Record &record, bool isUnbounded, SiteStatistics &statistics) {
  statistics.undecided += isUnbounded && record.isSampled ? static_cast<std::uint64_t>(record.weight) : 1;
}

bool isUnknown(Shadow shadow) {
  if (fporder_precision == PrecisionKind::Number)
    return shadow.bound == std::numeric_limits<double>::infinity();
  return !(std::isfinite(shadow.error) && shadow.bound < std::numeric_limits<double>::infinity());
}

bool restarts(const Entry &entry) { return !std::isfinite(entry.shadow.error) && isUnknown(entry.shadow); }

/// Operands of which one is an infinity give this result whatever the other's error.
static bool isSureOfInfinity(const Record &record) {
  const Entry &entry = record.entry;
  const auto hasSign = [&](unsigned operand) { // of which its error leaves no doubt
    const Shadow shadow = entry.operand[operand];
    return !(std::fabs(shadow.error) + shadow.bound >= std::fabs(entry.value[operand]));
  };
  switch (record.site.action) {
  case Action::Add:
  case Action::Subtract:
  case Action::Conversion:
    return true;
  case Action::Multiply:
  case Action::Divide:
    return hasSign(0) && hasSign(1);
  default:
    return false;
  }
}

double restartBound(const Record &record) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  const Entry &entry = record.entry;
  bool areExact = true, areFinite = true;
  for (unsigned index = 0; index < record.site.operandCount; ++index) {
    const bool isExact = residue::isNone(entry.operand[index]), isFinite = std::isfinite(entry.value[index]);
    if (isUnknown(entry.operand[index]) || (!isExact && !isFinite))
      return unknown;
    areExact = areExact && isExact;
    areFinite = areFinite && isFinite;
  }
  if (std::isnan(entry.result))
    return areExact ? 0 : unknown;
  if (!areFinite)
    return areExact || isSureOfInfinity(record) ? 0 : unknown;
  if (!areExact || !std::isinf(entry.result))
    return unknown;
  const double first = std::fabs(entry.value[0]);
  const bool isPole =
      record.site.action == Action::Divide ? entry.value[1] == 0 : record.site.action == Action::Function && (first == 0 || first == 1);
  return isPole ? 0 : unknown;
}

/// A limit times any finite power of two is still a number.
static constexpr double largestLimit = 0x1p1000;
static constexpr double decidedMargin = 1 + 0x1p-10, undecidedMargin = 1 + 0x1p-3;

bool isDecided(Format format, double result, Shadow shadow) {
  const double leastBound = fporder_precision == PrecisionKind::Number ? std::numeric_limits<double>::denorm_min() : 0; // see reducedOf
  if (shadow.bound <= leastBound)
    return true;
  const double exact = result + shadow.error;
  if (!(shadow.bound <= std::max(std::fabs(shadow.error), ulp(format, exact)) / 64))
    return false;
  // With numbers, which more bits can follow, the exact value as well is known, to twelve digits.
  return fporder_precision != PrecisionKind::Number || shadow.bound <= 0x1p-40 * std::max(std::fabs(exact), ulp(format, result));
}

namespace {

/// Where nothing bounds the errors any more, the place is sampled: each result would be recorded otherwise.
void recordUndecided(const Record &record, double relative, SiteState &state, SiteStatistics &statistics) {
  const bool isUnbounded = state.limit == std::numeric_limits<double>::infinity();
  if (!isUnbounded || record.isSampled)
    countUndecided(record, isUnbounded, statistics);
  const bool mayRaise = std::isfinite(relative) || statistics.undecided > limits::most(limits::Limit::UnboundedRecords);
  if (!(relative <= state.limit) && mayRaise)
    state.limit = relative * undecidedMargin; // an upper bound that is none of an error
}

void recordDecided(const Record &record, double relative, double born, SiteState &state, SiteStatistics &statistics) {
  const bool isLarger = !(relative <= state.limit);
  const double exact = record.entry.result + record.entry.shadow.error, outgoing = inUlp(formatOf(record.site), record.entry.shadow.error, exact);
  if (record.isSampled)
    countSample(record, outgoing, statistics);
  if (record.isSampled || isLarger)
    countAmplification(record, exact, std::isfinite(born) ? born : 0, statistics);
  statistics.outgoing.largest = std::max(statistics.outgoing.largest, outgoing);
  if (statistics.worst.isBeatenBy(outgoing))
    statistics.worst.keepWorse(caseOf(record, outgoing, exact));
  if (isLarger)
    state.limit = std::min(record.isSampled ? relative : relative * decidedMargin, largestLimit);
}

} // namespace

void recordOperation(const Record &record, SiteState &state, SiteStatistics &statistics) {
  const Entry &entry = record.entry;
  const Format format = formatOf(record.site);
  const double smallest = powerOfTwo(precisionOf(format).minExponent), relative = residue::relativeError(entry.result, entry.shadow, smallest);
  if (!std::isfinite(entry.result) || !std::isfinite(entry.shadow.error)) {
    countNonFinite(record, statistics);
    statistics.undecided += isUnknown(entry.shadow) && entry.shadow.bound != 0 ? 1 : 0;
    return;
  }
  const bool isTiny = std::fabs(entry.result) < smallest;
  if (!record.isSampled && relative <= state.limit && !isTiny)
    return; // another site's of the chunk
  const double born = bornAt(record.site, entry);
  if (born > 0 && isTiny && record.site.action != Action::Add && record.site.action != Action::Subtract)
    ++statistics.underflows;
  if (record.isSampled && std::isfinite(born))
    statistics.born.add(born == 0 ? 0 : inUlp(format, born, entry.result));
  if (isDecided(format, entry.result, entry.shadow))
    recordDecided(record, relative, born, state, statistics);
  else
    recordUndecided(record, relative, state, statistics);
}

void recordOutput(const Record &record, Counters &counters) {
  const Format format = formatOf(record.site);
  const bool isNamed = record.site.predicate != 0;
  const std::string name = record.site.operation + (isNamed ? "" : std::string(" at ") + record.site.file + ":" + std::to_string(record.site.line));
  OutputStatistics &output = counters.outputs[name];
  output.format = format;
  ++output.count;
  const Entry &entry = record.entry;
  const double exact = entry.result + entry.shadow.error;
  const bool isRestarted = !std::isfinite(entry.shadow.error) && isUnknown(entry.shadow); // it was stored before it restarted
  if (!std::isfinite(entry.result) || (!std::isfinite(exact) && !isRestarted)) {
    ++output.nonFinite;
    return;
  }
  if (isRestarted || !isDecided(format, entry.result, entry.shadow)) {
    ++output.undecided;
    return;
  }
  const double error = inUlp(format, entry.shadow.error, exact);
  output.error.add(error);
  output.errorBy2.add(error);
  output.largestAbsolute = std::fmax(output.largestAbsolute, std::fabs(entry.shadow.error));
  output.worst.keepWorse({error, 0, {}, entry.result, exact});
}

double severityOf(const SiteDescription &site, const Entry &entry) {
  const double exact = entry.result + entry.shadow.error;
  if (!std::isfinite(exact) || !isDecided(formatOf(site), entry.result, entry.shadow))
    return std::numeric_limits<double>::quiet_NaN();
  return inUlp(formatOf(site), entry.shadow.error, exact);
}

void offerOrders(const Record &record, const Record *chunk, Shard &shard) {
  const Kind kind = kindOf(record.site.action);
  if (kind == Kind::Other)
    return;
  for (unsigned side = 0; side < 2; ++side) {
    if (record.site.origin[side] < 0 || (record.site.negated >> side & 1) != 0)
      continue;
    const Record &inner = chunk[record.site.origin[side]];
    const Kind innerKind = kindOf(inner.site.action);
    if (!hasOrders(kind, innerKind) || inner.site.format != record.site.format)
      continue;
    const double a = inner.entry.value[0], b = inner.entry.value[1], other = record.entry.value[1 - side];
    shard.orders(inner.id, record.id, side, kind, formatOf(record.site), innerKind).offer(side == 0 ? Triple{{a, b, other}} : Triple{{other, a, b}});
  }
}

} // namespace fporder::program
