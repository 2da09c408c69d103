// Bodies run in place of calls: whether they are, what parameters and captures are bound to, what comes back.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/limits/limits.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {

using order::NodeId;

namespace {

constexpr unsigned largestInlined = limits::most(limits::Limit::InlinedBody);

/// Lambdas, and members of classes inside functions, have no procedure of their own.
bool inLambda(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return method && (method->getParent()->isLambda() || method->getParent()->getParentFunctionOrMethod());
}

/// True for a function that computes a number from numbers given by value: an expression with a name. Vectors' operations have names of their own.
bool isOfNumbers(Types &types, const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const auto isNumber = [&](clang::QualType type) {
    const TypeInfo &info = types.info(type);
    return !type->isReferenceType() && info.isArithmetic() && info.stored.shape == order::Shape::Scalar;
  };
  return (!method || method->isStatic()) && isNumber(function->getReturnType()) &&
         llvm::all_of(function->parameters(), [&](const clang::ParmVarDecl *parameter) { return isNumber(parameter->getType()); });
}

} // namespace

Value Evaluator::argument(const clang::Expr *expression, clang::QualType parameter) {
  if (slicedBuffer(expression->IgnoreParenImpCasts())) {
    const Value slice = evaluateOpen(expression);
    if (!parameter->isReferenceType())
      return slice;
    const LocationId handle = temporary("slice");
    memory.assign(state.store, handle, slice);
    return Value::pointer(handle);
  }
  if (parameter->isReferenceType() && !parameter->isDependentType())
    return Value::pointer(location(expression));
  const TypeInfo &info = types.info(parameter);
  if (info.kind == TypeClass::Record && !parameter->isDependentType()) {
    const LocationId copy = temporary("argument");
    initialise(copy, parameter, expression);
    return Value::record(copy);
  }
  if (info.isArithmetic() && !parameter->isDependentType())
    return Value::number(convert(number(expression), info.stored, expression));
  return evaluate(expression);
}

/// Statements and expressions in a body, counted up to just beyond what is ever inlined.
unsigned Evaluator::bodySize(const clang::FunctionDecl *definition) const {
  const auto [entry, isNew] = unit.bodySizes.try_emplace(definition, 0);
  if (!isNew)
    return entry->second;
  llvm::SmallVector<const clang::Stmt *, 32> work{definition->getBody()};
  unsigned size = 0;
  while (!work.empty() && size <= largestInlined) {
    const clang::Stmt *statement = work.pop_back_val();
    if (!statement)
      continue;
    ++size;
    work.append(statement->child_begin(), statement->child_end());
  }
  return entry->second = size;
}

bool Evaluator::mayInline(const clang::FunctionDecl *function, const clang::Expr *) const {
  const clang::FunctionDecl *definition = function->getDefinition();
  if (!definition || !definition->hasBody() || unit.context.getSourceManager().isInSystemHeader(definition->getLocation()))
    return false;
  // Helpers matter to their callers; a large function is looked at on its own.
  if (bodySize(definition) > largestInlined / (1 + frame->depth))
    return false;
  if (frame->depth >= unit.options.inlineDepth || graph.size() > unit.options.inlineNodeBudget + 20 * statements)
    return false;
  // Loops in helpers that call helpers with loops: each level runs what is below it several times over.
  if (inlinedStatements > unit.options.inlineStatementBudget)
    return false;
  return !isUnderWay(definition);
}

/// True for a body that is being run, and for one around the lambda whose procedure this is: each of its calls has variables of its own.
bool Evaluator::isUnderWay(const clang::FunctionDecl *definition) const {
  for (const Frame *activation = frame; activation; activation = activation->caller)
    if (activation->function && activation->function->getCanonicalDecl() == definition->getCanonicalDecl())
      return true;
  return procedureFunction && inLambda(procedureFunction) && definition->Encloses(procedureFunction);
}

