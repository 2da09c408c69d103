#include "runtime/evidence/boundary.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace fporder::evidence {

using order::NodeId;
using Lane = SteppedInputs::Lane;

namespace {

constexpr std::size_t startedFrom = 16; // samples
constexpr int around = 4;               // numbers of the format looked at on each side of where a decision changes

/// An input that is moved, and its format.
struct Moved {
  NodeId leaf;
  std::uint64_t identity;
  format::Format held;
  measure::Bounds bounds;
};

/// Numbers under a node that no loop reads one after another.
std::vector<Moved> movable(const Slice &slice, NodeId root) {
  const order::Graph &graph = slice.graph;
  const auto inLoop = [&](NodeId leaf) {
    return std::ranges::any_of(slice.loops, [&](NodeId loop) { return order::dependsOnLoop(graph, leaf, *order::boundLoop(graph, loop)); });
  };
  std::map<std::uint64_t, Moved> found;
  for (const NodeId leaf : measure::valuesBelow(graph, root)) {
    const auto known = slice.leaves.find(leaf.index);
    const format::Format format = graph[leaf].type.format;
    if (known == slice.leaves.end() || known->second.counts || known->second.table || !format::isFloatingPoint(format) || inLoop(leaf))
      continue;
    const format::Format held = format::isHeldInDouble(format) ? format : format::Format::Binary64;
    found.emplace(known->second.identity, Moved{leaf, known->second.identity, held, known->second.bounds});
  }
  std::vector<Moved> all;
  for (const auto &[identity, moved] : found)
    all.push_back(moved);
  return all;
}

/// Two values of one input between which the decision changes.
struct Bracket {
  Lane low;
  double high = 0;
  format::Format held = format::Format::Binary64;
  double middle() const { return format::roundTo(held, low.value + (high - low.value) / 2); }
  bool isOpen() const { return middle() != low.value && middle() != high; }
};

class Stepping {
public:
  Stepping(const Compiled &what, std::size_t at, std::size_t other, const DrawnInputs &source, double each, double &left)
      : compiled(what), point(at), order(other), inputs(source), operationsEach(each), budget(left) {}

  std::optional<Lane> operator()(const Compiled::Values &values) {
    std::vector<Bracket> brackets = bracketed(values);
    while (std::ranges::any_of(brackets, &Bracket::isOpen))
      if (!halve(brackets))
        return std::nullopt;
    return beside(brackets);
  }

private:
  std::vector<Bracket> bracketed(const Compiled::Values &values);
  bool halve(std::vector<Bracket> &brackets);
  std::optional<Lane> beside(const std::vector<Bracket> &brackets);
  double written(const Compiled::Values &values, std::size_t s) const { return values.columns[compiled.column(point, 0)][s]; }

  /// Nothing when the budget does not suffice.
  std::optional<Compiled::Values> evaluated(const std::vector<Lane> &lanes) {
    const double cost = operationsEach * static_cast<double>(lanes.size());
    if (lanes.empty() || budget < cost)
      return std::nullopt;
    budget -= cost;
    return compiled.values(SteppedInputs(compiled.slice, inputs, lanes), 0, lanes.size());
  }

