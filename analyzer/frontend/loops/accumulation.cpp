// Loop-carried values that accumulate: turning what an iteration adds to them into reductions.
#include "analyzer/frontend/values/work_items.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/terms.h"
#include "runtime/order/walk.h"

#include <algorithm>

namespace fporder::frontend {

using order::integerType;
using order::NodeId;
using order::Op;
using order::ReductionKind;
using order::Schedule;

namespace {

constexpr unsigned fewSteps = limits::most(limits::Limit::FloatingTrips); // counted one by one

/// How often x += step is done while x < end, or <= end; nothing when that is not in a few steps.
std::optional<long long> stepsUpTo(double x, double step, double end, bool inclusive, format::Format format) {
  const auto rounded = [&](double value) { return format == format::Format::Binary32 ? static_cast<double>(static_cast<float>(value)) : value; };
  x = rounded(x);
  for (unsigned count = 0; count <= fewSteps; ++count, x = rounded(x + step))
    if (inclusive ? !(x <= end) : !(x < end))
      return count;
  return std::nullopt;
}

/// True when `format` holds the value for sure.
bool isValueOf(const order::Graph &graph, NodeId node, format::Format format) {
  if (graph[node].op == Op::Constant)
    return graph.number(node).isZero();
  while (graph[node].op == Op::Cast && format::widensExactly(graph[graph.operand(node, 0)].type.format, graph[node].type.format))
    node = graph.operand(node, 0);
  return format::widensExactly(graph[node].type.format, format);
}

NodeId converted(order::Graph &graph, NodeId node, order::ValueType type) {
  return graph[node].op == Op::Constant ? graph.constant(graph.number(node), type) : graph.cast(node, type);
}

bool isMinusZero(const order::Number &number) { return number.isZero() && number.isNegative(); }

} // namespace

Chain Evaluator::accumulated(NodeId before, NodeId after, NodeId initial) {
  const bool known = initial && graph[initial].op == Op::Constant && !isMinusZero(graph.number(initial));
  return chainBetween(graph, before, after, known);
}

/// for (x = 0; x < 1; x += 0.01f)
NodeId Evaluator::floatingCount(const LoopRun &run, NodeId before, NodeId initial, NodeId term) {
  const std::optional<LoopExit> &exit = run.loop.exit;
  if (!exit || !graph.sameValue(exit->index, before) || endsEarly(run))
    return {};
  const NodeId end = exit->bound;
  for (const NodeId node : {initial, term, end})
    if (graph[node].op != Op::Constant)
      return {};
  const auto steps = stepsUpTo(graph.number(initial).approximate(), graph.number(term).approximate(), graph.number(end).approximate(), exit->left < 0,
                               graph[before].type.format);
  return steps ? integer(*steps) : NodeId{};
}

/// A count for a reduction that is not the program's own: `count` or less.
NodeId Evaluator::uncounted(NodeId count, const std::string &why) {
  const NodeId some = fresh("iterations", integerType);
  lossNotes[graph.value(some).index] = why;
  return count && graph[count].op == Op::Constant ? graph.binary(Op::Min, count, some, integerType) : some;
}

/// How often the loop runs, and, where it is not from 0 by 1, from where and by how much its index goes up.
std::vector<NodeId> Evaluator::iterations(const LoopRun &run, NodeId count, NodeId term) {
  if (!count)
    return {};
  const NodeId first = startOf(run), step = stepNode(run);
  std::vector<NodeId> operands{count};
  if (!first || !step || !order::dependsOnLoop(graph, term, run.id))
    return operands;
  const auto is = [&](NodeId node, long long value) {
    return graph[node].op == Op::Constant && graph.number(node) == order::Number::fromInteger(value);
  };
  if (!is(first, 0) || !is(step, 1))
    operands.push_back(first);
  if (!is(step, 1))
    operands.push_back(step);
  return operands;
}

NodeId Evaluator::reduction(LoopRun &run, const Chain &chain, order::Reduction how, llvm::ArrayRef<NodeId> operands) {
  how.loop = run.id;
  order::NodeSpec spec;
  spec.op = Op::Reduce;
  spec.type = {chain.format, graph[operands.front()].type.shape};
  spec.operands = {operands.data(), operands.size()};
  spec.reduction = &how;
  spec.version = chain.format == format::Format::Integer && !order::isLeaf(graph[chain.operation].op) ? graph[chain.operation].version : 0;
  spec.place = graph[chain.operation].place;
  if (!spec.place && graph[chain.operation].op == Op::Select) // if (x > best) best = x: the comparison says where
    spec.place = graph[graph.operand(chain.operation, 0)].place;
  spec.environment = graph.environment(chain.operation);
  const NodeId node = graph.intern(spec);
  order::joinedTerms(graph, node); // rules match it
  return node;
}

/// The reduction is the computation; the update in the loop's body no longer is.
void Evaluator::addSum(LoopRun &run, const Chain &chain, NodeId reduction) {
  for (const NodeId update : chain.absorbed)
    run.updates.try_emplace(update.index, run.sums.size());
  run.sums.push_back(computed(reduction));
  run.sums.back().guard = run.before.path;
}

bool Evaluator::repeatedByThreadsOnly(LocationId where) const {
  if (loopDepth == 0)
    return true;
  std::vector<NodeId> pending;
  for (LocationId step = where; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index)
      pending.push_back(memory[step].index);
  return order::walkOperands(graph, pending, UINT64_MAX, [&](NodeId node) {
           const Op op = graph[node].op;
           return op == Op::LoopIndex || op == Op::LoopValue ? order::Walk::Stop : order::Walk::Enter;
         }) == order::Walked::Stopped;
}

bool Evaluator::inSingleThread() const { return isSingleThread(graph, state.path); }

NodeId Evaluator::reduce(LoopRun &run, const Chain &chain, NodeId before, const Carried &carried, NodeId after) {
  order::Reduction how;
  how.kind = chain.kind;
  how.schedule = run.shape.schedule;
  how.width = run.shape.width;
  how.fused = chain.fused;
  for (LocationId part = carried.location;; part = memory[part].parent) {
    if (const auto known = schedules.find(part); known != schedules.end())
      how.schedule = known->second;
    if (memory[part].kind == Location::Kind::Root)
      break;
  }
  ReadType type;
  type.number = graph[before].type;
  NodeId initial = memory.read(run.before.store, carried.location, type).node, term = termOf(graph, chain);
  NodeId count = tripCountOf(run);
  if (!count)
    count = how.kind == ReductionKind::Sum ? floatingCount(run, before, initial, term) : NodeId{};
  if (endsEarly(run) && count)
    count = graph[count].op == Op::Constant
                ? uncounted(count, "the loop over '" + loopName(run.id) + "' is left by '" + (run.left ? run.left : "break") + "'")
                : NodeId{};
  const std::string accumulator = memory.spell(carried.location);
  bool exact = chain.exact, compensated = false;
  LocationId errors;
  if (how.schedule == Schedule::Sequential && how.kind == ReductionKind::Sum && carriesError(run, before, after)) {
    how.schedule = Schedule::Compensated;
    compensated = true;
    if (const auto own = kahanTerm(run, chain, before, after)) {
      how.schedule = Schedule::Kahan;
      term = *own;
    } else {
      exact = false;
      errors = neumaierCorrection(run, chain, before, after);
      // The correction is not part of what is summed.
      const order::Node stored = graph[term];
      if ((stored.op == Op::Sub || stored.op == Op::Add) && graph[graph.operand(term, 1)].op == Op::LoopValue)
        term = graph.operand(term, 0);
    }
  }
  // s = (float)(half)(s + x): the sum is kept in half, whatever the variable's type.
  const bool narrower = chain.format != type.number.format && format::widensExactly(chain.format, type.number.format);
  if (narrower) {
    exact = exact && isValueOf(graph, initial, chain.format);
    initial = converted(graph, initial, {chain.format, type.number.shape});
  }
  const auto over = [&](NodeId trips) {
    std::vector<NodeId> operands{initial, term};
    llvm::append_range(operands, iterations(run, trips, term));
    return reduction(run, chain, how, operands);
  };
  if (errors)
    run.corrections.push_back({carried.location, errors, over(count)});
  const NodeId node =
      over(exact ? count
                 : uncounted(count, compensated ? "the sum in '" + accumulator + "' is corrected in another way than Kahan's and Neumaier's sums are"
                                                : "not every addition to '" + accumulator + "' is rounded once, to the format that it is kept in"));
  addSum(run, chain, node);
  return narrower ? graph.cast(node, graph[before].type) : node;
}

} // namespace fporder::frontend
