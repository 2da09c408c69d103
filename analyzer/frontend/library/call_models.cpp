// Which model a call has, and carrying out its statements.
#include "analyzer/frontend/library/call_models.h"

#include "analyzer/frontend/library/library_models.h"
#include "analyzer/frontend/library/model_formulas.h"
#include "analyzer/models/model.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using models::CallModel;
using models::Effect;
using models::Vendor;
using order::NodeId;
using order::ValueType;

bool isUsersOwn(const Builder &builder, const clang::NamedDecl *found) {
  const clang::FunctionDecl *function = found->getUnderlyingDecl()->getAsFunction();
  const clang::FunctionDecl *definition = function ? function->getDefinition() : nullptr;
  return definition && definition->hasBody() && !builder.context.getSourceManager().isInSystemHeader(definition->getLocation());
}

/// What the name of a dependent or undeclared call was found to mean so far; empty for members of unknown classes.
llvm::SmallVector<const clang::NamedDecl *, 4> candidates(const Call &call) {
  llvm::SmallVector<const clang::NamedDecl *, 4> found;
  if (call.callee)
    found.push_back(call.callee);
  else if (const auto *site = llvm::dyn_cast_or_null<clang::CallExpr>(call.expression))
    if (const auto *lookup = llvm::dyn_cast<clang::OverloadExpr>(site->getCallee()->IgnoreParenImpCasts()))
      for (const clang::NamedDecl *candidate : lookup->decls())
        found.push_back(candidate->getUnderlyingDecl());
  return found;
}

/// True when a declaration stands where the vendor's stand: in one of its namespaces, at any depth, or in none.
bool inNamespaces(const clang::NamedDecl *declaration, const Vendor &vendor) {
  bool inAny = false;
  for (const clang::DeclContext *context = declaration->getDeclContext(); context; context = context->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context); space && space->getIdentifier()) {
      if (llvm::is_contained(vendor.namespaces, space->getName()))
        return true;
      inAny = true;
    }
  return vendor.namespaces.empty() || !inAny;
}

bool fits(Builder &builder, const Call &call, const Vendor &vendor, const CallModel &model) {
  if (!model.takes(call.arguments.size()))
    return false;
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.callee);
  const bool member = call.objectExpression || (method && method->isInstance());
  if (member != !model.scope.empty())
    return false;
  if (!member)
    return llvm::all_of(candidates(call), [&](const clang::NamedDecl *found) { return inNamespaces(found, vendor); });
  const clang::NamedDecl *owner = call.objectExpression ? classNamed(call.objectExpression->getType()) : method->getParent();
  (void)builder;
  return !owner || model.scope == "*" || owner->getName() == model.scope;
}

struct Found {
  const Vendor *vendor = nullptr;
  const CallModel *model = nullptr;
};

Found modelOf(Builder &builder, const Call &call) {
  for (const Vendor *vendor : builder.options.vendors)
    for (const CallModel *model : vendor->find({call.name.data(), call.name.size()}))
      if (fits(builder, call, *vendor, *model))
        return {vendor, model};
  return {};
}

/// Carries out one model on one call.
class Application {
public:
  Application(Builder &evaluates, const Call &site, const Vendor &owner, const CallModel &called)
      : builder(evaluates), call(site), vendor(owner), model(called) {}

  Value run();

private:
  void bind();
  Operand operandOf(const clang::Expr *expression);
  Operand object();
  std::optional<order::Rounding> rounding();
  Value carryOut(const Effect &effect, FormulaValues &values);
  Value handle(const Effect &effect, FormulaValues &values);
  ValueType resultType(const FormulaValues &values, const Effect &effect) const;
  ValueType elementTypeOf(const Operand &operand) const;
  Value returned(NodeId node, const FormulaValues &values);
  LocationId freshBuffer(llvm::StringRef name);
  const Operand &operand(const std::string &name) { return operands[name]; }
  bool uses(const std::string &name) const;

  Builder &builder;
  const Call &call;
  const Vendor &vendor;
  const CallModel &model;
  std::map<std::string, Operand> operands;
};

bool Application::uses(const std::string &name) const {
  for (const Effect &effect : model.effects) {
    if (effect.name == name || effect.from == name)
      return true;
    for (const NodeId root : {effect.index, effect.formula})
      if (root && mentions(vendor.graph(), root, name))
        return true;
  }
  return false;
}

