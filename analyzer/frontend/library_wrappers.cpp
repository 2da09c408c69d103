// Classes that hold other values (pair, tuple, optional, atomic, references) and the small functions of <utility> and <algorithm>.
#include "analyzer/frontend/library_models.h"
#include "analyzer/frontend/openmp.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Schedule;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

Value converted(Evaluator &evaluator, const Value &value, clang::QualType type, const clang::Expr *at) {
  if (!value.isNumber() || type.isNull() || !evaluator.unit.types.info(type).isArithmetic())
    return value;
  return Value::number(evaluator.convert(value.node, evaluator.unit.types.stored(type), at));
}

bool isTupleLike(llvm::StringRef className) { return className == "pair" || className == "tuple"; }

LocationId slot(Evaluator &evaluator, LocationId object, llvm::StringRef className, unsigned position) {
  if (className == "pair")
    return evaluator.memory.member(object, position == 0 ? "first" : "second");
  return evaluator.memory.member(object, ("get<" + llvm::Twine(position) + ">").str());
}

bool holdsReference(const LibraryClass &known, unsigned position) {
  clang::QualType type = known.type(position);
  return !type.isNull() && type->isReferenceType();
}

/// Fills the slots of a pair or tuple from one expression each.
void fillSlots(Evaluator &evaluator, const Call &call, LocationId object, const LibraryClass &known, llvm::ArrayRef<const clang::Expr *> values) {
  for (unsigned i = 0; i < values.size(); ++i) {
    LocationId where = slot(evaluator, object, known.name, i);
    if (holdsReference(known, i))
      evaluator.write(where, Value::pointer(evaluator.location(values[i])), call.token);
    else
      store(evaluator, where, converted(evaluator, evaluator.evaluate(values[i]), known.type(i), values[i]), call.token);
  }
}

/// What the slot designates: itself, or what its reference is bound to.
LocationId designated(Evaluator &evaluator, LocationId object, const LibraryClass &known, unsigned position) {
  LocationId where = slot(evaluator, object, known.name, position);
  return holdsReference(known, position) ? evaluator.target(evaluator.read(where, evaluator.unit.context.VoidPtrTy)) : where;
}

std::optional<Value> tupleAssign(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  std::optional<LibraryClass> from = libraryClass(call.arguments[0]->getType());
  if (!from || !isTupleLike(from->name))
    return std::nullopt;
  LocationId source = evaluator.object(call.arguments[0]);
  llvm::SmallVector<Value, 4> values; // all read before any is written: std::tie(a, b) = std::make_pair(b, a)
  unsigned count = std::max<std::size_t>(known.arguments.size(), from->arguments.size());
  for (unsigned i = 0; i < count; ++i)
    values.push_back(load(evaluator, designated(evaluator, source, *from, i), from->type(i)));
  for (unsigned i = 0; i < count; ++i)
    if (LocationId target = designated(evaluator, *call.object, known, i)) {
      clang::QualType type = known.type(i);
      store(evaluator, target, converted(evaluator, values[i], type.isNull() ? type : type.getNonReferenceType(), call.expression), call.token);
    }
  return Value::pointer(*call.object);
}

std::optional<Value> optionalMember(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  LocationId content = evaluator.memory.member(*call.object, "value"), engaged = evaluator.memory.member(*call.object, "has_value()");
  llvm::StringRef name = call.name;
  auto has = [&] { return evaluator.readNumber(engaged, {Format::Boolean}); };
  if (name == "value" || name == "operator*" || name == "operator->")
    return Value::pointer(content);
  if (name == "has_value" || name == "operator bool")
    return Value::number(has());
  if (name == "reset") {
    evaluator.forget(content);
    evaluator.write(engaged, Value::number(evaluator.integer(0)), call.token);
    return Value::none();
  }
  if (call.arguments.size() != 1)
    return std::nullopt;
  if (name == "value_or") {
    Value value = load(evaluator, content, known.type(0)),
          otherwise = converted(evaluator, evaluator.evaluate(call.arguments[0]), known.type(0), call.expression);
    if (!value.isNumber() || !otherwise.isNumber())
      return evaluator.unknown(call.type, name, call.expression);
    NodeId operands[] = {has(), value.node, otherwise.node};
    return Value::number(evaluator.emit(Op::Select, operands, evaluator.graph[value.node].type, call.expression, call.token));
  }
  if (name == "operator=" || name == "emplace") {
    std::optional<LibraryClass> from = libraryClass(call.arguments[0]->getType());
    if (from && from->name == "optional") {
      evaluator.copyObject(*call.object, evaluator.object(call.arguments[0]));
    } else if (from && from->name == "nullopt_t") {
      evaluator.forget(*call.object);
    } else {
      store(evaluator, content, converted(evaluator, evaluator.evaluate(call.arguments[0]), known.type(0), call.expression), call.token);
      evaluator.write(engaged, Value::number(evaluator.integer(1)), call.token);
    }
    return Value::pointer(name == "emplace" ? content : *call.object);
  }
  return std::nullopt;
}

