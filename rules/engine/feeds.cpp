// Who consumes a value: the search behind the condition `feeds`.
#include "rules/engine/analysis.h"
#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/infix.h"
#include "runtime/order/written_names.h"

#include <algorithm>
#include <array>
#include <set>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

struct ConsumerName {
  std::string_view name;
  Consumer consumer;
};

constexpr ConsumerName consumers[] = {
    {"subtraction", Consumer::Subtraction}, {"cancellation", Consumer::Cancellation},
    {"addition", Consumer::Addition},       {"narrowing", Consumer::Narrowing},
    {"rounding", Consumer::Rounding},       {"integer", Consumer::Integer},
    {"quantising", Consumer::Quantising},   {"comparison", Consumer::Comparison},
    {"division", Consumer::Division},       {"reduction", Consumer::Reduction},
    {"widening", Consumer::Widening},       {"multiplication", Consumer::Multiplication},
    {"arithmetic", Consumer::Arithmetic},   {"sqrt", Consumer::Sqrt},
    {"conversion", Consumer::Conversion},
};

bool roundsToIntegral(std::string_view function) {
  const order::FunctionFacts *facts = order::functionFacts(function);
  return facts && facts->integral;
}

std::string shortened(const Graph &graph, NodeId node, const ValueNames &names, bool asTerm) {
  InfixOptions options;
  options.names = &names;
  options.asTerm = asTerm;
  options.explicitGrouping = true;
  options.forReaders = true;
  options.maxLength = 40;
  return printInfix(graph, node, options);
}

/// A value on its way to a consumer: `node` is the start value, negated when `negative`.
struct Carried {
  NodeId node;
  bool negative = false;
  Sign sign = {};                         // of the value without its negation
  std::optional<SignedChoice> given = {}; // on the way its sign was replaced
};

/// The term itself and whether a minus stands before it.
Carried signedTerm(const Analysis &analysis, NodeId node) {
  Carried term{analysis.strip(node), false};
  while (analysis.graph()[term.node].op == Op::Neg)
    term = {analysis.strip(analysis.graph().operand(term.node, 0)), !term.negative};
  return term;
}

/// The leaves of an expression that are values of the computation: constants, indices and what only divides left out. Nothing when there are many.
std::vector<NodeId> inputsOf(const Graph &graph, NodeId node) {
  std::vector<NodeId> work{node}, inputs;
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::TermsSearched, at); ++at) {
    const Op op = graph[work[at]].op;
    if (op == Op::Input || op == Op::Element || op == Op::LoopValue || op == Op::Opaque)
      inputs.push_back(work[at]);
    if (isLeaf(op))
      continue;
    const auto operands = graph.operands(work[at]);
    work.insert(work.end(), operands.begin(), op == Op::Div ? operands.begin() + 1 : operands.end());
  }
  return inputs;
}

bool isScaling(const Analysis &analysis, const Node &stored, NodeId user, unsigned position) {
  if (stored.op != Op::Mul && !(stored.op == Op::Div && position == 0))
    return false;
  return analysis.isPowerOfTwo(analysis.graph().operand(user, 1 - position));
}

/// The search over consumers: a work list of carried values.
class Search {
public:
  Search(Analysis &context, NodeId root, Consumer kind, std::string_view name, bool wantsDetail)
      : analysis(context), graph(context.graph()), wanted(kind), function(name), describing(wantsDetail) {
    work.push_back({root, false, analysis.sign(analysis.strip(root)), {}});
  }

