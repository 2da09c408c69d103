#include "runtime/measure/subject.h"

#include "runtime/eval/options.h"
#include "runtime/measure/conditions.h"
#include "runtime/order/copy.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <set>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t longestPath = 8;
constexpr std::size_t longestExpression = 160; // bytes
constexpr std::size_t mostConditions = 64;

bool keepsRelativeError(Op op) { return op == Op::Mul || op == Op::Div || op == Op::Sqrt || op == Op::Neg || op == Op::Abs || op == Op::Cast; }

/// `path` rebuilt with `value` where its first node's operand `old` was.
NodeId rebuilt(order::Graph &graph, std::span<const NodeId> path, NodeId old, NodeId value) {
  for (const NodeId node : path) {
    std::vector<NodeId> operands(graph.operands(node).begin(), graph.operands(node).end());
    std::replace(operands.begin(), operands.end(), old, value);
    old = node;
    value = graph.withOperands(node, operands);
  }
  return value;
}

} // namespace

namespace {

/// Where the program counts a loop from 1, or by 2, evaluation counts it from 0 by 1: i is 2 * k + 1. For the loops that a root mentions, from
/// what their reductions say, and failing that the procedure.
class CountFromNought {
public:
  CountFromNought(const order::Procedure &from, order::GraphCopy &target, Subject &result) : procedure(from), copy(target), subject(result) {}

  void run(std::span<const NodeId> roots) {
    copy.dropIndexOperands();
    std::vector<NodeId> indices;
    for (const NodeId root : roots)
      for (const NodeId node : order::reachable(procedure.graph, root, [](NodeId) { return false; })) {
        const order::Graph &graph = procedure.graph;
        if (graph[node].op == Op::LoopIndex)
          indices.push_back(node);
        else if (graph[node].op == Op::Reduce) {
          bound.insert(graph.reduction(node).loop);
          if (graph.operands(node).size() > order::firstOperand)
            reductions.emplace(graph.reduction(node).loop, node);
        }
      }
    for (const NodeId index : indices)
      settle(index);
  }

private:
  /// A loop's bounds may mention loops around it, which come first. Recursion is as deep as loops are nested.
  void settle(NodeId index) {
    const order::Node leaf = procedure.graph[index];
    if (!settled.insert(index.index).second)
      return;
    const auto origin = procedure.loopOrigins.find(leaf.version);
    if (origin != procedure.loopOrigins.end() && origin->second.trips)
      subject.tripCounts[leaf.version] = *origin->second.trips;
    order::Graph &into = subject.graph;
    NodeId value = into.intern({.op = Op::LoopIndex, .type = leaf.type, .symbol = procedure.graph.symbol(index), .version = leaf.version});
    if (const auto reduce = reductions.find(leaf.version); reduce != reductions.end()) {
      const order::ReduceOperands operands = order::reduceOperands(procedure.graph, reduce->second);
      settleUnder(operands.first);
      settleUnder(operands.step);
      if (operands.step)
        value = scaled(value, copy(operands.step));
      if (operands.first)
        value = shifted(value, copy(operands.first));
    } else if (origin != procedure.loopOrigins.end()) {
      value = shifted(scaled(value, constant(origin->second.step)), constant(origin->second.first));
    }
    copy.substitute(index, value);
    if (origin != procedure.loopOrigins.end() && origin->second.count && !bound.contains(leaf.version))
      count(index, origin->second.count);
  }

  void settleUnder(NodeId expression) {
    if (expression)
      for (const NodeId node : order::reachable(procedure.graph, expression, [](NodeId) { return false; }))
        if (procedure.graph[node].op == Op::LoopIndex)
          settle(node);
  }

  /// How often a loop runs that samples range over. Where loops around it decide that, iterations beyond the last are not reached.
  void count(NodeId index, NodeId times) {
    settleUnder(times);
    order::Graph &into = subject.graph;
    const NodeId limit = copy(times);
    const std::uint32_t loop = procedure.graph[index].version;
    if (!into.mentionsLoop(limit)) {
      if (into[limit].op != Op::Constant)
        subject.loopCounts[loop] = limit;
      return;
    }
    for (const NodeId node : order::reachable(into, limit, [](NodeId) { return false; }))
      if (order::isLeaf(into[node].op) && into[node].op != Op::LoopIndex && into[node].op != Op::Constant)
        return; // its value is unknown
    const NodeId iteration =
        into.intern({.op = Op::LoopIndex, .type = procedure.graph[index].type, .symbol = procedure.graph.symbol(index), .version = loop});
    const NodeId operands[] = {iteration, limit};
    subject.conditions.push_back(
        into.intern({.op = Op::Compare, .type = {format::Format::Boolean, order::Shape::Scalar}, .operands = operands, .symbol = "<"}));
  }

  NodeId constant(long long value) { return subject.graph.constant(order::Number::fromInteger(value), integer); }
  bool is(NodeId node, long long value) const {
    return subject.graph[node].op == Op::Constant && subject.graph.number(node) == order::Number::fromInteger(value);
  }
  NodeId scaled(NodeId value, NodeId step) { return is(step, 1) ? value : subject.graph.binary(Op::Mul, value, step, integer); }
  NodeId shifted(NodeId value, NodeId first) { return is(first, 0) ? value : subject.graph.binary(Op::Add, value, first, integer); }

  static constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};
  const order::Procedure &procedure;
  order::GraphCopy &copy;
  Subject &subject;
  std::map<std::uint32_t, NodeId> reductions; // by loop: those with a first index
  std::set<std::uint32_t> settled, bound;     // bound: loops of reductions
};

} // namespace

