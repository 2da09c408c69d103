// The evaluator's basics: nodes, memory access, what is recorded.
#include "analyzer/frontend/walk/evaluator.h"

#include "analyzer/frontend/values/integer_types.h"

#include "analyzer/frontend/values/assumed.h"
#include "runtime/limits/limits.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"

namespace fporder::frontend {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

constexpr std::size_t longestSpelling = limits::most(limits::Limit::OperandSpelling); // bytes of source text that still read as one operand

/// The C library's generators, declared at file scope or in std, without a body here.
bool drawsRandomNumbers(const clang::FunctionDecl *callee) {
  const auto isLibrary = [&](const clang::DeclContext *scope) { return scope->isTranslationUnit() || scope->isStdNamespace(); };
  return callee && callee->getIdentifier() && !callee->hasBody() && isLibrary(callee->getDeclContext()->getRedeclContext()) &&
         llvm::is_contained({"rand", "rand_r", "random", "drand48", "erand48", "lrand48", "mrand48"}, callee->getName());
}

/// What a value is that nothing is known of but the expression.
order::Storage::Kind originOf(const clang::Expr *expression) {
  using Kind = order::Storage::Kind;
  if (!expression)
    return Kind::Unknown;
  expression = expression->IgnoreParenImpCasts();
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return drawsRandomNumbers(call->getDirectCallee()) ? Kind::Random : Kind::Result;
  return llvm::isa<clang::CXXConstructExpr, clang::CXXUnresolvedConstructExpr>(expression) ? Kind::Result : Kind::Unknown;
}

} // namespace

Evaluator::Evaluator(Unit &sharedUnit, order::Procedure &target)
    : Builder(sharedUnit.context, sharedUnit.options, sharedUnit.types, target.graph), unit(sharedUnit), procedure(target),
      memory(target.graph, loopTable), views(memory, sharedUnit.types, target.graph, sharedUnit.context), places(sharedUnit.files, target.graph),
      journal(target) {
  memory.mayAlias = unit.options.mayAlias;
  memory.carried = [this](NodeId written, NodeId read) {
    if (read)
      procedure.carried.push_back({written, read});
    else
      notAnalysed({}, "array element", "its values are not followed through so many loops one behind the other");
  };
  memory.rests = [this](const Value &value, std::uint32_t rested) { return rests(value, rested); };
  memory.addIterations = [this](std::uint32_t since, llvm::SmallVectorImpl<NodeId> &indices) { addIterations(since, indices); };
  memory.lane = [this](NodeId vector, unsigned position) { return lane(vector, position); };
  memory.vector = [this](llvm::ArrayRef<NodeId> parts, ValueType type) { return lanes(parts, type); };
  memory.initial = [this](LocationId location, ReadType type) { return initialValue(location, type); };
}

Evaluator::~Evaluator() = default;

// Nodes.

NodeId Evaluator::fresh(llvm::StringRef name, ValueType type, const clang::Expr *at) {
  order::NodeSpec leaf;
  leaf.storage = graph.addStorage({originOf(at), {}, ++freshNames, nullptr, name.str()});
  const llvm::SmallVector<NodeId, 2> indices = type.format == Format::Boolean || loopTest ? llvm::SmallVector<NodeId, 2>() : activeIndices();
  leaf.op = indices.empty() ? Op::Input : Op::Element; // another value in every iteration
  leaf.type = type;
  leaf.operands = {indices.data(), indices.size()};
  leaf.symbol = {name.data(), name.size()};
  leaf.version = memory.versionOf(name, leaf.storage, 0);
  leaf.place = at ? place(at) : order::PlaceId{};
  return graph.intern(leaf);
}

NodeId Evaluator::workItem(order::StorageId number, llvm::StringRef name, ValueType type) {
  NodeId &known = workItems[number];
  if (!known) {
    order::NodeSpec leaf;
    leaf.type = type;
    leaf.symbol = {name.data(), name.size()};
    leaf.version = memory.versionOf(name, number, 0);
    leaf.storage = number;
    known = graph.intern(leaf);
  }
  return known;
}

