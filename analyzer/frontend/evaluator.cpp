// The evaluator's basics: nodes, memory access, what is recorded.
#include "analyzer/frontend/evaluator.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

constexpr ValueType integerType{Format::Integer, Shape::Scalar};
constexpr std::size_t longestSpelling = 32; // bytes of source text that still read as one operand

} // namespace

Evaluator::Evaluator(Unit &sharedUnit, order::Procedure &target)
    : unit(sharedUnit), procedure(target), graph(target.graph), memory(target.graph), types(sharedUnit.types),
      places(sharedUnit.files, target.graph) {
  memory.carried = [this](NodeId written, NodeId read) { procedure.carried.push_back({written, read}); };
  memory.lane = [this](NodeId vector, unsigned position) { return lane(vector, position); };
  memory.vector = [this](llvm::ArrayRef<NodeId> parts, ValueType type) { return lanes(parts, type); };
  memory.initial = [this](LocationId location, ReadType type) { return initialValue(location, type); };
}

Evaluator::~Evaluator() = default;

// Nodes.

NodeId Evaluator::integer(long long value) { return graph.constant(order::Number::fromInteger(value), integerType); }

NodeId Evaluator::constant(double value, ValueType type) { return graph.constant(order::Number::fromDouble(value), type); }

NodeId Evaluator::fresh(llvm::StringRef name, ValueType type, const clang::Expr *at) {
  const std::uint32_t version = firstFreshVersion + ++freshNames;
  const llvm::SmallVector<NodeId, 2> indices = type.format == Format::Boolean || loopTest ? llvm::SmallVector<NodeId, 2>() : activeIndices();
  if (indices.empty())
    return graph.input(std::string_view(name.data(), name.size()), type, at ? place(at) : order::PlaceId{}, version);
  // Another value in every iteration.
  order::NodeSpec leaf;
  leaf.op = Op::Element;
  leaf.type = type;
  leaf.operands = {indices.data(), indices.size()};
  leaf.symbol = {name.data(), name.size()};
  leaf.version = version;
  leaf.place = at ? place(at) : order::PlaceId{};
  return graph.intern(leaf);
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

void Evaluator::record(NodeId node) {
  if (!recording || !state.reachable)
    return;
  const order::Node stored = graph[node];
  if (isLeaf(stored.op) || stored.op == Op::Select)
    return;
  if (!format::isFloatingPoint(stored.type.format)) {
    bool floating = false;
    for (const NodeId operand : graph.operands(node))
      floating |= format::isFloatingPoint(graph[operand].type.format);
    if (!floating || stored.op == Op::And || stored.op == Op::Or || stored.op == Op::Not)
      return;
  }
  procedure.computations.push_back({node, static_cast<std::uint32_t>(procedure.definitions.size()), state.path});
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
    return *folded;
  }
  if (const NodeId lanes = combineLanes(op, operands, at, token))
    return lanes;
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
  }
  const NodeId node = graph.intern(spec);
  record(node);
  return node;
}

