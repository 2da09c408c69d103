// The findings of one translation unit, computed once for all checks.
//
// clang-tidy makes every check anew for every translation unit. The checks of a unit share one UnitFindings; it goes away with the last of them, so
// that nothing outlives its unit.
#pragma once

#include "analyzer/findings/config.h"
#include "analyzer/findings/finding.h"
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/source_files.h"
#include "analyzer/tidy/vendor_lookup.h"

#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
namespace tidy {
class ClangTidyContext;
} // namespace tidy
} // namespace clang

namespace fporder::tidy {

class UnitFindings {
public:
  explicit UnitFindings(clang::tidy::ClangTidyContext &context) : tidyContext(context) {}

  /// A check for this rule takes part. Every check calls it before the first one asks for findings.
  void enable(const std::string &slug) { enabled.push_back(slug); }

  /// Before parsing: reads `.fporder`, lets `preprocessor` find vendors' headers, and listens to what is included, which tells whose calls are
  /// modelled. The first call counts.
  void observe(clang::Preprocessor &preprocessor);

  /// All findings of the enabled rules that no comment silences and that the line filter lets pass, as they are shown, analysing at the first call.
  const std::vector<findings::Group> &of(clang::ASTContext &context);
  /// What was not understood, in the order of the file.
  const std::vector<findings::NotAnalysed> &notAnalysed() const { return report.notAnalysed; }

  /// The begin of a region in the unit's source; the begin of the main file when it stands in no file of the unit.
  clang::SourceLocation begin(const findings::Region &region);
  clang::CharSourceRange range(const findings::Region &region);
  clang::CharSourceRange range(const findings::Edit &edit);

private:
  void analyse();
  /// Makes the text that Clang parsed known to `sources`: paths may be relative to a directory that is not the process's.
  void loadText(const std::string &path);
  bool passesLineFilter(const findings::Region &where) const;
  clang::FileID fileOf(const std::string &path) const;
  clang::SourceLocation at(const std::string &path, std::uint32_t line, std::uint32_t column);

  clang::tidy::ClangTidyContext &tidyContext;
  clang::ASTContext *analysed = nullptr;
  std::vector<std::string> enabled;                   // slugs
  std::shared_ptr<std::vector<std::string>> included; // as spelled; null: not observed yet
  findings::Config config;
  std::shared_ptr<const models::Models> models;
  std::optional<VendorLookup> vendorHeaders;
  findings::SourceFiles sources;
  findings::Report report;
  std::vector<findings::Group> groups; // of `report`
};

/// Hands the checks of one translation unit the same UnitFindings. Owned by the factories of all checks.
class SharedUnit {
public:
  std::shared_ptr<UnitFindings> join(clang::tidy::ClangTidyContext &context);

private:
  std::weak_ptr<UnitFindings> current;
};

} // namespace fporder::tidy
