// The C library's memory functions, and element access on classes that nobody here knows.
#include "analyzer/frontend/library_models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;

/// The type that a `void *` argument's expression had before it became one.
clang::QualType pointedTo(Evaluator &evaluator, const clang::Expr *argument) {
  const clang::Expr *written = argument->IgnoreParenCasts();
  clang::QualType type = elementType(evaluator, written->getType());
  return type.isNull() || type->isVoidType() ? clang::QualType() : type;
}

/// Number of elements of `type` in `bytes`: `n` of `n * sizeof(T)`; invalid when it cannot be told.
NodeId elementsIn(Evaluator &evaluator, const clang::Expr *bytes, clang::QualType type) {
  const clang::ASTContext &context = evaluator.unit.context;
  if (type->isDependentType() || type->isIncompleteType())
    return {};
  auto size = static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  const clang::Expr *expression = bytes->IgnoreParenImpCasts();
  clang::Expr::EvalResult constant;
  if (!expression->isValueDependent() && expression->EvaluateAsInt(constant, context)) {
    std::uint64_t value = constant.Val.getInt().getZExtValue();
    return size && value % size == 0 ? evaluator.integer(static_cast<long long>(value / size)) : NodeId{};
  }
  if (const auto *product = llvm::dyn_cast<clang::BinaryOperator>(expression); product && product->getOpcode() == clang::BO_Mul)
    for (auto [factor, other] : {std::pair(product->getLHS(), product->getRHS()), std::pair(product->getRHS(), product->getLHS())}) {
      clang::Expr::EvalResult value;
      if (!factor->isValueDependent() && factor->EvaluateAsInt(value, context) && value.Val.getInt().getZExtValue() == size)
        return evaluator.number(other);
    }
  return {};
}

std::optional<Value> copyBytes(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() < 3)
    return std::nullopt;
  clang::QualType to = pointedTo(evaluator, call.arguments[0]), from = pointedTo(evaluator, call.arguments[1]);
  Value destination = evaluator.evaluate(call.arguments[0]), source = evaluator.evaluate(call.arguments[1]);
  LocationId target = evaluator.target(destination), origin = evaluator.target(source);
  const clang::ASTContext &context = evaluator.unit.context;
  bool sameType = !to.isNull() && !from.isNull() && context.hasSameUnqualifiedType(to, from);
  NodeId count = sameType ? elementsIn(evaluator, call.arguments[2], to) : NodeId{};
  if (!count || !target || !origin) {
    evaluator.discard(call.arguments[2]);
    evaluator.escape(destination, true);
    return destination;
  }
  bool one = evaluator.graph[count].op == Op::Constant && evaluator.graph.number(count).isOne();
  if (one) {
    store(evaluator, target, load(evaluator, origin, to), call.token);
    return destination;
  }
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(evaluator, call, shape, [&](NodeId index) {
    Value element = load(evaluator, evaluator.target(evaluator.advance(source, index)), to);
    store(evaluator, evaluator.target(evaluator.advance(destination, index)), element, call.token);
  });
  return destination;
}

std::optional<Value> setBytes(Evaluator &evaluator, const Call &call) {
  bool zeroes = call.name.ends_with("bzero");
  if (call.arguments.size() < (zeroes ? 2u : 3u))
    return std::nullopt;
  clang::QualType type = pointedTo(evaluator, call.arguments[0]);
  Value destination = evaluator.evaluate(call.arguments[0]);
  const clang::Expr *byte = zeroes ? nullptr : call.arguments[1];
  const clang::Expr *bytes = zeroes ? call.arguments[1] : call.arguments[2];
  clang::Expr::EvalResult value;
  bool zero = zeroes || (!byte->isValueDependent() && byte->EvaluateAsInt(value, evaluator.unit.context) && value.Val.getInt().isZero());
  bool numbers = !type.isNull() && evaluator.unit.types.info(type).isArithmetic();
  NodeId count = zero && numbers ? elementsIn(evaluator, bytes, type) : NodeId{};
  if (!count) {
    evaluator.discard(bytes);
    evaluator.escape(destination, true);
    return destination;
  }
  ValueType number = evaluator.unit.types.stored(type);
  NodeId element = number.format == Format::Integer || number.format == Format::Boolean ? evaluator.integer(0) : evaluator.constant(0, number);
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(evaluator, call, shape,
               [&](NodeId index) { store(evaluator, evaluator.target(evaluator.advance(destination, index)), Value::number(element), call.token); });
  return destination;
}

/// Fresh memory: a pointer of unknown value, named after whoever keeps it.
std::optional<Value> allocateModel(Evaluator &evaluator, const Call &call) {
  for (const clang::Expr *argument : call.arguments)
    evaluator.discard(argument);
  return evaluator.unknown(call.type, call.name, call.expression);
}

std::optional<Value> ignoreModel(Evaluator &evaluator, const Call &call) {
  for (const clang::Expr *argument : call.arguments)
    evaluator.discard(argument);
  return evaluator.unknown(call.type, call.name, call.expression);
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

std::optional<Value> elementAccess(Evaluator &evaluator, const Call &call) {
  static constexpr std::initializer_list<llvm::StringRef> accessors = {"operator[]", "operator()", "at", "coeff", "coeffRef"};
  if (!call.object || call.arguments.empty() || !llvm::is_contained(accessors, call.name))
    return std::nullopt;
  std::optional<LibraryClass> known = classOf(call);
  if (known && known->name != "map" && known->name != "unordered_map")
    return std::nullopt;
  for (const clang::Expr *argument : call.arguments)
    if (TypeClass kind = evaluator.unit.types.info(argument->getType()).kind; kind != TypeClass::Integer && kind != TypeClass::Dependent)
      return std::nullopt;
  LocationId element = *call.object;
  for (const clang::Expr *argument : call.arguments)
    element = evaluator.element(element, evaluator.number(argument));
  bool yieldsReference = call.callee ? call.callee->getReturnType()->isReferenceType() : true;
  return yieldsReference ? Value::pointer(element) : load(evaluator, element, call.type);
}

} // namespace fporder::frontend