Operand Application::operandOf(const clang::Expr *expression) {
  Operand result;
  result.expression = expression;
  const bool isHandle = !expression->getType().isNull() && builder.types.info(expression->getType()).isBuffer;
  const clang::Expr *plain = isHandle ? uncopied(expression) : expression->IgnoreParenImpCasts();
  const clang::QualType type = plain->getType();
  if (type.isNull())
    return result;
  const TypeInfo &info = builder.types.info(type);
  const auto buffer = [&](LocationId first, ValueType element) {
    result.isBuffer = true;
    result.first = first;
    result.type = element;
  };
  if (info.isBuffer) {
    if (plain->isGLValue())
      result.object = builder.location(plain);
    buffer(builder.target(result.object ? builder.read(result.object, type.getNonReferenceType()) : builder.evaluate(plain)), info.stored);
    return result;
  }
  if (info.kind == TypeClass::Pointer) {
    const clang::QualType pointee = type->getPointeeType();
    const TypeInfo &pointed = builder.types.info(pointee.isNull() ? type : pointee);
    buffer(builder.target(builder.evaluate(plain)), pointed.isNumber() ? pointed.stored : ValueType{Format::Dependent});
    return result;
  }
  if (info.kind == TypeClass::Array) {
    buffer(builder.element(builder.location(plain), 0), builder.types.stored(elementType(builder, type)));
    return result;
  }
  // In a template the type of t[offset] and of `auto t = ...` is open: what lies there tells.
  if (type->isDependentType() || info.kind == TypeClass::Record) {
    if (const clang::Expr *whole = builder.slicedBuffer(plain)) {
      const ValueType element = builder.types.info(whole->getType()).isBuffer ? builder.types.stored(whole->getType()) : ValueType{Format::Dependent};
      buffer(builder.target(builder.evaluateOpen(plain)), element);
      return result;
    }
    const Value value = builder.evaluateOpen(plain);
    if (value.isPointer() && value.location) {
      buffer(value.location, ValueType{Format::Dependent});
      return result;
    }
    if (value.isRecord())
      result.object = value.location;
    else if (value.isNumber())
      result.number = value.node;
    return result;
  }
  result.object = plain->isGLValue() ? builder.location(plain) : LocationId{};
  result.number = builder.number(expression);
  result.type = builder.graph[result.number].type;
  return result;
}

Operand Application::object() {
  Operand result;
  if (!call.object)
    return result;
  result.expression = call.objectExpression;
  result.object = *call.object;
  const clang::QualType type = call.objectExpression ? call.objectExpression->getType().getNonReferenceType() : clang::QualType();
  if (const TypeInfo &info = builder.types.info(type); info.isBuffer) {
    result.isBuffer = true;
    result.type = info.stored;
    result.first = builder.target(builder.read(result.object, type));
  } else if (const std::optional<Value> held = builder.held(result.object); held && held->isPointer() && held->location) {
    result.isBuffer = true;
    result.type = {Format::Dependent};
    result.first = held->location;
  }
  return result;
}

void Application::bind() {
  if (!model.scope.empty())
    operands["this"] = object();
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const bool named = i < model.parameters.size() && model.parameters[i] != "_";
    if (named && model.parameters[i] == model.roundingParameter)
      operands[model.parameters[i]].expression = call.arguments[i];
    else if (named && uses(model.parameters[i]))
      operands[model.parameters[i]] = operandOf(call.arguments[i]);
    else if (const clang::Expr *ignored = call.arguments[i]; !ignored->getType().isNull() && builder.types.info(ignored->getType()).isArithmetic())
      builder.discard(ignored);
  }
}

/// The rounding that the caller chose by an enumerator's name.
std::optional<order::Rounding> Application::rounding() {
  if (model.roundingParameter.empty())
    return model.rounding;
  const clang::Expr *chosen = operands[model.roundingParameter].expression;
  if (const std::string name = lastName(builder, chosen); !name.empty())
    if (const auto known = vendor.enumerators.find(name); known != vendor.enumerators.end())
      return known->second;
  if (chosen)
    builder.notAnalysed(chosen->getExprLoc(), "rounding mode of '" + call.name.str() + "'",
                        "its value is not known here; to nearest even is assumed");
  return std::nullopt;
}