void Evaluator::bindParameter(const clang::ParmVarDecl *parameter, const Value &value) {
  const LocationId where = variable(parameter);
  memory.bear(where);
  if (value.isRecord())
    copyObject(where, value.location);
  else if (value.kind != Value::Kind::None)
    memory.assign(state.store, where, value);
  define(where, value);
}

void Evaluator::bindCaptures(const clang::CXXMethodDecl *method) {
  const clang::CXXRecordDecl *closureType = method->getParent();
  if (!closureType->isLambda() || !frame->self)
    return;
  const LocationId closureObject = frame->self;
  bool capturesThis = false;
  for (const clang::LambdaCapture &capture : closureType->captures()) {
    if (capture.capturesThis()) {
      capturesThis = true;
      const LocationId held = memory.member(closureObject, "this");
      ReadType pointer;
      pointer.kind = ReadType::Kind::Pointer;
      frame->self = capture.getCaptureKind() == clang::LCK_StarThis ? held : target(memory.read(state.store, held, pointer));
    } else if (capture.capturesVariable()) {
      const auto *captured = capture.getCapturedVar();
      LocationId where = memory.member(closureObject, captured->getNameAsString());
      if (capture.getCaptureKind() == clang::LCK_ByRef) {
        ReadType reference;
        reference.kind = ReadType::Kind::Reference;
        const LocationId designated = target(memory.read(state.store, where, reference));
        // A captured reference is asked for as one.
        if (!captured->getType()->isReferenceType())
          where = designated;
      } else if (captured->getType()->isReferenceType()) {
        const LocationId reference = temporary(captured->getName());
        memory.assign(state.store, reference, Value::pointer(where));
        where = reference;
      }
      frame->variables[llvm::cast<clang::ValueDecl>(captured->getCanonicalDecl())] = where;
    }
  }
  if (!capturesThis)
    for (const Frame *activation = frame->caller; activation; activation = activation->caller)
      if (activation->self) {
        frame->self = activation->self;
        break;
      }
}

Value Evaluator::result(const clang::FunctionDecl *function) {
  const clang::QualType type = function->getReturnType();
  if (type->isVoidType() || llvm::isa<clang::CXXConstructorDecl>(function))
    return Value::none();
  if (types.info(type).kind == TypeClass::Record && !type->isReferenceType())
    return Value::record(frame->result);
  return memory.read(state.store, frame->result, readType(type));
}

Value Evaluator::inlineCall(const clang::FunctionDecl *function, std::optional<LocationId> self, llvm::ArrayRef<Value> arguments,
                            const clang::Expr *site) {
  Frame activation;
  activation.function = function;
  activation.caller = frame;
  activation.key = llvm::hash_combine(frame->key, site, function);
  activation.depth = frame->depth + 1;
  activation.inlined = true;
  if (self)
    activation.self = *self;
  const order::PlaceId outerSite = places.inlinedAt;
  const bool outerAlone = places.analysedAlone, outerNumbers = places.ofNumbers;
  const std::uint32_t outerStatement = places.statement;
  const order::PlaceId callPlace = place(site);
  Breakable *const outerBreakable = std::exchange(breakable, nullptr);
  const LocationId outerObject = std::exchange(initialisedObject, LocationId{});
  const NodeId base = state.path;
  activation.result = temporary("result");
  const Moment start = memory.now();
  frame = &activation;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
    bindCaptures(method);
  for (unsigned i = 0; i < function->getNumParams() && i < arguments.size(); ++i)
    bindParameter(function->getParamDecl(i), arguments[i]);
  places.inlinedAt = callPlace;
  places.analysedAlone = !function->getParentFunctionOrMethod() && !inLambda(function);
  places.ofNumbers = isOfNumbers(types, function);
  unit.environments.enterFunction(function);
  if (const clang::Stmt *body = function->getBody(); body && recording && state.reachable && inLambda(function))
    unit.lambdasRun.insert(body->getBeginLoc());
  runBody(function);
  activation.exits.push_back(state);
  state = join(std::move(activation.exits), base, start);
  state.path = base;
  const Value value = result(function);
  frame = activation.caller;
  breakable = outerBreakable;
  initialisedObject = outerObject;
  places.inlinedAt = outerSite;
  places.analysedAlone = outerAlone;
  places.ofNumbers = outerNumbers;
  places.statement = outerStatement;
  unit.environments.enterFunction(frame->function);
  if (const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(site); call && value.isNumber() && !llvm::isa<clang::CXXOperatorCallExpr>(call))
    readAs(call, value.node); // its author's name for what the body computes
  return value;
}