/// Atomic read-modify-write: in a loop or on several threads the additions happen in the order of arrival.
Value atomicUpdate(Evaluator &evaluator, const Call &call, LocationId where, clang::QualType type, Op op, NodeId amount, bool returnOld) {
  ValueType number = numberType(evaluator, type);
  NodeId old = evaluator.readNumber(where, number), now;
  evaluator.setAccumulationSchedule(where, Schedule::Unordered);
  amount = evaluator.convert(amount, number, call.expression);
  auto update = [&](NodeId) {
    now = evaluator.emit(op, {evaluator.readNumber(where, number), amount}, number, call.expression, call.token);
    evaluator.write(where, Value::number(now), call.token);
  };
  if (format::isFloatingPoint(number.format) && repeatedByThreadsOnly(evaluator, where))
    evaluator.loop(call.expression, threadLoop(), update);
  else
    update({});
  return Value::number(returnOld ? old : now);
}

/// What `desired` adds to `expected`: the x of compare_exchange(expected, expected + x); invalid when it is something else.
NodeId addedTo(const order::Graph &graph, NodeId desired, NodeId expected) {
  if (graph[desired].op != Op::Add)
    return {};
  NodeId left = graph.operand(desired, 0), right = graph.operand(desired, 1);
  return graph.sameValue(left, expected) ? right : graph.sameValue(right, expected) ? left : NodeId{};
}

std::optional<Value> atomicMember(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  bool reference = known.name.contains("atomic_ref");
  clang::QualType type = known.type(0);
  LocationId where = reference ? evaluator.target(pointerIn(evaluator, Value::record(*call.object))) : *call.object;
  llvm::StringRef name = call.name;
  auto argument = [&] { return evaluator.evaluate(call.arguments[0]); };
  if (!where)
    return std::nullopt;
  if (name == "load" || llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee))
    return load(evaluator, where, type);
  bool subtracts = name == "fetch_sub" || name == "operator-=";
  if (subtracts || name == "fetch_add" || name == "operator+=") {
    Value amount = argument();
    if (!amount.isNumber())
      return evaluator.unknown(call.type, name, call.expression);
    return atomicUpdate(evaluator, call, where, type, subtracts ? Op::Sub : Op::Add, amount.node, name.starts_with("fetch"));
  }
  if (name == "operator++" || name == "operator--")
    return atomicUpdate(evaluator, call, where, type, name == "operator++" ? Op::Add : Op::Sub, evaluator.integer(1), !call.arguments.empty());
  if (name == "store" || name == "operator=" || name == "exchange") {
    Value old = name == "exchange" ? load(evaluator, where, type) : Value::none();
    Value value = converted(evaluator, argument(), type, call.expression);
    store(evaluator, where, value, call.token);
    return name == "operator=" ? value : old;
  }
  if (name.starts_with("compare_exchange") && call.arguments.size() >= 2) {
    // A retry loop around this is how floating-point atomics are written: the update of the winner is what remains.
    LocationId expected = evaluator.location(call.arguments[0]);
    ValueType number = numberType(evaluator, type);
    NodeId before = evaluator.readNumber(expected, number);
    Value desired = converted(evaluator, evaluator.evaluate(call.arguments[1]), type, call.expression);
    for (const clang::Expr *order : call.arguments.drop_front(2))
      evaluator.discard(order);
    if (NodeId amount = desired.isNumber() ? addedTo(evaluator.graph, desired.node, before) : NodeId{})
      atomicUpdate(evaluator, call, where, type, Op::Add, amount, false);
    else
      store(evaluator, where, desired, call.token);
    evaluator.forget(expected);
    return Value::number(evaluator.fresh("compare_exchange", {Format::Boolean}, call.expression));
  }
  return std::nullopt;
}

// Free functions.

std::optional<Value> identityModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  return result(evaluator, call, Value::pointer(evaluator.location(call.arguments[0])));
}

