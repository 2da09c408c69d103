// The small functions of <utility>, <algorithm>, <functional> and <memory>.
#include "analyzer/frontend/library_models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;

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

/// The bits of an integer taken as a number, and the other way round.
std::optional<Value> bitCastModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 1 || call.type.isNull() || !evaluator.types.info(call.type).isArithmetic() ||
      !evaluator.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  const ValueType stored = evaluator.types.stored(call.type);
  const NodeId operands[] = {evaluator.number(call.arguments[0])};
  return Value::number(evaluator.graph[operands[0]].type == stored ? operands[0] : evaluator.graph.call("bits", operands, stored));
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

} // namespace

Model utilityModel(llvm::StringRef name) {
  static const llvm::StringMap<Model> models = {
      {"min", extremumModel},
      {"max", extremumModel},
      {"clamp", clampModel},
      {"bit_cast", bitCastModel},
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
      {"make_unique", makePointerModel},
      {"make_shared", makePointerModel},
      {"make_unique_for_overwrite", makePointerModel},
      {"invoke", invokeModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

} // namespace fporder::frontend
