#include "runtime/order/graph.h"

#include "runtime/order/hash_index.h"
#include "runtime/order/stable_vector.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <unordered_set>
#include <vector>

namespace fporder::order {

namespace {

using format::Format;

/// How an addition or subtraction may absorb its operands: bit k set when operand k is a product that can be fused into it.
using FusionMask = std::uint8_t;

/// What distinguishes a value. Environment is already reduced to what can change bits.
struct ValueKey {
  Op op = Op::Input;
  Rounding rounding = Rounding::NearestEven;
  ValueType type;
  Environment environment;
  FusionMask fusion = 0;
  std::uint32_t symbol = 0, version = 0, payload = 0, count = 0;
};

struct StoredValue {
  ValueKey key;
  const ValueId *operands = nullptr;
};

bool operator==(const ValueKey &left, const ValueKey &right) {
  return left.op == right.op && left.rounding == right.rounding && left.type == right.type && left.environment == right.environment &&
         left.fusion == right.fusion && left.symbol == right.symbol && left.version == right.version && left.payload == right.payload &&
         left.count == right.count;
}

std::uint64_t packEnvironment(const Environment &environment) {
  return static_cast<std::uint64_t>(environment.contraction) | std::uint64_t{environment.reassociate} << 2 |
         std::uint64_t{environment.reciprocal} << 3 | std::uint64_t{environment.approximateCalls} << 4 |
         std::uint64_t{environment.noSignedZeros} << 5 | std::uint64_t{environment.finiteMathOnly} << 6 | std::uint64_t{environment.strict} << 7 |
         std::uint64_t{environment.dynamicRounding} << 8;
}

std::uint64_t packHead(Op op, Rounding rounding, ValueType type, std::uint64_t environment) {
  return static_cast<std::uint64_t>(op) | static_cast<std::uint64_t>(rounding) << 8 | static_cast<std::uint64_t>(type.format) << 16 |
         static_cast<std::uint64_t>(type.shape) << 24 | environment << 32;
}

std::uint64_t hashBytes(std::string_view text) {
  std::uint64_t hash = text.size();
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    hash = mixHash(hash, word);
    text.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!text.empty())
    std::memcpy(&word, text.data(), text.size());
  return mixHash(hash, word);
}

std::uint64_t hashPlace(const Place &place) {
  const auto pair = [](std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; };
  std::uint64_t hash = pair(place.file.index, place.line);
  hash = mixHash(hash, pair(place.column, place.tokenLength));
  hash = mixHash(hash, pair(place.beginOffset, place.endOffset));
  hash = mixHash(hash, pair(place.statement, place.macroDefinition.index));
  return mixHash(hash, pair(place.inlinedAt.index, place.ofModel << 1 | std::uint32_t{place.editable}));
}

/// The part of `environment` that can change the bits of `op`, contraction aside.
Environment effectiveEnvironment(Op op, ValueType type, const Environment &environment) {
  Environment kept;
  if (!format::isFloatingPoint(type.format) && type.format != Format::Unknown)
    return kept;
  if (isRounded(op)) {
    kept = environment;
    kept.contraction = Contraction::Off;
    kept.strict = false;
    kept.reciprocal = environment.reciprocal && (op == Op::Div || op == Op::Sqrt);
    kept.approximateCalls = environment.approximateCalls && (op == Op::Call || op == Op::Sqrt);
    return kept;
  }
  switch (op) {
  case Op::Cast:
    kept.dynamicRounding = environment.dynamicRounding;
    return kept;
  case Op::Neg:
  case Op::Min:
  case Op::Max:
    kept.noSignedZeros = environment.noSignedZeros;
    kept.finiteMathOnly = environment.finiteMathOnly;
    return kept;
  default:
    return kept;
  }
}

/// Operands of Add and the like, in the order that every commuted spelling shares.
void sortCommutative(ValueId *operands, FusionMask &fusion) {
  if (operands[1] < operands[0]) {
    std::swap(operands[0], operands[1]);
    fusion = static_cast<FusionMask>((fusion & 1) << 1 | fusion >> 1);
  }
}

std::uint64_t hashStorage(const Storage &storage) {
  std::uint64_t hash = hashBytes(storage.name);
  hash = mixHash(hash, static_cast<std::uint64_t>(storage.kind) << 32 | storage.of.index);
  hash = mixHash(hash, storage.number);
  return mixHash(hash, reinterpret_cast<std::uintptr_t>(storage.declaration));
}

bool readsStorage(Op op) { return op == Op::Input || op == Op::Element || op == Op::LoopValue; }

/// Turns > and >= around so that a < b and b > a are one value.
std::string_view mirrored(std::string_view symbol) {
  if (symbol == ">")
    return "<";
  if (symbol == ">=")
    return "<=";
  return {};
}

} // namespace

