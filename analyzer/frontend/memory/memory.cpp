// The log of writes and how reads are answered from it.
#include "analyzer/frontend/memory/memory_implementation.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <utility>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

void Store::setOwn(RootId root, const Write *write) {
  const std::size_t position = root.index / chunkSize;
  if (position >= chunks.size())
    chunks.resize(position + 1);
  llvm::IntrusiveRefCntPtr<Chunk> &chunk = chunks[position];
  if (!chunk)
    chunk = new Chunk;
  else if (chunk->UseCount() > 1)
    chunk = new Chunk(*chunk);
  chunk->heads[root.index % chunkSize] = write;
}

void Store::differences(const Store &left, const Store &right, std::size_t roots, llvm::function_ref<void(RootId)> visit) {
  const bool all = left.everything != right.everything;
  const std::size_t end = all ? (roots + chunkSize - 1) / chunkSize : std::max(left.chunks.size(), right.chunks.size());
  for (std::size_t i = 0; i < end; ++i) {
    if (!all && i < left.chunks.size() && i < right.chunks.size() && left.chunks[i] == right.chunks[i])
      continue;
    for (std::size_t j = i * chunkSize; j < std::min((i + 1) * chunkSize, roots); ++j)
      if (const RootId root{static_cast<std::uint32_t>(j)}; all || left.own(root) != right.own(root))
        visit(root);
  }
}

Memory::Memory(order::Graph &graph, const LoopTable &loops)
    : graph(graph), loopTable(loops), implementation(std::make_unique<Implementation>(*this)) {
  Root everything;
  everything.name = "anything";
  newRoot(std::move(everything));
}
Memory::~Memory() = default;

Write &Memory::Implementation::newWrite(Write::Kind kind) {
  Write *const write = new (writeAllocator.Allocate()) Write;
  writes.push_back(write);
  write->kind = kind;
  write->id = static_cast<std::uint32_t>(writes.size());
  return *write;
}

Write &Memory::Implementation::append(Store &store, RootId root, Write::Kind kind) {
  const Write *previous = head(store, root);
  Write &write = newWrite(kind);
  putAfter(write, previous);
  store.setOwn(root, &write);
  return write;
}

void Memory::Implementation::putAfter(Write &write, const Write *previous) {
  write.depth = previous ? previous->depth + 1 : 1;
  write.previous = previous;
  write.runEnd = WriteIndex::runEndAfter(previous);
}

const Write *Memory::Implementation::head(const Store &store, RootId root) const {
  const Write *own = store.own(root), *all = store.everything;
  const bool covered = all && (!own || own->id < all->id) && root.index < all->epoch->roots && !memory.roots[root.index].constant;
  return covered ? all : own;
}

const Write *Memory::Implementation::below(const Write *write, RootId root) const {
  return write->kind == Write::Kind::Everything ? head(write->epoch->before, root) : write->previous;
}

const Write *Memory::Implementation::common(const Write *left, const Write *right, RootId root) const {
  while (left != right)
    if (!right || (left && left->id > right->id))
      left = below(left, root);
    else
      right = below(right, root);
  return left;
}

/// True when a store to `location` may change a location of another root.
bool Memory::Implementation::landsElsewhere(LocationId location) const {
  const Root &root = memory.root(location);
  const bool reached = root.kind == Root::Kind::Pointee || root.kind == Root::Kind::Referent;
  // An array's element meets only rows of the same table and what other values of the same pointer reach.
  if (isArrayElement(location))
    return reached && (memory.mayAlias || memory[root.origin].kind != Location::Kind::Root);
  return reached || root.escaped || root.kind == Root::Kind::Global || root.kind == Root::Kind::This;
}

void Memory::Implementation::forgetAliases(Store &store, LocationId location) {
  if (!landsElsewhere(location))
    return;
  Write &write = append(store, anything, Write::Kind::Forget);
  write.location = location;
  write.isObject = !isReached(memory.root(location));
  if (write.isObject)
    write.beforeObjects = write.previous && write.previous->isObject ? write.previous->beforeObjects : write.previous;
}

/// The next write to `anything` that may land in `root`: an object that has a name shares no memory with others that have.
const Write *Memory::Implementation::belowReached(const Write *write, RootId root) const {
  return write->isObject && !isReached(memory.roots[root.index]) ? write->beforeObjects : below(write, anything);
}

/// True when code not seen could change the root at the time of `write`.
bool Memory::Implementation::isReachable(RootId id, std::uint32_t write) const {
  const Root &root = memory.roots[id.index];
  if (root.constant)
    return false;
  switch (root.kind) {
  case Root::Kind::Pointee:
  case Root::Kind::Referent:
  case Root::Kind::Global:
  case Root::Kind::This:
    return true;
  default:
    return root.escaped && root.escapedAt < write;
  }
}

