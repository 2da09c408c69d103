// Loops around loops: what a nest leaves in the elements of arrays.
//
//   for (k) for (j) acc[j] += a[k] * b[k][j];       after loop k, for every j:    acc[j] = sum(k, a[k] * b[k][j])
//   for (i) for (j) t[i * n + j] = a[i] * b[j];     after loop i, for every i, j: t[i * n + j] = a[i] * b[j]
//
// Both hold where every iteration of the outer loop visits the same elements, and different indices are different elements.
#include "analyzer/frontend/memory/strides.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/integer_operators.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

/// True for an element of the array that `storage` is an element of.
bool isElementIn(const order::Graph &graph, NodeId node, order::StorageId storage) {
  return graph[node].op == Op::Element && graph.storage(node) && storage && order::inOneArray(graph, graph.storage(node), storage);
}

} // namespace

/// True when `node` has the same value in every iteration of the loop, as a function of the induction variables of `free`.
bool Evaluator::isFixed(const LoopRun &run, NodeId node, llvm::ArrayRef<std::uint32_t> free) const {
  const LoopBirth &birth = *run.loop.birth;
  return !anyBelow(graph, node, [&](NodeId current) {
    const order::Node stored = graph[current];
    if (stored.op == Op::LoopIndex && llvm::is_contained(free, stored.version))
      return false;
    if (stored.op == Op::LoopIndex || stored.op == Op::LoopValue) {
      const Loop *loop = loopTable.find(stored.version);
      return loop && loop->lastEntered ? *loop->lastEntered >= run.firstEntered : current.index >= birth.nodes;
    }
    const bool called = stored.op == Op::Call && !order::isIntegerOperator(graph.symbol(current), stored.operandCount);
    const bool leaf = stored.op == Op::Input || stored.op == Op::Element || stored.op == Op::Opaque || called;
    if (!leaf || current.index < birth.nodes)
      return false;
    // What nobody knows, made in an iteration: another value in the next one.
    return (stored.op != Op::Input && stored.op != Op::Element) || memory.isNoObject(graph.storage(current)) ||
           memory.unknownSince(current) > birth.writes;
  });
}

/// True when loops inside `run` go over the same range in each of its iterations and of one another's.
bool Evaluator::isRectangular(const LoopRun &run, llvm::ArrayRef<std::uint32_t> loops) const {
  return llvm::all_of(loops, [&](std::uint32_t loop) {
    if (loop == run.id)
      return true;
    const Loop *inner = loopTable.find(loop);
    return inner && inner->range && inner->step.value_or(0) != 0 && isFixed(run, inner->range->start, {}) && isFixed(run, inner->range->bound, {});
  });
}

/// True when `node` has a part that iterations before this one may have left in an array.
bool Evaluator::readsCarried(const LoopRun &run, NodeId node) {
  return anyBelow(graph, node, [&](NodeId current) {
    const order::Node stored = graph[current];
    if ((stored.op != Op::Element && stored.op != Op::Input) || memory.unknownSince(current) <= run.start.writes)
      return false;
    const order::StorageId read = graph.storage(current);
    return read &&
           llvm::any_of(run.carried, [&](const Carried &carried) { return order::inOneArray(graph, memory.storage(carried.location), read); });
  });
}

/// Elements that every iteration adds to, and nothing else is done to.
void Evaluator::reduceNest(LoopRun &run, const Carried &element, LoopWrite &write) {
  ReadType type;
  type.number = graph[element.sample->node].type;
  if (!format::isFloatingPoint(type.number.format))
    return;
  const Value before = memory.read(run.entry, element.location, type), after = memory.read(run.end.store, element.location, type),
              initial = memory.read(run.before.store, element.location, type);
  if (!before.isNumber() || !after.isNumber() || !initial.isNumber() || graph[before.node].op != Op::Element)
    return;
  const Chain chain = accumulated(before.node, after.node, initial.node);
  if (chain.fails || chain.terms.empty())
    return;
  const NodeId term = termOf(graph, chain);
  const bool bound = llvm::none_of(loopTable.enteredSince(run.firstEntered), [&](std::uint32_t loop) {
    return loop != run.id && !llvm::is_contained(write.forEach, loop) && order::dependsOnLoop(graph, term, loop);
  });
  // What is added does not depend on what was: not on other members of the elements either.
  const bool own = !anyBelow(graph, term, [&](NodeId node) { return isElementIn(graph, node, graph.storage(before.node)); });
  if (own && bound)
    write.value = Value::number(reduce(run, chain, before.node, element, after.node));
}