namespace {

/// One operation on half-precision numbers, computed in binary32 and rounded back, is that operation in half precision: 24 >= 2p + 2 digits make the
/// double rounding innocuous (Figueroa 1995). Excess precision then shows only where it is: between operations of one expression.
std::optional<NodeId> narrowOperation(order::Graph &graph, NodeId node, ValueType to, llvm::function_ref<std::optional<NodeId>(NodeId)> narrowed) {
  const order::Node stored = graph[node];
  const bool basic = stored.op == Op::Add || stored.op == Op::Sub || stored.op == Op::Mul || stored.op == Op::Div || stored.op == Op::Sqrt;
  const bool half = to.format == Format::Binary16 || to.format == Format::BFloat16;
  if (!basic || !half || stored.type.format != Format::Binary32 || stored.type.shape != Shape::Scalar || to.shape != Shape::Scalar)
    return std::nullopt;
  llvm::SmallVector<NodeId, 2> narrow;
  const llvm::SmallVector<NodeId, 2> operands(graph.operands(node).begin(), graph.operands(node).end());
  for (const NodeId operand : operands) {
    const auto constant = graph[operand].op == Op::Constant ? narrowed(operand) : std::nullopt;
    if (graph[operand].op == Op::Cast && graph[graph.operand(operand, 0)].type == to)
      narrow.push_back(graph.operand(operand, 0));
    else if (constant && graph[*constant].op == Op::Constant && graph.number(*constant) == graph.number(operand))
      narrow.push_back(*constant);
    else
      return std::nullopt;
  }
  order::NodeSpec spec;
  spec.op = stored.op;
  spec.type = to;
  spec.operands = narrow;
  spec.place = stored.place;
  const order::Environment environment = graph.environment(node);
  spec.environment = environment;
  return graph.intern(spec);
}

/// A choice between values that were widened for it, or are exact in the narrow format anyway, is narrowed without a rounding.
std::optional<NodeId> narrowChoice(order::Graph &graph, NodeId node, ValueType to, llvm::function_ref<std::optional<NodeId>(NodeId)> narrowed) {
  const order::Node stored = graph[node];
  if (stored.op != Op::Select || !format::isFloatingPoint(to.format) || !format::widensExactly(to.format, stored.type.format))
    return std::nullopt;
  llvm::SmallVector<NodeId, 3> operands{graph.operand(node, 0)};
  bool widened = false;
  for (unsigned arm = 1; arm <= 2; ++arm) {
    const NodeId value = graph.operand(node, arm);
    const auto constant = graph[value].op == Op::Constant ? narrowed(value) : std::nullopt;
    if (graph[value].op == Op::Cast && graph[graph.operand(value, 0)].type == to) {
      operands.push_back(graph.operand(value, 0));
      widened = true;
    } else if (constant && graph[*constant].op == Op::Constant && graph.number(*constant) == graph.number(value)) {
      operands.push_back(*constant);
    } else {
      return std::nullopt;
    }
  }
  if (!widened)
    return std::nullopt;
  order::NodeSpec choice;
  choice.op = Op::Select;
  choice.type = to;
  choice.operands = {operands.data(), operands.size()};
  choice.place = stored.place;
  return graph.intern(choice);
}

/// A value as it was loaded, converted or chosen between, with no operation on it.
bool isLoaded(const order::Graph &graph, NodeId node) {
  constexpr std::size_t choices = 16;
  llvm::SmallVector<NodeId, 4> work{node};
  for (std::size_t at = 0; at < work.size(); ++at) {
    const order::Node stored = graph[work[at]];
    if (stored.op == Op::Cast)
      work.push_back(graph.operand(work[at], 0));
    else if (stored.op == Op::Select && work.size() < choices)
      work.append({graph.operand(work[at], 1), graph.operand(work[at], 2)});
    else if (!order::isLeaf(stored.op))
      return false;
  }
  return true;
}

bool isTemplateArgument(clang::QualType type) {
  while (!type.isNull()) {
    if (llvm::isa<clang::SubstTemplateTypeParmType>(type.getTypePtr()))
      return true;
    const clang::QualType next = type->getLocallyUnqualifiedSingleStepDesugaredType();
    if (next == type)
      return false;
    type = next;
  }
  return false;
}

/// The conversion is from or to a type that a template argument names: what another instantiation rounds here, or does not, is no decision of this
/// line.
bool formatOfArgument(const clang::Expr *at) {
  if (!at)
    return false;
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(at->IgnoreParens());
  return isTemplateArgument(at->getType()) || (cast && isTemplateArgument(cast->getSubExpr()->getType()));
}

} // namespace

NodeId Evaluator::convert(NodeId node, ValueType to, const clang::Expr *at, order::Rounding rounding) {
  const order::Node stored = graph[node];
  const ValueType from = stored.type;
  if (from == to || to.format == Format::Unknown || from.format == Format::Unknown)
    return node;
  const auto isInteger = [](Format format) { return format == Format::Integer || format == Format::Boolean; };
  if (isInteger(from.format) && isInteger(to.format))
    return to.format == Format::Boolean && stored.op == Op::Constant
               ? graph.constant(graph.number(node).isZero() ? order::Number::fromInteger(0) : order::Number::fromInteger(1), to)
               : node;
  if (isInteger(to.format) && from.format == Format::Dependent && at && !llvm::isa<clang::ExplicitCastExpr>(at->IgnoreParens()))
    withdrawIntegers(node);
  if (stored.op == Op::Constant && (to.format == Format::Dependent || from.format == Format::Dependent))
    return graph.constant(graph.number(node), to);
  const NodeId operands[] = {node};
  if (const auto folded = fold(Op::Cast, operands, to, {}))
    return *folded;
  if (from.format == to.format && from.shape == Shape::Scalar)
    return node; // a scalar where a complex number or lanes of the same format are wanted
  const auto narrowed = [&](NodeId constant) {
    const NodeId same[] = {constant};
    return fold(Op::Cast, same, to, {});
  };
  const auto operation = rounding == order::Rounding::NearestEven ? narrowOperation(graph, node, to, narrowed) : std::nullopt;
  if (operation) {
    // One rounding to the narrow format: the wide operation is not computed on its own.
    if (recording && !procedure.computations.empty() && procedure.computations.back().node == node)
      procedure.computations.pop_back();
    record(*operation);
    return *operation;
  }
  if (const auto choice = narrowChoice(graph, node, to, narrowed))
    return *choice;
  const NodeId cast = graph.cast(node, to, at ? place(at) : order::PlaceId{}, isInteger(to.format) ? order::Rounding::TowardZero : rounding);
  const bool instantiated = isLoaded(graph, node) && formatOfArgument(at);
  if (!format::widensExactly(from.format, to.format) && !instantiated)
    record(cast);
  return cast;
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
  for (const order::Unanalysed &known : procedure.unanalysed)
    if (known.line == entry.line && known.column == entry.column && known.what == entry.what && known.file == entry.file)
      return;
  procedure.unanalysed.push_back(std::move(entry));
}

