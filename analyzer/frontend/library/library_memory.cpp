// The C library's memory functions, and element access on classes without a model.
#include "analyzer/frontend/library/library_models.h"
#include "analyzer/frontend/types/tensors.h"

#include "runtime/order/bit_cast.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;

/// The type that a `void *` argument's expression had before it became one.
clang::QualType pointedTo(Builder &builder, const clang::Expr *argument) {
  const clang::Expr *written = argument->IgnoreParenCasts();
  clang::QualType type = elementType(builder, written->getType());
  return type.isNull() || type->isVoidType() ? clang::QualType() : type;
}

/// Number of elements of `type` in `bytes`: `n` of `n * sizeof(T)`; invalid when it cannot be told.
NodeId elementsIn(Builder &builder, const clang::Expr *bytes, clang::QualType type) {
  const clang::ASTContext &context = builder.context;
  if (type->isDependentType() || type->isIncompleteType())
    return {};
  auto size = static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  const clang::Expr *expression = bytes->IgnoreParenImpCasts();
  clang::Expr::EvalResult constant;
  const bool stands = builder.options.sizesAreKnown() || llvm::isa<clang::IntegerLiteral>(expression);
  if (stands && !expression->isValueDependent() && expression->EvaluateAsInt(constant, context)) {
    std::uint64_t value = constant.Val.getInt().getZExtValue();
    return size && value % size == 0 ? builder.integer(static_cast<long long>(value / size)) : NodeId{};
  }
  if (const auto *product = llvm::dyn_cast<clang::BinaryOperator>(expression); product && product->getOpcode() == clang::BO_Mul)
    for (auto [factor, other] : {std::pair(product->getLHS(), product->getRHS()), std::pair(product->getRHS(), product->getLHS())}) {
      clang::Expr::EvalResult value;
      if (!factor->isValueDependent() && factor->EvaluateAsInt(value, context) && value.Val.getInt().getZExtValue() == size)
        return builder.number(other);
    }
  return {};
}

/// One number is copied into one of another type and the same size.
bool copiesBits(Builder &builder, clang::QualType to, clang::QualType from, const clang::Expr *bytes) {
  const auto isNumber = [&](clang::QualType type) {
    return !type.isNull() && !type->isDependentType() && type->isArithmeticType() && builder.types.info(type).stored.shape == order::Shape::Scalar;
  };
  if (!isNumber(to) || !isNumber(from) || builder.context.getTypeSize(to) != builder.context.getTypeSize(from))
    return false;
  const NodeId count = elementsIn(builder, bytes, to);
  return count && builder.graph[count].op == Op::Constant && builder.graph.number(count).isOne();
}

std::optional<Value> copyBytes(Builder &builder, const Call &call) {
  if (call.arguments.size() < 3)
    return std::nullopt;
  clang::QualType to = pointedTo(builder, call.arguments[0]), from = pointedTo(builder, call.arguments[1]);
  Value destination = builder.evaluate(call.arguments[0]), source = builder.evaluate(call.arguments[1]);
  LocationId target = builder.target(destination), origin = builder.target(source);
  const clang::ASTContext &context = builder.context;
  bool sameType = !to.isNull() && !from.isNull() && context.hasSameUnqualifiedType(to, from);
  NodeId count = sameType ? elementsIn(builder, call.arguments[2], to) : NodeId{};
  if (!sameType && target && origin && copiesBits(builder, to, from, call.arguments[2])) {
    const NodeId bits = builder.readNumber(origin, builder.types.stored(from));
    store(builder, target, Value::number(order::bitCast(builder.graph, bits, builder.types.stored(to))), call.token);
    return destination;
  }
  if (!count || !target || !origin) {
    builder.discard(call.arguments[2]);
    builder.escape(destination, true);
    return destination;
  }
  bool one = builder.graph[count].op == Op::Constant && builder.graph.number(count).isOne();
  if (one) {
    store(builder, target, load(builder, origin, to), call.token);
    return destination;
  }
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(builder, call, shape, [&](NodeId index) {
    Value element = load(builder, builder.target(builder.advance(source, index)), to);
    store(builder, builder.target(builder.advance(destination, index)), element, call.token);
  });
  return destination;
}