NodeId Evaluator::fromOutside(llvm::StringRef name, ValueType type, const clang::Expr *at) {
  const NodeId node = fresh(name, type, at);
  outside.insert(graph.value(node).index);
  return node;
}

/// The indices of the loops being evaluated, outermost first.
llvm::SmallVector<NodeId, 2> Evaluator::activeIndices() {
  llvm::SmallVector<NodeId, 2> indices;
  for (const LoopRun *run = activeLoop; run; run = run->outer)
    indices.insert(indices.begin(), run->leaf);
  return indices;
}

/// What the user wrote, when it is short enough to stand for the value in a message.
std::string Evaluator::spelling(const clang::Expr *expression, llvm::StringRef otherwise) const {
  if (!expression || expression->getBeginLoc().isMacroID() || expression->getEndLoc().isMacroID())
    return otherwise.str();
  const auto range = clang::CharSourceRange::getTokenRange(expression->getSourceRange());
  const llvm::StringRef text = clang::Lexer::getSourceText(range, unit.context.getSourceManager(), unit.context.getLangOpts());
  const bool fits = !text.empty() && text.size() <= longestSpelling && !text.contains('\n') && !text.contains("//") && !text.contains("/*");
  return fits ? text.str() : otherwise.str();
}

order::PlaceId Evaluator::place(const clang::Expr *at, clang::SourceLocation token) {
  if (!at)
    return {};
  return places.of(token.isValid() ? token : operatorToken(at), places.rangeOf(at));
}

/// True for operations on floating-point numbers, of which findings are.
bool Evaluator::isComputation(NodeId node) const {
  const order::Node stored = graph[node];
  if (isLeaf(stored.op) || stored.op == Op::Select)
    return false;
  if (format::isFloatingPoint(stored.type.format))
    return true;
  bool floating = false;
  for (const NodeId operand : graph.operands(node))
    floating |= format::isFloatingPoint(graph[operand].type.format);
  return floating && stored.op != Op::And && stored.op != Op::Or && stored.op != Op::Not;
}

/// `node`, as computed here and now.
order::Computation Evaluator::computed(NodeId node) const {
  return {node, journal.now(), state.path, static_cast<std::uint32_t>(memory.storeLog().size())};
}

void Evaluator::record(NodeId node) {
  if (recording && state.reachable && isComputation(node))
    journal.computations.add(computed(node));
}

/// What fix-its have to know of memory.
void Evaluator::tellOfMemory() {
  for (std::size_t root = 0; root < memory.rootCount(); ++root)
    procedure.memoryRoots.push_back(memory.overlapping(RootId{static_cast<std::uint32_t>(root)}));
  for (const Memory::StoreEntry &store : memory.storeLog())
    procedure.stores.push_back({store.root.index, store.format});
  for (const auto &[value, root] : memory.leafRoots())
    procedure.readFrom.emplace(value, root.index);
  for (const Loop *loop : loopTable.all())
    if (loop->storesOnEntry)
      procedure.loopEntries.emplace(loop->number, *loop->storesOnEntry);
  for (order::Definition &definition : procedure.definitions)
    definition.exposed |= memory.root(LocationId{definition.variable}).escaped;
}

NodeId Evaluator::emit(Op op, llvm::ArrayRef<NodeId> operands, ValueType type, const clang::Expr *at, clang::SourceLocation token,
                       llvm::StringRef symbol) {
  bool floating = format::isFloatingPoint(type.format);
  for (const NodeId operand : operands)
    floating |= format::isFloatingPoint(graph[operand].type.format);
  if (!floating)
    return emitIn({}, op, operands, type, at, token, symbol);
  return emitIn(at ? unit.environments.of(at, type.format) : unit.environments.ofUnit(type.format), op, operands, type, at, token, symbol);
}

