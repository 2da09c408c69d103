// Callees that are not seen: what they are given they may write, and what they return is unknown.
//
// A callee gets an argument by value, to read, or to write. Where its declaration is not known, any of several functions may be the one that runs: a
// variable, and whatever else designates an object that is not const, may then be written. What an object's pointers and references lead to can be
// written even where the object itself is const or a copy. All that was given to write has escaped: a callee may keep its address, and later calls
// of other functions that are not seen may write it as well.
#include "analyzer/frontend/calls/unseen_calls.h"
#include "analyzer/frontend/calls/candidates.h"
#include "analyzer/frontend/library/call_models.h"
#include "analyzer/frontend/library/library.h"
#include "analyzer/frontend/syntax/relevance.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

/// Without what changes neither the object nor the way in which it is passed.
const clang::Expr *plain(const clang::Expr *expression) {
  for (;;) {
    const clang::Expr *inner = expression->IgnoreParens();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    if (inner == expression)
      return inner;
    expression = inner;
  }
}

/// The object that a cast to a reference refers to; null for other expressions.
const clang::Expr *referred(const clang::Expr *expression) {
  const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression);
  return cast && cast->getTypeAsWritten()->isReferenceType() ? cast->getSubExpr() : nullptr;
}

bool isDereference(clang::OverloadedOperatorKind kind) {
  return kind == clang::OO_Star || kind == clang::OO_Subscript || kind == clang::OO_Equal || kind == clang::OO_PlusEqual ||
         kind == clang::OO_MinusEqual || kind == clang::OO_StarEqual || kind == clang::OO_SlashEqual;
}

bool isConstTarget(clang::QualType type) {
  const clang::QualType pointee = type->getPointeeType();
  return !pointee.isNull() && (pointee.isConstQualified() || pointee->isFunctionType());
}

/// The variables of the function around it that a lambda's body mentions; in templates its captures are not known.
std::vector<const clang::Expr *> capturedIn(const clang::CXXRecordDecl *lambda) {
  std::vector<const clang::Expr *> found;
  const clang::CXXMethodDecl *called = lambda->getLambdaCallOperator();
  std::vector<const clang::Stmt *> work{called ? called->getBody() : nullptr};
  while (!work.empty()) {
    const clang::Stmt *statement = work.back();
    work.pop_back();
    if (!statement)
      continue;
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
    if (reference && reference->refersToEnclosingVariableOrCapture() && llvm::isa<clang::VarDecl>(reference->getDecl()))
      found.push_back(reference);
    work.insert(work.end(), statement->child_begin(), statement->child_end());
  }
  return found;
}

} // namespace

bool isModifiable(const clang::Expr *expression) {
  expression = plain(expression);
  const clang::QualType type = expression->getType();
  if (type.isNull() || type.isConstQualified() || type->isFunctionType() || llvm::isa<clang::OverloadExpr>(expression))
    return false;
  if (expression->isGLValue())
    return !llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(expression);
  if (!expression->isTypeDependent())
    return false;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOpcode() == clang::UO_Deref || unary->isPrefix();
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression))
    return isDereference(operation->getOperator());
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return operation && operation->isAssignmentOp();
}

bool isRepeatable(const clang::Stmt *expression) {
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression); unary && unary->isIncrementDecrementOp())
    return false;
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression); operation && operation->isAssignmentOp())
    return false;
  if (llvm::isa<clang::CallExpr, clang::CXXNewExpr, clang::LambdaExpr, clang::StmtExpr>(expression))
    return false;
  return llvm::all_of(expression->children(), [](const clang::Stmt *child) { return !child || isRepeatable(child); });
}

/// A closure that a callee that is not seen was given: it may be called any number of times with unknown arguments. False when its body cannot be
/// run.
bool Evaluator::callLater(const Value &closure, const clang::Expr *site) {
  const auto known = closure.isRecord() ? closureTypes.find(closure.location) : closureTypes.end();
  if (known == closureTypes.end() || !known->second->isLambda())
    return false;
  const clang::CXXMethodDecl *body = known->second->getLambdaCallOperator();
  if (!body || !body->getDefinition() || !mayInline(body, site))
    return false;
  const Store before = state.store;
  LoopShape shape;
  shape.schedule = order::Schedule::Unspecified;
  loop(llvm::cast<clang::Stmt>(body->getDefinition()->getBody()), shape, [&](NodeId) {
    llvm::SmallVector<Value, 4> values;
    for (const clang::ParmVarDecl *parameter : body->getDefinition()->parameters())
      values.push_back(unknown(parameter->getType(), parameter->getName(), nullptr));
    inlineCall(body->getDefinition(), closure.location, values, site);
  });
  // The callee may keep it, and other calls may call it again.
  for (const LocationId written : memory.written(before, state.store))
    memory.escape(written);
  return true;
}

