#include "test/ablation/removal.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

namespace fporder::test {

namespace {

class Removals : public clang::RecursiveASTVisitor<Removals> {
public:
  Removals(const MainText &of, Random &numbers, const std::function<bool(llvm::StringRef)> &keepsFunction, Edits &into, Rewritten &to)
      : source(of), random(numbers), keeps(keepsFunction), edits(into), result(to) {
    TraverseAST(of.context);
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (function->isTemplateInstantiation() || !function->doesThisDeclarationHaveABody() || !function->isUserProvided() ||
        (function->getIdentifier() && keeps(function->getName())) || llvm::isa<clang::CXXMethodDecl>(function) == (below(random, 3) == 0))
      return true;
    if (llvm::isa<clang::CXXConstructorDecl>(function) || inLambda(function))
      return true;
    // A constexpr function without a body is one that Clang knows to be wrong; it is declared nevertheless.
    if (const auto body = source.range(function->getBody()->getSourceRange()); body && below(random, 2))
      remove(*body, ";");
    else if (const auto whole = source.range(function->getSourceRange()); whole && !function->getDescribedTemplate() && below(random, 2))
      remove(*whole, "");
    return true;
  }

  bool VisitCXXRecordDecl(clang::CXXRecordDecl *record) {
    if (!record->isThisDeclarationADefinition() || record->isLambda() || record->isImplicit() || below(random, 4))
      return true;
    const auto whole = source.range(record->getSourceRange());
    if (!whole)
      return true;
    if (record->getNumBases() != 0 && below(random, 2))
      if (const auto bases = source.range({record->bases_begin()->getBeginLoc(), std::prev(record->bases_end())->getEndLoc()})) {
        const std::size_t colon = source.text.rfind(':', bases->begin);
        if (colon != llvm::StringRef::npos)
          remove({static_cast<unsigned>(colon), bases->end}, "");
        return true;
      }
    if (const auto inside = source.range(record->getBraceRange()); inside && record->getIdentifier() && below(random, 2))
      remove(*inside, ""); // declared only
    return true;
  }

private:
  static bool inLambda(const clang::FunctionDecl *function) {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    return method && method->getParent()->isLambda();
  }

  void remove(MainText::Range range, const std::string &by) {
    if (!edits.isFree(range))
      return;
    std::string text = by;
    for (const char each : source.in(range))
      if (each == '\n')
        text += '\n';
    edits.replace(range, text);
    ++result.sites;
  }

  const MainText &source;
  Random &random;
  const std::function<bool(llvm::StringRef)> &keeps;
  Edits &edits;
  Rewritten &result;
};

} // namespace

Rewritten withLess(const MainText &source, Random &random, const std::function<bool(llvm::StringRef)> &keeps) {
  Rewritten result;
  Edits edits(source);
  const Removals removals(source, random, keeps, edits, result);
  if (below(random, 4) == 0)
    for (std::size_t at = source.text.find("#include"); at != llvm::StringRef::npos; at = source.text.find("#include", at + 1))
      edits.replace({static_cast<unsigned>(at), static_cast<unsigned>(source.text.find('\n', at))}, "");
  edits.apply(result);
  return result;
}

} // namespace fporder::test
