// Identities of locations and of the leaves that stand for what lies in them, in the graph's terms.
#include "analyzer/frontend/memory/memory_implementation.h"
#include "analyzer/frontend/values/work_items.h"

#include "clang/AST/Decl.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;
using order::Storage;
using order::StorageId;

namespace {

bool isZeroIndex(const order::Graph &graph, NodeId node) { return graph[node].op == Op::Constant && graph.number(node).isZero(); }

Storage::Kind kindOf(const Root &root) {
  switch (root.kind) {
  case Root::Kind::Variable:
    return llvm::isa_and_nonnull<clang::ParmVarDecl>(root.declaration) ? Storage::Kind::Parameter : Storage::Kind::Variable;
  case Root::Kind::Global: {
    const auto *variable = llvm::dyn_cast_or_null<clang::VarDecl>(root.declaration); // what a lambda shares is no other procedure's
    return variable && variable->hasLocalStorage() ? Storage::Kind::Variable : Storage::Kind::Global;
  }
  case Root::Kind::This:
    return Storage::Kind::This;
  case Root::Kind::Pointee:
    return Storage::Kind::Pointee;
  case Root::Kind::Referent:
    return Storage::Kind::Referent;
  case Root::Kind::Temporary:
  case Root::Kind::Allocation:
    break;
  }
  return Storage::Kind::Temporary;
}

/// The part of `storage` that `step` makes of it; of what a loop carries, what it carries of the part.
StorageId within(order::Graph &graph, StorageId storage, Storage step) {
  std::vector<Storage> carried;
  for (; storage && (graph.storage(storage).kind == Storage::Kind::Carried || graph.storage(storage).kind == Storage::Kind::At);
       storage = graph.storage(storage).of)
    carried.push_back(graph.storage(storage));
  step.of = storage;
  StorageId part = graph.addStorage(step);
  for (auto outer = carried.rbegin(); outer != carried.rend(); ++outer) {
    outer->of = part;
    part = graph.addStorage(*outer);
  }
  return part;
}

} // namespace

/// Of *this and of globals the same in every procedure's graph: what one function stores there another one reads.
Storage Memory::Implementation::storageOf(const Root &root) {
  Storage made;
  made.kind = kindOf(root);
  if (made.kind == Storage::Kind::This)
    return made;
  made.name = root.name;
  if (root.declaration)
    if (const auto query = workItemQuery(*root.declaration); query && made.kind == Storage::Kind::Global)
      return {Storage::Kind::WorkItem, {}, static_cast<std::uint64_t>(*query)};
  if (made.kind == Storage::Kind::Global || made.kind == Storage::Kind::Parameter)
    made.declaration = root.declaration;
  if (isReached(root)) {
    made.of = memory.storage(root.origin);
    made.number = root.version;
  } else if (made.kind != Storage::Kind::Global) {
    made.number = root.location.index;
  }
  return made;
}

StorageId Memory::storage(LocationId location) {
  std::vector<StorageId> &known = implementation->storages;
  if (location.index < known.size() && known[location.index])
    return known[location.index];
  const Location step = locations[location.index];
  StorageId made;
  if (step.kind == Location::Kind::Root) {
    const Root &own = root(location);
    made = own.contentsOf ? storage(own.contentsOf) : graph.addStorage(implementation->storageOf(own));
  } else if (step.kind == Location::Kind::Index) {
    made = graph.addStorage({Storage::Kind::Element, storage(step.parent)});
  } else {
    // p->x is a member of what p points to, not of an element of it: see spell.
    const Location &object = locations[step.parent.index];
    const bool arrow = object.kind == Location::Kind::Index && locations[object.parent.index].kind == Location::Kind::Root &&
                       root(location).kind == Root::Kind::Pointee && isZeroIndex(graph, object.index);
    Storage member{Storage::Kind::Member, storage(arrow ? object.parent : step.parent)};
    member.name = name(step);
    member.number = step.beside ? 2 : step.bytes ? 3 : step.nameless ? 1 : 0;
    made = graph.addStorage(member);
  }
  if (known.size() <= location.index)
    known.resize(locations.size());
  return known[location.index] = made;
}

StorageId Memory::carriedStorage(LocationId location) {
  llvm::SmallVector<NodeId, 4> indices;
  (void)spell(location, &indices);
  StorageId made = storage(location);
  for (auto index = indices.rbegin(); index != indices.rend(); ++index)
    made = graph.addStorage({Storage::Kind::At, made, graph.value(*index).index});
  return graph.addStorage({Storage::Kind::Carried, made});
}

