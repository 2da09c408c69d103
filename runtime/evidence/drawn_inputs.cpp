#include "runtime/evidence/drawn_inputs.h"

#include "runtime/format/rounding.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <cmath>

namespace fporder::evidence {

using measure::InputFamily;
using measure::ValueKey;
using order::NodeId;
using order::Op;

namespace {

// A sample is numbered by its seed, its family and its place in that.
constexpr std::size_t familyShift = 32, seedShift = 40;
constexpr std::uint64_t mostSeeds = std::uint64_t{1} << 24;
constexpr std::uint64_t largestMultiple = 1000;
constexpr auto longestLoop = static_cast<double>(limits::most(limits::Limit::EvidenceTrips));
constexpr std::uint64_t wholeSample = UINT64_MAX - 1;

enum Purpose : unsigned { WhichPair, WhichDivisor, WhichMultiple, Seeds, WhichIteration, WhichElement, WhichHalf };

format::Format heldAs(format::Format format) { return format::isHeldInDouble(format) ? format : format::Format::Binary64; }

} // namespace

bool applies(const InputFamily &family, const Slice &slice) {
  const auto any = [&](auto &&is) {
    return std::ranges::any_of(slice.leaves, [&](const auto &leaf) { return is(NodeId{leaf.first}, leaf.second); });
  };
  switch (family.of) {
  case InputFamily::Of::Everything:
    return true;
  case InputFamily::Of::Data:
    return any([&](NodeId leaf, const LeafFacts &) {
      return format::isFloatingPoint(slice.graph[leaf].type.format) && slice.graph.mentionsLoop(leaf) && !slice.loops.empty();
    });
  case InputFamily::Of::Pairs:
    return !slice.pairs.empty();
  case InputFamily::Of::Angles:
    return any([](NodeId, const LeafFacts &facts) { return facts.angle; });
  case InputFamily::Of::Arguments:
    return any([](NodeId, const LeafFacts &facts) { return facts.argument; });
  case InputFamily::Of::Factors:
    return any([](NodeId, const LeafFacts &facts) { return facts.factor; });
  case InputFamily::Of::Ones:
    return slice.ones;
  case InputFamily::Of::Decided:
    return std::ranges::any_of(slice.points, [](const Point &point) { return point.kind == Point::Kind::Decision; });
  case InputFamily::Of::Rounded:
    return std::ranges::any_of(slice.points, [](const Point &point) { return bool(point.fromEdge); });
  }
  return false;
}

DrawnInputs::DrawnInputs(const Slice &part, std::size_t number, std::uint32_t times, std::uint64_t seed)
    : slice(part), family(measure::evidenceFamilies()[number]), unitScale(measure::evidenceFamilies().front()), trips(times),
      firstKey((number << familyShift) + (measure::drawnBelow({seed, 0, 0}, Seeds, mostSeeds) << seedShift)) {
  for (const auto &[leaf, facts] : slice.leaves)
    if (format::isFloatingPoint(slice.graph[NodeId{leaf}].type.format))
      divisors.push_back(facts.identity);
  for (const auto &[leaf, facts] : slice.leaves)
    if (facts.runs)
      counters.try_emplace(facts.runs.index, slice.graph, std::span(&facts.runs, 1));
  std::ranges::sort(divisors);
  divisors.erase(std::ranges::unique(divisors).begin(), divisors.end());
  for (const NodeId loop : slice.loops) {
    const NodeId count = order::reduceOperands(slice.graph, loop).trips;
    if (!count || slice.graph.mentionsLoop(count) || order::isLeaf(slice.graph[count].op))
      continue;
    double value = 0;
    const eval::Column column{std::span(&value, 1)};
    eval::Evaluator(slice.graph, {&count, 1}).evaluate(*this, 0, 1, {&column, 1});
    counts[loop.index] = value >= 0 && value <= longestLoop ? static_cast<std::uint32_t>(value) : trips;
  }
}

std::uint32_t DrawnInputs::tripCount(const order::Graph &, NodeId reduce) const {
  const auto known = counts.find(reduce.index);
  return known == counts.end() ? trips : known->second;
}

/// Whether the family gives the leaf its values; others are at unit scale.
bool DrawnInputs::isFamilyFor(const LeafFacts &facts, bool inLoop) const {
  switch (family.of) {
  case InputFamily::Of::Data:
    return inLoop;
  case InputFamily::Of::Angles:
    return facts.angle;
  case InputFamily::Of::Arguments:
    return facts.argument;
  case InputFamily::Of::Factors:
    return facts.factor;
  default:
    return true;
  }
}

/// A multiple of the sample's divisor, or the divisor. Of OddHalvesOf one leaf is an odd multiple of its half, what is neither is an odd number.
double DrawnInputs::multiple(const Drawers &drawers, const ValueKey &key) const {
  const ValueKey whole{key.sample, wholeSample, 0};
  const std::size_t at = measure::drawnBelow(whole, WhichDivisor, divisors.size());
  const double unit = format::roundTo(drawers.held, drawers.ofFamily({key.sample, divisors[at], 0}));
  if (key.leaf == divisors[at])
    return unit;
  const std::uint64_t times = measure::drawnBelow(key, WhichMultiple, largestMultiple);
  if (family.kind == InputFamily::Kind::MultiplesOf)
    return unit * static_cast<double>(1 + times);
  const std::size_t further = 1 + measure::drawnBelow(whole, WhichHalf, divisors.size() - 1);
  const bool isHalf = key.leaf == divisors[(at + further) % divisors.size()];
  return (static_cast<double>(times) + 0.5) * (isHalf ? unit : 2.0);
}

double DrawnInputs::number(const Drawers &drawers, const LeafFacts &facts, const ValueKey &key, bool inLoop) const {
  if (family.kind == InputFamily::Kind::MultiplesOf || family.kind == InputFamily::Kind::OddHalvesOf)
    return multiple(drawers, key);
  if (family.of != InputFamily::Of::Pairs)
    return isFamilyFor(facts, inLoop) ? drawers.ofFamily(key) : drawers.ofUnitScale(key);
  const auto &[first, second] = slice.pairs[measure::drawnBelow({key.sample, wholeSample, 0}, WhichPair, slice.pairs.size())];
  if (facts.identity != first && facts.identity != second)
    return drawers.ofUnitScale(key);
  const double size = std::abs(drawers.ofFamily(key));
  // Of one sign: that of the first.
  return drawers.ofUnitScale({key.sample, first, 0}) < 0 ? -size : size;
}

/// Iterations of a loop around the slice, as often as the loop runs in each sample; 0 where it does not.
void DrawnInputs::fillIterations(const eval::LeafRequest &request, const LeafFacts &facts, std::span<double> out) const {
  const std::size_t each = eval::valuesPerSample(request.extents);
  std::vector<double> runs(request.count);
  const eval::Column column{runs};
  counters.at(facts.runs.index).evaluate(*this, request.first, request.count, {&column, 1});
  for (std::size_t s = 0; s < request.count; ++s) {
    const double most = runs[s] >= 1 && runs[s] <= longestLoop ? runs[s] : 1;
    for (std::size_t k = 0; k < each; ++k)
      out[s * each + k] = static_cast<double>(
          measure::drawnBelow({firstKey + request.first + s, facts.identity, k}, WhichIteration, static_cast<std::uint64_t>(most)));
  }
}

void DrawnInputs::fill(const eval::LeafRequest &request, std::span<double> out) const {
  const std::size_t each = eval::valuesPerSample(request.extents);
  const format::Format format = (*request.graph)[request.leaf].type.format;
  const format::Format held = heldAs(format);
  const bool isCount = format == format::Format::Boolean || format == format::Format::Integer;
  const auto known = slice.leaves.find(request.leaf.index);
  LeafFacts facts;
  facts.identity = request.leaf.index;
  if (known != slice.leaves.end())
    facts = known->second;
  if (facts.runs)
    return fillIterations(request, facts, out);
  const std::span<double> values = out.first(request.count * each);
  const auto visit = [&](auto change) {
    for (std::size_t s = 0; s < request.count; ++s)
      for (std::size_t k = 0; k < each; ++k)
        change(values[s * each + k], ValueKey{firstKey + request.first + s, facts.identity, k});
  };
  if (facts.counts) {
    std::ranges::fill(values, trips);
    return;
  }
  if (isCount && !facts.table)
    return visit([&](double &value, const ValueKey &key) { value = measure::drawnCount(format, facts.bounds, key); });
  const Drawers drawers{held, {family, held}, {unitScale, held}};
  if (facts.table)
    visit([&](double &value, const ValueKey &key) { value = (*facts.table)[measure::drawnBelow(key, WhichElement, facts.table->size())]; });
  else
    visit([&](double &value, const ValueKey &key) { value = number(drawers, facts, key, !request.extents.empty()); });
  format::roundTo(held, values);
  if (facts.table || (std::isinf(facts.bounds.low) && std::isinf(facts.bounds.high)))
    return;
  visit([&](double &value, const ValueKey &key) { value = measure::within(facts.bounds, value, key); });
  format::roundTo(held, values);
}

} // namespace fporder::evidence