std::optional<Value> setBytes(Builder &builder, const Call &call) {
  bool zeroes = call.name.ends_with("bzero");
  if (call.arguments.size() < (zeroes ? 2u : 3u))
    return std::nullopt;
  clang::QualType type = pointedTo(builder, call.arguments[0]);
  Value destination = builder.evaluate(call.arguments[0]);
  const clang::Expr *byte = zeroes ? nullptr : call.arguments[1];
  const clang::Expr *bytes = zeroes ? call.arguments[1] : call.arguments[2];
  clang::Expr::EvalResult value;
  bool zero = zeroes || (!byte->isValueDependent() && byte->EvaluateAsInt(value, builder.context) && value.Val.getInt().isZero());
  bool numbers = !type.isNull() && builder.types.info(type).isArithmetic();
  NodeId count = zero && numbers ? elementsIn(builder, bytes, type) : NodeId{};
  if (!count) {
    builder.discard(bytes);
    builder.escape(destination, true);
    return destination;
  }
  ValueType number = builder.types.stored(type);
  NodeId element = number.format == Format::Integer || number.format == Format::Boolean ? builder.integer(0) : builder.constant(0, number);
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(builder, call, shape,
               [&](NodeId index) { store(builder, builder.target(builder.advance(destination, index)), Value::number(element), call.token); });
  return destination;
}

/// Fresh memory: a pointer of unknown value, named after whoever keeps it.
std::optional<Value> allocateModel(Builder &builder, const Call &call) {
  for (const clang::Expr *argument : call.arguments)
    builder.discard(argument);
  return builder.unknown(call.type, call.name, call.expression);
}

std::optional<Value> ignoreModel(Builder &builder, const Call &call) {
  for (const clang::Expr *argument : call.arguments)
    builder.discard(argument);
  return builder.unknown(call.type, call.name, call.expression);
}

} // namespace

Model rawMemoryModel(llvm::StringRef name) {
  name.consume_front("__builtin_");
  static const llvm::StringMap<Model> models = {
      {"memcpy", copyBytes},     {"memmove", copyBytes},    {"mempcpy", copyBytes},           {"memset", setBytes},        {"bzero", setBytes},
      {"malloc", allocateModel}, {"calloc", allocateModel}, {"aligned_alloc", allocateModel}, {"memalign", allocateModel}, {"alloca", allocateModel},
      {"valloc", allocateModel}, {"free", ignoreModel},     {"assume", ignoreModel},          {"prefetch", ignoreModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

std::optional<Value> tensorShape(Builder &builder, const Call &call) {
  static constexpr std::initializer_list<llvm::StringRef> sizes = {"size", "stride", "numel", "dim"};
  const clang::QualType type = call.objectExpression ? call.objectExpression->getType() : clang::QualType();
  if (!call.object || type.isNull() || type->isPointerType() || call.arguments.size() > 1 || !llvm::is_contained(sizes, call.name))
    return std::nullopt;
  const clang::NamedDecl *record = classNamed(type);
  if (!record || !record->getIdentifier() || !(namesTensorAccessor(record) || (record->getName() == "Tensor" && isInTorch(record))))
    return std::nullopt;
  LocationId number = builder.attribute(*call.object, (call.name + "()").str());
  if (!call.arguments.empty())
    number = builder.element(number, builder.number(call.arguments[0]));
  return Value::number(builder.readNumber(number, {Format::Integer}));
}

std::optional<Value> elementAccess(Builder &builder, const Call &call) {
  static constexpr std::initializer_list<llvm::StringRef> accessors = {"operator[]", "operator()", "at", "coeff", "coeffRef"};
  if (!call.object || call.arguments.empty() || !llvm::is_contained(accessors, call.name))
    return std::nullopt;
  std::optional<LibraryClass> known = classOf(call);
  if (known && known->name != "map" && known->name != "unordered_map")
    return std::nullopt;
  for (const clang::Expr *argument : call.arguments)
    if (TypeClass kind = builder.types.info(argument->getType()).kind; kind != TypeClass::Integer && kind != TypeClass::Dependent)
      return std::nullopt;
  LocationId element = *call.object;
  // Rows of a tensor lead to its elements.
  if (const clang::QualType type = call.objectExpression ? call.objectExpression->getType() : clang::QualType();
      !type.isNull() && !type->isPointerType() && builder.types.info(type).kind == TypeClass::Pointer) {
    element = builder.elementAfter(element, builder.number(call.arguments[0]));
    return call.type->isReferenceType() ? Value::pointer(element) : builder.read(element, call.type);
  }
  for (const clang::Expr *argument : call.arguments)
    element = builder.element(element, builder.number(argument));
  bool yieldsReference = call.callee ? call.callee->getReturnType()->isReferenceType() : true;
  return yieldsReference ? Value::pointer(element) : load(builder, element, call.type);
}

} // namespace fporder::frontend
