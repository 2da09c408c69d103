// Reductions over lanes: their terms, those of libraries, and the halving of an array in shared memory.
#include "analyzer/frontend/loops/lanes.h"

#include "analyzer/frontend/values/work_items.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/walk.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::ReductionKind;
using order::Schedule;

bool isExtremum(ReductionKind kind) { return kind == ReductionKind::Min || kind == ReductionKind::Max; }

bool anyInLane(const order::Graph &graph, NodeId node, llvm::function_ref<bool(const order::Graph &, NodeId)> wanted) {
  return order::walkOperands(graph, node, limits::Limit::LaneNodes,
                             [&](NodeId each) { return wanted(graph, each) ? order::Walk::Stop : order::Walk::Enter; }) == order::Walked::Stopped;
}

NodeId inLane(order::Graph &graph, NodeId node, llvm::function_ref<NodeId(NodeId thread)> numberOf) {
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
      done[current.index] = numberOf(current);
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

NodeId Evaluator::laneIndex(std::uint32_t loop) {
  order::NodeSpec index;
  index.op = Op::LoopIndex;
  index.type = {Format::Integer};
  index.symbol = "lane";
  index.version = loop;
  return graph.intern(index);
}

/// A value of which only this lane's is known.
NodeId Evaluator::nameInLane(NodeId value, NodeId lane) {
  const order::Node stored = graph[value];
  const std::string name =
      stored.op == Op::Input || stored.op == Op::Element || stored.op == Op::LoopValue ? std::string(graph.symbol(value)) : "value";
  order::NodeSpec leaf;
  leaf.op = Op::Element;
  leaf.type = stored.type;
  const NodeId indices[] = {lane};
  leaf.operands = indices;
  leaf.symbol = name;
  leaf.storage = graph.addStorage({order::Storage::Kind::Lane, graph.addStorage({order::Storage::Kind::Lane}), value.index}); // by its number
  leaf.version = memory.versionOf(name, leaf.storage, value.index + 1);
  return graph.intern(leaf);
}

/// What a reduction over lanes starts with: nothing of its own, so that it is no term. 0 + -0 would not be -0.
NodeId Evaluator::neutralOf(ReductionKind kind, NodeId value) {
  const order::ValueType type = graph[value].type;
  if (isExtremum(kind))
    return value;
  return graph.constant(kind == ReductionKind::Product ? order::Number::fromInteger(1) : order::Number::fromDouble(-0.0), type);
}

NodeId Evaluator::internLanes(const order::Reduction &reduction, llvm::ArrayRef<NodeId> operands, NodeId value, NodeId replaced,
                              const clang::Expr *at, clang::SourceLocation token, order::PlaceId where) {
  const order::ValueType type = graph[value].type;
  order::NodeSpec spec;
  spec.op = Op::Reduce;
  spec.type = type;
  spec.reduction = &reduction;
  spec.place = at ? place(at, token) : where;
  spec.environment = at ? unit.environments.of(at, type.format) : unit.environments.ofUnit(type.format);
  spec.operands = {operands.data(), operands.size()};
  const NodeId node = graph.intern(spec);
  if (replaced && recording)
    journal.computations.replaceLast(replaced, computed(node), state.reachable && isComputation(node));
  else
    record(node);
  return node;
}

/// The reduction of a library, or of a block in shared memory: which lanes it combines in which order is not said.
NodeId Evaluator::reduceLanes(NodeId value, ReductionKind kind, std::uint32_t lanes, const clang::Expr *at, clang::SourceLocation token,
                              order::PlaceId where) {
  order::Reduction reduction;
  reduction.kind = kind;
  reduction.schedule = Schedule::Tree;
  reduction.width = lanes;
  if (graph[value].op == Op::Reduce && graph.reduction(value).kind == kind) {
    reduction.loop = graph.reduction(value).loop;
    const NodeId operands[] = {graph.operand(value, order::initialOperand), graph.operand(value, order::termOperand)};
    return internLanes(reduction, operands, value, value, at, token, where);
  }
  reduction.loop = loopTable.reserve();
  const NodeId lane = laneIndex(reduction.loop);
  NodeId term = inLane(graph, value, [&](NodeId) { return lane; });
  if (!term)
    term = nameInLane(value, lane);
  std::vector<NodeId> operands{lanes > 0          ? neutralOf(kind, value)
                               : isExtremum(kind) ? value
                                                  : graph.constant(order::identity(kind), graph[value].type),
                               term};
  if (lanes > 0)
    operands.push_back(integer(lanes));
  const NodeId node = internLanes(reduction, operands, value, {}, at, token, where);
  if (lanes > 0)
    lossNotes.try_emplace(graph.value(node).index, "the order is the library's");
  return node;
}

/// For a loop that folds an array onto its own beginning, each thread at its own place, a[t] += a[t + s] for halving s: what is left in the first
/// element.
std::optional<Value> Evaluator::foldedOntoItself(LoopRun &run, const Carried &carried) {
  const Location where = memory[carried.location];
  if (where.kind != Location::Kind::Index || !recording || !(unit.context.getLangOpts().CUDA || unit.context.getLangOpts().OpenCL) ||
      !carried.sample || !carried.sample->isNumber() || !run.breaks.empty() || !anyInLane(graph, where.index, isAnyThreadNumber))
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
  if (chain.fails || chain.terms.empty() || llvm::none_of(chain.terms, [&](NodeId term) { return anyInLane(graph, term, isItsElement); }))
    return std::nullopt;
  const order::PlaceId place = graph[chain.operation].place;
  journal.computations.drop(run.recorded.computations, chain.absorbed);
  return Value::number(reduceLanes(initial.node, chain.kind, 0, nullptr, {}, place));
}

} // namespace fporder::frontend
