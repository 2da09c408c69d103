#include "analyzer/frontend/loops/chains.h"

#include "analyzer/frontend/loops/lanes.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace fporder::frontend {

using format::Format;
using order::Graph;
using order::NodeId;
using order::Op;
using order::ReductionKind;
using order::Schedule;

namespace {

/// One operation that joins terms to the accumulator, with the conversions of its result on the way to the next one, the first of them first.
struct Step {
  std::vector<NodeId> terms;
  Format computed = Format::Unknown;
  std::vector<Format> conversions;
  bool fused = false;
};

/// Takes the operations of a chain off one by one, the last first.
class Unchaining {
public:
  Unchaining(Graph &target, NodeId start, bool plainZero) : graph(target), before(start), skippedIsZero(plainZero) {}

  Chain between(NodeId after, unsigned depth);

private:
  bool takeStep(unsigned depth);
  bool takeSide(ReductionKind kind);
  bool takeFused();
  bool takeReduce();
  bool takeSelect(unsigned depth);
  bool takeExtremum(NodeId test, NodeId first, NodeId second);
  bool take(ReductionKind kind, std::vector<NodeId> terms, NodeId next, bool fused = false);
  void finish(std::vector<Format> atStart);
  std::optional<Format> kept(const Step &step) const;
  NodeId guarded(NodeId term, NodeId test, bool holds, bool fused);
  NodeId select(NodeId test, NodeId first, NodeId second);
  NodeId skipped(order::ValueType type);
  NodeId asProduct(NodeId term);
  NodeId detached(NodeId reduce);
  NodeId reduceOver(NodeId like, const order::Reduction &reduction, std::span<const NodeId> operands);
  bool depends(NodeId node) const { return reaches(graph, node, before); }
  bool isOwn(NodeId term) const { return !order::continuesSum(graph, term); }