NodeId Evaluator::emitIn(const order::Environment &environment, Op op, llvm::ArrayRef<NodeId> operands, ValueType type, const clang::Expr *at,
                         clang::SourceLocation token, llvm::StringRef symbol) {
  if (const auto folded = fold(op, operands, type, symbol)) {
    if (at && unit.options.folded)
      unit.options.folded(token.isValid() ? token : operatorToken(at));
    return inherit(procedure, *folded, operands);
  }
  if (const NodeId lanes = combineLanes(op, operands, at, token))
    return lanes;
  if (op == Op::Add && !corrected.empty())
    for (const auto &[sum, errors] : {std::pair(operands[0], operands[1]), std::pair(operands[1], operands[0])})
      if (const auto known = corrected.find({graph.value(sum).index, graph.value(errors).index}); known != corrected.end()) {
        record(known->second);
        return known->second;
      }
  order::NodeSpec spec;
  spec.op = op;
  spec.type = type;
  spec.operands = {operands.data(), operands.size()};
  spec.symbol = {symbol.data(), symbol.size()};
  bool floating = format::isFloatingPoint(type.format);
  for (const NodeId operand : operands)
    floating |= format::isFloatingPoint(graph[operand].type.format);
  if (floating) {
    spec.place = place(at, token);
    spec.environment = environment;
  } else if (op == Op::Compare) {
    spec.version = IntegerTypes(graph, unit.context).versionOfComparison(at);
  }
  const NodeId node = graph.intern(spec);
  record(node);
  return node;
}

NodeId Evaluator::opaque(llvm::StringRef name, ValueType type, const clang::Expr *at, llvm::StringRef what, llvm::StringRef why) {
  if (at)
    notAnalysed(at->getExprLoc(), what, why);
  order::NodeSpec spec;
  spec.op = Op::Opaque;
  spec.type = type;
  spec.symbol = {name.data(), name.size()};
  spec.version = ++freshNames;
  if (at)
    spec.place = place(at);
  return graph.intern(spec);
}

void Evaluator::notAnalysed(clang::SourceLocation where, llvm::StringRef what, llvm::StringRef why) {
  if (!recording)
    return;
  order::Unanalysed entry;
  if (where.isValid())
    if (const order::PlaceId id = places.of(where, clang::SourceRange(where, where))) {
      const order::Place &found = graph.place(id);
      entry.file = graph.file(found.file);
      entry.line = found.line;
      entry.column = found.column;
    }
  entry.what = what.str();
  entry.why = why.str();
  journal.add(std::move(entry));
}

void Evaluator::unrecorded(llvm::function_ref<void()> body) {
  const std::size_t before = journal.computations.size();
  body();
  journal.computations.rewind(before);
}

void Evaluator::effect(order::Effect::Kind kind, NodeId node, llvm::StringRef target, const clang::Expr *at) {
  if (recording && state.reachable && node)
    journal.add(order::Effect{kind, node, target.str(), place(at), state.path});
}

Value Evaluator::unknown(clang::QualType type, llvm::StringRef name, const clang::Expr *at) {
  if (type.isNull() || type->isVoidType())
    return Value::none();
  const TypeInfo &info = types.info(type);
  if (type->isReferenceType()) {
    const LocationId holder = temporary(name);
    return Value::pointer(memory.pointee(holder, 1, Root::Kind::Referent, types.info(type.getNonReferenceType()).isArithmetic()));
  }
  if (info.isArithmetic())
    return Value::number(fromOutside(name, info.stored, at));
  if (info.kind == TypeClass::Pointer) {
    const LocationId holder = temporary(name);
    return Value::pointer(memory.index(memory.pointee(holder, 1, Root::Kind::Pointee, true), integer(0)));
  }
  return Value::record(temporary(name));
}

// Memory.

ReadType Evaluator::readType(clang::QualType type) {
  ReadType read;
  if (type->isReferenceType()) {
    read.kind = ReadType::Kind::Reference;
    read.reachesScalar = types.info(type.getNonReferenceType()).isArithmetic();
    return read;
  }
  const TypeInfo &info = types.info(type);
  if (info.isArithmetic()) {
    read.number = info.stored;
    if (const auto *vector = type->getAs<clang::VectorType>())
      read.lanes = vector->getNumElements();
  } else if (info.kind == TypeClass::Pointer) {
    read.kind = ReadType::Kind::Pointer;
    const clang::QualType pointee = type->getPointeeType();
    read.reachesScalar = info.isBuffer || (!pointee.isNull() && types.info(pointee).isArithmetic());
  } else {
    read.kind = ReadType::Kind::Record;
  }
  return read;
}

