#include "analyzer/check/run.h"

#include "analyzer/check/analysis.h"
#include "analyzer/check/assembly.h"
#include "analyzer/check/baseline_files.h"
#include "analyzer/check/caches.h"
#include "analyzer/check/change_selection.h"
#include "analyzer/check/comparisons.h"
#include "analyzer/check/compile_commands.h"
#include "analyzer/check/configuration.h"
#include "analyzer/check/conformance_fixes.h"
#include "analyzer/check/database_advice.h"
#include "analyzer/check/early_findings.h"
#include "analyzer/check/fixing.h"
#include "analyzer/check/input_list.h"
#include "analyzer/check/measuring.h"
#include "analyzer/check/messages.h"
#include "analyzer/check/output.h"
#include "analyzer/check/program_orders.h"
#include "analyzer/check/resource_directory.h"
#include "analyzer/check/rule_selection.h"
#include "analyzer/check/scripts.h"
#include "analyzer/check/shard_merge.h"
#include "analyzer/check/sharding.h"
#include "analyzer/check/source_directory.h"
#include "analyzer/check/source_tokens.h"
#include "analyzer/check/unit_plan.h"
#include "analyzer/check/waking/floating_words.h"
#include "analyzer/check/waking/waking.h"
#include "analyzer/findings/collect.h"
#include "analyzer/findings/coverage.h"
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/input_text.h"
#include "analyzer/findings/own_rules.h"
#include "analyzer/findings/resolved_path.h"
#include "analyzer/findings/suppressions.h"
#include "rules/engine/identities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>

namespace fporder::check {
namespace {

std::string currentDirectory() {
  llvm::SmallString<256> directory;
  return llvm::sys::fs::current_path(directory) ? std::string() : std::string(directory);
}

class CheckRun {
public:
  CheckRun(const Options &given, const MergedShards *merged)
      : options(given), shards(merged), start(std::chrono::steady_clock::now()), workingDirectory(currentDirectory()),
        profiles(given, workingDirectory),
        commands({workingDirectory, given.buildPath, given.fixedFlags, given.extraArgs, given.extraArgsBefore, given.removedArgs}),
        changes(given.incremental, workingDirectory, commands), baseline(given.incremental, workingDirectory),
        projects(given.noHeaderSearch ? nullptr : std::make_shared<Projects>()), caches(given, projects), comparisons(given, profiles, sources) {}

  ExitStatus execute();

private:
  bool selectSources();
  bool readScripts();
  bool prepare();
  void fail(const std::string &source, const std::string &reason);
  AnalysisSettings analysisSettings(const std::string &resources) const;
  void nameLeftOut(const Analysis &analysis) const;
  std::vector<UnitOutcome> analyse(const AnalysisSettings &settings);
  std::optional<ConformanceOutcome> compareAgain(std::shared_ptr<const FixedTexts> texts, const std::set<std::string> &moving,
                                                 findings::SourceFiles &fixed);
  std::vector<AnalysisUnit> unitsReading(const std::set<std::string> &moving) const;
  AnalysisSettings settingsFor(std::shared_ptr<const FixedTexts> texts) const;
  bool isBroken(const AnalysisUnit &unit, const UnitOutcome &outcome) const;
  void proveFixes(const std::vector<UnitOutcome> &outcomes);
  std::size_t printEarly(const std::string &source, findings::Report found);
  OutputRequest outputRequest(const findings::Report &shown);
  void adviseDatabase() const;
  bool mayCompute(const std::string &source);
  void judgeCoverage(const std::set<std::string> &failed);
  void finishReport(Analysis &analysis);
  findings::SuppressionOptions suppressions() const;
  void select(findings::Report &from) const;
  Reanalysis reanalyse(const std::shared_ptr<const FixedTexts> &texts, const std::set<std::string> &moving, findings::SourceFiles &fixed);
  void applyBaseline(const Analysis &analysis, const std::vector<std::string> &activeRules);
  ExitStatus measureExpressions();
  ExitStatus measureProgram();
  void completeUnsorted(const rules::RuleSet &rules);
  ExitStatus status() const;
  bool reaches(const findings::Finding &finding) const;

