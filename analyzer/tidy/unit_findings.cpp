#include "analyzer/tidy/unit_findings.h"

#include "analyzer/findings/collect.h"
#include "analyzer/findings/config.h"
#include "analyzer/findings/own_rules.h"
#include "analyzer/findings/suppressions.h"
#include "analyzer/models/model.h"
#include "analyzer/unit/unit_pipeline.h"

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace fporder::tidy {
namespace {

std::string mainFileName(const clang::SourceManager &manager) {
  const clang::OptionalFileEntryRef entry = manager.getFileEntryRefForID(manager.getMainFileID());
  return entry ? entry->getName().str() : "";
}

std::string realMainPath(const clang::SourceManager &manager) {
  const clang::OptionalFileEntryRef entry = manager.getFileEntryRefForID(manager.getMainFileID());
  return entry ? entry->getFileEntry().tryGetRealPathName().str() : "";
}

/// What .fporder says, or nothing after telling clang-tidy's user what is wrong with it.
findings::Config projectConfig(clang::tidy::ClangTidyContext &context, const clang::SourceManager &manager) {
  const std::string path = realMainPath(manager);
  if (path.empty()) // standard input
    return {};
  findings::ParsedConfig parsed = findings::ConfigLookup().forSource(path);
  if (const auto *error = std::get_if<findings::ConfigError>(&parsed)) {
    context.configurationDiag("%0") << error->text();
    return {};
  }
  return std::get<findings::Config>(std::move(parsed));
}

/// The enabled rules, less those that .fporder turns off.
rules::RuleSet activeRules(const std::vector<std::string> &enabled, const findings::Config &config) {
  rules::RuleSet rules = rules::RuleSet::builtIn();
  // An empty list would select all.
  rules.select(enabled.empty() ? "-*" : llvm::join(enabled, ","));
  if (config.rules)
    rules.select(*config.rules);
  return rules;
}

/// The embedded call models and those that .fporder names, or the embedded ones after telling what is wrong with the others.
std::shared_ptr<const models::Models> callModels(clang::tidy::ClangTidyContext &context, const findings::Config &config) {
  std::vector<rules::DocumentError> mistakes;
  if (std::shared_ptr<const models::Models> all = models::Models::with(config.modelDirs, mistakes))
    return all;
  for (const rules::DocumentError &mistake : mistakes)
    context.configurationDiag("%0:%1: %2") << mistake.place.file << mistake.place.line << mistake.message;
  return models::Models::builtIn();
}

class Inclusions : public clang::PPCallbacks {
public:
  explicit Inclusions(std::shared_ptr<std::vector<std::string>> collected) : names(std::move(collected)) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token &, llvm::StringRef name, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    names->push_back(name.str());
  }

private:
  std::shared_ptr<std::vector<std::string>> names; // shared: the preprocessor outlives the checks
};

} // namespace

void UnitFindings::observe(clang::Preprocessor &preprocessor) {
  if (included)
    return;
  included = std::make_shared<std::vector<std::string>>();
  const clang::SourceManager &manager = preprocessor.getSourceManager();
  config = projectConfig(tidyContext, manager);
  models = callModels(tidyContext, config);
  vendorHeaders.emplace(preprocessor, models, realMainPath(manager));
  preprocessor.addPPCallbacks(std::make_unique<Inclusions>(included));
}

const std::vector<findings::Group> &UnitFindings::of(clang::ASTContext &context) {
  if (analysed != &context) {
    analysed = &context;
    analyse();
    groups = findings::groupsOf(report);
  }
  return groups;
}

