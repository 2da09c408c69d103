#include "runtime/order/index_algebra.h"

#include "runtime/limits/limits.h"
#include "runtime/order/integer_limits.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

namespace fporder::order {

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 62; // beyond the numbers of a form
constexpr double largestFolded = 0x1p52, largestConstant = 0x1p53;

/// The nodes that a form of `node` is made from; none where there are too many.
template <class StopsAt> std::vector<NodeId> nodesOf(const Graph &graph, NodeId node, const StopsAt &stopsAt) {
  std::vector<NodeId> nodes = reachableWithin(graph, node, limits::most(limits::Limit::IndexNodes), stopsAt);
  if (nodes.empty())
    limits::Watch::note(limits::Limit::IndexNodes);
  return nodes;
}

std::optional<long long> constantOf(const Graph &graph, NodeId node) {
  if (graph[node].op != Op::Constant || !graph.number(node).isInteger())
    return std::nullopt;
  const double value = graph.number(node).approximate();
  return std::abs(value) <= largestConstant ? std::optional(static_cast<long long>(value)) : std::nullopt;
}

std::optional<std::int64_t> fitting(__int128 number) {
  return number > -largest && number < largest ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

bool isShift(const Graph &graph, NodeId node) { return graph[node].op == Op::Call && graph[node].operandCount == 2 && graph.symbol(node) == "<<"; }

/// Operations that a form may be made of.
bool isLinear(const Graph &graph, NodeId node) {
  if (graph[node].type.format != format::Format::Integer)
    return false;
  switch (graph[node].op) {
  case Op::Add:
  case Op::Sub:
  case Op::Neg:
  case Op::Mul:
    return true;
  case Op::Cast:
    return !format::isFloatingPoint(graph[graph.operand(node, 0)].type.format);
  default:
    return isShift(graph, node);
  }
}

class FormReader {
public:
  FormReader(const Graph &graph, const KnownForm &known) : graph(graph), known(known) {}

  std::optional<AffineForm> read(NodeId root) {
    if (!enters(root))
      return at(root);
    const std::vector<NodeId> nodes = nodesOf(graph, root, [&](NodeId node) { return !enters(node); });
    if (nodes.empty())
      return itself(root);
    for (const NodeId node : nodes)
      forms[node.index] = enters(node) ? combined(node) : at(node);
    return forms.at(root.index);
  }

private:
  static AffineForm itself(NodeId node) { return {0, {{node, 1}}}; }

  bool enters(NodeId node) const { return isLinear(graph, node) && !(known && known(node)); }

  /// Of a node that is not entered.
  std::optional<AffineForm> at(NodeId node) const {
    if (std::optional<AffineForm> answer = known ? known(node) : std::nullopt)
      return answer;
    if (const auto constant = constantOf(graph, node))
      return AffineForm{*constant, {}};
    return itself(node);
  }

  std::optional<AffineForm> combined(NodeId node) const {
    const std::optional<AffineForm> &left = forms.at(graph.operand(node, 0).index);
    if (!left)
      return std::nullopt;
    const Op op = graph[node].op;
    if (op == Op::Neg || op == Op::Cast)
      return left->times(op == Op::Neg ? -1 : 1);
    const std::optional<AffineForm> &right = forms.at(graph.operand(node, 1).index);
    if (!right)
      return std::nullopt;
    if (op == Op::Add || op == Op::Sub)
      return left->plus(graph, *right, op == Op::Add ? 1 : -1);
    const bool shift = isShift(graph, node);
    if (right->terms.empty() && (!shift || (right->constant >= 0 && right->constant < 62)))
      return left->times(shift ? std::int64_t{1} << right->constant : right->constant);
    return !shift && left->terms.empty() ? right->times(left->constant) : itself(node);
  }

  const Graph &graph;
  const KnownForm &known;
  std::unordered_map<std::uint32_t, std::optional<AffineForm>> forms; // by node
};

/// True where fewer values are known to be held than by the type that the result is computed in: it is converted to another one. What the conversion
/// changes is no longer seen when the operation is gone.
bool isNarrowed(const Graph &graph, NodeId node) {
  const std::optional<IntegerLimits> limits = integerLimits(graph, node);
  return limits && limits->width != 0 && *limits != IntegerLimits::ofType(limits->width, limits->isSigned);
}

/// True where neither what a form of `node` is taken apart at nor what it is made of is converted to another type.
bool convertsNothing(const Graph &graph, NodeId node) {
  const std::vector<NodeId> nodes = nodesOf(graph, node, [&](NodeId below) { return !isLinear(graph, below); });
  return !nodes.empty() && std::ranges::none_of(nodes, [&](NodeId below) {
    return isNarrowed(graph, below) || (isLinear(graph, below) && graph[below].op == Op::Cast);
  });
}

/// True where nothing that a form of `node` is taken apart at is computed modulo less than the sum may be that it is a part of.
bool wrapsNowhere(const Graph &graph, NodeId node) {
  const std::vector<NodeId> nodes = nodesOf(graph, node, [&](NodeId below) { return !isLinear(graph, below); });
  return !nodes.empty() && std::ranges::none_of(nodes, [&](NodeId below) {
    const std::optional<IntegerLimits> limits = isLinear(graph, below) ? integerLimits(graph, below) : std::nullopt;
    return limits && limits->wrap() && limits->width < 64;
  });
}

NodeId constantNode(Graph &graph, long long value) { return graph.constant(Number::fromInteger(value), integerType); }

NodeId withOffset(Graph &graph, NodeId base, long long offset) {
  return offset == 0 ? base : graph.binary(offset > 0 ? Op::Add : Op::Sub, base, constantNode(graph, std::llabs(offset)), integerType);
}

/// The one value, with a constant, that is left of a sum or difference of sums.
std::optional<NodeId> cancelled(Graph &graph, Op op, NodeId left, NodeId right) {
  const auto isSum = [&](NodeId node) { return graph[node].op == Op::Add || graph[node].op == Op::Sub; };
  if (!isSum(left) && !isSum(right))
    return std::nullopt;
  const std::optional<AffineForm> first = affineForm(graph, left), second = affineForm(graph, right);
  const std::optional<AffineForm> both = first && second ? first->plus(graph, *second, op == Op::Add ? 1 : -1) : std::nullopt;
  if (!both || both->terms.size() > 1 || (!first->terms.empty() && both->terms.size() + 2 > first->terms.size() + second->terms.size()) ||
      (!both->terms.empty() && both->terms.front().coefficient != 1))
    return std::nullopt;
  for (const NodeId part : {left, right})
    if (!convertsNothing(graph, part) || !wrapsNowhere(graph, part))
      return std::nullopt;
  return both->terms.empty() ? constantNode(graph, both->constant) : withOffset(graph, both->terms.front().value, both->constant);
}

/// True where a sum with a constant that offsetForm takes apart is narrowed.
bool sumIsNarrowed(const Graph &graph, NodeId node) {
  const auto isConstant = [&](std::size_t operand) { return constantOf(graph, graph.operand(node, operand)).has_value(); };
  while (graph[node].op == Op::Add || graph[node].op == Op::Sub) {
    if (isNarrowed(graph, node))
      return true;
    if (isConstant(1))
      node = graph.operand(node, 0);
    else if (graph[node].op == Op::Add && isConstant(0))
      node = graph.operand(node, 1);
    else
      return false;
  }
  return false;
}

} // namespace

OffsetForm offsetForm(const Graph &graph, NodeId node, Conversions conversions) {
  const auto plain = [&](NodeId value) {
    while (conversions == Conversions::AreFollowed && graph[value].op == Op::Cast)
      value = graph.operand(value, 0);
    return value;
  };
  OffsetForm form;
  for (node = plain(node);; node = plain(node)) {
    if (const auto whole = constantOf(graph, node)) {
      form.offset += *whole;
      return form;
    }
    const Op op = graph[node].op;
    if (op == Op::Add || op == Op::Sub) {
      if (const auto right = constantOf(graph, plain(graph.operand(node, 1)))) {
        form.offset += op == Op::Add ? *right : -*right;
        node = graph.operand(node, 0);
        continue;
      }
      if (const auto left = op == Op::Add ? constantOf(graph, plain(graph.operand(node, 0))) : std::nullopt) {
        form.offset += *left;
        node = graph.operand(node, 1);
        continue;
      }
    }
    form.base = graph.value(node);
    form.node = node;
    return form;
  }
}

std::optional<long long> wholeNumber(const Graph &graph, NodeId node) {
  if (!node)
    return std::nullopt;
  const OffsetForm form = offsetForm(graph, node);
  return form.base ? std::nullopt : std::optional(form.offset);
}

std::optional<AffineForm> AffineForm::times(std::int64_t factor) const {
  AffineForm result;
  const std::optional<std::int64_t> product = fitting(__int128{constant} * factor);
  if (!product)
    return std::nullopt;
  result.constant = *product;
  for (const Term &term : terms) {
    const std::optional<std::int64_t> coefficient = fitting(__int128{term.coefficient} * factor);
    if (!coefficient)
      return std::nullopt;
    if (*coefficient != 0)
      result.terms.push_back({term.value, *coefficient});
  }
  return result;
}

std::optional<AffineForm> AffineForm::plus(const Graph &graph, const AffineForm &other, std::int64_t factor) const {
  AffineForm result;
  const std::optional<std::int64_t> sum = fitting(constant + __int128{other.constant} * factor);
  if (!sum)
    return std::nullopt;
  result.constant = *sum;
  auto mine = terms.begin();
  auto theirs = other.terms.begin();
  while (mine != terms.end() || theirs != other.terms.end()) {
    const bool takesMine = theirs == other.terms.end() || (mine != terms.end() && graph.value(mine->value) <= graph.value(theirs->value));
    const bool takesTheirs = mine == terms.end() || (theirs != other.terms.end() && graph.value(theirs->value) <= graph.value(mine->value));
    const NodeId value = takesMine ? mine->value : theirs->value;
    const __int128 own = takesMine ? (mine++)->coefficient : 0, added = takesTheirs ? (theirs++)->coefficient : 0;
    const std::optional<std::int64_t> coefficient = fitting(own + added * factor);
    if (!coefficient)
      return std::nullopt;
    if (*coefficient != 0)
      result.terms.push_back({value, *coefficient});
  }
  return result;
}

std::optional<AffineForm> affineForm(const Graph &graph, NodeId node, const KnownForm &known) { return FormReader(graph, known).read(node); }

std::optional<Number> foldedInteger(Op op, std::span<const Number *const> numbers) {
  long long values[2] = {0, 0};
  if (numbers.empty() || numbers.size() > 2)
    return std::nullopt;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double value = numbers[i]->approximate();
    if (!numbers[i]->isInteger() || std::fabs(value) > largestFolded)
      return std::nullopt;
    values[i] = static_cast<long long>(value);
  }
  if (numbers.size() == 1)
    return op == Op::Neg ? std::optional(Number::fromInteger(-values[0])) : std::nullopt;
  switch (op) {
  case Op::Add:
    return Number::fromInteger(values[0] + values[1]);
  case Op::Sub:
    return Number::fromInteger(values[0] - values[1]);
  case Op::Mul:
    if (std::fabs(static_cast<double>(values[0]) * static_cast<double>(values[1])) > largestFolded)
      return std::nullopt;
    return Number::fromInteger(values[0] * values[1]);
  case Op::Div:
    return values[1] == 0 ? std::nullopt : std::optional(Number::fromInteger(values[0] / values[1]));
  default:
    return std::nullopt;
  }
}

