#include "runtime/measure/subject.h"

#include "runtime/measure/closed_loops.h"
#include "runtime/measure/conditions.h"
#include "runtime/measure/held.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>

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
void SubjectBuilder::addConditions(NodeId guard, ClosedLoops &copy, Subject &subject) const {
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
  for (const NodeId order : orders)
    if (subject.notHeld.empty())
      subject.notHeld = notHeldUnder(procedure, order);
  std::vector<NodeId> path = pathToConsumer(orders.front());
  if (!path.empty() && !notHeldUnder(procedure, path.back()).empty())
    path.clear(); // what takes the result is not known
  std::vector<NodeId> roots(orders.begin(), orders.end());
  roots.insert(roots.end(), path.begin(), path.end());
  if (guard)
    roots.push_back(guard);
  ClosedLoops copy(procedure, subject, roots, subject.notHeld.empty());
  for (const NodeId node : path)
    subject.path.push_back(copy(node));
  for (const NodeId node : order::reachable(procedure.graph, orders.front(), [](NodeId) { return false; }))
    if (const auto wide = procedure.excess.find(procedure.graph.value(node).index); wide != procedure.excess.end() && format::isNarrow(wide->second))
      subject.widened = wide->second;
  for (std::size_t i = 0; i < orders.size(); ++i)
    subject.addOrdering(expressions[i], copy(orders[i]));
  addConditions(guard, copy, subject);
  std::vector<NodeId> reached = subject.conditions;
  for (const Ordering &ordering : subject.orderings)
    for (const NodeId root : {ordering.root, ordering.consumed})
      if (root)
        reached.push_back(root);
  copy.addReached(reached);
  if (subject.notHeld.empty())
    subject.notHeld = copy.failure();
  return subject;
}

} // namespace fporder::measure