/// Whether a write to `anything` may have changed `location`.
bool Memory::Implementation::mayLand(const Write *write, LocationId location) const {
  const auto lands = [&](LocationId written) {
    if (memory.rootId(written) == anything)
      return isReachable(memory.rootId(location), write->id);
    return !(memory.rootId(written) == memory.rootId(location)) && memory.relation(location, written) != Relation::Disjoint;
  };
  switch (write->kind) {
  case Write::Kind::Everything:
    return isReachable(memory.rootId(location), write->id);
  case Write::Kind::Choice:
    return write->touched ? std::any_of(write->touched->begin(), write->touched->end(), lands) : isReachable(memory.rootId(location), write->id);
  case Write::Kind::LoopEntry:
  case Write::Kind::LoopExit:
    return std::any_of(write->loopWrites.begin(), write->loopWrites.end(), [&](const LoopWrite &inner) { return lands(inner.location); });
  default:
    return lands(write->location);
  }
}

void Memory::assign(Store &store, LocationId location, const Value &value) {
  Write &write = implementation->append(store, rootId(location), Write::Kind::Assign);
  write.location = location;
  write.value = value;
  log(location, value.isNumber() ? graph[value.node].type.format : format::Format::Unknown);
  implementation->forgetAliases(store, location);
  if (value.isPointer() && value.location)
    implementation->noteStored(store, location, value);
}

void Memory::copy(Store &store, LocationId to, LocationId from) {
  if (to == from)
    return;
  if (const auto [spread, first] = implementation->spreadAt(to); spread)
    return implementation->copySpread(store, to, from, *spread);
  const Write *source = implementation->head(store, rootId(from));
  Write &write = implementation->append(store, rootId(to), Write::Kind::Copy);
  write.location = to;
  write.from = from;
  write.first = source;
  write.reachedFirst = implementation->head(store, anything);
  log(to, format::Format::Unknown);
  implementation->forgetAliases(store, to);
  if (root(from).holdsPointers)
    implementation->noteStored(store, to, Value::record(from));
}

void Memory::forget(Store &store, LocationId location, bool fromOutside) {
  Write &write = implementation->append(store, rootId(location), Write::Kind::Forget);
  write.location = location;
  write.fromOutside = fromOutside;
  log(location, format::Format::Unknown);
  implementation->forgetAliases(store, location);
}

void Memory::forgetReachable(Store &store) {
  Write &write = implementation->append(store, anything, Write::Kind::Forget);
  write.location = roots[anything.index].location;
  write.fromOutside = true;
}

bool Memory::isFromOutside(std::uint32_t write) const { return write != 0 && implementation->writes[write - 1]->fromOutside; }

void Memory::forgetEverything(Store &store) {
  const Epoch &epoch = implementation->epochs.emplace_back(Epoch{store, static_cast<std::uint32_t>(roots.size())});
  Write &write = implementation->newWrite(Write::Kind::Everything);
  Implementation::putAfter(write, nullptr);
  write.epoch = &epoch;
  store.everything = &write;
}

