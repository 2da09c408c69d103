// Loops: what one iteration does to the next.
//
// The first time a loop is met its body is evaluated once to learn which locations it writes. Then scalars among them start an iteration as
// LoopValue nodes (variables that advance by a constant as LoopIndex nodes) and the body is evaluated for good; the values at its end say what each
// scalar is after the loop: unchanged, a reduction, or the result of a recurrence. What was learnt is kept, so that a loop inside another is
// evaluated twice in all, not twice for each level.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

constexpr unsigned attemptLimit = limits::most(limits::Limit::LoopAttempts);

/// An element behind a pointer whose index has no name outside of an iteration, as some element of its array: not the pointer's whole pointee, which
/// may be any object.
LocationId someElement(Memory &memory, LocationId named, LocationId written, std::uint32_t loop) {
  const Root &root = memory.root(named);
  if (named == written || !isReached(root) || memory[named].kind != Location::Kind::Root)
    return named;
  order::NodeSpec leaf;
  leaf.op = Op::Opaque;
  leaf.type = integerType;
  leaf.symbol = "some index";
  leaf.version = loop;
  return memory.index(named, memory.graph.intern(leaf));
}

/// Objects that iterations find anew: behind a pointer or a reference that one got from code not seen and keeps in no variable. The next finds
/// another object there. What one of them may be, others like it may be too: a loop carries the first.
class FoundAnew {
public:
  FoundAnew(const Memory &read, std::size_t roots) : memory(read), rootsBefore(roots) {}

  void carry(LocationId location) {
    if (isOne(location))
      known.insert(likeness(location));
  }

  bool isLikeCarried(LocationId location) const { return isOne(location) && known.contains(likeness(location)); }

private:
  using Likeness = std::tuple<Root::Kind, bool, const clang::ValueDecl *, std::string>;

  bool isOne(LocationId location) const {
    const Root &root = memory.root(location);
    return isReached(root) && memory.root(root.origin).kind == Root::Kind::Temporary && memory.rootId(root.origin).index >= rootsBefore;
  }

  Likeness likeness(LocationId location) const {
    const Root &root = memory.root(location);
    return {root.kind, root.scalar, memory.root(root.origin).declaration, memory.spell(location)};
  }

  const Memory &memory;
  std::size_t rootsBefore;
  std::set<Likeness> known;
};

} // namespace

void Evaluator::loop(const clang::Stmt *key, const LoopShape &shape, llvm::function_ref<void(NodeId)> body) {
  order::NodeSpec leaf;
  leaf.op = Op::LoopIndex;
  leaf.type = integerType;
  leaf.symbol = shape.indexName;
  Loop &known = loopOf(key);
  leaf.version = known.number;
  const NodeId index = graph.intern(leaf);
  known.inductions.counted = true;
  if (shape.tripCount)
    known.range = {integer(0), shape.tripCount};
  iterate(key, shape, false, [&] { body(index); });
}

void Evaluator::loopBody(const clang::Stmt *body) {
  const NodeId base = state.path;
  const Moment start = memory.now();
  execute(body);
  if (breakable->continues.empty())
    return;
  std::vector<State> ends = std::exchange(breakable->continues, {});
  ends.push_back(state);
  state = join(std::move(ends), base, start);
  state.path = base;
}

void Evaluator::runOnce(LoopRun &run, llvm::function_ref<void()> iteration) {
  Breakable leaving;
  leaving.isLoop = true;
  leaving.outer = breakable;
  breakable = &leaving;
  LoopRun *const outer = std::exchange(activeLoop, &run);
  run.outer = outer;
  run.frame = frame;
  iteration();
  activeLoop = outer;
  breakable = leaving.outer;
  run.breaks = std::move(leaving.breaks);
  run.end = state;
  run.differences.reset();
}

void Evaluator::rewind(LoopRun &run) {
  forgetCarrying(run);
  journal.rewind(run.recorded);
  frame->exits.resize(run.exits);
  state = run.before;
}

