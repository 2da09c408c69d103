#include "rules/engine/reliance.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace fporder::rules {

using namespace order;
using Kind = Assumption::Kind;

namespace {

constexpr std::size_t mostReasons = 16; // that are kept of one node: a finding names no more, and chains of assumed reads stay linear
constexpr std::size_t longestWay = 64;  // nodes between a match and its consumer
constexpr unsigned timesInLoop = 2;     // operands of a Reduce: its initial value and its term

void merge(std::vector<std::uint32_t> &into, const std::vector<std::uint32_t> &from) {
  if (from.empty())
    return;
  into.insert(into.end(), from.begin(), from.end());
  std::ranges::sort(into);
  into.erase(std::unique(into.begin(), into.end()), into.end());
  if (into.size() > mostReasons)
    into.resize(mostReasons);
}

/// Operations whose format is that of their operands.
bool passesType(Op op) {
  switch (op) {
  case Op::Cast:
  case Op::Compare:
  case Op::Not:
  case Op::And:
  case Op::Or:
    return false;
  default:
    return !isLeaf(op);
  }
}

} // namespace

bool Reliance::isOfValue(std::uint32_t position) const {
  const Kind kind = analysis.procedure().assumptions[position].kind;
  return kind == Kind::Unchanged || kind == Kind::Pointer;
}

/// Forward over the graph: operands come before their users.
void Reliance::sweep() {
  if (swept)
    return;
  swept = true;
  const Graph &graph = analysis.graph();
  std::unordered_map<std::uint32_t, Positions> marksOfType, marksOfValue; // by node; by value
  for (const auto &[node, position] : analysis.procedure().assumedNodes) {
    const Kind kind = analysis.procedure().assumptions[position].kind;
    if (isOfValue(position) && graph[{node}].op != Op::Constant) // a constant is one node wherever it is written
      merge(marksOfValue[graph.value({node}).index], {position});
    else if (kind == Kind::Type || kind == Kind::Name)
      merge(marksOfType[node], {position});
  }
  const auto spread = [&](Reached &reached, const auto &reachedBy) {
    std::map<Positions, std::uint32_t> numbers{{{}, 0}};
    reached.set.assign(analysis.originalSize(), 0);
    for (std::uint32_t i = 0; i < reached.set.size(); ++i) {
      const Positions set = reachedBy(NodeId{i});
      if (set.empty())
        continue;
      const auto [entry, isNew] = numbers.emplace(set, static_cast<std::uint32_t>(reached.sets.size()));
      if (isNew)
        reached.sets.push_back(set);
      reached.set[i] = entry->second;
    }
  };
  spread(values, [&](NodeId node) {
    Positions set;
    for (const NodeId operand : graph.operands(node))
      merge(set, values.at(operand));
    if (const auto own = marksOfValue.find(graph.value(node).index); own != marksOfValue.end())
      merge(set, own->second);
    return set;
  });
  spread(types, [&](NodeId node) {
    Positions set;
    const Node stored = graph[node];
    // Where one operand is floating point for sure, so is the operation.
    const auto isProven = [&](NodeId operand) {
      const Node other = graph[operand];
      return other.op != Op::Constant && format::isFloatingPoint(other.type.format) && other.type.format != format::Format::Dependent &&
             types.at(operand).empty();
    };
    const std::span<const NodeId> all = graph.operands(node);
    const std::span<const NodeId> operands = stored.op == Op::Reduce ? all.first(std::min<std::size_t>(all.size(), timesInLoop)) : all;
    if (passesType(stored.op) && std::ranges::none_of(operands, isProven))
      for (const NodeId operand : operands)
        if (graph[operand].type.format == stored.type.format)
          merge(set, types.at(operand));
    if (const auto own = marksOfType.find(node.index); own != marksOfType.end())
      merge(set, own->second);
    return set;
  });
}

/// What is assumed of this very node: of what it holds (Unchanged, Pointer), or of the operation (Callee; types are swept).
void Reliance::addOwn(NodeId node, bool ofValue, Positions &needed) const {
  const auto [first, last] = analysis.procedure().assumedNodes.equal_range(node.index);
  for (auto mark = first; mark != last; ++mark)
    if (isOfValue(mark->second) == ofValue)
      needed.push_back(mark->second);
}

/// From the consumer down to the match, through what depends on it.
void Reliance::addWay(NodeId root, NodeId consumer, Positions &needed) const {
  const Graph &graph = analysis.graph();
  addOwn(root, true, needed);
  std::vector<NodeId> work{consumer};
  for (std::size_t next = 0; next < work.size() && next < longestWay; ++next) {
    const NodeId node = work[next];
    addOwn(node, false, needed);
    if (node != consumer)
      addOwn(node, true, needed);
    merge(needed, types.at(node));
    for (const NodeId operand : graph.operands(node))
      if (operand.index > root.index && analysis.dependsOn(operand, root) && std::ranges::find(work, operand) == work.end())
        work.push_back(operand);
  }
}

std::vector<std::string> Reliance::reasons(const Claims &claims) {
  if (none())
    return {};
  sweep();
  const Graph &graph = analysis.graph();
  Positions needed;
  const auto addTypes = [&](NodeId node) {
    const Positions &assumed = types.at(node);
    needed.insert(needed.end(), assumed.begin(), assumed.end());
    addOwn(node, false, needed);
  };
  for (const NodeId operation : claims.operations) {
    addTypes(operation);
    if (operation != claims.root)
      addOwn(operation, true, needed);
    for (const NodeId operand : graph.operands(operation))
      if (const NodeId bare = analysis.strip(operand); graph[bare].op == Op::Constant)
        addOwn(bare, true, needed);
  }
  for (const NodeId value : claims.bound)
    addTypes(value);
  for (const NodeId value : claims.identified) {
    const Positions &assumed = values.at(value);
    needed.insert(needed.end(), assumed.begin(), assumed.end());
    if (const NodeId bare = analysis.strip(value); graph[bare].op == Op::Constant)
      addOwn(bare, true, needed);
  }
  for (const NodeId consumer : claims.consumers)
    addWay(claims.root, consumer, needed);
  std::ranges::sort(needed);
  std::vector<std::string> reasons;
  for (const std::uint32_t position : needed)
    if (const std::string &reason = analysis.procedure().assumptions[position].reason; std::ranges::find(reasons, reason) == reasons.end())
      reasons.push_back(reason);
  return reasons;
}

} // namespace fporder::rules
