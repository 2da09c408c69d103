#include "runtime/measure/closed_loops.h"

#include "runtime/eval/options.h"
#include "runtime/measure/held.h"
#include "runtime/order/copy.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <tuple>

namespace fporder::measure {

using order::booleanType;
using order::CarryingLoop;
using order::integerType;
using order::NodeId;
using order::Op;
using order::ValueType;

namespace {

constexpr unsigned deepest = 24;              // recurrences within each other, or one after the other
constexpr unsigned mostRecurrences = 400;     // of one subject
constexpr std::uint32_t notStored = 1U << 31; // in the versions of inputs that no memory holds

} // namespace

/// Where a node is copied: inside of certain recurrences, outside of all others.
struct ClosedLoops::Context {
  struct Bound {
    std::uint32_t number = 0; // the recurrence's own
    NodeId index;             // what the program's index is by it
  };
  Context(const order::Procedure &from, Subject &into, format::Format open) : copy(from.graph, into.graph, open) { copy.dropIndexOperands(); }
  order::GraphCopy copy;
  NodeId wanted;                        // what the innermost recurrence computes, where that is an element of an inner loop's index
  std::uint32_t number = 0;             // of the innermost recurrence
  std::map<std::uint32_t, Bound> loops; // by the program's number
  std::map<std::tuple<std::uint32_t, NodeId, NodeId>, std::unique_ptr<Context>> children; // by the program's number, the trip count, and `wanted`
};

ClosedLoops::ClosedLoops(const order::Procedure &from, Subject &into, std::span<const NodeId> roots, bool closing, format::Format openFormat)
    : procedure(from), subject(into), closes(closing), open(openFormat), outermost(std::make_unique<Context>(from, into, open)),
      nextLoop(from.graph.freshLoop()) {
  for (const auto &[loop, carrying] : procedure.carryingLoops)
    nextLoop = std::max(nextLoop, loop + 1);
  outermost->copy.replaceBy([this](NodeId node) { return replacement(*outermost, node); });
  const order::Graph &graph = procedure.graph;
  std::vector<NodeId> nodes, indices;
  if (closes)
    nodes = computedUnder(procedure, roots);
  else
    for (const NodeId root : roots)
      for (const NodeId node : order::reachable(graph, root))
        nodes.push_back(node);
  for (const NodeId node : nodes) {
    const order::Node data = graph[node];
    if (data.op == Op::Recurrence)
      held.insert(data.version);
    if (data.op == Op::LoopIndex) {
      indices.push_back(node);
      const auto loop = procedure.carryingLoops.find(data.version);
      if (closes && loop != procedure.carryingLoops.end() &&
          (loop->second.enters || loop->second.stays || graph[loop->second.step].op != Op::Constant))
        followed.insert(data.version);
    } else if (data.op == Op::Reduce) {
      bound.insert(graph.reduction(node).loop);
      if (order::dependsOnLoop(graph, graph.operand(node, order::termOperand), graph.reduction(node).loop))
        plain.insert(graph.reduction(node).loop);
      if (graph.operands(node).size() > order::firstOperand)
        reductions.emplace(graph.reduction(node).loop, node);
    }
    if (const Carried carried = closes ? carriedBy(procedure, node) : Carried{}; carried && !carried.isResult) {
      indices.push_back(carried.loop->index);
      followed.insert(carried.number);
    }
  }
  std::set<std::uint32_t> settled;
  for (const NodeId index : indices)
    if (!held.contains(graph[index].version) && settled.insert(index.index).second)
      settle(index);
}

ClosedLoops::~ClosedLoops() = default;

NodeId ClosedLoops::operator()(NodeId node) { return outermost->copy(node); }

/// How often the loops run that samples range over.
void ClosedLoops::settle(NodeId index) {
  const std::uint32_t loop = procedure.graph[index].version;
  const auto origin = procedure.loopOrigins.find(loop);
  const bool stated = origin != procedure.loopOrigins.end();
  NodeId times = stated ? origin->second.count : NodeId{};
  if (stated && origin->second.trips)
    subject.tripCounts[loop] = *origin->second.trips;
  if (!times && followed.contains(loop))
    times = procedure.carryingLoops.at(loop).count;
  if (times && !bound.contains(loop))
    count(index, times);
}

/// Where loops around a loop decide how often it runs, iterations beyond the last are not reached.
void ClosedLoops::count(NodeId index, NodeId times) {
  order::Graph &into = subject.graph;
  const NodeId limit = outermost->copy(times);
  const std::uint32_t loop = procedure.graph[index].version;
  if (!into.mentionsLoop(limit)) {
    if (into[limit].op != Op::Constant)
      subject.loopCounts[loop] = limit;
    else
      subject.tripCounts.try_emplace(loop, static_cast<long long>(into.number(limit).approximate()));
    return;
  }
  for (const NodeId node : order::reachable(into, limit))
    if (order::isLeaf(into[node].op) && into[node].op != Op::LoopIndex && into[node].op != Op::Constant)
      return; // its value is unknown
  const NodeId operands[] = {iteration(index, loop), limit};
  subject.conditions.push_back(into.intern({.op = Op::Compare, .type = booleanType, .operands = operands, .symbol = "<"}));
}

NodeId ClosedLoops::constant(long long value) { return subject.graph.constant(order::Number::fromInteger(value), integerType); }
NodeId ClosedLoops::truth(bool value) { return subject.graph.constant(order::Number::fromInteger(value ? 1 : 0), booleanType); }

NodeId ClosedLoops::both(NodeId left, NodeId right) {
  return !left ? right : !right ? left : subject.graph.binary(Op::And, left, right, booleanType);
}

/// The LoopIndex of the loop `loop` of the subject, which counts from 0 by 1.
NodeId ClosedLoops::iteration(NodeId index, std::uint32_t loop) {
  return subject.graph.intern({.op = Op::LoopIndex, .type = procedure.graph[index].type, .symbol = procedure.graph.symbol(index), .version = loop});
}

/// first + step * number
NodeId ClosedLoops::linear(NodeId number, NodeId step, NodeId first) {
  order::Graph &into = subject.graph;
  const auto is = [&](NodeId node, long long value) {
    return !node || (into[node].op == Op::Constant && into.number(node) == order::Number::fromInteger(value));
  };
  const NodeId scaled = is(step, 1) ? number : into.binary(Op::Mul, number, step, integerType);
  return is(first, 0) ? scaled : into.binary(Op::Add, scaled, first, integerType);
}

/// What the program's index is by the number of the iteration: from what the loop's reductions say, and failing that the procedure.
NodeId ClosedLoops::indexValue(Context &context, NodeId index) {
  const std::uint32_t loop = procedure.graph[index].version;
  if (const auto inside = context.loops.find(loop); inside != context.loops.end())
    return inside->second.index;
  const NodeId number = iteration(index, loop);
  const auto within = [&](NodeId node) { return node ? context.copy(node) : NodeId{}; };
  if (const auto reduce = reductions.find(loop); reduce != reductions.end()) {
    const order::ReduceOperands operands = order::reduceOperands(procedure.graph, reduce->second);
    return linear(number, within(operands.step), within(operands.first));
  }
  const auto carrying = procedure.carryingLoops.find(loop);
  if (carrying != procedure.carryingLoops.end() && closes && (followed.contains(loop) || bound.contains(loop)))
    return linear(number, within(carrying->second.step), within(carrying->second.first));
  if (const auto origin = procedure.loopOrigins.find(loop); origin != procedure.loopOrigins.end())
    return linear(number, constant(origin->second.step), constant(origin->second.first));
  // A sum says where its index starts if its terms mention it: not where a loop inside does.
  if (bound.contains(loop) && !plain.contains(loop))
    why = "where the loop over '" + std::string(procedure.graph.symbol(index)) + "' starts is not known";
  return number;
}

std::optional<NodeId> ClosedLoops::replacement(Context &context, NodeId node) {
  if (const order::Node data = procedure.graph[node]; (data.op == Op::LoopIndex || data.op == Op::LoopValue) && held.contains(data.version))
    return std::nullopt;
  if (procedure.graph[node].op == Op::LoopIndex)
    return indexValue(context, node);
  if (!closes)
    return std::nullopt;
  const Carried carried = carriedBy(procedure, node);
  if (!carried && procedure.graph[node].op == Op::LoopValue)
    return unfollowed(context, node);
  if (!carried)
    return std::nullopt;
  if (carried.isResult)
    return closed(context, {carried.number, carried.phi->value}, context.copy(carried.loop->count));
  if (!carried.phi->initial)
    return context.copy(carried.phi->next);
  return carriedIn(context, carried);
}

NodeId ClosedLoops::unfollowed(const Context &context, NodeId node) {
  const order::Node data = procedure.graph[node];
  const ValueType type{data.type.format == format::Format::Dependent ? open : data.type.format, data.type.shape};
  const std::string_view name = procedure.graph.symbol(node);
  const std::uint32_t version = notStored | data.version;
  const auto inside = context.loops.find(data.version);
  if (inside == context.loops.end() && !bound.contains(data.version))
    return subject.graph.input(name, type, {}, version);
  const std::uint32_t loop = inside == context.loops.end() ? data.version : inside->second.number;
  const NodeId index[] = {subject.graph.intern({.op = Op::LoopIndex, .type = integerType, .symbol = name, .version = loop})};
  return subject.graph.intern({.op = Op::Element, .type = type, .operands = index, .symbol = name, .version = version});
}

/// True for an element that is one by the index of a loop inside of the one that carries it: another value for each of that loop's iterations. Loops
/// are numbered as they are met, outer ones first.
bool ClosedLoops::isOfInnerLoop(std::uint32_t loop, NodeId phi) const {
  const order::Graph &graph = procedure.graph;
  return graph[phi].op == Op::Element && std::ranges::any_of(order::reachable(graph, phi), [&](NodeId node) {
           return graph[node].op == Op::LoopIndex && graph[node].version > loop;
         });
}

std::optional<NodeId> ClosedLoops::carriedIn(Context &context, const Carried &carried) {
  const auto inside = context.loops.find(carried.number);
  if (inside == context.loops.end())
    return closed(context, {carried.number, carried.phi->value}, iteration(carried.loop->index, carried.number));
  if (isOfInnerLoop(carried.number, carried.phi->value) && !(context.wanted == carried.phi->value))
    why = "all elements of '" + std::string(procedure.graph.symbol(carried.phi->value)) + "' at once are not followed";
  return carriedLeaf(inside->second.number, *carried.loop, carried.phi->value);
}

/// What recurrence `number` of the subject carries for the LoopValue `phi` of the procedure.
NodeId ClosedLoops::carriedLeaf(std::uint32_t number, const CarryingLoop &loop, NodeId phi) {
  const order::Graph &graph = procedure.graph;
  const NodeId index[] = {iteration(loop.index, number)};
  std::string name(graph.symbol(phi));
  if (graph[phi].op == Op::Element) // one of several of an array
    name += "[" + std::to_string(graph.value(phi).index) + "]";
  ValueType type = graph[phi].type;
  if (type.format == format::Format::Dependent)
    type.format = open;
  return subject.graph.intern({.op = Op::LoopValue, .type = type, .operands = index, .symbol = name, .version = number});
}

/// The inside of a recurrence over `loop` that runs `trips` times, in `around`.
ClosedLoops::Context &ClosedLoops::inside(Context &around, std::uint32_t loop, NodeId trips, NodeId wanted) {
  std::unique_ptr<Context> &inner = around.children[{loop, trips, wanted}];
  if (inner)
    return *inner;
  inner = std::make_unique<Context>(procedure, subject, open);
  Context &made = *inner;
  made.loops = around.loops;
  const CarryingLoop &carrying = procedure.carryingLoops.at(loop);
  made.number = nextLoop++;
  made.wanted = wanted;
  made.loops[loop] = {made.number, linear(iteration(carrying.index, made.number), around.copy(carrying.step), around.copy(carrying.first))};
  made.copy.replaceBy([this, &made](NodeId node) { return replacement(made, node); });
  return made;
}

/// Whether a loop goes on after an iteration that it was in; invalid when it always does.
NodeId ClosedLoops::closedStays(Context &inner, const CarryingLoop &loop) {
  return both(loop.enters ? inner.copy(loop.enters) : NodeId{}, loop.stays ? inner.copy(loop.stays) : NodeId{});
}

/// Adds what the recurrence carries beside its first value: all that its expressions mention.
void ClosedLoops::addCarried(Context &around, Context &inner, const CarryingLoop &loop, order::Recurrence &recurrence) {
  const order::Graph &into = subject.graph;
  std::set<NodeId> known;
  std::vector<NodeId> pending{recurrence.stays};
  for (const order::RecurrenceValue &value : recurrence.values) {
    known.insert(value.value);
    pending.push_back(value.next);
  }
  while (!pending.empty()) {
    const NodeId root = pending.back();
    pending.pop_back();
    for (const NodeId node : order::reachable(into, root, [&](NodeId each) { return !into.mentionsLoop(each); })) {
      if (into[node].op != Op::LoopValue || into[node].version != inner.number || !known.insert(node).second)
        continue;
      const auto phi = std::ranges::find_if(
          loop.phis, [&](const order::LoopPhi &each) { return each.initial && carriedLeaf(inner.number, loop, each.value) == node; });
      recurrence.values.push_back(carried(around, inner, loop, *phi));
      pending.push_back(recurrence.values.back().next);
    }
  }
}

order::RecurrenceValue ClosedLoops::carried(Context &around, Context &inner, const CarryingLoop &loop, const order::LoopPhi &phi) {
  order::RecurrenceValue value{around.copy(phi.initial), inner.copy(phi.next), carriedLeaf(inner.number, loop, phi.value)};
  if (loop.enters) {
    const NodeId operands[] = {inner.copy(loop.enters), value.next, value.value};
    value.next = subject.graph.intern({.op = Op::Select, .type = subject.graph[value.value].type, .operands = operands});
  }
  return value;
}

/// The recurrence that computes a carried value after `trips` iterations.
NodeId ClosedLoops::closed(Context &around, const order::LoopResult &result, NodeId trips) {
  const CarryingLoop &loop = procedure.carryingLoops.at(result.loop);
  const auto phi = std::ranges::find_if(loop.phis, [&](const order::LoopPhi &each) { return procedure.graph.sameValue(each.value, result.phi); });
  if (++recurrences > mostRecurrences || depth >= deepest) {
    why = "the loops that compute it are too many to be evaluated";
    return subject.graph.intern({.op = Op::Opaque, .type = procedure.graph[phi->value].type, .symbol = procedure.graph.symbol(phi->value)});
  }
  ++depth;
  Context &inner = inside(around, result.loop, trips, isOfInnerLoop(result.loop, phi->value) ? phi->value : NodeId{});
  const NodeId stays = closedStays(inner, loop);
  order::Recurrence recurrence{trips, stays ? stays : truth(true), {carried(around, inner, loop, *phi)}};
  addCarried(around, inner, loop, recurrence);
  --depth;
  return order::internRecurrence(subject.graph, inner.number, recurrence);
}

void ClosedLoops::addReached(std::span<const NodeId> roots) {
  if (!closes)
    return;
  std::set<std::uint32_t> loops;
  for (const NodeId root : roots)
    for (const NodeId node : order::reachable(subject.graph, root))
      if (subject.graph[node].op == Op::LoopIndex && followed.contains(subject.graph[node].version) && !bound.contains(subject.graph[node].version))
        loops.insert(subject.graph[node].version);
  for (const std::uint32_t number : loops) {
    const CarryingLoop &loop = procedure.carryingLoops.at(number);
    const NodeId trips = iteration(loop.index, number);
    if (loop.enters)
      subject.conditions.push_back(outermost->copy(loop.enters));
    Context &inner = inside(*outermost, number, trips);
    const NodeId stays = closedStays(inner, loop);
    if (!stays)
      continue;
    // Whether no iteration before has left the loop.
    const NodeId index[] = {iteration(loop.index, inner.number)};
    const NodeId going =
        subject.graph.intern({.op = Op::LoopValue, .type = booleanType, .operands = index, .symbol = "(going on)", .version = inner.number});
    order::Recurrence recurrence{trips, stays, {{truth(true), stays, going}}};
    addCarried(*outermost, inner, loop, recurrence);
    subject.conditions.push_back(order::internRecurrence(subject.graph, inner.number, recurrence));
  }
}

} // namespace fporder::measure