void Evaluator::giveParts(llvm::ArrayRef<const clang::Expr *> parts, const Call &site, Given &given) {
  for (const clang::Expr *part : parts)
    if (part)
      give(part, {}, site, given);
}

/// `parameter` is null where the callee's declaration is not known.
void Evaluator::give(const clang::Expr *operand, clang::QualType parameter, const Call &site, Given &given) {
  operand = plain(operand);
  if (!operand->getType().isNull() && types.info(operand->getType()).isBuffer) {
    // The callee gets the buffer; the handle goes on designating it.
    given.onlyNumbers = false;
    if (const Value handle = evaluateOpen(operand); handle.location)
      given.written.push_back(handle.location);
    return;
  }
  if (!parameter.isNull() && !parameter->isReferenceType())
    return giveValue(operand, parameter, site, given);
  const bool isNumber = llvm::isa<clang::CXXUnresolvedConstructExpr>(operand) && types.info(operand->getType()).kind != TypeClass::Record;
  if (const auto parts = partsOf(operand); parts && !isNumber && (operand->getType().isNull() || parameter.isNull()))
    return giveParts(*parts, site, given);
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(operand); choice && choice->isTypeDependent() && parameter.isNull()) {
    condition(choice->getCond());
    return giveParts({choice->getTrueExpr(), choice->getFalseExpr()}, site, given);
  }
  if (const clang::Expr *object = referred(operand); object && parameter.isNull())
    return give(object, parameter, site, given);
  if (parameter.isNull() ? isModifiable(operand) : !parameter.getNonReferenceType().isConstQualified())
    return giveReference(operand, site, given);
  giveValue(operand, parameter, site, given);
}

void Evaluator::giveReference(const clang::Expr *operand, const Call &site, Given &given) {
  const LocationId where = location(operand);
  given.onlyNumbers = false;
  const clang::QualType type = operand->getType();
  if (types.info(type).isArithmetic() && memory.root(where).kind != Root::Kind::Temporary) {
    const NodeId read = readNumber(where, types.stored(type));
    given.numbers.push_back(read);
    effect(order::Effect::Kind::Argument, read, site.name, operand);
  }
  if (const auto known = closureTypes.find(where); known != closureTypes.end() && known->second->isLambda())
    given.functions.push_back(Value::record(where));
  else
    given.written.push_back(where);
}

/// By value, or as a reference to const.
void Evaluator::giveValue(const clang::Expr *operand, clang::QualType parameter, const Call &site, Given &given) {
  const bool byReference = !parameter.isNull() && parameter->isReferenceType();
  Value value = byReference ? Value::record(location(operand)) : evaluate(operand);
  // A reference that is handed back may designate the argument.
  if (byReference && !site.type.isNull() && (site.type->isReferenceType() || site.type->isPointerType()))
    memory.escape(value.location);
  if (byReference && types.info(parameter.getNonReferenceType()).isArithmetic())
    value = Value::number(readNumber(value.location, types.stored(parameter.getNonReferenceType())));
  if (value.isNumber()) {
    given.numbers.push_back(value.node);
    effect(order::Effect::Kind::Argument, value.node, site.name, operand);
    return;
  }
  given.onlyNumbers = false;
  if (value.isPointer() && value.location) {
    const clang::QualType type = parameter.isNull() || parameter->isDependentType() ? operand->getType() : parameter;
    (isConstTarget(type) ? given.read : given.written).push_back(value.location);
  } else if (value.isRecord()) {
    if (const auto known = closureTypes.find(value.location); known != closureTypes.end() && known->second->isLambda())
      given.functions.push_back(value);
    else {
      given.read.push_back(value.location);
      membersLeave(order::Effect::Kind::Argument, value.location, operand->getType(), site.name, operand);
    }
  }
}

