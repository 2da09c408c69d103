#include "runtime/order/integral_values.h"

#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"

#include <vector>

namespace fporder::order {

namespace {

bool isFloating(const Graph &graph, NodeId node) { return format::isFloatingPoint(graph[node].type.format); }

/// From an integer, or by a function that rounds to one.
bool comesFromInteger(const Graph &graph, NodeId node) {
  if (graph[node].op == Op::Cast)
    return graph[graph.operand(node, 0)].type.format == format::Format::Integer;
  const FunctionFacts *facts = graph[node].op == Op::Call ? functionFacts(graph.symbol(node)) : nullptr;
  return facts && facts->integral;
}

/// Of whole numbers it makes whole numbers: a rounding of such is whole too.
bool keepsIntegers(const Graph &graph, NodeId node) {
  switch (graph[node].op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Neg:
  case Op::Abs:
  case Op::Min:
  case Op::Max:
  case Op::Select:
    return true;
  case Op::Cast:
    return isFloating(graph, graph.operand(node, 0));
  case Op::Call:
    return graph.symbol(node) == "fmod" || graph.symbol(node) == "mod" || graph.symbol(node) == "remainder";
  default:
    return false;
  }
}

} // namespace

bool isIntegral(const Graph &graph, NodeId node, const std::function<std::optional<Number>(NodeId)> &constantOf) {
  bool seenInteger = false;
  std::vector<NodeId> work{node};
  for (std::size_t next = 0; next < work.size(); ++next) {
    const NodeId current = work[next];
    const bool isNumber = graph[current].op == Op::Constant;
    if (const auto number = constantOf ? constantOf(current) : isNumber ? std::optional(graph.number(current)) : std::nullopt) {
      if (!number->isInteger())
        return false;
    } else if (comesFromInteger(graph, current)) {
      seenInteger = true;
    } else {
      if (!keepsIntegers(graph, current) || limits::exceeds(limits::Limit::IntegralNodes, work.size()))
        return false;
      const std::size_t first = graph[current].op == Op::Select ? 1 : 0; // not the condition
      for (std::size_t at = first; at < graph.operands(current).size(); ++at)
        work.push_back(graph.operand(current, static_cast<unsigned>(at)));
    }
  }
  return seenInteger;
}

} // namespace fporder::order
