#include "runtime/measure/stage_block.h"

#include "runtime/eval/evaluator.h"
#include "runtime/format/rounding.h"
#include "runtime/oracle/ulp_error.h"

#include <bit>
#include <cmath>

namespace fporder::measure {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool hasRealValue(oracle::Verdict verdict) { return verdict == oracle::Verdict::Exact || verdict == oracle::Verdict::Zero; }

void countVerdict(Stage &stage, oracle::Verdict verdict) {
  switch (verdict) {
  case oracle::Verdict::Exact:
  case oracle::Verdict::Zero:
    ++stage.measured;
    break;
  case oracle::Verdict::Pole:
    ++stage.poles;
    break;
  case oracle::Verdict::DomainError:
    ++stage.domainErrors;
    break;
  case oracle::Verdict::Undecided:
    ++stage.undecided;
    break;
  case oracle::Verdict::Unsupported:
    ++stage.unsupported;
    break;
  }
}

double smallestNormal(const Stage &stage) { return format::isHeldInDouble(stage.format) ? format::smallestNormal(stage.format) : 0x1p-1022; }

bool isNonzeroAtZero(const oracle::ExactValue &exact, double value) { return exact.verdict == oracle::Verdict::Zero && value != 0; }

bool sameBits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b)); }

/// What is counted of one ordering beside its errors in ulps.
void addOrdering(OrderingFigures &figures, const Stage &stage, std::uint64_t first, const ComputedColumn &computed, std::span<const double> written,
                 std::span<const oracle::ExactValue> exact, std::span<const char> counts) {
  const double smallest = smallestNormal(stage);
  for (std::size_t s = 0; s < computed.values.size(); ++s) {
    if (!counts[s])
      continue;
    const double value = computed.values[s];
    const bool overflow = computed.events[s] & eval::Overflow, underflow = computed.events[s] & eval::Underflow;
    figures.different += !sameBits(value, written[s]);
    figures.overflow += overflow;
    figures.underflow += underflow;
    figures.nonFinite += !std::isfinite(value);
    const double real = exact[s].rounded;
    const bool lost = std::isfinite(real) && std::abs(real) >= smallest && (!std::isfinite(value) || value == 0);
    figures.lost += lost;
    figures.cancelled += lost && !overflow && !underflow;
    if (!std::isfinite(value))
      continue;
    if (isNonzeroAtZero(exact[s], value)) {
      ++figures.nonzeroAtZero;
      figures.largestAtZero.take(std::abs(value), first + s);
    }
    if (exact[s].exponent != 0)
      continue;
    const double difference = std::abs((value - exact[s].high) - exact[s].low);
    figures.largestAbsolute.take(difference, first + s);
    if (exact[s].high != 0) {
      const double relative = difference / std::abs(exact[s].high);
      figures.largestRelative.take(relative, first + s);
      figures.relativeSum.add(relative);
    }
  }
}

void countCloser(Stage &stage, std::span<const std::vector<double>> errors) {
  const std::size_t orderings = errors.size();
  for (std::size_t s = 0; orderings > 1 && s < errors[0].size(); ++s) {
    const double written = errors[0][s];
    bool best = !std::isnan(written);
    for (std::size_t o = 1; o < orderings; ++o) {
      // An ordering with a value is nearer than one without.
      stage.orderings[o].closer += errors[o][s] < written || (std::isnan(written) && !std::isnan(errors[o][s]));
      best = best && !(errors[o][s] <= written);
    }
    stage.orderings[0].closer += best;
  }
}

} // namespace

void addBlock(Stage &stage, std::uint64_t first, std::span<const ComputedColumn> computed, std::span<const oracle::ExactValue> exact,
              std::span<const char> usable) {
  const std::size_t count = exact.size();
  std::vector<char> counts(count);
  for (std::size_t s = 0; s < count; ++s)
    if (usable[s]) {
      countVerdict(stage, exact[s].verdict);
      counts[s] = hasRealValue(exact[s].verdict) ? 1 : 0;
    }
  const double smallest = smallestNormal(stage);
  for (std::size_t s = 0; s < count; ++s)
    stage.normal += counts[s] && std::isfinite(exact[s].rounded) && std::abs(exact[s].rounded) >= smallest;
  std::vector<std::vector<double>> errors(computed.size(), std::vector<double>(count));
  for (std::size_t o = 0; o < computed.size(); ++o) {
    const std::span<const double> values = computed[o].values;
    oracle::errorsInUlp(values, exact, stage.format, errors[o]);
    std::vector<double> ofNonzero = errors[o]; // what `closer` compares includes errors where the real value is 0
    for (std::size_t s = 0; s < count; ++s) {
      if (!counts[s] || !std::isfinite(values[s]))
        errors[o][s] = ofNonzero[s] = none;
      if (isNonzeroAtZero(exact[s], values[s]))
        ofNonzero[s] = none;
    }
    stage.orderings[o].errors.add(ofNonzero, first);
    addOrdering(stage.orderings[o], stage, first, computed[o], computed[0].values, exact, counts);
  }
  countCloser(stage, errors);
}

void merge(Stage &stage, const Stage &later) {
  for (std::size_t o = 0; o < stage.orderings.size(); ++o) {
    OrderingFigures &figures = stage.orderings[o];
    const OrderingFigures &more = later.orderings[o];
    figures.errors.merge(more.errors);
    figures.largestRelative.merge(more.largestRelative);
    figures.largestAbsolute.merge(more.largestAbsolute);
    figures.relativeSum.merge(more.relativeSum);
    figures.different += more.different;
    figures.closer += more.closer;
    figures.nonFinite += more.nonFinite;
    figures.lost += more.lost;
    figures.cancelled += more.cancelled;
    figures.nonzeroAtZero += more.nonzeroAtZero;
    figures.largestAtZero.merge(more.largestAtZero);
    figures.overflow += more.overflow;
    figures.underflow += more.underflow;
  }
  stage.measured += later.measured;
  stage.normal += later.normal;
  stage.poles += later.poles;
  stage.domainErrors += later.domainErrors;
  stage.undecided += later.undecided;
  stage.unsupported += later.unsupported;
}

} // namespace fporder::measure
