#include "runtime/conform/joined_loops.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <map>
#include <optional>

namespace fporder::conform {

using order::integerType;
using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t mostJoined = limits::most(limits::Limit::ConformJoined);

struct Loop {
  NodeId index, count;
  Polynomial step; // of the output's index, for one iteration
};

/// What one more of `index` adds to the polynomial; nothing where that depends on where it is.
std::optional<Polynomial> stepOf(const order::Graph &graph, const Polynomial &whole, NodeId index) {
  const std::uint32_t atom = graph.value(index).index;
  std::optional<Polynomial> step = Polynomial();
  for (const auto &[monomial, coefficient] : whole.terms()) {
    const auto own = std::ranges::count(monomial, atom);
    if (own == 0)
      continue;
    std::optional<Polynomial> product = Polynomial::constant(coefficient);
    for (const std::uint32_t each : monomial)
      if (each != atom) {
        if (isIteration(graph, whole.node(each)))
          return std::nullopt;
        product = product ? product->times(Polynomial::atom(graph, whole.node(each))) : std::nullopt;
      }
    step = step && product && own == 1 ? step->plus(*product) : std::nullopt;
    if (!step)
      return std::nullopt;
  }
  return step;
}

/// The loops that an index is of, with their counts and steps; none where one of those is not known.
std::vector<Loop> loopsOf(const order::Graph &graph, const SidePiece &piece) {
  std::vector<Loop> loops;
  const Polynomial whole = polynomialOf(graph, piece.indices[0]);
  std::vector<NodeId> leaves, nodes = piece.indices;
  order::walkOperands(graph, nodes, UINT64_MAX, [&](NodeId node) {
    if (isIteration(graph, node))
      leaves.push_back(node);
    return order::Walk::Enter;
  });
  if (leaves.size() != piece.counts.size())
    return {};
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    std::optional<Polynomial> step = stepOf(graph, whole, leaves[i]);
    if (!step || step->isZero() || graph[leaves[i]].op != Op::LoopIndex)
      return {};
    loops.push_back({leaves[i], piece.counts[i], *std::move(step)});
  }
  return loops;
}

/// True where an iteration of `outer` steps over all iterations of `inner`.
bool stepsOver(const order::Graph &graph, const Loop &outer, const Loop &inner) {
  const std::optional<Polynomial> run = inner.step.times(polynomialOf(graph, inner.count));
  return run && *run == outer.step;
}

NodeId replaced(order::Graph &graph, NodeId root, const std::map<NodeId, NodeId> &leaves) {
  std::map<NodeId, NodeId> made;
  for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
    if (const auto leaf = leaves.find(node); leaf != leaves.end()) {
      made[node] = leaf->second;
      continue;
    }
    std::vector<NodeId> operands;
    bool same = true;
    for (const NodeId operand : graph.operands(node)) {
      operands.push_back(made.at(operand));
      same &= operands.back() == operand;
    }
    made[node] = same ? node : graph.withOperands(node, operands);
  }
  return made.at(root);
}

} // namespace

std::vector<ElementForm> joinedLoops(order::Graph &graph, const SidePiece &piece, NodeId flat) {
  std::vector<ElementForm> forms;
  if (piece.indices.size() != 1 || piece.counts.size() < 2)
    return forms;
  std::vector<Loop> loops = loopsOf(graph, piece);
  ElementForm form{piece.value, flat, piece.indices};
  while (forms.size() < mostJoined) {
    const auto outer = std::ranges::find_if(
        loops, [&](const Loop &loop) { return std::ranges::none_of(loops, [&](const Loop &around) { return stepsOver(graph, around, loop); }); });
    const auto inner =
        outer == loops.end() ? loops.end() : std::ranges::find_if(loops, [&](const Loop &loop) { return stepsOver(graph, *outer, loop); });
    if (inner == loops.end() || inner == outer)
      return forms;
    const NodeId joined =
        graph.intern({.op = Op::LoopIndex, .type = integerType, .symbol = graph.symbol(inner->index), .version = graph.freshLoop()});
    const NodeId both[]{joined, inner->count};
    const std::map<NodeId, NodeId> leaves{{outer->index, graph.binary(Op::Div, joined, inner->count, integerType)},
                                          {inner->index, graph.call("%", both, integerType)}};
    form.value = replaced(graph, form.value, leaves);
    form.flat = replaced(graph, form.flat, leaves);
    form.indices[0] = replaced(graph, form.indices[0], leaves);
    forms.push_back(form);
    const Loop whole{joined, graph.binary(Op::Mul, outer->count, inner->count, integerType), inner->step};
    *inner = whole;
    loops.erase(outer);
  }
  return forms;
}

} // namespace fporder::conform
