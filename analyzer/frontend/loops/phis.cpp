// What loops carry from one iteration to the next, for those who evaluate by iterating: the phis, how often the loop runs at most, and the conditions
// under which it is left before.
//
// Recorded is a loop of which all ways out are seen: its test, break and, of the procedure itself, return. A conjunct of the test that compares the
// index bounds the number of iterations, the others are evaluated at the start of each. A loop that is entered several times in one evaluation (a
// lambda's, called twice) has LoopValues with several meanings and is not recorded.
#include "analyzer/frontend/memory/strides.h"
#include "analyzer/frontend/values/work_items.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace fporder::frontend {

using format::Format;
using order::booleanType;
using order::CarryingLoop;
using order::NodeId;
using order::Op;

namespace {

llvm::SmallVector<NodeId, 4> conjunctsOf(const order::Graph &graph, NodeId condition) {
  llvm::SmallVector<NodeId, 4> work{condition}, found;
  while (!work.empty()) {
    const NodeId node = work.pop_back_val();
    if (graph[node].op == Op::And) {
      work.push_back(graph.operand(node, 1));
      work.push_back(graph.operand(node, 0));
    } else {
      found.push_back(node);
    }
  }
  return found;
}

} // namespace

/// The conjunction of two conditions, either of which may be invalid: it always holds.
NodeId Evaluator::both(NodeId left, NodeId right) { return !left ? right : !right ? left : graph.binary(Op::And, left, right, booleanType); }

NodeId Evaluator::loopLeaf(std::uint32_t loop, llvm::StringRef name, order::ValueType type) {
  order::NodeSpec leaf;
  leaf.op = Op::LoopValue;
  leaf.type = type;
  leaf.symbol = name;
  leaf.version = loop;
  return graph.intern(leaf);
}

/// What the loop's test says: how often the loop runs at most, and what else it looks at.
bool Evaluator::noteTests(LoopRun &run, CarryingLoop &loop) {
  if (!run.condition || run.infinite)
    return true;
  NodeId rest;
  for (const NodeId conjunct : conjunctsOf(graph, run.condition)) {
    LoopTest test = loop.count ? LoopTest{} : comparisonOf(run, conjunct);
    test.afterBody = run.testedAfterBody;
    if (test.bound)
      loop.count = limitOf(run, test);
    if (!test.bound || !loop.count)
      rest = both(rest, conjunct);
  }
  if (rest && run.test.writes)
    return false; // so does the test that fails
  (run.testedAfterBody ? loop.stays : loop.enters) = rest;
  return true;
}

/// The conditions of break and return.
bool Evaluator::noteExits(LoopRun &run, CarryingLoop &loop) {
  std::vector<NodeId> paths = run.returns;
  for (const State &broken : run.breaks)
    paths.push_back(broken.path);
  for (const NodeId path : paths) {
    const NodeId left = relativeCondition(path, run.before.path);
    if (!left)
      return false;
    loop.stays = both(loop.stays, negation(left));
  }
  return true;
}

/// How often a loop runs whose test does not say it: as long as a break does not hold that compares the index before anything has changed.
bool Evaluator::noteLimit(const LoopRun &run, CarryingLoop &loop) {
  if (loop.count)
    return true;
  if (!run.condition && !run.infinite) { // a range, or a loop of a model
    loop.count = limitOf(run, run.test);
    return static_cast<bool>(loop.count);
  }
  for (const State &broken : run.breaks) {
    const NodeId left = relativeCondition(broken.path, run.before.path);
    const LoopTest test = left ? comparisonOf(run, negation(left)) : LoopTest{};
    if (test.bound && memory.written(run.entry, broken.store).empty())
      loop.count = limitOf(run, test);
    if (loop.count)
      return true;
  }
  return false;
}

void Evaluator::notePhi(LoopRun &run, CarryingLoop &loop, LocationId location, NodeId leaf, const Store &end) {
  ReadType type;
  type.number = graph[leaf].type;
  const auto at = [&](const Store &store) {
    const Value value = memory.read(store, location, type);
    return value.isNumber() && graph[value.node].type == type.number ? value.node : NodeId{};
  };
  const NodeId initial = at(run.before.store), next = at(end);
  if (!initial || !next)
    return;
  loop.phis.push_back({leaf, initial, next});
  run.phis.emplace_back(location, leaf);
}

