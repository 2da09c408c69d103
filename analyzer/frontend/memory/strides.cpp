// An index is taken apart into a sum of products. Its innermost variable stands alone with values below a stride that all other terms are multiples
// of; what is left over that stride is looked at in the same way.
#include "analyzer/frontend/memory/strides.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr long long largestCoefficient = limits::most(limits::Limit::IndexCoefficient);

/// coefficient * (product of factors) * (the induction variable of one of the loops, if any, which goes up in steps)
struct Term {
  long long coefficient = 1, step = 1;
  llvm::SmallVector<NodeId, 4> factors; // that no loop changes
  NodeId variable;
};

class Sum {
public:
  Sum(const Memory &elements, llvm::ArrayRef<std::uint32_t> variables) : memory(elements), graph(elements.graph), loops(variables) {}

  /// False when `index` is no sum of products with one induction variable each.
  bool take(NodeId index);
  /// Takes off `pending` the loops whose variables the sum tells apart.
  void settle(llvm::SmallVectorImpl<std::uint32_t> &pending, bool assumed);

private:
  bool takeProduct(NodeId product, Term &term) const;
  bool stepOver(std::size_t inner);
  const LoopRange *rangeOf(NodeId variable) const;

  const Memory &memory;
  const order::Graph &graph;
  llvm::ArrayRef<std::uint32_t> loops;
  std::vector<Term> terms; // those that mention a variable
};

const LoopRange *Sum::rangeOf(NodeId variable) const {
  const Loop *loop = memory.loopTable.find(graph[variable].version);
  return loop && loop->range ? &*loop->range : nullptr;
}

bool Sum::takeProduct(NodeId product, Term &term) const {
  if (const auto constant = wholeNumber(graph, product)) {
    if (std::llabs(*constant) > largestCoefficient / std::llabs(term.coefficient))
      return false;
    term.coefficient *= *constant;
    return term.coefficient != 0;
  }
  const order::Node node = graph[product];
  if (node.op == Op::Mul)
    return takeProduct(graph.operand(product, 0), term) && takeProduct(graph.operand(product, 1), term);
  if (node.op == Op::Cast)
    return takeProduct(graph.operand(product, 0), term);
  if (!dependsOnAny(graph, product, loops)) {
    term.factors.push_back(product);
    return true;
  }
  if (node.op != Op::LoopIndex || term.variable)
    return false;
  term.variable = product;
  const Loop *loop = memory.loopTable.find(node.version);
  const long long step = loop ? loop->step.value_or(0) : 0;
  if (step > 0 && !limits::exceeds(limits::Limit::IndexStep, static_cast<std::uint64_t>(step)))
    term.step = step;
  return true;
}

bool Sum::take(NodeId index) {
  const std::optional<order::AffineForm> form = order::affineForm(graph, index);
  if (!form)
    return false;
  for (const auto &[value, coefficient] : form->terms) {
    if (!dependsOnAny(graph, value, loops))
      continue; // the same for all
    Term term;
    term.coefficient = coefficient;
    if (limits::reaches(limits::Limit::IndexTerms, terms.size()) || std::llabs(term.coefficient) > largestCoefficient || !takeProduct(value, term) ||
        !term.variable)
      return false;
    terms.push_back(std::move(term));
  }
  return true;
}

/// All other terms are multiples of a stride above what `inner` can be: takes it off, and the stride where it is a factor.
bool Sum::stepOver(std::size_t inner) {
  const Term term = terms[inner];
  const LoopRange *range = rangeOf(term.variable);
  if (!range || !term.factors.empty())
    return false;
  const OffsetForm first = offsetForm(graph, range->start), end = offsetForm(graph, range->bound);
  std::vector<Term> others;
  for (std::size_t position = 0; position < terms.size(); ++position)
    if (position != inner)
      others.push_back(terms[position]);
  if (first.base == end.base) {
    long long stride = 0;
    for (const Term &other : others)
      stride = std::gcd(stride, other.coefficient * other.step);
    const long long length = end.offset - first.offset;
    if (length < 1 || length > largestCoefficient / std::llabs(term.coefficient) ||
        std::llabs(term.coefficient) * ((length - 1) / term.step * term.step) >= stride)
      return false;
  } else {
    if (first.base || first.offset < 0)
      return false;
    for (Term &other : others) {
      const auto *factor = llvm::find_if(other.factors, [&](NodeId node) { return graph.sameValue(node, range->bound); });
      if (factor == other.factors.end() || std::llabs(term.coefficient) != 1)
        return false;
      other.factors.erase(factor);
    }
  }
  terms = std::move(others);
  return true;
}

