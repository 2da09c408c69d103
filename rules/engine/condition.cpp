#include "rules/engine/condition.h"
#include "runtime/limits/limits.h"
#include "runtime/order/infix.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

bool rounds(Op op) {
  return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Div || op == Op::Sqrt || op == Op::Fma || op == Op::Call || op == Op::Reduce;
}

template <class T> bool compare(const T &left, std::string_view symbol, const T &right) {
  if (symbol == "==")
    return left == right;
  if (symbol == "!=")
    return left != right;
  if (symbol == "<")
    return left < right;
  if (symbol == "<=")
    return left <= right;
  return symbol == ">" ? left > right : left >= right;
}

void add(std::vector<Evidence> *evidence, std::string kind, std::string detail, PlaceId place = {}) {
  if (evidence)
    evidence->push_back({std::move(kind), std::move(detail), place});
}

} // namespace

bool ConditionEvaluator::holds(const Pattern &condition, std::vector<Evidence> *evidence) {
  std::vector<Evidence> collected;
  if (!evaluate(condition.root, evidence ? &collected : nullptr))
    return false;
  if (evidence && collected.empty())
    collected.push_back({}); // it speaks of the form, which the rule's title tells
  if (evidence)
    evidence->insert(evidence->end(), collected.begin(), collected.end());
  return true;
}

/// Recursion no deeper than the condition, which the loader bounds.
bool ConditionEvaluator::evaluate(NodeId node, std::vector<Evidence> *evidence) {
  NodeId first = patterns[node].operandCount ? patterns.operand(node, 0) : NodeId{};
  switch (patterns[node].op) {
  case Op::Not:
    return !evaluate(first, nullptr);
  case Op::And:
    return evaluate(first, evidence) && evaluate(patterns.operand(node, 1), evidence);
  case Op::Or:
    return evaluate(first, evidence) || evaluate(patterns.operand(node, 1), evidence);
  case Op::Compare:
    return comparison(node, evidence);
  default:
    return ask(node, evidence);
  }
}

ConditionEvaluator::Term ConditionEvaluator::term(NodeId node) {
  Node stored = patterns[node];
  if (stored.op == Op::Constant)
    return {Term::Kind::Number, patterns.number(node).approximate(), {}};
  if (stored.op == Op::Neg || stored.op == Op::Div) {
    Term left = term(patterns.operand(node, 0));
    Term right = stored.op == Op::Div ? term(patterns.operand(node, 1)) : Term{Term::Kind::Number, -1, {}};
    if (left.kind != Term::Kind::Number || right.kind != Term::Kind::Number)
      return {};
    return {Term::Kind::Number, left.number / right.number, {}};
  }
  if (stored.op == Op::Input) {
    std::string word(patterns.symbol(node));
    std::ranges::replace(word, '_', '-');
    return {Term::Kind::Word, 0, std::move(word)};
  }
  if (stored.op != Op::Call || stored.operandCount != 1)
    return {};
  std::optional<NodeId> value = resolve(patterns.operand(node, 0));
  if (!value)
    return {};
  const Graph &graph = analysis.graph();
  NodeId stripped = analysis.strip(*value);
  std::string_view name = patterns.symbol(node);
  if (name == "format")
    return {Term::Kind::Word, 0, std::string(format::name(graph[*value].type.format))};
  if (name == "operation")
    return {Term::Kind::Word, 0, std::string(order::name(graph[stripped].op))};
  if (graph[stripped].op != Op::Reduce)
    return {};
  if (name == "schedule")
    return {Term::Kind::Word, 0, std::string(order::name(graph.reduction(stripped).schedule))};
  std::span<const NodeId> operands = graph.operands(stripped);
  std::optional<Number> trip = operands.size() > 2 ? analysis.constantValue(operands[2]) : std::nullopt;
  if (trip)
    return {Term::Kind::Number, trip->approximate(), {}};
  const std::optional<double> most = operands.size() > 2 ? mostTerms(operands[2]) : std::nullopt;
  return {Term::Kind::AtLeastUnknown, most.value_or(0), {}};
}