struct Graph::Tables {
  std::vector<StoredNode> nodes;
  std::vector<StoredValue> values;
  StableVector<std::string> symbols;
  StableVector<Number> numbers;
  StableVector<Reduction> reductions;
  StableVector<Environment> environments;
  StableVector<Place> places;
  StableVector<std::string> files;
  StableVector<Storage> storages;
  HashIndex nodeIndex, valueIndex, symbolIndex, numberIndex, reductionIndex, placeIndex, storageIndex, fileIndex;
  std::uint32_t nextLoop = 0;

  std::vector<std::unique_ptr<std::uint32_t[]>> operandChunks;
  std::size_t chunkUsed = 0, chunkSize = 0;
  std::vector<ValueId> scratch;

  Tables() { internSymbol({}); }

  /// Room for `count` operands that stays where it is.
  std::uint32_t *allocate(std::size_t count) {
    if (chunkUsed + count > chunkSize) {
      chunkSize = std::max<std::size_t>({128, count, std::min<std::size_t>(2 * chunkSize, 65536)});
      operandChunks.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunkSize));
      chunkUsed = 0;
    }
    std::uint32_t *result = operandChunks.back().get() + chunkUsed;
    chunkUsed += count;
    return result;
  }

  template <class Id> const Id *store(std::span<const Id> ids) {
    static_assert(sizeof(Id) == sizeof(std::uint32_t));
    if (ids.empty())
      return nullptr;
    auto *copy = reinterpret_cast<Id *>(allocate(ids.size()));
    std::uninitialized_copy(ids.begin(), ids.end(), copy);
    return copy;
  }

  static std::uint32_t internText(StableVector<std::string> &known, HashIndex &indices, std::string_view text) {
    const auto next = static_cast<std::uint32_t>(known.size());
    const auto found = indices.findOrAdd(hashBytes(text), next, [&](std::uint32_t index) { return known[index] == text; });
    if (found == next)
      known.append(std::string(text));
    return found;
  }

  std::uint32_t internSymbol(std::string_view text) { return internText(symbols, symbolIndex, text); }
  std::uint32_t internFile(std::string_view path) { return internText(files, fileIndex, path); }

  std::uint32_t internNumber(const Number &number) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const auto found = numberIndex.findOrAdd(hashBytes(number.text()), next, [&](std::uint32_t index) { return numbers[index] == number; });
    if (found == next)
      numbers.append(number);
    return found;
  }

  std::uint32_t internReduction(const Reduction &reduction) {
    const auto next = static_cast<std::uint32_t>(reductions.size());
    const std::uint64_t head = static_cast<std::uint64_t>(reduction.kind) << 8 | static_cast<std::uint64_t>(reduction.schedule) |
                               std::uint64_t{reduction.continues} << 16 | std::uint64_t{reduction.fused} << 17;
    const std::uint64_t hash = mixHash(head, std::uint64_t{reduction.width} << 32 | reduction.loop);
    const auto found = reductionIndex.findOrAdd(hash, next, [&](std::uint32_t index) { return reductions[index] == reduction; });
    if (found == next)
      reductions.append(reduction);
    return found;
  }

  /// Environments are few per graph: a linear search beats a table.
  std::uint32_t internEnvironment(const Environment &environment) {
    for (std::size_t index = environments.size(); index-- > 0;)
      if (environments[index] == environment)
        return static_cast<std::uint32_t>(index);
    return environments.append(environment);
  }

  bool sameStatement(PlaceId left, PlaceId right) const {
    if (!left || !right)
      return true; // without places, one expression
    return inOneExpression(places[left.index], places[right.index]);
  }

  /// Whether `operand` of an addition at `sum` is a product, negated or not, that contraction may fuse into it.
  bool isProduct(NodeId operand, bool anyStatement, PlaceId sum) const {
    while (nodes[operand.index].node.op == Op::Neg)
      operand = nodes[operand.index].operands[0];
    const Node &node = nodes[operand.index].node;
    const Contraction contraction = environments[node.environment].contraction;
    if (node.op != Op::Mul || contraction == Contraction::Off)
      return false;
    return (anyStatement && contraction == Contraction::Fast) || sameStatement(sum, node.place);
  }

  FusionMask fusion(const NodeSpec &spec) const {
    if ((spec.op != Op::Add && spec.op != Op::Sub) || spec.environment.contraction == Contraction::Off || !format::isFloatingPoint(spec.type.format))
      return 0;
    const bool fast = spec.environment.contraction == Contraction::Fast;
    return static_cast<FusionMask>(int{isProduct(spec.operands[0], fast, spec.place)} | int{isProduct(spec.operands[1], fast, spec.place)} << 1);
  }

  ValueId internValue(const NodeSpec &spec, std::uint32_t symbol, std::uint32_t payload) {
    ValueKey key;
    key.op = spec.op;
    key.rounding = spec.rounding;
    key.type = spec.type;
    key.environment = effectiveEnvironment(spec.op, spec.type, spec.environment);
    key.fusion = fusion(spec);
    key.symbol = symbol;
    key.version = isLeaf(spec.op) || spec.op == Op::Recurrence ? spec.version : 0; // of others it is what integers may be, not what they are
    key.payload = payload;
    key.count = static_cast<std::uint32_t>(spec.operands.size());
    scratch.clear();
    for (NodeId operand : spec.operands)
      scratch.push_back(nodes[operand.index].node.value);
    canonicalise(key, spec.symbol);
    std::uint64_t hash = packHead(key.op, key.rounding, key.type, packEnvironment(key.environment) | std::uint64_t{key.fusion} << 16);
    hash = mixHash(hash, std::uint64_t{key.symbol} << 32 | key.version);
    hash = mixHash(hash, std::uint64_t{key.payload} << 32 | key.count);
    for (ValueId operand : scratch)
      hash = mixHash(hash, operand.index);
    const auto next = static_cast<std::uint32_t>(values.size());
    const auto found = valueIndex.findOrAdd(hash, next, [&](std::uint32_t index) {
      return values[index].key == key && std::equal(scratch.begin(), scratch.end(), values[index].operands);
    });
    if (found == next)
      values.push_back({key, store(std::span<const ValueId>(scratch))});
    return {found};
  }

  /// Puts the operand values in `scratch` into the order shared by all spellings with the same bits.
  void canonicalise(ValueKey &key, std::string_view symbol) {
    if (key.op == Op::Compare) {
      if (const auto other = mirrored(symbol); !other.empty()) {
        key.symbol = internSymbol(other);
        std::swap(scratch[0], scratch[1]);
        return;
      }
    }
    const bool positional = key.fusion == 3; // two candidate products: which one is fused depends on the position
    if (key.op == Op::Fma || (isCommutative(key.op, symbol) && scratch.size() == 2 && !positional))
      sortCommutative(scratch.data(), key.fusion);
  }
};