/// A vector of integers, as which intrinsics pass bits of any meaning: int8x16_t, __m128i.
static bool holdsBits(const TypeInfo &info) { return info.stored.format == Format::Integer && info.stored.shape == order::Shape::Lanes; }

ValueType Application::elementTypeOf(const Operand &target) const {
  return target.type.format == Format::Unknown ? ValueType{Format::Dependent} : target.type;
}

ValueType Application::resultType(const FormulaValues &values, const Effect &effect) const {
  ValueType type = values.commonType();
  if (effect.target == Effect::Target::Value || effect.target == Effect::Target::Element) {
    const auto target = operands.find(effect.name);
    if (target != operands.end())
      type.format = elementTypeOf(target->second).format;
  } else if (!call.type.isNull()) {
    const TypeInfo &info = builder.types.info(call.type);
    const bool container = holdsBits(info) && format::isFloatingPoint(type.format);
    if ((info.isNumber() || info.isBuffer) && !container)
      type.format = info.stored.format == Format::Dependent ? type.format : info.stored.format;
  }
  if (model.format)
    type.format = *model.format;
  return type;
}

/// The first element of a buffer in which nothing is known.
LocationId Application::freshBuffer(llvm::StringRef name) { return builder.element(builder.newBuffer(call.expression, name), 0); }

Value Application::handle(const Effect &effect, FormulaValues &values) {
  switch (effect.source) {
  case Effect::Source::Fresh:
    return Value::pointer(freshBuffer(call.objectExpression ? builder.spelling(call.objectExpression, "buffer") : "buffer"));
  case Effect::Source::Buffer: {
    const Operand &from = operand(effect.from);
    if (!from.isBuffer && !from.object)
      return Value::pointer({});
    // An object that is no handle itself holds one: the buffer of a TBuf.
    const Value whole = from.isBuffer ? Value::pointer(from.first) : builder.readHandle(from.object);
    return effect.formula ? builder.advance(whole, values.index(effect.formula)) : whole;
  }
  case Effect::Source::Queue: {
    const Operand &queue = operand(effect.from);
    if (!queue.object)
      return Value::pointer(freshBuffer("buffer"));
    const std::optional<Value> put = builder.held(queue.object);
    const bool known = put && put->isPointer() && builder.readHandle(queue.object) == *put;
    const Value taken = known ? *put : Value::pointer(freshBuffer("buffer"));
    builder.takenFrom(queue.object, taken.location);
    if (known)
      builder.forget(queue.object); // the next one taken is another
    return taken;
  }
  case Effect::Source::Formula:
    break;
  }
  return Value::none();
}

Value Application::returned(NodeId node, const FormulaValues &) {
  const TypeInfo *info = call.type.isNull() ? nullptr : &builder.types.info(call.type);
  const bool onBuffers = llvm::any_of(operands, [](const auto &named) { return named.second.isBuffer; });
  const bool elementwise = info && (info->isBuffer || (onBuffers && call.name.starts_with("operator") && call.name != "operator()"));
  if (elementwise) { // a new buffer with these elements
    const LocationId first = freshBuffer(call.name);
    builder.write(builder.elementAfter(first, builder.elementIndex()), Value::number(node), call.token);
    return Value::pointer(first);
  }
  const bool container = info && holdsBits(*info) && format::isFloatingPoint(builder.graph[node].type.format);
  if (info && info->isArithmetic() && !call.type->isDependentType() && !container)
    node = builder.convert(node, info->stored, call.expression);
  return numberResult(builder, call, node);
}

Value Application::carryOut(const Effect &effect, FormulaValues &values) {
  if (effect.source != Effect::Source::Formula) {
    const Value designated = handle(effect, values);
    if (effect.target == Effect::Target::Result)
      return designated;
    const LocationId holder = operand(effect.name).object;
    if (!holder)
      return Value::none();
    if (effect.target == Effect::Target::Queue && designated.location)
      builder.putInto(holder, designated.location, call.token);
    // A second handle put in before the first was taken: which one comes out is not followed.
    const std::optional<Value> waiting = effect.target == Effect::Target::Queue ? builder.held(holder) : std::nullopt;
    if (!designated.location || (waiting && waiting->isPointer() && waiting->location && !(*waiting == designated)))
      builder.forget(holder);
    else
      builder.write(holder, designated, call.token);
    return Value::none();
  }
  const ValueType type = resultType(values, effect);
  const NodeId node = values.evaluate(effect.formula, type);
  if (effect.target == Effect::Target::Result)
    return returned(node, values);
  const Operand &target = operand(effect.name);
  if (effect.target == Effect::Target::Element && target.isBuffer) {
    values.writeElement(target, values.index(effect.index), node);
  } else if (target.isBuffer) {
    builder.write(builder.elementAfter(target.first, builder.elementIndex()), Value::number(node), call.token);
  } else if (target.object) {
    builder.write(target.object, Value::number(node), call.token);
  }
  return Value::none();
}

