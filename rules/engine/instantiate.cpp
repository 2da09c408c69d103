#include "rules/engine/instantiate.h"

#include "runtime/order/substitution.h"
#include "runtime/order/terms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

/// Calls `indexFor(node)` for what takes the place of each index of loop `from`.
template <class IndexFor> NodeId withLoopIndex(Graph &graph, NodeId root, std::uint32_t from, const IndexFor &indexFor) {
  return substituted(graph, root, [&](NodeId node) -> std::optional<NodeId> {
    if (graph[node].op == Op::LoopIndex && graph[node].version == from)
      return indexFor(node);
    return graph.mentionsLoop(node) ? std::nullopt : std::optional(node);
  });
}

} // namespace

NodeId renameLoop(Graph &graph, NodeId node, std::uint32_t from, std::uint32_t to) {
  if (from == to)
    return node;
  return withLoopIndex(graph, node, from, [&](NodeId index) {
    return graph.intern({.op = Op::LoopIndex, .type = graph[index].type, .symbol = graph.symbol(index), .version = to});
  });
}

NodeId replaceLoopIndex(Graph &graph, NodeId node, std::uint32_t from, NodeId index) {
  return withLoopIndex(graph, node, from, [&](NodeId) { return index; });
}

std::optional<std::uint32_t> Instantiator::graphLoopOf(std::string_view index) const {
  // The outermost, first met reduction with this index name is the one that the others' indices are renamed to.
  for (const auto &[patternLoop, name] : unification.pattern->loops)
    if (name == index)
      for (auto [loop, graphLoop] : unification.loops)
        if (loop == patternLoop)
          return graphLoop;
  return std::nullopt;
}

NodeId Instantiator::inCanonicalLoops(const Bound &bound) {
  NodeId node = bound.node;
  for (std::uint32_t loop : bound.loops) {
    auto pair = std::ranges::find(unification.loops, loop, [](const auto &entry) { return entry.second; });
    if (pair == unification.loops.end())
      continue;
    auto name = std::ranges::find(unification.pattern->loops, pair->first, [](const auto &entry) { return entry.first; });
    if (name == unification.pattern->loops.end())
      continue;
    if (std::optional<std::uint32_t> canonical = graphLoopOf(name->second))
      node = renameLoop(analysis.graph(), node, loop, *canonical);
  }
  return node;
}

std::optional<NodeId> Instantiator::leaf(NodeId expression) {
  Node stored = patterns[expression];
  if (stored.op == Op::Constant)
    return analysis.graph().constant(patterns.number(expression), analysis.graph()[unification.root].type);
  std::string_view name = patterns.symbol(expression);
  if (auto other = substitutes.find(name); other != substitutes.end())
    return other->second;
  if (name == "match")
    return unification.root;
  const std::vector<std::string> &variables = unification.pattern->variables;
  auto known = std::ranges::find(variables, name);
  if (known == variables.end())
    return std::nullopt;
  const Bound &bound = unification.variables[static_cast<std::size_t>(known - variables.begin())];
  if (!bound.node)
    return std::nullopt;
  return inCanonicalLoops(bound);
}

/// The node that an equal subexpression of the pattern matched; not inside reductions, where its loop may be another.
std::optional<NodeId> Instantiator::matched(NodeId expression) const {
  const CompiledPattern &pattern = *unification.pattern;
  for (std::uint32_t i = 0; i < pattern.nodeOfPattern.size(); ++i) {
    std::uint32_t position = pattern.nodeOfPattern[i];
    if (position == UINT32_MAX || !unification.matched[position] || !patterns.sameValue({i}, expression))
      continue;
    if (pattern.nodes[position].kind == PatternNode::Kind::Operation && pattern.nodes[position].loops.empty())
      return unification.matched[position];
  }
  return std::nullopt;
}

/// The format the alternatives are computed in: the root's. Where conversions between the matched operations were looked through it is the widest of
/// theirs, so that an accumulator stays as wide as it was.
ValueType Instantiator::workingType() const {
  const Graph &graph = analysis.graph();
  ValueType widest = graph[unification.root].type;
  if (!unification.pattern->root().throughCasts)
    return widest;
  for (NodeId operation : unification.operations)
    if (const ValueType type = graph[operation].type; format::widensExactly(widest.format, type.format))
      widest.format = type.format;
  return widest;
}