Value Evaluator::read(LocationId location, clang::QualType type) {
  if (type->isArrayType() || type->isFunctionType())
    return Value::record(location);
  return memory.read(state.store, location, readType(type));
}

NodeId Evaluator::readNumber(LocationId location, ValueType type) {
  ReadType read;
  read.number = type;
  const Value value = memory.read(state.store, location, read);
  return value.isNumber() ? value.node : fresh("value", type);
}

void Evaluator::define(LocationId location, const Value &value) {
  if (!recording || memory[location].kind != Location::Kind::Root)
    return;
  const Root &root = memory.root(location);
  if (root.kind != Root::Kind::Variable || !root.declaration)
    return;
  const bool elsewhere = frame && frame->inlined; // the name means nothing, or something else, to the function itself
  journal.add(order::Definition{location.index, root.name, value.isNumber() ? value.node : NodeId{}, elsewhere, memory.storage(location)});
}

void Evaluator::write(LocationId location, const Value &value, clang::SourceLocation where) {
  if (!location)
    return;
  if (value.isRecord())
    return copyObject(location, value.location, where);
  memory.assign(state.store, location, value);
  define(location, value);
  if (unorderedWrites)
    schedules[location] = order::Schedule::Unordered;
  if (!value.isNumber() || !recording || !state.reachable)
    return;
  if (isLocal(location))
    return notePart(location, graph[value.node].type);
  storeEffect(location, value.node, where);
}

/// Of an object that only the function itself knows.
bool Evaluator::isLocal(LocationId location) const {
  const Root &root = memory.root(location);
  return (root.kind == Root::Kind::Variable || root.kind == Root::Kind::Temporary || root.kind == Root::Kind::Allocation) && !root.escaped;
}

/// Of a local object that is no array, as c(2) or c[2] is for a matrix.
bool Evaluator::isElementOfObject(LocationId location) const {
  const Location &where = memory[location];
  const Root &root = memory.root(location);
  if (where.kind != Location::Kind::Index || memory[where.parent].kind != Location::Kind::Root || root.kind != Root::Kind::Variable ||
      !root.declaration)
    return false;
  const clang::QualType type = root.declaration->getType();
  return !type->isArrayType() && (type->isRecordType() || type->isDependentType());
}

/// What is written to a part of a local object may leave the function with the whole.
void Evaluator::notePart(LocationId location, ValueType type) {
  const auto isMember = [&](LocationId step) { return memory[step].kind == Location::Kind::Member && !memory[step].beside; };
  LocationId step = location;
  while (isMember(step))
    step = memory[step].parent;
  const bool inRecord = step != location && memory[step].kind == Location::Kind::Root;
  if (inRecord || isElementOfObject(location) || (memory.root(location).kind == Root::Kind::Temporary && isGenericElement(location)))
    localParts[bufferOf(location)].insert_or_assign(location, type);
}

/// The numbers in a local object, or a part of one, that were written to parts of it, with their types.
std::vector<std::pair<LocationId, ValueType>> Evaluator::writtenParts(LocationId object) const {
  std::vector<std::pair<LocationId, ValueType>> found;
  if (const auto known = localParts.find(bufferOf(object)); known != localParts.end())
    for (const auto &part : known->second)
      if (memory.relation(part.first, object) == Relation::Inside)
        found.push_back(part);
  return found;
}

void Evaluator::storeEffect(LocationId location, NodeId node, clang::SourceLocation where) {
  order::PlaceId at;
  if (where.isValid())
    at = places.of(where, clang::SourceRange(where, where));
  order::Effect stored{order::Effect::Kind::Store, node, memory.spell(location), at, state.path};
  stored.storage = memory.storage(location);
  llvm::SmallVector<NodeId, 4> indices;
  (void)memory.spell(location, &indices);
  stored.indices.assign(indices.begin(), indices.end());
  journal.add(std::move(stored));
}