Graph::Graph() : tables(std::make_unique<Tables>()) {}
Graph::~Graph() = default;
Graph::Graph(Graph &&) noexcept = default;
Graph &Graph::operator=(Graph &&) noexcept = default;

std::uint8_t Graph::heightOver(const NodeSpec &spec) const {
  if (spec.op == Op::Constant)
    return 0;
  if (spec.operands.empty() || spec.op == Op::Element || spec.op == Op::Reduce || spec.op == Op::Terms || spec.op == Op::Opaque ||
      spec.op == Op::LoopValue || spec.op == Op::Recurrence)
    return notConstant;
  std::uint8_t highest = 0;
  for (const NodeId operand : spec.operands)
    highest = std::max(highest, nodes[operand.index].constantHeight);
  return highest >= notConstant - 1 ? notConstant : static_cast<std::uint8_t>(highest + 1);
}

bool Graph::constantsUnder(const NodeSpec &spec) const {
  if (isLeaf(spec.op) || spec.op == Op::Reduce || spec.op == Op::Terms || spec.op == Op::Recurrence || spec.op == Op::Call)
    return spec.op == Op::Constant;
  return std::ranges::all_of(spec.operands, [&](NodeId operand) { return nodes[operand.index].onlyConstants; });
}

bool Graph::roundsUnder(const NodeSpec &spec) const {
  if (isLeaf(spec.op))
    return false;
  if (std::ranges::any_of(spec.operands, [&](NodeId operand) { return nodes[operand.index].mayRound; }))
    return true;
  if (spec.op == Op::Cast)
    return castRounds(nodes[spec.operands[0].index].node.type.format, spec.type.format);
  return isRounded(spec.op) && spec.type.format != Format::Integer && spec.type.format != Format::Boolean;
}