std::optional<Value> Memory::Implementation::fits(const Value &value, ReadType type) const {
  switch (type.kind) {
  case ReadType::Kind::Number: {
    if (!value.isNumber())
      return std::nullopt;
    const order::ValueType stored = memory.graph[value.node].type;
    if (!(stored == type.number) && memory.graph[value.node].op == Op::Constant && memory.graph.number(value.node).isZero())
      return Value::number(memory.graph.constant(order::Number::fromInteger(0), type.number)); // zeroed memory
    const auto vague = [](format::Format format) {
      return format == format::Format::Unknown || format == format::Format::Dependent || format == format::Format::Boolean ||
             format == format::Format::Integer;
    };
    if (stored == type.number || (vague(stored.format) && vague(type.number.format)))
      return value;
    if (type.number.format == format::Format::Dependent || type.number.format == format::Format::Unknown ||
        stored.format == format::Format::Dependent || stored.format == format::Format::Unknown)
      return value;
    if (type.number.shape == order::Shape::Lanes && stored.shape == order::Shape::Scalar && stored.format == type.number.format)
      return value; // one number in all lanes
    if (type.number.shape == order::Shape::Lanes && type.number.format == format::Format::Integer && format::isFloatingPoint(stored.format))
      return value; // a container of bits
    return std::nullopt;
  }
  case ReadType::Kind::Pointer:
  case ReadType::Kind::Reference:
    return value.isPointer() || value.kind == Value::Kind::Function ? std::optional(value) : std::nullopt;
  case ReadType::Kind::Record:
    return value.isRecord() || value.isPointer() ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

Value Memory::unknown(LocationId location, std::uint32_t version, ReadType type) {
  switch (type.kind) {
  case ReadType::Kind::Pointer: {
    const NodeId zero = graph.constant(order::Number::fromInteger(0), {format::Format::Integer, order::Shape::Scalar});
    return Value::pointer(index(pointee(location, version, Root::Kind::Pointee, type.reachesScalar), zero));
  }
  case ReadType::Kind::Reference:
    return Value::pointer(pointee(location, version, Root::Kind::Referent, type.reachesScalar));
  case ReadType::Kind::Record:
    return Value::record(location);
  case ReadType::Kind::Number:
    break;
  }
  llvm::SmallVector<NodeId, 4> indices;
  std::string symbol = spell(location, &indices);
  while (llvm::StringRef(symbol).ends_with("[]")) // an element's last indices follow its symbol
    symbol.resize(symbol.size() - 2);
  if (addIterations) {
    std::uint32_t since = version;
    for (LocationId object = location; isReached(root(object)); object = root(object).origin)
      if (root(root(object).origin).kind != Root::Kind::Temporary) // of those see Evaluator::birthIndices
        since = std::max(since, root(object).version);
    if (since != 0)
      addIterations(since, indices);
  }
  order::NodeSpec leaf;
  leaf.op = indices.empty() ? Op::Input : Op::Element;
  leaf.type = type.number;
  leaf.operands = {indices.data(), indices.size()};
  leaf.symbol = symbol;
  leaf.storage = storage(location);
  leaf.version = versionOf(symbol, leaf.storage, version);
  const NodeId node = graph.intern(leaf);
  readFrom.try_emplace(graph.value(node).index, rootId(location));
  if (version != 0)
    implementation->unknownSince[graph.value(node).index] = version;
  return Value::number(node);
}

std::uint32_t Memory::unknownSince(NodeId leaf) const { return implementation->unknownSince.lookup(graph.value(leaf).index); }

Value Memory::read(const Store &store, LocationId location, ReadType type) {
  const auto outer = std::exchange(implementation->assumed, std::nullopt);
  const Value value = implementation->read(implementation->head(store, rootId(location)), implementation->head(store, anything), location, type);
  const auto assumed = std::exchange(implementation->assumed, outer);
  return assumed && rests && value.isNumber() ? rests(value, *assumed) : value;
}

/// True for a value that may have parts nobody knows yet.
bool Memory::Implementation::leavesParts(NodeId node) const {
  const order::Node stored = memory.graph[node];
  return stored.op != Op::Constant && (stored.type.format == format::Format::Dependent || stored.type.format == format::Format::Unknown);
}

Value Memory::Implementation::read(const Write *head, const Write *reached, LocationId location, ReadType type) {
  unsigned walked = 0;
  const RootId root = memory.rootId(location);
  const auto lands = [&](const Write *write) { return mayLand(write, location) && !isNoted(write, location, type); };
  if (!isReachable(root, UINT32_MAX))
    reached = nullptr;
  for (const Write *write = writeIndex.firstFor(head, location);; write = writeIndex.firstFor(below(write, root), location)) {
    // Stores through other roots that came later.
    const auto isLater = [&] { return reached && (!write || reached->id > write->id); };
    for (; isLater(); reached = belowReached(reached, root))
      if (reached = writeIndex.firstLanding(reached, lands); !isLater())
        break;
      else if (limits::exceeds(limits::Limit::WritesWalked, ++walked) ||
               (lands(reached) && (reached->kind != Write::Kind::Kept || !noteKept(reached, location, type))))
        return type.kind == ReadType::Kind::Record ? Value::record(location) : memory.unknown(location, reached->id, type);
    if (!write)
      break;
    if (limits::exceeds(limits::Limit::WritesWalked, ++walked))
      return memory.unknown(location, write->id, type);
    if (type.lanes > 0 && writesLaneOf(write, location))
      return gatherLanes(write, reached, location, type);
    switch (write->kind) {
    case Write::Kind::Assign:
    case Write::Kind::Copy: {
      const Relation relation = memory.relation(location, write->location);
      if (relation == Relation::Disjoint)
        continue;
      // A part of a value that a template leaves open is another value: only a constant is the same in all its parts.
      if (write->kind == Write::Kind::Assign && relation == Relation::Inside && write->value.isNumber() && leavesParts(write->value.node))
        return memory.unknown(location, write->id, type);
      if (write->kind == Write::Kind::Assign && relation == Relation::Inside)
        if (const auto value = laneIn(write->location, write->value, location, type))
          return *value;
      if (write->kind == Write::Kind::Assign && (relation == Relation::Same || (relation == Relation::Inside && write->value.isNumber())))
        if (const auto value = fits(write->value, type))
          return *value;
      if (write->kind == Write::Kind::Copy && (relation == Relation::Same || relation == Relation::Inside)) {
        const Value value = read(write->first, write->reachedFirst, rebase(location, write->location, write->from), type);
        return value.isRecord() ? Value::record(location) : value; // what it was copied from may have changed since
      }
      // Parts of an object were assigned: the object as a whole is still where it was.
      if (type.kind == ReadType::Kind::Record)
        return Value::record(location);
      return memory.unknown(location, write->id, type);
    }
    case Write::Kind::Forget:
      if (memory.relation(location, write->location) == Relation::Disjoint)
        continue;
      return memory.unknown(location, write->id, type);
    case Write::Kind::Kept:
      if (memory.relation(location, write->location) != Relation::Disjoint)
        noteKept(write, location, type);
      continue;
    case Write::Kind::Everything:
      return memory.unknown(location, write->id, type);
    case Write::Kind::Choice: {
      const auto overlaps = [&](LocationId touched) { return memory.relation(location, touched) != Relation::Disjoint; };
      if (write->touched && std::none_of(write->touched->begin(), write->touched->end(), overlaps))
        continue;
      return readChoice(write, location, type);
    }
    case Write::Kind::LoopEntry:
    case Write::Kind::LoopExit: {
      bool disjoint = false;
      const auto value =
          write->kind == Write::Kind::LoopEntry ? readLoopEntry(write, location, type, disjoint) : readLoopExit(write, location, type, disjoint);
      if (disjoint)
        continue;
      return value ? *value : memory.unknown(location, write->id, type);
    }
    }
  }
  if (memory.initial)
    if (const auto value = memory.initial(location, type))
      return *value;
  return memory.unknown(location, 0, type);
}

Value Memory::Implementation::readChoice(const Write *choice, LocationId location, ReadType type) {
  const std::uint64_t key = std::uint64_t{location.index} << 32 | static_cast<std::uint64_t>(type.kind) << 16 |
                            static_cast<std::uint64_t>(type.number.format) << 8 | static_cast<std::uint64_t>(type.number.shape);
  if (const auto found = choices.find({choice, key}); found != choices.end()) {
    assumed = assumed ? assumed : found->second.second;
    return found->second.first;
  }
  const auto outer = std::exchange(assumed, std::nullopt);
  const Value first = read(choice->first, choice->reachedFirst, location, type);
  const Value second = read(choice->second, choice->reachedSecond, location, type);
  Value result = memory.unknown(location, choice->id, type);
  if (first == second) {
    result = first;
  } else if (first.isNumber() && second.isNumber()) {
    if (memory.graph.sameValue(first.node, second.node) && memory.graph[first.node].version == memory.graph[second.node].version) {
      result = first;
    } else {
      order::NodeSpec select;
      select.op = Op::Select;
      select.type = memory.graph[first.node].type;
      const NodeId operands[] = {choice->condition, first.node, second.node};
      select.operands = operands;
      result = Value::number(memory.graph.intern(select));
    }
  } else if (type.kind != ReadType::Kind::Record) {
    memory.reachesEither(result, first, second);
  }
  choices[{choice, key}] = {result, assumed};
  assumed = outer ? outer : assumed;
  return result;
}

std::optional<Value> Memory::peek(const Store &store, LocationId location) const {
  // Writes from `newest` down to `end`, which both sides of a choice lead to: each is looked at once.
  struct Stretch {
    const Write *newest, *end;
  };
  const RootId root = rootId(location);
  llvm::SmallVector<Stretch, 8> stretches{{implementation->head(store, root), nullptr}};
  for (unsigned looked = 1; !stretches.empty() && !limits::reaches(limits::Limit::WritesPeeked, looked); ++looked) {
    const auto [write, end] = stretches.pop_back_val();
    if (!write || write == end)
      continue;
    const Write *const older = implementation->below(write, root);
    stretches.push_back({older, end});
    if (write->kind == Write::Kind::Assign && write->location == location)
      return write->value;
    if (write->kind == Write::Kind::Choice) {
      stretches.push_back({write->second, older});
      stretches.push_back({write->first, older});
    }
    for (const LoopWrite &inner : write->loopWrites)
      if (inner.location == location && inner.value)
        return inner.value;
  }
  return std::nullopt;
}

std::optional<limits::Limit> Memory::Implementation::collect(RootId root, const Write *head, const Write *stop,
                                                             llvm::SmallVectorImpl<LocationId> &found, limits::Limit limit) const {
  const auto add = [&](LocationId location) {
    if (std::find(found.begin(), found.end(), location) == found.end())
      found.push_back(location);
    return found.size() <= limits::most(limit);
  };
  for (const Write *write = head; write && write != stop; write = below(write, root)) {
    switch (write->kind) {
    case Write::Kind::Assign:
    case Write::Kind::Copy:
    case Write::Kind::Forget:
      if (!add(write->location))
        return limit;
      continue;
    case Write::Kind::Kept:
      continue;
    case Write::Kind::Everything:
      if (!add(memory.roots[root.index].location))
        return limit;
      continue;
    case Write::Kind::Choice:
      if (!write->touched)
        return limits::Limit::ChoiceWrites;
      for (const LocationId location : *write->touched)
        if (!add(location))
          return limit;
      continue;
    case Write::Kind::LoopEntry:
    case Write::Kind::LoopExit:
      for (const LoopWrite &inner : write->loopWrites)
        if (!add(inner.location))
          return limit;
      continue;
    }
  }
  return std::nullopt;
}

/// True for an object that was made after `start`, and for what only a pointer or a reference leads to that was.
bool Memory::Implementation::isMadeSince(RootId root, Moment start) const {
  for (;;) {
    const Root &object = memory.roots[root.index];
    if (!isReached(object))
      return object.birth > start.births;
    if (object.version > start.writes)
      return true;
    root = memory.rootId(object.origin);
  }
}

Store Memory::merge(NodeId condition, const Store &ifTrue, const Store &ifFalse, Moment start) {
  Store merged = ifTrue;
  Store::differences(ifTrue, ifFalse, roots.size(), [&](RootId root) {
    if (implementation->isMadeSince(root, start))
      return;
    const Write *first = implementation->head(ifTrue, root), *second = implementation->head(ifFalse, root);
    if (first == second)
      return;
    const Write *before = implementation->common(first, second, root);
    if (implementation->isOnlyKept(root, first, before) && implementation->isOnlyKept(root, second, before)) {
      merged.setOwn(root, before);
      return implementation->mergeKept(merged, root, first, second, before);
    }
    Write &choice = implementation->append(merged, root, Write::Kind::Choice);
    Implementation::putAfter(choice, before);
    choice.condition = condition;
    choice.first = first;
    choice.second = second;
    choice.reachedFirst = implementation->head(ifTrue, anything);
    choice.reachedSecond = implementation->head(ifFalse, anything);
    choice.location = roots[root.index].location;
    llvm::SmallVector<LocationId, limits::most(limits::Limit::ChoiceWrites)> touched;
    if (!implementation->collect(root, first, before, touched, limits::Limit::ChoiceWrites) &&
        !implementation->collect(root, second, before, touched, limits::Limit::ChoiceWrites))
      choice.touched = &implementation->touchedLists.emplace_back(touched.begin(), touched.end());
    implementation->mergeKept(merged, root, first, second, before);
  });
  return merged;
}

std::vector<LocationId> Memory::written(const Store &before, const Store &after) const {
  std::vector<LocationId> all;
  const auto listed = [&](RootId root, const Write *newest, const Write *stop, llvm::SmallVectorImpl<LocationId> &found) {
    const auto ended = implementation->collect(root, newest, stop, found, limits::Limit::LoopWrites);
    if (ended)
      limits::Watch::note(*ended);
    return !ended;
  };
  Store::differences(before, after, roots.size(), [&](RootId root) {
    const Write *newest = implementation->head(after, root), *stop = implementation->head(before, root);
    if (newest == stop)
      return;
    llvm::SmallVector<LocationId, 16> found;
    if (root == anything) {
      // Its stores are listed with the roots they go to.
      const bool complete = listed(root, newest, stop, found);
      if (!complete || std::find(found.begin(), found.end(), roots[root.index].location) != found.end())
        all.push_back(roots[root.index].location);
      return;
    }
    const bool complete = listed(root, newest, stop, found);
    // A store elsewhere that may have landed here concerns the whole object.
    const bool own = std::all_of(found.begin(), found.end(), [&](LocationId location) { return rootId(location) == root; });
    if (complete && own)
      all.insert(all.end(), found.rbegin(), found.rend());
    else
      all.push_back(roots[root.index].location);
  });
  return all;
}

} // namespace fporder::frontend