void Evaluator::copyObject(LocationId to, LocationId from, clang::SourceLocation where) {
  const auto written = recording && state.reachable ? writtenParts(from) : std::vector<std::pair<LocationId, ValueType>>{};
  memory.copy(state.store, to, from);
  if (const auto elements = memory.elementsOf(to); recording && state.reachable && !elements.empty()) { // each is written, computed here or not
    for (const auto &[element, type] : elements)
      if (!isLocal(element))
        storeEffect(element, readNumber(element, type), where);
    return;
  }
  for (const auto &[part, type] : written) {
    const LocationId copy = memory.counterpart(part, from, to);
    if (isLocal(copy))
      localParts[bufferOf(copy)].insert_or_assign(copy, type);
    else
      storeEffect(copy, readNumber(copy, type), where);
  }
  if (const auto known = closureTypes.find(from); known != closureTypes.end())
    closureTypes[to] = known->second;
}

void Evaluator::forget(LocationId location) {
  memory.forget(state.store, location);
  define(location, Value::none());
}

void Evaluator::escape(const Value &value, bool mayWrite) {
  if (!value.location)
    return;
  // Only what may be written matters: a callee that reads changes nothing.
  if (!mayWrite)
    return;
  memory.escape(value.location);
  LocationId reached = value.location;
  // A pointer to an element reaches the whole array.
  while (memory[reached].kind == Location::Kind::Index && memory[memory[reached].parent].kind != Location::Kind::Root)
    reached = memory[reached].parent;
  if (memory[reached].kind == Location::Kind::Index)
    reached = memory[reached].parent;
  memory.forget(state.store, reached, true);
  define(reached, Value::none());
}

LocationId Evaluator::temporary(llvm::StringRef name) {
  Root root;
  root.kind = Root::Kind::Temporary;
  root.name = name.str();
  const LocationId where = memory.newRoot(std::move(root));
  memory.bear(where);
  return where;
}

std::optional<ElementOf> Evaluator::elementAt(LocationId location) const {
  const Location &where = memory[location];
  return where.kind == Location::Kind::Index ? std::optional(ElementOf{where.parent, where.index}) : std::nullopt;
}

bool Evaluator::isPointee(LocationId location, LocationId pointer) const {
  const Root &root = memory.root(location);
  return root.kind == Root::Kind::Pointee && root.origin == pointer;
}

LocationId Evaluator::target(const Value &pointer) {
  if (pointer.isRecord()) {
    // An iterator or smart pointer object that a model stored as the pointer it is.
    ReadType type;
    type.kind = ReadType::Kind::Record;
    const Value held = memory.read(state.store, pointer.location, type);
    return held.isPointer() ? held.location : pointer.location;
  }
  if (pointer.isPointer() && pointer.location)
    return pointer.location;
  // In a loop it may lead elsewhere in every iteration.
  const LocationId holder = temporary("pointer");
  const llvm::SmallVector<NodeId, 2> indices = loopTest ? llvm::SmallVector<NodeId, 2>() : activeIndices();
  return memory.index(memory.pointee(holder, 1, Root::Kind::Pointee), indices.empty() ? integer(0) : indices.back());
}

Value Evaluator::advance(const Value &pointer, NodeId count) {
  if (!pointer.isPointer() && !pointer.isRecord())
    return pointer;
  return Value::pointer(memory.advance(target(pointer), count));
}

NodeId Evaluator::distance(const Value &first, const Value &last) {
  const LocationId from = target(first), to = target(last);
  const Location a = memory[from], b = memory[to];
  if (from == to)
    return integer(0);
  if (a.kind == Location::Kind::Index && b.kind == Location::Kind::Index && a.parent == b.parent)
    return integerOperation(clang::BO_Sub, b.index, a.index);
  return fromOutside("count", integerType);
}

void Evaluator::nextStatement() {
  places.statement = ++statements;
  inlinedStatements += frame && frame->inlined;
}

} // namespace fporder::frontend
