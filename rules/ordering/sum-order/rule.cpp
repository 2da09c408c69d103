// Written-out sums: `a + b - c + d`, added in the written order.
//
// A pattern sees two additions at a time; this rule sees the whole chain, so that a sum of n terms is one finding at its last addition. A chain
// follows left operands only: parentheses on the right, and sums balanced by hand, are the author's choice of an order.
#include "rules/engine/hook.h"

#include "runtime/limits/limits.h"

#include <algorithm>

namespace fporder::rules {

namespace {

using namespace order;

constexpr std::size_t maxAlternativeTerms = limits::most(limits::Limit::SpelledTerms); // beyond this the alternative is named, not spelled

struct Term {
  NodeId node;
  bool negative = false;
};

struct Chain {
  std::vector<Term> terms;       // first to last
  std::vector<NodeId> additions; // innermost first
};

bool isSum(const Graph &graph, NodeId node) {
  Node stored = graph[node];
  return (stored.op == Op::Add || stored.op == Op::Sub) && format::isFloatingPoint(stored.type.format) && stored.type.shape != Shape::Complex;
}

/// The call through which the operation came into this procedure: what a helper adds up that is given objects is the helper's own sum, as a vector's
/// product is. One that is given numbers is an expression with a name, which is read where it is called.
PlaceId inlining(const Graph &graph, NodeId node) {
  PlaceId place = graph[node].place;
  while (place && graph.place(place).ofNumbers)
    place = graph.place(place).inlinedAt;
  return place ? graph.place(place).inlinedAt : PlaceId{};
}

/// Somebody else than `next` uses the sum: it is a quantity by itself, which another grouping would have to compute beside the new one.
bool hasOtherUses(Analysis &analysis, NodeId sum, NodeId next) {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{sum};
  for (std::size_t at = 0; at < work.size() && at < 16; ++at)
    for (NodeId user : analysis.users(work[at])) {
      if (analysis.isExactCast(user))
        work.push_back(user);
      else if (!graph.sameValue(user, next))
        return true;
    }
  return false;
}

/// The addition that the left operand of `node` continues to, read in the same function.
NodeId continuation(Analysis &analysis, NodeId node) {
  const Graph &graph = analysis.graph();
  NodeId left = analysis.strip(graph.operand(node, 0));
  return isSum(graph, left) && inlining(graph, left) == inlining(graph, node) && !hasOtherUses(analysis, left, node) ? left : NodeId{};
}

Chain collect(Analysis &analysis, NodeId root) {
  const Graph &graph = analysis.graph();
  Chain chain;
  NodeId node = root;
  while (true) {
    chain.additions.push_back(node);
    chain.terms.push_back({graph.operand(node, 1), graph[node].op == Op::Sub});
    NodeId next = continuation(analysis, node);
    if (!next || limits::reaches(limits::Limit::SumTerms, chain.terms.size())) {
      chain.terms.push_back({graph.operand(node, 0), false});
      break;
    }
    node = next;
  }
  std::ranges::reverse(chain.additions);
  std::ranges::reverse(chain.terms);
  for (Term &term : chain.terms)
    while (graph[analysis.strip(term.node)].op == Op::Neg)
      term = {graph.operand(analysis.strip(term.node), 0), !term.negative};
  return chain;
}

/// A later addition of the same function goes on from this one.
bool goesOn(Analysis &analysis, NodeId node) {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{node};
  for (std::size_t next = 0; next < work.size() && next < 16; ++next)
    for (NodeId user : analysis.users(work[next])) {
      if (isSum(graph, user) && graph.operand(user, 0) == work[next] && continuation(analysis, user))
        return true;
      if (analysis.isExactCast(user))
        work.push_back(user);
    }
  return false;
}

/// A constant zero, or something multiplied by one, as matrices written out have them.
bool isZeroTerm(Analysis &analysis, NodeId node) {
  const Graph &graph = analysis.graph();
  const auto isZero = [&](NodeId value) {
    const auto number = analysis.isConstant(value) ? analysis.constantValue(value) : std::nullopt;
    return number && number->isZero();
  };
  return isZero(node) || (graph[node].op == Op::Mul && std::ranges::any_of(graph.operands(node), isZero));
}

/// What a call returns that is not seen, or a query of the work-item's.
bool isCalled(const Graph &graph, NodeId node) {
  const StorageId storage = graph.storage(node);
  if (!storage)
    return false;
  const Storage::Kind kind = rootOf(graph, storage).kind;
  return kind == Storage::Kind::Result || kind == Storage::Kind::Random || kind == Storage::Kind::WorkItem;
}

/// Whether an author would want to know: cancellation is possible, or there are enough terms for the order to be a decision.
bool matters(Analysis &analysis, const Chain &chain) {
  const Graph &graph = analysis.graph();
  std::size_t zeros = 0, calls = 0, constants = 0, products = 0, scalars = 0, integers = 0, negative = 0;
  for (const Term &term : chain.terms) {
    NodeId node = analysis.strip(term.node);
    Op op = graph[node].op;
    const bool zero = isZeroTerm(analysis, node);
    const bool constant = !zero && analysis.isConstant(node);
    constants += constant;
    zeros += zero;
    products += op == Op::Mul && !zero;
    calls += isCalled(graph, node);
    scalars += !constant && (op == Op::Input || op == Op::LoopValue);
    integers += zero || constant || analysis.isIntegral(node);
    negative += !zero && (term.negative || (constant && analysis.sign(node).nonPositive));
  }
  std::size_t count = chain.terms.size() - zeros;
  if (count < 3)
    return false;
  // In a template, what an unknown function yields need not even round: permuted indices, masks.
  if (graph[chain.additions.back()].type.format == format::Format::Dependent && calls + constants + 1 >= count)
    return false;
  // Integers kept in floating point add exactly, and x - floor(x) - 1 rounds at most where x is added.
  if (integers + 1 >= chain.terms.size() || count - constants < 2)
    return false;
  if (negative != 0 && negative != count)
    return true;
  if (count == 3)
    return scalars == count;
  return count > 4 || products != count;
}

/// What was added last is taken away again, (x + s) - s or (s + x) - s: over the reals it was never there, and rounding is what the author is after.
/// Where that is a mistake, term-taken-back says so.
bool takesTermBack(Analysis &analysis, const std::vector<Term> &terms) {
  const auto cancel = [&](const Term &left, const Term &right) {
    return left.negative != right.negative && analysis.graph().sameValue(analysis.strip(left.node), analysis.strip(right.node));
  };
  return std::ranges::adjacent_find(terms, cancel) != terms.end() || (terms.size() == 3 && cancel(terms.front(), terms.back()));
}

/// The field that a value is, or an element of: "radius" of a->radius and of shape.radius.
std::string_view field(const Graph &graph, NodeId node) {
  StorageId storage = graph[node].op == Op::LoopValue ? StorageId{} : graph.storage(node);
  while (storage && graph.storage(storage).kind == Storage::Kind::Element)
    storage = graph.storage(storage).of;
  return storage && graph.storage(storage).kind == Storage::Kind::Member ? std::string_view(graph.storage(storage).name) : std::string_view();
}

/// The same field of two objects is subtracted first, exactly where the objects are alike, and all that becomes of the sum is a scaled offset from
/// something else: the sum's own rounding is lost in that.
bool isOffset(Analysis &analysis, const Chain &chain) {
  const Graph &graph = analysis.graph();
  if (!chain.terms[1].negative || chain.terms[0].negative)
    return false;
  const NodeId first = analysis.strip(chain.terms[0].node), second = analysis.strip(chain.terms[1].node);
  if (field(graph, first).empty() || field(graph, first) != field(graph, second))
    return false;
  std::vector<NodeId> work{chain.additions.back()};
  bool scaled = false, added = false;
  for (std::size_t at = 0; at < work.size(); ++at)
    for (NodeId user : analysis.users(work[at])) {
      const Op op = graph[user].op;
      if ((op == Op::Mul || analysis.isExactCast(user)) && work.size() < limits::most(limits::Limit::OffsetUses)) {
        work.push_back(user);
        scaled = scaled || op == Op::Mul;
      } else if (scaled && (op == Op::Add || op == Op::Sub || op == Op::Fma)) {
        added = true;
      } else {
        return false;
      }
    }
  return added;
}

/// left + right, with the sign of the whole moved to the front.
Term combine(Graph &graph, Term left, Term right, const Node &root, const Environment &environment) {
  if (left.negative == right.negative)
    return {graph.binary(Op::Add, left.node, right.node, root.type, {}, environment), left.negative};
  const Term &plus = left.negative ? right : left, &minus = left.negative ? left : right;
  return {graph.binary(Op::Sub, plus.node, minus.node, root.type, {}, environment), false};
}

NodeId finish(Graph &graph, Term sum, const Node &root, const Environment &environment) {
  return sum.negative ? graph.unary(Op::Neg, sum.node, root.type, {}, environment) : sum.node;
}

/// Neighbours first, then pairs of pairs.
NodeId pairwise(Graph &graph, std::vector<Term> terms, NodeId root) {
  Node stored = graph[root];
  Environment environment = graph.environment(root);
  while (terms.size() > 1) {
    std::size_t out = 0;
    for (std::size_t in = 0; in < terms.size(); in += 2)
      terms[out++] = in + 1 < terms.size() ? combine(graph, terms[in], terms[in + 1], stored, environment) : terms[in];
    terms.resize(out);
  }
  return finish(graph, terms[0], stored, environment);
}

/// The last two terms first: a + (b + c).
NodeId fromTheRight(Graph &graph, const std::vector<Term> &terms, NodeId root) {
  Node stored = graph[root];
  Environment environment = graph.environment(root);
  Term sum = terms.back();
  for (std::size_t i = terms.size() - 1; i-- > 0;)
    sum = combine(graph, terms[i], sum, stored, environment);
  return finish(graph, sum, stored, environment);
}

} // namespace

void sumOrder(RuleContext &context) {
  Analysis &analysis = context.analysis();
  Graph &graph = context.graph();
  for (std::size_t i = 0; i < context.procedure().computations.size(); ++i) {
    NodeId root = context.procedure().computations[i].node;
    const limits::Here here(root.index);
    if (!isSum(graph, root) || !continuation(analysis, root) || goesOn(analysis, root))
      continue;
    Chain chain = collect(analysis, root);
    bool compensated = std::ranges::any_of(chain.additions, [&](NodeId addition) { return analysis.compensated(addition); });
    if (compensated || !matters(analysis, chain) || isOffset(analysis, chain) || takesTermBack(analysis, chain.terms))
      continue;
    Draft draft;
    draft.root = root;
    if (chain.terms.size() <= maxAlternativeTerms) {
      bool three = chain.terms.size() == 3;
      NodeId other = three ? fromTheRight(graph, chain.terms, root) : pairwise(graph, chain.terms, root);
      draft.orders.push_back({other, three ? "the last two terms first" : "pairs of neighbours first", false});
    } else {
      draft.notes.push_back(
          {graph[root].place, "a sum of " + std::to_string(chain.terms.size()) + " terms; adding halves pairwise rounds in another order"});
    }
    draft.operations = std::move(chain.additions);
    context.report(std::move(draft));
  }
}

} // namespace fporder::rules