std::vector<NodeId> Evaluator::indicesOf(LocationId location) const {
  std::vector<NodeId> indices;
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index)
      indices.push_back(memory[step].index);
  return indices;
}

/// The elements that loops inside this one go over by one written index; nothing when these are not the same ones in every iteration, or by its
/// induction variable.
std::optional<LoopWrite> Evaluator::nestPart(const LoopRun &run, const Carried &carried, LocationId part) const {
  LoopWrite write;
  write.location = part;
  const Root &root = memory.root(write.location);
  const bool reached = root.kind == Root::Kind::Pointee || root.kind == Root::Kind::Referent;
  if (write.location == carried.location || isGenericElement(write.location) ||
      (reached && (varies(run, root.origin) || root.version > run.loop.birth->writes)))
    return std::nullopt;
  const std::vector<NodeId> indices = indicesOf(write.location);
  for (const std::uint32_t loop : loopTable.enteredSince(run.firstEntered)) {
    const bool names = llvm::any_of(indices, [&](NodeId index) { return order::dependsOnLoop(graph, index, loop); });
    if (names && !llvm::is_contained(write.forEach, loop))
      write.forEach.push_back(loop);
  }
  const auto fixed = [&](NodeId index) { return isFixed(run, index, write.forEach); };
  if (!llvm::all_of(indices, fixed) || !isRectangular(run, write.forEach))
    return std::nullopt;
  return write;
}

/// All elements of what is carried that are written, where no two indices write the same one; else nothing.
std::vector<LoopWrite> Evaluator::nestOf(const LoopRun &run, const Carried &carried) const {
  const auto parts = run.parts.find(carried.location);
  if (!run.nests || parts == run.parts.end() || limits::exceeds(limits::Limit::NestParts, parts->second.size()))
    return {};
  std::vector<LoopWrite> writes;
  for (const LocationId part : parts->second) {
    std::optional<LoopWrite> write = nestPart(run, carried, part);
    if (!write)
      return {};
    for (const LoopWrite &other : writes) {
      std::vector<std::uint32_t> loops = other.forEach;
      loops.insert(loops.end(), write->forEach.begin(), write->forEach.end());
      if (memory.relationAcross(other.location, part, loops) != Relation::Disjoint)
        return {};
    }
    writes.push_back(std::move(*write));
  }
  return writes;
}

/// On entry: what earlier iterations wrote, where that is none of the elements that this one writes; else nothing.
std::vector<LoopWrite> Evaluator::nestBefore(LoopRun &run, const Carried &carried) {
  std::vector<LoopWrite> writes = nestOf(run, carried);
  const auto own = [&](const LoopWrite &write) {
    return llvm::is_contained(write.forEach, run.id) && areApart(memory, indicesOf(write.location), write.forEach, false);
  };
  if (writes.empty() || !llvm::all_of(writes, own))
    return {};
  for (const LoopWrite &write : writes)
    run.assumed[carried.location].insert(write.location);
  return writes;
}

/// What the loop leaves in elements that loops inside it go over: without a value where nothing but that they were written is known.
std::vector<LoopWrite> Evaluator::nestAfter(LoopRun &run, const Carried &carried) {
  std::vector<LoopWrite> writes = nestOf(run, carried);
  if (recording && !endsEarly(run))
    for (LoopWrite &write : writes)
      if (const auto sample = memory.peek(run.end.store, write.location); sample && sample->isNumber())
        fillNest(run, {write.location, sample}, write);
  return writes;
}

void Evaluator::fillNest(LoopRun &run, const Carried &element, LoopWrite &write) {
  const std::vector<NodeId> indices = indicesOf(write.location);
  if (!llvm::is_contained(write.forEach, run.id)) {
    if (areApart(memory, indices, write.forEach, false))
      reduceNest(run, element, write);
    return;
  }
  const auto value = elementAfter(run, element, write.forEach);
  if (!value || readsCarried(run, value->node))
    return;
  // Added to what was there: a later iteration may have come by again.
  const order::StorageId own = memory.storage(element.location);
  const bool stored = !anyBelow(graph, value->node, [&](NodeId node) { return isElementIn(graph, node, own); });
  if (areApart(memory, indices, write.forEach, stored))
    write.value = value;
}

} // namespace fporder::frontend
