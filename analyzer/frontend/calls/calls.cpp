// Calls: models first, then bodies in this unit; of callees that are not seen see unseen_calls.cpp.
#include "analyzer/frontend/library/call_models.h"
#include "analyzer/frontend/library/library.h"
#include "analyzer/frontend/types/matrices.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

/// The name a call goes by when Clang does not know the callee.
std::string calleeName(const clang::CallExpr *expression) {
  const clang::Expr *callee = expression->getCallee()->IgnoreParenImpCasts();
  if (const auto *overload = llvm::dyn_cast<clang::OverloadExpr>(callee))
    return overload->getName().getAsString();
  if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee))
    return member->getMember().getAsString();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(callee))
    return member->getMemberDecl()->getNameAsString();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(callee))
    return reference->getDecl()->getNameAsString();
  if (const auto *name = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(callee))
    return name->getDeclName().getAsString();
  return {};
}

std::optional<clang::BinaryOperatorKind> arithmeticOperator(clang::OverloadedOperatorKind kind) {
  switch (kind) {
  case clang::OO_Plus:
    return clang::BO_Add;
  case clang::OO_Minus:
    return clang::BO_Sub;
  case clang::OO_Star:
    return clang::BO_Mul;
  case clang::OO_Slash:
    return clang::BO_Div;
  case clang::OO_Percent:
    return clang::BO_Rem;
  case clang::OO_Less:
    return clang::BO_LT;
  case clang::OO_Greater:
    return clang::BO_GT;
  case clang::OO_LessEqual:
    return clang::BO_LE;
  case clang::OO_GreaterEqual:
    return clang::BO_GE;
  case clang::OO_EqualEqual:
    return clang::BO_EQ;
  case clang::OO_ExclaimEqual:
    return clang::BO_NE;
  case clang::OO_PlusEqual:
    return clang::BO_AddAssign;
  case clang::OO_MinusEqual:
    return clang::BO_SubAssign;
  case clang::OO_StarEqual:
    return clang::BO_MulAssign;
  case clang::OO_SlashEqual:
    return clang::BO_DivAssign;
  default:
    return std::nullopt;
  }
}

} // namespace

/// A dependent operator that lookup left open: taken for the built-in one.
std::optional<Value> Evaluator::operatorByName(const clang::CXXOperatorCallExpr *expression) {
  const auto kind = expression->getOperator();
  const clang::Expr *first = expression->getArg(0);
  if (kind == clang::OO_Subscript && expression->getNumArgs() == 2) {
    const LocationId where = subscript(first, expression->getArg(1));
    return Value::record(where);
  }
  if (kind == clang::OO_Star && expression->getNumArgs() == 1)
    return Value::record(target(evaluate(first)));
  if (kind == clang::OO_Minus && expression->getNumArgs() == 1) {
    const NodeId operand = arithmetic(first);
    return Value::number(emit(Op::Neg, {operand}, graph[operand].type, expression, expression->getOperatorLoc()));
  }
  if (kind == clang::OO_Plus && expression->getNumArgs() == 1)
    return evaluate(first);
  if (kind == clang::OO_Equal) {
    const Value value = types.info(first->getType()).isBuffer ? evaluateOpen(expression->getArg(1)) : evaluate(expression->getArg(1));
    const LocationId where = location(first);
    write(where, value, expression->getOperatorLoc());
    return Value::record(where);
  }
  const auto opcode = arithmeticOperator(kind);
  if (!opcode || expression->getNumArgs() != 2)
    return std::nullopt;
  const bool additive = kind == clang::OO_Plus || kind == clang::OO_Minus || kind == clang::OO_PlusEqual || kind == clang::OO_MinusEqual;
  const bool fromRight = kind == clang::OO_Plus && isPointer(types, expression->getArg(1));
  if (additive && (fromRight || isPointer(types, first)) && !(kind == clang::OO_Minus && isPointer(types, expression->getArg(1)))) {
    const bool assigns = kind == clang::OO_PlusEqual || kind == clang::OO_MinusEqual;
    const LocationId where = assigns ? location(first) : LocationId{};
    const Value pointer = assigns ? read(where, first->getType()) : evaluate(fromRight ? expression->getArg(1) : first);
    NodeId count = number(fromRight ? first : expression->getArg(1));
    if (kind == clang::OO_Minus || kind == clang::OO_MinusEqual)
      count = integerOperation(clang::BO_Sub, integer(0), count);
    const Value moved = advance(pointer, count);
    if (!assigns)
      return moved;
    write(where, moved, expression->getOperatorLoc());
    return Value::record(where);
  }
  if (clang::BinaryOperator::isCompoundAssignmentOp(*opcode)) {
    const NodeId right = arithmetic(expression->getArg(1));
    const LocationId where = location(first);
    const NodeId before = readNumber(where, types.stored(first->getType()));
    const NodeId after =
        binary(clang::BinaryOperator::getOpForCompoundAssignment(*opcode), before, right, first->getType(), expression, expression->getOperatorLoc());
    write(where, Value::number(after), expression->getOperatorLoc());
    return Value::record(where);
  }
  if (kind == clang::OO_Star && isMatrixProduct(first, expression->getArg(1)))
    return Value::number(matrixProduct(expression, first, expression->getArg(1)));
  const NodeId left = arithmetic(first);
  const NodeId right = arithmetic(expression->getArg(1));
  return Value::number(binary(*opcode, left, right, expression->getType(), expression, expression->getOperatorLoc()));
}

