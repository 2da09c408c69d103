#include "rules/engine/reliance.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <map>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::size_t mostReasons =
    limits::most(limits::Limit::ReasonsKept); // that are kept of one node: a finding names no more, and chains of assumed reads stay linear

void merge(std::vector<std::uint32_t> &into, std::span<const std::uint32_t> from) {
  if (from.empty())
    return;
  into.insert(into.end(), from.begin(), from.end());
  std::ranges::sort(into);
  into.erase(std::unique(into.begin(), into.end()), into.end());
  if (into.size() > mostReasons)
    into.resize(mostReasons);
}

} // namespace

Reliance::About Reliance::about(std::uint32_t position) const {
  const Assumption::Kind kind = analysis.procedure().assumptions[position].kind;
  return kind == Assumption::Kind::Unchanged || kind == Assumption::Kind::Pointer ? About::Value : About::Operation;
}

/// Forward over the graph: operands come before their users.
void Reliance::sweep() {
  if (!setOf.empty())
    return;
  const Graph &graph = analysis.graph();
  std::map<Positions, std::uint32_t> numbers{{{}, 0}};
  setOf.assign(analysis.originalSize(), 0);
  Positions set, own;
  for (std::uint32_t i = 0; i < setOf.size(); ++i) {
    own.clear();
    addOwn({i}, About::Value, own);
    // Most nodes rest on what one operand rests on, or on nothing.
    std::uint32_t only = 0;
    bool several = !own.empty();
    for (const NodeId operand : graph.operands({i}))
      if (const std::uint32_t below = operand.index < setOf.size() ? setOf[operand.index] : 0; below != 0) {
        several = several || (only != 0 && only != below);
        only = below;
      }
    if (!several) {
      setOf[i] = only;
      continue;
    }
    set.clear();
    for (const NodeId operand : graph.operands({i}))
      merge(set, under(operand));
    merge(set, own);
    const auto [entry, isNew] = numbers.emplace(set, static_cast<std::uint32_t>(sets.size()));
    if (isNew)
      sets.push_back(set);
    setOf[i] = entry->second;
  }
}

void Reliance::addOwn(NodeId node, About wanted, Positions &needed) const {
  const auto [first, last] = analysis.procedure().assumedNodes.equal_range(node.index);
  for (auto mark = first; mark != last; ++mark)
    if (about(mark->second) == wanted)
      needed.push_back(mark->second);
}

/// Constants that the operation has as operands.
void Reliance::addConstants(NodeId operation, Positions &needed) const {
  for (const NodeId operand : analysis.graph().operands(operation))
    if (const NodeId bare = analysis.strip(operand); analysis.graph()[bare].op == Op::Constant)
      addOwn(bare, About::Value, needed);
}

/// The value, wherever the match has it: what was read at two places may be two nodes.
void Reliance::addIdentified(NodeId value, std::span<const NodeId> operations, Positions &needed) const {
  const Graph &graph = analysis.graph();
  merge(needed, under(value));
  for (const NodeId operation : operations)
    for (const NodeId operand : graph.operands(operation))
      if (graph.sameValue(analysis.strip(operand), analysis.strip(value)))
        merge(needed, under(operand));
}

/// From the consumer down to the match, through what depends on it.
void Reliance::addWay(NodeId root, NodeId consumer, Positions &needed) const {
  const Graph &graph = analysis.graph();
  addOwn(root, About::Value, needed);
  std::vector<NodeId> work{consumer};
  for (std::size_t next = 0; next < work.size() && !limits::reaches(limits::Limit::RelianceNodes, next); ++next) {
    const NodeId node = work[next];
    addOwn(node, About::Operation, needed);
    if (node != consumer)
      addOwn(node, About::Value, needed);
    for (const NodeId operand : graph.operands(node))
      if (operand.index > root.index && analysis.dependsOn(operand, root) && std::ranges::find(work, operand) == work.end())
        work.push_back(operand);
  }
}

std::vector<std::string> Reliance::reasons(const Claims &claims) {
  if (none())
    return {};
  sweep();
  Positions needed;
  for (const NodeId operation : claims.operations) {
    addOwn(operation, About::Operation, needed);
    if (operation != claims.root)
      addOwn(operation, About::Value, needed);
    addConstants(operation, needed);
  }
  for (const NodeId value : claims.bound)
    addOwn(value, About::Operation, needed);
  for (const NodeId value : claims.identified)
    addIdentified(value, claims.operations, needed);
  for (const NodeId consumer : claims.consumers)
    addWay(claims.root, consumer, needed);
  for (const NodeId value : claims.compared) {
    merge(needed, under(value));
    for (const NodeId node : reachableWithin(analysis.graph(), value, limits::most(limits::Limit::ConditionNodes), [](NodeId) { return false; }))
      addOwn(node, About::Operation, needed);
  }
  std::ranges::sort(needed);
  std::vector<std::string> reasons;
  for (const std::uint32_t position : needed)
    if (const std::string &reason = analysis.procedure().assumptions[position].reason; std::ranges::find(reasons, reason) == reasons.end())
      reasons.push_back(reason);
  return reasons;
}

} // namespace fporder::rules
