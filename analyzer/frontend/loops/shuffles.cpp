// Sums across the lanes of a warp: v += shuffle(v), step by step or in a loop.
#include "analyzer/frontend/accelerators/cuda.h"
#include "analyzer/frontend/loops/lanes.h"
#include "analyzer/frontend/values/indices.h"
#include "analyzer/frontend/values/work_items.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/order/walk.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::ReductionKind;
using order::Schedule;

namespace {

std::optional<ReductionKind> kindOf(Op op) {
  switch (op) {
  case Op::Add:
    return ReductionKind::Sum;
  case Op::Mul:
    return ReductionKind::Product;
  case Op::Min:
    return ReductionKind::Min;
  case Op::Max:
    return ReductionKind::Max;
  default:
    return std::nullopt;
  }
}

/// What steps of which nothing exact is told combine: twice as many lanes by each, or a warp.
std::uint32_t lanesOf(const LaneSteps &steps) {
  constexpr std::size_t doublings = 10; // to the threads of a block
  return steps.offsets.empty() ? warpLanes : 1u << std::min(steps.offsets.size(), doublings);
}

/// True for threadIdx.y and threadIdx.z, which the lanes of a warp share where a row of threads is a multiple of a warp.
bool isRowNumber(const order::Graph &graph, NodeId node) {
  const auto number = workItemNumber(graph, node);
  return number && number->query == order::WorkItemQuery::LocalId && (number->dimension == 'y' || number->dimension == 'z');
}

/// True for a leaf that has another value in each lane, which nothing tells.
bool isOfEachLane(const order::Graph &graph, NodeId node) {
  using Kind = order::Storage::Kind;
  const Op op = graph[node].op;
  if (op == Op::LoopValue)
    return true;
  const order::StorageId storage = op == Op::Input || op == Op::Element ? graph.storage(node) : order::StorageId{};
  if (!storage)
    return false;
  if (const auto number = workItemNumber(graph, node)) {
    using order::WorkItemQuery;
    const WorkItemQuery query = number->query;
    const bool ofBlock = query == WorkItemQuery::GroupId || query == WorkItemQuery::GroupCount || query == WorkItemQuery::LocalSize ||
                         query == WorkItemQuery::WarpSize;
    return !ofBlock && !isRowNumber(graph, node) && (!isThreadNumber(graph, node) || order::rootOf(graph, storage).of);
  }
  return llvm::is_contained({Kind::Lane, Kind::Result, Kind::Random, Kind::Unknown}, order::rootOf(graph, storage).kind);
}

} // namespace

/// A value of another lane: an unknown number that `shuffles` remembers the origin of.
NodeId Evaluator::fromOtherLane(NodeId value, NodeId lane, llvm::StringRef name, LaneExchange exchange) {
  static constexpr llvm::StringLiteral ways[] = {"xor", "down", "up", "from"};
  order::NodeSpec leaf;
  leaf.op = Op::Element;
  leaf.type = graph[value].type;
  const NodeId operands[] = {lane};
  leaf.operands = operands;
  const std::string symbol = name.str();
  leaf.symbol = symbol;
  // What another way gives is another value.
  const std::string way = ways[static_cast<std::size_t>(exchange.way)].str() + " " + std::to_string(exchange.width);
  leaf.storage = graph.addStorage({order::Storage::Kind::Lane, {}, value.index, nullptr, way});
  leaf.version = memory.versionOf(symbol, leaf.storage, value.index + 1);
  const NodeId node = graph.intern(leaf);
  if (exchange.reduces())
    shuffles[node.index] = {value, exchange};
  else
    shuffles.erase(node.index);
  return node;
}

/// For `left op right`, one of which is the other as another lane has it. Nothing when it is not so.
std::optional<Evaluator::LaneStep> Evaluator::laneStep(NodeId left, NodeId right) const {
  for (const auto &[own, other] : {std::pair(left, right), std::pair(right, left)}) {
    NodeId source = other;
    while (graph[source].op == Op::Cast)
      source = graph.operand(source, 0);
    NodeId value = own;
    while (graph[value].op == Op::Cast && !graph.sameValue(value, source))
      value = graph.operand(value, 0);
    if (const auto known = shuffles.find(source.index); known != shuffles.end())
      if (graph.sameValue(known->second.value, own) || graph.sameValue(known->second.value, value))
        return LaneStep{known->second.value, source};
  }
  return std::nullopt;
}

/// `own op shuffled(own)` outside a loop: half of the lanes' values are combined in pairs.
NodeId Evaluator::combineLanes(Op op, llvm::ArrayRef<NodeId> operands, const clang::Expr *at, clang::SourceLocation token) {
  if (shuffles.empty() || operands.size() != 2 || !kindOf(op) || !format::isFloatingPoint(graph[operands[0]].type.format))
    return {};
  const auto step = laneStep(operands[0], operands[1]);
  if (!step || graph[step->own].op == Op::LoopValue)
    return {};
  const auto offset = wholeNumber(graph, graph.operand(step->other, 0));
  const bool known = offset && *offset > 0 && *offset < 1024;
  const LaneSteps steps{shuffles.at(step->other.index).how, {known ? static_cast<std::uint32_t>(*offset) : 0}};
  return withSteps(step->own, *kindOf(op), steps, at, token, {});
}