/// ref, cref, addressof: the address.
std::optional<Value> addressModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  return Value::pointer(evaluator.location(call.arguments[0]));
}

/// min, max of two values or of a braced list.
std::optional<Value> extremumModel(Evaluator &evaluator, const Call &call) {
  llvm::SmallVector<const clang::Expr *, 4> operands(call.arguments.begin(), call.arguments.end());
  if (operands.size() == 1) {
    auto list = bracedElements(operands[0]);
    if (!list || list->empty())
      return std::nullopt;
    operands.assign(list->begin(), list->end());
  } else if (operands.size() != 2) {
    return std::nullopt;
  }
  for (const clang::Expr *operand : operands)
    if (!evaluator.unit.types.info(operand->getType()).isArithmetic())
      return std::nullopt;
  Op op = call.name == "min" ? Op::Min : Op::Max;
  NodeId extremum = evaluator.number(operands[0]);
  for (const clang::Expr *operand : llvm::ArrayRef(operands).drop_front()) {
    NodeId next = evaluator.number(operand);
    ValueType type = commonType(evaluator.graph[extremum].type, evaluator.graph[next].type);
    extremum = evaluator.emit(op, {evaluator.convert(extremum, type, call.expression), evaluator.convert(next, type, call.expression)}, type,
                              call.expression, call.token);
  }
  return numberResult(evaluator, call, extremum);
}

std::optional<Value> clampModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 3 || !evaluator.unit.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  NodeId value = evaluator.number(call.arguments[0]), low = evaluator.number(call.arguments[1]), high = evaluator.number(call.arguments[2]);
  ValueType type = evaluator.graph[value].type;
  NodeId raised = evaluator.emit(Op::Max, {value, evaluator.convert(low, type, call.expression)}, type, call.expression, call.token);
  return numberResult(evaluator, call,
                      evaluator.emit(Op::Min, {raised, evaluator.convert(high, type, call.expression)}, type, call.expression, call.token));
}

std::optional<Value> swapModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  bool pointers = isPointerLike(type) && !type.getNonReferenceType()->isArrayType();
  LocationId left = evaluator.location(call.arguments[0]), right = evaluator.location(call.arguments[1]);
  if (call.name == "iter_swap") {
    type = elementType(evaluator, type);
    left = evaluator.target(pointerIn(evaluator, Value::record(left)));
    right = evaluator.target(pointerIn(evaluator, Value::record(right)));
    pointers = false;
  }
  if (pointers)
    type = evaluator.unit.context.VoidPtrTy;
  if (type.isNull() || evaluator.unit.types.info(type).isArithmetic() || pointers) {
    Value l = load(evaluator, left, type), r = load(evaluator, right, type);
    store(evaluator, left, r, call.token);
    store(evaluator, right, l, call.token);
    return Value::none();
  }
  LocationId kept = evaluator.temporary();
  evaluator.copyObject(kept, left);
  evaluator.copyObject(left, right);
  evaluator.copyObject(right, kept);
  return Value::none();
}

std::optional<Value> exchangeModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 2 || !evaluator.unit.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  LocationId where = evaluator.location(call.arguments[0]);
  Value value = converted(evaluator, evaluator.evaluate(call.arguments[1]), call.arguments[0]->getType(), call.expression);
  Value old = evaluator.read(where, call.arguments[0]->getType());
  store(evaluator, where, value, call.token);
  return old;
}

/// The position that get<I> or get<T> names.
std::optional<unsigned> gottenPosition(const Call &call, const LibraryClass &known) {
  const clang::TemplateArgumentList *arguments = call.callee ? call.callee->getTemplateSpecializationArgs() : nullptr;
  if (!arguments || arguments->size() == 0)
    return std::nullopt;
  const clang::TemplateArgument &first = arguments->get(0);
  if (first.getKind() == clang::TemplateArgument::Integral)
    return static_cast<unsigned>(first.getAsIntegral().getZExtValue());
  if (first.getKind() == clang::TemplateArgument::Type)
    for (unsigned i = 0; i < known.arguments.size(); ++i)
      if (clang::QualType type = known.type(i); !type.isNull() && type.getCanonicalType() == first.getAsType().getCanonicalType())
        return i;
  return std::nullopt;
}

