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

inline double errorInUlp(Format format, double error, double exact) { return std::fabs(error) / ulp(format, exact); }

namespace detail {

inline double bornInUlp(const Step &step) {
  return step.bornInUlp >= 0 ? step.bornInUlp : errorInUlp(step.format, step.born, step.result - step.born);
}

inline void countIncoming(const Step &step, SiteStatistics &statistics) {
  double incoming = 0;
  for (unsigned index = 0; index < step.operandCount; ++index)
    if (const Trail *trail = step.trails[index])
      incoming = std::fmax(incoming, errorInUlp(step.operandFormats[index], trail->error, trail->exact));
  statistics.incoming.add(incoming);
}

inline void countAmplification(const Step &step, SiteStatistics &statistics) {
  if (!isAdditive(step.kind) || step.exact == 0)
    return;
  const double condition = (std::fabs(step.trails[0]->exact) + std::fabs(step.trails[1]->exact)) / std::fabs(step.exact);
  if (!(condition >= 2))
    return;
  statistics.amplification.add(condition);
  statistics.amplificationBy2.add(condition);
}

inline void countExceptions(const Step &step, SiteStatistics &statistics) {
  bool finite = true, numbers = true;
  for (unsigned index = 0; index < step.operandCount; ++index) {
    finite = finite && std::isfinite(step.operands[index]);
    numbers = numbers && !std::isnan(step.operands[index]);
  }
  statistics.overflows += std::isinf(step.result) && finite ? 1 : 0;
  statistics.invalids += std::isnan(step.result) && numbers ? 1 : 0;
  const double smallestNormal = powerOfTwo(precisionOf(step.format).minExponent);
  statistics.underflows += bornInUlp(step) > 0 && std::fabs(step.result) < smallestNormal ? 1 : 0;
}

inline Case caseOf(const Step &step, double severity) {
  return {severity, step.operandCount, {step.operands[0], step.operands[1], step.operands[2]}, step.result, step.exact};
}

inline void offerOrders(const Step &step, SiteId id, Counters &counters) {
  if (step.kind == Kind::Other)
    return;
  for (unsigned side = 0; side < 2; ++side) {
    const Definition &inner = step.trails[side]->definition;
    if (inner.kind == Kind::Other || step.operandFormats[side] != step.format)
      continue;
    if (const auto shape = shapeOf(step, inner, side)) {
      const double other = step.operands[1 - side];
      counters.orders[{inner.site, id, *shape}].offer(side == 0 ? Triple{{inner.a, inner.b, other}} : Triple{{other, inner.a, inner.b}});
    }
  }
}

inline Contributions sourcesOf(const Step &step, SiteId id) {
  static constexpr Contributions none;
  const auto of = [&](unsigned index) -> const Contributions & {
    return index < step.operandCount && step.trails[index] != nullptr ? step.trails[index]->sources : none;
  };
  const Contributions sum = Contributions::combine(of(0), step.slopes[0], of(1), step.slopes[1], id, step.born);
  return step.operandCount < 3 ? sum : Contributions::combine(sum, 1, of(2), step.slopes[2], id, 0);
}

} // namespace detail

/// Counts the operation and returns the trail of its result.
inline Trail record(const Step &step) {
  Registry &registry = Registry::instance();
  Shard &shard = registry.shard();
  const SiteId id = shard.site(registry, step.place, step.operation, step.format);
  Trail trail;
  trail.exact = step.exact;
  trail.error = step.error;
  trail.uncertainty = step.uncertainty;
  trail.definition = {step.operands[0], step.operands[1], id, step.kind};

  const std::lock_guard lock(shard.mutex);
  SiteStatistics &statistics = shard.counters.at(id);
  ++statistics.count;
  if (step.flipped) {
    ++statistics.flips;
    statistics.flip.keepWorse(detail::caseOf(step, std::fabs(step.error)));
  }
  detail::countExceptions(step, statistics);
  if (std::isfinite(step.born))
    statistics.born.add(detail::bornInUlp(step));
  detail::offerOrders(step, id, shard.counters);
  if (!std::isfinite(step.error) || !std::isfinite(step.exact)) {
    ++statistics.nonFinite;
    return trail;
  }
  if (!isDecided(step.format, step.exact, step.uncertainty)) {
    ++statistics.undecided;
    return trail;
  }
  const double unit = ulp(step.format, step.exact);
  const double outgoing = std::fabs(step.error) / unit;
  statistics.outgoing.add(outgoing);
  statistics.outgoingBy2.add(outgoing);
  detail::countIncoming(step, statistics);
  detail::countAmplification(step, statistics);
  statistics.worst.keepWorse(detail::caseOf(step, outgoing));
  trail.sources = detail::sourcesOf(step, id);
  for (const Contribution &share : trail.sources)
    shard.counters.at(share.site).carried.add(std::fabs(share.error / step.exact) * 0x1p60);
  return trail;
}

/// Counts a decision on working values, and whether the exact values decide otherwise. `gap` says how far apart they are, for choosing the example.
inline void recordDecision(const Step &step, bool flipped, double gap) {
  Registry &registry = Registry::instance();
  Shard &shard = registry.shard();
  const SiteId id = shard.site(registry, step.place, step.operation, step.format);
  const std::lock_guard lock(shard.mutex);
  SiteStatistics &statistics = shard.counters.at(id);
  ++statistics.count;
  if (!flipped)
    return;
  ++statistics.flips;
  statistics.flip.keepWorse(detail::caseOf(step, std::isfinite(gap) ? gap : 0));
}

/// A conversion to an integer or to bool that the exact value decides otherwise. The language gives it no place, so it counts where the value was
/// made.
inline void recordConversionFlip(double working, const Trail &trail) {
  Shard &shard = Registry::instance().shard();
  const std::lock_guard lock(shard.mutex);
  SiteStatistics &statistics = shard.counters.at(trail.definition.site);
  ++statistics.flips;
  statistics.flip.keepWorse({std::fabs(trail.error), 1, {working}, working, trail.exact});
}

inline void recordOutput(std::string_view name, Format format, double working, const Trail &trail) {
  Shard &shard = Registry::instance().shard();
  const std::lock_guard lock(shard.mutex);
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
  for (const Contribution &share : trail.sources)
    output.shares[share.site].add(std::fabs(share.error) / unit);
}

} // namespace fporder::shadowing