std::optional<NodeId> simplifiedInteger(Graph &graph, Op op, NodeId left, NodeId right) {
  const bool sum = op == Op::Add || op == Op::Sub;
  if (!sum && op != Op::Mul && op != Op::Div)
    return std::nullopt;
  std::optional<long long> first = wholeNumber(graph, left), second = wholeNumber(graph, right);
  if (first && second) {
    const Number a = Number::fromInteger(*first), b = Number::fromInteger(*second);
    const Number *const numbers[] = {&a, &b};
    const std::optional<Number> folded = foldedInteger(op, numbers);
    return folded ? std::optional(graph.constant(*folded, integerType)) : std::nullopt;
  }
  if (op == Op::Add && first) {
    std::swap(left, right);
    std::swap(first, second);
  }
  if ((op == Op::Mul && second == 1) || (op == Op::Div && second == 1))
    return left;
  if (op == Op::Mul && first == 1)
    return right;
  if (!sum)
    return std::nullopt;
  if (op == Op::Sub && graph.sameValue(left, right) && (left == right || (convertsNothing(graph, left) && convertsNothing(graph, right))))
    return constantNode(graph, 0);
  if (!second)
    return cancelled(graph, op, left, right);
  if (*second == 0)
    return left;
  const OffsetForm form = offsetForm(graph, left);
  if ((form.node == left && *second > 0) || (form.node != left && sumIsNarrowed(graph, left)))
    return std::nullopt;
  const long long total = form.offset + (op == Op::Add ? *second : -*second);
  return std::llabs(total) <= static_cast<long long>(largestConstant) ? std::optional(withOffset(graph, form.node, total)) : std::nullopt;
}