/// What an iteration writes, named by the variables that advance, here and in the loops inside.
void Evaluator::learnWrites(LoopRun &run, llvm::function_ref<void()> iteration) {
  for (unsigned attempt = 0; attempt < attemptLimit; ++attempt) {
    enter(run);
    runOnce(run, iteration);
    noteWrites(run);
    run.isGuess = attempt == 0;
    const bool more = noteInductions(run);
    run.isGuess = false;
    if (!more || statements > limits::most(limits::Limit::AttemptedStatements) || attempt + 1 == attemptLimit)
      return;
    run.carried.clear();
    run.positions.clear();
    for (const std::uint32_t inner : loopTable.enteredSince(run.firstEntered + 1))
      loopTable[inner].writes.reset();
    rewind(run);
  }
}

void Evaluator::iterate(const clang::Stmt *key, const LoopShape &shape, bool infinite, llvm::function_ref<void()> iteration) {
  LoopRun run(loopOf(key), shape, infinite);
  ++loopDepth;
  run.before = state;
  run.recorded = journal.mark();
  run.exits = frame->exits.size();
  run.firstEntered = loopTable.entries();
  loopTable.enter(run.loop);
  if (!run.loop.birth)
    run.loop.birth = {memory.rootCount(), memory.writeCount(), graph.size()};
  const bool outerRecording = recording;
  if (run.loop.writes) {
    run.carried = run.loop.writes->carried;
    run.parts = run.loop.writes->parts;
    run.writesEverything = run.loop.writes->everything;
    for (std::size_t i = 0; i < run.carried.size(); ++i)
      run.positions.try_emplace(run.carried[i].location, i);
  } else {
    recording = false;
    learnWrites(run, iteration);
    recording = outerRecording;
    rewind(run);
  }
  for (unsigned attempt = 0;; ++attempt) {
    // An outer loop that is only learning what is written needs no second look.
    if (recording || attempt > 0 || run.loop.writes || run.end.store.empty()) {
      enter(run);
      runOnce(run, iteration);
    }
    const bool moreWrites = noteWrites(run), moreInductions = noteInductions(run);
    run.loop.writes = {run.carried, run.parts, run.writesEverything};
    if ((!moreWrites && !moreInductions) || !recording)
      break;
    // Nests multiply attempts: beyond so many statements there are no further ones.
    if (limits::reaches(limits::Limit::LoopAttempts, attempt) || limits::exceeds(limits::Limit::AttemptedStatements, statements)) {
      // Locations that name themselves anew in each iteration: whole objects instead.
      run.nests = false;
      std::set<LocationId> objects;
      for (const Carried &carried : run.carried)
        objects.insert(memory.rootLocation(memory.rootId(carried.location)));
      for (const LocationId object : objects)
        run.carried.push_back({object, std::nullopt});
      rewind(run);
      enter(run);
      runOnce(run, iteration);
      break;
    }
    rewind(run);
  }
  leave(run);
  --loopDepth;
}

/// The node that stands for a scalar's value at the start of an iteration.
NodeId Evaluator::carriedNode(const LoopRun &run, const Carried &carried) {
  if (!carried.sample || !carried.sample->isNumber())
    return {};
  return memory.loopValue(carried.location, run.id, graph[carried.sample->node].type);
}

void Evaluator::enter(LoopRun &run) {
  run.assumed.clear();
  run.left = nullptr;
  run.condition = run.returned = {};
  run.testedAfterBody = run.leftUnseen = false;
  run.returns.clear();
  run.phis.clear();
  run.test = {};
  std::vector<LoopWrite> writes;
  chooseIndex(run);
  forgetOtherNames(run);
  for (const auto &[location, value] : run.inductions)
    writes.push_back({location, value});
  for (const Carried &carried : run.carried) {
    if (run.inductions.contains(carried.location))
      continue;
    if (const auto nest = nestBefore(run, carried); !nest.empty()) {
      writes.insert(writes.end(), nest.begin(), nest.end());
      continue;
    }
    std::optional<Value> value;
    if (!varies(run, carried.location) && !isWithinCarried(run, carried.location))
      if (const NodeId node = carriedNode(run, carried))
        value = Value::number(node);
    writes.push_back({carried.location, value});
  }
  state = run.before;
  run.start = memory.now();
  if (run.writesEverything)
    memory.forgetEverything(state.store);
  memory.enterLoop(state.store, run.id, writes);
  tellReached(run);
  run.loop.storesOnEntry = static_cast<std::uint32_t>(memory.storeLog().size());
  keepAgain(run.loop);
  run.entry = state.store;
}