/// The object whose member is called.
void Evaluator::giveObject(const Call &site, Given &given) {
  std::optional<LocationId> object = site.object;
  if (const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(site.expression); call && !object && frame->self) {
    const clang::Expr *called = call->getCallee()->IgnoreParenImpCasts();
    const auto *overloaded = llvm::dyn_cast<clang::UnresolvedMemberExpr>(called);
    const auto *dependent = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(called);
    if ((overloaded && overloaded->isImplicitAccess()) || (dependent && dependent->isImplicitAccess()))
      object = frame->self;
  }
  // A callable that is no object here: the parameter of a template, of an unknown class.
  if (const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(site.expression); call && !object && !site.callee) {
    const clang::Expr *called = plain(call->getCallee()->IgnoreImpCasts());
    if (isModifiable(called) && isRepeatable(called) && types.info(called->getType()).kind != TypeClass::Pointer &&
        !llvm::isa<clang::MemberExpr, clang::CXXDependentScopeMemberExpr>(called))
      object = location(called);
  }
  if (!object)
    return;
  given.onlyNumbers = false;
  const llvm::SmallVector<const clang::FunctionDecl *, 4> candidates = visibleCandidates(site);
  const bool isConst = !candidates.empty() && llvm::all_of(candidates, [](const clang::FunctionDecl *candidate) {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(candidate);
    return method && method->isConst();
  });
  (isConst ? given.read : given.written).push_back(*object);
}

/// What the callee may write is unknown from here on.
void Evaluator::runUnseen(const Given &given, const clang::Expr *site) {
  bool known = true;
  const auto follow = [&](LocationId object) {
    const auto reached = memory.reachedFrom(state.store, object);
    known &= reached.has_value();
    if (reached)
      for (const LocationId each : *reached)
        escape(Value::pointer(each), true);
  };
  for (const LocationId object : given.written) {
    follow(object);
    escape(Value::pointer(object), true);
  }
  for (const LocationId object : given.read)
    follow(object);
  for (const Value &function : given.functions)
    if (!callLater(function, site)) {
      follow(function.location);
      for (const clang::Expr *captured : capturedIn(closureTypes.find(function.location)->second))
        escape(Value::pointer(location(captured)), true);
    }
  if (!known)
    memory.forgetEverything(state.store);
}

namespace {

/// Something that the call is given or returns holds floating-point numbers, leads to some, or is of unknown type.
bool takesPart(const Call &site, const clang::ASTContext &context, Types &types) {
  Relevance relevance(context, types);
  return relevance.holdsFloating(site.type) || (site.objectExpression && relevance.holdsFloating(site.objectExpression->getType())) ||
         llvm::any_of(site.arguments, [&](const clang::Expr *argument) { return relevance.holdsFloating(argument->getType()); });
}

/// What was written in place of an argument: `printf("%g", x)` is given x, and C makes a double of it.
const clang::Expr *beforePromotion(const clang::Expr *argument) {
  const auto *promotion = llvm::dyn_cast<clang::ImplicitCastExpr>(argument->IgnoreParens());
  return promotion && promotion->getCastKind() == clang::CK_FloatingCast ? promotion->getSubExpr() : argument;
}

} // namespace

