// One rule as a clang-tidy check, named fporder-SLUG.
//
// What has evidence is a warning, what only decides the bits a remark. Check options, each for one check ("fporder-sum-order.Severity") or for all
// ("Severity"), the first value being the default:
//
//   Severity     evidence: as found; warning, remark: always that
//   Fixes        evidence: fixes with evidence that the new order is better or required; all: the others too (not on notes, from where
//                clang-apply-replacements would take them unasked)
//   Orders       true: a note for each other order; false: none
//   ReadOpenMP   true: OpenMP directives are read in units compiled without -fopenmp, as with -fopenmp-simd; false: as compiled
//
// `.fporder` files are read as well: `severity` holds where no check option says otherwise, and a rule that `rules` turns off stays off.
#pragma once

#include "analyzer/tidy/unit_findings.h"

#include "clang-tidy/ClangTidyCheck.h"

#include <memory>
#include <string>

namespace fporder::tidy {

class OrderCheck : public clang::tidy::ClangTidyCheck {
public:
  OrderCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, std::string slug, std::shared_ptr<UnitFindings> unit);

  void registerPPCallbacks(const clang::SourceManager &manager, clang::Preprocessor *preprocessor, clang::Preprocessor *expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) override;

private:
  /// The option's value if it is one of `choices`, of which the first is the default; a wrong one is reported.
  std::string choice(llvm::StringRef option, llvm::ArrayRef<llvm::StringRef> choices);
  void report(const findings::Group &group);
  clang::DiagnosticIDs::Level levelOf(const findings::Finding &finding) const;

  std::string slug;
  std::shared_ptr<UnitFindings> unit;
  std::string severity;
  bool allFixes, orders, readOpenMP;
};

} // namespace fporder::tidy