void Sum::settle(llvm::SmallVectorImpl<std::uint32_t> &pending, bool assumed) {
  llvm::SmallVector<std::uint32_t, 4> all;
  for (const Term &term : terms)
    all.push_back(graph[term.variable].version);
  llvm::sort(all);
  if (std::adjacent_find(all.begin(), all.end()) != all.end())
    return; // i * n + i
  while (terms.size() > 1) {
    bool stepped = false;
    for (std::size_t inner = 0; inner < terms.size() && !stepped; ++inner)
      stepped = stepOver(inner);
    if (stepped)
      continue;
    // Rows: all strides but one are unknown values.
    const auto plain = llvm::count_if(terms, [](const Term &term) { return term.factors.empty(); });
    if (!assumed || plain > 1)
      return;
    terms.resize(1);
  }
  llvm::erase_if(pending, [&](std::uint32_t loop) { return llvm::is_contained(all, loop); });
}

} // namespace

bool areApart(const Memory &memory, llvm::ArrayRef<NodeId> indices, llvm::ArrayRef<std::uint32_t> loops, bool assumed) {
  llvm::SmallVector<std::uint32_t, 4> pending(loops.begin(), loops.end());
  for (const NodeId index : indices)
    if (Sum sum(memory, loops); isShort(memory.graph, index, limits::Limit::IndexSize) && sum.take(index))
      sum.settle(pending, assumed);
  return pending.empty();
}

namespace {

/// written - other as a constant and terms that are each a stride times any integer, some of them in known bounds.
class Difference {
public:
  Difference(const Memory &elements, llvm::ArrayRef<std::uint32_t> variables) : memory(elements), graph(elements.graph), loops(variables) {}

  /// Adds `index`, or subtracts it: false when it is no sum of products that can be looked at.
  bool take(NodeId index, bool written);
  /// True when the difference is never nought.
  bool isNeverNought();

private:
  struct Leaf {
    NodeId node;
    long long coefficient = 0, elsewhere = 0; // the second of a variable as it is in any iteration
  };
  struct Multiple {
    long long stride = 0, least = 0, most = 0;
    bool bounded = false;
  };
  bool takeTerm(NodeId value, long long coefficient, bool written);
  Multiple multipleOf(NodeId node, long long coefficient, bool fromStart);
  bool isBehind(const Leaf &behind, const Leaf &before) const;
  bool isLeftBehind();

