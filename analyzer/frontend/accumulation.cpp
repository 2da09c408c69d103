// Loop-carried values that accumulate: recognising them and turning them into reductions.
#include "analyzer/frontend/evaluator.h"

#include <algorithm>

namespace fporder::frontend {

using order::NodeId;
using order::Op;
using order::ReductionKind;
using order::Schedule;

namespace {

constexpr unsigned selectLimit = 64;
constexpr std::size_t errorSearchLimit = 4000;

constexpr unsigned fewSteps = 1000; // counted one by one

/// How often x += step is done while x < end, or <= end; nothing when that is not in a few steps.
std::optional<long long> stepsUpTo(double x, double step, double end, bool inclusive, format::Format format) {
  const auto rounded = [&](double value) { return format == format::Format::Binary32 ? static_cast<double>(static_cast<float>(value)) : value; };
  x = rounded(x);
  for (unsigned count = 0; count <= fewSteps; ++count, x = rounded(x + step))
    if (inclusive ? !(x <= end) : !(x < end))
      return count;
  return std::nullopt;
}

double neutralValue(ReductionKind kind) { return kind == ReductionKind::Product ? 1.0 : 0.0; }

} // namespace

/// True when the value of `target` occurs under `from`.
bool Evaluator::reaches(NodeId from, NodeId target) const {
  std::vector<NodeId> work{from};
  llvm::DenseSet<std::uint32_t> seen;
  while (!work.empty()) {
    const NodeId current = work.back();
    work.pop_back();
    if (current < target || !seen.insert(current.index).second)
      continue; // operands are older than their users
    if (graph.sameValue(current, target))
      return true;
    for (const NodeId operand : graph.operands(current))
      work.push_back(operand);
  }
  return false;
}

/// `current` combines `term` with `next`, which goes on; false when other terms are combined otherwise.
bool Evaluator::takeTerm(Accumulation &result, NodeId &current, std::vector<NodeId> &terms, ReductionKind kind, NodeId term, NodeId next) const {
  if (!terms.empty() && result.kind != kind)
    return false;
  result.kind = kind;
  terms.push_back(term);
  result.absorbed.push_back(current);
  if (!result.operation)
    result.operation = current;
  current = next;
  return true;
}

/// A choice that accumulates: the greater of two values, or a term that is added under a condition.
bool Evaluator::accumulateSelect(Accumulation &result, NodeId &current, NodeId before, std::vector<NodeId> &terms, unsigned depth) {
  const auto fold = [&](ReductionKind kind, NodeId term, NodeId next) { return takeTerm(result, current, terms, kind, term, next); };
  const NodeId test = graph.operand(current, 0), first = graph.operand(current, 1), second = graph.operand(current, 2);
  if (reaches(test, before)) {
    // best = x > best ? x : best
    const bool keepsSecond = graph.sameValue(second, before) && !reaches(first, before);
    const bool keepsFirst = graph.sameValue(first, before) && !reaches(second, before);
    if (graph[test].op != Op::Compare || (!keepsFirst && !keepsSecond))
      return false;
    const NodeId term = keepsSecond ? first : second;
    const std::string_view relation = graph.symbol(test);
    if (relation.empty() || (relation[0] != '<' && relation[0] != '>') ||
        !graph.sameValue(graph.operand(test, 0), term) == !graph.sameValue(graph.operand(test, 0), before))
      return false;
    const bool termLeft = graph.sameValue(graph.operand(test, 0), term);
    const bool takesGreater = (relation[0] == '>') == termLeft;
    return fold(takesGreater == keepsSecond ? ReductionKind::Max : ReductionKind::Min, term, before);
  }
  if (depth >= selectLimit)
    return false;
  Accumulation a = accumulated(first, before, depth + 1), b = accumulated(second, before, depth + 1);
  if (a.fails || b.fails || (a.term && b.term && a.kind != b.kind) || (!a.term && !b.term))
    return false;
  const ReductionKind kind = a.term ? a.kind : b.kind;
  if (kind == ReductionKind::Min || kind == ReductionKind::Max)
    return false;
  const order::ValueType type = graph[a.term ? a.term : b.term].type;
  const NodeId neutral = constant(neutralValue(kind), type);
  order::NodeSpec select;
  select.op = Op::Select;
  select.type = type;
  const NodeId operands[] = {test, a.term ? a.term : neutral, b.term ? b.term : neutral};
  select.operands = operands;
  select.place = graph[current].place;
  result.absorbed.insert(result.absorbed.end(), a.absorbed.begin(), a.absorbed.end());
  result.absorbed.insert(result.absorbed.end(), b.absorbed.begin(), b.absorbed.end());
  if (!result.operation)
    result.operation = a.operation ? a.operation : b.operation;
  return fold(kind, graph.intern(select), before);
}

/// Takes one operation off `current`; false when it is none that accumulates.
bool Evaluator::accumulateStep(Accumulation &result, NodeId &current, NodeId before, std::vector<NodeId> &terms, unsigned depth) {
  const order::Node node = graph[current];
  const auto fold = [&](ReductionKind kind, NodeId term, NodeId next) { return takeTerm(result, current, terms, kind, term, next); };
  const auto eitherSide = [&](ReductionKind kind) {
    const NodeId left = graph.operand(current, 0), right = graph.operand(current, 1);
    if (!reaches(right, before))
      return fold(kind, right, left);
    return !reaches(left, before) && fold(kind, left, right);
  };
  switch (node.op) {
  case Op::Cast:
    if (format::isFloatingPoint(node.type.format) && (!result.kept || format::widensExactly(node.type.format, *result.kept)))
      result.kept = node.type.format;
    result.absorbed.push_back(current);
    current = graph.operand(current, 0);
    return true;
  case Op::Add:
    return eitherSide(ReductionKind::Sum);
  case Op::Mul:
    return eitherSide(ReductionKind::Product);
  case Op::Min:
    return eitherSide(ReductionKind::Min);
  case Op::Max:
    return eitherSide(ReductionKind::Max);
  case Op::Sub: {
    const NodeId right = graph.operand(current, 1), left = graph.operand(current, 0);
    return !reaches(right, before) && fold(ReductionKind::Sum, graph.unary(Op::Neg, right, graph[right].type), left);
  }
  case Op::Fma: {
    const NodeId a = graph.operand(current, 0), b = graph.operand(current, 1), c = graph.operand(current, 2);
    if (reaches(a, before) || reaches(b, before))
      return false;
    return fold(ReductionKind::Sum, graph.binary(Op::Mul, a, b, node.type, node.place, graph.environment(current)), c);
  }
  case Op::Reduce: {
    // An inner loop that goes on with the same accumulator.
    const order::Reduction inner = graph.reduction(current);
    const NodeId init = graph.operand(current, 0);
    if (!reaches(init, before) || (inner.kind != ReductionKind::Sum && inner.kind != ReductionKind::Product))
      return false;
    std::vector<NodeId> operands(graph.operands(current).begin(), graph.operands(current).end());
    for (std::size_t i = 1; i < operands.size(); ++i)
      if (reaches(operands[i], before))
        return false;
    operands[0] = constant(neutralValue(inner.kind), node.type);
    return fold(inner.kind, graph.withOperands(current, operands), init);
  }
  case Op::Select:
    return accumulateSelect(result, current, before, terms, depth);
  default:
    return false;
  }
}

/// How `after` is made from `before` by accumulating terms that do not depend on it.
Evaluator::Accumulation Evaluator::accumulated(NodeId after, NodeId before, unsigned depth) {
  Accumulation result;
  std::vector<NodeId> terms; // last first
  NodeId current = after;
  while (!graph.sameValue(current, before))
    if (!accumulateStep(result, current, before, terms, depth)) {
      result.fails = true;
      return result;
    }
  if (terms.empty())
    return result;
  // Several terms in one iteration: their sum stands for them.
  result.term = terms.back();
  const Op combine = result.kind == ReductionKind::Sum       ? Op::Add
                     : result.kind == ReductionKind::Product ? Op::Mul
                     : result.kind == ReductionKind::Min     ? Op::Min
                                                             : Op::Max;
  for (std::size_t i = terms.size() - 1; i-- > 0;)
    result.term = graph.binary(combine, result.term, terms[i], graph[terms[i]].type);
  return result;
}

/// Kahan, Neumaier and their kin carry t - s, the part of the sum that was actually added, in another variable.
bool Evaluator::carriesError(const LoopRun &run, NodeId before, NodeId after) {
  NodeId sum = after;
  while (graph[sum].op == Op::Cast)
    sum = graph.operand(sum, 0);
  for (const Carried &other : run.carried) {
    if (!other.sample || !other.sample->isNumber() || varies(run, other.location))
      continue;
    ReadType type;
    type.number = graph[other.sample->node].type;
    const Value value = memory.read(run.end.store, other.location, type);
    if (!value.isNumber() || graph.sameValue(value.node, after))
      continue;
    std::vector<NodeId> work{value.node};
    llvm::DenseSet<std::uint32_t> seen;
    while (!work.empty() && seen.size() < errorSearchLimit) {
      const NodeId current = work.back();
      work.pop_back();
      if (!seen.insert(current.index).second)
        continue;
      if (graph[current].op == Op::Sub) {
        const NodeId left = graph.operand(current, 0), right = graph.operand(current, 1);
        const auto is = [&](NodeId node, NodeId wanted) { return graph.sameValue(node, wanted); };
        if ((is(left, sum) && is(right, before)) || (is(left, before) && is(right, sum)))
          return true;
      }
      for (const NodeId operand : graph.operands(current))
        work.push_back(operand);
    }
  }
  return false;
}

NodeId Evaluator::reduce(LoopRun &run, Accumulation accumulation, NodeId before, const Carried &carried, NodeId after) {
  order::Reduction reduction;
  reduction.kind = accumulation.kind;
  reduction.schedule = run.shape.schedule;
  reduction.width = run.shape.width;
  reduction.loop = run.id;
  for (LocationId part = carried.location;; part = memory[part].parent) {
    if (const auto known = schedules.find(part); known != schedules.end())
      reduction.schedule = known->second;
    if (memory[part].kind == Location::Kind::Root)
      break;
  }
  if (reduction.schedule == Schedule::Sequential && reduction.kind == ReductionKind::Sum && carriesError(run, before, after)) {
    reduction.schedule = Schedule::Compensated;
    // The correction is not part of what is summed.
    const order::Node term = graph[accumulation.term];
    if ((term.op == Op::Sub || term.op == Op::Add) && graph[graph.operand(accumulation.term, 1)].op == Op::LoopValue)
      accumulation.term = graph.operand(accumulation.term, 0);
  }
  if (reduction.schedule == Schedule::Sequential && isReversed(run))
    reduction.schedule = Schedule::Reverse;
  ReadType type;
  type.number = graph[before].type;
  std::vector<NodeId> operands{memory.read(run.before.store, carried.location, type).node, accumulation.term};
  NodeId count = tripCountOf(run);
  // for (x = 0; x < 1; x += 0.01f)
  if (const auto exit = loopExits.find(run.id);
      !count && exit != loopExits.end() && graph.sameValue(exit->second.index, before) && run.breaks.empty()) {
    const auto known = [&](NodeId node) { return graph[node].op == Op::Constant; };
    const NodeId end = exit->second.bound;
    if (reduction.kind == ReductionKind::Sum && known(operands[0]) && known(operands[1]) && known(end))
      if (const auto steps = stepsUpTo(graph.number(operands[0]).approximate(), graph.number(operands[1]).approximate(),
                                       graph.number(end).approximate(), exit->second.left < 0, graph[before].type.format))
        count = integer(*steps);
  }
  // A break leaves fewer terms, how many nobody knows.
  if (!run.breaks.empty() && count)
    count = graph[count].op == Op::Constant ? graph.binary(Op::Min, count, fresh("iterations", graph[count].type), graph[count].type) : NodeId{};
  if (count)
    operands.push_back(count);
  order::NodeSpec spec;
  spec.op = Op::Reduce;
  spec.type = graph[before].type;
  // s = (float)(half)(s + x): the sum is kept in half, whatever the variable's type.
  const bool narrower = accumulation.kept && *accumulation.kept != spec.type.format && format::widensExactly(*accumulation.kept, spec.type.format);
  if (narrower) {
    spec.type.format = *accumulation.kept;
    operands[0] = graph[operands[0]].op == Op::Constant ? graph.constant(graph.number(operands[0]), spec.type) : graph.cast(operands[0], spec.type);
  }
  spec.operands = operands;
  spec.reduction = &reduction;
  spec.place = graph[accumulation.operation].place;
  if (!spec.place && graph[accumulation.operation].op == Op::Select) // if (x > best) best = x: the comparison says where
    spec.place = graph[graph.operand(accumulation.operation, 0)].place;
  spec.environment = graph.environment(accumulation.operation);
  const NodeId node = graph.intern(spec);
  // The reduction is the computation; the update in the loop's body no longer is.
  llvm::DenseSet<std::uint32_t> absorbed;
  for (const NodeId update : accumulation.absorbed)
    absorbed.insert(update.index);
  auto &computations = procedure.computations;
  const auto isAbsorbed = [&](const order::Computation &computation) { return absorbed.contains(computation.node.index); };
  const auto first = computations.begin() + static_cast<std::ptrdiff_t>(std::min(run.computations, computations.size()));
  order::Computation own{node, static_cast<std::uint32_t>(procedure.definitions.size()), run.before.path,
                         static_cast<std::uint32_t>(memory.storeLog().size())};
  for (auto candidate = first; candidate != computations.end(); ++candidate)
    if (isAbsorbed(*candidate))
      own.time = candidate->time;
  computations.erase(std::remove_if(first, computations.end(), isAbsorbed), computations.end());
  computations.push_back(own);
  return narrower ? graph.cast(node, graph[before].type) : node;
}

} // namespace fporder::frontend