void Evaluator::effect(order::Effect::Kind kind, NodeId node, llvm::StringRef target, const clang::Expr *at) {
  if (recording && state.reachable && node)
    procedure.effects.push_back({kind, node, target.str(), place(at)});
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
    return Value::number(fresh(name, info.stored, at));
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
  procedure.definitions.push_back({location.index, root.name, value.isNumber() ? value.node : NodeId{}});
}

void Evaluator::write(LocationId location, const Value &value, clang::SourceLocation where) {
  if (!location)
    return;
  if (value.isRecord())
    return copyObject(location, value.location);
  memory.assign(state.store, location, value);
  define(location, value);
  if (unorderedWrites)
    schedules[location] = order::Schedule::Unordered;
  const Root &root = memory.root(location);
  const bool local =
      (root.kind == Root::Kind::Variable || root.kind == Root::Kind::Temporary || root.kind == Root::Kind::Allocation) && !root.escaped;
  if (!value.isNumber() || !recording || !state.reachable || local)
    return;
  order::PlaceId at;
  if (where.isValid())
    at = places.of(where, clang::SourceRange(where, where));
  procedure.effects.push_back({order::Effect::Kind::Store, value.node, memory.spell(location), at});
}

void Evaluator::copyObject(LocationId to, LocationId from) {
  memory.copy(state.store, to, from);
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
  forget(reached);
}

LocationId Evaluator::temporary(llvm::StringRef name) {
  Root root;
  root.kind = Root::Kind::Temporary;
  root.name = name.str();
  return memory.newRoot(std::move(root));
}

LocationId Evaluator::element(LocationId array, long long index) { return memory.index(array, integer(index)); }

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
  return fresh("count", integerType);
}

// State.

void Evaluator::branch(NodeId test, llvm::function_ref<void()> ifTrue, llvm::function_ref<void()> ifFalse) {
  if (graph[test].op == Op::Constant) {
    const bool holds = !graph.number(test).isZero();
    if (holds && ifTrue)
      ifTrue();
    if (!holds && ifFalse)
      ifFalse();
    return;
  }
  const State before = state;
  const auto guarded = [&](NodeId condition) {
    return before.path ? graph.binary(Op::And, before.path, condition, {Format::Boolean, Shape::Scalar}) : condition;
  };
  state.path = guarded(test);
  if (ifTrue)
    ifTrue();
  State first = std::move(state);
  state = before;
  state.path = guarded(negation(test));
  if (ifFalse)
    ifFalse();
  if (!first.reachable)
    return;
  if (!state.reachable) {
    state = std::move(first);
    return;
  }
  state.store = memory.merge(test, first.store, state.store);
  state.path = before.path;
}

NodeId Evaluator::negation(NodeId condition) {
  if (graph[condition].op == Op::Not)
    return graph.operand(condition, 0);
  return graph.unary(Op::Not, condition, {Format::Boolean, Shape::Scalar});
}

/// The conjunction of what `path` says beyond `base`.
NodeId Evaluator::relativeCondition(NodeId path, NodeId base) {
  std::vector<NodeId> conditions;
  while (path && path != base) {
    if (graph[path].op != Op::And) {
      conditions.push_back(path);
      break;
    }
    conditions.push_back(graph.operand(path, 1));
    path = graph.operand(path, 0);
  }
  NodeId all;
  for (auto condition = conditions.rbegin(); condition != conditions.rend(); ++condition)
    all = all ? graph.binary(Op::And, all, *condition, {Format::Boolean, Shape::Scalar}) : *condition;
  return all;
}

/// The state in which control continues when any of `states` does, the last one being the case in which no other applies.
Evaluator::State Evaluator::join(std::vector<State> states, NodeId base) {
  std::erase_if(states, [](const State &candidate) { return !candidate.reachable; });
  if (states.empty()) {
    State none = state;
    none.path = base;
    none.reachable = false;
    return none;
  }
  State result = std::move(states.back());
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    NodeId condition = relativeCondition(states[i].path, base);
    if (!condition)
      condition = fresh("condition", {Format::Boolean, Shape::Scalar});
    result.store = memory.merge(condition, states[i].store, result.store);
    result.path = base;
  }
  return result;
}

void Evaluator::setAccumulationSchedule(LocationId location, order::Schedule schedule) { schedules[location] = schedule; }

void Evaluator::nextStatement() {
  places.statement = ++statements;
  inlinedStatements += frame && frame->inlined;
}

void Evaluator::forgetEverything() {
  for (std::uint32_t i = 0; i < memory.rootCount(); ++i)
    if (const LocationId location = memory.rootLocation({i}); !memory.root(location).constant)
      memory.forget(state.store, location);
}

} // namespace fporder::frontend
