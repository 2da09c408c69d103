#include "test/metamorphic/effects.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace fporder::test {

namespace {

class Collector {
public:
  Collector(Effects &into, const Exposed &seenElsewhere) : effects(into), exposed(seenElsewhere) {}

  bool value(const clang::Expr *expression) {
    expression = expression->IgnoreParens();
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      read(reference->getDecl());
      return true;
    }
    if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr, clang::CXXThisExpr>(expression))
      return true;
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression)) {
      const clang::FunctionDecl *callee = call->getDirectCallee();
      if (llvm::isa<clang::CXXOperatorCallExpr, clang::CXXMemberCallExpr>(call) || !callee || callee->getBuiltinID() == 0 ||
          !callee->getReturnType()->isArithmeticType())
        return false;
      return llvm::all_of(call->arguments(), [&](const clang::Expr *argument) { return argument->getType()->isArithmeticType() && value(argument); });
    }
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      if (unary->isIncrementDecrementOp())
        return false;
      effects.readsMemory |= unary->getOpcode() == clang::UO_Deref;
      return unary->getOpcode() != clang::UO_AddrOf && value(unary->getSubExpr());
    }
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
      return !binary->isAssignmentOp() && binary->getOpcode() != clang::BO_Comma && value(binary->getLHS()) && value(binary->getRHS());
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
      return value(choice->getCond()) && value(choice->getTrueExpr()) && value(choice->getFalseExpr());
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
      return cast->getCastKind() != clang::CK_UserDefinedConversion && cast->getCastKind() != clang::CK_ConstructorConversion &&
             cast->getCastKind() != clang::CK_ToVoid && value(cast->getSubExpr());
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      effects.readsMemory = true;
      return value(element->getBase()) && value(element->getIdx());
    }
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      effects.readsMemory = true;
      return llvm::isa<clang::FieldDecl>(member->getMemberDecl()) && value(member->getBase());
    }
    return false;
  }

  bool target(const clang::Expr *expression) {
    expression = expression->IgnoreParens();
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
      if (!variable || !variable->getType()->isScalarType())
        return false;
      effects.writes.insert(variable);
      effects.writesMemory |= !variable->hasLocalStorage() || exposed.contains(variable);
      return true;
    }
    effects.writesMemory = true;
    return value(expression);
  }

  bool statement(const clang::Stmt *node) {
    if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(node)) {
      const auto *variable = declared->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declared->getSingleDecl()) : nullptr;
      if (!variable || !variable->hasLocalStorage() || !variable->getType()->isArithmeticType() || !variable->getInit())
        return false;
      effects.writes.insert(variable);
      return value(variable->getInit());
    }
    const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(node);
    if (!assignment || !assignment->isAssignmentOp() || !assignment->getType()->isArithmeticType())
      return false;
    return (assignment->getOpcode() == clang::BO_Assign || value(assignment->getLHS())) && target(assignment->getLHS()) &&
           value(assignment->getRHS());
  }

private:
  void read(const clang::ValueDecl *declared) {
    effects.reads.insert(declared);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
    effects.readsMemory |= declared->getType()->isReferenceType() || (variable && !variable->hasLocalStorage()) || exposed.contains(declared);
  }

  Effects &effects;
  const Exposed &exposed;
};

/// All uses of variables, and those that only read a scalar or assign to it.
class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    ++others[reference->getDecl()];
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) { return cast->getCastKind() != clang::CK_LValueToRValue || plain(cast->getSubExpr()); }
  bool VisitBinaryOperator(clang::BinaryOperator *assignment) { return !assignment->isAssignmentOp() || plain(assignment->getLHS()); }
  bool VisitUnaryOperator(clang::UnaryOperator *step) { return !step->isIncrementDecrementOp() || plain(step->getSubExpr()); }

  std::map<const clang::ValueDecl *, int> others;

private:
  bool plain(const clang::Expr *expression) {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens()))
      --others[reference->getDecl()];
    return true;
  }
};

bool meets(const std::set<const clang::ValueDecl *> &left, const std::set<const clang::ValueDecl *> &right) {
  return llvm::any_of(left, [&](const clang::ValueDecl *each) { return right.contains(each); });
}

/// Variables whose address may be known elsewhere are memory.
bool mayBePointedTo(const std::set<const clang::ValueDecl *> &variables) {
  return llvm::any_of(variables, [](const clang::ValueDecl *each) { return each->getType()->isRecordType() || each->getType()->isArrayType(); });
}

} // namespace

Exposed exposedIn(clang::ASTContext &context) {
  Uses uses;
  uses.TraverseAST(context);
  Exposed exposed;
  for (const auto &[variable, count] : uses.others)
    if (count > 0)
      exposed.insert(variable);
  return exposed;
}

std::optional<Effects> effectsOf(const clang::Stmt *statement, const Exposed &exposed) {
  Effects effects;
  if (!Collector(effects, exposed).statement(statement))
    return std::nullopt;
  return effects;
}

bool independent(const std::optional<Effects> &first, const std::optional<Effects> &second) {
  if (!first || !second || meets(first->writes, second->reads) || meets(first->writes, second->writes) || meets(first->reads, second->writes))
    return false;
  const auto conflict = [](const Effects &writer, const Effects &other) {
    // A local scalar may be written or read through a pointer or a reference.
    return writer.writesMemory && (other.readsMemory || other.writesMemory || mayBePointedTo(other.reads));
  };
  return !conflict(*first, *second) && !conflict(*second, *first);
}

bool isPure(const clang::Expr *expression) {
  Effects effects;
  return Collector(effects, {}).value(expression);
}

} // namespace fporder::test
