#include "runtime/conform/polynomial.h"

#include "runtime/limits/limits.h"
#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <unordered_map>

namespace fporder::conform {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;

namespace {

constexpr __int128 largest = static_cast<__int128>(1) << 52;

std::optional<std::int64_t> wholeConstant(const order::Graph &graph, NodeId node) {
  if (graph[node].op != Op::Constant || !graph.number(node).isFinite() || !graph.number(node).isInteger())
    return std::nullopt;
  const double value = graph.number(node).approximate();
  return value >= -0x1p52 && value <= 0x1p52 ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
}

/// + - * and shifts over known polynomials; nothing for what is an atom.
class Combination {
public:
  Combination(const order::Graph &source, const std::unordered_map<std::uint32_t, Polynomial> &values) : graph(source), known(values) {}

  std::optional<Polynomial> operator()(NodeId node) const {
    const order::Node data = graph[node];
    if (const std::optional<std::int64_t> value = wholeConstant(graph, node))
      return Polynomial::constant(*value);
    if (!order::isInteger(graph, node))
      return std::nullopt;
    switch (data.op) {
    case Op::Add:
      return of(node, 0).plus(of(node, 1));
    case Op::Sub:
      return of(node, 0).plus(of(node, 1), -1);
    case Op::Neg:
      return Polynomial().plus(of(node, 0), -1);
    case Op::Mul:
      return of(node, 0).times(of(node, 1));
    case Op::Cast:
      return order::isInteger(graph, graph.operand(node, 0)) ? std::optional(of(node, 0)) : std::nullopt;
    case Op::Call:
      return shifted(node);
    default:
      return std::nullopt;
    }
  }

private:
  const Polynomial &of(NodeId node, unsigned position) const { return known.at(graph.operand(node, position).index); }
  std::optional<Polynomial> shifted(NodeId node) const {
    if (graph.symbol(node) != "<<" || graph[node].operandCount != 2)
      return std::nullopt;
    const std::optional<std::int64_t> by = of(node, 1).asConstant();
    return by && *by >= 0 && *by < 52 ? of(node, 0).times(Polynomial::constant(std::int64_t{1} << *by)) : std::nullopt;
  }

  const order::Graph &graph;
  const std::unordered_map<std::uint32_t, Polynomial> &known;
};

NodeId number(order::Graph &graph, std::int64_t value) { return graph.constant(order::Number::fromInteger(value), integerType); }

} // namespace

Polynomial Polynomial::constant(std::int64_t value) {
  Polynomial made;
  made.add({}, value);
  return made;
}

Polynomial Polynomial::atom(const order::Graph &graph, NodeId node) {
  Polynomial made;
  const std::uint32_t value = graph.value(node).index;
  made.nodes[value] = node;
  made.add({value}, 1);
  return made;
}

std::optional<std::int64_t> Polynomial::asConstant() const {
  if (coefficients.empty())
    return 0;
  return coefficients.size() == 1 && coefficients.begin()->first.empty() ? std::optional(coefficients.begin()->second) : std::nullopt;
}

bool Polynomial::add(const Monomial &monomial, __int128 coefficient) {
  const auto found = coefficients.find(monomial);
  const __int128 sum = coefficient + (found == coefficients.end() ? 0 : found->second);
  if (sum > largest || sum < -largest)
    return false;
  if (sum == 0) {
    if (found != coefficients.end())
      coefficients.erase(found);
    return true;
  }
  coefficients[monomial] = static_cast<std::int64_t>(sum);
  return !limits::exceeds(limits::Limit::ConformIndexTerms, coefficients.size());
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &other, std::int64_t factor) const {
  Polynomial sum = *this;
  sum.nodes.insert(other.nodes.begin(), other.nodes.end());
  for (const auto &[monomial, coefficient] : other.coefficients)
    if (!sum.add(monomial, static_cast<__int128>(coefficient) * factor))
      return std::nullopt;
  return sum;
}

std::optional<Polynomial> Polynomial::times(const Polynomial &other) const {
  Polynomial product;
  product.nodes = nodes;
  product.nodes.insert(other.nodes.begin(), other.nodes.end());
  for (const auto &[left, first] : coefficients)
    for (const auto &[right, second] : other.coefficients) {
      Monomial both;
      std::ranges::merge(left, right, std::back_inserter(both));
      if (limits::exceeds(limits::Limit::ConformIndexTerms, both.size()) || !product.add(both, static_cast<__int128>(first) * second))
        return std::nullopt;
    }
  return product;
}

std::optional<Polynomial> Polynomial::substituted(std::uint32_t atom, const Polynomial &value) const {
  Polynomial result;
  result.nodes = nodes;
  for (const auto &[monomial, coefficient] : coefficients) {
    Polynomial term = constant(coefficient);
    Monomial others;
    std::size_t powers = 0;
    for (const std::uint32_t each : monomial)
      each == atom ? void(++powers) : others.push_back(each);
    Polynomial rest;
    rest.nodes = nodes;
    rest.add(others, 1);
    std::optional<Polynomial> product = term.times(rest);
    for (; product && powers > 0; --powers)
      product = product->times(value);
    std::optional<Polynomial> sum = product ? result.plus(*product) : std::nullopt;
    if (!sum)
      return std::nullopt;
    result = std::move(*sum);
  }
  return result;
}

Polynomial polynomialOf(const order::Graph &graph, NodeId node, const std::function<std::optional<Polynomial>(NodeId)> &replaced) {
  std::unordered_map<std::uint32_t, Polynomial> known;
  const auto stops = [&](NodeId at) {
    const Op op = graph[at].op;
    return !order::isInteger(graph, at) || order::isLeaf(op) || op == Op::Reduce || op == Op::Recurrence || op == Op::Select;
  };
  const Combination combination(graph, known);
  for (const NodeId each : order::reachable(graph, node, stops)) {
    std::optional<Polynomial> value = replaced ? replaced(each) : std::nullopt;
    if (!value && (!stops(each) || graph[each].op == Op::Constant))
      value = combination(each);
    known[each.index] = value ? std::move(*value) : Polynomial::atom(graph, each);
  }
  return known.at(node.index);
}

NodeId expressionOf(order::Graph &graph, const Polynomial &polynomial) {
  NodeId sum;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    NodeId product = coefficient == 1 && !monomial.empty() ? NodeId{} : number(graph, coefficient);
    for (const std::uint32_t atom : monomial)
      product = product ? graph.binary(Op::Mul, product, polynomial.node(atom), integerType) : polynomial.node(atom);
    sum = sum ? graph.binary(Op::Add, sum, product, integerType) : product;
  }
  return sum ? sum : number(graph, 0);
}

} // namespace fporder::conform
