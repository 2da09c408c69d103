// Random expressions rewritten by identities and by mutations, and MPFR's word on whether two of them are one function.
#pragma once

#include "random_expressions.h"
#include "runtime/oracle/real_value.h"

#include <cmath>

namespace fporder::order {

/// Rewrites an expression by identities of the field, applied at random everywhere.
class Rewriter {
public:
  Rewriter(Graph &target, std::uint64_t seed) : graph(target), random(seed) {}

  NodeId rewrite(NodeId node, unsigned depth = 0) {
    if (graph[node].operandCount == 0 || depth > 40)
      return node;
    std::vector<NodeId> operands;
    for (unsigned index = 0; index < graph[node].operandCount; ++index)
      operands.push_back(rewrite(graph.operand(node, index), depth + 1));
    return identity(graph.withOperands(node, operands));
  }

private:
  NodeId make(Op op, NodeId left, NodeId right) { return graph.binary(op, left, right, RandomExpressions::binary64); }

  NodeId identity(NodeId node) {
    const Op op = graph[node].op;
    const NodeId a = graph.operand(node, 0), b = graph.operand(node, 1);
    const Op inner = graph[a].op, other = graph[b].op;
    const auto in = [&](NodeId of, unsigned index) { return graph.operand(of, index); };
    switch (random() % 6) {
    case 0: // commute
      if (op == Op::Add || op == Op::Mul)
        return make(op, b, a);
      return op == Op::Sub ? graph.unary(Op::Neg, make(Op::Sub, b, a), RandomExpressions::binary64) : node;
    case 1: // associate
      if ((op == Op::Add && inner == Op::Add) || (op == Op::Mul && inner == Op::Mul))
        return make(op, in(a, 0), make(op, in(a, 1), b));
      return op == Op::Sub && inner == Op::Add ? make(Op::Add, in(a, 0), make(Op::Sub, in(a, 1), b)) : node;
    case 2: // distribute
      if ((op == Op::Mul || op == Op::Div) && (inner == Op::Add || inner == Op::Sub))
        return make(inner, make(op, in(a, 0), b), make(op, in(a, 1), b));
      return node;
    case 3: // move through a quotient
      if (op == Op::Mul && inner == Op::Div)
        return make(Op::Div, make(Op::Mul, in(a, 0), b), in(a, 1));
      if (op == Op::Div && inner == Op::Mul)
        return make(Op::Mul, in(a, 0), make(Op::Div, in(a, 1), b));
      return op == Op::Div && other == Op::Div ? make(Op::Mul, a, make(Op::Div, in(b, 1), in(b, 0))) : node;
    case 4: // fuse
      if (op == Op::Add && inner == Op::Mul) {
        const NodeId operands[]{in(a, 0), in(a, 1), b};
        return graph.intern({.op = Op::Fma, .type = RandomExpressions::binary64, .operands = operands});
      }
      return node;
    default:
      return node;
    }
  }

  Graph &graph;
  std::mt19937_64 random;
};

/// One operation exchanged for another, or its operands swapped: usually a different function.
inline NodeId perturbed(Graph &graph, NodeId root, RandomExpressions &random) {
  std::vector<NodeId> path{root};
  while (graph[path.back()].operandCount != 0 && random.below(3) != 0)
    path.push_back(graph.operand(path.back(), random.below(graph[path.back()].operandCount)));
  NodeId changed = random.arithmetic();
  const NodeId target = path.back();
  if (graph[target].operandCount == 2) {
    static constexpr Op ops[]{Op::Add, Op::Sub, Op::Mul, Op::Div};
    changed = graph.binary(ops[random.below(4)], graph.operand(target, random.below(2)), graph.operand(target, 1), RandomExpressions::binary64);
  }
  for (std::size_t level = path.size() - 1; level-- > 0;) {
    std::vector<NodeId> operands(graph.operands(path[level]).begin(), graph.operands(path[level]).end());
    for (NodeId &operand : operands)
      if (operand == path[level + 1])
        operand = changed;
    changed = graph.withOperands(path[level], operands);
  }
  return changed;
}

enum class Judgement { Agree, Differ, Undecided };

/// Undecided: outside the domain at every point tried, or so ill-conditioned that 250 bits do not decide.
inline Judgement judge(const Graph &graph, NodeId left, NodeId right, std::uint64_t seed) {
  unsigned agreed = 0;
  for (unsigned point = 0; point < 4; ++point) {
    const auto leaves = oracle::randomLeaves(seed * 16 + point);
    const auto one = oracle::evaluateReal(graph, left, leaves), other = oracle::evaluateReal(graph, right, leaves);
    if (one.status != oracle::RealValue::Status::Value || other.status != oracle::RealValue::Status::Value)
      continue;
    const double bits = oracle::agreeingBits(one.value, other.value);
    // A quotient of what is 0 over the reals and a mere rounding in MPFR.
    if (std::fabs(one.value.approximate()) > 1e40 || std::fabs(other.value.approximate()) > 1e40)
      continue;
    if (one.value.isZero() || other.value.isZero() || !one.value.isFinite() || !other.value.isFinite())
      continue;
    if (bits < 60)
      return std::fabs(one.value.approximate()) < 1e-40 ? Judgement::Undecided : Judgement::Differ;
    agreed += bits > 120 ? 1 : 0;
  }
  return agreed != 0 ? Judgement::Agree : Judgement::Undecided;
}

} // namespace fporder::order