NodeId Graph::intern(const NodeSpec &spec) {
  Tables &s = *tables;
  assert(arity(spec.op) < 0 || static_cast<std::size_t>(arity(spec.op)) == spec.operands.size());
  Node node{};
  node.op = spec.op;
  node.rounding = spec.rounding;
  node.type = spec.type;
  node.environment = static_cast<std::uint16_t>(s.internEnvironment(spec.environment));
  node.symbol = spec.symbol.empty() ? 0 : s.internSymbol(spec.symbol);
  node.version = spec.version;
  if (spec.op == Op::Constant)
    node.payload = s.internNumber(*spec.number);
  else if (spec.op == Op::Reduce)
    node.payload = s.internReduction(*spec.reduction);
  else if (readsStorage(spec.op))
    node.payload = spec.storage.index + 1; // 0 for none
  node.operandCount = static_cast<std::uint32_t>(spec.operands.size());
  node.place = spec.place;

  std::uint64_t hash = packHead(node.op, node.rounding, node.type, node.environment);
  hash = mixHash(hash, std::uint64_t{node.symbol} << 32 | node.version);
  hash = mixHash(hash, std::uint64_t{node.payload} << 32 | node.operandCount);
  hash = mixHash(hash, node.place.index);
  for (NodeId operand : spec.operands)
    hash = mixHash(hash, operand.index);
  const auto next = static_cast<std::uint32_t>(s.nodes.size());
  const auto found = s.nodeIndex.findOrAdd(hash, next, [&](std::uint32_t index) {
    const Node &other = s.nodes[index].node;
    return other.op == node.op && other.rounding == node.rounding && other.type == node.type && other.environment == node.environment &&
           other.symbol == node.symbol && other.version == node.version && other.payload == node.payload && other.place == node.place &&
           other.operandCount == node.operandCount && std::equal(spec.operands.begin(), spec.operands.end(), s.nodes[index].operands);
  });
  if (found != next)
    return {found};

  StoredNode stored;
  stored.mentionsLoop = spec.op == Op::LoopIndex;
  for (NodeId operand : spec.operands)
    stored.mentionsLoop |= s.nodes[operand.index].mentionsLoop;
  if (spec.op == Op::LoopIndex || spec.op == Op::Recurrence)
    s.nextLoop = std::max(s.nextLoop, spec.version + 1);
  else if (spec.op == Op::Reduce)
    s.nextLoop = std::max(s.nextLoop, spec.reduction->loop + 1);
  node.value = s.internValue(spec, node.symbol, node.payload);
  stored.operands = s.store(spec.operands);
  stored.node = node;
  stored.constantHeight = heightOver(spec);
  stored.onlyConstants = constantsUnder(spec);
  stored.mayRound = roundsUnder(spec);
  s.nodes.push_back(stored);
  nodes = s.nodes.data();
  return {next};
}

NodeId Graph::input(std::string_view name, ValueType type, PlaceId place, std::uint32_t version) {
  return intern({.op = Op::Input, .type = type, .operands = {}, .symbol = name, .version = version, .place = place});
}

NodeId Graph::constant(const Number &number, ValueType type, PlaceId place) {
  return intern({.op = Op::Constant, .type = type, .operands = {}, .symbol = {}, .number = &number, .place = place});
}

