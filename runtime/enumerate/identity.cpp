#include "runtime/enumerate/identity.h"

#include "runtime/enumerate/facts.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace fporder::enumerate {

using order::Graph;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType realType{format::Format::Unknown, order::Shape::Scalar};

struct Need {
  SideCondition::Kind kind;
  NodeId node;
};

bool isWholeConstant(const Graph &graph, NodeId node) { return graph[node].op == Op::Constant && graph.number(node).isInteger(); }

/// What a function's domain asks of its argument `x`: that it lies between the ends, apart from poles.
void addDomain(Graph &graph, const order::FunctionDomain &domain, NodeId x, std::vector<Need> &result) {
  const auto constant = [&](double value) { return graph.constant(order::Number::fromDouble(value), realType); };
  if (std::isfinite(domain.low) && std::isfinite(domain.high)) { // symmetric: the square is at most that of the ends
    const NodeId square = graph.binary(Op::Mul, x, x, realType);
    result.push_back({domain.poleAtHigh ? SideCondition::Kind::Positive : SideCondition::Kind::Nonnegative,
                      graph.binary(Op::Sub, constant(domain.high * domain.high), square, realType)});
  } else if (std::isfinite(domain.low)) {
    const NodeId above = domain.low == 0 ? x : graph.binary(Op::Add, constant(-domain.low), x, realType);
    result.push_back({domain.poleAtLow ? SideCondition::Kind::Positive : SideCondition::Kind::Nonnegative, above});
  }
}

/// What the operations under `root` need to be defined.
std::vector<Need> needs(Graph &graph, NodeId root) {
  std::vector<Need> result;
  for (const NodeId node : reachable(graph, root, [](NodeId) { return false; })) {
    if (graph[node].operandCount == 0)
      continue;
    const NodeId first = graph.operand(node, 0);
    const std::string_view function = graph[node].op == Op::Call ? graph.symbol(node) : std::string_view();
    if (graph[node].op == Op::Div)
      result.push_back({SideCondition::Kind::Nonzero, graph.operand(node, 1)});
    else if (graph[node].op == Op::Sqrt)
      result.push_back({SideCondition::Kind::Nonnegative, first});
    else if (function == "pow" && !isWholeConstant(graph, graph.operand(node, 1)))
      result.push_back({SideCondition::Kind::Positive, first});
    else if (const order::FunctionFacts *facts = order::functionFacts(function))
      addDomain(graph, facts->domain, first, result);
  }
  return result;
}

class Deduction {
public:
  Deduction(Graph &target, NodeId from) : graph(target) {
    for (const Need &need : needs(graph, from)) {
      Facts &facts = given[graph.value(need.node).index];
      facts = facts.with({need.kind != SideCondition::Kind::Nonzero, false, need.kind != SideCondition::Kind::Nonnegative});
    }
  }

  bool implies(const Need &need) {
    for (const NodeId node : reachable(graph, need.node, [](NodeId) { return false; }))
      deduce(node);
    const Facts facts = known[graph.value(need.node).index];
    return (need.kind == SideCondition::Kind::Nonnegative || facts.nonzero) && (need.kind == SideCondition::Kind::Nonzero || facts.nonnegative);
  }

private:
  void deduce(NodeId node) {
    std::vector<Facts> x;
    for (const NodeId operand : graph.operands(node))
      x.push_back(known[graph.value(operand).index]);
    Facts facts;
    switch (graph[node].op) {
    case Op::Constant: {
      const order::Number &number = graph.number(node);
      facts = {!number.isNegative() || number.isZero(), number.isNegative() || number.isZero(), !number.isZero()};
      break;
    }
    case Op::Add:
      facts = sumFacts(x[0], x[1]);
      break;
    case Op::Sub:
      facts = sumFacts(x[0], x[1].scaled(minus));
      break;
    case Op::Mul:
      facts = graph.sameValue(graph.operand(node, 0), graph.operand(node, 1)) ? Facts{true, false, x[0].nonzero} : productFacts(x[0], x[1]);
      break;
    case Op::Div:
      facts = productFacts(x[0], x[1]);
      break;
    case Op::Neg:
      facts = x[0].scaled(minus);
      break;
    case Op::Sqrt:
    case Op::Abs:
      facts = {true, false, x[0].nonzero};
      break;
    case Op::Call:
      facts = callFacts(graph.symbol(node), x);
      break;
    default:
      break;
    }
    Facts &stored = known[graph.value(node).index];
    stored = facts;
    if (const auto stated = given.find(graph.value(node).index); stated != given.end())
      stored = facts.with(stated->second);
  }

  Graph &graph;
  std::unordered_map<std::uint32_t, Facts> given, known; // by value
};

} // namespace

std::vector<SideCondition> sideConditions(std::string_view from, std::string_view to) {
  Graph graph;
  const auto left = order::parseInfix(from, graph, realType), right = order::parseInfix(to, graph, realType);
  if (!std::holds_alternative<NodeId>(left) || !std::holds_alternative<NodeId>(right))
    return {};
  Deduction deduction(graph, std::get<NodeId>(left));
  std::vector<SideCondition> result;
  for (const Need &need : needs(graph, std::get<NodeId>(right))) {
    SideCondition condition{need.kind, order::printInfix(graph, need.node)};
    if (!deduction.implies(need) && std::ranges::find(result, condition) == result.end())
      result.push_back(std::move(condition));
  }
  return result;
}

} // namespace fporder::enumerate
