#include "analyzer/frontend/types/evidence_search.h"

#include "analyzer/frontend/templates/open_operations.h"
#include "analyzer/frontend/types/call_evidence.h"
#include "analyzer/frontend/types/template_evidence.h"
#include "runtime/limits/limits.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using Evidence = TypeEvidence::Evidence;

bool isPointer(const clang::Expr *operand) {
  const clang::QualType type = operand->IgnoreParenImpCasts()->getType();
  return !type.isNull() && (type->isAnyPointerType() || type->isArrayType());
}

class Search : public clang::RecursiveASTVisitor<Search> {
  using Base = clang::RecursiveASTVisitor<Search>;

public:
  Search(TypeEvidence &into, const clang::ASTContext &astContext) : evidence(into), context(astContext) {}

  void run(const clang::FunctionDecl *searched) {
    function = searched;
    searchTemplates(searched, evidence);
    if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(searched))
      for (const clang::CXXCtorInitializer *initializer : constructor->inits()) {
        if (!initializer->getInit() || !initializer->isWritten())
          continue;
        if (const clang::FieldDecl *field = initializer->getAnyMember())
          initialised(evidence.slot(field), initializer->getInit());
        TraverseStmt(initializer->getInit());
      }
    for (const clang::ParmVarDecl *parameter : searched->parameters())
      declared(parameter);
    TraverseStmt(searched->getBody());
  }

  void run(clang::VarDecl *constant) {
    VisitVarDecl(constant);
    TraverseStmt(constant->getInit());
  }

  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) {
    const clang::FunctionDecl *outer = std::exchange(function, lambda->getCallOperator());
    const bool goOn = inScope([&] {
      for (const clang::ParmVarDecl *parameter : function->parameters())
        declared(parameter);
      return TraverseStmt(lambda->getBody());
    });
    function = outer;
    return goOn;
  }
  bool TraverseCompoundStmt(clang::CompoundStmt *block, DataRecursionQueue * = nullptr) {
    return inScope([&] { return Base::TraverseCompoundStmt(block); });
  }
  bool TraverseForStmt(clang::ForStmt *loop, DataRecursionQueue * = nullptr) {
    return inScope([&] { return Base::TraverseForStmt(loop); });
  }
  bool VisitRecoveryExpr(clang::RecoveryExpr *use) {
    // At the start of a statement Clang keeps a reference, of the type that it made up.
    if (const auto parts = use->subExpressions(); parts.size() == 1)
      if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(parts.front()))
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()); variable && variable->isInvalidDecl())
          evidence.refersTo(use, variable);
    if (lost.empty() || !use->subExpressions().empty())
      return true;
    const auto range = clang::CharSourceRange::getTokenRange(use->getSourceRange());
    const auto named = lost.find(clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts()));
    if (named != lost.end() && named->second)
      evidence.refersTo(use, named->second);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    operate(operation, {operation->getOpcode(), operation->getLHS(), operation->getRHS()});
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call) {
    if (call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2)
      evidence.note(evidence.slot(call->getArg(1)), Evidence::WeakIntegral, "a subscript");
    else if (call->getOperator() == clang::OO_Tilde)
      evidence.note(evidence.slot(call->getArg(0)), Evidence::StrongIntegral, "operand of '~'");
    else if (const auto operation = operationOf(call))
      operate(call, *operation);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    const clang::Expr *operand = operation->getSubExpr();
    if (operation->getOpcode() == clang::UO_Not)
      evidence.note(evidence.slot(operand), Evidence::StrongIntegral, "operand of '~'");
    if (operation->getOpcode() == clang::UO_Deref && isVariableOfNoType(operand))
      evidence.note(evidence.slot(operand), Evidence::StrongIntegral, "an iterator");
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) {
    // Clang takes the side of integer type for the index, which a dependent one is not.
    const clang::Expr *index = isPointer(subscript->getRHS()) ? subscript->getLHS() : subscript->getRHS();
    evidence.note(evidence.slot(index), Evidence::StrongIntegral, "a subscript");
    return true;
  }
  bool VisitAbstractConditionalOperator(clang::AbstractConditionalOperator *choice) {
    evidence.operation(evidence.slot(choice), {evidence.slot(choice->getTrueExpr()), evidence.slot(choice->getFalseExpr())});
    return true;
  }
  bool VisitCXXFoldExpr(clang::CXXFoldExpr *fold) {
    llvm::SmallVector<SlotId, 2> operands{evidence.slot(fold->getPattern())};
    if (fold->getInit())
      operands.push_back(evidence.slot(fold->getInit()));
    if (isArithmetic(fold->getOperator()))
      evidence.operation(evidence.slot(fold), operands);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    declared(variable);
    if (variable->getInit() && !variable->isCXXForRangeDecl())
      initialised(evidence.slot(variable), variable->getInit(), variable->getType()->isUndeducedAutoType());
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt *statement) {
    if (function && statement->getRetValue() && !function->getReturnType()->isUndeducedType())
      if (const SlotId result = evidence.slot(function->getReturnType()))
        evidence.stored(result, evidence.slot(statement->getRetValue()));
    return true;
  }
  bool VisitSwitchStmt(clang::SwitchStmt *statement) {
    evidence.note(evidence.slot(statement->getCond()), Evidence::StrongIntegral, "decides a switch");
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *allocation) {
    if (const auto size = allocation->getArraySize(); size && *size)
      evidence.note(evidence.slot(*size), Evidence::StrongIntegral, "the size of an array");
    return true;
  }
  bool VisitDependentSizedArrayTypeLoc(clang::DependentSizedArrayTypeLoc array) {
    if (array.getSizeExpr())
      evidence.note(evidence.slot(array.getSizeExpr()), Evidence::StrongIntegral, "the size of an array");
    return true;
  }
  bool VisitDependentNameTypeLoc(clang::DependentNameTypeLoc name) {
    const clang::TypeLoc scope = name.getQualifierLoc() ? compat::qualifierType(name.getQualifierLoc()) : clang::TypeLoc();
    if (const clang::TemplateTypeParmType *parameter = scope ? compat::typeParameter(scope.getType()) : nullptr; parameter && parameter->getDecl())
      evidence.note(evidence.slot(parameter->getDecl()), Evidence::OfClass, "it has types of its own");
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    if (llvm::isa<clang::CXXOperatorCallExpr>(call))
      return true;
    if (const auto *called = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
      evidence.usedAsObject(called->getType());
    searchCall(call, evidence);
    return true;
  }
  bool VisitExplicitCastExpr(clang::ExplicitCastExpr *cast) {
    converted(cast->getTypeAsWritten(), cast->getSubExpr());
    return true;
  }
  bool VisitCXXUnresolvedConstructExpr(clang::CXXUnresolvedConstructExpr *construction) {
    if (construction->getNumArgs() == 1)
      converted(construction->getTypeAsWritten(), construction->getArg(0));
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr *member) {
    if (!member->isImplicitAccess() && !member->isArrow()) {
      evidence.usedAsObject(member->getBase()->getType());
      if (!evidence.slot(member->getBase()->getType())) // of a class template or a parameter it is what that says
        evidence.note(evidence.slot(member->getBase()), Evidence::Object, "a member of it is used");
    }
    if (!member->isImplicitAccess() && member->isArrow() && isVariableOfNoType(member->getBase()))
      evidence.note(evidence.slot(member->getBase()), Evidence::StrongIntegral, "a pointer");
    return true;
  }

private:
  /// Keeps the variables with errors in their declarations by name; a variable without hides one of its name.
  void declared(const clang::VarDecl *variable) {
    if (variable->getIdentifier() && (variable->isInvalidDecl() || !lost.empty()))
      lost[variable->getName()] = variable->isInvalidDecl() ? variable : nullptr;
  }
  template <class Body> bool inScope(Body body) {
    const llvm::StringMap<const clang::VarDecl *> outer = lost;
    const bool goOn = body();
    lost = outer;
    return goOn;
  }

  /// A variable whose type nothing says: an iterator where it is dereferenced.
  bool isVariableOfNoType(const clang::Expr *operand) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(operand->IgnoreParenImpCasts());
    return reference && !evidence.slot(reference->getDecl()->getType());
  }

  void operate(const clang::Expr *whole, const Operation &operation) {
    const clang::BinaryOperatorKind kind = operation.kind;
    const SlotId left = evidence.slot(operation.left), right = evidence.slot(operation.right);
    if (!evidence.isOpen(left) && !evidence.isOpen(right) && !evidence.isOpen(evidence.slot(whole)))
      return;
    if (isIntegerOnly(kind)) {
      noteBits(operation, left, right);
    } else if (kind == clang::BO_Assign) {
      initialised(left, operation.right);
      if (isText(operation.left))
        evidence.note(right, Evidence::StrongIntegral, "a text");
    } else if (clang::BinaryOperator::isCompoundAssignmentOp(kind)) {
      accumulate(whole, operation, left, right);
    } else if (isArithmetic(kind)) {
      compute(evidence.slot(whole), operation, left, right);
      if (roundsToMultiple(operation, context))
        noteAll(whole);
    } else if (clang::BinaryOperator::isComparisonOp(kind)) {
      evidence.compared(left, right);
    } else if (kind == clang::BO_Comma) {
      evidence.same(evidence.slot(whole), right);
    }
  }

  /// `x << n` shifts, and `stream << x` prints, which says nothing of x.
  void noteBits(const Operation &operation, SlotId left, SlotId right) {
    if (!isShift(operation.kind)) {
      evidence.note(left, Evidence::StrongIntegral, "operand of an operator that integers have");
      evidence.note(right, Evidence::StrongIntegral, "operand of an operator that integers have");
    } else if (left == TypeEvidence::integer || left == TypeEvidence::literal) {
      evidence.note(right, Evidence::StrongIntegral, "the distance of a shift");
    } else if (evidence.isOpen(left)) {
      evidence.note(right, Evidence::WeakIntegral, "the distance of a shift");
    }
  }

  void compute(SlotId result, const Operation &operation, SlotId left, SlotId right) {
    evidence.operation(result, {left, right});
    if (isText(operation.left) || isText(operation.right))
      for (const SlotId slot : {result, left, right})
        evidence.note(slot, Evidence::StrongIntegral, "a text");
    if (isShifted(operation.left) || isShifted(operation.right)) // a stream that something was printed to is no operand of arithmetic
      for (const SlotId slot : {result, left, right})
        evidence.note(slot, Evidence::StrongIntegral, "computed with what is shifted");
    if (isPointer(operation.left) != isPointer(operation.right)) {
      evidence.note(isPointer(operation.left) ? right : left, Evidence::StrongIntegral, "added to a pointer");
      evidence.note(result, Evidence::StrongIntegral, "a pointer");
    }
  }

  static bool isShifted(const clang::Expr *operand) {
    const clang::Expr *expression = operand->IgnoreParenImpCasts();
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
      return binary->isShiftOp();
    const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
    return call && call->getNumArgs() == 2 && (call->getOperator() == clang::OO_LessLess || call->getOperator() == clang::OO_GreaterGreater);
  }

  void accumulate(const clang::Expr *whole, const Operation &operation, SlotId left, SlotId right) {
    if (isText(operation.left) || isPointer(operation.left))
      evidence.note(right, Evidence::StrongIntegral, "added to a text or a pointer");
    const SlotId result = evidence.slot(whole);
    if (result == left) {
      evidence.stored(left, right);
      return;
    }
    evidence.operation(result, {left, right});
    evidence.stored(left, result);
  }

  void initialised(SlotId target, const clang::Expr *value, bool deduced = false) {
    while (const auto *list = llvm::dyn_cast<clang::InitListExpr>(value->IgnoreParenImpCasts())) {
      if (list->getNumInits() != 1)
        return;
      value = list->getInit(0);
    }
    if (const auto *list = llvm::dyn_cast<clang::ParenListExpr>(value)) {
      if (list->getNumExprs() != 1)
        return;
      value = list->getExpr(0);
    }
    if (llvm::isa<clang::CXXUnresolvedConstructExpr, clang::ExplicitCastExpr>(value->IgnoreParenImpCasts()) && !deduced &&
        evidence.slot(value) == target)
      return;
    if (deduced)
      evidence.same(target, evidence.slot(value));
    else
      evidence.stored(target, evidence.slot(value));
  }

  /// T(0.5): a literal says what T is. Other explicit conversions are written because the kind or the format changes.
  void converted(clang::QualType type, const clang::Expr *operand) {
    const SlotId target = evidence.slot(type), value = evidence.slot(operand);
    if (target && llvm::isa<clang::FloatingLiteral>(operand->IgnoreParenImpCasts()))
      evidence.note(target, Evidence::StrongFloating, "made of a floating-point literal");
    if (target == TypeEvidence::integer && evidence.isOpen(value) && !mentionsParameter(operand))
      evidence.note(value, Evidence::WeakIntegral, "becomes an integer");
    reinterpreted(type, operand->getType());
  }

  /// Register<T> as Register<int>: its elements are made, or looked at, as integers.
  void reinterpreted(clang::QualType type, clang::QualType from) {
    if (type.isNull() || from.isNull())
      return;
    const auto *to = type.getNonReferenceType()->getAs<clang::TemplateSpecializationType>();
    const auto *open = from.getNonReferenceType()->getAs<clang::TemplateSpecializationType>();
    if (!to || !open || to->getTemplateName().getAsTemplateDecl() != open->getTemplateName().getAsTemplateDecl())
      return;
    const auto known = to->template_arguments(), arguments = open->template_arguments();
    for (std::size_t i = 0; i < std::min(known.size(), arguments.size()); ++i)
      if (known[i].getKind() == clang::TemplateArgument::Type && arguments[i].getKind() == clang::TemplateArgument::Type)
        if (evidence.slot(known[i].getAsType()) == TypeEvidence::integer)
          evidence.note(evidence.slot(arguments[i].getAsType()), Evidence::WeakIntegral, "taken for a register of integers");
  }

  /// A value of a type parameter's own type, to which a cast is how a template quantises.
  bool mentionsParameter(const clang::Expr *expression, unsigned depth = 0) const {
    expression = expression->IgnoreParenImpCasts();
    const clang::QualType type = expression->getType();
    if ((!type.isNull() && type.getNonReferenceType()->getAs<clang::TemplateTypeParmType>()) ||
        limits::reaches(limits::Limit::RoundedMultiple, depth))
      return true;
    if (llvm::isa<clang::CallExpr, clang::CXXDependentScopeMemberExpr>(expression) && !llvm::isa<clang::CXXOperatorCallExpr>(expression))
      return false;
    return llvm::any_of(expression->children(), [&](const clang::Stmt *child) {
      const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
      return operand && mentionsParameter(operand, depth + 1);
    });
  }

  void noteAll(const clang::Expr *expression) {
    evidence.note(evidence.slot(expression), Evidence::StrongIntegral, "rounds an integer to a multiple");
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts())) {
      noteAll(operation->getLHS());
      noteAll(operation->getRHS());
    }
  }

  TypeEvidence &evidence;
  const clang::ASTContext &context;
  const clang::FunctionDecl *function = nullptr;
  llvm::StringMap<const clang::VarDecl *> lost; // variables of the scope whose uses have no reference to them
};