ValueType Instantiator::operationType(NodeId expression, const std::vector<NodeId> &operands) const {
  const Graph &graph = analysis.graph();
  ValueType root = workingType();
  bool rootCasts = graph[unification.root].op == Op::Cast;
  bool explicitCast = std::ranges::any_of(patterns.operands(expression), [&](NodeId operand) { return patterns[operand].op == Op::Cast; });
  if (!rootCasts && !explicitCast)
    return root;
  ValueType widest = root;
  int precision = 0;
  for (NodeId operand : operands) {
    ValueType type = graph[operand].type;
    if (!format::isFloatingPoint(type.format) || format::parameters(type.format).precision <= precision)
      continue;
    precision = format::parameters(type.format).precision;
    widest = type;
  }
  return widest;
}

/// Brings an operand to the operation's format, as the language's conversions would.
NodeId Instantiator::coerce(NodeId operand, ValueType type) {
  Graph &graph = analysis.graph();
  ValueType from = graph[operand].type;
  if (from.format == type.format || from.format == Format::Unknown || from.format == Format::Boolean || type.format == Format::Unknown)
    return operand;
  if (graph[operand].op == Op::Constant)
    return graph.constant(graph.number(operand), {type.format, from.shape});
  if (NodeId stripped = analysis.strip(operand); graph[stripped].type.format == type.format)
    return stripped; // widened before: there and back
  return graph.cast(operand, {type.format, from.shape});
}

/// The first of the matched loops of which a term depends: what a document's sum over an index of its own goes through.
std::optional<std::uint32_t> Instantiator::loopOfTerm(NodeId term) const {
  for (const auto &[patternLoop, graphLoop] : unification.loops)
    if (order::dependsOnLoop(analysis.graph(), term, graphLoop))
      return graphLoop;
  return std::nullopt;
}

NodeId Instantiator::reduction(NodeId expression, const std::vector<NodeId> &operands) {
  Graph &graph = analysis.graph();
  Reduction reduction = patterns.reduction(expression);
  std::vector<NodeId> all(operands.begin(), operands.begin() + 2);
  auto index = std::ranges::find_if(unification.pattern->loops, [&](const auto &entry) { return entry.first == reduction.loop; });
  std::string name = index != unification.pattern->loops.end() ? index->second : std::string();
  if (name.empty())
    for (std::uint32_t i = 0; i < patterns.size(); ++i)
      if (patterns[{i}].op == Op::LoopIndex && patterns[{i}].version == reduction.loop)
        name = patterns.symbol({i});
  const std::optional<std::uint32_t> named = graphLoopOf(name), loop = named ? named : loopOfTerm(all[1]);
  reduction.loop = named ? *named : graph.freshLoop();
  if (loop && !named)
    all[1] = renameLoop(graph, all[1], *loop, reduction.loop);
  // The trip count, and the schedule unless the document states one, are those of the matched loop.
  for (std::size_t i = 0; i < unification.matched.size(); ++i) {
    NodeId found = unification.matched[i];
    if (!found || graph[found].op != Op::Reduce || graph.reduction(found).loop != loop)
      continue;
    const std::span<const NodeId> known = graph.operands(found);
    all.insert(all.end(), known.begin() + std::min<std::size_t>(known.size(), tripsOperand), known.end());
    if (all[1] == joinedTerms(graph, found)) // what the pattern was told of
      all[1] = known[termOperand];
    reduction.fused = graph.reduction(found).fused && (all[1] == known[termOperand] || graph[all[1]].op == Op::Mul);
    if (named && reduction.schedule == Schedule::Sequential) {
      reduction.schedule = graph.reduction(found).schedule;
      reduction.width = graph.reduction(found).width;
    }
    break;
  }
  return graph.intern(
      {.op = Op::Reduce, .type = graph[all[1]].type, .operands = all, .reduction = &reduction, .environment = graph.environment(unification.root)});
}