namespace {

/// Divides sums term by term and products by one factor.
class Quotient {
public:
  Quotient(Graph &graph, NodeId divisor) : graph(graph), divisor(divisor), number(wholeNumber(graph, divisor)) {}

  std::optional<NodeId> of(NodeId node) {
    if (graph.sameValue(node, divisor))
      return constantNode(graph, 1);
    if (const std::optional<long long> whole = wholeNumber(graph, node))
      return ofNumber(*whole);
    if (!isLinear(graph, node) || isTooMuch())
      return std::nullopt;
    const NodeId left = graph.operand(node, 0);
    switch (graph[node].op) {
    case Op::Cast:
      return of(left);
    case Op::Neg: {
      const std::optional<NodeId> quotient = of(left);
      return quotient ? std::optional(integerOperation(graph, Op::Sub, constantNode(graph, 0), *quotient)) : std::nullopt;
    }
    case Op::Mul:
      return ofProduct(left, graph.operand(node, 1));
    case Op::Call:
      return ofShift(left, graph.operand(node, 1));
    default:
      return ofSum(node);
    }
  }

private:
  bool isTooMuch() {
    if (++visits > limits::most(limits::Limit::ByteOffset))
      limits::Watch::note(limits::Limit::ByteOffset);
    return visits > limits::most(limits::Limit::ByteOffset);
  }
  std::optional<NodeId> ofNumber(long long whole) const {
    const bool divides = whole == 0 || (number && *number != 0 && whole % *number == 0);
    return divides ? std::optional(constantNode(graph, whole == 0 ? 0 : whole / *number)) : std::nullopt;
  }
  std::optional<NodeId> ofProduct(NodeId left, NodeId right) {
    if (const std::optional<NodeId> first = of(left))
      return integerOperation(graph, Op::Mul, *first, right);
    const std::optional<NodeId> second = of(right);
    return second ? std::optional(integerOperation(graph, Op::Mul, left, *second)) : std::nullopt;
  }
  std::optional<NodeId> ofShift(NodeId left, NodeId count) {
    const std::optional<long long> bits = wholeNumber(graph, count);
    return bits && *bits >= 0 && *bits < 53 ? ofProduct(left, constantNode(graph, 1LL << *bits)) : std::nullopt;
  }
  std::optional<NodeId> ofSum(NodeId node) {
    const std::optional<NodeId> first = of(graph.operand(node, 0)), second = first ? of(graph.operand(node, 1)) : std::nullopt;
    return second ? std::optional(integerOperation(graph, graph[node].op, *first, *second)) : std::nullopt;
  }