/// The integers that `run` carries and its test, which say how often it runs.
order::CarryingLoop Evaluator::countedBy(const LoopRun &run) {
  order::CarryingLoop loop;
  loop.index = run.leaf;
  loop.first = startOf(run);
  loop.step = stepNode(run);
  (run.testedAfterBody ? loop.stays : loop.enters) = run.condition;
  for (const Carried &carried : run.carried) {
    const NodeId before = carriedNode(run, carried);
    if (!before || graph[before].type.format != Format::Integer)
      continue;
    ReadType type;
    type.number = graph[before].type;
    const Value initial = memory.read(run.before.store, carried.location, type), next = memory.read(run.end.store, carried.location, type);
    if (initial.isNumber() && next.isNumber())
      loop.phis.push_back({before, initial.node, next.node});
  }
  return loop;
}

/// What a loop of such steps leaves: the whole warp's.
NodeId Evaluator::afterShuffles(const LoopRun &run, NodeId before, NodeId after, NodeId initial) {
  if (shuffles.empty())
    return {};
  NodeId step = after;
  while (graph[step].op == Op::Cast)
    step = graph.operand(step, 0);
  const auto kind = kindOf(graph[step].op);
  const auto shuffled = kind ? laneStep(graph.operand(step, 0), graph.operand(step, 1)) : std::nullopt;
  if (!shuffled || !graph.sameValue(shuffled->own, before))
    return {};
  const order::PlaceId where = graph[step].place;
  journal.computations.drop(0, {step, after});
  LaneSteps steps{shuffles.at(shuffled->other.index).how, {}};
  if (run.breaks.empty() && run.returns.empty() && !run.leftUnseen && !run.left && run.condition)
    steps.offsets = offsetsIn(graph, countedBy(run), run.id, graph.operand(shuffled->other, 0));
  return withSteps(initial, *kind, steps, nullptr, {}, where);
}

/// `steps` from `own` on, which may be what earlier steps have left.
NodeId Evaluator::withSteps(NodeId own, ReductionKind kind, const LaneSteps &steps, const clang::Expr *at, clang::SourceLocation token,
                            order::PlaceId where) {
  const auto earlier = laneSums.find(own.index);
  if (earlier != laneSums.end() && earlier->second.kind == kind) {
    LaneSum all = earlier->second;
    const bool exact = laneOrder(all.steps).has_value();
    all.steps.offsets.append(steps.offsets.begin(), steps.offsets.end());
    const bool alike = all.steps.how == steps.how && !steps.offsets.empty();
    if (!alike)
      all.steps.how = {steps.how.way, 0};
    if (!exact || (alike && laneOrder(all.steps)))
      return sumOfSteps(std::move(all), own, at, token, where);
  }
  return sumOfSteps({own, kind, steps, {}}, {}, at, token, where);
}

/// `replaced`: the sum of the steps before, whose computation this one takes the place of; may be invalid.
NodeId Evaluator::sumOfSteps(LaneSum sum, NodeId replaced, const clang::Expr *at, clang::SourceLocation token, order::PlaceId where) {
  const std::optional<LaneOrder> how = laneOrder(sum.steps);
  sum.lost = how ? "" : "which lanes the shuffles combine is not known";
  order::Reduction reduction;
  reduction.kind = sum.kind;
  reduction.schedule = how ? how->schedule : Schedule::Tree;
  reduction.width = !how ? lanesOf(sum.steps) : how->schedule == Schedule::Tree ? how->count : 1; // pairs of single terms
  const order::Node stored = graph[sum.value];
  const bool ownTerms = stored.op == Op::Reduce && anyInLane(graph, graph.operand(sum.value, order::termOperand), isThreadNumber);
  const bool joins = stored.op == Op::Reduce && graph.reduction(sum.value).kind == sum.kind && !laneSums.contains(sum.value.index) &&
                     !ownTerms; // what other lanes add is told by their numbers
  const std::vector<NodeId> operands = joins ? joinedOperands(sum, reduction) : laneOperands(sum, reduction);
  const NodeId node = internLanes(reduction, operands, sum.value, replaced ? replaced : joins ? sum.value : NodeId{}, at, token, where);
  laneSums[node.index] = std::move(sum);
  return node;
}