  std::optional<Consumption> run() {
    if (wanted == Consumer::Cancellation && hoists(work.front().node))
      return std::nullopt;
    for (std::size_t next = 0; next < work.size() && !limits::reaches(limits::Limit::ConsumersSearched, next); ++next) {
      const Carried carried = work[next];
      for (NodeId read : analysis.readElsewhere(carried.node))
        work.push_back({read, carried.negative, carried.sign, carried.given});
      for (NodeId user : analysis.users(carried.node)) {
        std::span<const NodeId> operands = graph.operands(user);
        for (unsigned position = 0; position < operands.size(); ++position)
          if (operands[position] == carried.node)
            if (std::optional<Consumption> found = visit(user, position, carried))
              return found;
        if (work.size() > limits::most(limits::Limit::ConsumersSearched))
          break;
      }
    }
    return std::nullopt;
  }

private:
  bool quantising() const { return wanted == Consumer::Rounding || wanted == Consumer::Integer || wanted == Consumer::Quantising; }
  /// In the words of the consumer's statement.
  std::string text(NodeId user) const { return describing ? shortened(graph, user, namesAt(user), false) : std::string(); }
  std::string termText(NodeId node, NodeId user) const { return describing ? shortened(graph, node, namesAt(user), true) : std::string(); }
  ValueNames namesAt(NodeId user) const { return writtenNames(analysis.procedure(), user, std::span(&user, 1)).names; }
  /// What the consumer's statement calls the value that it consumes.
  std::string consumed(NodeId user, unsigned position) const {
    const ValueNames names = namesAt(user);
    const auto name = names.find(graph.value(graph.operand(user, position)).index);
    return name == names.end() ? "..." : name->second;
  }
  std::optional<Consumption> visit(NodeId user, unsigned position, Carried carried);
  std::optional<std::string> difference(NodeId user, unsigned position, Carried carried);
  std::optional<std::string> accumulation(NodeId user, unsigned position, Carried carried);
  bool passes(const Node &stored, NodeId user, unsigned position) const;
  std::optional<std::string> consumes(const Node &stored, NodeId user, unsigned position, Carried carried);
  bool mayCancel(Sign left, bool leftNegative, Sign right, bool rightNegative, bool written) const;
  std::optional<bool> alikeByChoice(const Carried &carried, bool carriedNegative, const Carried &other, bool otherNegative) const;
  bool harmless(NodeId user, unsigned position, const Carried &carried) const;
  bool sharesInput(const std::vector<NodeId> &mine, NodeId other) const;
  bool cancels(NodeId user, unsigned position, bool takenAway) const;
  bool hoists(NodeId product) const;

  Analysis &analysis;
  const Graph &graph;
  Consumer wanted;
  std::string_view function;
  bool describing;
  std::vector<Carried> work;
};

/// `written`: the source spells a difference. A plain sum counts only when its terms provably have opposite signs.
bool Search::mayCancel(Sign left, bool leftNegative, Sign right, bool rightNegative, bool written) const {
  auto effective = [](Sign sign, bool negative) { return negative ? Sign{sign.nonPositive, sign.nonNegative} : sign; };
  Sign l = effective(left, leftNegative), r = effective(right, rightNegative);
  bool alike = (l.nonNegative && r.nonNegative) || (l.nonPositive && r.nonPositive);
  bool opposed = (l.nonNegative && r.nonPositive) || (l.nonPositive && r.nonNegative);
  return opposed || (written && !alike);
}

/// Whether both terms have one sign, where one of them was given the other's: g + copysign(r, g) grows.
std::optional<bool> Search::alikeByChoice(const Carried &carried, bool carriedNegative, const Carried &other, bool otherNegative) const {
  const auto compare = [&](const SignedChoice &given, bool givenNegative, const Carried &source, bool sourceNegative) -> std::optional<bool> {
    if (!given.source)
      return std::nullopt;
    const Carried from = signedTerm(analysis, given.source);
    if (!graph.sameValue(from.node, source.node))
      return std::nullopt;
    return (givenNegative != (given.opposite != from.negative)) == sourceNegative;
  };
  if (carried.given)
    if (const auto alike = compare(*carried.given, carriedNegative, other, otherNegative))
      return alike;
  const auto given = analysis.signedChoice(other.node);
  return given ? compare(*given, otherNegative, {analysis.strip(carried.node)}, carriedNegative) : std::nullopt;
}

/// Differences that do not amplify the rounding of what they take: complementary weights, and terms that share a rounded factor; or of which only a
/// tolerance is asked.
bool Search::harmless(NodeId user, unsigned position, const Carried &carried) const {
  if (analysis.onlyTested(user, /*tolerance=*/true))
    return true;
  const NodeId other = graph.operand(user, 1 - position);
  if (analysis.isConstant(other))
    return analysis.isComplement(user, work.front().node);
  return analysis.sharesComputedFactor(carried.node, other);
}