/// Elements that an iteration with another index named by that: what they are under the index that the loop has now is learnt anew.
void Evaluator::forgetOtherNames(LoopRun &run) {
  const auto isOther = [&](LocationId location) {
    for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
      if (memory[step].kind == Location::Kind::Index && anyBelow(graph, memory[step].index, [&](NodeId node) {
            return graph[node].op == Op::LoopIndex && graph[node].version == run.id && !graph.sameValue(node, run.leaf);
          }))
        return true;
    return false;
  };
  if (std::erase_if(run.carried, [&](const Carried &carried) { return isOther(carried.location); }) == 0)
    return;
  run.positions.clear();
  for (std::size_t i = 0; i < run.carried.size(); ++i)
    run.positions.try_emplace(run.carried[i].location, i);
}

/// True for a part of an object that is carried as a whole, of which the loop writes what has no name outside of an iteration: it may be this part.
bool Evaluator::isWithinCarried(LoopRun &run, LocationId location) {
  while (memory[location].kind != Location::Kind::Root) {
    location = memory[location].parent;
    const auto whole = run.positions.find(location);
    if (whole != run.positions.end() && nestBefore(run, run.carried[whole->second]).empty())
      return true;
  }
  return false;
}

/// A pointer that the loop changes, and that nothing tells now, points to what it pointed to before or after an iteration, or to another element of
/// that.
void Evaluator::tellReached(const LoopRun &run) {
  const auto reachesScalar = [&](const Value &pointer) { return pointer.location && memory.root(pointer.location).scalar; };
  for (const Carried &carried : run.carried) {
    if (!carried.sample || !carried.sample->isPointer() || varies(run, carried.location))
      continue;
    const Value before = memory.peek(run.before.store, carried.location).value_or(Value::none());
    ReadType type;
    type.kind = ReadType::Kind::Pointer;
    type.reachesScalar = reachesScalar(*carried.sample) && (!before.isPointer() || reachesScalar(before));
    const Value now = memory.read(state.store, carried.location, type);
    if (now.isPointer() && now.location && memory.root(now.location).origin == carried.location)
      memory.reachesEither(now, before, *carried.sample);
  }
}

/// True when the index values in a location's path change from one iteration to the next.
bool Evaluator::varies(const LoopRun &run, LocationId location) const {
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index && changesInside(run, memory[step].index))
      return true;
  const Root &root = memory.root(location);
  return (root.kind == Root::Kind::Pointee || root.kind == Root::Kind::Referent) && varies(run, root.origin);
}

/// True when `node` depends on an induction variable or a carried value of the loop or of one inside it.
bool Evaluator::changesInside(const LoopRun &run, NodeId node) const {
  return anyBelow(graph, node, [&](NodeId current) {
    const order::Node stored = graph[current];
    return (stored.op == Op::LoopIndex || stored.op == Op::LoopValue) && loopTable.wasEnteredSince(stored.version, run.firstEntered);
  });
}

/// The part of a written location that has the same name in every iteration, or one name for each value of the induction variable.
LocationId Evaluator::nameable(const LoopRun &run, LocationId location) const {
  LocationId result = location;
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent) {
    if (memory[step].kind != Location::Kind::Index || !changesInside(run, memory[step].index))
      continue;
    if (!isInjective(graph, memory[step].index, run.id))
      result = memory[step].parent;
    else
      for (const NodeId operand : graph.operands(memory[step].index))
        if (!order::dependsOnLoop(graph, operand, run.id) && changesInside(run, operand))
          result = memory[step].parent;
  }
  return result;
}

