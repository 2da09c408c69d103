#include "analyzer/check/run.h"

#include "analyzer/check/analysis.h"
#include "analyzer/check/baseline_files.h"
#include "analyzer/check/caches.h"
#include "analyzer/check/change_selection.h"
#include "analyzer/check/compile_commands.h"
#include "analyzer/check/configuration.h"
#include "analyzer/check/fixing.h"
#include "analyzer/check/input_file.h"
#include "analyzer/check/measuring.h"
#include "analyzer/check/output.h"
#include "analyzer/check/resource_directory.h"
#include "analyzer/check/rule_selection.h"
#include "analyzer/findings/collect.h"
#include "analyzer/findings/own_rules.h"
#include "analyzer/findings/suppressions.h"
#include "rules/engine/identities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace fporder::check {
namespace {

std::string currentDirectory() {
  llvm::SmallString<256> directory;
  return llvm::sys::fs::current_path(directory) ? std::string() : std::string(directory);
}

class Run {
public:
  explicit Run(const Options &given)
      : options(given), start(std::chrono::steady_clock::now()), workingDirectory(currentDirectory()), profiles(given, workingDirectory),
        commands({workingDirectory, given.buildPath, given.fixedFlags, given.extraArgs, given.extraArgsBefore, given.removedArgs}),
        changes(given.incremental, workingDirectory, commands), baseline(given.incremental, workingDirectory), caches(given) {}

  ExitStatus execute();

private:
  bool selectSources();
  bool prepare();
  void addUnits(const std::string &source, const Profile &profile);
  void fail(const std::string &source, const std::string &reason);
  AnalysisSettings analysisSettings(const std::string &resources) const;
  void nameLeftOut(const Analysis &analysis) const;
  void finishReport(Analysis &analysis);
  void applyBaseline(const Analysis &analysis, const std::vector<std::string> &activeRules);
  ExitStatus status() const;
  bool reaches(const findings::Finding &finding) const;