  Graph &graph;
  NodeId before;
  bool skippedIsZero;
  Chain chain;
  NodeId current, place;         // what is left; the node of a Select that a term is chosen by
  std::vector<Step> steps;       // last first
  std::vector<Format> converted; // between `current` and what was taken last, the last conversion first
};

bool Unchaining::take(ReductionKind kind, std::vector<NodeId> terms, NodeId next, bool fused) {
  if (!steps.empty() && chain.kind != kind)
    return false;
  chain.kind = kind;
  chain.absorbed.push_back(current);
  if (!chain.operation)
    chain.operation = current;
  std::reverse(converted.begin(), converted.end());
  steps.push_back({std::move(terms), graph[current].type.format, std::move(converted), fused});
  converted.clear();
  current = next;
  return true;
}

bool Unchaining::takeSide(ReductionKind kind) {
  const NodeId left = graph.operand(current, 0), right = graph.operand(current, 1);
  if (!depends(right))
    return take(kind, {right}, left);
  return !depends(left) && take(kind, {left}, right);
}

bool Unchaining::takeFused() {
  const NodeId a = graph.operand(current, 0), b = graph.operand(current, 1), c = graph.operand(current, 2);
  if (depends(a) || depends(b))
    return false;
  const order::Node node = graph[current];
  return take(ReductionKind::Sum, {graph.binary(Op::Mul, a, b, node.type, node.place, graph.environment(current))}, c, true);
}

/// An inner loop that goes on with the same accumulator.
bool Unchaining::takeReduce() {
  order::Reduction inner = graph.reduction(current);
  const order::ReduceOperands named = order::reduceOperands(graph, current);
  if (!depends(named.initial) || isExtremum(inner.kind))
    return false;
  std::vector<NodeId> operands(graph.operands(current).begin(), graph.operands(current).end());
  for (std::size_t i = order::termOperand; i < operands.size(); ++i)
    if (depends(operands[i]))
      return false;
  operands[order::initialOperand] = graph.constant(order::identity(inner.kind), graph[current].type);
  // A tree or pairs end in one addition of their own; what else is no plain loop has no order that could be told.
  const bool plain = inner.schedule == Schedule::Sequential, addedLast = inner.schedule == Schedule::Tree || inner.schedule == Schedule::Pairwise;
  chain.exact = chain.exact && (plain || addedLast);
  inner.continues = plain;
  return take(inner.kind, {reduceOver(current, inner, operands)}, named.initial);
}

/// best = x > best ? x : best
bool Unchaining::takeExtremum(NodeId test, NodeId first, NodeId second) {
  const bool keepsSecond = graph.sameValue(second, before) && !depends(first);
  const bool keepsFirst = graph.sameValue(first, before) && !depends(second);
  if (graph[test].op != Op::Compare || (!keepsFirst && !keepsSecond))
    return false;
  const NodeId term = keepsSecond ? first : second;
  const std::string_view relation = graph.symbol(test);
  if (relation.empty() || (relation[0] != '<' && relation[0] != '>') ||
      !graph.sameValue(graph.operand(test, 0), term) == !graph.sameValue(graph.operand(test, 0), before))
    return false;
  const bool termLeft = graph.sameValue(graph.operand(test, 0), term);
  const bool takesGreater = (relation[0] == '>') == termLeft;
  return take(takesGreater == keepsSecond ? ReductionKind::Max : ReductionKind::Min, {term}, before);
}

NodeId Unchaining::select(NodeId test, NodeId first, NodeId second) {
  order::NodeSpec spec;
  spec.op = Op::Select;
  spec.type = graph[first].type;
  const NodeId operands[] = {test, first, second};
  spec.operands = operands;
  spec.place = place ? graph[place].place : order::PlaceId{};
  return graph.intern(spec);
}

/// What joins where a term is skipped.
NodeId Unchaining::skipped(order::ValueType type) {
  if (chain.kind == ReductionKind::Product)
    return graph.constant(order::identity(chain.kind), type);
  return graph.constant(order::Number::fromDouble(skippedIsZero ? 0.0 : -0.0), type);
}

/// `term` where `test` holds (does not hold), else what changes nothing. A product that is `fused` stays one: -0 * 1, or -(0 * 1).
NodeId Unchaining::guarded(NodeId term, NodeId test, bool holds, bool fused) {
  const auto choose = [&](NodeId value, NodeId otherwise) { return holds ? select(test, value, otherwise) : select(test, otherwise, value); };
  const Op op = graph[term].op;
  if (op == Op::Terms || !isOwn(term)) {
    std::vector<NodeId> operands(graph.operands(term).begin(), graph.operands(term).end());
    const std::size_t first = op == Op::Terms ? 0 : order::termOperand, end = op == Op::Terms ? operands.size() : first + 1;
    for (std::size_t i = first; i < end; ++i)
      operands[i] = guarded(operands[i], test, holds, op == Op::Terms ? fused : graph.reduction(term).fused);
    return graph.withOperands(term, operands);
  }
  if (!fused)
    return choose(term, skipped(graph[term].type));
  const bool negative = op == Op::Neg;
  const NodeId product = negative ? graph.operand(term, 0) : term;
  const order::ValueType type = graph[product].type;
  const NodeId operands[] = {choose(graph.operand(product, 0), graph.constant(order::Number::fromDouble(negative ? 0.0 : -0.0), type)),
                             choose(graph.operand(product, 1), graph.constant(order::Number::fromInteger(1), type))};
  const NodeId result = graph.withOperands(product, operands);
  return negative ? graph.unary(Op::Neg, result, type) : result;
}

/// x as x * 1: fma(x, 1, s) is s + x.
NodeId Unchaining::asProduct(NodeId term) {
  return isOwn(term) ? graph.binary(Op::Mul, term, graph.constant(order::Number::fromInteger(1), graph[term].type), graph[term].type) : term;
}

/// A choice that accumulates: the greater of two values, or a term that is added under a condition.
bool Unchaining::takeSelect(unsigned depth) {
  const NodeId test = graph.operand(current, 0), first = graph.operand(current, 1), second = graph.operand(current, 2);
  if (depends(test))
    return takeExtremum(test, first, second);
  if (limits::reaches(limits::Limit::AccumulatingChoices, depth))
    return false;
  const Chain a = Unchaining(graph, before, skippedIsZero).between(first, depth + 1);
  const Chain b = Unchaining(graph, before, skippedIsZero).between(second, depth + 1);
  if (a.fails || b.fails || (a.terms.empty() && b.terms.empty()) || (!a.terms.empty() && !b.terms.empty() && a.kind != b.kind))
    return false;
  const Chain &some = a.terms.empty() ? b : a;
  if (isExtremum(some.kind) || (!steps.empty() && chain.kind != some.kind))
    return false;
  chain.kind = some.kind;
  chain.exact = chain.exact && a.exact && b.exact && (a.terms.empty() || b.terms.empty() || a.format == b.format);
  place = current;
  std::vector<NodeId> terms;
  const auto pairs = [&](NodeId x, NodeId y) { return isOwn(x) && isOwn(y) && graph[x].type == graph[y].type; };
  if (!a.fused && !b.fused && a.terms.size() == b.terms.size() && std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), pairs)) {
    for (std::size_t i = 0; i < a.terms.size(); ++i)
      terms.push_back(select(test, a.terms[i], b.terms[i]));
  } else {
    const bool fused = a.fused || b.fused; // then all are products
    for (const Chain *side : {&a, &b})
      for (const NodeId term : side->terms)
        terms.push_back(guarded(fused && !side->fused ? asProduct(term) : term, test, side == &a, fused));
  }
  chain.absorbed.insert(chain.absorbed.end(), a.absorbed.begin(), a.absorbed.end());
  chain.absorbed.insert(chain.absorbed.end(), b.absorbed.begin(), b.absorbed.end());
  if (!chain.operation)
    chain.operation = some.operation;
  if (!take(some.kind, std::move(terms), before, a.fused || b.fused))
    return false;
  steps.back().computed = some.format;
  return true;
}