bool Evaluator::noteWrites(LoopRun &run) {
  bool more = false;
  const LoopBirth birth = *run.loop.birth;
  run.parts.clear();
  FoundAnew anew(memory, birth.roots);
  for (const Carried &carried : run.carried)
    anew.carry(carried.location);
  const auto note = [&](const Store &after) {
    std::vector<LocationId> all = memory.written(run.entry, after);
    escapePointers(after, all);
    if (run.writesEverything)
      return;
    llvm::DenseSet<std::uint32_t> listed;
    for (const LocationId location : all)
      listed.insert(location.index);
    for (std::size_t next = 0; next < all.size(); ++next) {
      // Through a pointer that is one of several, each of them.
      for (const LocationId side : memory.root(all[next]).sides)
        if (listed.insert(side.index).second)
          all.push_back(side);
      const LocationId location = someElement(memory, nameable(run, all[next]), all[next], run.id);
      const Root &root = memory.root(location);
      const bool local = root.kind == Root::Kind::Variable || root.kind == Root::Kind::Temporary || root.kind == Root::Kind::Allocation;
      // A call's own accumulator is made anew whenever the loop around the call is walked, but before this loop.
      const bool remade = root.kind == Root::Kind::Temporary && memory.peek(run.before.store, location);
      if (local && memory.rootId(location).index >= birth.roots && !remade)
        continue; // lives inside an iteration
      if (root.version > birth.writes)
        continue; // reached by a pointer that only an iteration knows
      if (run.loop.inductions.steps.contains(location))
        continue;
      if (!run.positions.contains(location) && anew.isLikeCarried(location))
        continue;
      run.parts[location].insert(all[next]);
      if (const auto [entry, isNew] = run.positions.try_emplace(location, run.carried.size()); !isNew) {
        Carried &carried = run.carried[entry->second];
        if (!carried.sample && ++carried.looked <= 2) {
          carried.sample = memory.peek(after, location);
          more = more || carried.sample;
        }
        continue;
      }
      run.carried.push_back({location, memory.peek(after, location)});
      anew.carry(location);
      more = true;
    }
    if (limits::exceeds(limits::Limit::LoopObjects, run.carried.size())) {
      run.writesEverything = true;
      run.carried.clear();
      run.positions.clear();
      run.parts.clear();
    }
  };
  if (run.end.reachable)
    note(run.end.store);
  for (const State &broken : run.breaks)
    note(broken.store);
  // What the iteration was entered with still is all that it writes.
  for (const auto &[carried, elements] : run.assumed)
    if (run.parts[carried] != elements) {
      run.nests = false;
      more = true;
    }
  return more;
}

std::optional<Value> Evaluator::valueAfter(LoopRun &run, const Carried &carried) {
  if (!carried.sample || carried.sample->isPointer())
    return std::nullopt;
  const NodeId before = carriedNode(run, carried);
  if (!before)
    return std::nullopt;
  const ValueType type = graph[before].type;
  if (!format::isFloatingPoint(type.format))
    return std::nullopt;
  if (!recording)
    return Value::number(fresh(memory.spell(carried.location), type));
  const auto at = [&](const Store &store) {
    ReadType read;
    read.number = type;
    const Value value = memory.read(store, carried.location, read);
    return value.isNumber() ? value.node : NodeId{};
  };
  const NodeId after = at(run.end.store), init = at(run.before.store);
  bool plain = after && init;
  for (const State &broken : run.breaks) {
    const NodeId value = at(broken.store);
    plain = plain && value && (graph.sameValue(value, before) || graph.sameValue(value, after));
  }
  if (plain && graph.sameValue(after, before))
    return Value::number(init);
  if (plain)
    if (const NodeId lanes = afterShuffles(run, before, after, init))
      return Value::number(lanes);
  if (plain) {
    const Chain chain = accumulated(before, after, init);
    if (!chain.fails && !chain.terms.empty() && !foldsBuffer(carried.location, termOf(graph, chain)))
      return Value::number(reduce(run, chain, before, carried, after));
  }
  // The result of a recurrence: analysed inside, a name outside.
  const std::uint32_t result = loopTable.reserve();
  if (!isGenericElement(carried.location))
    return Value::number(memory.loopValue(carried.location, result, type));
  order::NodeSpec leaf; // still another value for each element
  leaf.op = Op::Element;
  leaf.type = type;
  leaf.operands = {&memory.elementIndex, 1};
  const std::string symbol = memory.spell(memory[carried.location].parent);
  leaf.symbol = symbol;
  leaf.storage = graph.addStorage({order::Storage::Kind::Carried, memory.storage(carried.location), result});
  leaf.version = memory.versionOf(symbol, leaf.storage, 0);
  return Value::number(graph.intern(leaf));
}

