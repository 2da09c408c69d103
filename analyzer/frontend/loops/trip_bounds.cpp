// How often a loop can run at most: as often as the arrays that its variable counts through have elements, and as its limits have room for.
#include "analyzer/frontend/values/work_items.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr unsigned deepestForm = limits::most(limits::Limit::TripForm);
constexpr double largestBound = limits::most(limits::Limit::TripBound); // beyond it a bound says nothing

/// Least and greatest value; infinite where unknown.
struct Range {
  double least = -infinity, most = infinity;
};

/// What hardware and the programming models allow: CUDA C++ programming guide, technical specifications; OpenCL devices have no larger groups, and
/// sub-groups of 4 lanes at least.
Range ofQuery(const WorkItemNumber &number) {
  using order::WorkItemQuery;
  switch (number.query) {
  case WorkItemQuery::LocalSize:
  case WorkItemQuery::EnqueuedLocalSize:
    return {1, number.dimension == 'z' ? 64. : 1024.};
  case WorkItemQuery::LocalId:
    return {0, number.dimension == 'z' ? 63. : 1023.};
  case WorkItemQuery::LocalLinearId:
    return {0, 1023};
  case WorkItemQuery::SubGroupSize:
    return {1, 128};
  case WorkItemQuery::MaxSubGroupSize:
    return {4, 128};
  case WorkItemQuery::SubGroupLocalId:
    return {0, 127};
  case WorkItemQuery::SubGroupCount:
    return {1, 256};
  case WorkItemQuery::SubGroupId:
    return {0, 255};
  case WorkItemQuery::GroupId:
  case WorkItemQuery::GlobalId:
  case WorkItemQuery::GlobalLinearId:
    return {0, infinity};
  case WorkItemQuery::GroupCount:
  case WorkItemQuery::GlobalSize:
    return {1, infinity};
  case WorkItemQuery::WarpSize:
    return {32, 64};
  case WorkItemQuery::Other:
    break;
  }
  return {};
}

Range ofInput(const order::Graph &graph, NodeId node) {
  const auto number = workItemNumber(graph, node);
  return number ? ofQuery(*number) : Range{};
}

Range rangeOf(const order::Graph &graph, NodeId node, unsigned depth = 0);

/// A remainder, a mask or a shift: the operations that have no node of their own.
Range ofIntegerCall(std::string_view symbol, Range left, Range right) {
  if (symbol == "%" && right.least > 0)
    return {left.least >= 0 ? 0 : 1 - right.most, std::min(left.least >= 0 ? left.most : infinity, right.most - 1)};
  if (symbol == "&" && (left.least >= 0 || right.least >= 0))
    return {0, std::min(left.least >= 0 ? left.most : infinity, right.least >= 0 ? right.most : infinity)};
  if (symbol == ">>" && left.least >= 0 && right.least >= 0)
    return {0, std::floor(left.most / std::exp2(right.least))};
  if (symbol == "<<" && left.least >= 0 && right.least >= 0)
    return {left.least, left.most * std::exp2(right.most)};
  return {};
}

Range ofOperation(Op op, Range left, Range right) {
  switch (op) {
  case Op::Add:
    return {left.least + right.least, left.most + right.most};
  case Op::Sub:
    return {left.least - right.most, left.most - right.least};
  case Op::Mul:
    return left.least >= 0 && right.least >= 0 ? Range{left.least * right.least, left.most * right.most} : Range{};
  case Op::Div:
    return left.least >= 0 && right.least > 0 ? Range{std::floor(left.least / right.most), std::floor(left.most / right.least)} : Range{};
  case Op::Min:
    return {std::min(left.least, right.least), std::min(left.most, right.most)};
  case Op::Max:
    return {std::max(left.least, right.least), std::max(left.most, right.most)};
  default:
    return {};
  }
}

