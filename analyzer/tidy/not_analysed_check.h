// The check fporder-not-analysed: a remark on each construct that was not understood, so that silence about it is not taken for a clean bill.
//
// It says something only with the check option fporder-not-analysed.Listed set to true: it is part of fporder-*, and not what most runs ask for.
#pragma once

#include "analyzer/tidy/unit_findings.h"

#include "clang-tidy/ClangTidyCheck.h"

#include <memory>

namespace fporder::tidy {

class NotAnalysedCheck : public clang::tidy::ClangTidyCheck {
public:
  NotAnalysedCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, std::shared_ptr<UnitFindings> unit);

  void registerPPCallbacks(const clang::SourceManager &manager, clang::Preprocessor *preprocessor, clang::Preprocessor *expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) override;

private:
  std::shared_ptr<UnitFindings> unit;
  bool listed;
};

} // namespace fporder::tidy