NodeId Graph::unary(Op op, NodeId operand, ValueType type, PlaceId place, const Environment &environment) {
  return intern({.op = op, .type = type, .operands = {&operand, 1}, .symbol = {}, .environment = environment, .place = place});
}

NodeId Graph::binary(Op op, NodeId left, NodeId right, ValueType type, PlaceId place, const Environment &environment) {
  const NodeId both[]{left, right};
  return intern({.op = op, .type = type, .operands = both, .symbol = {}, .environment = environment, .place = place});
}

NodeId Graph::call(std::string_view function, std::span<const NodeId> arguments, ValueType type, PlaceId place, const Environment &environment) {
  return intern({.op = Op::Call, .type = type, .operands = arguments, .symbol = function, .environment = environment, .place = place});
}

NodeId Graph::cast(NodeId operand, ValueType to, PlaceId place, Rounding rounding) {
  return intern({.op = Op::Cast, .type = to, .operands = {&operand, 1}, .symbol = {}, .rounding = rounding, .environment = {}, .place = place});
}

NodeId Graph::withOperands(NodeId node, std::span<const NodeId> newOperands, PlaceId place) {
  const Node old = (*this)[node];
  NodeSpec spec;
  spec.op = old.op;
  spec.type = old.type;
  spec.operands = newOperands;
  spec.symbol = symbol(node);
  spec.version = old.version;
  spec.number = old.op == Op::Constant ? &number(node) : nullptr;
  spec.reduction = old.op == Op::Reduce ? &reduction(node) : nullptr;
  spec.rounding = old.rounding;
  spec.environment = environment(node);
  spec.place = place ? place : old.place;
  spec.storage = storage(node);
  return intern(spec);
}

std::size_t Graph::size() const { return tables->nodes.size(); }
std::string_view Graph::symbol(NodeId node) const { return tables->symbols[nodes[node.index].node.symbol]; }
const Number &Graph::number(NodeId node) const { return tables->numbers[nodes[node.index].node.payload]; }
const Reduction &Graph::reduction(NodeId node) const { return tables->reductions[nodes[node.index].node.payload]; }
const Environment &Graph::environment(NodeId node) const { return tables->environments[nodes[node.index].node.environment]; }
StorageId Graph::storage(NodeId node) const {
  const Node &stored = nodes[node.index].node;
  return readsStorage(stored.op) ? StorageId{stored.payload - 1} : StorageId{};
}

StorageId Graph::addStorage(const Storage &added) {
  Tables &s = *tables;
  const auto next = static_cast<std::uint32_t>(s.storages.size());
  const auto found = s.storageIndex.findOrAdd(hashStorage(added), next, [&](std::uint32_t index) { return s.storages[index] == added; });
  if (found == next)
    s.storages.append(added);
  return {found};
}

const Storage &Graph::storage(StorageId storage) const { return tables->storages[storage.index]; }

std::uint32_t Graph::freshLoop() const { return tables->nextLoop; }

PlaceId Graph::addPlace(const Place &place) {
  Tables &s = *tables;
  const auto next = static_cast<std::uint32_t>(s.places.size());
  const auto found = s.placeIndex.findOrAdd(hashPlace(place), next, [&](std::uint32_t index) { return s.places[index] == place; });
  if (found == next)
    s.places.append(place);
  return {found};
}

const Place &Graph::place(PlaceId place) const { return tables->places[place.index]; }
FileId Graph::addFile(std::string_view path) { return {tables->internFile(path)}; }
const std::string &Graph::file(FileId file) const { return tables->files[file.index]; }

bool dependsOnLoop(const Graph &graph, NodeId node, std::uint32_t loop) {
  if (!graph.mentionsLoop(node))
    return false;
  if (graph[node].op == Op::LoopIndex)
    return graph[node].version == loop;
  // Most are small: on the stack.
  std::array<std::byte, 1024> scratch;
  std::pmr::monotonic_buffer_resource memory(scratch.data(), scratch.size());
  std::pmr::unordered_set<std::uint32_t> seen(&memory);
  std::pmr::vector<NodeId> pending({node}, &memory);
  while (!pending.empty()) {
    const NodeId current = pending.back();
    pending.pop_back();
    if (!graph.mentionsLoop(current) || !seen.insert(current.index).second)
      continue;
    const Node data = graph[current];
    if (data.op == Op::LoopIndex && data.version == loop)
      return true;
    const auto operands = graph.operands(current);
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (!(isInsideLoop(graph, current, position) && boundLoop(graph, current) == loop))
        pending.push_back(operands[position]);
  }
  return false;
}