Range rangeOf(const order::Graph &graph, NodeId node, unsigned depth) {
  while (graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  const order::Node stored = graph[node];
  if (stored.op == Op::Constant)
    return {graph.number(node).approximate(), graph.number(node).approximate()};
  if (stored.op == Op::Input)
    return ofInput(graph, node);
  if (depth == deepestForm || stored.operandCount < 2)
    return {};
  const unsigned first = stored.op == Op::Select ? 1 : 0;
  const Range left = rangeOf(graph, graph.operand(node, first), depth + 1), right = rangeOf(graph, graph.operand(node, first + 1), depth + 1);
  if (stored.op == Op::Select)
    return {std::min(left.least, right.least), std::max(left.most, right.most)};
  Range result = stored.op == Op::Call ? ofIntegerCall(graph.symbol(node), left, right) : ofOperation(stored.op, left, right);
  if (std::isnan(result.least)) // nought times infinity
    result.least = -infinity;
  if (std::isnan(result.most))
    result.most = infinity;
  return result;
}

/// index = i + c with c the same in every iteration: neighbouring iterations are as far apart as the loop's step is long.
bool keepsStep(const order::Graph &graph, NodeId node, std::uint32_t loop) {
  while (graph[node].op == Op::Cast || graph[node].op == Op::Add || graph[node].op == Op::Sub)
    node = graph.operand(node, graph[node].op != Op::Cast && order::dependsOnLoop(graph, graph.operand(node, 1), loop) ? 1 : 0);
  return graph[node].op == Op::LoopIndex;
}

LoopBound &boundOf(Loop &loop) { return loop.bound ? *loop.bound : loop.bound.emplace(); }

} // namespace

/// An element of an array of known extent, used in every iteration: a loop that counts through the array has no more iterations than it has elements.
void Evaluator::noteExtent(const clang::Expr *array, NodeId position) {
  const clang::ConstantArrayType *type = unit.context.getAsConstantArrayType(array->getType());
  if (!type || !unit.options.sizesAreKnown() || !activeLoop || state.path != activeLoop->before.path || !isInjective(graph, position, activeLoop->id))
    return;
  const double extent = type->getSize().roundToDouble();
  if (extent <= 1 || extent > largestBound) // the last member of a structure that is allocated larger
    return;
  LoopBound &bound = boundOf(activeLoop->loop);
  double &most = keepsStep(graph, position, activeLoop->id) ? bound.span : bound.iterations;
  most = std::min(most, extent);
}

/// The same of a loop from `start` up to `end`.
void Evaluator::noteSpan(Loop &loop, NodeId start, NodeId end) {
  const double span = rangeOf(graph, end).most - rangeOf(graph, start).least;
  if (span >= 1 && span <= largestBound)
    boundOf(loop).span = std::min(boundOf(loop).span, span);
}

/// The loop's index advances by this much.
void Evaluator::noteStep(Loop &loop, NodeId step) {
  loop.step = wholeNumber(graph, step);
  if (const double least = rangeOf(graph, step).least; least > 1)
    boundOf(loop).step = least;
}

/// How often the loop runs, as a node: the exact count where it is known, and what bounds it beside; invalid when nothing is known.
NodeId Evaluator::tripCountOf(const LoopRun &run) {
  NodeId counted = run.shape.tripCount;
  if (!run.shape.geometric) // as if nothing left it
    counted = run.infinite ? NodeId{} : limitOf(run, run.test);
  const std::optional<LoopBound> &bound = run.loop.bound;
  if (!bound || (counted && graph[counted].op == Op::Constant))
    return counted;
  const long long step = run.loop.step.value_or(0);
  const double length = step != 0 ? std::abs(static_cast<double>(step)) : bound->step;
  const double most = std::min(bound->iterations, std::ceil(bound->span / length));
  if (!(most <= largestBound))
    return counted;
  constexpr order::ValueType integerType{Format::Integer, Shape::Scalar};
  const NodeId count = counted ? counted : fresh("iterations", integerType);
  return graph.binary(Op::Min, count, integer(static_cast<long long>(most)), integerType);
}

} // namespace fporder::frontend