/// Users of the value here and, where it was stored to an element, in the loops that read it from there.
std::size_t usesEverywhere(Analysis &analysis, NodeId value) {
  std::set<NodeId> instances{value};
  const std::span<const NodeId> written = analysis.writtenElsewhere(value);
  instances.insert(written.begin(), written.end());
  std::size_t uses = 0;
  for (const NodeId each : std::set<NodeId>(instances))
    for (const NodeId read : analysis.readElsewhere(each))
      instances.insert(read);
  for (const NodeId instance : instances)
    uses += analysis.users(instance).size();
  return uses;
}

/// A factor is a quotient that is needed for itself, a rotation's cosine say, or a column that is stored: no order avoids it.
bool Search::hoists(NodeId product) const {
  return graph[product].op == Op::Mul && std::ranges::any_of(graph.operands(product), [&](NodeId factor) {
           const NodeId quotient = analysis.strip(factor);
           return graph[quotient].op == Op::Div && !analysis.isConstant(graph.operand(quotient, 0)) && usesEverywhere(analysis, quotient) > 1;
         });
}

/// Values of both that change where the match does: what a loop keeps, a coefficient say, scales both terms and is no reason to cancel.
bool Search::sharesInput(const std::vector<NodeId> &mine, NodeId other) const {
  const std::vector<std::uint32_t> &around = analysis.loops(work.front().node);
  const std::vector<NodeId> others = inputsOf(graph, other);
  return std::ranges::any_of(mine, [&](NodeId input) {
    if (!around.empty() && !std::ranges::binary_search(analysis.loops(input), around.back()))
      return false;
    return std::ranges::any_of(others, [&](NodeId each) { return graph.sameValue(input, each); });
  });
}

/// Whether the terms are likely to cancel: an update, which is taken away from a value as it was read, or terms with an input in common other than
/// constants, indices and divisors. Unrelated terms have no reason to; nor has a sum with a term of its own, which keeps the result of that size.
bool Search::cancels(NodeId user, unsigned position, bool takenAway) const {
  const NodeId other = analysis.strip(graph.operand(user, 1 - position));
  if (takenAway && isLeaf(graph[other].op))
    return true;
  const std::vector<NodeId> mine = inputsOf(graph, graph.operand(user, position));
  std::vector<NodeId> terms{other};
  bool unrelated = false;
  for (std::size_t at = 0; at < terms.size() && !limits::reaches(limits::Limit::TermsSearched, at); ++at) {
    const NodeId term = signedTerm(analysis, terms[at]).node;
    const Op op = graph[term].op;
    if (op == Op::Add || op == Op::Sub)
      terms.insert(terms.end(), graph.operands(term).begin(), graph.operands(term).end());
    else if (takenAway && isLeaf(op) && op != Op::Constant && sharesInput(mine, term))
      return true; // x + g - x * q updates x as well
    else if (!analysis.isConstant(term) && !sharesInput(mine, term))
      unrelated = true;
  }
  return !unrelated && sharesInput(mine, other);
}