NodeId Memory::loopValue(LocationId location, std::uint32_t loop, order::ValueType type) {
  order::NodeSpec leaf;
  leaf.op = Op::LoopValue;
  leaf.type = type;
  leaf.version = loop;
  leaf.storage = carriedStorage(location);
  std::string symbol = spell(location);
  // Other variables of that name that the same loop carries, as those of inlined calls, are x', x'', x'3, x'4 ...
  auto &namesakes = implementation->loopValues[{symbol, loop}];
  const std::size_t number = namesakes.try_emplace(leaf.storage.index, namesakes.size()).first->second;
  symbol += number < 3 ? std::string(number, '\'') : "'" + std::to_string(number);
  leaf.symbol = symbol;
  return graph.intern(leaf);
}

std::uint32_t Memory::versionOf(llvm::StringRef symbol, StorageId storage, std::uint32_t write) {
  Implementation::Versions &known = implementation->versions[symbol];
  const auto [entry, isNew] = known.numbers.try_emplace({storage, write}, 0);
  if (!isNew)
    return entry->second;
  if (write == 0 && !known.onEntry && !isNoObject(storage)) {
    known.onEntry = true; // the spelling by itself is what lies there on entry
    return 0;
  }
  return entry->second = ++known.last;
}

bool Memory::isNoObject(StorageId storage) const {
  if (!storage)
    return false;
  const Storage::Kind kind = order::rootOf(graph, storage).kind;
  return kind == Storage::Kind::Unknown || kind == Storage::Kind::Result || kind == Storage::Kind::Random || kind == Storage::Kind::Foreign;
}

NodeId Memory::memberOf(NodeId leaf, llvm::StringRef name, llvm::StringRef symbol, order::ValueType type) {
  const order::Node stored = graph[leaf];
  order::NodeSpec spec;
  spec.op = stored.op;
  spec.type = type;
  spec.operands = graph.operands(leaf);
  spec.symbol = {symbol.data(), symbol.size()};
  spec.version = stored.version;
  spec.place = stored.place;
  const StorageId whole = graph.storage(leaf);
  if (!whole)
    return graph.intern(spec);
  Storage step{Storage::Kind::Member};
  step.name = name.str();
  spec.storage = within(graph, whole, step);
  if (stored.op == Op::LoopValue)
    return graph.intern(spec);
  const std::uint32_t since = unknownSince(leaf);
  spec.version = versionOf(symbol, spec.storage, since);
  const NodeId part = graph.intern(spec);
  if (since != 0)
    implementation->unknownSince[graph.value(part).index] = since;
  if (const auto root = readFrom.find(graph.value(leaf).index); root != readFrom.end())
    readFrom.try_emplace(graph.value(part).index, root->second);
  return part;
}

NodeId Memory::ofType(NodeId leaf, order::ValueType type) {
  const order::Node stored = graph[leaf];
  const llvm::SmallVector<NodeId, 4> operands(graph.operands(leaf).begin(), graph.operands(leaf).end());
  const std::string symbol(graph.symbol(leaf));
  order::NodeSpec spec;
  spec.op = stored.op;
  spec.type = type;
  spec.operands = {operands.data(), operands.size()};
  spec.symbol = symbol;
  spec.version = stored.version;
  spec.place = stored.place;
  spec.storage = graph.storage(leaf);
  const NodeId made = graph.intern(spec);
  if (const std::uint32_t since = unknownSince(leaf); since != 0)
    implementation->unknownSince[graph.value(made).index] = since;
  if (const auto root = readFrom.find(graph.value(leaf).index); root != readFrom.end())
    readFrom.try_emplace(graph.value(made).index, root->second);
  return made;
}

NodeId Memory::elementOf(NodeId leaf, NodeId index) {
  const order::Node stored = graph[leaf];
  std::vector<NodeId> indices(graph.operands(leaf).begin(), graph.operands(leaf).end());
  indices.push_back(index);
  order::NodeSpec spec;
  spec.op = Op::Element;
  spec.type = {stored.type.format, order::Shape::Scalar};
  spec.operands = indices;
  const std::string symbol(graph.symbol(leaf));
  spec.symbol = symbol;
  spec.version = stored.version;
  spec.place = stored.place;
  if (const StorageId whole = graph.storage(leaf))
    spec.storage = within(graph, whole, {Storage::Kind::Element});
  return graph.intern(spec);
}

} // namespace fporder::frontend
