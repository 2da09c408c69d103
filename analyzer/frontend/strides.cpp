// An index is taken apart into a sum of products. Its innermost variable stands alone with values below a stride that all other terms are multiples
// of; what is left over that stride is looked at in the same way.
#include "analyzer/frontend/strides.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t mostTerms = 16;  // of an index that is looked at
constexpr unsigned longestIndex = 256; // nodes of one
constexpr long long largestCoefficient = 1LL << 40;

/// coefficient * (product of factors) * (the induction variable of one of the loops, if any)
struct Term {
  long long coefficient = 1;
  llvm::SmallVector<NodeId, 4> factors; // that no loop changes
  NodeId variable;
};

class Sum {
public:
  Sum(const Memory &elements, llvm::ArrayRef<std::uint32_t> variables) : memory(elements), graph(elements.graph), loops(variables) {}

  /// False when `index` is no sum of products with one induction variable each.
  bool take(NodeId index, long long sign = 1);
  /// Takes off `pending` the loops whose variables the sum tells apart.
  void settle(llvm::SmallVectorImpl<std::uint32_t> &pending, bool assumed);

private:
  bool takeProduct(NodeId product, Term &term) const;
  bool stepOver(std::size_t inner);
  std::optional<long long> constantOf(NodeId node) const;
  const Memory::LoopRange *rangeOf(NodeId variable) const;

  const Memory &memory;
  const order::Graph &graph;
  llvm::ArrayRef<std::uint32_t> loops;
  std::vector<Term> terms; // those that mention a variable
};

std::optional<long long> Sum::constantOf(NodeId node) const {
  const OffsetForm form = offsetForm(graph, node);
  return form.base || std::llabs(form.offset) > largestCoefficient ? std::nullopt : std::optional(form.offset);
}

const Memory::LoopRange *Sum::rangeOf(NodeId variable) const {
  const auto range = memory.loopRanges.find(graph[variable].version);
  return range == memory.loopRanges.end() ? nullptr : &range->second;
}

bool Sum::takeProduct(NodeId product, Term &term) const {
  if (const auto constant = constantOf(product)) {
    if (std::llabs(term.coefficient) > largestCoefficient / std::max(1LL, std::llabs(*constant)))
      return false;
    term.coefficient *= *constant;
    return true;
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
  return true;
}

bool Sum::take(NodeId index, long long sign) {
  if (!dependsOnAny(graph, index, loops))
    return true; // the same for all
  const order::Node node = graph[index];
  if (node.op == Op::Cast)
    return take(graph.operand(index, 0), sign);
  if (node.op == Op::Add || node.op == Op::Sub)
    return take(graph.operand(index, 0), sign) && take(graph.operand(index, 1), node.op == Op::Add ? sign : -sign);
  Term term;
  term.coefficient = sign;
  if (terms.size() == mostTerms || !takeProduct(index, term) || !term.variable || term.coefficient == 0)
    return false;
  terms.push_back(std::move(term));
  return true;
}

/// All other terms are multiples of a stride above what `inner` can be: takes it off, and the stride where it is a factor.
bool Sum::stepOver(std::size_t inner) {
  const Term term = terms[inner];
  const Memory::LoopRange *range = rangeOf(term.variable);
  const auto first = range ? constantOf(range->start) : std::nullopt;
  if (!range || first != 0 || !term.factors.empty())
    return false;
  std::vector<Term> others;
  for (std::size_t position = 0; position < terms.size(); ++position)
    if (position != inner)
      others.push_back(terms[position]);
  if (const auto bound = constantOf(range->bound)) {
    long long stride = 0;
    for (const Term &other : others)
      stride = std::gcd(stride, other.coefficient);
    if (*bound < 1 || *bound > largestCoefficient / std::llabs(term.coefficient) || std::llabs(term.coefficient) * (*bound - 1) >= stride)
      return false;
  } else {
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
    if (Sum sum(memory, loops); isShort(memory.graph, index, longestIndex) && sum.take(index))
      sum.settle(pending, assumed);
  return pending.empty();
}

} // namespace fporder::frontend