/// What every iteration stores in an element of its own, as a function of the induction variables of `loops`.
std::optional<Value> Evaluator::elementAfter(LoopRun &run, const Carried &carried, llvm::ArrayRef<std::uint32_t> loops) {
  if (!recording || endsEarly(run) || !carried.sample || !carried.sample->isNumber())
    return std::nullopt;
  ReadType type;
  type.number = graph[carried.sample->node].type;
  const Value value = memory.read(run.end.store, carried.location, type);
  if (!value.isNumber())
    return std::nullopt;
  for (const std::uint32_t entered : loopTable.enteredSince(run.firstEntered)) {
    if (llvm::is_contained(loops, entered))
      continue;
    if (order::dependsOnLoop(graph, value.node, entered))
      return std::nullopt;
    for (LocationId step = carried.location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
      if (memory[step].kind == Location::Kind::Index && order::dependsOnLoop(graph, memory[step].index, entered))
        return std::nullopt;
  }
  return value;
}

void Evaluator::leave(LoopRun &run) {
  noteLoop(run);
  if (!run.end.reachable) {
    // Left in the first iteration, if entered at all.
    std::vector<State> ends = std::move(run.breaks);
    if (!run.infinite)
      ends.push_back(run.before);
    state = join(std::move(ends), run.before.path, run.start);
    passReturns(run);
    return;
  }
  noteOrigin(run);
  noteCarrying(run);
  std::vector<LoopWrite> writes;
  for (const auto &[location, value] : run.inductions)
    writes.push_back({location, inductionAfter(run, location)});
  for (const Carried &carried : run.carried) {
    if (run.inductions.contains(carried.location))
      continue;
    if (const auto folded = foldedOntoItself(run, carried)) {
      writes.push_back({carried.location, folded});
      // The thread whose number is nought has the whole.
      writes.push_back({memory.index(memory[carried.location].parent, integer(0)), folded});
    } else if (const auto nest = nestAfter(run, carried); !nest.empty()) {
      writes.insert(writes.end(), nest.begin(), nest.end());
      define(carried.location, Value::none());
    } else if (varies(run, carried.location)) {
      const auto value = elementAfter(run, carried, run.id);
      writes.push_back({carried.location, value});
      if (value)
        writes.back().forEach = {run.id};
    } else {
      const bool within = isWithinCarried(run, carried.location);
      writes.push_back({carried.location, within ? std::nullopt : valueAfter(run, carried)});
    }
  }
  // The sums take the place of their steps, all at once: a loop may have many.
  journal.computations.absorb(run.recorded.computations, std::move(run.updates), std::move(run.sums));
  state = run.before;
  state.reachable = !run.infinite || !run.breaks.empty();
  if (run.writesEverything)
    memory.forgetEverything(state.store);
  memory.leaveLoop(state.store, run.id, writes);
  tellReached(run);
  noteResults(run);
  keepAgain(run.loop);
  const auto valueOf = [&](LocationId location) {
    const auto written = llvm::find_if(writes, [&](const LoopWrite &write) { return write.location == location; });
    return written != writes.end() && written->value && written->value->isNumber() ? graph.value(written->value->node) : order::ValueId{};
  };
  for (const LoopRun::Correction &each : run.corrections)
    if (const auto sum = valueOf(each.sum), errors = valueOf(each.correction); sum && errors)
      corrected[{sum.index, errors.index}] = each.whole;
  for (const LoopWrite &write : writes)
    define(write.location, write.value ? *write.value : Value::none());
}

} // namespace fporder::frontend