  const Compiled &compiled;
  std::size_t point, order;
  const DrawnInputs &inputs;
  double operationsEach;
  double &budget;
};

std::vector<Bracket> Stepping::bracketed(const Compiled::Values &values) {
  const std::vector<Moved> inputsMoved = movable(compiled.slice, compiled.slice.points[point].written);
  std::vector<Bracket> tried;
  std::vector<Lane> ends;
  for (std::size_t s = 0; s < values.count && tried.size() < startedFrom && !inputsMoved.empty(); ++s) {
    if (!values.usable[point][s])
      continue;
    const Moved &moved = inputsMoved[tried.size() % inputsMoved.size()];
    double value = 0;
    inputs.fill({&compiled.slice.graph, moved.leaf, s, 1, {}, {}}, {&value, 1});
    const double twice = format::roundTo(moved.held, 2 * value);
    if (!std::isfinite(twice) || twice < moved.bounds.low || twice > moved.bounds.high)
      continue;
    tried.push_back({{s, moved.identity, value}, twice, moved.held});
    ends.push_back(tried.back().low);
    ends.push_back({s, moved.identity, twice});
  }
  std::vector<Bracket> kept;
  if (const std::optional<Compiled::Values> found = evaluated(ends))
    for (std::size_t i = 0; i < tried.size(); ++i)
      if (found->usable[point][2 * i] && found->usable[point][2 * i + 1] && written(*found, 2 * i) != written(*found, 2 * i + 1))
        kept.push_back(tried[i]);
  return kept;
}

/// Keeps of each bracket a half at whose ends the written order decides otherwise.
bool Stepping::halve(std::vector<Bracket> &brackets) {
  std::vector<Lane> lanes;
  for (const Bracket &bracket : brackets) {
    lanes.push_back(bracket.low);
    lanes.push_back({bracket.low.sample, bracket.low.identity, bracket.middle()});
  }
  const std::optional<Compiled::Values> found = evaluated(lanes);
  if (!found)
    return false;
  for (std::size_t i = 0; i < brackets.size(); ++i) {
    const bool same = written(*found, 2 * i) == written(*found, 2 * i + 1);
    (same ? brackets[i].low.value : brackets[i].high) = lanes[2 * i + 1].value;
  }
  return true;
}

std::optional<Lane> Stepping::beside(const std::vector<Bracket> &brackets) {
  std::vector<Lane> lanes;
  for (const Bracket &bracket : brackets)
    for (int step = -around; step <= around; ++step) {
      const double value = format::roundTo(bracket.held, bracket.low.value + step * format::ulp(bracket.held, bracket.low.value));
      lanes.push_back({bracket.low.sample, bracket.low.identity, value});
    }
  const std::optional<Compiled::Values> found = evaluated(lanes);
  if (!found)
    return std::nullopt;
  const SteppedInputs stepped(compiled.slice, inputs, lanes);
  for (std::size_t s = 0; s < lanes.size(); ++s) {
    const double other = found->columns[compiled.column(point, 1 + order)][s];
    if (!found->usable[point][s] || std::isnan(written(*found, s)) || std::isnan(other) || written(*found, s) == other)
      continue;
    if (budget < oracleOperations * operationsEach)
      return std::nullopt;
    budget -= oracleOperations * operationsEach;
    const oracle::ExactValue exact = compiled.exact(point, stepped, s);
    const bool isKnown = exact.verdict == oracle::Verdict::Exact || exact.verdict == oracle::Verdict::Zero;
    if (isKnown && exact.rounded == other && compiled.isOnEdge(point, stepped, s) && !compiled.isHarmless(point, stepped, s))
      return lanes[s];
  }
  return std::nullopt;
}

} // namespace

SteppedInputs::SteppedInputs(const Slice &part, const DrawnInputs &below, std::vector<Lane> replaced)
    : slice(part), inputs(below), lanes(std::move(replaced)) {}

void SteppedInputs::fill(const eval::LeafRequest &request, std::span<double> out) const {
  const std::size_t each = eval::valuesPerSample(request.extents);
  const auto known = slice.leaves.find(request.leaf.index);
  for (std::size_t s = 0; s < request.count; ++s) {
    const Lane &lane = lanes[request.first + s];
    eval::LeafRequest one = request;
    one.first = lane.sample;
    one.count = 1;
    const std::span<double> values = out.subspan(s * each, each);
    inputs.fill(one, values);
    if (known != slice.leaves.end() && known->second.identity == lane.identity)
      std::ranges::fill(values, lane.value);
  }
}

std::optional<Lane> crossing(const Compiled &compiled, std::size_t point, std::size_t order, const DrawnInputs &inputs,
                             const Compiled::Values &values, double operationsEach, double &budget) {
  return Stepping(compiled, point, order, inputs, operationsEach, budget)(values);
}

} // namespace fporder::evidence
