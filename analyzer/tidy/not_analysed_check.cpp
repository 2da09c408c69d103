#include "analyzer/tidy/not_analysed_check.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace fporder::tidy {

NotAnalysedCheck::NotAnalysedCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, std::shared_ptr<UnitFindings> shared)
    : ClangTidyCheck(name, context), unit(std::move(shared)), listed(Options.get("Listed").value_or("false") == "true") {}

void NotAnalysedCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) {
  Options.store(options, "Listed", llvm::StringRef(listed ? "true" : "false"));
}

void NotAnalysedCheck::registerPPCallbacks(const clang::SourceManager &, clang::Preprocessor *preprocessor, clang::Preprocessor *) {
  unit->observe(*preprocessor);
}

void NotAnalysedCheck::registerMatchers(clang::ast_matchers::MatchFinder *finder) {
  if (listed)
    finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void NotAnalysedCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &result) {
  (void)unit->of(*result.Context);
  for (const findings::NotAnalysed &entry : unit->notAnalysed())
    diag(unit->begin({entry.file, entry.line, entry.column, 0, 0}), "not analysed: %0%1", clang::DiagnosticIDs::Remark)
        << entry.what << (entry.why.empty() ? "" : ": " + entry.why);
}

} // namespace fporder::tidy
