// Loops around loops: what a nest leaves in the elements of arrays.
//
//   for (k) for (j) acc[j] += a[k] * b[k][j];       after loop k, for every j:    acc[j] = sum(k, a[k] * b[k][j])
//   for (i) for (j) t[i * n + j] = a[i] * b[j];     after loop i, for every i, j: t[i * n + j] = a[i] * b[j]
//
// Both hold where every iteration of the outer loop visits the same elements, and different indices are different elements.
#include "analyzer/frontend/evaluator.h"
#include "analyzer/frontend/strides.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t searchLimit = 4000; // nodes looked at in a term or an index

/// Calls `visit` for each node under `node` once until it says stop; false when it did, or when there are too many.
bool eachNode(const order::Graph &graph, NodeId node, llvm::function_ref<bool(NodeId)> visit) {
  std::vector<NodeId> work{node};
  llvm::DenseSet<std::uint32_t> seen;
  while (!work.empty()) {
    const NodeId current = work.back();
    work.pop_back();
    if (!seen.insert(current.index).second)
      continue;
    if (seen.size() > searchLimit || !visit(current))
      return false;
    work.insert(work.end(), graph.operands(current).begin(), graph.operands(current).end());
  }
  return true;
}

} // namespace

/// True when `node` has the same value in every iteration of the loop, as a function of the induction variables of `free`.
bool Evaluator::isFixed(const LoopRun &run, NodeId node, llvm::ArrayRef<std::uint32_t> free) const {
  const LoopBirth &birth = loopBirths.at(run.id);
  return eachNode(graph, node, [&](NodeId current) {
    const order::Node stored = graph[current];
    if (stored.op == Op::LoopIndex && llvm::is_contained(free, stored.version))
      return true;
    if (stored.op == Op::LoopIndex || stored.op == Op::LoopValue) {
      const auto entered = lastEntered.find(stored.version);
      return entered == lastEntered.end() ? current.index < birth.nodes : entered->second < run.firstEntered;
    }
    const bool leaf = stored.op == Op::Input || stored.op == Op::Element || stored.op == Op::Opaque || stored.op == Op::Call;
    if (!leaf || current.index < birth.nodes)
      return true;
    // What nobody knows, made in an iteration: another value in the next one.
    return (stored.op == Op::Input || stored.op == Op::Element) && stored.version < firstFreshVersion && memory.unknownSince(current) <= birth.writes;
  });
}

/// True when loops inside `run` go over the same range in each of its iterations and of one another's.
bool Evaluator::isRectangular(const LoopRun &run, llvm::ArrayRef<std::uint32_t> loops) const {
  return llvm::all_of(loops, [&](std::uint32_t loop) {
    const auto range = memory.loopRanges.find(loop);
    const auto step = memory.loopSteps.find(loop);
    if (loop == run.id)
      return true;
    return range != memory.loopRanges.end() && step != memory.loopSteps.end() && step->second != 0 && isFixed(run, range->second.start, {}) &&
           isFixed(run, range->second.bound, {});
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
  Accumulation accumulation = accumulated(after.node, before.node);
  if (accumulation.fails || !accumulation.term)
    return;
  const bool own = eachNode(graph, accumulation.term,
                            [&](NodeId node) { return graph[node].op != Op::Element || graph.symbol(node) != graph.symbol(before.node); });
  const bool bound = llvm::none_of(llvm::ArrayRef(enteredLoops).drop_front(run.firstEntered), [&](std::uint32_t loop) {
    return loop != run.id && !llvm::is_contained(write.forEach, loop) && order::dependsOnLoop(graph, accumulation.term, loop);
  });
  if (own && bound)
    write.value = Value::number(reduce(run, std::move(accumulation), before.node, element, after.node));
}

std::vector<NodeId> Evaluator::indicesOf(LocationId location) const {
  std::vector<NodeId> indices;
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index)
      indices.push_back(memory[step].index);
  return indices;
}

/// The elements that loops inside this one go over, where nothing else of what is carried is written; nothing when these are not the same ones in
/// every iteration, or by its induction variable.
std::optional<LoopWrite> Evaluator::nestOf(const LoopRun &run, const Carried &carried) const {
  const auto parts = run.parts.find(carried.location);
  if (!run.nests || parts == run.parts.end() || parts->second.size() != 1)
    return std::nullopt;
  LoopWrite write;
  write.location = *parts->second.begin();
  const Root &root = memory.root(write.location);
  const bool reached = root.kind == Root::Kind::Pointee || root.kind == Root::Kind::Referent;
  if (write.location == carried.location || isGenericElement(write.location) ||
      (reached && (varies(run, root.origin) || root.version > loopBirths.at(run.id).writes)))
    return std::nullopt;
  const std::vector<NodeId> indices = indicesOf(write.location);
  for (const std::uint32_t loop : llvm::ArrayRef(enteredLoops).drop_front(run.firstEntered)) {
    const bool names = llvm::any_of(indices, [&](NodeId index) { return order::dependsOnLoop(graph, index, loop); });
    if (names && !llvm::is_contained(write.forEach, loop))
      write.forEach.push_back(loop);
  }
  const auto fixed = [&](NodeId index) { return isFixed(run, index, write.forEach); };
  if (!llvm::all_of(indices, fixed) || !isRectangular(run, write.forEach))
    return std::nullopt;
  return write;
}

/// On entry: what earlier iterations wrote, where that is none of the elements that this one writes.
std::optional<LoopWrite> Evaluator::nestBefore(LoopRun &run, const Carried &carried) {
  std::optional<LoopWrite> write = nestOf(run, carried);
  if (!write || !llvm::is_contained(write->forEach, run.id) || !areApart(memory, indicesOf(write->location), write->forEach, false))
    return std::nullopt;
  run.assumed[carried.location] = write->location;
  return write;
}

/// What the loop leaves in elements that loops inside it go over: without a value where nothing but that they were written is known.
std::optional<LoopWrite> Evaluator::nestAfter(LoopRun &run, const Carried &carried) {
  std::optional<LoopWrite> nest = nestOf(run, carried);
  const auto sample = nest && recording && run.breaks.empty() ? memory.peek(run.end.store, nest->location) : std::nullopt;
  if (!sample || !sample->isNumber())
    return nest;
  const Carried element{nest->location, sample};
  const std::vector<NodeId> indices = indicesOf(nest->location);
  if (!llvm::is_contained(nest->forEach, run.id)) {
    if (areApart(memory, indices, nest->forEach, false))
      reduceNest(run, element, *nest);
    return nest;
  }
  const auto value = elementAfter(run, element, nest->forEach);
  if (!value)
    return nest;
  // Added to what was there: a later iteration may have come by again.
  const std::string symbol = memory.spell(element.location);
  const bool stored = eachNode(graph, value->node, [&](NodeId node) {
    return graph[node].op != Op::Element || llvm::StringRef(symbol).split('[').first != llvm::StringRef(graph.symbol(node)).split('[').first;
  });
  if (areApart(memory, indices, nest->forEach, stored))
    nest->value = value;
  return nest;
}

} // namespace fporder::frontend
