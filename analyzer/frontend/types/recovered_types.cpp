#include "analyzer/frontend/types/recovered_types.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace fporder::frontend {
namespace {

/// Where the type is written that pointers, references and arrays are made of.
clang::TypeLoc innermost(clang::TypeLoc type) {
  while (!type.isNull() && !type.getAs<clang::FunctionTypeLoc>()) {
    const clang::TypeLoc next = type.getNextTypeLoc();
    if (next.isNull())
      break;
    type = next;
  }
  return type;
}

/// An int in whose place some other word stands.
bool isMadeUp(clang::TypeLoc type, const clang::ASTContext &context) {
  const auto builtin = type.getUnqualifiedLoc().getAs<clang::BuiltinTypeLoc>();
  if (!builtin || builtin.getTypePtr()->getKind() != clang::BuiltinType::Int)
    return false;
  const clang::SourceLocation place = context.getSourceManager().getSpellingLoc(builtin.getBeginLoc());
  llvm::SmallString<32> buffer;
  const llvm::StringRef word = clang::Lexer::getSpelling(place, buffer, context.getSourceManager(), context.getLangOpts());
  return !llvm::is_contained({"int", "signed", "__signed", "__signed__", "unsigned", "long", "short"}, word);
}

class Recovered : public clang::RecursiveASTVisitor<Recovered> {
public:
  explicit Recovered(clang::ASTContext &astContext) : context(astContext) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitDeclaratorDecl(clang::DeclaratorDecl *declaration) {
    const clang::TypeSourceInfo *written = declaration->getTypeSourceInfo();
    if (!declaration->isInvalidDecl() || !written)
      return true;
    const clang::TypeLoc type = written->getTypeLoc();
    if (const auto function = type.IgnoreParens().getAs<clang::FunctionTypeLoc>()) {
      if (llvm::isa<clang::FunctionDecl>(declaration) && isMadeUp(innermost(function.getReturnLoc()), context))
        forgetResult(llvm::cast<clang::FunctionDecl>(declaration));
    } else if (llvm::isa<clang::VarDecl>(declaration) && isMadeUp(innermost(type), context)) {
      declaration->setType(unknownLike(declaration->getType()));
    }
    return true;
  }

private:
  /// A pointer to what is not known is a pointer.
  clang::QualType unknownLike(clang::QualType type) const {
    if (const auto *reference = type->getAs<clang::ReferenceType>())
      return context.getLValueReferenceType(unknownLike(reference->getPointeeType()));
    if (type->isPointerType())
      return context.getPointerType(unknownLike(type->getPointeeType()));
    if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type))
      return context.getConstantArrayType(unknownLike(array->getElementType()), array->getSize(), nullptr, clang::ArraySizeModifier::Normal, 0);
    return type->isArrayType() ? type : context.getQualifiedType(context.DependentTy, type.getLocalQualifiers());
  }

  void forgetResult(clang::FunctionDecl *function) const {
    const auto *type = function->getType()->getAs<clang::FunctionProtoType>();
    if (type)
      function->setType(context.getFunctionType(unknownLike(type->getReturnType()), type->getParamTypes(), type->getExtProtoInfo()));
  }

  clang::ASTContext &context;
};

} // namespace

bool isRecovered(clang::QualType type, const clang::ASTContext &context) {
  for (const auto *named = type->getAs<clang::TypedefType>(); named; named = named->desugar()->getAs<clang::TypedefType>()) {
    const clang::TypedefNameDecl *declaration = named->getDecl();
    if (declaration->isInvalidDecl() && declaration->getTypeSourceInfo() &&
        isMadeUp(innermost(declaration->getTypeSourceInfo()->getTypeLoc()), context))
      return true;
  }
  return false;
}

void forgetRecoveredTypes(clang::ASTContext &context) {
  if (!context.getDiagnostics().hasErrorOccurred())
    return;
  Recovered visitor(context);
  for (clang::Decl *declaration : context.getTraversalScope())
    visitor.TraverseDecl(declaration);
}

} // namespace fporder::frontend
