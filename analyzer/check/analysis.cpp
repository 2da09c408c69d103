#include "analyzer/check/analysis.h"

#include "analyzer/check/isolated_jobs.h"
#include "analyzer/check/translation_unit.h"
#include "analyzer/check/unit_key.h"
#include "analyzer/check/unit_result.h"
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

std::vector<std::string> parseOnlyFlags(const CompileCommand &command) {
  for (llvm::StringRef argument : command.arguments)
    if (argument.starts_with("-fopenmp") || argument.starts_with("-openmp") || argument == "-fno-openmp-simd")
      return {};
  std::vector<std::string> flags;
  for (llvm::StringRef flag : frontend::parseOnlyFlags())
    flags.push_back(flag.str());
  return flags;
}

std::vector<std::string> userFiles(const clang::SourceManager &manager) {
  std::set<std::string> files;
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getFileCharacteristic() != clang::SrcMgr::C_User)
      continue;
    const clang::OptionalFileEntryRef file = entry.getFile().getContentCache().OrigEntry;
    llvm::SmallString<256> real;
    if (file && !llvm::sys::fs::real_path(file->getFileEntry().tryGetRealPathName(), real))
      files.insert(real.str().str());
  }
  return {files.begin(), files.end()};
}

class UnitAnalysis {
public:
  UnitAnalysis(const AnalysisUnit &analysed, const AnalysisSettings &analysisSettings, findings::SourceFiles &sources, UnitResult &unitResult)
      : unit(analysed), settings(analysisSettings), result(unitResult) {
    collecting.displayPath = [this](const std::string &path) { return path == unit.command.source ? unit.displayName : path; };
    collecting.reported = [this](const std::string &path) { return path == unit.displayName || unit.filter->acceptsHeader(path); };
    collecting.severities = unit.severities;
    collecting.steps = settings.buildSteps;
    collecting.sources = settings.buildFixes ? &sources : nullptr;
    collecting.keepSubjects = settings.keepSubjects;
  }

  void run(bool keepMemory) {
    FileReads reads;
    ParseRequest request{&unit.command,     unit.displayName, settings.resourceDirectory,   parseOnlyFlags(unit.command), keepMemory,
                         unit.models.get(), &included,        unit.cache ? &reads : nullptr};
    result.parse = parseTranslationUnit(request, [this](clang::ASTContext &context) { translate(context); });
    result.ended = true;
    if (unit.cache && result.parse.parsed)
      unit.cache->store(unitKey(unit, settings), result, std::move(reads));
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
    result.userFiles = userFiles(context.getSourceManager());
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

void leaveOut(Analysis &analysis, const AnalysisUnit &unit) {
  if (!llvm::is_contained(analysis.leftOut, unit.displayName))
    analysis.leftOut.push_back(unit.displayName);
  analysis.report.notAnalysed.push_back({unit.displayName, 0, 0, "file", "left out: the time budget was spent", /*incomplete=*/true});
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
  analysis.readFiles.insert(result.userFiles.begin(), result.userFiles.end());
  report.summary.functions += result.functions;
  report.summary.floatingOperations += result.floatingOperations;
}

/// One run's work. After a crash or the deadline it is given up, not freed: a thread may be at it for ever.
struct Work {
  std::vector<AnalysisUnit> units;
  AnalysisSettings settings;
  std::vector<UnitResult> results; // parallel to `units`
  std::vector<std::size_t> toDo;   // indices of those that no cache knows
};

void lookUp(Work &work) {
  for (std::size_t index = 0; index < work.units.size(); ++index) {
    const AnalysisUnit &unit = work.units[index];
    std::optional<UnitResult> known = unit.cache ? unit.cache->find(unitKey(unit, work.settings)) : std::nullopt;
    if (known)
      work.results[index] = std::move(*known);
    else
      work.toDo.push_back(index);
  }
}

/// A requested source that another one includes is reported under its own name, by its own unit.
void dropOthersFindings(UnitResult &result, const AnalysisUnit &unit, const std::set<std::string> &requested) {
  llvm::erase_if(result.found,
                 [&](const findings::Finding &finding) { return finding.where.file != unit.displayName && requested.contains(finding.where.file); });
}

void nameAnalysedFiles(Analysis &analysis, const std::vector<AnalysisUnit> &units) {
  for (const findings::Finding &finding : analysis.report.findings)
    analysis.analysedFiles.push_back(finding.where.file);
  for (const AnalysisUnit &unit : units)
    if (!llvm::is_contained(analysis.failedFiles, unit.displayName) && !llvm::is_contained(analysis.leftOut, unit.displayName))
      analysis.analysedFiles.push_back(unit.displayName);
  llvm::sort(analysis.analysedFiles);
  analysis.analysedFiles.erase(std::unique(analysis.analysedFiles.begin(), analysis.analysedFiles.end()), analysis.analysedFiles.end());
}

} // namespace

Analysis analyse(const std::vector<AnalysisUnit> &units, const AnalysisSettings &given, findings::SourceFiles &sources) {
  auto work = std::make_unique<Work>(Work{units, given, std::vector<UnitResult>(units.size()), {}});
  for (const AnalysisUnit &unit : units)
    if (llvm::SmallString<256> real; !llvm::sys::fs::real_path(unit.command.source, real))
      work->settings.requested.insert(real.str().str());
  lookUp(*work);
  const bool keepMemory = given.lastOfProcess && work->toDo.size() == 1;
  std::vector<CrashedJob> lost = runIsolated(
      work->toDo.size(), given.jobs,
      [keepMemory, &sources, &all = *work](std::size_t job) {
        const std::size_t index = all.toDo[job];
        UnitAnalysis(all.units[index], all.settings, sources, all.results[index]).run(keepMemory);
      },
      {}, given.deadline);
  Analysis analysis;
  std::map<std::size_t, const CrashedJob *> lostUnits;
  for (const CrashedJob &job : lost) {
    lostUnits[work->toDo[job.index]] = &job;
    analysis.crashed |= !job.leftOut;
  }
  for (std::size_t index = 0; index < units.size(); ++index) {
    const auto job = lostUnits.find(index);
    if (job != lostUnits.end() && job->second->leftOut) {
      leaveOut(analysis, units[index]);
      continue;
    }
    if (job == lostUnits.end())
      dropOthersFindings(work->results[index], units[index], work->settings.requested);
    append(analysis, units[index], std::move(work->results[index]), job == lostUnits.end() ? "" : job->second->reason);
  }
  nameAnalysedFiles(analysis, units);
  if (!lost.empty())
    (void)work.release();
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
