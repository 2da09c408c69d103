#include "rules/engine/rounding_directions.h"

#include "rules/engine/analysis.h"
#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"

#include <algorithm>

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

RoundingDirections::RoundingDirections(Analysis &given) : analysis(given) {
  for (std::uint32_t i = 0; i < analysis.originalSize(); ++i)
    add({i});
}

void RoundingDirections::add(NodeId operation) {
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
      keep({operation, operand, *direction}, stored.type.format);
    return;
  }
  const Rounding mode = called ? *called : stored.rounding;
  if (graph[operand].op == Op::Add && (mode == Rounding::Down || mode == Rounding::TowardZero))
    for (const unsigned half : {0u, 1u})
      if (const std::optional<Number> added = analysis.constantValue(graph.operand(operand, half)); added && added->approximate() == 0.5) {
        const NodeId value = analysis.strip(graph.operand(operand, 1 - half));
        keep({operand, value, Direction::HalfAdded}, Format::Integer);
        return keep({operation, value, Direction::HalfAdded}, Format::Integer);
      }
  if (const std::optional<Direction> direction = directionOf(mode); direction && !analysis.isIntegral(operand))
    keep({operation, operand, *direction}, Format::Integer);
}

void RoundingDirections::keep(const Rounded &rounded, Format target) {
  const std::string elements = elementsOf(rounded.value);
  if (elements.empty() || !positions.try_emplace(rounded.operation.index, all.size()).second)
    return;
  const auto form = sameForm.try_emplace(std::string(format::name(target)) + ' ' + elements).first;
  form->second.push_back(all.size());
  all.push_back(rounded);
  formOf.push_back(&form->first);
}

/// The expression with its elements' arrays and without their indices; empty where none of these varies, and where the expression is large. Operands
/// are written in their order: which node is older says nothing.
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
    text += std::to_string(static_cast<unsigned>(stored.op)) + ' ' + std::string(format::name(stored.type.format)) + ' ' +
            std::string(graph.symbol(node));
    if (stored.op == Op::Constant)
      text += graph.number(node).text();
    text += ';';
    const std::span<const NodeId> operands = graph.operands(node);
    if (stored.op == Op::Element)
      varies |= std::ranges::any_of(operands, [&](NodeId index) { return !analysis.isConstant(index); });
    else
      open.insert(open.end(), operands.rbegin(), operands.rend());
  }
  return varies ? text : "";
}

NodeId RoundingDirections::apartFrom(NodeId operation) const {
  const auto found = positions.find(operation.index);
  if (found == positions.end())
    return {};
  const Rounded &rounded = all[found->second];
  for (const std::size_t other : sameForm.at(*formOf[found->second]))
    if (all[other].direction < rounded.direction && !analysis.graph().sameValue(all[other].value, rounded.value))
      return all[other].operation;
  return {};
}

std::string_view RoundingDirections::direction(NodeId operation) const {
  switch (all[positions.at(operation.index)].direction) {
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