/// Elements of an array that the loop writes, as an iteration finds them: those that every iteration writes anew, what the iteration before has left
/// in its element, and what was before the loop in those that later iterations write.
void Evaluator::noteElements(LoopRun &run, CarryingLoop &loop, const Carried &carried, const Store &end) {
  const auto parts = run.parts.find(carried.location);
  if (parts == run.parts.end() || !loop.step)
    return;
  const auto elementAt = [&](const Store &store, LocationId location) {
    const auto sample = memory.peek(run.end.store, *parts->second.begin());
    ReadType type;
    type.number = sample && sample->isNumber() ? graph[sample->node].type : order::ValueType{};
    const Value value = sample && sample->isNumber() ? memory.read(store, location, type) : Value::none();
    return value.isNumber() && graph[value.node].type == type.number ? value.node : NodeId{};
  };
  const auto note = [&](LocationId read, NodeId initial, NodeId next) {
    const NodeId leaf = elementAt(run.entry, read);
    const std::uint32_t since = leaf && graph[leaf].op == Op::Element ? memory.unknownSince(leaf) : 0;
    if (since != 0 && memory.loopOf(since) == run.id && next && graph[leaf].type == graph[next].type)
      loop.phis.push_back({leaf, initial, next});
  };
  for (const LoopWrite &write : nestOf(run, carried)) {
    const bool repeated = !llvm::is_contained(write.forEach, run.id) && areApart(memory, indicesOf(write.location), write.forEach, false);
    const NodeId initial = repeated ? elementAt(run.before.store, write.location) : NodeId{};
    if (initial)
      note(write.location, initial, elementAt(end, write.location));
  }
  if (parts->second.size() != 1)
    return;
  const LocationId written = *parts->second.begin();
  const OffsetForm step = offsetForm(graph, loop.step);
  const Location element = memory[written];
  if (step.base || step.offset == 0 || element.kind != Location::Kind::Index || varies(run, element.parent) ||
      !(offsetForm(graph, element.index).base == graph.value(run.leaf)))
    return;
  const auto at = [&](long long offset, bool first) {
    const NodeId index = integerOperation(offset < 0 ? clang::BO_Sub : clang::BO_Add, element.index, integer(std::llabs(offset)));
    return memory.index(element.parent, first ? substituteIndices(graph, index, {{run.id, loop.first}}) : index);
  };
  // What the iteration before has left there, and what was there before the loop.
  if (const NodeId initial = elementAt(run.before.store, at(-step.offset, true)))
    note(at(-step.offset, false), initial, elementAt(end, written));
  for (const long long further : {step.offset, 2 * step.offset})
    note(at(further, false), {}, elementAt(run.before.store, at(further, false)));
}

void Evaluator::notePhis(LoopRun &run, CarryingLoop &loop) {
  std::vector<State> ends = run.breaks;
  ends.push_back(run.end);
  const State end = run.breaks.empty() ? run.end : join(std::move(ends), run.before.path, run.start);
  for (const Carried &carried : run.carried) {
    if (run.inductions.contains(carried.location) || varies(run, carried.location))
      continue;
    const NodeId leaf = carriedNode(run, carried);
    ReadType type;
    type.number = leaf ? graph[leaf].type : order::ValueType{};
    const Value entered = leaf ? memory.read(run.entry, carried.location, type) : Value::none();
    if (entered.isNumber() && entered.node == leaf)
      notePhi(run, loop, carried.location, leaf, end.store);
  }
  // Where the loop may be left before its count, so are the variables that advance.
  for (const auto &[location, value] : run.inductions) {
    if (!value || !value->isNumber())
      continue;
    const bool named = graph[value->node].op == Op::LoopValue;
    if (named || loop.enters || loop.stays)
      notePhi(run, loop, location, named ? value->node : loopLeaf(run.id, memory.spell(location), graph[value->node].type), end.store);
  }
  // Only of an object that the loop writes by nothing else, and not where it writes anything at all.
  llvm::DenseMap<std::uint32_t, unsigned> written; // by root
  for (const auto &part : run.parts)
    ++written[memory.rootId(part.first).index];
  for (const Carried &carried : run.carried) {
    const std::uint32_t root = memory.rootId(carried.location).index;
    const auto any = written.find(0);
    if (written.lookup(root) == 1 && (root == 0 ? written.size() == 1 : any == written.end()))
      noteElements(run, loop, carried, end.store);
  }
  // Two locations that are spelled alike are not told apart.
  llvm::DenseMap<std::uint32_t, unsigned> met; // by leaf
  for (const order::LoopPhi &phi : loop.phis)
    ++met[phi.value.index];
  const auto isUnique = [&](NodeId leaf) { return met.lookup(leaf.index) == 1; };
  llvm::erase_if(loop.phis, [&](const order::LoopPhi &phi) { return !isUnique(phi.value); });
  llvm::erase_if(run.phis, [&](const auto &phi) { return !isUnique(phi.second); });
}

