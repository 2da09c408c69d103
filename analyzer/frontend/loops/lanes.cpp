// Sums across the lanes of a warp: v += shuffle(v), step by step or in a loop, and the halving of an array in shared memory.
#include "analyzer/frontend/accelerators/cuda.h"
#include "analyzer/frontend/values/work_items.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/walk.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

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

bool mentions(const order::Graph &graph, NodeId node, llvm::function_ref<bool(const order::Graph &, NodeId)> wanted) {
  return order::walkOperands(graph, node, limits::Limit::LaneNodes,
                             [&](NodeId each) { return wanted(graph, each) ? order::Walk::Stop : order::Walk::Enter; }) == order::Walked::Stopped;
}

/// `node` as the thread number `lane` computes it; invalid when the thread's number does not occur in it.
NodeId inLane(order::Graph &graph, NodeId node, NodeId lane) {
  llvm::DenseMap<std::uint32_t, NodeId> done;
  std::vector<NodeId> pending{node};
  bool found = false;
  while (!pending.empty()) {
    const NodeId current = pending.back();
    if (limits::exceeds(limits::Limit::LaneNodes, done.size()))
      return {};
    if (done.contains(current.index)) {
      pending.pop_back();
      continue;
    }
    if (isThreadNumber(graph, current)) {
      done[current.index] = lane;
      found = true;
      pending.pop_back();
      continue;
    }
    std::vector<NodeId> operands;
    bool ready = true, same = true;
    for (const NodeId operand : graph.operands(current)) {
      const auto known = done.find(operand.index);
      if (known == done.end()) {
        pending.push_back(operand);
        ready = false;
      } else {
        operands.push_back(known->second);
        same = same && known->second == operand;
      }
    }
    if (!ready)
      continue;
    pending.pop_back();
    done[current.index] = same ? current : graph.withOperands(current, operands);
  }
  return found ? done[node.index] : NodeId{};
}

} // namespace

/// A value of another lane: an unknown number that `shuffles` remembers the origin of.
NodeId Evaluator::fromOtherLane(NodeId value, NodeId lane, llvm::StringRef name, Exchange exchange) {
  order::NodeSpec leaf;
  leaf.op = Op::Element;
  leaf.type = graph[value].type;
  const NodeId operands[] = {lane};
  leaf.operands = operands;
  const std::string symbol = name.str();
  leaf.symbol = symbol;
  leaf.storage = graph.addStorage({order::Storage::Kind::Lane, {}, value.index});
  leaf.version = memory.versionOf(symbol, leaf.storage, value.index + 1);
  const NodeId node = graph.intern(leaf);
  if (exchange == Exchange::Reduces)
    shuffles[node.index] = value;
  else
    shuffles.erase(node.index);
  return node;
}

/// For `left op right`, one of which is the other as another lane has it: the lane's own value. Invalid when it is not so.
NodeId Evaluator::ownLane(NodeId left, NodeId right) const {
  for (const auto &[own, other] : {std::pair(left, right), std::pair(right, left)}) {
    NodeId source = other;
    while (graph[source].op == Op::Cast)
      source = graph.operand(source, 0);
    NodeId value = own;
    while (graph[value].op == Op::Cast && !graph.sameValue(value, source))
      value = graph.operand(value, 0);
    if (const auto known = shuffles.find(source.index); known != shuffles.end())
      if (graph.sameValue(known->second, own) || graph.sameValue(known->second, value))
        return known->second;
  }
  return {};
}

/// `own op shuffled(own)` outside a loop: half of the lanes' values are combined in pairs.
NodeId Evaluator::combineLanes(Op op, llvm::ArrayRef<NodeId> operands, const clang::Expr *at, clang::SourceLocation token) {
  if (shuffles.empty() || operands.size() != 2 || !kindOf(op) || !format::isFloatingPoint(graph[operands[0]].type.format))
    return {};
  const NodeId own = ownLane(operands[0], operands[1]);
  if (!own || graph[own].op == Op::LoopValue)
    return {};
  return reduceLanes(own, *kindOf(op), 2, at, token);
}

/// What a loop of such steps leaves: the whole warp's.
NodeId Evaluator::afterShuffles(NodeId before, NodeId after, NodeId initial) {
  if (shuffles.empty())
    return {};
  NodeId step = after;
  while (graph[step].op == Op::Cast)
    step = graph.operand(step, 0);
  const auto kind = kindOf(graph[step].op);
  if (!kind || !ownLane(graph.operand(step, 0), graph.operand(step, 1)) ||
      !graph.sameValue(ownLane(graph.operand(step, 0), graph.operand(step, 1)), before))
    return {};
  const order::PlaceId where = graph[step].place;
  journal.computations.drop(0, {step, after});
  return reduceLanes(initial, *kind, warpLanes, nullptr, {}, where);
}