  const Memory &memory;
  const order::Graph &graph;
  llvm::ArrayRef<std::uint32_t> loops;
  std::vector<Leaf> leaves;
  long long constant = 0;
};

bool Difference::take(NodeId index, bool written) {
  const std::optional<order::AffineForm> read = order::affineForm(graph, index), form = read && !written ? read->times(-1) : read;
  if (!form || std::llabs(form->constant) > largestCoefficient)
    return false;
  constant += form->constant;
  return llvm::all_of(form->terms, [&](const order::AffineForm::Term &term) { return takeTerm(term.value, term.coefficient, written); });
}

bool Difference::takeTerm(NodeId value, long long coefficient, bool written) {
  const order::Node node = graph[value];
  const bool visited = node.op == Op::LoopIndex && llvm::is_contained(loops, node.version);
  const auto changes = [&](NodeId part) { return graph[part].op == Op::LoopValue; };
  if (std::llabs(coefficient) > largestCoefficient || (!visited && (dependsOnAny(graph, value, loops) || anyBelow(graph, value, changes))))
    return false;
  auto leaf = llvm::find_if(leaves, [&](const Leaf &known) { return graph.sameValue(known.node, value); });
  if (leaf == leaves.end()) {
    if (limits::reaches(limits::Limit::IndexTerms, leaves.size()))
      return false;
    leaves.push_back({value, 0, 0});
    leaf = std::prev(leaves.end());
  }
  (visited && !written ? leaf->elsewhere : leaf->coefficient) += coefficient;
  return true;
}

/// coefficient * (what the variable is beyond its first value); that value goes to `constant`, where it is known.
Difference::Multiple Difference::multipleOf(NodeId node, long long coefficient, bool fromStart) {
  Multiple result{std::llabs(coefficient), 0, 0, false};
  const Loop *loop = graph[node].op == Op::LoopIndex ? memory.loopTable.find(graph[node].version) : nullptr;
  const long long step = loop ? loop->step.value_or(0) : 0;
  if (step != 0 && !loop->range && !fromStart && std::llabs(step) <= largestCoefficient / std::max(1LL, result.stride))
    result.stride *= std::llabs(step);
  if (step == 0 || !loop->range)
    return result;
  const OffsetForm first = offsetForm(graph, loop->range->start), end = offsetForm(graph, loop->range->bound);
  const long long reach = largestCoefficient / std::max(1LL, result.stride);
  if ((fromStart && (first.base || std::llabs(first.offset) > reach)) || std::llabs(step) > reach)
    return result;
  if (fromStart)
    constant += coefficient * first.offset;
  result.stride *= std::llabs(step);
  if (first.base != end.base || step < 0 || end.offset < first.offset || end.offset - first.offset > reach)
    return result;
  const long long last = (end.offset - first.offset + step - 1) / step - 1;
  const long long farthest = std::max(0LL, last) * step * coefficient;
  return {result.stride, std::min(0LL, farthest), std::max(0LL, farthest), true};
}

/// A loop over `behind` goes on where the one over `before` has ended.
bool Difference::isBehind(const Leaf &behind, const Leaf &before) const {
  const Loop *loop = graph[behind.node].op == Op::LoopIndex ? memory.loopTable.find(graph[behind.node].version) : nullptr;
  if (!loop || !loop->range || loop->step.value_or(0) <= 0 || behind.elsewhere != 0)
    return false;
  const auto exit = memory.loopTable.leftBehind.find(graph.value(loop->range->start).index);
  return exit != memory.loopTable.leftBehind.end() && graph.sameValue(exit->second.index, before.node);
}

/// True when what is written lies below all that is read: a loop's elements, and those from its end on.
bool Difference::isLeftBehind() {
  for (const Leaf &before : leaves) {
    const Loop *loop = graph[before.node].op == Op::LoopIndex ? memory.loopTable.find(graph[before.node].version) : nullptr;
    const long long step = loop ? loop->step.value_or(0) : 0;
    if (step <= 0 || step > largestCoefficient || before.coefficient <= 0 || before.elsewhere != 0)
      continue;
    const auto behind = llvm::find_if(leaves, [&](const Leaf &leaf) { return leaf.coefficient == -before.coefficient && isBehind(leaf, before); });
    if (behind == leaves.end() || before.coefficient > largestCoefficient / step)
      continue;
    const long long given = constant;
    long long most = -before.coefficient * step;
    bool bounded = true;
    for (const Leaf &leaf : leaves) {
      if (&leaf == &before || &leaf == &*behind)
        continue;
      if (leaf.node == memory.elementIndex && leaf.coefficient == before.coefficient && leaf.elsewhere == 0) {
        most += leaf.coefficient * (step - 1); // slices of two iterations do not overlap
        continue;
      }
      const Multiple other = multipleOf(leaf.node, leaf.coefficient, true);
      bounded = bounded && other.bounded && leaf.elsewhere == 0;
      most += other.most;
    }
    most += constant;
    constant = given;
    if (bounded && most < 0)
      return true;
  }
  return false;
}

bool Difference::isNeverNought() {
  if (isLeftBehind())
    return true;
  std::vector<Multiple> terms;
  for (const Leaf &leaf : leaves) {
    if (leaf.coefficient != 0 && leaf.coefficient == -leaf.elsewhere) { // of two iterations: how far they are apart
      Multiple apart = multipleOf(leaf.node, leaf.coefficient, false);
      apart.most = std::max(apart.most, -apart.least);
      apart.least = -apart.most;
      terms.push_back(apart);
      continue;
    }
    for (const long long coefficient : {leaf.coefficient, leaf.elsewhere})
      if (coefficient != 0)
        terms.push_back(multipleOf(leaf.node, coefficient, true));
  }
  llvm::sort(terms, [](const Multiple &a, const Multiple &b) { return a.bounded != b.bounded ? !a.bounded : a.stride > b.stride; });
  // Multiples of one stride on one side, what the bounds leave of the others on the other.
  for (std::size_t outer = 0; outer <= terms.size(); ++outer) {
    long long stride = 0, least = constant, most = constant;
    bool bounded = true;
    for (std::size_t position = 0; position < terms.size(); ++position) {
      if (position < outer) {
        stride = std::gcd(stride, terms[position].stride);
        continue;
      }
      bounded = bounded && terms[position].bounded;
      least += terms[position].least;
      most += terms[position].most;
    }
    if (!bounded)
      continue;
    if (least <= 0 && most >= 0)
      continue;
    const long long near = least > 0 ? least : -most, far = least > 0 ? most : -least;
    if (stride == 0 || far / stride * stride < near)
      return true;
  }
  return false;
}

} // namespace

bool neverMeet(const Memory &memory, NodeId written, NodeId other, llvm::ArrayRef<std::uint32_t> loops) {
  if (!isShort(memory.graph, written, limits::Limit::IndexSize) || !isShort(memory.graph, other, limits::Limit::IndexSize))
    return false;
  Difference difference(memory, loops);
  return difference.take(written, true) && difference.take(other, false) && difference.isNeverNought();
}

} // namespace fporder::frontend