std::optional<std::uint32_t> boundLoop(const Graph &graph, NodeId node) {
  const Node data = graph[node];
  return data.op == Op::Reduce ? std::optional(graph.reduction(node).loop) : data.op == Op::Recurrence ? std::optional(data.version) : std::nullopt;
}

bool isInsideLoop(const Graph &graph, NodeId node, std::size_t position) {
  const Op op = graph[node].op;
  if (op != Op::Recurrence)
    return op == Op::Reduce && position == termOperand;
  return position != tripsOperand && position != initialOperand && (position < 5 || position % 3 != 2);
}

ReduceOperands reduceOperands(const Graph &graph, NodeId reduce) {
  auto operands = graph.operands(reduce);
  if (graph[reduce].op == Op::Recurrence)
    operands = operands.first(firstOperand);
  const auto at = [&](unsigned position) { return position < operands.size() ? operands[position] : NodeId{}; };
  return {at(initialOperand), at(termOperand), at(tripsOperand), at(firstOperand), at(stepOperand)};
}

std::span<const NodeId> termsOf(const Graph &graph, NodeId reduce) {
  const NodeId term = graph.operand(reduce, termOperand);
  return graph[term].op == Op::Terms ? graph.operands(term) : graph.operands(reduce).subspan(termOperand, 1);
}

bool isChain(const Graph &graph, NodeId node) {
  if (graph[node].op != Op::Reduce)
    return graph[node].op == Op::Terms;
  const Reduction &reduction = graph.reduction(node);
  const auto terms = termsOf(graph, node);
  return reduction.fused || reduction.continues || terms.size() > 1 || continuesSum(graph, terms[0]);
}

bool continuesSum(const Graph &graph, NodeId node) { return graph[node].op == Op::Reduce && graph.reduction(node).continues; }

Designation designated(const Graph &graph, NodeId leaf) {
  Designation result{graph.storage(leaf), {}};
  for (const NodeId index : graph.operands(leaf))
    result.indices.push_back(graph.value(index));
  while (result.storage) {
    const Storage &part = graph.storage(result.storage);
    if (part.kind == Storage::Kind::At)
      result.indices.insert(result.indices.begin(), {static_cast<std::uint32_t>(part.number)});
    else if (part.kind != Storage::Kind::Carried)
      break;
    result.storage = part.of;
  }
  return result;
}

const Storage &rootOf(const Graph &graph, StorageId storage) {
  for (;;) {
    const Storage &part = graph.storage(storage);
    const bool reached = part.kind == Storage::Kind::Pointee || part.kind == Storage::Kind::Referent;
    if (!part.of || reached || part.kind == Storage::Kind::WorkItem || part.kind == Storage::Kind::Foreign)
      return part;
    storage = part.of;
  }
}

namespace {

/// The storages from the root on, up to the array that the first element is one of.
std::vector<StorageId> arrayPath(const Graph &graph, StorageId storage) {
  std::vector<StorageId> path;
  for (; storage; storage = graph.storage(storage).of) {
    const Storage::Kind kind = graph.storage(storage).kind;
    if (kind == Storage::Kind::Element || kind == Storage::Kind::At)
      path.clear();
    else if (kind != Storage::Kind::Carried)
      path.push_back(storage);
  }
  return {path.rbegin(), path.rend()};
}

} // namespace

bool inOneArray(const Graph &graph, StorageId left, StorageId right) {
  const std::vector<StorageId> a = arrayPath(graph, left), b = arrayPath(graph, right);
  const std::size_t shared = std::min(a.size(), b.size());
  return shared != 0 && std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shared), b.begin());
}

Number identity(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return Number::fromInteger(0);
  case ReductionKind::Product:
    return Number::fromInteger(1);
  case ReductionKind::Min:
    return *Number::parse("inf");
  case ReductionKind::Max:
    return *Number::parse("-inf");
  }
  return {};
}

} // namespace fporder::order