/// The expression of the object whose member is called, if one is written; an operator's is taken off its arguments.
static const clang::Expr *objectOf(const clang::CallExpr *expression, const clang::CXXMethodDecl *method,
                                   llvm::SmallVectorImpl<const clang::Expr *> &arguments) {
  if (llvm::isa<clang::CXXOperatorCallExpr>(expression) && method && method->isInstance() && !arguments.empty()) {
    const clang::Expr *object = arguments.front();
    arguments.erase(arguments.begin());
    return object;
  }
  if (const auto *memberCall = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression))
    return memberCall->getImplicitObjectArgument();
  const clang::Expr *called = expression->getCallee()->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(called); member && !member->isImplicitAccess())
    return member->getBase();
  if (const auto *overloaded = llvm::dyn_cast<clang::UnresolvedMemberExpr>(called); overloaded && !overloaded->isImplicitAccess())
    return overloaded->getBase();
  return nullptr;
}

/// Whether the body that runs is chosen where the program runs.
static bool isDispatched(const clang::CallExpr *expression, const clang::CXXMethodDecl *method) {
  if (llvm::isa<clang::CUDAKernelCallExpr>(expression)) // by as many threads as there are, later
    return true;
  if (!method || !method->isVirtual() || method->getParent()->isEffectivelyFinal() || method->hasAttr<clang::FinalAttr>())
    return false;
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression->getCallee()->IgnoreParens());
  return !member || !member->hasQualifier();
}

/// A variable's closure in a template, where Clang does not say which function is called.
std::optional<Value> Evaluator::callClosure(const Call &site) {
  const auto *expression = llvm::cast<clang::CallExpr>(site.expression);
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->getCallee()->IgnoreParenImpCasts());
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable)
    return std::nullopt;
  const LocationId closure = location(reference);
  const auto known = closureTypes.find(closure);
  if (known == closureTypes.end())
    return std::nullopt;
  const auto operators = callOperators(known->second, site.arguments.size());
  if (operators.size() != 1 || !mayInline(operators.front(), expression))
    return std::nullopt;
  llvm::SmallVector<Value, 8> values;
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const clang::Expr *given = site.arguments[i];
    const clang::QualType type = operators.front()->getParamDecl(i)->getType();
    values.push_back(!given->isLValue() ? evaluate(given) : type->isReferenceType() ? Value::pointer(location(given)) : argument(given, type));
  }
  return invoke(Value::record(closure), values, expression);
}