std::optional<std::string> Search::difference(NodeId user, unsigned position, Carried carried) {
  Node stored = graph[user];
  if (stored.op == Op::Fma) {
    bool isAddend = position == 2;
    Carried addend = isAddend ? carried : signedTerm(analysis, graph.operand(user, 2));
    Carried left = signedTerm(analysis, graph.operand(user, 0)), right = signedTerm(analysis, graph.operand(user, 1));
    bool productNegative =
        isAddend ? left.negative != right.negative : carried.negative != signedTerm(analysis, graph.operand(user, 1 - position)).negative;
    Sign addendSign = isAddend ? carried.sign : analysis.sign(addend.node);
    if (!mayCancel(Sign{}, productNegative, addendSign, addend.negative, productNegative != addend.negative))
      return std::nullopt;
    return "the result feeds '" + text(user) + "', where cancellation amplifies its rounding";
  }
  NodeId otherNode = graph.operand(user, 1 - position);
  if (analysis.graph().sameValue(otherNode, graph.operand(user, position)))
    return std::nullopt;
  Carried other = signedTerm(analysis, otherNode);
  bool subtracted = stored.op == Op::Sub;
  bool leftNegative = carried.negative != (subtracted && position == 1);
  bool rightNegative = other.negative != (subtracted && position == 0);
  Sign otherSign = analysis.sign(other.node);
  std::optional<Number> constant = analysis.constantValue(other.node);
  if (constant && constant->isZero())
    return std::nullopt;
  bool negativeConstant = constant && constant->isNegative();
  bool written = (leftNegative != rightNegative) != negativeConstant;
  const std::optional<bool> alike = alikeByChoice(carried, leftNegative, other, rightNegative);
  if (alike.value_or(!mayCancel(carried.sign, leftNegative, otherSign, rightNegative, written)) || harmless(user, position, carried))
    return std::nullopt;
  if (wanted == Consumer::Cancellation && !cancels(user, position, leftNegative != carried.negative))
    return std::nullopt;
  if (!describing)
    return std::string();
  const std::string beside = termText(other.node, user), value = consumed(user, position);
  std::string shape;
  if (!leftNegative && !rightNegative)
    shape = position == 0 ? value + " + " + beside : beside + " + " + value;
  else
    shape = leftNegative ? beside + " - " + value : value + " - " + beside;
  return "the result feeds '" + shape + "', where cancellation amplifies its rounding";
}

/// A running sum that starts from something and has terms taken away, or starts from the value and is summed down.
std::optional<std::string> Search::accumulation(NodeId user, unsigned position, Carried carried) {
  if (graph.reduction(user).kind != ReductionKind::Sum || position > 1)
    return std::nullopt;
  Carried init = position == 0 ? carried : signedTerm(analysis, graph.operand(user, 0));
  Carried term = position == 1 ? carried : signedTerm(analysis, graph.operand(user, 1));
  if (init.negative == term.negative)
    return std::nullopt;
  if (std::optional<Number> start = analysis.constantValue(init.node); start && start->isZero())
    return std::nullopt;
  Sign initSign = position == 0 ? carried.sign : analysis.sign(init.node), termSign = position == 1 ? carried.sign : analysis.sign(term.node);
  if (!mayCancel(initSign, init.negative, termSign, term.negative, true))
    return std::nullopt;
  return "the result feeds the running difference '" + termText(init.node, user) + " - " + consumed(user, position) +
         "', where cancellation amplifies its rounding";
}