/// A callee without a body here: its result is an input, and what it can reach it may have changed.
Value Evaluator::unknownCall(const Call &site) {
  Given given;
  const auto *prototype = site.callee;
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const bool isPromoted = prototype && prototype->isVariadic() && i >= prototype->getNumParams();
    give(isPromoted ? beforePromotion(site.arguments[i]) : site.arguments[i], declaredParameter(site, i), site, given);
  }
  giveObject(site, given);
  runUnseen(given, site.expression);
  const bool reaches = !given.written.empty();
  const bool pure = prototype && (prototype->hasAttr<clang::PureAttr>() || prototype->hasAttr<clang::ConstAttr>());
  const bool system = prototype && unit.context.getSourceManager().isInSystemHeader(prototype->getLocation());
  const auto leads = [&](LocationId object) { return memory.root(object).holdsPointers; };
  if (!pure && !system && !reaches && given.functions.empty() && llvm::none_of(given.read, leads)) {
    const std::string callee = site.name.empty() ? "the function that is called" : "'" + site.name.str() + "'";
    keepReachable(
        assumption(order::Assumption::Kind::Unchanged, callee + " is not seen and is assumed not to write globals and fields", site.expression),
        true);
  } else if (!pure && !system) {
    memory.forgetReachable(state.store);
  }
  if (prototype && prototype->isNoReturn())
    state.reachable = false;
  const TypeInfo *info = site.type.isNull() ? nullptr : &types.info(site.type);
  const bool yieldsNumber = info && info->isNumber() && !site.type->isReferenceType();
  if ((yieldsNumber || (info && info->kind != TypeClass::Void && !system) || (reaches && !system)) && !pure &&
      !llvm::isa<clang::CUDAKernelCallExpr>(site.expression)) {
    const std::string name = site.name.empty() ? "a function pointer" : "'" + site.name.str() + "'";
    if (recording && journal.addCallee(name) && takesPart(site, unit.context, types))
      notAnalysed(site.token.isValid() ? site.token : site.expression->getExprLoc(), "call to " + name, whyNotInlined(site.callee));
  }
  if (pure && given.onlyNumbers && yieldsNumber)
    return Value::number(emit(Op::Call, given.numbers, info->stored, site.expression, site.token, site.name));
  const std::string call = site.name.empty() ? "call" : (site.name + (site.arguments.empty() ? "()" : "(...)")).str();
  const std::string written = spelling(site.expression, call);
  const bool spelled = llvm::StringRef(written).ends_with(")") && written.find(site.name.str() + "(") != std::string::npos;
  const Value yields = unknown(site.type, spelled ? written : call, site.expression);
  remember(yields, given.numbers);
  // What a body says that is seen but not followed is no input.
  if (yields.isNumber() && prototype && prototype->getDefinition() && prototype->getDefinition()->hasBody()) {
    outside.erase(graph.value(yields.node).index);
    lossNotes[graph.value(yields.node).index] = "the call to '" + site.name.str() + "' is not followed: " + whyNotInlined(prototype);
  }
  return yields;
}

/// A statement that is not in the tree mentions these names: it may write what they name, and whatever calls in it reach.
llvm::SmallVector<NodeId, 4> Evaluator::forgetNamed(llvm::ArrayRef<std::string> names) {
  if (names.empty() || !state.reachable)
    return {};
  Given given;
  std::map<LocationId, order::ValueType> numbers;
  for (const Frame *activation = frame; activation; activation = activation->caller)
    for (const auto &[declaration, where] : activation->variables)
      if (declaration->getIdentifier() && llvm::is_contained(names, declaration->getName())) {
        given.written.push_back(where);
        if (types.info(declaration->getType()).isArithmetic())
          numbers.emplace(where, types.stored(declaration->getType()));
      }
  llvm::sort(given.written);
  runUnseen(given, nullptr);
  memory.forgetReachable(state.store);
  llvm::SmallVector<NodeId, 4> now;
  for (const auto &[where, type] : numbers)
    now.push_back(readNumber(where, type));
  return now;
}

/// What code that is not followed yields may be made of the numbers that it was given.
void Evaluator::remember(const Value &yields, llvm::ArrayRef<NodeId> numbers) {
  if (yields.isNumber() && !numbers.empty())
    procedure.madeFrom[graph.value(yields.node).index].assign(numbers.begin(), numbers.end());
}

/// c >> u, c << u in a template: unless both are integers these are functions that may write either.
void Evaluator::streamed(const clang::BinaryOperator *operation) {
  const auto opcode = operation->getOpcode();
  if (!operation->isTypeDependent() || (opcode != clang::BO_Shl && opcode != clang::BO_Shr))
    return;
  const auto isCount = [&](const clang::Expr *operand) {
    const TypeClass kind = types.info(operand->getType()).kind;
    return kind == TypeClass::Integer || kind == TypeClass::Boolean;
  };
  if (isCount(operation->getLHS()) || (isCount(operation->getRHS()) && !isModifiable(operation->getRHS())))
    return;
  Given given;
  for (const clang::Expr *operand : {operation->getLHS(), operation->getRHS()})
    if (isModifiable(operand) && isRepeatable(operand))
      given.written.push_back(location(operand));
    else if (isModifiable(operand))
      return memory.forgetEverything(state.store);
  runUnseen(given, operation);
  memory.forgetReachable(state.store);
}

} // namespace fporder::frontend
