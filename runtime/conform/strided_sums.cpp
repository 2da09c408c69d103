#include "runtime/conform/strided_sums.h"

#include "runtime/conform/loop_terms.h"
#include "runtime/limits/limits.h"

#include <algorithm>

namespace fporder::conform {

using order::NodeId;
using order::Op;

namespace {

/// q * j + rest of c * q * i + rest; nothing where a coefficient is no multiple of c.
std::optional<Polynomial> stretched(const order::Graph &graph, const Polynomial &polynomial, std::uint32_t i, NodeId j, std::int64_t c) {
  std::optional<Polynomial> result = Polynomial();
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    const auto times = std::ranges::count(monomial, i);
    if (times > 1 || (times == 1 && coefficient % c != 0))
      return std::nullopt;
    std::optional<Polynomial> term = Polynomial::constant(times == 1 ? coefficient / c : coefficient);
    for (const std::uint32_t atom : monomial)
      term = term ? term->times(Polynomial::atom(graph, atom == i ? j : polynomial.node(atom))) : std::nullopt;
    result = result && term ? result->plus(*term) : std::nullopt;
  }
  return result;
}

class StridedSums {
public:
  StridedSums(order::Graph &target, std::vector<std::string> &assumptions) : graph(target), assumed(assumptions) {}

  NodeId operator()(NodeId sum) {
    for (const NodeId each : addendsOf(sum))
      (isPart(each) && (parts.empty() || graph.sameValue(tripsOf(each), tripsOf(parts[0]))) ? parts : others).push_back(each);
    if (parts.size() < 2 || limits::exceeds(limits::Limit::ConformStrides, parts.size()))
      return sum;
    i = loopIndex(graph, graph.freshLoop(), "i");
    for (const NodeId part : parts) {
      const std::optional<NodeId> term = withIndex(part);
      if (!term)
        return sum;
      terms.push_back(*term);
    }
    // A number beyond that of i, which nothing may hold yet.
    j = loopIndex(graph, std::max(graph.freshLoop(), graph[i].version + 1), "j");
    for (const NodeId first : terms)
      if (const std::optional<NodeId> whole = everyTerm(first))
        return joined(*whole).value_or(sum);
    return sum;
  }

private:
  std::vector<NodeId> addendsOf(NodeId sum) const {
    std::vector<NodeId> open{sum}, addends;
    while (!open.empty() && !limits::reaches(limits::Limit::ConformStrideAddends, open.size() + addends.size())) {
      const NodeId node = open.back();
      open.pop_back();
      if (graph[node].op == Op::Add)
        open.insert(open.end(), {graph.operand(node, 0), graph.operand(node, 1)});
      else
        addends.push_back(node);
    }
    addends.insert(addends.end(), open.begin(), open.end());
    return addends;
  }

  NodeId tripsOf(NodeId sum) const { return order::reduceOperands(graph, sum).trips; }

  bool isPart(NodeId node) const {
    if (graph[node].op != Op::Reduce || graph.reduction(node).kind != order::ReductionKind::Sum)
      return false;
    const order::ReduceOperands operands = order::reduceOperands(graph, node);
    return operands.trips && !operands.first && graph[operands.term].op != Op::Terms && indexIn(graph, operands.term, graph.reduction(node).loop);
  }

  std::optional<NodeId> withIndex(NodeId sum) {
    const NodeId term = order::reduceOperands(graph, sum).term;
    const std::uint32_t loop = graph.reduction(sum).loop, atom = graph.value(indexIn(graph, term, loop)).index;
    return changedTerm(graph, term, {&loop, 1}, [&](const Polynomial &each) { return each.substituted(atom, Polynomial::atom(graph, i)); });
  }

  /// f(j), where the terms are f(c * i), f(c * i + 1) and so on, in any order, `first` being f(c * i).
  std::optional<NodeId> everyTerm(NodeId first) {
    const std::int64_t count = static_cast<std::int64_t>(terms.size());
    const std::uint32_t loops[]{graph[i].version, graph[j].version};
    const std::uint32_t here = graph.value(i).index, there = graph.value(j).index;
    const std::optional<NodeId> whole =
        changedTerm(graph, first, loops, [&](const Polynomial &each) { return stretched(graph, each, here, j, count); });
    const std::optional<Polynomial> scaled = Polynomial::constant(count).times(Polynomial::atom(graph, i));
    for (std::int64_t r = 1; whole && r < count; ++r) {
      const std::optional<Polynomial> place = scaled ? scaled->plus(Polynomial::constant(r)) : std::nullopt;
      const std::optional<NodeId> wanted =
          place ? changedTerm(graph, *whole, loops, [&](const Polynomial &each) { return each.substituted(there, *place); }) : std::nullopt;
      if (!wanted || std::ranges::none_of(terms, [&](NodeId term) { return graph.sameValue(term, *wanted); }))
        return std::nullopt;
    }
    return whole;
  }

  /// The sum of all terms, and what else is added; nothing where there are too many terms to count.
  std::optional<NodeId> joined(NodeId term) {
    const NodeId trips = tripsOf(parts[0]);
    const NodeId count =
        graph.constant(order::Number::fromInteger(static_cast<long long>(parts.size())), {format::Format::Integer, order::Shape::Scalar});
    const std::optional<Polynomial> all = termsTogether(graph, trips, count, assumed);
    if (!all)
      return std::nullopt;
    NodeId sum = sumLike(graph, parts[0], order::reduceOperands(graph, parts[0]).initial, term, expressionOf(graph, *all), graph[j].version);
    const auto add = [&](NodeId addend) { sum = graph.binary(Op::Add, sum, addend, graph[sum].type, graph[sum].place); };
    for (std::size_t part = 1; part < parts.size(); ++part)
      if (const NodeId initial = order::reduceOperands(graph, parts[part]).initial; !isIdentity(graph, initial, order::ReductionKind::Sum))
        add(initial);
    for (const NodeId other : others)
      add(other);
    return sum;
  }

  order::Graph &graph;
  std::vector<std::string> &assumed;
  std::vector<NodeId> parts, others, terms;
  NodeId i, j;
};

} // namespace

NodeId stridedTogether(order::Graph &graph, NodeId sum, std::vector<std::string> &assumed) { return StridedSums(graph, assumed)(sum); }

} // namespace fporder::conform