std::optional<std::string> Search::consumes(const Node &stored, NodeId user, unsigned position, Carried carried) {
  bool sumLike = (stored.op == Op::Add || stored.op == Op::Sub) && format::isFloatingPoint(stored.type.format);
  std::string_view name = stored.op == Op::Call ? graph.symbol(user) : std::string_view();
  Format from = graph[graph.operand(user, position)].type.format;
  bool toFloat = stored.op == Op::Cast && format::isFloatingPoint(stored.type.format) && !analysis.isExactCast(user);
  switch (wanted) {
  case Consumer::Subtraction:
  case Consumer::Cancellation:
    if (stored.op == Op::Reduce)
      return accumulation(user, position, carried);
    return sumLike || stored.op == Op::Fma ? difference(user, position, carried) : std::nullopt;
  case Consumer::Addition:
    return sumLike ? std::optional<std::string>("the result feeds '" + text(user) + "'") : std::nullopt;
  case Consumer::Narrowing:
    if (toFloat)
      return "the result is narrowed from " + std::string(format::name(from)) + " to " + std::string(format::name(stored.type.format));
    return std::nullopt;
  case Consumer::Rounding:
  case Consumer::Integer:
  case Consumer::Conversion:
  case Consumer::Quantising:
    if (wanted != Consumer::Integer && wanted != Consumer::Conversion && stored.op == Op::Call && roundsToIntegral(name))
      return "the result feeds '" + std::string(name) + "': one ulp can move it to another integer";
    if (wanted != Consumer::Rounding && stored.op == Op::Cast && stored.type.format == Format::Integer)
      return std::string("the result is converted to an integer: one ulp can move it to another one");
    if (wanted == Consumer::Quantising && toFloat && format::isNarrow(stored.type.format))
      return "the result is rounded to " + std::string(format::name(stored.type.format));
    return std::nullopt;
  case Consumer::Comparison:
    return stored.op == Op::Compare ? std::optional<std::string>("the result decides '" + text(user) + "'") : std::nullopt;
  case Consumer::Division:
    return stored.op == Op::Div ? std::optional<std::string>("the result feeds the division '" + text(user) + "'") : std::nullopt;
  case Consumer::Reduction:
    return stored.op == Op::Reduce && position == 1 ? std::optional<std::string>("the result is accumulated in a loop") : std::nullopt;
  case Consumer::Multiplication:
    return stored.op == Op::Mul ? std::optional<std::string>("the result feeds the product '" + text(user) + "'") : std::nullopt;
  case Consumer::Sqrt:
    return stored.op == Op::Sqrt ? std::optional<std::string>("the result feeds a square root") : std::nullopt;
  case Consumer::Widening:
    if (stored.op == Op::Cast && format::isFloatingPoint(from) && from != stored.type.format && format::widensExactly(from, stored.type.format))
      return "the result is widened from " + std::string(format::name(from)) + " to " + std::string(format::name(stored.type.format));
    return std::nullopt;
  case Consumer::Arithmetic: {
    bool rounds = sumLike || stored.op == Op::Mul || stored.op == Op::Div || stored.op == Op::Sqrt || stored.op == Op::Fma || stored.op == Op::Call;
    return rounds && format::isFloatingPoint(stored.type.format) ? std::optional<std::string>("the result feeds '" + text(user) + "'") : std::nullopt;
  }
  case Consumer::Call:
    return name == function ? std::optional<std::string>("the result feeds '" + std::string(name) + "'") : std::nullopt;
  }
  return std::nullopt;
}

/// Operations behind which the value is still there: exact ones, and for quantising consumers sums and products, which pass
/// an error in the last bit on to the quantisation.
bool Search::passes(const Node &stored, NodeId user, unsigned position) const {
  const bool itself = wanted == Consumer::Conversion;
  switch (stored.op) {
  case Op::Neg:
  case Op::Abs:
    return !itself;
  case Op::Min:
  case Op::Max:
    return true;
  case Op::CopySign:
    return position == 0 && !itself;
  case Op::Select:
    return position != 0;
  case Op::Cast:
    return itself || analysis.isExactCast(user);
  case Op::Mul:
  case Op::Div:
    return quantising() || (!itself && isScaling(analysis, stored, user, position));
  case Op::Add:
  case Op::Sub:
    return quantising();
  default:
    return false;
  }
}

std::optional<Consumption> Search::visit(NodeId user, unsigned position, Carried carried) {
  Node stored = graph[user];
  if (std::optional<std::string> detail = consumes(stored, user, position, carried))
    return Consumption{user, std::move(*detail)};
  if (passes(stored, user, position)) {
    const Sign sign = analysis.sign(user);
    const std::optional<SignedChoice> given = analysis.signedChoice(user);
    if (stored.op == Op::Abs || given) // what follows sees a magnitude or another sign, not the value
      work.push_back({user, false, sign, given});
    else
      work.push_back({user, carried.negative != (stored.op == Op::Neg), carried.sign, carried.given});
  }
  return std::nullopt;
}

} // namespace

std::optional<Consumer> parseConsumer(std::string_view name) {
  for (const ConsumerName &entry : consumers)
    if (entry.name == name)
      return entry.consumer;
  const order::FunctionFacts *facts = order::functionFacts(name);
  return facts && facts->consumes ? std::optional(Consumer::Call) : std::nullopt;
}

std::span<const std::string_view> consumerNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    for (const ConsumerName &entry : consumers)
      result.push_back(entry.name);
    for (const order::FunctionFacts &facts : order::functionTable())
      if (facts.consumes)
        result.push_back(facts.name);
    return result;
  }();
  return names;
}

std::optional<Consumption> Analysis::feeds(NodeId node, Consumer consumer, std::string_view function, bool describing) {
  return Search(*this, node, consumer, function, describing).run();
}

} // namespace fporder::rules
