// Squared distances expanded component by component: x*x + y*y + z*z - 2*(x*u + y*v + z*w) + u*u + v*v + w*w, in any grouping.
//
// The patterns of rule.md see norms that are reductions or single squares. Short vectors have theirs written out; this rule flattens the additions
// into signed monomials and looks for squares that complete the cross products to differences squared.
#include "rules/engine/hook.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <map>

namespace fporder::rules {

namespace {

using namespace order;

/// coefficient * left * right; right is invalid for a monomial of any other shape.
struct Monomial {
  double coefficient = 1;
  NodeId left, right;
};

class Expansion {
public:
  Expansion(const Analysis &facts) : analysis(facts), graph(facts.graph()) {}

  /// False when the expression is too large or not a polynomial of the kind looked for.
  bool flatten(NodeId root) {
    work.push_back({root, 1});
    while (!work.empty()) {
      const auto [node, coefficient] = work.back();
      work.pop_back();
      if (!expand(analysis.strip(node), coefficient) || limits::exceeds(limits::Limit::NormMonomials, monomials.size() + work.size()))
        return false;
    }
    return true;
  }

  std::vector<Monomial> monomials;
  std::vector<NodeId> operations;

private:
  bool expand(NodeId node, double coefficient) {
    const Node stored = graph[node];
    switch (stored.op) {
    case Op::Add:
    case Op::Sub:
      operations.push_back(node);
      work.push_back({graph.operand(node, 1), stored.op == Op::Sub ? -coefficient : coefficient});
      work.push_back({graph.operand(node, 0), coefficient});
      return true;
    case Op::Neg:
      work.push_back({graph.operand(node, 0), -coefficient});
      return true;
    case Op::Fma:
      operations.push_back(node);
      work.push_back({graph.operand(node, 2), coefficient});
      return multiply({graph.operand(node, 0), graph.operand(node, 1)}, coefficient);
    case Op::Mul:
      operations.push_back(node);
      return multiply({graph.operand(node, 0), graph.operand(node, 1)}, coefficient);
    default:
      monomials.push_back({coefficient, node, {}});
      return true;
    }
  }

  /// A product of two values and constants is a monomial; a constant times a sum is distributed.
  bool multiply(std::vector<NodeId> factors, double coefficient) {
    std::vector<NodeId> values;
    for (std::size_t next = 0; next < factors.size(); ++next) {
      const NodeId factor = analysis.strip(factors[next]);
      if (const auto constant = analysis.constantValue(factor))
        coefficient *= constant->approximate();
      else if (graph[factor].op == Op::Neg) {
        coefficient = -coefficient;
        factors.push_back(graph.operand(factor, 0));
      } else if (graph[factor].op == Op::Mul && isScaled(factor) && !limits::reaches(limits::Limit::NormFactors, factors.size())) {
        operations.push_back(factor);
        factors.push_back(graph.operand(factor, 0));
        factors.push_back(graph.operand(factor, 1));
      } else
        values.push_back(factor);
    }
    if (values.size() == 1)
      work.push_back({values[0], coefficient});
    else if (values.size() == 2)
      monomials.push_back({coefficient, values[0], values[1]});
    else
      monomials.push_back({coefficient, factors[0], {}});
    return true;
  }

  bool isScaled(NodeId product) const {
    return analysis.constantValue(graph.operand(product, 0)) || analysis.constantValue(graph.operand(product, 1));
  }

  const Analysis &analysis;
  const Graph &graph;
  std::vector<std::pair<NodeId, double>> work;
};

struct Component {
  NodeId left, right;
};

/// The pairs (a, b) with a*a, b*b and -2*a*b among the monomials, when every monomial belongs to one; empty otherwise.
std::vector<Component> completeSquares(const Graph &graph, const std::vector<Monomial> &monomials) {
  std::map<std::uint32_t, std::pair<double, NodeId>> squares;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, Component>> crosses;
  for (const Monomial &monomial : monomials) {
    if (!monomial.right)
      return {};
    std::uint32_t left = graph.value(monomial.left).index, right = graph.value(monomial.right).index;
    if (left == right) {
      squares[left].first += monomial.coefficient;
      squares[left].second = monomial.left;
    } else {
      auto &cross = crosses[std::minmax(left, right)];
      cross.first += monomial.coefficient;
      cross.second = {monomial.left, monomial.right};
    }
  }
  if (crosses.size() < 2 || squares.size() != 2 * crosses.size())
    return {};
  std::vector<Component> components;
  for (const auto &[key, cross] : crosses) {
    const auto left = squares.find(key.first), right = squares.find(key.second);
    if (left == squares.end() || right == squares.end() || left->second.first != 1 || right->second.first != 1 || cross.first != -2)
      return {};
    components.push_back(cross.second);
  }
  return components;
}

NodeId sumOfSquares(Graph &graph, const std::vector<Component> &components, NodeId root) {
  const Node stored = graph[root];
  const Environment environment = graph.environment(root);
  NodeId sum;
  for (const Component &component : components) {
    const NodeId difference = graph.binary(Op::Sub, component.left, component.right, stored.type, {}, environment);
    const NodeId square = graph.binary(Op::Mul, difference, difference, stored.type, {}, environment);
    sum = sum ? graph.binary(Op::Add, sum, square, stored.type, {}, environment) : square;
  }
  return sum;
}

} // namespace

void normExpansion(RuleContext &context) {
  const Analysis &analysis = context.analysis();
  Graph &graph = context.graph();
  for (std::size_t i = 0; i < context.procedure().computations.size(); ++i) {
    const NodeId root = context.procedure().computations[i].node;
    const limits::Here here(root.index);
    const Op op = graph[root].op;
    if ((op != Op::Add && op != Op::Sub) || !format::isFloatingPoint(graph[root].type.format))
      continue;
    // Two components are at least six products: an operand is a sum in its turn.
    const auto isSum = [&](NodeId node) {
      const Op inner = graph[analysis.strip(node)].op;
      return inner == Op::Add || inner == Op::Sub || inner == Op::Fma;
    };
    if (!isSum(graph.operand(root, 0)) && !isSum(graph.operand(root, 1)))
      continue;
    Expansion expansion(analysis);
    if (!expansion.flatten(root))
      continue;
    const std::vector<Component> components = completeSquares(graph, expansion.monomials);
    if (components.empty())
      continue;
    Draft draft;
    draft.root = root;
    draft.operations = std::move(expansion.operations);
    draft.orders.push_back({sumOfSquares(graph, components, root), "subtracts before squaring", true});
    context.report(std::move(draft));
  }
}

} // namespace fporder::rules
