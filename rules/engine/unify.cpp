// Unification by backtracking over a stack of goals.
#include "rules/engine/pattern.h"

#include "runtime/limits/limits.h"
#include "runtime/order/terms.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

/// The loop that `loop` of one side is read as on the other; itself when it is not renamed.
std::uint32_t renamed(std::uint32_t loop, const std::vector<std::pair<std::uint32_t, std::uint32_t>> &pairs) {
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
    if (pair->first == loop)
      return pair->second;
  return loop;
}

bool sameHead(const Graph &graph, NodeId left, NodeId right, std::vector<std::pair<std::uint32_t, std::uint32_t>> &pairs) {
  Node a = graph[left], b = graph[right];
  if (a.op != b.op || a.type != b.type || a.rounding != b.rounding || a.operandCount != b.operandCount)
    return false;
  switch (a.op) {
  case Op::LoopIndex:
    return renamed(a.version, pairs) == b.version;
  case Op::Constant:
    return graph.number(left) == graph.number(right);
  case Op::Reduce: {
    const Reduction &x = graph.reduction(left), &y = graph.reduction(right);
    pairs.emplace_back(x.loop, y.loop);
    return x.kind == y.kind && x.schedule == y.schedule && x.width == y.width && x.continues == y.continues && x.fused == y.fused;
  }
  default:
    return ((!isLeaf(a.op) && a.op != Op::Recurrence) || a.version == b.version) && graph.symbol(left) == graph.symbol(right) &&
           graph.storage(left) == graph.storage(right);
  }
}

} // namespace

bool sameUpToLoops(const Graph &graph, NodeId left, const std::vector<std::uint32_t> &leftLoops, NodeId right,
                   const std::vector<std::uint32_t> &rightLoops) {
  if (graph.sameValue(left, right))
    return true;
  if (leftLoops.size() != rightLoops.size())
    return false;
  if (leftLoops.empty() && (graph[left].op != Op::Reduce || graph[right].op != Op::Reduce))
    return false; // only two reductions can be the same over loops of their own
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t i = 0; i < leftLoops.size(); ++i)
    pairs.emplace_back(leftLoops[i], rightLoops[i]);
  std::vector<std::pair<NodeId, NodeId>> work{{left, right}};
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  while (!work.empty()) {
    auto [a, b] = work.back();
    work.pop_back();
    if (graph.sameValue(a, b) && !graph.mentionsLoop(a))
      continue;
    if (!seen.emplace(a.index, b.index).second)
      continue;
    if (limits::exceeds(limits::Limit::UnificationSteps, seen.size()) || !sameHead(graph, a, b, pairs))
      return false;
    std::span<const NodeId> x = graph.operands(a), y = graph.operands(b);
    for (std::size_t i = 0; i < x.size(); ++i)
      work.emplace_back(x[i], y[i]);
  }
  return true;
}

namespace {

constexpr std::uint32_t sameScope = UINT32_MAX;

struct Goal {
  std::uint32_t pattern;
  NodeId node;
  std::uint32_t scope = sameScope; // the reductions of the graph around the node: index into Unifier::scopes
};

bool equalNumbers(const Number &wanted, const Number &found, Format format) {
  if (wanted == found)
    return true;
  double value = wanted.approximate();
  // A literal of a rule means the nearest value of the format it meets.
  if (format == Format::Binary32)
    value = static_cast<double>(static_cast<float>(value));
  return wanted.isFinite() && found.isFinite() && Number::fromDouble(value) == found;
}

bool isNegatedNumber(const Number &wanted, const Number &found, Format format) {
  if (!wanted.isFinite() || !found.isFinite() || wanted.isZero())
    return false;
  return equalNumbers(wanted, Number::fromDouble(-found.approximate()), format);
}

class Unifier {
public:
  Unifier(Analysis &context, const CompiledPattern &source, NodeId root, const std::function<bool(const Unification &)> &acceptance)
      : analysis(context), graph(context.graph()), pattern(source), accept(acceptance) {
    exchangeBuffers();
    result.pattern = &source;
    result.root = root;
    result.variables.resize(source.variables.size());
    result.matched.resize(source.nodes.size());
    goals.push_back({static_cast<std::uint32_t>(source.nodes.size() - 1), root, 0});
  }
  ~Unifier() { exchangeBuffers(); }
  Unifier(const Unifier &) = delete;
  Unifier &operator=(const Unifier &) = delete;