  Graph &graph;
  NodeId divisor;
  std::optional<long long> number;
  std::size_t visits = 0;
};

} // namespace

std::optional<NodeId> exactQuotient(Graph &graph, NodeId node, NodeId divisor) {
  if (const std::optional<NodeId> quotient = Quotient(graph, divisor).of(node)) // as the terms are written
    return quotient;
  const std::optional<long long> number = wholeNumber(graph, divisor);
  const std::optional<AffineForm> form = number && *number > 0 ? affineForm(graph, node) : std::nullopt;
  const auto divides = [&](std::int64_t coefficient) { return coefficient % *number == 0; };
  if (!form || !divides(form->constant) || !std::ranges::all_of(form->terms, divides, &AffineForm::Term::coefficient))
    return std::nullopt;
  NodeId sum = constantNode(graph, 0);
  for (const AffineForm::Term &term : form->terms) {
    const NodeId product = integerOperation(graph, Op::Mul, constantNode(graph, term.coefficient / *number), term.value);
    sum = integerOperation(graph, Op::Add, sum, product);
  }
  return integerOperation(graph, Op::Add, sum, constantNode(graph, form->constant / *number));
}

NodeId integerOperation(Graph &graph, Op op, NodeId left, NodeId right) {
  const std::optional<NodeId> simplified = simplifiedInteger(graph, op, left, right);
  return simplified ? *simplified : graph.binary(op, left, right, integerType);
}

} // namespace fporder::order