static std::optional<Value> callModel(Builder &builder, const Call &site) {
  const auto value = modelledCall(builder, site);
  return value ? value : libraryCall(builder, site);
}

Value Evaluator::call(const clang::CallExpr *expression) {
  const clang::FunctionDecl *callee = expression->getDirectCallee();
  if (!callee) {
    if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression); operation && expression->isTypeDependent())
      if (const auto value = operatorByName(operation)) {
        if (value->isRecord() && expression->getType()->isDependentType()) {
          ReadType number;
          number.number = types.stored(expression->getType());
          if (!expression->isGLValue())
            return value->isRecord() ? memory.read(state.store, value->location, number) : *value;
        }
        return *value;
      }
  }
  Call site;
  site.expression = expression;
  site.callee = callee;
  const std::string name = callee && callee->getIdentifier() ? callee->getName().str() : callee ? callee->getNameAsString() : calleeName(expression);
  site.name = name;
  site.token = operatorToken(expression);
  site.type = callee ? callee->getReturnType() : expression->getType();
  if (site.type->isDependentType() || (callee && callee->getReturnType()->isUndeducedType()))
    site.type = expression->getType();
  llvm::SmallVector<const clang::Expr *, 8> arguments(expression->arguments());
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  site.objectExpression = objectOf(expression, method, arguments);
  if (site.objectExpression) {
    const TypeInfo &objectType = types.info(site.objectExpression->getType());
    const bool throughPointer = objectType.kind == TypeClass::Pointer && !objectType.isBuffer;
    site.object = throughPointer ? target(evaluate(site.objectExpression)) : location(site.objectExpression);
  } else if (method && method->isInstance() && frame->self) {
    site.object = frame->self;
  }
  site.arguments = arguments;

  if (!callee)
    if (const auto value = callClosure(site))
      return *value;
  const clang::SourceManager &sources = unit.context.getSourceManager();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const bool ownBody = definition && definition->hasBody() && !sources.isInSystemHeader(definition->getLocation());
  // numeric_limits and the like: what the compiler computes is a constant.
  if (!ownBody && callee && callee->isConstexpr() && arguments.empty() && !site.object)
    if (const auto known = evaluateConstant(expression))
      return Value::number(*known);
  if (!ownBody)
    if (const auto value = callModel(*this, site))
      return *value;
  if (!callee) {
    if (const auto value = callCandidate(site))
      return *value;
    // A pointer to a function, a closure in a template.
    const Value target =
        expression->getCallee()->getType()->isDependentType() && llvm::isa<clang::OverloadExpr>(expression->getCallee()->IgnoreParenImpCasts())
            ? Value::none()
            : evaluate(expression->getCallee());
    if (target.kind == Value::Kind::Function && mayInline(target.function, expression)) {
      const clang::FunctionDecl *known = target.function->getDefinition();
      llvm::SmallVector<Value, 8> values;
      for (unsigned i = 0; i < arguments.size(); ++i)
        values.push_back(argument(arguments[i], i < known->getNumParams() ? known->getParamDecl(i)->getType() : arguments[i]->getType()));
      return inlineCall(known, std::nullopt, values, expression);
    }
    return unknownCall(site);
  }
  // Clang gives a defaulted assignment a body when it is constexpr, without the members of unions: what the language says is that the object is
  // copied.
  if (method && method->isDefaulted() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) && site.object &&
      arguments.size() == 1) {
    copyFrom(*site.object, arguments.front());
    return Value::pointer(*site.object);
  }
  if (!isDispatched(expression, method) && mayInline(callee, expression)) {
    llvm::SmallVector<Value, 8> values;
    for (unsigned i = 0; i < arguments.size(); ++i)
      values.push_back(argument(arguments[i], i < definition->getNumParams() ? definition->getParamDecl(i)->getType() : arguments[i]->getType()));
    return inlineCall(definition, site.object, values, expression);
  }
  return unknownCall(site);
}

} // namespace fporder::frontend