  bool solve();

private:
  /// Takes a thread's buffers, or gives them back, emptied: operations are tried by the ten thousand.
  void exchangeBuffers() {
    struct Buffers {
      std::vector<Bound> variables;
      std::vector<NodeId> matched, operations;
      std::vector<Goal> goals;
    };
    thread_local Buffers kept;
    const auto exchange = [](auto &mine, auto &spare) {
      mine.clear();
      mine.swap(spare);
    };
    exchange(result.variables, kept.variables);
    exchange(result.matched, kept.matched);
    exchange(result.operations, kept.operations);
    exchange(goals, kept.goals);
  }
  bool tryGoals(std::initializer_list<Goal> alternatives);
  bool bindVariable(const PatternNode &node, Goal goal);
  bool matchConstant(const PatternNode &node, NodeId candidate) const;
  bool operation(const PatternNode &node, Goal goal);
  bool sameOperation(const PatternNode &node, const Node &stored, NodeId candidate);
  bool otherSpelling(const PatternNode &node, const Node &stored, NodeId candidate);
  bool sumSpelling(const PatternNode &node, NodeId candidate);
  bool scaledSpelling(const PatternNode &node, const Node &stored, NodeId candidate);
  bool branch(const PatternNode &node, Goal goal, NodeId choice);
  enum class Protection : std::uint8_t { None, Zero, Limit };
  Protection protectionOf(NodeId choice, unsigned arm) const;
  bool castChain(const PatternNode &node, Goal goal);
  bool reduction(const PatternNode &node, NodeId candidate);
  bool sharesRange(const PatternNode &node, NodeId candidate) const;
  bool isPatternConstant(std::uint32_t position) const { return pattern.nodes[position].kind == PatternNode::Kind::Constant; }
  template <class Next> bool record(Goal goal, NodeId candidate, Next next);