NodeId Evaluator::reduceLanes(NodeId value, ReductionKind kind, std::uint32_t lanes, const clang::Expr *at, clang::SourceLocation token,
                              order::PlaceId where) {
  const order::Node stored = graph[value];
  order::Reduction reduction;
  reduction.kind = kind;
  reduction.schedule = Schedule::Tree;
  reduction.width = lanes;
  order::NodeSpec spec;
  spec.op = Op::Reduce;
  spec.type = stored.type;
  spec.reduction = &reduction;
  spec.place = at ? place(at, token) : where;
  spec.environment = at ? unit.environments.of(at, stored.type.format) : unit.environments.ofUnit(stored.type.format);
  std::vector<NodeId> operands;
  const bool joins = stored.op == Op::Reduce && graph.reduction(value).kind == kind;
  if (joins) {
    const order::Reduction inner = graph.reduction(value);
    reduction.loop = inner.loop;
    if (inner.schedule == Schedule::Tree) {
      reduction.width = inner.width && lanes ? inner.width * lanes : 0;
      operands.assign(graph.operands(value).begin(), graph.operands(value).end());
    } else {
      operands = {graph.operand(value, 0), graph.operand(value, 1)}; // how many terms all lanes have is not known
    }
  } else {
    reduction.loop = loopTable.reserve();
    order::NodeSpec index;
    index.op = Op::LoopIndex;
    index.type = {Format::Integer};
    index.symbol = "lane";
    index.version = reduction.loop;
    const NodeId lane = graph.intern(index);
    NodeId term = inLane(graph, value, lane);
    if (!term) {
      // A value of which only one lane's is known here.
      std::string name =
          stored.op == Op::Input || stored.op == Op::Element || stored.op == Op::LoopValue ? std::string(graph.symbol(value)) : "value";
      order::NodeSpec leaf;
      leaf.op = Op::Element;
      leaf.type = stored.type;
      const NodeId indices[] = {lane};
      leaf.operands = indices;
      leaf.symbol = name;
      leaf.storage = graph.addStorage({order::Storage::Kind::Lane, graph.addStorage({order::Storage::Kind::Lane}), value.index}); // by its number
      leaf.version = memory.versionOf(name, leaf.storage, value.index + 1);
      term = graph.intern(leaf);
    }
    const bool extremum = kind == ReductionKind::Min || kind == ReductionKind::Max;
    operands = {extremum ? value : constant(kind == ReductionKind::Product ? 1 : 0, stored.type), term};
    if (lanes > 0)
      operands.push_back(integer(lanes));
  }
  spec.operands = operands;
  const NodeId node = graph.intern(spec);
  if (joins && recording)
    journal.computations.replaceLast(value, computed(node), state.reachable && isComputation(node));
  else
    record(node);
  return node;
}

/// For a loop that folds an array onto its own beginning, each thread at its own place, a[t] += a[t + s] for halving s: what is left in the first
/// element.
std::optional<Value> Evaluator::foldedOntoItself(LoopRun &run, const Carried &carried) {
  const Location where = memory[carried.location];
  if (where.kind != Location::Kind::Index || !recording || !(unit.context.getLangOpts().CUDA || unit.context.getLangOpts().OpenCL) ||
      !carried.sample || !carried.sample->isNumber() || !run.breaks.empty() || !mentions(graph, where.index, isAnyThreadNumber))
    return std::nullopt;
  const NodeId before = carriedNode(run, carried);
  if (!before || !format::isFloatingPoint(graph[before].type.format))
    return std::nullopt;
  ReadType type;
  type.number = graph[before].type;
  const Value after = memory.read(run.end.store, carried.location, type), initial = memory.read(run.before.store, carried.location, type);
  if (!after.isNumber() || !initial.isNumber())
    return std::nullopt;
  const Chain chain = accumulated(before, after.node, initial.node);
  const order::StorageId element = memory.storage(carried.location);
  const auto isItsElement = [&](const order::Graph &in, NodeId node) { return in[node].op == Op::Element && in.storage(node) == element; };
  if (chain.fails || chain.terms.empty() || llvm::none_of(chain.terms, [&](NodeId term) { return mentions(graph, term, isItsElement); }))
    return std::nullopt;
  const order::PlaceId place = graph[chain.operation].place;
  journal.computations.drop(run.recorded.computations, chain.absorbed);
  return Value::number(reduceLanes(initial.node, chain.kind, 0, nullptr, {}, place));
}

} // namespace fporder::frontend