void UnitFindings::analyse() {
  const clang::SourceManager &manager = analysed->getSourceManager();
  const rules::RuleSet rules = activeRules(enabled, config);

  std::set<std::string> files{mainFileName(manager)};
  unit::UnitRequest request{rules, *models, mainFileName(manager), *included};
  findings::CollectOptions &collecting = request.collecting;
  collecting.displayPath = [&](const std::string &path) {
    if (files.insert(path).second)
      loadText(path);
    return path;
  };
  loadText(*files.begin());
  collecting.severities = config.severities;
  collecting.sources = &sources;
  collecting.steps = false;
  // Which headers' diagnostics are shown is for clang-tidy to decide; without a filter it shows none.
  const bool headers = !tidyContext.getOptions().HeaderFilterRegex.value_or("").empty();
  request.translating.ownHeader = [headers](const std::string &) { return headers; };
  unit::UnitOutput output = unit::analyse(*analysed, std::move(request));
  report.findings = std::move(output.found);
  report.notAnalysed = std::move(output.notAnalysed);
  findings::completeReport(report);

  findings::SuppressionOptions suppressing;
  for (const std::unique_ptr<rules::Rule> &rule : rules.rules())
    suppressing.activeRules.push_back(rule->slug);
  // An unused NOLINT is clang-tidy's business, like any other NOLINT.
  suppressing.reportUnused = findings::SuppressionOptions::Unused::Allows;
  const std::vector<std::string> readFiles(files.begin(), files.end());
  findings::applySuppressions(report, sources, readFiles, suppressing);
  llvm::erase_if(report.findings, [this](const findings::Finding &finding) {
    // clang-tidy complains about a NOLINTBEGIN without an end by itself.
    return finding.suppression || !passesLineFilter(finding.where) ||
           (finding.rule == findings::malformedSuppression.slug && llvm::StringRef(finding.message).starts_with("NOLINT"));
  });
}

/// As clang-tidy does it for diagnostics, but for each place of a finding: one outside the filter must not take those inside with it.
bool UnitFindings::passesLineFilter(const findings::Region &where) const {
  const std::vector<clang::tidy::FileFilter> &filters = tidyContext.getGlobalOptions().LineFilter;
  if (filters.empty())
    return true;
  for (const clang::tidy::FileFilter &filter : filters)
    if (llvm::StringRef(where.file).ends_with(filter.Name))
      return filter.LineRanges.empty() || llvm::any_of(filter.LineRanges, [&](const clang::tidy::FileFilter::LineRange &range) {
               return range.first <= where.line && where.line <= range.second;
             });
  return false;
}

clang::FileID UnitFindings::fileOf(const std::string &path) const {
  const clang::SourceManager &manager = analysed->getSourceManager();
  if (path == mainFileName(manager))
    return manager.getMainFileID();
  const clang::OptionalFileEntryRef entry = manager.getFileManager().getOptionalFileRef(path);
  return entry ? manager.translateFile(*entry) : clang::FileID();
}

void UnitFindings::loadText(const std::string &path) {
  if (const clang::FileID file = fileOf(path); file.isValid())
    sources.set(path, analysed->getSourceManager().getBufferData(file).str());
}

clang::SourceLocation UnitFindings::at(const std::string &path, std::uint32_t line, std::uint32_t column) {
  const clang::SourceManager &manager = analysed->getSourceManager();
  const clang::FileID file = fileOf(path);
  const findings::SourceFile *text = sources.find(path);
  if (file.isInvalid() || !text)
    return manager.getLocForStartOfFile(manager.getMainFileID());
  return manager.getComposedLoc(file, static_cast<unsigned>(text->offset(line, column)));
}

clang::SourceLocation UnitFindings::begin(const findings::Region &region) { return at(region.file, region.line, region.column); }

clang::CharSourceRange UnitFindings::range(const findings::Region &region) {
  return clang::CharSourceRange::getCharRange(begin(region), at(region.file, region.endLine, region.endColumn));
}

clang::CharSourceRange UnitFindings::range(const findings::Edit &edit) {
  const clang::SourceManager &manager = analysed->getSourceManager();
  const clang::FileID file = fileOf(edit.where.file);
  if (file.isInvalid())
    return {};
  return clang::CharSourceRange::getCharRange(manager.getComposedLoc(file, edit.beginOffset), manager.getComposedLoc(file, edit.endOffset));
}

std::shared_ptr<UnitFindings> SharedUnit::join(clang::tidy::ClangTidyContext &context) {
  std::shared_ptr<UnitFindings> unit = current.lock();
  if (!unit)
    current = unit = std::make_shared<UnitFindings>(context);
  return unit;
}

} // namespace fporder::tidy