NodeId Instantiator::operation(NodeId expression, std::vector<NodeId> operands) {
  Graph &graph = analysis.graph();
  Node stored = patterns[expression];
  Environment environment = graph.environment(unification.root);
  if (unfused)
    environment.contraction = Contraction::Off;
  ValueType type = operationType(expression, operands);
  if (stored.op == Op::Cast) {
    ValueType to{stored.type.format == Format::Unknown ? graph[unification.root].type.format : stored.type.format, graph[operands[0]].type.shape};
    return graph.cast(operands[0], to, {}, stored.rounding);
  }
  if (stored.op == Op::Compare || stored.op == Op::And || stored.op == Op::Or || stored.op == Op::Not)
    return graph.intern({.op = stored.op, .type = {Format::Boolean, Shape::Scalar}, .operands = operands, .symbol = patterns.symbol(expression)});
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!(stored.op == Op::Select && i == 0))
      operands[i] = coerce(operands[i], type);
  if (stored.op == Op::Reduce)
    return reduction(expression, operands);
  return graph.intern({.op = stored.op, .type = type, .operands = operands, .symbol = patterns.symbol(expression), .environment = environment});
}

const NodeId *Instantiator::find(NodeId expression) const {
  for (const auto &[known, node] : built)
    if (known == expression)
      return &node;
  return nullptr;
}

/// How often the matched sum's loop runs, of several the first's; invalid where that is not known.
NodeId Instantiator::matchedTrips() const {
  const Graph &graph = analysis.graph();
  if (graph[unification.root].op == Op::Reduce)
    return reduceOperands(graph, unification.root).trips;
  for (const NodeId found : unification.matched)
    if (found && graph[found].op == Op::Reduce)
      return reduceOperands(graph, found).trips;
  return {};
}

/// What trips(match) stands for, in the format of the match; nothing where nothing of the match is a sum, or it is not known.
std::optional<NodeId> Instantiator::tripCount() const {
  const NodeId trips = matchedTrips();
  return trips ? std::optional(analysis.graph().cast(trips, workingType())) : std::nullopt;
}

/// What unfused(expression) stands for.
std::optional<NodeId> Instantiator::inUnfused(NodeId expression) const {
  Instantiator inner(analysis, patterns, unification);
  inner.substitutes = substitutes;
  inner.reuse = false;
  inner.unfused = true;
  return inner.build(expression);
}

std::optional<NodeId> Instantiator::build(NodeId expression) {
  std::array<std::byte, 1024> scratch;
  std::pmr::monotonic_buffer_resource memory(scratch.data(), scratch.size());
  std::pmr::vector<NodeId> stack({expression}, &memory);
  while (!stack.empty()) {
    NodeId node = stack.back();
    if (find(node)) {
      stack.pop_back();
      continue;
    }
    if (isOfRecurrence(node)) {
      built.emplace_back(node, ofRecurrence(node));
      continue;
    }
    if (patterns[node].operandCount == 0) {
      std::optional<NodeId> value = leaf(node);
      if (!value)
        return std::nullopt;
      built.emplace_back(node, *value);
      continue;
    }
    if (isTripCount(patterns, node)) {
      const std::optional<NodeId> count = tripCount();
      if (!count)
        return std::nullopt;
      built.emplace_back(node, *count);
      continue;
    }
    if (isUnfused(patterns, node)) {
      const std::optional<NodeId> inside = inUnfused(patterns.operand(node, 0));
      if (!inside)
        return std::nullopt;
      built.emplace_back(node, *inside);
      continue;
    }
    if (std::optional<NodeId> found = reuse ? matched(node) : std::nullopt) {
      built.emplace_back(node, *found);
      continue;
    }
    std::vector<NodeId> operands;
    bool ready = true;
    for (NodeId operand : patterns.operands(node)) {
      if (const NodeId *known = find(operand)) {
        operands.push_back(*known);
      } else {
        stack.push_back(operand);
        ready = false;
      }
    }
    if (!ready)
      continue;
    const std::optional<NodeId> made = patterns[node].op == Op::Recurrence ? recurrence(node) : std::optional(operation(node, std::move(operands)));
    if (!made)
      return std::nullopt;
    built.emplace_back(node, *made);
  }
  return *find(expression);
}

} // namespace fporder::rules