bool Unchaining::takeStep(unsigned depth) {
  switch (graph[current].op) {
  case Op::Add:
    return takeSide(ReductionKind::Sum);
  case Op::Mul:
    return takeSide(ReductionKind::Product);
  case Op::Min:
    return takeSide(ReductionKind::Min);
  case Op::Max:
    return takeSide(ReductionKind::Max);
  case Op::Sub: {
    const NodeId right = graph.operand(current, 1);
    return !depends(right) && take(ReductionKind::Sum, {graph.unary(Op::Neg, right, graph[right].type)}, graph.operand(current, 0));
  }
  case Op::Fma:
    return takeFused();
  case Op::Reduce:
    return takeReduce();
  case Op::Select:
    return takeSelect(depth);
  default:
    return false;
  }
}

Chain Unchaining::between(NodeId after, unsigned depth) {
  current = after;
  while (!graph.sameValue(current, before)) {
    if (graph[current].op == Op::Cast) {
      chain.exact = chain.exact && graph[current].rounding == order::Rounding::NearestEven;
      chain.absorbed.push_back(current);
      converted.push_back(graph[current].type.format);
      current = graph.operand(current, 0);
    } else if (!takeStep(depth)) {
      chain.fails = true;
      return chain;
    }
  }
  std::reverse(converted.begin(), converted.end());
  finish(std::move(converted));
  return chain;
}

NodeId Unchaining::reduceOver(NodeId like, const order::Reduction &reduction, std::span<const NodeId> operands) {
  order::NodeSpec spec;
  spec.op = Op::Reduce;
  spec.type = graph[like].type;
  spec.operands = operands;
  spec.reduction = &reduction;
  spec.version = graph[like].op == Op::Reduce ? graph[like].version : 0;
  spec.environment = graph.environment(like);
  spec.place = graph[like].place;
  return graph.intern(spec);
}

/// An inner loop's sum as one of its own.
NodeId Unchaining::detached(NodeId reduce) {
  order::Reduction own = graph.reduction(reduce);
  own.continues = false;
  return reduceOver(reduce, own, graph.operands(reduce));
}

/// What the accumulator is rounded to after a step; nothing when that happens twice.
std::optional<Format> Unchaining::kept(const Step &step) const {
  Format format = step.computed;
  bool rounded = false;
  for (const Format next : step.conversions) {
    if (next == format || format::widensExactly(format, next))
      continue;
    if (rounded)
      return std::nullopt;
    rounded = true;
    format = next;
  }
  return format;
}

