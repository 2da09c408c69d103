// libm and its C++ overloads. Arguments that the prototype has not converted already (std::pow(float, int), dependent calls) are converted here.
#include "analyzer/frontend/library/library_models.h"
#include "analyzer/frontend/values/math_functions.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;

/// The function a dependent call names: its lookup found a library's declaration, or nothing at all (headers missing, argument-dependent lookup).
std::optional<MathFunction> dependentFunction(const Call &call) {
  std::optional<MathFunction> function = mathFunction(call.name);
  const auto *site = llvm::dyn_cast<clang::CallExpr>(call.expression);
  if (!function || !site || call.object)
    return std::nullopt;
  const clang::Expr *called = site->getCallee()->IgnoreParenImpCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(called); reference && llvm::isa<clang::VarDecl>(reference->getDecl()))
    return std::nullopt; // a closure or a pointer, whatever its name is
  const auto *lookup = llvm::dyn_cast<clang::OverloadExpr>(called);
  if (!lookup || lookup->getNumDecls() == 0)
    return function;
  for (const clang::NamedDecl *found : lookup->decls())
    if (mathFunction(found->getUnderlyingDecl()->getAsFunction()))
      return function;
  return std::nullopt;
}

/// What the arguments are converted to and, for most functions, what the result is.
ValueType argumentType(Builder &builder, const Call &call, const MathFunction &function, llvm::ArrayRef<NodeId> arguments) {
  ValueType declared = call.type.isNull() || call.type->isDependentType() ? ValueType{} : builder.types.stored(call.type);
  if (function.result == MathResult::Number && format::isFloatingPoint(declared.format))
    return declared;
  ValueType type{Format::Integer};
  for (NodeId argument : arguments)
    type = commonType(type, builder.graph[argument].type);
  if (function.suffixFormat != Format::Unknown && (type.format == Format::Integer || type.format == Format::Dependent))
    type.format = function.suffixFormat;
  if (type.format == Format::Integer && function.op != Op::Abs)
    type.format = Format::Binary64;
  return type;
}

bool takesInteger(const MathFunction &function, unsigned position) {
  return position == 1 && (function.canonical == "ldexp" || function.canonical == "powi");
}

Value severalResults(Builder &builder, const Call &call, const MathFunction &function) {
  NodeId x = builder.number(call.arguments[0]);
  ValueType type = argumentType(builder, call, function, {x});
  auto through = [&](const clang::Expr *pointer) { return builder.target(builder.evaluate(pointer)); };
  auto emit = [&](llvm::StringRef name, llvm::ArrayRef<NodeId> operands) {
    return builder.emit(Op::Call, operands, type, call.expression, call.token, name);
  };
  auto writeTo = [&](LocationId location, NodeId node) {
    if (location)
      builder.write(location, Value::number(node), call.token);
  };
  if (function.canonical == "sincos") {
    LocationId sine = through(call.arguments[1]), cosine = through(call.arguments[2]);
    writeTo(sine, emit("sin", {x}));
    writeTo(cosine, emit("cos", {x}));
    return Value::none();
  }
  if (function.canonical == "modf") {
    LocationId whole = through(call.arguments[1]);
    writeTo(whole, emit("trunc", {x}));
    return Value::number(emit("modf", {x}));
  }
  if (function.canonical == "remquo") {
    NodeId y = builder.number(call.arguments[1]);
    writeTo(through(call.arguments[2]), builder.fresh("remquo", {Format::Integer}, call.expression));
    return Value::number(emit("remainder", {x, y}));
  }
  // frexp and lgamma_r: an integer through the second argument
  writeTo(through(call.arguments[1]), builder.fresh(function.canonical, {Format::Integer}, call.expression));
  return Value::number(emit(function.canonical == "frexp" ? "frexp" : "lgamma", {x}));
}

} // namespace

std::optional<Value> mathCall(Builder &builder, const Call &call) {
  std::optional<MathFunction> function = call.callee ? mathFunction(call.callee) : dependentFunction(call);
  auto count = static_cast<int>(call.arguments.size());
  if (function && !call.callee && function->canonical == "atan" && count == 2)
    function = mathFunction("atan2"); // as shading languages and libraries in their style spell it
  if (!function || call.object || count == 0 || (function->arity >= 0 && count != function->arity))
    return std::nullopt;
  for (const clang::Expr *argument : call.arguments)
    if (TypeClass kind = builder.types.info(argument->getType()).kind; function->result != MathResult::FirstByRef && kind == TypeClass::Record)
      return std::nullopt;
  if (function->result == MathResult::FirstByRef)
    return severalResults(builder, call, *function);

  llvm::SmallVector<NodeId, 3> arguments;
  for (const clang::Expr *argument : call.arguments)
    arguments.push_back(builder.number(argument));
  ValueType type = argumentType(builder, call, *function, arguments);
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (!takesInteger(*function, i) && builder.graph[arguments[i]].type.shape == type.shape)
      arguments[i] = builder.convert(arguments[i], type, call.arguments[i]);
  llvm::StringRef symbol = function->op == Op::Call || function->op == Op::Compare ? function->canonical : llvm::StringRef();
  ValueType own = function->result == MathResult::Boolean ? ValueType{Format::Boolean, type.shape} : type;
  bool integral = function->result == MathResult::Integer;
  if (integral && !isRoundingFunction(function->canonical))
    own.format = Format::Integer;
  NodeId node = builder.emit(function->op, arguments, own, call.expression, call.token, symbol);
  if (integral && own.format != Format::Integer)
    node = builder.convert(node, {Format::Integer, type.shape}, call.expression);
  return numberResult(builder, call, node);
}

} // namespace fporder::frontend
