#include "analyzer/check/conformance.h"

#include "analyzer/check/assembly.h"
#include "analyzer/check/messages.h"
#include "analyzer/conform/departures.h"
#include "analyzer/conform/pairing.h"
#include "analyzer/conform/platform.h"
#include "runtime/conform/conform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace fporder::check {
namespace {

llvm::Error mistake(const llvm::Twine &message) { return llvm::createStringError(llvm::inconvertibleErrorCode(), message); }

conform::DisplayPath displayPath(const std::string &source, const std::string &displayName) {
  return [source, displayName](const std::string &path) { return path == source ? displayName : path; };
}

llvm::Error analyse(LoadedReference &reference, UnitPlan plan, const AnalysisSettings &given, findings::SourceFiles &sources) {
  if (!plan.sources.empty() && !plan.sources[0].problem.empty())
    return mistake("reference " + reference.displayName + ": " + plan.sources[0].problem);
  if (plan.units.empty())
    return mistake("reference " + reference.displayName + ": it has no compile command");
  plan.units.resize(1); // one set of flags
  plan.units[0].keepProcedures = true;
  plan.units[0].cache = nullptr;
  AnalysisSettings settings = given;
  settings.dumpGraph = settings.coverage = settings.keepSubjects = settings.buildFixes = settings.buildSteps = settings.lastOfProcess = false;
  std::vector<UnitOutcome> outcomes = analyseUnits(plan.units, settings, sources);
  if (const std::string failure = failureOf(outcomes[0]); !failure.empty())
    return mistake("reference " + reference.displayName + ": " + failure);
  reference.procedures = std::move(outcomes[0].result.procedures);
  reference.source = plan.units[0].command.source;
  if (!reference.platform)
    reference.platform = &conform::platformOf(reference.source, plan.units[0].command.arguments, outcomes[0].result.vendors);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<LoadedReference> loadReference(const std::string &given, const std::string &platform,
                                              const std::function<UnitPlan(const std::vector<std::string> &)> &plan, const AnalysisSettings &settings,
                                              findings::SourceFiles &sources) {
  llvm::Expected<conform::ReferenceSpec> spec =
      conform::parseReference(given, [](const std::string &path) { return llvm::sys::fs::is_regular_file(path); });
  if (!spec)
    return spec.takeError();
  LoadedReference reference{*spec, spec->file, {}, conform::findProfile(platform), {}};
  if (!spec->file.empty()) {
    if (llvm::Error error = analyse(reference, plan({spec->file}), settings, sources))
      return std::move(error);
    if (const std::string missing = conform::missingFunction(reference.procedures, spec->function); !missing.empty())
      return mistake(given + ": " + missing);
    return reference;
  }
  llvm::Expected<order::Procedure> formula = conform::formulaProcedure(spec->formula);
  if (!formula)
    return formula.takeError();
  reference.displayName = spec->formula;
  reference.procedures.push_back(std::make_shared<order::Procedure>(std::move(*formula)));
  reference.platform = conform::findProfile("formula");
  return reference;
}

ConformanceOutcome conformanceOf(const AnalysisUnit &unit, const UnitResult &result, const LoadedReference &reference, const std::string &platform) {
  ConformanceOutcome outcome;
  const conform::Pairing pairing = conform::pairFunctions(result.procedures, reference.procedures, reference.spec.function);
  if (!pairing.problem.empty()) {
    findings::ConformanceEntry &entry = outcome.entries.emplace_back();
    entry.where.file = unit.displayName;
    entry.reference.file = reference.displayName;
    entry.verdict = conform::name(conform::Verdict::Undecided);
    entry.message = pairing.problem;
    return outcome;
  }
  const conform::Profile *own = conform::findProfile(platform);
  if (!own)
    own = &conform::platformOf(unit.command.source, unit.command.arguments, result.vendors);
  const conform::DisplayPath here = displayPath(unit.command.source, unit.displayName), there = displayPath(reference.source, reference.displayName);
  for (const auto &[implementation, golden] : pairing.pairs)
    for (const conform::Conformance &verdict : conform::compare({{implementation, own}, {golden, reference.platform}, {}})) {
      outcome.entries.push_back(conform::entryOf(verdict, here, there));
      if (outcome.entries.back().where.file.empty())
        outcome.entries.back().where.file = unit.displayName;
      if (std::optional<findings::Finding> finding = conform::departure(outcome.entries.back()))
        outcome.departures.push_back(*std::move(finding));
    }
  return outcome;
}

} // namespace fporder::check
