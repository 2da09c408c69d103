#include "rules/engine/rounding_directions.h"

#include "rules/engine/analysis.h"
#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"

#include <algorithm>
#include <set>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

using Direction = RoundingDirections::Direction;

std::optional<Direction> directionOf(Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return Direction::NearestEven;
  case Rounding::NearestAway:
    return Direction::NearestAway;
  case Rounding::TowardZero:
    return Direction::TowardZero;
  default:
    return std::nullopt;
  }
}

std::optional<Rounding> ofCall(const Graph &graph, NodeId node) {
  const FunctionFacts *facts = graph[node].op == Op::Call ? functionFacts(graph.symbol(node)) : nullptr;
  return facts ? facts->direction : std::nullopt;
}

} // namespace

/// Most functions round in one direction: their expressions are not written down.
RoundingDirections::RoundingDirections(Analysis &given) : analysis(given) {
  std::vector<Rounded> found;
  for (std::uint32_t i = 0; i < analysis.originalSize(); ++i)
    add({i}, found);
  std::map<Format, std::set<Direction>> directions;
  for (const Rounded &rounded : found)
    directions[rounded.target].insert(rounded.direction);
  for (const Rounded &rounded : found) {
    const std::string elements = directions[rounded.target].size() > 1 ? elementsOf(rounded.value) : "";
    if (elements.empty())
      continue;
    Form &form = forms[std::string(format::name(rounded.target)) + ' ' + elements];
    std::vector<Rounded> &known = form[static_cast<std::size_t>(rounded.direction)];
    const auto isKnown = [&](const Rounded &other) { return analysis.graph().sameValue(other.value, rounded.value); };
    if (known.size() < 2 && std::ranges::none_of(known, isKnown))
      known.push_back(rounded);
    byOperation.emplace(rounded.operation.index, std::pair(rounded, &form));
  }
}

void RoundingDirections::add(NodeId operation, std::vector<Rounded> &found) const {
  const Graph &graph = analysis.graph();
  const Node stored = graph[operation];
  const std::optional<Rounding> called = ofCall(graph, operation);
  const bool isCast = stored.op == Op::Cast && format::isFloatingPoint(graph[graph.operand(operation, 0)].type.format);
  if (!isCast && !called)
    return;
  const NodeId operand = analysis.strip(graph.operand(operation, 0));
  if (isCast && stored.type.format != Format::Integer) {
    if (const std::optional<Direction> direction = directionOf(stored.rounding);
        direction && castRounds(graph[operand].type.format, stored.type.format))
      found.push_back({operation, operand, *direction, stored.type.format});
    return;
  }
  const Rounding mode = called ? *called : stored.rounding;
  if (graph[operand].op == Op::Add && (mode == Rounding::Down || mode == Rounding::TowardZero))
    for (const unsigned half : {0u, 1u})
      if (const std::optional<Number> added = analysis.constantValue(graph.operand(operand, half)); added && added->approximate() == 0.5) {
        const NodeId value = analysis.strip(graph.operand(operand, 1 - half));
        found.push_back({operand, value, Direction::HalfAdded, Format::Integer});
        found.push_back({operation, value, Direction::HalfAdded, Format::Integer});
        return;
      }
  if (const std::optional<Direction> direction = directionOf(mode); direction && !analysis.isIntegral(operand))
    found.push_back({operation, operand, *direction, Format::Integer});
}

/// The expression with its elements' arrays, by their storage, and without their indices; other inputs by their values. Empty where no index varies,
/// where an array is not known, and where the expression is large. Operands are written in their order: which node is older says nothing.
std::string RoundingDirections::elementsOf(NodeId value) const {
  const Graph &graph = analysis.graph();
  std::string text;
  std::vector<NodeId> open{value};
  bool varies = false;
  for (std::size_t written = 0; !open.empty(); ++written) {
    if (limits::exceeds(limits::Limit::ConditionNodes, written))
      return "";
    const NodeId node = open.back();
    open.pop_back();
    const Node stored = graph[node];
    const std::span<const NodeId> operands = graph.operands(node);
    text += std::to_string(static_cast<unsigned>(stored.op)) + ' ' + std::string(format::name(stored.type.format)) + ' ';
    if (stored.op == Op::Element) {
      if (!graph.storage(node))
        return "";
      text += std::to_string(graph.storage(node).index);
      varies |= std::ranges::any_of(operands, [&](NodeId index) { return !analysis.isConstant(index); });
    } else if (isLeaf(stored.op)) {
      text += std::to_string(graph.value(node).index);
    } else {
      text += graph.symbol(node);
      open.insert(open.end(), operands.rbegin(), operands.rend());
    }
    text += ';';
  }
  return varies ? text : "";
}

NodeId RoundingDirections::apartFrom(NodeId operation) const {
  const auto found = byOperation.find(operation.index);
  if (found == byOperation.end())
    return {};
  const auto &[rounded, form] = found->second;
  for (std::size_t direction = 0; direction < static_cast<std::size_t>(rounded.direction); ++direction)
    for (const Rounded &other : (*form)[direction])
      if (!analysis.graph().sameValue(other.value, rounded.value))
        return other.operation;
  return {};
}

std::string_view RoundingDirections::direction(NodeId operation) const {
  switch (byOperation.at(operation.index).first.direction) {
  case Direction::NearestEven:
    return "to nearest even";
  case Direction::NearestAway:
    return "to nearest with ties away from zero";
  case Direction::HalfAdded:
    return "by adding one half";
  case Direction::TowardZero:
    return "toward zero";
  }
  return "";
}

} // namespace fporder::rules
