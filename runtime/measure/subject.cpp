#include "runtime/measure/subject.h"

#include "runtime/eval/options.h"
#include "runtime/order/copy.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t longestPath = 8;
constexpr std::size_t longestExpression = 160; // bytes

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

/// Where the program counts a loop from 1, or by 2, evaluation counts it from nought by one: i is 2 * k + 1. For the loops that `root` mentions.
static void countFromNought(const order::Procedure &procedure, NodeId root, order::GraphCopy &copy, Subject &subject) {
  order::Graph &into = subject.graph;
  constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};
  if (procedure.loopOrigins.empty())
    return;
  for (const NodeId node : order::reachable(procedure.graph, root, [](NodeId) { return false; })) {
    const order::Node leaf = procedure.graph[node];
    const auto origin = leaf.op == Op::LoopIndex ? procedure.loopOrigins.find(leaf.version) : procedure.loopOrigins.end();
    if (origin == procedure.loopOrigins.end())
      continue;
    if (origin->second.trips)
      subject.tripCounts[leaf.version] = *origin->second.trips;
    const auto constant = [&](long long value) { return into.constant(order::Number::fromInteger(value), integer); };
    const std::string symbol(procedure.graph.symbol(node));
    NodeId value = into.intern({.op = Op::LoopIndex, .type = leaf.type, .symbol = symbol, .version = leaf.version});
    if (origin->second.step != 1)
      value = into.binary(Op::Mul, value, constant(origin->second.step), integer);
    if (origin->second.first != 0)
      value = into.binary(Op::Add, value, constant(origin->second.first), integer);
    copy.substitute(node, value);
  }
}

void Subject::addOrdering(std::string expression, NodeId root) {
  const NodeId written = orderings.empty() ? root : orderings.front().root;
  orderings.push_back({std::move(expression), root, path.empty() ? NodeId{} : rebuilt(graph, path, written, root)});
}

/// The text of a sum, `written`, with another schedule, that of `node`: its indices are as in the source, those in the graph count from nought.
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
  if (graph[written].op != Op::Reduce)
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

Subject SubjectBuilder::build(std::span<const NodeId> orders, std::span<const std::string> expressions) {
  Subject subject;
  subject.function = procedure.name;
  // A template's numbers are measured in one format, the one that evaluation takes them for.
  order::GraphCopy copy(procedure.graph, subject.graph, eval::EvaluationOptions{}.dependentFormat);
  const std::vector<NodeId> path = pathToConsumer(orders.front());
  for (const std::span<const NodeId> roots : {orders, std::span<const NodeId>(path)})
    for (const NodeId root : roots)
      countFromNought(procedure, root, copy, subject);
  for (const NodeId node : path)
    subject.path.push_back(copy(node));
  for (std::size_t i = 0; i < orders.size(); ++i)
    subject.addOrdering(expressions[i], copy(orders[i]));
  return subject;
}

} // namespace fporder::measure