std::optional<Value> getModel(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = call.arguments.size() == 1 ? libraryClass(call.arguments[0]->getType()) : std::nullopt;
  std::optional<unsigned> position = known ? gottenPosition(call, *known) : std::nullopt;
  if (!position || (!isTupleLike(known->name) && known->name != "array"))
    return std::nullopt;
  LocationId object = evaluator.object(call.arguments[0]);
  return Value::pointer(*tupleElement(evaluator, object, call.arguments[0]->getType(), *position));
}

/// make_pair, make_tuple, tie, forward_as_tuple.
std::optional<Value> makeTupleModel(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = libraryClass(call.type);
  if (!known || !isTupleLike(known->name))
    return std::nullopt;
  LocationId object = evaluator.temporary(call.name);
  fillSlots(evaluator, call, object, *known, call.arguments);
  return Value::record(object);
}

/// make_unique, make_shared: a new object of the pointee's type, built from one number or zeroed.
std::optional<Value> makePointerModel(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = libraryClass(call.type);
  clang::QualType held = known ? known->type(0) : clang::QualType(), element = elementType(evaluator, call.type);
  if (held.isNull() || element.isNull() || !evaluator.unit.types.info(element).isArithmetic() || call.arguments.size() > 1)
    return std::nullopt;
  ValueType type = evaluator.unit.types.stored(element);
  NodeId zero = type.format == Format::Integer || type.format == Format::Boolean ? evaluator.integer(0) : evaluator.constant(0, type);
  LocationId object = evaluator.temporary(call.name), first = evaluator.element(object, 0);
  if (held->isArrayType()) {
    for (const clang::Expr *count : call.arguments)
      evaluator.discard(count);
    if (!call.name.ends_with("_for_overwrite"))
      evaluator.write(object, Value::number(zero), call.token); // fills it
  } else {
    Value value =
        call.arguments.empty() ? Value::number(zero) : converted(evaluator, evaluator.evaluate(call.arguments[0]), element, call.expression);
    store(evaluator, first, value, call.token);
  }
  return Value::pointer(first);
}

std::optional<Value> invokeModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.empty())
    return std::nullopt;
  Callable function = callable(evaluator, call.arguments[0]);
  llvm::SmallVector<Value, 4> values;
  for (const clang::Expr *argument : call.arguments.drop_front())
    values.push_back(argument->isLValue() ? Value::pointer(evaluator.location(argument)) : evaluator.evaluate(argument));
  for (unsigned i = 0; i < values.size(); ++i)
    if (values[i].isPointer() && evaluator.unit.types.info(call.arguments[i + 1]->getType()).isArithmetic() && functorOperation(function.type))
      values[i] = evaluator.read(values[i].location, call.arguments[i + 1]->getType());
  return apply(evaluator, function, values, call, call.type);
}

std::optional<Value> atomicFreeModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() < 2)
    return std::nullopt;
  std::optional<LibraryClass> known =
      call.arguments[0]->getType()->isPointerType() ? libraryClass(call.arguments[0]->getType()->getPointeeType()) : std::nullopt;
  if (!known || known->name != "atomic")
    return std::nullopt;
  LocationId where = evaluator.target(evaluator.evaluate(call.arguments[0]));
  NodeId amount = evaluator.number(call.arguments[1]);
  return atomicUpdate(evaluator, call, where, known->type(0), call.name.starts_with("atomic_fetch_sub") ? Op::Sub : Op::Add, amount, true);
}

} // namespace

std::optional<LocationId> tupleElement(Evaluator &evaluator, LocationId object, clang::QualType type, unsigned position) {
  type = type.getNonReferenceType();
  if (type->isArrayType())
    return evaluator.element(object, position);
  std::optional<LibraryClass> known = libraryClass(type);
  if (!known)
    return std::nullopt;
  if (known->name == "array")
    return evaluator.element(object, position);
  return isTupleLike(known->name) ? std::optional(designated(evaluator, object, *known, position)) : std::nullopt;
}

std::optional<Value> wrapperMember(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = call.object ? classOf(call) : std::nullopt;
  if (!known)
    return std::nullopt;
  if (known->name == "optional")
    return optionalMember(evaluator, call, *known);
  if (known->name.starts_with("atomic") || known->name.starts_with("__atomic"))
    return atomicMember(evaluator, call, *known);
  if (known->name == "reference_wrapper" && (call.name == "get" || llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee)))
    return pointerIn(evaluator, Value::record(*call.object));
  if (isTupleLike(known->name) && call.name == "operator=" && call.arguments.size() == 1)
    return tupleAssign(evaluator, call, *known);
  if (call.name == "operator()" && call.objectExpression && functorOperation(call.objectExpression->getType())) {
    llvm::SmallVector<Value, 2> values;
    for (const clang::Expr *argument : call.arguments)
      values.push_back(evaluator.evaluate(argument));
    return apply(evaluator, {Value::none(), call.objectExpression->getType(), call.objectExpression}, values, call, call.type);
  }
  return std::nullopt;
}