  const Options &options;
  std::chrono::steady_clock::time_point start;
  std::string workingDirectory;
  Profiles profiles;
  CompileCommands commands;
  ChangeSelection changes;
  BaselineFiles baseline;
  Caches caches;
  std::vector<std::string> sourceNames;
  std::vector<AnalysisUnit> units;
  findings::SourceFiles sources;
  findings::Report report;
  std::map<std::string, findings::FailOn> failOn; // by main file
  bool configurationFailed = false;
  unsigned failedFiles = 0;
};

std::string absolutePath(llvm::StringRef workingDirectory, llvm::StringRef file) {
  llvm::SmallString<256> full;
  if (!llvm::sys::path::is_absolute(file))
    full = workingDirectory;
  llvm::sys::path::append(full, file);
  llvm::sys::path::remove_dots(full, /*remove_dot_dot=*/false);
  return std::string(full);
}

void Run::fail(const std::string &source, const std::string &reason) {
  reportError(source + ": " + reason);
  report.notAnalysed.push_back({source, 0, 0, "file", reason});
  ++failedFiles;
}

void Run::addUnits(const std::string &source, const Profile &profile) {
  llvm::Expected<std::vector<CompileCommand>> found = commands.commandsFor(absolutePath(workingDirectory, source));
  if (!found) {
    if (std::string message = llvm::toString(found.takeError()); !message.empty())
      reportError(message);
    configurationFailed = true;
    return;
  }
  failOn[source] = profile.config.failOn.value_or(options.asTidy ? findings::FailOn::Never : findings::FailOn::Warning);
  for (CompileCommand &command : *found) {
    // Before the final "--" and the source.
    command.arguments.insert(command.arguments.end() - 2, profile.config.extraArgs.begin(), profile.config.extraArgs.end());
    units.push_back({source, std::move(command), &profile.rules, profile.config.severities, &profile.filter, profile.models, profile.setting,
                     caches.forConfig(profile.config)});
  }
}

bool Run::selectSources() {
  sourceNames = options.sources;
  llvm::Error error = changes.active() ? changes.select(sourceNames) : llvm::Error::success();
  if (!error)
    return true;
  reportError(llvm::toString(std::move(error)));
  return false;
}

/// Fills `units`; false when nothing can be analysed because of the configuration as a whole.
bool Run::prepare() {
  llvm::StringSet<> seen;
  for (const std::string &source : sourceNames) {
    llvm::SmallString<256> real;
    if (!llvm::sys::fs::real_path(source, real) && !seen.insert(real).second)
      continue; // the same file again, perhaps by another name
    ++report.summary.files;
    if (std::optional<std::string> problem = inputFileProblem(source)) {
      fail(source, *problem);
      continue;
    }
    const Profile *profile = profiles.forSource(absolutePath(workingDirectory, source));
    if (!profile) {
      configurationFailed = true;
      continue;
    }
    addUnits(source, *profile);
  }
  return !units.empty();
}

void Run::nameLeftOut(const Analysis &analysis) const {
  if (analysis.leftOut.empty())
    return;
  llvm::errs() << "fporder-check: the time budget of " << llvm::format("%g s", options.incremental.timeBudget.value_or(0)) << " is spent; left out: ";
  llvm::interleaveComma(analysis.leftOut, llvm::errs());
  llvm::errs() << '\n';
}

void Run::applyBaseline(const Analysis &analysis, const std::vector<std::string> &activeRules) {
  std::set<std::string> active(activeRules.begin(), activeRules.end());
  for (const findings::OwnRule *rule : findings::ownRules())
    active.emplace(rule->slug);
  configurationFailed |= !baseline.apply(report, analysis.readFiles, active);
}

void Run::finishReport(Analysis &analysis) {
  llvm::move(analysis.report.findings, std::back_inserter(report.findings));
  llvm::move(analysis.report.notAnalysed, std::back_inserter(report.notAnalysed));
  report.summary.functions = analysis.report.summary.functions;
  report.summary.floatingOperations = analysis.report.summary.floatingOperations;
  llvm::sort(analysis.failedFiles);
  failedFiles += unsigned(std::unique(analysis.failedFiles.begin(), analysis.failedFiles.end()) - analysis.failedFiles.begin());
  report.summary.filesFailed = failedFiles;
  findings::completeReport(report);
  findings::SuppressionOptions suppressing;
  using Unused = findings::SuppressionOptions::Unused;
  for (const std::unique_ptr<Profile> &profile : profiles.all()) {
    if (!profile)
      continue;
    for (const std::unique_ptr<rules::Rule> &rule : profile->rules.rules())
      suppressing.activeRules.push_back(rule->slug);
    if (profile->config.reportUnusedSuppressions == "never")
      suppressing.reportUnused = Unused::Ignore;
    else if (profile->config.reportUnusedSuppressions == "allow")
      suppressing.reportUnused = Unused::Allows;
  }
  findings::applySuppressions(report, sources, analysis.analysedFiles, suppressing);
  applyBaseline(analysis, suppressing.activeRules);
  // Last: which findings there are, how they are numbered and what suppresses them does not depend on what is shown.
  llvm::erase_if(report.findings, [&](const findings::Finding &finding) {
    return !changes.accepts(finding) ||
           (!options.lineFilter.empty() && !profiles.all().front()->filter.acceptsLine(finding.where.file, finding.where.line));
  });
  findings::countFindings(report);
}

bool Run::reaches(const findings::Finding &finding) const {
  if (finding.suppression || finding.fixed)
    return false;
  if (treatedAsError(options, finding))
    return true;
  auto threshold = failOn.find(finding.where.file);
  // A header's findings belong to all units that include it: the strictest of them decides.
  auto strictness = [](findings::FailOn level) { return level == findings::FailOn::Remark ? 0 : level == findings::FailOn::Warning ? 1 : 2; };
  int level = 2;
  if (threshold != failOn.end())
    level = strictness(threshold->second);
  else
    for (const auto &[file, each] : failOn)
      level = std::min(level, strictness(each));
  return level == 0 || (level == 1 && finding.severity == rules::Severity::Warning);
}

ExitStatus Run::status() const {
  if (configurationFailed)
    return ExitStatus::UsageError;
  bool strict =
      llvm::any_of(profiles.all(), [](const std::unique_ptr<Profile> &profile) { return profile && profile->config.strict.value_or(false); });
  if (failedFiles > 0 || (strict && !report.notAnalysed.empty()))
    return ExitStatus::ToolFailure;
  const bool found = baseline.hasStaleEntries() || llvm::any_of(report.findings, [&](const findings::Finding &finding) { return reaches(finding); });
  return found ? ExitStatus::Findings : ExitStatus::Clean;
}

AnalysisSettings Run::analysisSettings(const std::string &resources) const {
  AnalysisSettings settings;
  settings.resourceDirectory = resources;
  settings.jobs = options.jobs ? options.jobs : llvm::hardware_concurrency().compute_thread_count();
  settings.dumpGraph = options.dumpGraph;
  settings.keepSubjects = options.measure.enabled;
  settings.lastOfProcess = true;
  settings.buildSteps = llvm::any_of(options.formats, [](const OutputFormat &format) { return format.name != "text" && format.name != "json"; });
  if (options.incremental.timeBudget)
    settings.deadline =
        start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(*options.incremental.timeBudget));
  return settings;
}