/// Whether the procedure has returned from within the loop: carried as well.
void Evaluator::noteReturned(LoopRun &run, CarryingLoop &loop) {
  NodeId returns;
  for (const NodeId path : run.returns) {
    const NodeId condition = relativeCondition(path, run.before.path);
    returns = returns ? graph.binary(Op::Or, returns, condition, booleanType) : condition;
  }
  const NodeId phi = loopLeaf(run.id, "(returned)", booleanType);
  loop.phis.push_back({phi, graph.constant(order::Number::fromInteger(0), booleanType), returns});
  run.returned = loopLeaf(loopTable.reserve(), "(returned)", booleanType);
  procedure.loopResults[graph.value(run.returned).index] = {run.id, phi};
}

std::optional<CarryingLoop> Evaluator::carryingLoop(LoopRun &run) {
  const bool sequential = run.shape.schedule == order::Schedule::Sequential && !unorderedWrites;
  if (!recording || !sequential || !run.end.reachable || run.leftUnseen || run.loop.ambiguous)
    return std::nullopt;
  CarryingLoop loop;
  loop.index = run.leaf;
  loop.first = startOf(run);
  loop.step = stepNode(run);
  if (!loop.first || !loop.step || !isFixed(run, loop.step, {}) || !noteTests(run, loop) || !noteExits(run, loop) || !noteLimit(run, loop))
    return std::nullopt;
  notePhis(run, loop);
  return loop;
}

namespace {

bool asksWorkItem(const order::Graph &graph, NodeId node) {
  return isShort(graph, node, limits::Limit::WorkItemBound) &&
         anyBelow(graph, node, [&](NodeId below) { return workItemNumber(graph, below).has_value(); });
}

} // namespace

/// After the last look at an iteration, in the state that it has ended in.
void Evaluator::noteCarrying(LoopRun &run) {
  if (recording && procedure.carryingLoops.erase(run.id) > 0)
    run.loop.ambiguous = true;
  std::optional<CarryingLoop> loop = carryingLoop(run);
  if (!loop)
    return;
  if (!run.returns.empty())
    noteReturned(run, *loop);
  // By a step that is no constant it alone says which indices there are, unless the work-items of a launch divide them among each other.
  const bool counted = graph[loop->step].op == Op::Constant || (asksWorkItem(graph, loop->first) && asksWorkItem(graph, loop->step));
  if (!loop->phis.empty() || loop->enters || loop->stays || !counted)
    procedure.carryingLoops[run.id] = std::move(*loop);
}

/// What has a name only once the loop has ended is the result of it; a procedure that may have returned goes on where it has not.
void Evaluator::noteResults(LoopRun &run) {
  passReturns(run);
  if (!procedure.carryingLoops.contains(run.id) || run.test.writes)
    return;
  for (const auto &[location, phi] : run.phis) {
    ReadType type;
    type.number = graph[phi].type;
    const Value value = memory.read(state.store, location, type);
    if (!value.isNumber())
      continue;
    const order::Node stored = graph[value.node];
    const std::uint32_t since = stored.op == Op::Input || stored.op == Op::Element ? memory.unknownSince(value.node) : 0;
    const bool named = (stored.op == Op::LoopValue && stored.version != run.id) || (since != 0 && memory.loopOf(since) == run.id);
    const NodeId sum = stored.op == Op::Cast ? graph.operand(value.node, 0) : value.node;
    if (named || (graph[sum].op == Op::Reduce && graph.reduction(sum).loop == run.id))
      procedure.loopResults[graph.value(value.node).index] = {run.id, phi};
  }
}

/// The loop around is left as well where the procedure returns.
void Evaluator::passReturns(LoopRun &run) {
  if (run.left == nullptr)
    return;
  if (run.returned)
    state.path = both(state.path, negation(run.returned));
  for (LoopRun *outer = run.outer; outer && outer->frame == run.frame && !run.returned; outer = outer->outer)
    outer->leftUnseen = true;
  if (run.outer && run.outer->frame == run.frame && run.returned)
    run.outer->returns.push_back(both(run.before.path, run.returned));
}

/// Before a loop is evaluated anew: of it and the loops inside.
void Evaluator::forgetCarrying(const LoopRun &run) {
  for (const std::uint32_t loop : loopTable.enteredSince(run.firstEntered)) {
    procedure.carryingLoops.erase(loop);
    loopTable[loop].ambiguous = false;
  }
}

} // namespace fporder::frontend