bool ConditionEvaluator::comparison(NodeId node, std::vector<Evidence> *evidence) {
  Term left = term(patterns.operand(node, 0)), right = term(patterns.operand(node, 1));
  std::string_view symbol = patterns.symbol(node);
  if (left.kind == Term::Kind::AtLeastUnknown) {
    const bool reachable = left.number == 0 || right.kind != Term::Kind::Number || compare(left.number, symbol, right.number);
    return (symbol == ">" || symbol == ">=") && reachable;
  }
  if (left.kind == Term::Kind::Unknown || right.kind == Term::Kind::Unknown || left.kind != right.kind)
    return false;
  if (left.kind == Term::Kind::Number)
    return compare(left.number, symbol, right.number);
  if (!compare(left.word, symbol, right.word))
    return false;
  std::string_view name = patterns.symbol(patterns.operand(node, 0));
  if (name == "schedule" && symbol == "==" && left.word == "unordered")
    add(evidence, "unordered", "the terms are combined in an order that may change from run to run");
  else if (name == "format")
    add(evidence, "narrow-format", "computed in " + left.word);
  return true;
}

/// One predicate. A name that the match does not bind makes it false.
bool ConditionEvaluator::ask(NodeId call, std::vector<Evidence> *evidence) {
  const Predicate *predicate = findPredicate(patterns.symbol(call));
  if (!predicate || !predicate->holds)
    return false;
  Question asked{{}, {}, {}, evidence};
  const std::span<const NodeId> arguments = patterns.operands(call);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i + 1 == arguments.size() && predicate->last != Predicate::Last::Value) {
      asked.word = patterns.symbol(arguments[i]);
      continue;
    }
    const std::optional<NodeId> value = resolve(arguments[i]);
    if (!value)
      return false;
    (i == 0 ? asked.value : asked.second) = *value;
  }
  return (this->*predicate->holds)(asked);
}

bool ConditionEvaluator::constant(const Question &asked) const { return analysis.isConstant(asked.value); }

bool ConditionEvaluator::powerOfTwo(const Question &asked) const { return analysis.isPowerOfTwo(asked.value); }

bool ConditionEvaluator::integral(const Question &asked) const { return analysis.isIntegral(analysis.strip(asked.value)); }

bool ConditionEvaluator::same(const Question &asked) const {
  return analysis.graph().sameValue(analysis.strip(asked.value), analysis.strip(asked.second));
}

bool ConditionEvaluator::rounded(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const NodeId node = analysis.strip(asked.value);
  return (rounds(graph[node].op) && !analysis.isConstant(node)) || (graph[node].op == Op::Cast && format::isFloatingPoint(graph[node].type.format));
}

bool ConditionEvaluator::narrow(const Question &asked) const {
  const Format format = analysis.graph()[asked.value].type.format;
  if (!format::isNarrow(format))
    return false;
  add(asked.evidence, "narrow-format", "computed in " + std::string(format::name(format)));
  return true;
}

bool ConditionEvaluator::wideInput(const Question &asked) const { return inputOfPrecision(asked.value, 1); }

bool ConditionEvaluator::fullInput(const Question &asked) const { return inputOfPrecision(asked.value, 0); }

bool ConditionEvaluator::compensated(const Question &) const {
  return std::ranges::any_of(unification.operations, [&](NodeId operation) { return analysis.compensated(operation); });
}

bool ConditionEvaluator::fastMath(const Question &asked) const {
  if (!analysis.graph().environment(unification.root).reassociate)
    return false;
  add(asked.evidence, "fast-math", "the compiler may reassociate these operations");
  return true;
}