/// The call operators of a class that take this many arguments and have a body; the instantiated ones of a generic lambda.
llvm::SmallVector<const clang::CXXMethodDecl *, 2> Evaluator::callOperators(const clang::CXXRecordDecl *record, std::size_t arguments) const {
  llvm::SmallVector<const clang::CXXMethodDecl *, 2> found;
  const auto consider = [&](const clang::FunctionDecl *candidate) {
    const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(candidate);
    if (method && method->getOverloadedOperator() == clang::OO_Call && method->getNumParams() == arguments && method->getDefinition())
      found.push_back(method);
  };
  for (const clang::Decl *member : record->decls()) {
    consider(llvm::dyn_cast<clang::CXXMethodDecl>(member));
    if (const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(member)) {
      if (pattern->spec_begin() == pattern->spec_end())
        consider(pattern->getTemplatedDecl());
      for (const clang::FunctionDecl *instance : pattern->specializations())
        consider(instance);
    }
  }
  return found;
}

std::optional<Value> Evaluator::invoke(const Value &callable, llvm::ArrayRef<Value> arguments, const clang::Expr *site) {
  const clang::FunctionDecl *function = nullptr;
  std::optional<LocationId> self;
  if (callable.kind == Value::Kind::Function) {
    function = callable.function;
  } else if (callable.isRecord()) {
    self = callable.location;
    if (const auto known = closureTypes.find(callable.location); known != closureTypes.end())
      for (const clang::CXXMethodDecl *method : callOperators(known->second, arguments.size()))
        function = method;
  }
  if (!function || !mayInline(function, site))
    return std::nullopt;
  function = function->getDefinition();
  llvm::SmallVector<Value, 4> bound;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    Value value = arguments[i];
    if (i >= function->getNumParams())
      break;
    const clang::QualType parameter = function->getParamDecl(i)->getType();
    if (parameter->isReferenceType()) {
      if (value.isRecord())
        value = Value::pointer(value.location);
      else if (!value.isPointer() || types.info(parameter.getNonReferenceType()).kind == TypeClass::Pointer) {
        const LocationId holder = temporary("argument");
        memory.assign(state.store, holder, value);
        value = Value::pointer(holder);
      }
    } else if (types.info(parameter).isArithmetic() && !value.isNumber() && value.location) {
      value = memory.read(state.store, value.location, readType(parameter));
    }
    if (value.isNumber() && !parameter->isDependentType() && types.info(parameter).isArithmetic())
      value.node = convert(value.node, types.stored(parameter), site);
    bound.push_back(value);
  }
  return inlineCall(function, self, bound, site);
}

const char *Evaluator::whyNotInlined(const clang::FunctionDecl *callee) const {
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || !definition->hasBody())
    return callee || !frame->function || !frame->function->isTemplated() ? "its body is not in this translation unit"
                                                                         : "the callee depends on a template parameter";
  if (unit.context.getSourceManager().isInSystemHeader(definition->getLocation()))
    return "library code without a model";
  if (isUnderWay(definition))
    return "the call is recursive";
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(definition); method && method->isVirtual())
    return "which function runs is decided at run time";
  return "calls are inlined up to a limit";
}

} // namespace fporder::frontend