bool wrapperConstruct(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = classOf(call);
  if (!known)
    return false;
  llvm::ArrayRef<const clang::Expr *> arguments = call.arguments;
  std::optional<LibraryClass> from = arguments.size() == 1 ? libraryClass(arguments[0]->getType()) : std::nullopt;
  bool sameClass = from && from->name == known->name;
  if (sameClass &&
      llvm::is_contained(Names{"pair", "tuple", "optional", "unique_ptr", "shared_ptr", "reference_wrapper", "atomic_ref"}, known->name)) {
    evaluator.copyObject(*call.object, evaluator.object(arguments[0]));
    return true;
  }
  if (isIteratorClass(known->name) && arguments.size() == 1) {
    Value pointer = pointerIn(evaluator, evaluator.evaluate(arguments[0]));
    bool turns = known->name == "reverse_iterator" && !sameClass; // reverse_iterator(i) designates the element before i
    evaluator.write(*call.object, turns ? evaluator.advance(pointer, evaluator.integer(-1)) : pointer, call.token);
    return true;
  }
  if (isTupleLike(known->name)) {
    if (arguments.size() != known->arguments.size())
      return false;
    fillSlots(evaluator, call, *call.object, *known, arguments);
    return true;
  }
  if (known->name == "optional" && arguments.size() <= 1) {
    bool engaged = arguments.size() == 1 && !(from && from->name == "nullopt_t");
    if (engaged)
      store(evaluator, evaluator.memory.member(*call.object, "value"),
            converted(evaluator, evaluator.evaluate(arguments[0]), known->type(0), call.expression), call.token);
    evaluator.write(evaluator.memory.member(*call.object, "has_value()"), Value::number(evaluator.integer(engaged ? 1 : 0)), call.token);
    return true;
  }
  if (known->name == "atomic" && arguments.size() <= 1) {
    if (arguments.size() == 1)
      store(evaluator, *call.object, converted(evaluator, evaluator.evaluate(arguments[0]), known->type(0), call.expression), call.token);
    return true;
  }
  if (llvm::is_contained(Names{"reference_wrapper", "atomic_ref"}, known->name) && arguments.size() == 1) {
    evaluator.write(*call.object, Value::pointer(evaluator.location(arguments[0])), call.token);
    return true;
  }
  if (llvm::is_contained(Names{"unique_ptr", "shared_ptr"}, known->name)) {
    Value pointer = arguments.empty() ? Value::none() : pointerIn(evaluator, evaluator.evaluate(arguments[0]));
    for (const clang::Expr *argument : arguments.drop_front(arguments.empty() ? 0 : 1))
      evaluator.discard(argument);
    if (pointer.isPointer())
      evaluator.write(*call.object, pointer, call.token);
    else
      evaluator.forget(*call.object);
    return true;
  }
  return false;
}

Model utilityModel(llvm::StringRef name) {
  static const llvm::StringMap<Model> models = {
      {"min", extremumModel},
      {"max", extremumModel},
      {"clamp", clampModel},
      {"swap", swapModel},
      {"iter_swap", swapModel},
      {"exchange", exchangeModel},
      {"move", identityModel},
      {"forward", identityModel},
      {"as_const", identityModel},
      {"addressof", addressModel},
      {"__addressof", addressModel},
      {"ref", addressModel},
      {"cref", addressModel},
      {"get", getModel},
      {"make_pair", makeTupleModel},
      {"make_tuple", makeTupleModel},
      {"tie", makeTupleModel},
      {"forward_as_tuple", makeTupleModel},
      {"make_unique", makePointerModel},
      {"make_shared", makePointerModel},
      {"make_unique_for_overwrite", makePointerModel},
      {"invoke", invokeModel},
      {"atomic_fetch_add", atomicFreeModel},
      {"atomic_fetch_sub", atomicFreeModel},
      {"atomic_fetch_add_explicit", atomicFreeModel},
      {"atomic_fetch_sub_explicit", atomicFreeModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

} // namespace fporder::frontend