/// Puts the steps in order; `atStart`: conversions of the accumulator before the first of them, which follow those after the last.
void Unchaining::finish(std::vector<Format> atStart) {
  const Format own = graph[before].type.format;
  chain.format = own;
  if (steps.empty()) {
    chain.exact = chain.exact && llvm::all_of(atStart, [&](Format format) { return format == own || format::widensExactly(own, format); });
    return;
  }
  llvm::append_range(steps.front().conversions, atStart);
  // The narrowest format on the way, even where it is not the only one.
  for (const Step &step : steps)
    for (const Format format : step.conversions)
      if (format::isFloatingPoint(format) && format != chain.format && format::widensExactly(format, chain.format))
        chain.format = format;
  chain.fused = llvm::any_of(steps, [](const Step &step) { return step.fused; });
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    chain.exact = chain.exact && kept(*step) == chain.format && (!chain.fused || step->computed == chain.format);
    for (NodeId term : step->terms) {
      const Format wide = step->computed;
      const bool widened = wide != chain.format && graph[term].type.format != wide && isOwn(term);
      if (!isOwn(term) && graph[term].type.format != chain.format) {
        chain.exact = false;
        term = detached(term);
      }
      if (widened && format::widensExactly(graph[term].type.format, wide))
        term = graph.cast(term, {wide, graph[term].type.shape}); // added in the wide format
      chain.terms.push_back(chain.fused && !step->fused ? asProduct(term) : term);
    }
  }
}

/// True when terms of this format join by additions that round to it alone: no sum of them is -0 but of -0 and -0.
bool onlyAdds(const Graph &graph, std::span<const NodeId> terms, Format format) {
  return llvm::all_of(terms, [&](NodeId term) {
    if (!order::continuesSum(graph, term))
      return graph[term].type.format == format;
    return !graph.reduction(term).fused && graph[term].type.format == format && onlyAdds(graph, order::termsOf(graph, term), format);
  });
}

} // namespace

bool reaches(const Graph &graph, NodeId from, NodeId target) {
  std::vector<NodeId> work{from};
  llvm::DenseSet<std::uint32_t> seen;
  while (!work.empty()) {
    const NodeId current = work.back();
    work.pop_back();
    if (current < target || !seen.insert(current.index).second)
      continue; // operands are older than their users
    if (graph.sameValue(current, target))
      return true;
    for (const NodeId operand : graph.operands(current))
      work.push_back(operand);
  }
  return false;
}

Chain chainBetween(Graph &graph, NodeId before, NodeId after, bool neverMinusZero) {
  Chain chain = Unchaining(graph, before, neverMinusZero).between(after, 0);
  const bool plain = !chain.fused && chain.format == graph[before].type.format && onlyAdds(graph, chain.terms, chain.format);
  if (neverMinusZero && !chain.fails && !plain)
    chain = Unchaining(graph, before, false).between(after, 0);
  return chain;
}

NodeId termOf(Graph &graph, const Chain &chain) {
  if (chain.terms.size() == 1)
    return chain.terms.front();
  if (isExtremum(chain.kind)) {
    const Op combine = chain.kind == ReductionKind::Min ? Op::Min : Op::Max;
    NodeId all = chain.terms.front();
    for (const NodeId term : llvm::ArrayRef(chain.terms).drop_front())
      all = graph.binary(combine, all, term, graph[term].type);
    return all;
  }
  order::NodeSpec spec;
  spec.op = Op::Terms;
  spec.type = {chain.format, graph[chain.terms.front()].type.shape};
  spec.operands = chain.terms;
  // In one statement the additions stand where the last one does.
  const auto statement = [&](NodeId operation) {
    return graph[operation].place ? std::optional(graph.place(graph[operation].place).statement) : std::nullopt;
  };
  const bool together = llvm::all_of(
      chain.absorbed, [&](NodeId operation) { return graph[operation].op == Op::Cast || statement(operation) == statement(chain.operation); });
  if (together)
    spec.place = graph[chain.operation].place;
  return graph.intern(spec);
}

} // namespace fporder::frontend