void collect(const clang::DeclContext *scope, const clang::SourceManager &sources, std::vector<const clang::FunctionDecl *> &found) {
  for (const clang::Decl *declaration : scope->decls()) {
    if (declaration->isImplicit() || sources.isInSystemHeader(declaration->getLocation()))
      continue;
    if (const auto *pattern = llvm::dyn_cast<clang::RedeclarableTemplateDecl>(declaration))
      declaration = pattern->getTemplatedDecl();
    else if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration);
             instance && instance->getSpecializationKind() != clang::TSK_ExplicitSpecialization)
      continue;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody() && function->isTemplated())
      found.push_back(function);
    else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl, clang::RecordDecl>(declaration))
      collect(llvm::cast<clang::DeclContext>(declaration), sources, found);
  }
}

} // namespace

void searchEvidence(const clang::FunctionDecl *function, TypeEvidence &evidence) {
  if (function->doesThisDeclarationHaveABody() && evidence.begin(function))
    Search(evidence, function->getASTContext()).run(function);
}

void searchEvidence(clang::VarDecl *constant, TypeEvidence &evidence) {
  if (constant->getInit() && evidence.begin(constant))
    Search(evidence, constant->getASTContext()).run(constant);
}

void declareParameters(TypeEvidence &evidence, Types &types) {
  for (const clang::TemplateTypeParmDecl *parameter : evidence.parameters())
    if (const TypeAnswer answer = evidence.of(parameter); answer.kind != NumberKind::Unknown)
      types.declare(parameter, answer.kind == NumberKind::Integral);
}

std::vector<const clang::FunctionDecl *> openFunctions(const clang::DeclContext *scope, const clang::SourceManager &sources) {
  std::vector<const clang::FunctionDecl *> found;
  collect(scope, sources, found);
  return found;
}

} // namespace fporder::frontend
