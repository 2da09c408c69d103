#include "runtime/conform/flat_sums.h"

#include "runtime/conform/loop_terms.h"
#include "runtime/conform/strided_sums.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace fporder::conform {

using order::NodeId;
using order::Op;

namespace {

bool holds(const Polynomial &polynomial, std::uint32_t atom) {
  return std::ranges::any_of(polynomial.terms(), [&](const auto &term) { return std::ranges::find(term.first, atom) != term.first.end(); });
}

/// True where no index rises with the loop's index `atom`.
bool onlyFalls(const Polynomial &polynomial, std::uint32_t atom) {
  return std::ranges::none_of(polynomial.terms(),
                              [&](const auto &term) { return term.second > 0 && std::ranges::find(term.first, atom) != term.first.end(); });
}

class Flattening {
public:
  Flattening(order::Graph &target, std::vector<std::string> &assumptions) : graph(target), assumed(assumptions) {}

  NodeId operator()(NodeId root) {
    std::unordered_map<std::uint32_t, NodeId> made;
    for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
      std::vector<NodeId> operands;
      bool changed = false;
      for (const NodeId operand : graph.operands(node)) {
        operands.push_back(made.at(operand.index));
        changed |= operands.back() != operand;
      }
      const NodeId copy = changed ? graph.withOperands(node, operands) : node;
      const Op op = graph[copy].op;
      made[node.index] = op == Op::Reduce ? rising(flat(copy)) : op == Op::Add ? stridedTogether(graph, copy, assumed) : copy;
    }
    return made.at(root.index);
  }

private:
  /// A sum of sums as one; itself otherwise.
  NodeId flat(NodeId outer) {
    const order::ReduceOperands whole = order::reduceOperands(graph, outer);
    const NodeId inner = whole.term;
    if (graph[inner].op != Op::Reduce || !whole.trips || whole.first)
      return outer;
    const order::ReduceOperands part = order::reduceOperands(graph, inner);
    const order::Reduction own = graph.reduction(outer), inside = graph.reduction(inner);
    if (own.kind != inside.kind || !part.trips || part.first || graph.mentionsLoop(part.trips) || graph.mentionsLoop(whole.trips) ||
        graph[part.term].op == Op::Terms || !isIdentity(graph, part.initial, own.kind))
      return outer;
    const NodeId t = indexIn(graph, part.term, own.loop), k = indexIn(graph, part.term, inside.loop);
    if (!t || !k)
      return outer;
    const NodeId j = loopIndex(graph, graph.freshLoop(), graph.symbol(k));
    // j = c * t + k, or j = t + T * k
    std::optional<NodeId> term = asOne(part.term, t, k, part.trips, j);
    if (!term)
      term = asOne(part.term, k, t, whole.trips, j);
    const std::optional<Polynomial> trips = term ? termsTogether(graph, whole.trips, part.trips, assumed) : std::nullopt;
    return trips ? sumLike(graph, outer, whole.initial, *term, expressionOf(graph, *trips), graph[j].version) : outer;
  }

  /// The term by j = size * far + near; nothing where `far` is left in it.
  std::optional<NodeId> asOne(NodeId term, NodeId far, NodeId near, NodeId size, NodeId j) {
    const std::optional<Polynomial> scaled = polynomialOf(graph, size).times(Polynomial::atom(graph, far));
    const std::optional<Polynomial> value = scaled ? Polynomial::atom(graph, j).plus(*scaled, -1) : std::nullopt;
    if (!value)
      return std::nullopt;
    const std::uint32_t gone = graph.value(far).index, solved = graph.value(near).index;
    const std::array<std::uint32_t, 2> loops{graph[far].version, graph[near].version};
    return changedTerm(graph, term, loops, [&](const Polynomial &index) {
      std::optional<Polynomial> next = index.substituted(solved, *value);
      return next && !holds(*next, gone) ? next : std::nullopt;
    });
  }

  /// A sum by falling indices as one by rising ones.
  NodeId rising(NodeId sum) {
    const order::ReduceOperands operands = order::reduceOperands(graph, sum);
    if (!operands.trips || operands.first || graph[operands.term].op == Op::Terms)
      return sum;
    const std::uint32_t loop = graph.reduction(sum).loop;
    const NodeId index = indexIn(graph, operands.term, loop);
    const std::optional<Polynomial> last = polynomialOf(graph, operands.trips).plus(Polynomial::constant(1), -1);
    const std::optional<Polynomial> other = index && last ? last->plus(Polynomial::atom(graph, index), -1) : std::nullopt;
    if (!other)
      return sum;
    const std::uint32_t atom = graph.value(index).index;
    const std::optional<NodeId> term = changedTerm(graph, operands.term, {&loop, 1}, [&](const Polynomial &each) {
      return onlyFalls(each, atom) ? each.substituted(atom, *other) : std::nullopt;
    });
    return term ? sumLike(graph, sum, operands.initial, *term, operands.trips, loop) : sum;
  }

  order::Graph &graph;
  std::vector<std::string> &assumed;
};

} // namespace

NodeId flatSums(order::Graph &graph, NodeId root, std::vector<std::string> &assumed) { return Flattening(graph, assumed)(root); }

} // namespace fporder::conform
