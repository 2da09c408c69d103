// From a Step to counters: the one door through which engines report operations, comparisons and outputs.
#pragma once

#include <fporder/shadow/registry.h>
#include <fporder/shadow/trail.h>

#include <algorithm>

namespace fporder::shadowing {

/// An error in ulp is reported only where the shadow is known to a 64th of an ulp.
inline bool isDecided(Format format, double exact, double uncertainty) {
  return uncertainty == 0 || (std::fabs(exact) * uncertainty <= ulp(format, exact) / 64);
}

inline double errorInUlp(Format format, double error, double exact) {
  return std::isfinite(exact) ? inUlp(format, error, exact) : std::numeric_limits<double>::quiet_NaN();
}

namespace detail {

inline double bornInUlp(const Step &step) {
  return step.bornInUlp >= 0 ? step.bornInUlp : step.born == 0 ? 0 : errorInUlp(step.format, step.born, step.result - step.born);
}

inline void countIncoming(const Step &step, SiteStatistics &statistics) {
  double incoming = 0;
  for (unsigned index = 0; index < step.operandCount; ++index)
    if (const Trail *trail = step.trails[index]; trail != nullptr && trail->error != 0)
      incoming = std::max(incoming, errorInUlp(step.operandFormats[index], trail->error, trail->exact));
  statistics.incoming.add(incoming);
}

/// Additions and subtractions that cancel: how strongly, and which error of the operands they pass on.
inline void countAmplification(const Step &step, SiteStatistics &statistics) {
  if (!isAdditive(step.kind) || step.exact == 0)
    return;
  const double magnitudes = std::fabs(step.trails[0]->exact) + std::fabs(step.trails[1]->exact);
  if (!(magnitudes >= 2 * std::fabs(step.exact)))
    return;
  const double condition = magnitudes / std::fabs(step.exact);
  statistics.amplification.add(condition);
  statistics.amplificationBy2.add(condition);
  statistics.passedOn.add(inUlp(step.format, step.error - step.born, step.exact));
}

inline void countExceptions(const Step &step, double born, SiteStatistics &statistics) {
  if (!std::isfinite(step.result)) {
    bool finite = true, numbers = true;
    for (unsigned index = 0; index < step.operandCount; ++index) {
      finite = finite && std::isfinite(step.operands[index]);
      numbers = numbers && !std::isnan(step.operands[index]);
    }
    statistics.overflows += std::isinf(step.result) && finite ? 1 : 0;
    statistics.invalids += std::isnan(step.result) && numbers ? 1 : 0;
  }
  if (born > 0 && std::fabs(step.result) < powerOfTwo(precisionOf(step.format).minExponent))
    ++statistics.underflows;
}

inline Case caseOf(const Step &step, double severity) {
  Case result{severity, step.operandCount, {}, step.result, step.exact};
  std::copy_n(step.operands, step.operandCount, result.operands.begin());
  return result;
}

inline void offerOrders(const Step &step, SiteId id, Shard &shard) {
  if (step.kind == Kind::Other)
    return;
  for (unsigned side = 0; side < 2; ++side) {
    const Definition &inner = step.trails[side]->definition;
    if (!hasOrders(step.kind, inner.kind) || step.operandFormats[side] != step.format)
      continue;
    const double other = step.operands[1 - side];
    shard.orders(inner.site, id, side, step.kind, step.format, inner.kind)
        .offer(side == 0 ? Triple{{inner.a, inner.b, other}} : Triple{{other, inner.a, inner.b}});
  }
}

/// Sets the sources of the result and counts them as carried by it.
inline void setSources(const Step &step, SiteId id, Counters &counters, Contributions &sources) {
  static constexpr Contributions none;
  const auto of = [&](unsigned index) {
    const bool known = index < step.operandCount && step.trails[index] != nullptr;
    return known ? WeighedContributions{&step.trails[index]->sources, step.slopes[index]} : WeighedContributions{&none, 0};
  };
  const auto count = [&](const Contribution &share) {
    counters.at(share.site).carried.add(std::min(std::fabs(share.error / step.exact), 1.0) * SiteStatistics::carriedUnits);
  };
  if (step.operandCount < 3) {
    sources.setCombined(of(0), of(1), {step.born, id}, count);
    return;
  }
  Contributions both;
  both.setCombined(of(0), of(1), {step.born, id}, [](const Contribution &) {});
  sources.setCombined({&both, 1}, of(2), {0, id}, count);
}

inline void keepFlip(const Step &step, double gap, SiteStatistics &statistics) {
  ++statistics.flips;
  statistics.flip.keepWorse(caseOf(step, gap));
}

} // namespace detail

/// Counts the operation and sets its result's place and sources in `trail`, which is none of the operands'.
inline void record(const Step &step, Trail &trail) {
  Shard &shard = Registry::shard();
  const SiteId id = shard.site(step.place, step.operation, step.format);
  trail.definition.site = id;

  const std::lock_guard lock(shard.lock);
  SiteStatistics &statistics = shard.counters.at(id);
  ++statistics.count;
  if (step.flipped)
    detail::keepFlip(step, std::fabs(step.error), statistics);
  const double born = detail::bornInUlp(step);
  detail::countExceptions(step, born, statistics);
  if (std::isfinite(step.born))
    statistics.born.add(born);
  detail::offerOrders(step, id, shard);
  if (!std::isfinite(step.error) || !std::isfinite(step.exact)) {
    ++statistics.nonFinite;
    return;
  }
  if (!isDecided(step.format, step.exact, step.uncertainty)) {
    ++statistics.undecided;
    return;
  }
  const double outgoing = inUlp(step.format, step.error, step.exact);
  statistics.outgoing.add(outgoing);
  statistics.outgoingBy2.add(outgoing);
  detail::countIncoming(step, statistics);
  detail::countAmplification(step, statistics);
  if (statistics.worst.isBeatenBy(outgoing))
    statistics.worst.keepWorse(detail::caseOf(step, outgoing));
  detail::setSources(step, id, shard.counters, trail.sources);
}

/// Counts a decision on working values, and whether the exact values decide otherwise. `gap` says how far apart they are, for choosing the example.
inline void recordDecision(const Step &step, bool flipped, double gap) {
  Shard &shard = Registry::shard();
  const SiteId id = shard.site(step.place, step.operation, step.format);
  const std::lock_guard lock(shard.lock);
  SiteStatistics &statistics = shard.counters.at(id);
  ++statistics.count;
  if (flipped)
    detail::keepFlip(step, std::isfinite(gap) ? gap : 0, statistics);
}

/// A conversion to an integer or to bool that the exact value decides otherwise. The language gives it no place, so it counts where the value was
/// made.
inline void recordConversionFlip(double working, const Trail &trail) {
  Shard &shard = Registry::shard();
  const std::lock_guard lock(shard.lock);
  SiteStatistics &statistics = shard.counters.at(trail.definition.site);
  ++statistics.flips;
  statistics.flip.keepWorse({std::fabs(trail.error), 1, {working}, working, trail.exact});
}

inline void recordOutput(std::string_view name, Format format, double working, const Trail &trail) {
  Shard &shard = Registry::shard();
  const std::lock_guard lock(shard.lock);
  auto found = shard.counters.outputs.find(name);
  if (found == shard.counters.outputs.end())
    found = shard.counters.outputs.emplace(std::string(name), OutputStatistics{}).first;
  OutputStatistics &output = found->second;
  output.format = format;
  ++output.count;
  if (!std::isfinite(trail.error) || !std::isfinite(trail.exact)) {
    ++output.nonFinite;
    return;
  }
  if (!isDecided(format, trail.exact, trail.uncertainty)) {
    ++output.undecided;
    return;
  }
  const double unit = ulp(format, trail.exact), error = std::fabs(trail.error) / unit;
  output.error.add(error);
  output.errorBy2.add(error);
  output.largestAbsolute = std::fmax(output.largestAbsolute, std::fabs(trail.error));
  output.worst.keepWorse({error, 0, {}, working, trail.exact});
  for (unsigned index = 0; index < trail.sources.size(); ++index)
    output.shares[trail.sources[index].site].add(std::fabs(trail.sources[index].error) / unit);
}

} // namespace fporder::shadowing
