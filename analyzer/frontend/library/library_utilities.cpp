// The small functions of <utility>, <algorithm>, <functional> and <memory>.
#include "analyzer/frontend/library/library_models.h"

#include "runtime/order/bit_cast.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <limits>

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;

std::optional<Value> identityModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  return result(builder, call, Value::pointer(builder.location(call.arguments[0])));
}

/// ref, cref, addressof: the address.
std::optional<Value> addressModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  return Value::pointer(builder.location(call.arguments[0]));
}

/// min, max of two values or of a braced list.
std::optional<Value> extremumModel(Builder &builder, const Call &call) {
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
    if (!builder.types.info(operand->getType()).isArithmetic())
      return std::nullopt;
  Op op = call.name == "min" ? Op::Min : Op::Max;
  NodeId extremum = builder.number(operands[0]);
  for (const clang::Expr *operand : llvm::ArrayRef(operands).drop_front()) {
    NodeId next = builder.number(operand);
    ValueType type = commonType(builder.graph[extremum].type, builder.graph[next].type);
    extremum = builder.emit(op, {builder.convert(extremum, type, call.expression), builder.convert(next, type, call.expression)}, type,
                            call.expression, call.token);
  }
  return numberResult(builder, call, extremum);
}

std::optional<Value> clampModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 3 || !builder.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  NodeId value = builder.number(call.arguments[0]), low = builder.number(call.arguments[1]), high = builder.number(call.arguments[2]);
  ValueType type = builder.graph[value].type;
  NodeId raised = builder.emit(Op::Max, {value, builder.convert(low, type, call.expression)}, type, call.expression, call.token);
  return numberResult(builder, call,
                      builder.emit(Op::Min, {raised, builder.convert(high, type, call.expression)}, type, call.expression, call.token));
}

std::optional<Value> swapModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  bool pointers = isPointerLike(type) && !type.getNonReferenceType()->isArrayType();
  LocationId left = builder.location(call.arguments[0]), right = builder.location(call.arguments[1]);
  if (call.name == "iter_swap") {
    type = elementType(builder, type);
    left = builder.target(pointerIn(builder, Value::record(left)));
    right = builder.target(pointerIn(builder, Value::record(right)));
    pointers = false;
  }
  if (pointers)
    type = builder.context.VoidPtrTy;
  if (type.isNull() || builder.types.info(type).isArithmetic() || pointers) {
    Value l = load(builder, left, type), r = load(builder, right, type);
    store(builder, left, r, call.token);
    store(builder, right, l, call.token);
    return Value::none();
  }
  LocationId kept = builder.temporary();
  builder.copyObject(kept, left);
  builder.copyObject(left, right);
  builder.copyObject(right, kept);
  return Value::none();
}

std::optional<Value> exchangeModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 2 || !builder.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  LocationId where = builder.location(call.arguments[0]);
  Value value = converted(builder, builder.evaluate(call.arguments[1]), call.arguments[0]->getType(), call.expression);
  Value old = builder.read(where, call.arguments[0]->getType());
  store(builder, where, value, call.token);
  return old;
}

/// make_unique, make_shared: a new object of the pointee's type, built from one number or zeroed.
std::optional<Value> makePointerModel(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = libraryClass(call.type);
  clang::QualType held = known ? known->type(0) : clang::QualType(), element = elementType(builder, call.type);
  if (held.isNull() || element.isNull() || !builder.types.info(element).isArithmetic() || call.arguments.size() > 1)
    return std::nullopt;
  ValueType type = builder.types.stored(element);
  NodeId zero = type.format == Format::Integer || type.format == Format::Boolean ? builder.integer(0) : builder.constant(0, type);
  LocationId object = builder.temporary(call.name), first = builder.element(object, 0);
  if (held->isArrayType()) {
    for (const clang::Expr *count : call.arguments)
      builder.discard(count);
    if (!call.name.ends_with("_for_overwrite"))
      builder.write(object, Value::number(zero), call.token); // fills it
  } else {
    Value value = call.arguments.empty() ? Value::number(zero) : converted(builder, builder.evaluate(call.arguments[0]), element, call.expression);
    store(builder, first, value, call.token);
  }
  return Value::pointer(first);
}

/// The bits of an integer taken as a number, and the other way round.
std::optional<Value> bitCastModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 1 || call.type.isNull() || !builder.types.info(call.type).isArithmetic() ||
      !builder.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  return Value::number(order::bitCast(builder.graph, builder.number(call.arguments[0]), builder.types.stored(call.type)));
}

/// __builtin_expect(x, likely), __builtin_unpredictable(x): x.
std::optional<Value> hintModel(Builder &builder, const Call &call) {
  if (call.arguments.empty())
    return std::nullopt;
  const NodeId value = builder.number(call.arguments[0]);
  for (const clang::Expr *hint : llvm::ArrayRef(call.arguments).drop_front())
    builder.discard(hint);
  return Value::number(value);
}

/// INFINITY, HUGE_VAL.
std::optional<Value> infinityModel(Builder &builder, const Call &call) {
  if (!call.arguments.empty() || call.type.isNull())
    return std::nullopt;
  return Value::number(builder.constant(std::numeric_limits<double>::infinity(), builder.types.stored(call.type)));
}

std::optional<Value> invokeModel(Builder &builder, const Call &call) {
  if (call.arguments.empty())
    return std::nullopt;
  Callable function = callable(builder, call.arguments[0]);
  llvm::SmallVector<Value, 4> values;
  for (const clang::Expr *argument : call.arguments.drop_front())
    values.push_back(argument->isLValue() ? Value::pointer(builder.location(argument)) : builder.evaluate(argument));
  for (unsigned i = 0; i < values.size(); ++i)
    if (values[i].isPointer() && builder.types.info(call.arguments[i + 1]->getType()).isArithmetic() && functorOperation(function.type))
      values[i] = builder.read(values[i].location, call.arguments[i + 1]->getType());
  return apply(builder, function, values, call, call.type);
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
      {"__builtin_expect", hintModel},
      {"__builtin_expect_with_probability", hintModel},
      {"__builtin_unpredictable", hintModel},
      {"__builtin_inf", infinityModel},
      {"__builtin_inff", infinityModel},
      {"__builtin_infl", infinityModel},
      {"__builtin_huge_val", infinityModel},
      {"__builtin_huge_valf", infinityModel},
      {"__builtin_huge_vall", infinityModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

} // namespace fporder::frontend