  const Options &options;
  const MergedShards *shards; // null: the units are analysed now
  std::chrono::steady_clock::time_point start;
  std::string workingDirectory;
  Profiles profiles;
  CompileCommands commands;
  ChangeSelection changes;
  BaselineFiles baseline;
  std::shared_ptr<Projects> projects; // null: no header is looked up
  Caches caches;
  std::vector<std::string> sourceNames;
  UnitPlan plan;
  findings::SourceFiles sources;
  findings::Report report;
  std::string resourceDirectory;
  SourceParts parts;                               // of the plan's sources
  std::vector<std::vector<std::string>> unitFiles; // of each unit of the plan: real paths of what it was made from
  std::vector<std::string> errorFiles;             // display names of sources with syntax errors or missing headers
  std::set<std::string> printed;                   // display names of sources whose findings have been printed
  Comparisons comparisons;
  bool configurationFailed = false, coverageTooLow = false;
  unsigned failedFiles = 0;
};

void CheckRun::fail(const std::string &source, const std::string &reason) {
  reportError(source + ": " + reason);
  report.notAnalysed.push_back({source, 0, 0, "file", reason});
  ++failedFiles;
}

bool CheckRun::selectSources() {
  sourceNames = options.sources;
  for (const std::string &name : sourceNames)
    if (projects && llvm::sys::fs::is_directory(name))
      projects->takeForRoot(name);
  llvm::Error error = shards ? llvm::Error::success() : withoutDirectories(sourceNames, /*headers=*/changes.findsSources()).moveInto(sourceNames);
  if (!error && changes.active())
    error = changes.select(sourceNames);
  if (!error)
    return true;
  reportError(llvm::toString(std::move(error)));
  return false;
}

/// Python scripts, which are no units: those that have a reference are compared with it. False where no interpreter can be run.
bool CheckRun::readScripts() {
  std::vector<std::string> scripts = takeScripts(sourceNames), compared;
  if (!options.dumpGraph)
    llvm::copy_if(scripts, std::back_inserter(compared), [&](const std::string &script) { return comparisons.takesScript(script); });
  llvm::erase_if(scripts, [&](const std::string &script) { return llvm::is_contained(compared, script); });
  comparisons.addScripts(std::move(compared));
  if (scripts.empty())
    return true;
  const Profile *profile = profiles.withoutSource();
  return profile && handleScripts(scripts, options, profile, [this](const std::string &script, const std::string &why) { fail(script, why); });
}

/// Fills `plan`; false when nothing can be analysed because of the configuration as a whole.
bool CheckRun::prepare() {
  UnitPlanner planner(options, workingDirectory, profiles, caches);
  if (shards) {
    llvm::Expected<UnitPlan> planned = shards->plan(planner);
    if (!planned) {
      reportError(llvm::toString(planned.takeError()));
      configurationFailed = true;
      return false;
    }
    plan = std::move(*planned);
  } else {
    plan = planner.plan(sourceNames, commands);
  }
  configurationFailed |= plan.faulty;
  report.summary.files = static_cast<unsigned>(plan.sources.size() + comparisons.comparedScripts().size());
  // Scripts are compared by the settings of no source's own.
  if (const Profile *profile = comparisons.comparedScripts().empty() ? nullptr : profiles.withoutSource())
    for (const std::string &script : comparisons.comparedScripts())
      plan.failOn[script] = profile->config.failOn.value_or(findings::FailOn::Warning);
  for (const PlannedSource &source : plan.sources)
    if (!source.problem.empty())
      fail(source.name, source.problem);
  return !plan.units.empty();
}

void CheckRun::nameLeftOut(const Analysis &analysis) const {
  if (analysis.leftOut.empty())
    return;
  std::string line = "the time budget of ";
  llvm::raw_string_ostream(line) << llvm::format("%g s", options.incremental.timeBudget.value_or(0)) << " is spent; left out: ";
  notice(line + llvm::join(analysis.leftOut, ", "));
}

void CheckRun::applyBaseline(const Analysis &analysis, const std::vector<std::string> &activeRules) {
  std::set<std::string> active(activeRules.begin(), activeRules.end());
  for (const findings::OwnRule *rule : findings::ownRules())
    active.emplace(rule->slug);
  configurationFailed |= !baseline.apply(report, analysis.readFiles, active);
}

/// Headers that no flag finds: a compile database would say where they are.
void CheckRun::adviseDatabase() const {
  if (options.quiet || options.asTidy || options.fixedFlags || report.foundHeaders.empty())
    return;
  const std::string &root = report.foundHeaders.front().root;
  if (const std::optional<std::string> command = databaseCommand(root))
    notice("no compile commands for " + root + "; " + *command);
}

/// Operators that no tree holds, as their statement could not be parsed, may be those of integers, where the source names no other numbers.
bool CheckRun::mayCompute(const std::string &source) {
  const findings::SourceFile *file = sources.find(source);
  if (!file)
    return false;
  const std::string text(file->text());
  const SourceTokens tokens(text);
  return llvm::any_of(tokens.all(), [](const SourceToken &token) { return token.text == "template" || isFloatingToken(token); });
}

/// What too little of was understood; `failed`: sources that count as failed already.
void CheckRun::judgeCoverage(const std::set<std::string> &failed) {
  std::set<std::string> asked;
  for (const PlannedSource &source : plan.sources)
    asked.insert(source.name);
  for (const findings::FileCoverage &file : report.coverage) {
    if (!asked.contains(file.file) || failed.contains(file.file) || !findings::isBelow(file, std::max(50.0, options.minCoverage.value_or(0))) ||
        !mayCompute(file.file))
      continue;
    if (options.minCoverage && findings::isBelow(file, *options.minCoverage)) {
      reportError(file.file + ": " + findings::shortfall(file) + " (--min-coverage)");
      coverageTooLow = true;
    }
    if (findings::isSilent(file))
      fail(file.file, findings::shortfall(file));
    else if (findings::isPoor(file))
      report.notAnalysed.push_back({file.file, 0, 0, findings::shortfall(file), "", /*incomplete=*/true});
  }
}

void CheckRun::finishReport(Analysis &analysis) {
  llvm::move(analysis.report.findings, std::back_inserter(report.findings));
  llvm::move(analysis.report.notAnalysed, std::back_inserter(report.notAnalysed));
  llvm::move(analysis.report.foundHeaders, std::back_inserter(report.foundHeaders));
  report.coverage = std::move(analysis.report.coverage);
  report.summary.functions = analysis.report.summary.functions;
  report.summary.floatingOperations = analysis.report.summary.floatingOperations;
  llvm::sort(analysis.failedFiles);
  failedFiles += unsigned(std::unique(analysis.failedFiles.begin(), analysis.failedFiles.end()) - analysis.failedFiles.begin());
  judgeCoverage({analysis.failedFiles.begin(), analysis.failedFiles.end()});
  report.summary.filesFailed = failedFiles;
  findings::completeReport(report);
  const findings::SuppressionOptions suppressing = suppressions();
  findings::applySuppressions(report, sources, analysis.analysedFiles, suppressing);
  for (const auto &[file, reason] : sources.failures())
    fail(file, "cannot be read once more: " + reason);
  report.summary.filesFailed = failedFiles;
  applyBaseline(analysis, suppressing.activeRules);
  select(report);
  findings::countFindings(report);
  unitFiles = std::move(analysis.filesOfUnits);
}

findings::SuppressionOptions CheckRun::suppressions() const {
  findings::SuppressionOptions suppressing;
  using Unused = findings::SuppressionOptions::Unused;
  for (const std::unique_ptr<Profile> &profile : profiles.all()) {
    if (!profile)
      continue;
    suppressing.audits |= profile->config.level == rules::Severity::Audit;
    llvm::append_range(suppressing.knownRules, profile->knownRules);
    for (const std::unique_ptr<rules::Rule> &rule : profile->rules.rules())
      suppressing.activeRules.push_back(rule->slug);
    if (profile->config.reportUnusedSuppressions == "never")
      suppressing.reportUnused = Unused::Ignore;
    else if (profile->config.reportUnusedSuppressions == "allow")
      suppressing.reportUnused = Unused::Allows;
  }
  for (const findings::OwnRule *rule : findings::ownRules())
    suppressing.knownRules.emplace_back(rule->slug);
  return suppressing;
}

/// Last: which findings there are, how they are numbered and what suppresses them does not depend on what is shown.
void CheckRun::select(findings::Report &from) const {
  llvm::erase_if(from.findings, [&](const findings::Finding &finding) {
    return !changes.accepts(finding) ||
           (!options.lineFilter.empty() && !profiles.all().front()->filter.acceptsLine(finding.where.file, finding.where.line));
  });
}

std::vector<AnalysisUnit> CheckRun::unitsReading(const std::set<std::string> &moving) const {
  std::vector<AnalysisUnit> units;
  for (std::size_t index = 0; index < plan.units.size(); ++index)
    if (!parts.contains(findings::resolvedPath(plan.units[index].command.source)) &&
        llvm::any_of(unitFiles[index], [&](const std::string &file) { return moving.contains(file); })) {
      units.push_back(plan.units[index]);
      units.back().cache = nullptr;
    }
  return units;
}

AnalysisSettings CheckRun::settingsFor(std::shared_ptr<const FixedTexts> texts) const {
  AnalysisSettings settings = analysisSettings(resourceDirectory);
  settings.dumpGraph = settings.coverage = settings.keepSubjects = settings.buildSteps = settings.lastOfProcess = false;
  settings.deadline = {};
  settings.fixedTexts = std::move(texts);
  return settings;
}

/// True for a unit that no longer parses, and did.
bool CheckRun::isBroken(const AnalysisUnit &unit, const UnitOutcome &outcome) const {
  return (!outcome.result.parse.parsed || outcome.result.parse.errors > 0) && !llvm::is_contained(errorFiles, unit.displayName);
}

/// The findings of the units that read one of the files that move, as a run on these texts would have them.
Reanalysis CheckRun::reanalyse(const std::shared_ptr<const FixedTexts> &texts, const std::set<std::string> &moving, findings::SourceFiles &fixed) {
  const std::vector<AnalysisUnit> units = unitsReading(moving);
  std::vector<UnitOutcome> outcomes = analyseUnits(units, settingsFor(texts), fixed);
  Reanalysis result;
  for (std::size_t index = 0; index < units.size(); ++index)
    if (isBroken(units[index], outcomes[index]))
      result.broken.push_back(outcomes[index].result.userFiles);
  if (!result.broken.empty() && !options.fixErrors)
    return result;
  ConformanceOutcome compared = comparisons.compared(units, outcomes, fixed);
  check::proveFixes(compared, fixed, texts.get(),
                    [this](std::shared_ptr<const FixedTexts> further, const std::set<std::string> &files, findings::SourceFiles &named) {
                      return compareAgain(std::move(further), files, named);
                    });
  Analysis analysis = assemble(units, std::move(outcomes), parts);
  result.report = std::move(analysis.report);
  Comparisons::addDepartures(compared, result.report);
  findings::completeReport(result.report);
  findings::applySuppressions(result.report, fixed, analysis.analysedFiles, suppressions());
  baseline.mark(result.report);
  select(result.report);
  return result;
}

bool CheckRun::reaches(const findings::Finding &finding) const {
  if (finding.suppression || finding.fixed || finding.severity == rules::Severity::Audit)
    return false;
  if (llvm::is_contained(options.failOnVerdicts, finding.rule))
    return true;
  if (treatedAsError(options, finding))
    return true;
  auto threshold = plan.failOn.find(finding.where.file);
  // A header's findings belong to all units that include it: the strictest of them decides.
  auto strictness = [](findings::FailOn level) { return level == findings::FailOn::Remark ? 0 : level == findings::FailOn::Warning ? 1 : 2; };
  int level = 2;
  if (threshold != plan.failOn.end())
    level = strictness(threshold->second);
  else
    for (const auto &[file, each] : plan.failOn)
      level = std::min(level, strictness(each));
  return level == 0 || (level == 1 && finding.severity == rules::Severity::Warning);
}

ExitStatus CheckRun::status() const {
  if (configurationFailed)
    return ExitStatus::UsageError;
  bool strict =
      llvm::any_of(profiles.all(), [](const std::unique_ptr<Profile> &profile) { return profile && profile->config.strict.value_or(false); });
  if (failedFiles > 0 || coverageTooLow)
    return ExitStatus::ToolFailure;
  std::vector<findings::NotAnalysed> unseen = report.notAnalysed;
  // What no variant of the flags wakes is not part of what was to be analysed.
  llvm::erase_if(unseen, [](const findings::NotAnalysed &entry) { return entry.what == inactiveCodeEntry && !entry.incomplete; });
  if (strict && !unseen.empty()) {
    // Not every format says what was not analysed.
    const auto first = std::ranges::max_element(unseen, {}, &findings::NotAnalysed::incomplete);
    const std::size_t others = unseen.size() - 1;
    reportError("not everything was analysed (strict): " + first->file + (first->line != 0 ? ":" + std::to_string(first->line) : "") + ": " +
                first->what + (first->why.empty() ? "" : ": " + first->why) + (others == 0 ? "" : ", and " + std::to_string(others) + " more"));
    return ExitStatus::ToolFailure;
  }
  const bool found = comparisons.fail() || baseline.hasStaleEntries() ||
                     llvm::any_of(report.findings, [&](const findings::Finding &finding) { return reaches(finding); });
  return found ? ExitStatus::Findings : ExitStatus::Clean;
}

AnalysisSettings CheckRun::analysisSettings(const std::string &resources) const {
  AnalysisSettings settings;
  settings.resourceDirectory = resources;
  settings.jobs = options.jobs ? options.jobs : llvm::hardware_concurrency().compute_thread_count();
  settings.dumpGraph = options.dumpGraph;
  settings.keepSubjects = options.measure.enabled;
  settings.lastOfProcess = true;
  settings.projects = projects;
  settings.repair = !options.noRepairs;
  settings.wake = !options.noWake;
  // What a shard's findings are shown in, its merge decides.
  settings.buildSteps =
      options.shard || llvm::any_of(options.formats, [](const OutputFormat &format) { return format.name != "text" && format.name != "json"; });
  if (options.incremental.timeBudget)
    settings.deadline =
        start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(*options.incremental.timeBudget));
  return settings;
}

OutputRequest CheckRun::outputRequest(const findings::Report &shown) {
  std::set<std::string> names;
  for (const PlannedSource &source : plan.sources)
    names.insert(source.name);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  OutputRequest request{options, shown, profiles, sources, workingDirectory, std::move(names), {}, seconds};
  comparisons.show(request);
  return request;
}

/// The units that read one of the files that move, compared on these texts.
std::optional<ConformanceOutcome> CheckRun::compareAgain(std::shared_ptr<const FixedTexts> texts, const std::set<std::string> &moving,
                                                         findings::SourceFiles &fixed) {
  const std::vector<AnalysisUnit> units = unitsReading(moving);
  AnalysisSettings settings = settingsFor(std::move(texts));
  settings.buildFixes = false;
  const std::vector<UnitOutcome> outcomes = analyseUnits(units, settings, fixed);
  for (const auto &[unit, outcome] : llvm::zip(units, outcomes))
    if (isBroken(unit, outcome))
      return std::nullopt;
  return comparisons.compared(units, outcomes, fixed);
}

void CheckRun::proveFixes(const std::vector<UnitOutcome> &outcomes) {
  if (!comparisons.any())
    return;
  unitFiles.clear();
  for (std::size_t index = 0; index < plan.units.size(); ++index) {
    unitFiles.push_back(outcomes[index].result.userFiles);
    if (outcomes[index].result.parse.errors > 0)
      errorFiles.push_back(plan.units[index].displayName);
  }
  comparisons.proveFixes([this](std::shared_ptr<const FixedTexts> texts, const std::set<std::string> &moving, findings::SourceFiles &fixed) {
    return compareAgain(std::move(texts), moving, fixed);
  });
}

/// As finishReport does it for all.
std::size_t CheckRun::printEarly(const std::string &source, findings::Report found) {
  findings::completeReport(found);
  findings::applySuppressions(found, sources, std::span(&source, 1), suppressions());
  select(found);
  writeEarly(outputRequest(found));
  return std::size_t(llvm::count_if(findings::groupsOf(found), [](const findings::Group &group) { return !group.first().suppression; }));
}

std::vector<UnitOutcome> CheckRun::analyse(const AnalysisSettings &settings) {
  EarlyFindings::Print print;
  if (printsEarly(options) && plan.sources.size() > 1 && !comparisons.any())
    print = [this](const std::string &source, findings::Report found) { return printEarly(source, std::move(found)); };
  EarlyFindings early(plan, print);
  std::vector<UnitOutcome> outcomes =
      analyseUnits(plan.units, settings, sources, [&early](std::size_t unit, const UnitResult &result) { early.finished(unit, result); });
  printed = early.printed();
  return outcomes;
}

/// Of findings that come from no match: their rule's id, and the summary's counts. They stay in their own order.
void CheckRun::completeUnsorted(const rules::RuleSet &rules) {
  llvm::StringSet<> files;
  for (findings::Finding &finding : report.findings) {
    if (const rules::Rule *const rule = rules.find(finding.rule))
      finding.id = rule->id;
    files.insert(finding.where.file);
  }
  report.summary.files = static_cast<unsigned>(files.size());
  findings::countFindings(report);
}

/// --expr: formulas instead of sources.
ExitStatus CheckRun::measureExpressions() {
  const Profile *profile = outputsAreKnown(options) ? profiles.withoutSource() : nullptr;
  if (!profile)
    return ExitStatus::UsageError;
  llvm::Expected<MeasureInputs> inputs = loadInputs(options.measure);
  llvm::Expected<findings::Report> formulas = expressionReport(options.expressions, options.measure.seed);
  if (llvm::Error error = llvm::joinErrors(inputs.takeError(), formulas.takeError())) {
    reportError(llvm::toString(std::move(error)));
    return ExitStatus::UsageError;
  }
  report = std::move(*formulas);
  completeUnsorted(profile->rules);
  inputs->identities = rules::identities(profile->rules);
  const bool isMeasured = measureFindings(report, *inputs, options.measure, analysisSettings({}).jobs, sources);
  return writeOutputs(outputRequest(report)) && isMeasured ? ExitStatus::Clean : ExitStatus::UsageError;
}

/// --shadow-report: what a program computed instead of sources.
ExitStatus CheckRun::measureProgram() {
  const Profile *profile = outputsAreKnown(options) ? profiles.withoutSource() : nullptr;
  if (!profile)
    return ExitStatus::UsageError;
  llvm::Expected<MeasureInputs> inputs = loadInputs(options.measure);
  llvm::Expected<ProgramOrders> orders = programOrders(options.shadowReport, profile->rules, options.measure.seed);
  if (llvm::Error error = llvm::joinErrors(inputs.takeError(), orders.takeError())) {
    reportError(llvm::toString(std::move(error)));
    return ExitStatus::UsageError;
  }
  inputs->identities = rules::identities(profile->rules);
  inputs->data = std::move(orders->operands);
  const std::size_t expressions = orders->report.findings.size();
  if (expressions == 0)
    notice("note: the report holds no expressions: programs that fporder-c++ has built keep those of two operations and more");
  applySuppressions(*orders, sources);
  if (!measureFindings(orders->report, *inputs, options.measure, analysisSettings({}).jobs, sources))
    return ExitStatus::UsageError;
  const std::size_t left = keepImprovable(*orders, options.measure.seed, options.level == rules::Severity::Audit);
  report = std::move(orders->report);
  completeUnsorted(profile->rules);
  if (left != 0)
    notice("note: " + std::to_string(left) + " of " + std::to_string(expressions) +
           " expressions have no clearly more accurate order on the operands met (--level=audit shows them)");
  return writeOutputs(outputRequest(report)) ? ExitStatus::Clean : ExitStatus::UsageError;
}

ExitStatus CheckRun::execute() {
  if (wantsRuleListing(options)) {
    const Profile *profile = profiles.withoutSource();
    return profile ? listRules(options, profile->rules) : ExitStatus::UsageError;
  }
  if (workingDirectory.empty()) { // names would be shown and looked for as if they were others
    reportError("the working directory cannot be found");
    return ExitStatus::UsageError;
  }
  if (options.expressions.given())
    return measureExpressions();
  if (!options.shadowReport.empty())
    return measureProgram();
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
  if (!readScripts())
    return ExitStatus::UsageError;
  if (!prepare() && configurationFailed)
    return ExitStatus::UsageError;
  const AnalysisSettings settings = analysisSettings(*resources);
  if (options.shard) {
    const ExitStatus written = runShard({options, plan, settings, workingDirectory, sources});
    caches.finish();
    return written;
  }
  const auto planned = [this](const std::vector<std::string> &names) {
    return UnitPlanner(options, workingDirectory, profiles, caches).plan(names, commands);
  };
  if (!comparisons.prepare(plan.units, settings, planned))
    return ExitStatus::UsageError;
  resourceDirectory = *resources;
  std::vector<UnitOutcome> outcomes = shards ? shards->outcomes() : analyse(settings);
  configurationFailed |= !comparisons.run(plan.units, outcomes);
  proveFixes(outcomes);
  parts = partsAmong(plan.units, outcomes);
  Analysis analysis = assemble(plan.units, std::move(outcomes), parts);
  caches.finish();
  errorFiles = analysis.errorFiles;
  comparisons.addDepartures(analysis.report);
  nameLeftOut(analysis);
  finishReport(analysis);
  if (options.dumpGraph)
    return status();
  if (options.measure.listInputs) {
    printInputs(report, llvm::outs());
    return status() == ExitStatus::Findings ? ExitStatus::Clean : status();
  }
  if (const auto profile = llvm::find_if(profiles.all(), [](const auto &each) { return each != nullptr; });
      options.measure.enabled && profile != profiles.all().end())
    inputs->identities = rules::identities((*profile)->rules);
  if (options.measure.enabled && !measureFindings(report, *inputs, options.measure, settings.jobs, sources))
    configurationFailed = true;
  OutputRequest request = outputRequest(report);
  request.printed = printed;
  if (!writeOutputs(request))
    configurationFailed = true;
  adviseDatabase();
  const FixOutcome fixes = handleFixes({options, report, errorFiles, sourceNames, sources,
                                        [this](const std::shared_ptr<const FixedTexts> &texts, const std::set<std::string> &moving,
                                               findings::SourceFiles &fixed) { return reanalyse(texts, moving, fixed); }});
  configurationFailed |= fixes.status == ExitStatus::UsageError;
  failedFiles += fixes.status == ExitStatus::ToolFailure;
  for (const auto &[file, reason] : findings::unresolvedPaths())
    fail(file, "its name cannot be resolved: " + reason);
  // What was fixed was reported, and is there no longer.
  for (const std::size_t settled : fixes.settled)
    report.findings[settled].fixed = true;
  return status();
}

} // namespace

ExitStatus run(const Options &options, const MergedShards *shards) {
  // Never destroyed: the process ends next, and thousands of findings take milliseconds to free.
  return (new CheckRun(options, shards))->execute();
}

} // namespace fporder::check