/// Each lane's own sum and the tree over the lanes, as one sum: how many terms all lanes have is not known.
std::vector<NodeId> Evaluator::joinedOperands(LaneSum &sum, order::Reduction &reduction) {
  const order::Reduction inner = graph.reduction(sum.value);
  const NodeId initial = graph.operand(sum.value, order::initialOperand);
  const bool neutral = graph[initial].op == Op::Constant &&
                       (graph.number(initial) == order::identity(sum.kind) || (sum.kind == ReductionKind::Sum && graph.number(initial).isZero()));
  if (!neutral && !isExtremum(sum.kind) && sum.lost.empty())
    sum.lost = "each lane's sum starts with a value of its own";
  if ((reduction.schedule != Schedule::Tree || inner.schedule != Schedule::Sequential) && sum.lost.empty())
    sum.lost = "the sums of lanes are no running sums that a tree combines";
  reduction.schedule = Schedule::Tree;
  reduction.width = laneOrder(sum.steps) ? laneOrder(sum.steps)->count : lanesOf(sum.steps);
  reduction.loop = inner.loop;
  return {initial, graph.operand(sum.value, order::termOperand)};
}

/// Why `value` says nothing of other lanes, though it mentions the thread's number.
std::string Evaluator::whyOfOneLane(NodeId value) const {
  NodeId found;
  const bool below = anyInLane(graph, value, [&](const order::Graph &in, NodeId node) {
    const auto steps = laneSums.find(node.index);
    const bool isPartial = steps != laneSums.end() && (!steps->second.lost.empty() || steps->second.steps.how.way == LaneExchange::Way::Down);
    if (isPartial || isOfEachLane(in, node) || lossNotes.contains(in.value(node).index))
      found = node;
    return static_cast<bool>(found);
  });
  if (!below)
    return "";
  return found && graph[found].op != Op::Reduce ? "'" + std::string(graph.symbol(found)) + "' of another lane is not known"
                                                : "what other lanes have is not known";
}

/// The values of lanes, each computed as this lane's is.
std::vector<NodeId> Evaluator::laneOperands(LaneSum &sum, order::Reduction &reduction) {
  const std::optional<LaneOrder> how = laneOrder(sum.steps);
  const LaneOrder order = how.value_or(LaneOrder{lanesOf(sum.steps)});
  reduction.loop = loopTable.reserve();
  const NodeId lane = laneIndex(reduction.loop);
  const NodeId away = integerOperation(clang::BO_Mul, lane, integer(order.stride));
  // Steps down go on from the lane itself, others stay in its part of the warp.
  const auto numberOf = [&](NodeId thread) {
    if (sum.steps.how.way == LaneExchange::Way::Down)
      return integerOperation(clang::BO_Add, thread, away);
    const NodeId past = integerOperation(clang::BO_Rem, thread, integer(order.count * order.stride));
    NodeId first = integerOperation(clang::BO_Sub, thread, past);
    if (order.stride > 1)
      first = integerOperation(clang::BO_Add, first, integerOperation(clang::BO_Rem, thread, integer(order.stride)));
    return integerOperation(clang::BO_Add, first, away);
  };
  NodeId term = inLane(graph, sum.value, numberOf);
  if (term && sum.lost.empty())
    sum.lost = whyOfOneLane(sum.value);
  if (term && sum.lost.empty() && anyInLane(graph, sum.value, isRowNumber))
    procedure.assume(term, {order::Assumption::Kind::Name, "the lanes of a warp have the same threadIdx.y and threadIdx.z", {}});
  if (!term)
    term = nameInLane(sum.value, lane);
  return {neutralOf(sum.kind, sum.value), term, integer(order.count)};
}

namespace {

/// Values that leave the function, or that loops carry, by the condition under which they do.
std::map<std::uint32_t, std::vector<NodeId>> usesByGuard(const order::Procedure &procedure) {
  std::map<std::uint32_t, std::vector<NodeId>> uses;
  for (const order::Effect &effect : procedure.effects)
    if (effect.node)
      uses[effect.guard.index].push_back(effect.node);
  for (const auto &[number, loop] : procedure.carryingLoops)
    for (const order::LoopPhi &phi : loop.phis)
      if (phi.next)
        uses[NodeId{}.index].push_back(phi.next);
  return uses;
}

} // namespace

/// Which sums over lanes are what the program has: of steps down, those that only threads use that have met whole lanes.
void Evaluator::tellOfLanes() {
  const auto isDown = [](const auto &sum) { return sum.second.steps.how.way == LaneExchange::Way::Down; };
  std::set<std::uint32_t> everywhere, somewhere; // sums of steps down, by who uses them
  if (llvm::any_of(laneSums, isDown))
    for (auto &[guard, values] : usesByGuard(procedure)) {
      order::walkOperands(graph, values, UINT64_MAX, [](NodeId) { return order::Walk::Enter; });
      for (const NodeId node : values)
        if (const auto sum = laneSums.find(node.index); sum != laneSums.end() && isDown(*sum))
          (passesWholeOnly(graph, NodeId{guard}, sum->second.steps) ? somewhere : everywhere).insert(node.index);
    }
  for (const auto &sum : laneSums) {
    const order::ValueId value = graph.value({sum.first});
    if (!sum.second.lost.empty())
      lossNotes.try_emplace(value.index, sum.second.lost);
    else if (isDown(sum) && (!somewhere.contains(sum.first) || everywhere.contains(sum.first)))
      lossNotes.try_emplace(value.index, "it is the sum of all lanes in the first lane only");
  }
}

} // namespace fporder::frontend