void Subject::addOrdering(std::string expression, NodeId root) {
  const NodeId written = orderings.empty() ? root : orderings.front().root;
  orderings.push_back({std::move(expression), root, path.empty() ? NodeId{} : rebuilt(graph, path, written, root)});
}

/// The text of a sum, `written`, with another schedule, that of `node`: its indices are as in the source, those in the graph count from 0.
static std::string underSchedule(const std::string &written, const order::Graph &graph, NodeId node) {
  order::InfixOptions infix;
  infix.forReaders = true;
  infix.maxLength = longestExpression;
  const std::string own = order::printInfix(graph, node, infix);
  const std::size_t arguments = written.find('('), schedule = own.find('(');
  const bool sum = written.starts_with("sum") && own.starts_with("sum") && arguments != std::string::npos && schedule != std::string::npos;
  return sum ? own.substr(0, schedule) + written.substr(arguments) : own;
}

void addSchedules(Subject &subject) {
  order::Graph &graph = subject.graph;
  const NodeId written = subject.orderings.front().root;
  if (graph[written].op != Op::Reduce || !subject.notHeld.empty())
    return;
  const order::Reduction reduction = graph.reduction(written);
  if (reduction.kind != order::ReductionKind::Sum ||
      (reduction.schedule != order::Schedule::Sequential && reduction.schedule != order::Schedule::Reverse))
    return;
  constexpr std::pair<order::Schedule, std::uint32_t> others[] = {
      {order::Schedule::Pairwise, 0}, {order::Schedule::Lanes, 8}, {order::Schedule::Compensated, 0}};
  for (const auto &[schedule, width] : others) {
    order::Reduction other = reduction;
    other.schedule = schedule;
    other.width = width;
    const std::vector<NodeId> operands(graph.operands(written).begin(), graph.operands(written).end());
    order::NodeSpec spec;
    spec.op = Op::Reduce;
    spec.type = graph[written].type;
    spec.operands = operands;
    spec.reduction = &other;
    spec.environment = graph.environment(written);
    spec.place = graph[written].place;
    const NodeId node = graph.intern(spec);
    subject.addOrdering(underSchedule(subject.orderings.front().expression, graph, node), node);
  }
}

SubjectBuilder::SubjectBuilder(const order::Procedure &subject) : procedure(subject) {
  for (const order::Computation &computation : procedure.computations)
    for (const NodeId operand : procedure.graph.operands(computation.node)) {
      std::vector<NodeId> &known = users[operand.index];
      if (known.empty() || known.back() != computation.node)
        known.push_back(computation.node);
    }
}

std::vector<NodeId> SubjectBuilder::pathToConsumer(NodeId root) const {
  std::vector<NodeId> path;
  for (NodeId at = root; path.size() < longestPath;) {
    const auto found = users.find(at.index);
    if (found == users.end())
      return {};
    const auto is = [&](bool (*wanted)(Op)) {
      return std::ranges::find_if(
          found->second, [&](NodeId user) { return format::isFloatingPoint(procedure.graph[user].type.format) && wanted(procedure.graph[user].op); });
    };
    if (const auto sum = is([](Op op) { return op == Op::Add || op == Op::Sub; }); sum != found->second.end()) {
      path.push_back(*sum);
      return path;
    }
    const auto next = is(keepsRelativeError);
    if (next == found->second.end())
      return {};
    path.push_back(at = *next);
  }
  return {};
}

/// What cannot be evaluated leaves unknown which samples the program computes with: nothing is held then.
void SubjectBuilder::addConditions(NodeId guard, order::GraphCopy &copy, Subject &subject) const {
  std::vector<NodeId> conditions = conjuncts(procedure.graph, guard, mostConditions);
  if (conditions.size() > mostConditions) {
    if (subject.notHeld.empty())
      subject.notHeld = "the conditions on the way are too many to be evaluated";
    return;
  }
  order::InfixOptions infix;
  infix.forReaders = true;
  infix.maxLength = longestExpression;
  for (const NodeId condition : conditions)
    if (const std::string why = notEvaluatedUnder(procedure, condition); why.empty())
      subject.conditions.push_back(copy(condition));
    else if (subject.notHeld.empty())
      subject.notHeld = "the condition '" + order::printInfix(procedure.graph, condition, infix) + "' is not evaluated: " + why;
}

Subject SubjectBuilder::build(std::span<const NodeId> orders, std::span<const std::string> expressions, NodeId guard) {
  Subject subject;
  subject.function = procedure.name;
  subject.notHeld = notHeldUnder(procedure, orders.front());
  // A template's numbers are measured in one format, the one that evaluation takes them for.
  order::GraphCopy copy(procedure.graph, subject.graph, eval::EvaluationOptions{}.dependentFormat);
  std::vector<NodeId> path = pathToConsumer(orders.front());
  if (!path.empty() && !notHeldUnder(procedure, path.back()).empty())
    path.clear(); // what takes the result is not known
  std::vector<NodeId> roots(orders.begin(), orders.end());
  roots.insert(roots.end(), path.begin(), path.end());
  if (guard)
    roots.push_back(guard);
  CountFromNought(procedure, copy, subject).run(roots);
  for (const NodeId node : path)
    subject.path.push_back(copy(node));
  for (const NodeId node : order::reachable(procedure.graph, orders.front(), [](NodeId) { return false; }))
    if (const auto wide = procedure.excess.find(procedure.graph.value(node).index); wide != procedure.excess.end() && format::isNarrow(wide->second))
      subject.widened = wide->second;
  for (std::size_t i = 0; i < orders.size(); ++i)
    subject.addOrdering(expressions[i], copy(orders[i]));
  addConditions(guard, copy, subject);
  return subject;
}

} // namespace fporder::measure
