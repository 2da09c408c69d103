#include "runtime/eval/fusion.h"

namespace fporder::eval {

namespace {

using order::Graph;
using order::NodeId;
using order::Op;

bool sameStatement(const Graph &graph, order::PlaceId left, order::PlaceId right) {
  if (!left || !right)
    return true; // without places, one expression
  return inOneExpression(graph.place(left), graph.place(right));
}

/// Whether `product` fuses into an addition of `sum` that stands at `place`.
bool mayFuse(const Graph &graph, NodeId sum, order::PlaceId place, NodeId product, Contraction choice) {
  if (choice == Contraction::Off || graph[sum].type != graph[product].type)
    return false;
  if (choice == Contraction::On)
    return true;
  const order::Contraction outer = graph.environment(sum).contraction, inner = graph.environment(product).contraction;
  if (outer == order::Contraction::Off || inner == order::Contraction::Off)
    return false;
  return (outer == order::Contraction::Fast && inner == order::Contraction::Fast) || sameStatement(graph, place, graph[product].place);
}

/// `operand` as a product, negations around it counted.
std::optional<Fusion> product(const Graph &graph, NodeId operand) {
  Fusion fusion;
  for (; graph[operand].op == Op::Neg; operand = graph.operand(operand, 0))
    fusion.negateProduct = !fusion.negateProduct;
  if (graph[operand].op != Op::Mul)
    return std::nullopt;
  fusion.left = graph.operand(operand, 0);
  fusion.right = graph.operand(operand, 1);
  return fusion;
}

/// `operand` as a product that fuses into an addition of `sum`, which stands at `place`.
std::optional<Fusion> asProduct(const Graph &graph, NodeId sum, order::PlaceId place, NodeId operand, Contraction choice) {
  NodeId inner = operand;
  while (graph[inner].op == Op::Neg)
    inner = graph.operand(inner, 0);
  return mayFuse(graph, sum, place, inner, choice) ? product(graph, operand) : std::nullopt;
}

} // namespace

std::optional<Fusion> fusionOf(const Graph &graph, NodeId sum, Contraction choice) {
  const Op op = graph[sum].op;
  if ((op != Op::Add && op != Op::Sub) || !format::isFloatingPoint(graph[sum].type.format))
    return std::nullopt;
  for (unsigned position = 0; position < 2; ++position) {
    auto fusion = asProduct(graph, sum, graph[sum].place, graph.operand(sum, position), choice);
    if (!fusion)
      continue;
    fusion->addend = graph.operand(sum, 1 - position);
    if (op == Op::Sub)
      (position == 0 ? fusion->negateAddend : fusion->negateProduct) ^= true;
    return fusion;
  }
  return std::nullopt;
}

std::optional<Fusion> fusedTerm(const Graph &graph, NodeId reduce, NodeId term, Contraction choice) {
  const order::Reduction &reduction = graph.reduction(reduce);
  if (reduction.kind != order::ReductionKind::Sum || !format::isFloatingPoint(graph[reduce].type.format))
    return std::nullopt;
  if (reduction.fused)
    return product(graph, term);
  const NodeId all = graph.operand(reduce, order::termOperand);
  return asProduct(graph, reduce, graph[all == term ? reduce : all].place, term, choice);
}

} // namespace fporder::eval
