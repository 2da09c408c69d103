#include "runtime/conform/difference_text.h"

#include <algorithm>

namespace fporder::conform {

using order::NodeId;

namespace {

/// True where two operands of the operations differ in their formats, which one side may have converted.
bool readsOtherFormats(const order::Graph &graph, const DifferingPair &pair) {
  const auto ourOperands = graph.operands(pair.implementation), theirOperands = graph.operands(pair.reference);
  for (std::size_t i = 0; i < std::min(ourOperands.size(), theirOperands.size()); ++i) {
    const order::Node one = graph[ourOperands[i]], another = graph[theirOperands[i]];
    if (!graph.sameValue(ourOperands[i], theirOperands[i]) &&
        (one.op == order::Op::Cast || another.op == order::Op::Cast || !(one.type == another.type)))
      return true;
  }
  return false;
}

/// A choice by a comparison against the function that it is over the reals.
bool choosesOnOneSide(order::Op one, order::Op another) {
  const auto isExtreme = [](order::Op op) { return op == order::Op::Max || op == order::Op::Min || op == order::Op::Abs; };
  return (one == order::Op::Select && isExtreme(another)) || (another == order::Op::Select && isExtreme(one));
}

} // namespace

DifferingPair firstDifference(const order::Graph &graph, NodeId one, NodeId another) {
  DifferingPair pair{one, another, Class::Rewritten};
  for (bool deeper = true; deeper;) {
    deeper = false;
    const auto ourOperands = graph.operands(pair.implementation), theirOperands = graph.operands(pair.reference);
    if (graph[pair.implementation].op != graph[pair.reference].op || ourOperands.size() != theirOperands.size())
      break;
    for (std::size_t i = 0; i < ourOperands.size() && !deeper; ++i)
      if (!graph.sameValue(ourOperands[i], theirOperands[i]) && !order::isLeaf(graph[ourOperands[i]].op) &&
          !order::isLeaf(graph[theirOperands[i]].op)) {
        pair = {ourOperands[i], theirOperands[i], Class::Rewritten};
        deeper = true;
      }
  }
  return pair;
}

std::string operatorClass(const order::Graph &graph, const DifferingPair &pair) {
  const order::Node one = graph[pair.implementation], another = graph[pair.reference];
  if (choosesOnOneSide(one.op, another.op))
    return "operators";
  if (one.op == order::Op::Cast || another.op == order::Op::Cast || !(one.type == another.type))
    return "formats";
  if (one.op == order::Op::Fma || another.op == order::Op::Fma)
    return "contraction";
  if (one.op == order::Op::Reduce && another.op == order::Op::Reduce &&
      graph.reduction(pair.implementation).fused != graph.reduction(pair.reference).fused)
    return "contraction";
  const order::Environment &here = graph.environment(pair.implementation), &there = graph.environment(pair.reference);
  const bool sum = one.op == order::Op::Add || one.op == order::Op::Sub || one.op == order::Op::Reduce;
  if (sum && here.contraction != there.contraction)
    return "contraction";
  if (readsOtherFormats(graph, pair))
    return "formats";
  return one.op == another.op && !(here == there) ? "fast-math" : "operators";
}

std::string operatorClause(const order::Graph &graph, const DifferingPair &pair) {
  const std::string kind = operatorClass(graph, pair);
  if (kind == "formats" && graph[pair.implementation].type == graph[pair.reference].type)
    return "one side converts between formats where the other does not";
  if (kind == "formats")
    return std::string(format::name(graph[pair.implementation].type.format)) + " here and " +
           std::string(format::name(graph[pair.reference].type.format)) + " in the reference";
  if (kind == "contraction")
    return "a product and a sum are fused into one rounding on one side only";
  if (kind == "fast-math")
    return "the compiler may change the operations of one side (-ffast-math and the like)";
  if (choosesOnOneSide(graph[pair.implementation].op, graph[pair.reference].op))
    return "one side chooses by a comparison: NaN and the signs of zeros may come out otherwise";
  return "one side has another operation for it";
}

std::string orderClause(Class difference, const std::string &expression, const std::string &referenceExpression) {
  const std::string pair = "'" + expression + "'; the reference ", reference = "'" + referenceExpression + "'";
  switch (difference) {
  case Class::MultiplyThenDivide:
    return "multiplies before it divides: " + pair + "divides first: " + reference;
  case Class::DivideThenMultiply:
    return "divides before it multiplies: " + pair + "multiplies first: " + reference;
  case Class::Reciprocal:
    return "a reciprocal: " + pair + "has " + reference;
  case Class::ProductGrouping:
  case Class::SumGrouping:
    return "grouped otherwise: " + pair + "has " + reference;
  case Class::Factored:
    return "factored otherwise: " + pair + "has " + reference;
  default:
    return "written otherwise: " + pair + "has " + reference;
  }
}

} // namespace fporder::conform