bool ConditionEvaluator::feeds(const Question &asked) const {
  const std::optional<Consumer> consumer = parseConsumer(asked.word);
  const std::optional<Consumption> found =
      consumer ? analysis.feeds(unification.root, *consumer, asked.word, asked.evidence != nullptr) : std::nullopt;
  if (!found)
    return false;
  if (asked.evidence)
    consumersSeen.push_back(found->node);
  const bool quantises = consumer == Consumer::Rounding || consumer == Consumer::Integer || consumer == Consumer::Conversion ||
                         consumer == Consumer::Quantising || consumer == Consumer::Narrowing;
  add(asked.evidence,
      quantises                                                                 ? "quantising-consumer"
      : consumer == Consumer::Subtraction || consumer == Consumer::Cancellation ? "cancelling-consumer"
                                                                                : "",
      found->detail, analysis.graph()[found->node].place);
  return true;
}

/// True when a value that `loop` carries from one iteration to the next goes into `node`.
bool ConditionEvaluator::carries(NodeId node, std::uint32_t loop) const {
  const Graph &graph = analysis.graph();
  return anyUnder(graph, node, [&](NodeId each) { return graph[each].op == Op::LoopValue && graph[each].version == loop; });
}

bool ConditionEvaluator::loopInvariant(const Question &asked) const {
  const NodeId node = asked.value;
  // A name met inside a reduction of the match is asked about that reduction's loop.
  for (const Bound &bound : unification.variables)
    if (bound.node == node && !bound.loops.empty())
      return !std::ranges::binary_search(analysis.loops(node), bound.loops.back()) && !carries(node, bound.loops.back());
  const std::vector<std::uint32_t> &around = analysis.loops(unification.root);
  if (around.empty())
    return false;
  std::uint32_t innermost = around.back(); // loops are numbered as they are entered
  const std::vector<std::uint32_t> &own = analysis.loops(node);
  return !std::ranges::binary_search(own, innermost);
}

/// The condition compares the value itself, its magnitude or a multiple of it.
bool ConditionEvaluator::compares(NodeId condition, NodeId node) const {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{condition};
  for (std::size_t next = 0; next < work.size() && !limits::reaches(limits::Limit::GuardNodes, next); ++next) {
    Node stored = graph[work[next]];
    std::span<const NodeId> operands = graph.operands(work[next]);
    if (stored.op == Op::And || stored.op == Op::Or || stored.op == Op::Not)
      work.insert(work.end(), operands.begin(), operands.end());
    if (stored.op != Op::Compare)
      continue;
    for (unsigned side = 0; side < 2; ++side) {
      NodeId value = analysis.strip(operands[side]);
      for (unsigned steps = 0; !graph.sameValue(value, node) && !limits::reaches(limits::Limit::GuardScaling, steps); ++steps) {
        Node inner = graph[value];
        bool scaled = (inner.op == Op::Mul || inner.op == Op::Div) && analysis.isConstant(graph.operand(value, 1));
        if (inner.op != Op::Abs && inner.op != Op::Neg && inner.op != Op::Cast && !scaled)
          break;
        value = analysis.strip(graph.operand(value, 0));
      }
      if (graph.sameValue(value, node))
        return true;
    }
  }
  return false;
}

/// A selection around the match or a branch of the procedure decides on the value.
bool ConditionEvaluator::guarded(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const NodeId node = analysis.strip(asked.value);
  if (runsUnder && compares(runsUnder, node))
    return true;
  std::vector<NodeId> work{unification.root};
  std::set<std::uint32_t> seen;
  for (std::size_t next = 0; next < work.size() && !limits::reaches(limits::Limit::GuardNodes, next); ++next)
    for (NodeId user : analysis.users(work[next])) {
      if (graph[user].op == Op::Select && graph.operand(user, 0) != work[next] && compares(graph.operand(user, 0), node))
        return true;
      if (!limits::reaches(limits::Limit::GuardNodes, work.size()) && seen.insert(user.index).second)
        work.push_back(user);
    }
  return false;
}

