#include "analyzer/check/analysis.h"

#include "analyzer/check/isolated_jobs.h"
#include "analyzer/check/translation_unit.h"
#include "analyzer/findings/collect.h"
#include "analyzer/frontend/dump.h"
#include "analyzer/frontend/openmp.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

/// What one unit contributes to the report.
struct UnitResult {
  ParseResult parse;
  std::vector<findings::Finding> found;
  std::vector<findings::NotAnalysed> notAnalysed;
  unsigned functions = 0, floatingOperations = 0;
  std::string dump; // with --dump-graph
  bool ended = false;
};

std::vector<std::string> parseOnlyFlags(const CompileCommand &command) {
  for (llvm::StringRef argument : command.arguments)
    if (argument.starts_with("-fopenmp") || argument.starts_with("-openmp") || argument == "-fno-openmp-simd")
      return {};
  std::vector<std::string> flags;
  for (llvm::StringRef flag : frontend::parseOnlyFlags())
    flags.push_back(flag.str());
  return flags;
}

class UnitAnalysis {
public:
  UnitAnalysis(const AnalysisUnit &analysed, const AnalysisSettings &analysisSettings, findings::SourceFiles &sources, UnitResult &unitResult)
      : unit(analysed), settings(analysisSettings), result(unitResult) {
    collecting.displayPath = [this](const std::string &path) { return path == unit.command.source ? unit.displayName : path; };
    // A requested source that another one includes is reported under its own name, by its own unit.
    collecting.reported = [this](const std::string &path) {
      return path == unit.displayName || (!settings.requested.contains(path) && unit.filter->acceptsHeader(path));
    };
    collecting.severities = unit.severities;
    collecting.steps = settings.buildSteps;
    collecting.sources = settings.buildFixes ? &sources : nullptr;
    collecting.keepSubjects = settings.keepSubjects;
  }

  void run(bool keepMemory) {
    ParseRequest request{&unit.command,     unit.displayName, settings.resourceDirectory, parseOnlyFlags(unit.command), keepMemory,
                         unit.models.get(), &included};
    result.parse = parseTranslationUnit(request, [this](clang::ASTContext &context) { translate(context); });
    result.ended = true;
  }

private:
  void translate(clang::ASTContext &context) {
    collecting.language = context.getLangOpts().CPlusPlus ? findings::Language::Cxx : findings::Language::C;
    frontend::Options options;
    options.ownHeader = [this](const std::string &path) { return unit.filter->acceptsHeader(path); };
    const clang::SourceManager &sources = context.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    options.vendors = unit.models->vendorsOf({unit.command.source, {text.data(), text.size()}, included});
    frontend::UnitSummary summary = frontend::translate(context, options, [this](order::Procedure &&procedure) { take(procedure); });
    result.functions = summary.functions;
    result.floatingOperations = summary.floatingOperations;
    take(summary.unanalysed);
    findings::mergeFindings(result.found);
  }

  /// One procedure at a time is in memory.
  void take(order::Procedure &procedure) {
    take(procedure.unanalysed);
    if (settings.dumpGraph)
      result.dump += frontend::dump(procedure);
    std::vector<rules::Match> matches = unit.rules->match(procedure);
    if (!matches.empty())
      findings::collect(procedure, matches, collecting, result.found);
  }

  void take(const std::vector<order::Unanalysed> &constructs) {
    for (const order::Unanalysed &construct : constructs)
      result.notAnalysed.push_back({collecting.displayPath(construct.file), construct.line, construct.column, construct.what, construct.why});
  }

  const AnalysisUnit &unit;
  const AnalysisSettings &settings;
  UnitResult &result;
  findings::CollectOptions collecting;
  std::vector<std::string> included;
};

/// Why the unit counts as failed, or empty.
std::string failureOf(const UnitResult &result) {
  if (!result.parse.parsed)
    return result.parse.failure.empty() ? "it could not be parsed" : result.parse.failure;
  if (result.parse.errors > 0 && result.functions == 0)
    return "no function survives its " + std::to_string(result.parse.errors) + (result.parse.errors == 1 ? " syntax error" : " syntax errors");
  return "";
}

void append(Analysis &analysis, const AnalysisUnit &unit, UnitResult &&result, const std::string &crash) {
  findings::Report &report = analysis.report;
  std::string failure = crash.empty() ? failureOf(result) : "the analysis crashed: " + crash;
  if (!failure.empty()) {
    analysis.failedFiles.push_back(unit.displayName);
    report.notAnalysed.push_back({unit.displayName, 0, 0, "file", failure});
    reportError(unit.displayName + ": " + failure);
  }
  if (!crash.empty())
    return; // what it had produced so far is not safe to touch
  llvm::outs() << result.dump;
  if (result.parse.errors > 0 || result.parse.missingHeaders > 0)
    analysis.errorFiles.push_back(unit.displayName);
  llvm::move(result.parse.notAnalysed, std::back_inserter(report.notAnalysed));
  llvm::move(result.notAnalysed, std::back_inserter(report.notAnalysed));
  llvm::move(result.found, std::back_inserter(report.findings));
  report.summary.functions += result.functions;
  report.summary.floatingOperations += result.floatingOperations;
}

} // namespace

Analysis analyse(const std::vector<AnalysisUnit> &units, const AnalysisSettings &given, findings::SourceFiles &sources) {
  AnalysisSettings settings = given;
  for (const AnalysisUnit &unit : units)
    if (llvm::SmallString<256> real; !llvm::sys::fs::real_path(unit.command.source, real))
      settings.requested.insert(real.str().str());
  // Shared, and given up after a crash: the crashed job's result may be half written for ever.
  auto results = std::make_shared<std::vector<UnitResult>>(units.size());
  bool keepMemory = settings.lastOfProcess && units.size() == 1;
  std::vector<CrashedJob> crashes = runIsolated(
      units.size(), settings.jobs, [&](std::size_t index) { UnitAnalysis(units[index], settings, sources, (*results)[index]).run(keepMemory); });
  Analysis analysis;
  analysis.crashed = !crashes.empty();
  auto crash = crashes.begin();
  for (std::size_t index = 0; index < units.size(); ++index) {
    std::string reason;
    if (crash != crashes.end() && crash->index == index)
      reason = (crash++)->reason;
    append(analysis, units[index], std::move((*results)[index]), reason);
  }
  for (const findings::Finding &finding : analysis.report.findings)
    analysis.analysedFiles.push_back(finding.where.file);
  for (const AnalysisUnit &unit : units)
    if (!llvm::is_contained(analysis.failedFiles, unit.displayName))
      analysis.analysedFiles.push_back(unit.displayName);
  llvm::sort(analysis.analysedFiles);
  analysis.analysedFiles.erase(std::unique(analysis.analysedFiles.begin(), analysis.analysedFiles.end()), analysis.analysedFiles.end());
  if (analysis.crashed)
    (void)new std::shared_ptr<std::vector<UnitResult>>(results);
  return analysis;
}

bool parses(const AnalysisUnit &unit, const std::string &resourceDirectory) {
  bool good = false;
  runIsolated(1, 1, [&](std::size_t) {
    ParseRequest request{&unit.command, unit.command.source, resourceDirectory, parseOnlyFlags(unit.command), false, unit.models.get(), nullptr};
    ParseResult result = parseTranslationUnit(request, [](clang::ASTContext &) {});
    good = result.parsed && result.errors == 0;
  });
  return good;
}

} // namespace fporder::check