ExitStatus Run::execute() {
  if (wantsRuleListing(options)) {
    const Profile *profile = profiles.withoutSource();
    return profile ? listRules(options, profile->rules) : ExitStatus::UsageError;
  }
  if (options.sources.empty() && !changes.findsSources()) {
    reportError("no input files; see --help");
    return ExitStatus::UsageError;
  }
  if (!outputsAreKnown(options) || !baseline.load() || !selectSources())
    return ExitStatus::UsageError;
  llvm::Expected<std::string> resources = resolveResourceDirectory(options.resourceDirectory);
  if (!resources) {
    reportError(llvm::toString(resources.takeError()));
    return ExitStatus::UsageError;
  }
  llvm::Expected<MeasureInputs> inputs = loadInputs(options.measure);
  if (!inputs) {
    reportError(llvm::toString(inputs.takeError()));
    return ExitStatus::UsageError;
  }
  if (!prepare() && configurationFailed)
    return ExitStatus::UsageError;
  const AnalysisSettings settings = analysisSettings(*resources);
  Analysis analysis = analyse(units, settings, sources);
  caches.finish();
  nameLeftOut(analysis);
  finishReport(analysis);
  if (options.dumpGraph)
    return status();
  if (const auto profile = llvm::find_if(profiles.all(), [](const auto &each) { return each != nullptr; });
      options.measure.enabled && profile != profiles.all().end())
    inputs->identities = rules::identities((*profile)->rules);
  if (options.measure.enabled && !measureFindings(report, *inputs, options.measure, settings.jobs, sources))
    configurationFailed = true;
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  OutputRequest request{options, report, profiles, sources, workingDirectory, seconds};
  if (!writeOutputs(request))
    configurationFailed = true;
  const FixOutcome fixes = handleFixes({options, report, units, analysis.errorFiles, *resources, sources});
  configurationFailed |= fixes.status == ExitStatus::UsageError;
  failedFiles += fixes.status == ExitStatus::ToolFailure;
  // What was fixed was reported, and is there no longer.
  for (const std::size_t settled : fixes.settled)
    report.findings[settled].fixed = true;
  return status();
}

} // namespace

ExitStatus run(const Options &options) {
  // Never destroyed: the process ends next, and thousands of findings take milliseconds to free.
  return (new Run(options))->execute();
}

} // namespace fporder::check