/// An input of `node` has at least `more` digits more than the match. What conditions and integers are made of has none.
bool ConditionEvaluator::inputOfPrecision(NodeId node, int more) const {
  const Graph &graph = analysis.graph();
  const int own = format::parameters(graph[unification.root].type.format).precision, precision = own + more;
  if (own == 0)
    return false; // of open format
  return walkOperands(graph, node, limits::Limit::GuardNodes, [&](NodeId each) {
           const Node stored = graph[each];
           if (!isLeaf(stored.op))
             return format::isFloatingPoint(stored.type.format) ? Walk::Enter : Walk::Skip;
           return stored.op != Op::Constant && format::parameters(stored.type.format).precision >= precision ? Walk::Stop : Walk::Skip;
         }) == Walked::Stopped;
}

bool ConditionEvaluator::boundedAbove(const Question &asked) const {
  const Graph &graph = analysis.graph();
  std::vector<NodeId> work{asked.value};
  for (std::size_t next = 0; next < work.size() && next < 16; ++next) {
    NodeId current = analysis.strip(work[next]);
    if (analysis.sign(current).nonPositive)
      return true;
    Node stored = graph[current];
    switch (stored.op) {
    case Op::Sub:
    case Op::Min:
      return true;
    case Op::Add:
    case Op::Fma:
      for (NodeId operand : graph.operands(current))
        if (graph[analysis.strip(operand)].op == Op::Neg)
          return true;
      break;
    case Op::Neg:
    case Op::Cast:
      work.push_back(graph.operand(current, 0));
      break;
    case Op::Mul:
    case Op::Div:
      for (NodeId operand : graph.operands(current))
        work.push_back(operand);
      break;
    default:
      break;
    }
  }
  return false;
}

bool ConditionEvaluator::updates(const Question &asked) const {
  const Graph &graph = analysis.graph();
  const NodeId node = analysis.strip(asked.value);
  Op op = graph[node].op;
  if (op != Op::Input && op != Op::Element && op != Op::LoopValue)
    return false;
  const ValueId value = graph.value(analysis.strip(unification.root));
  const Designation source = designated(graph, node);
  const auto defines = [&](const Definition *definition) {
    return source.storage && source.indices.empty() && definition->storage == source.storage;
  };
  return std::ranges::any_of(analysis.seen().effectsOf(value), [&](const Effect *effect) { return storesTo(graph, *effect, node); }) ||
         std::ranges::any_of(analysis.seen().definitionsOf(value), defines);
}

/// Of complex numbers an operator's own products are fused, and not what it returns.
bool ConditionEvaluator::fused(const Question &asked) const {
  if (analysis.graph()[unification.root].type.shape == order::Shape::Complex)
    return false;
  const Contraction contraction = analysis.graph().environment(unification.root).contraction;
  if (contraction != Contraction::Fast && (contraction != Contraction::Statement || crossStatement()))
    return false;
  add(asked.evidence, "contraction", "the compiler may fuse the product into the addition");
  return true;
}

bool ConditionEvaluator::crossStatement() const {
  const Graph &graph = analysis.graph();
  const Place *first = nullptr;
  for (NodeId operation : unification.operations) {
    PlaceId id = graph[operation].place;
    if (!id)
      continue;
    const Place &place = graph.place(id);
    if (!first)
      first = &place;
    else if (!inOneExpression(place, *first))
      return true;
  }
  return false;
}

bool ConditionEvaluator::representable(const Question &asked) const {
  const std::optional<Number> number = analysis.constantValue(asked.value);
  const std::optional<Format> wanted = format::parse(asked.word);
  if (!number || !wanted || !number->isFinite())
    return false;
  if (*wanted == Format::Integer)
    return number->isInteger();
  double value = number->approximate();
  if (Number::fromDouble(value) != *number)
    return false;
  if (value == 0)
    return true;
  format::Parameters parameters = format::parameters(*wanted);
  int exponent = 0;
  double scaled = std::ldexp(std::frexp(value, &exponent), parameters.precision);
  return scaled == std::trunc(scaled) && exponent - 1 <= parameters.maxExponent && exponent - 1 >= parameters.minExponent;
}

} // namespace fporder::rules