  Analysis &analysis;
  Graph &graph;
  const CompiledPattern &pattern;
  const std::function<bool(const Unification &)> &accept;
  Unification result;
  std::vector<Goal> goals;
  std::vector<std::vector<std::uint32_t>> scopes{{}}; // loops of reductions, outermost first
  std::vector<NodeId> reductions;                     // those of result.loops
  std::uint32_t scope = 0;                            // of the goal at hand
  unsigned steps = 0;
};

/// Notes that the pattern node met `candidate` while `next` runs.
template <class Next> bool Unifier::record(Goal goal, NodeId candidate, Next next) {
  NodeId previous = result.matched[goal.pattern];
  result.matched[goal.pattern] = candidate;
  bool isOperation = pattern.nodes[goal.pattern].kind == PatternNode::Kind::Operation;
  if (isOperation)
    result.operations.push_back(candidate);
  bool solved = next();
  if (isOperation)
    result.operations.pop_back();
  result.matched[goal.pattern] = previous;
  return solved;
}

bool Unifier::tryGoals(std::initializer_list<Goal> alternatives) {
  std::size_t before = goals.size();
  for (Goal goal : alternatives) {
    goal.scope = goal.scope == sameScope ? scope : goal.scope;
    goals.push_back(goal);
  }
  bool solved = solve();
  goals.resize(before);
  return solved;
}

bool Unifier::solve() {
  if (goals.empty())
    return accept(result);
  if (limits::exceeds(limits::Limit::UnificationSteps, ++steps)) // patterns with very many commutative operands
    return false;
  Goal goal = goals.back();
  goals.pop_back();
  std::uint32_t outer = std::exchange(scope, goal.scope);
  const PatternNode &node = pattern.nodes[goal.pattern];
  bool solved = false;
  if (node.kind == PatternNode::Kind::Variable)
    solved = bindVariable(node, goal);
  else if (node.kind == PatternNode::Kind::Constant)
    solved = matchConstant(node, goal.node) && record(goal, goal.node, [&] { return solve(); });
  else
    solved = operation(node, goal);
  goals.push_back(goal);
  scope = outer;
  return solved;
}

bool Unifier::bindVariable(const PatternNode &node, Goal goal) {
  if (graph[goal.node].type.format == Format::Boolean)
    return false;
  Bound &bound = result.variables[node.variable];
  std::vector<std::uint32_t> loops = scopes[goal.scope];
  if (bound.node) {
    NodeId left = analysis.strip(bound.node), right = analysis.strip(goal.node);
    if (!sameUpToLoops(graph, left, bound.loops, right, loops))
      return false;
    return record(goal, goal.node, [&] { return solve(); });
  }
  bound = {goal.node, std::move(loops)};
  bool solved = record(goal, goal.node, [&] { return solve(); });
  result.variables[node.variable] = {};
  return solved;
}

bool Unifier::matchConstant(const PatternNode &node, NodeId candidate) const {
  Op op = graph[analysis.strip(candidate)].op;
  if (op != Op::Constant && !analysis.isConstant(candidate))
    return false;
  std::optional<Number> value = analysis.constantValue(candidate);
  return value && equalNumbers(*node.number, *value, graph[analysis.strip(candidate)].type.format);
}

bool Unifier::operation(const PatternNode &node, Goal goal) {
  if (node.op == Op::Cast)
    return castChain(node, goal);
  NodeId candidate = node.throughCasts ? analysis.stripConversions(goal.node) : analysis.strip(goal.node);
  Node stored = graph[candidate];
  if (!(analysis.shape(candidate) & node.mask & ~shapeBit(Op::Cast)) || stored.type.format == Format::Integer)
    return false;
  if (stored.op == Op::Select)
    return goal.node != result.root && branch(node, goal, candidate);
  return record(goal, candidate, [&] { return sameOperation(node, stored, candidate) || otherSpelling(node, stored, candidate); });
}

/// An operand that depends on a condition is the operation looked for if it is so on one of its paths.
bool Unifier::branch(const PatternNode &node, Goal goal, NodeId choice) {
  if (limits::reaches(limits::Limit::MatchedChoices, result.path.size()))
    return false;
  bool solved = false;
  for (unsigned arm = 1; arm <= 2 && !solved; ++arm) {
    const Protection protection = protectionOf(choice, arm);
    const NodeId outer = result.guard;
    result.limits += protection == Protection::Limit ? 1 : 0;
    if (protection == Protection::Zero)
      result.guard = choice;
    result.path.push_back({choice, arm});
    solved = operation(node, {goal.pattern, graph.operand(choice, arm), goal.scope});
    result.path.pop_back();
    result.limits -= protection == Protection::Limit ? 1 : 0;
    result.guard = outer;
  }
  return solved;
}

/// The condition of a selection compares an operand of the operation in that arm, and the other arm is a constant: a guard against zero or a limit,
/// which an order without the selection drops.
Unifier::Protection Unifier::protectionOf(NodeId choice, unsigned arm) const {
  const NodeId taken = analysis.strip(graph.operand(choice, arm));
  if (!analysis.isConstant(graph.operand(choice, 3 - arm)))
    return Protection::None;
  std::vector<NodeId> work{graph.operand(choice, 0)};
  const auto operands = graph.operands(taken);
  const auto isPart = [&](NodeId part) {
    part = analysis.strip(part);
    part = graph[part].op == Op::Abs ? analysis.strip(graph.operand(part, 0)) : part;
    const auto is = [&](NodeId operand) { return graph.sameValue(analysis.strip(operand), part); };
    return !analysis.isConstant(part) && (is(taken) || std::ranges::any_of(operands, is));
  };
  for (std::size_t at = 0; at < work.size() && !limits::reaches(limits::Limit::ProtectingComparisons, at); ++at) {
    const auto parts = graph.operands(work[at]);
    const Op op = graph[work[at]].op;
    if (op == Op::And || op == Op::Or || op == Op::Not)
      work.insert(work.end(), parts.begin(), parts.end());
    for (unsigned side = 0; op == Op::Compare && side < parts.size(); ++side)
      if (isPart(parts[side])) {
        const std::optional<Number> bound = analysis.constantValue(parts[parts.size() - 1 - side]);
        return bound && bound->isZero() ? Protection::Zero : Protection::Limit;
      }
  }
  return Protection::None;
}

/// Casts that do not round may stand around the one that the pattern asks for.
bool Unifier::castChain(const PatternNode &node, Goal goal) {
  for (NodeId candidate = goal.node; graph[candidate].op == Op::Cast; candidate = graph.operand(candidate, 0)) {
    Node stored = graph[candidate];
    NodeId inner = graph.operand(candidate, 0);
    bool exact = analysis.isExactCast(candidate);
    bool wanted = node.format == Format::Unknown
                      ? !exact && format::isFloatingPoint(stored.type.format) && format::isFloatingPoint(graph[inner].type.format)
                      : stored.type.format == node.format;
    wanted = wanted && (node.rounding == Rounding::NearestEven || node.rounding == stored.rounding) && !analysis.isConstant(inner);
    if (wanted && record(goal, candidate, [&] { return tryGoals({{node.operands[0], inner}}); }))
      return true;
    if (!exact)
      return false;
  }
  return false;
}

namespace {

/// Two loops go through the same indices in the same order, as far as their lengths are known. An index without operands counts from 0 by 1.
bool sameRange(const Graph &graph, NodeId left, NodeId right) {
  const auto unconverted = [&](NodeId number) {
    while (number && graph[number].op == Op::Cast)
      number = graph.operand(number, 0);
    return number;
  };
  const auto isConstant = [&](NodeId number, const Number &value) { return graph[number].op == Op::Constant && graph.number(number) == value; };
  const auto same = [&](NodeId one, NodeId other, const Number &absent) {
    one = unconverted(one), other = unconverted(other);
    if (!one || !other)
      return (!one || isConstant(one, absent)) && (!other || isConstant(other, absent));
    return graph.sameValue(one, other) || (graph[other].op == Op::Constant && isConstant(one, graph.number(other)));
  };
  const ReduceOperands l = reduceOperands(graph, left), r = reduceOperands(graph, right);
  return same(l.first, r.first, Number::fromInteger(0)) && same(l.step, r.step, Number::fromInteger(1)) &&
         (!l.trips || !r.trips || same(l.trips, r.trips, Number::fromInteger(0)));
}

} // namespace

/// What a pattern sums over one index is summed over one range.
bool Unifier::sharesRange(const PatternNode &node, NodeId candidate) const {
  const auto nameOf = [&](std::uint32_t loop) -> std::string_view {
    const auto &loops = result.pattern->loops;
    const auto named = std::ranges::find(loops, loop, [](const auto &entry) { return entry.first; });
    return named == loops.end() ? std::string_view() : named->second;
  };
  const std::string_view name = nameOf(node.reduction.loop);
  for (std::size_t i = 0; i < reductions.size(); ++i)
    if (!name.empty() && nameOf(result.loops[i].first) == name && !sameRange(graph, reductions[i], candidate))
      return false;
  return true;
}

bool Unifier::reduction(const PatternNode &node, NodeId candidate) {
  const Reduction &found = graph.reduction(candidate);
  if (found.kind != node.reduction.kind || !sharesRange(node, candidate))
    return false;
  if (node.reduction.schedule != Schedule::Sequential && node.reduction.schedule != found.schedule)
    return false;
  NodeId init = graph.operand(candidate, 0), term = joinedTerms(graph, candidate);
  result.loops.emplace_back(node.reduction.loop, found.loop);
  reductions.push_back(candidate);
  std::vector<std::uint32_t> around = scopes[scope];
  around.push_back(found.loop);
  auto inside = static_cast<std::uint32_t>(scopes.size());
  scopes.push_back(std::move(around));
  bool solved = false;
  if (!node.plainInit) {
    solved = tryGoals({{node.operands[0], init}, {node.operands[1], term, inside}});
  } else {
    std::optional<Number> start = analysis.constantValue(init);
    Number wanted = identity(found.kind);
    bool starts =
        found.kind == ReductionKind::Min || found.kind == ReductionKind::Max || (start && (*start == wanted || (start->isZero() && wanted.isZero())));
    solved = starts && tryGoals({{node.operands[1], term, inside}});
  }
  scopes.pop_back();
  result.loops.pop_back();
  reductions.pop_back();
  return solved;
}

std::string_view mirrored(std::string_view comparison) {
  static constexpr std::pair<std::string_view, std::string_view> pairs[] = {{"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}};
  for (auto [symbol, other] : pairs)
    if (symbol == comparison)
      return other;
  return comparison;
}

/// The candidate is spelled with the pattern's own operation.
bool Unifier::sameOperation(const PatternNode &node, const Node &stored, NodeId candidate) {
  if (stored.op != node.op)
    return false;
  if (node.op == Op::Reduce)
    return reduction(node, candidate);
  std::span<const NodeId> operands = graph.operands(candidate);
  if (operands.size() != node.operands.size())
    return false;
  std::string_view symbol = node.op == Op::Call || node.op == Op::Compare ? graph.symbol(candidate) : std::string_view();
  if (node.op == Op::Call && symbol != node.symbol)
    return false;
  bool comparison = node.op == Op::Compare;
  bool swaps = operands.size() >= 2 && (isCommutative(node.op) || node.op == Op::Fma || (comparison && mirrored(symbol) == node.symbol));
  bool straight = !comparison || symbol == node.symbol;
  auto attempt = [&](bool swapped) {
    std::size_t before = goals.size();
    for (std::size_t i = operands.size(); i-- > 0;)
      goals.push_back({node.operands[i], operands[swapped && i < 2 ? 1 - i : i], scope});
    bool solved = solve();
    goals.resize(before);
    return solved;
  };
  if (straight && attempt(false))
    return true;
  return swaps && !(operands.size() >= 2 && graph.sameValue(operands[0], operands[1])) && attempt(true);
}

/// x - y written as x + (-y), -y + x, or with a negative constant.
bool Unifier::sumSpelling(const PatternNode &node, NodeId candidate) {
  for (unsigned i = 0; i < 2; ++i) {
    NodeId minuend = graph.operand(candidate, 1 - i), subtrahend = analysis.strip(graph.operand(candidate, i));
    if (graph[subtrahend].op == Op::Neg && tryGoals({{node.operands[0], minuend}, {node.operands[1], graph.operand(subtrahend, 0)}}))
      return true;
    std::optional<Number> value = isPatternConstant(node.operands[1]) ? analysis.constantValue(subtrahend) : std::nullopt;
    if (value && isNegatedNumber(*pattern.nodes[node.operands[1]].number, *value, graph[subtrahend].type.format) &&
        tryGoals({{node.operands[0], minuend}}))
      return true;
  }
  return false;
}

/// Scaling by a power of two has two exact spellings: x / 2 and x * 0.5; and x + x is 2 * x.
bool Unifier::scaledSpelling(const PatternNode &node, const Node &stored, NodeId candidate) {
  auto inverse = [&](std::uint32_t position, NodeId found) {
    if (!isPatternConstant(position) || !pattern.nodes[position].number->isPowerOfTwo())
      return false;
    std::optional<Number> value = analysis.constantValue(found);
    return value && value->isPowerOfTwo() && value->approximate() * pattern.nodes[position].number->approximate() == 1.0;
  };
  if (stored.op == Op::Add) {
    for (unsigned i = 0; i < 2; ++i)
      if (isPatternConstant(node.operands[i]) && pattern.nodes[node.operands[i]].number->approximate() == 2.0 &&
          graph.sameValue(graph.operand(candidate, 0), graph.operand(candidate, 1)))
        return tryGoals({{node.operands[1 - i], graph.operand(candidate, 0)}});
    return false;
  }
  NodeId left = graph.operand(candidate, 0), right = graph.operand(candidate, 1);
  if (stored.op == Op::Mul) // the pattern divides
    return (inverse(node.operands[1], right) && tryGoals({{node.operands[0], left}})) ||
           (inverse(node.operands[1], left) && tryGoals({{node.operands[0], right}}));
  for (unsigned i = 0; i < 2; ++i) // the pattern multiplies
    if (inverse(node.operands[i], right) && tryGoals({{node.operands[1 - i], left}}))
      return true;
  return false;
}

/// The candidate computes the same by another operation, to the last bit or as a library does.
bool Unifier::otherSpelling(const PatternNode &node, const Node &stored, NodeId candidate) {
  if (stored.op == Op::Call) {
    if (graph.symbol(candidate) != "pow" || stored.operandCount != 2)
      return false;
    std::optional<Number> exponent = analysis.constantValue(graph.operand(candidate, 1));
    double wanted = node.op == Op::Sqrt ? 0.5 : 2.0;
    bool applies = (node.op == Op::Sqrt || node.square) && exponent && exponent->isFinite() && exponent->approximate() == wanted;
    return applies && tryGoals({{node.operands[0], graph.operand(candidate, 0)}});
  }
  switch (node.op) {
  case Op::Sub:
    return stored.op == Op::Add && sumSpelling(node, candidate);
  case Op::Mul:
    return stored.op != Op::Mul && scaledSpelling(node, stored, candidate);
  case Op::Div:
    return stored.op == Op::Mul && scaledSpelling(node, stored, candidate);
  case Op::Neg: {
    if (stored.op != Op::Sub && stored.op != Op::Mul)
      return false;
    auto is = [&](unsigned position, double value) {
      std::optional<Number> number = analysis.constantValue(graph.operand(candidate, position));
      return number && number->isFinite() && number->approximate() == value;
    };
    if (stored.op == Op::Sub)
      return is(0, 0.0) && tryGoals({{node.operands[0], graph.operand(candidate, 1)}});
    return (is(0, -1.0) && tryGoals({{node.operands[0], graph.operand(candidate, 1)}})) ||
           (is(1, -1.0) && tryGoals({{node.operands[0], graph.operand(candidate, 0)}}));
  }
  default:
    return false;
  }
}

} // namespace

namespace {

/// A look ahead that allocates nothing and binds nothing: false means that unification would fail for sure.
class Prospect {
public:
  Prospect(const Analysis &context, const CompiledPattern &source) : analysis(context), graph(context.graph()), pattern(source) {}

  bool fits(std::uint32_t position, NodeId node) const;

private:
  bool sameOperation(const PatternNode &wanted, NodeId candidate) const;
  bool otherSpelling(const PatternNode &wanted, NodeId candidate) const;
  bool differenceSpelling(const PatternNode &wanted, NodeId candidate) const;
  bool scaledSpelling(const PatternNode &wanted, Op found, NodeId candidate) const;
  bool isPatternConstant(std::uint32_t position) const { return pattern.nodes[position].kind == PatternNode::Kind::Constant; }
  bool isConstant(NodeId node) const { return analysis.shape(analysis.strip(node)) & shapeBit(Op::Constant); }

  const Analysis &analysis;
  const Graph &graph;
  const CompiledPattern &pattern;
};

bool Prospect::fits(std::uint32_t position, NodeId node) const {
  const PatternNode &wanted = pattern.nodes[position];
  if (wanted.kind == PatternNode::Kind::Variable)
    return true;
  if (!(analysis.shape(node) & wanted.mask))
    return false;
  if (wanted.kind == PatternNode::Kind::Constant || wanted.op == Op::Cast)
    return true;
  NodeId candidate = wanted.throughCasts ? analysis.stripConversions(node) : analysis.strip(node);
  if (wanted.throughCasts && !(analysis.shape(candidate) & wanted.mask & ~shapeBit(Op::Cast)))
    return false; // the cast had a place in the mask, what is behind it has none
  return graph[candidate].op == wanted.op ? sameOperation(wanted, candidate) : otherSpelling(wanted, candidate);
}

bool Prospect::sameOperation(const PatternNode &wanted, NodeId candidate) const {
  std::span<const NodeId> operands = graph.operands(candidate);
  auto fit = [&](unsigned i, unsigned j) { return fits(wanted.operands[i], operands[j]); };
  if (wanted.op == Op::Reduce)
    return graph.reduction(candidate).kind == wanted.reduction.kind && fits(wanted.operands[1], joinedTerms(analysis.graph(), candidate));
  if (operands.size() != wanted.operands.size() || (wanted.op == Op::Call && graph.symbol(candidate) != wanted.symbol))
    return false;
  if (wanted.square)
    return graph.sameValue(analysis.strip(operands[0]), analysis.strip(operands[1])) && fit(0, 0);
  if (operands.size() == 1)
    return fit(0, 0);
  if (fit(0, 0) && fit(1, 1))
    return true;
  return (isCommutative(wanted.op) || wanted.op == Op::Fma || wanted.op == Op::Compare) && fit(0, 1) && fit(1, 0);
}

/// The conditions of the spellings in Unifier that cost nothing to check.
bool Prospect::otherSpelling(const PatternNode &wanted, NodeId candidate) const {
  Op found = graph[candidate].op;
  if (found == Op::Select)
    return true;
  if (found == Op::Call)
    return wanted.op == Op::Sqrt || wanted.square;
  switch (wanted.op) {
  case Op::Sub:
    return found == Op::Add && differenceSpelling(wanted, candidate);
  case Op::Mul:
    return scaledSpelling(wanted, found, candidate);
  case Op::Div:
    return found == Op::Mul && scaledSpelling(wanted, found, candidate);
  case Op::Neg:
    return (found == Op::Sub || found == Op::Mul) && (isConstant(graph.operand(candidate, 0)) || isConstant(graph.operand(candidate, 1)));
  default:
    return false;
  }
}

bool Prospect::differenceSpelling(const PatternNode &wanted, NodeId candidate) const {
  for (unsigned i = 0; i < 2; ++i) {
    if (!fits(wanted.operands[0], graph.operand(candidate, 1 - i)))
      continue;
    NodeId subtrahend = analysis.strip(graph.operand(candidate, i));
    if (graph[subtrahend].op == Op::Neg && fits(wanted.operands[1], graph.operand(subtrahend, 0)))
      return true;
    if (isPatternConstant(wanted.operands[1]) && isConstant(subtrahend))
      return true;
  }
  return false;
}

bool Prospect::scaledSpelling(const PatternNode &wanted, Op found, NodeId candidate) const {
  NodeId left = graph.operand(candidate, 0), right = graph.operand(candidate, 1);
  if (wanted.op == Op::Div)
    return isPatternConstant(wanted.operands[1]) &&
           ((isConstant(right) && fits(wanted.operands[0], left)) || (isConstant(left) && fits(wanted.operands[0], right)));
  if (!isPatternConstant(wanted.operands[0]) && !isPatternConstant(wanted.operands[1]))
    return false;
  return found == Op::Add ? graph.sameValue(left, right) : isConstant(right);
}

} // namespace

bool mayUnify(Analysis &analysis, const CompiledPattern &pattern, NodeId node) {
  return Prospect(analysis, pattern).fits(static_cast<std::uint32_t>(pattern.nodes.size() - 1), node);
}

bool unify(Analysis &analysis, const CompiledPattern &pattern, NodeId root, const std::function<bool(const Unification &)> &accept) {
  return Unifier(analysis, pattern, root, accept).solve();
}

} // namespace fporder::rules
