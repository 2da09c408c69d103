#include "runtime/measure/subject.h"

#include "runtime/eval/options.h"
#include "runtime/order/copy.h"
#include "runtime/order/infix.h"

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

void Subject::addOrdering(std::string expression, NodeId root) {
  const NodeId written = orderings.empty() ? root : orderings.front().root;
  orderings.push_back({std::move(expression), root, path.empty() ? NodeId{} : rebuilt(graph, path, written, root)});
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
    order::InfixOptions infix;
    infix.forReaders = true;
    infix.maxLength = longestExpression;
    subject.addOrdering(order::printInfix(graph, node, infix), node);
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
  for (const NodeId node : pathToConsumer(orders.front()))
    subject.path.push_back(copy(node));
  for (std::size_t i = 0; i < orders.size(); ++i)
    subject.addOrdering(expressions[i], copy(orders[i]));
  return subject;
}

} // namespace fporder::measure