Value Application::run() {
  bind();
  FormulaValues values(builder, call, vendor, model, operands, rounding());
  builder.setModelled(true);
  Value result = Value::none();
  bool yields = false;
  for (const Effect &effect : model.effects) {
    const Value value = carryOut(effect, values);
    if (effect.target == Effect::Target::Result) {
      result = value;
      yields = true;
    }
  }
  builder.setModelled(false);
  const bool wantsValue = !call.type.isNull() && !call.type->isVoidType() && !call.type->isDependentType();
  if (!yields && wantsValue)
    return builder.unknown(call.type, builder.spelling(call.expression, call.name), call.expression);
  return result;
}

/// One handle assigned to another: it designates the other's buffer from now on.
std::optional<Value> handleAssignment(Builder &builder, const Call &call) {
  if (call.name != "operator=" || !call.object || !call.objectExpression || call.arguments.size() != 1)
    return std::nullopt;
  const clang::QualType type = call.objectExpression->getType();
  if (!builder.types.info(type).isBuffer)
    return std::nullopt;
  const Value value = builder.evaluateFor(builder.spelling(call.objectExpression, ""), call.arguments[0]);
  if (value.isPointer() && value.location)
    builder.write(*call.object, value, call.token);
  else
    builder.forget(*call.object);
  return Value::pointer(*call.object);
}

} // namespace

std::optional<Value> modelledCall(Builder &builder, const Call &call) {
  if (builder.options.vendors.empty() || call.name.empty())
    return std::nullopt;
  for (const clang::NamedDecl *candidate : candidates(call))
    if (isUsersOwn(builder, candidate))
      return std::nullopt;
  if (const Found found = modelOf(builder, call); found.model)
    return Application(builder, call, *found.vendor, *found.model).run();
  return handleAssignment(builder, call);
}

std::optional<Value> modelledOperator(Builder &builder, const clang::BinaryOperator *operation) {
  const auto isHandle = [&](const clang::Expr *operand) {
    return !operand->getType().isNull() && (builder.types.info(operand->getType()).isBuffer || builder.slicedBuffer(operand->IgnoreParenImpCasts()));
  };
  if (builder.options.vendors.empty() || !operation->isTypeDependent() || (!isHandle(operation->getLHS()) && !isHandle(operation->getRHS())))
    return std::nullopt;
  Call call;
  call.expression = operation;
  const std::string name = "operator" + operation->getOpcodeStr().str();
  call.name = name;
  call.token = operation->getOperatorLoc();
  call.type = operation->getType();
  const clang::Expr *arguments[] = {operation->getLHS(), operation->getRHS()};
  call.arguments = arguments;
  return modelledCall(builder, call);
}

std::optional<Value> recoveredCall(Builder &builder, const clang::RecoveryExpr *expression) {
  const auto parts = const_cast<clang::RecoveryExpr *>(expression)->subExpressions();
  if (parts.empty())
    return std::nullopt;
  const clang::Expr *named = parts.front();
  const auto *callee = llvm::dyn_cast<clang::OverloadExpr>(named->IgnoreParenImpCasts());
  if (!callee)
    return std::nullopt;
  const std::string name = callee->getName().getAsString();
  Call call;
  call.expression = expression;
  call.name = name;
  call.token = callee->getNameLoc();
  call.type = expression->getType();
  llvm::SmallVector<const clang::Expr *, 8> arguments(parts.begin() + 1, parts.end());
  call.arguments = arguments;
  if (const auto *member = llvm::dyn_cast<clang::UnresolvedMemberExpr>(callee); member && !member->isImplicitAccess()) {
    call.objectExpression = member->getBase();
    call.object = builder.location(member->getBase());
  }
  return modelledCall(builder, call);
}

} // namespace fporder::frontend
