#include "analyzer/check/comparisons.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/scripts.h"
#include "analyzer/conform/comments.h"
#include "analyzer/conform/departures.h"
#include "analyzer/conform/description.h"
#include "analyzer/conform/platform.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

namespace fporder::check {
namespace {

/// True for a source with comments that name references.
bool namesReference(const std::string &path) {
  const llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = findings::inputBuffer(path, fporder::file::Limit::SourceFile);
  return buffer && conform::mayHoldReferences({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
}

bool refused(llvm::Error error) {
  reportError(llvm::toString(std::move(error)));
  return false;
}

} // namespace

std::optional<ReferenceChoice> Comparisons::referenceOf(const AnalysisUnit &unit) {
  const Profile *profile = profiles.forSource(unit.command.source);
  return profile ? chooser->forSource(unit.command.source, profile->config.references) : std::nullopt;
}

bool Comparisons::takesScript(const std::string &script) const { return !asked.reference.empty() || namesReference(script); }

bool Comparisons::prepare(std::vector<AnalysisUnit> &units, const AnalysisSettings &settings, const References::Plan &plan) {
  const std::string &given = asked.reference;
  if (llvm::Error error = ReferenceChooser::create(given).moveInto(chooser))
    return refused(std::move(error));
  bool any = chooser->isOne() || !scripts.empty();
  for (AnalysisUnit &unit : units) {
    const bool compared = !given.empty() || namesReference(unit.command.source) || referenceOf(unit);
    any |= compared;
    unit.keepProcedures = compared || keepsAll();
    if (unit.keepProcedures)
      unit.cache = nullptr;
  }
  if (!any)
    return true;
  references.emplace(asked.referencePlatform, scriptOptions(options, profiles.withoutSource()), plan, settings, sources);
  if (!chooser->isOne())
    return true;
  llvm::Expected<const LoadedReference *> loaded = references->load(given);
  if (!loaded)
    return refused(loaded.takeError());
  reference = *loaded;
  return true;
}

bool Comparisons::run(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes) {
  conformance = compared(units, outcomes, sources);
  for (const std::string &mistake : conformance.mistakes)
    reportError(mistake);
  const bool good = conformance.mistakes.empty();
  if (!keepsAll())
    return good;
  const std::vector<conform::ComparedFunction> functions = functionsOf(units, outcomes);
  if (asked.selfConsistency)
    consistency = conform::selfConsistency(functions);
  if (!consistency.left.empty())
    notice(consistency.left);
  if (asked.describe)
    describe(functions);
  return good;
}

ConformanceOutcome Comparisons::compared(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes,
                                         findings::SourceFiles &texts) {
  ConformanceOutcome all;
  const auto take = [&all](ConformanceOutcome found) {
    llvm::move(found.entries, std::back_inserter(all.entries));
    llvm::move(found.departures, std::back_inserter(all.departures));
    llvm::move(found.mistakes, std::back_inserter(all.mistakes));
    llvm::move(found.notAnalysed, std::back_inserter(all.notAnalysed));
    llvm::move(found.units, std::back_inserter(all.units));
  };
  for (std::size_t index = 0; references && index < units.size(); ++index) {
    if (!units[index].keepProcedures || !outcomes[index].result.parse.parsed)
      continue; // what has failed is said
    take(compareWithReference(units[index], outcomes[index].result, texts, asked.platform));
  }
  for (const std::string &script : scripts)
    take(compareScript(script, texts));
  return all;
}

/// As a source is compared: what it computes is read as a reference's is.
ConformanceOutcome Comparisons::compareScript(const std::string &script, findings::SourceFiles &texts) {
  const LoadedReference *read = nullptr;
  if (llvm::Error error = references->load(script).moveInto(read)) {
    ConformanceOutcome failed;
    failed.mistakes.push_back(llvm::toString(std::move(error)));
    return failed;
  }
  AnalysisUnit unit;
  unit.command.source = read->source;
  unit.displayName = script;
  UnitResult result;
  result.procedures = read->procedures;
  const std::string platform = asked.platform.empty() ? std::string(read->platform->of(*read->procedures.front()).name) : asked.platform;
  return compareWithReference(unit, result, texts, platform);
}

ConformanceOutcome Comparisons::compareWithReference(const AnalysisUnit &unit, const UnitResult &result, findings::SourceFiles &texts,
                                                     const std::string &platform) {
  const LoadedReference *common = reference;
  std::vector<std::string> mistakes;
  const std::optional<ReferenceChoice> choice = referenceOf(unit);
  if (choice && !choice->mistake.empty())
    mistakes.push_back(unit.displayName + ": " + choice->mistake);
  if (choice && !choice->given.empty())
    if (llvm::Error error = references->load(choice->given, choice->directory).moveInto(common))
      mistakes.push_back(unit.displayName + ": " + llvm::toString(std::move(error)));
  ConformanceOutcome found = conformanceOf(unit, result, common, *references, texts.find(unit.displayName), platform);
  if (choice && !choice->none.empty() && found.entries.empty())
    found.entries.push_back(withoutReference(unit.displayName, choice->none));
  found.mistakes.insert(found.mistakes.begin(), mistakes.begin(), mistakes.end());
  return found;
}

/// All that the units keep, in their order.
std::vector<conform::ComparedFunction> Comparisons::functionsOf(const std::vector<AnalysisUnit> &units,
                                                                const std::vector<UnitOutcome> &outcomes) const {
  std::vector<conform::ComparedFunction> functions;
  for (std::size_t index = 0; index < units.size(); ++index) {
    const AnalysisUnit &unit = units[index];
    const auto platform = conform::Platform::of(asked.platform, unit.command.source, unit.command.arguments, outcomes[index].result.vendors);
    const auto display = [&unit](const std::string &path) { return path == unit.command.source ? unit.displayName : path; };
    for (const std::shared_ptr<order::Procedure> &procedure : outcomes[index].result.procedures)
      functions.push_back({procedure.get(), &platform.of(*procedure), display});
  }
  return functions;
}

/// A header's functions once.
void Comparisons::describe(std::span<const conform::ComparedFunction> functions) {
  std::set<std::tuple<std::string, std::string, std::string, std::uint32_t>> known;
  for (const conform::ComparedFunction &function : functions)
    if (std::optional<findings::Description> made = conform::descriptionOf(*function.procedure, function.display);
        made && known.emplace(made->function, function.procedure->signature, made->where.file, made->where.line).second)
      descriptions.push_back(*std::move(made));
}

void Comparisons::addDepartures(const ConformanceOutcome &from, findings::Report &to) {
  conform::dropDecided(to.findings, from.departures, from.entries);
  to.findings.insert(to.findings.end(), from.departures.begin(), from.departures.end());
  to.notAnalysed.insert(to.notAnalysed.end(), from.notAnalysed.begin(), from.notAnalysed.end());
}

void Comparisons::addDepartures(findings::Report &to) const {
  for (const conform::UnitFunctions &unit : conformance.units)
    if (llvm::is_contained(scripts, unit.displayName))
      to.summary.functions += static_cast<unsigned>(unit.procedures.size());
  conform::dropDecided(to.findings, conformance.departures, conformance.entries);
  conform::dropDecided(to.findings, consistency.departures, {});
  for (const std::vector<findings::Finding> *departures : {&conformance.departures, &consistency.departures})
    to.findings.insert(to.findings.end(), departures->begin(), departures->end());
  to.notAnalysed.insert(to.notAnalysed.end(), conformance.notAnalysed.begin(), conformance.notAnalysed.end());
}

bool Comparisons::fail() const {
  const auto named = [&](const findings::ConformanceEntry &entry) { return llvm::is_contained(options.failOnVerdicts, entry.verdict); };
  return llvm::any_of(conformance.entries, [&](const findings::ConformanceEntry &entry) { return entry.verdict == "undecided" && named(entry); }) ||
         llvm::any_of(consistency.groups, [&](const findings::ConsistencyGroup &group) {
           return llvm::any_of(group.members, [&](const findings::ConsistencyMember &member) { return llvm::any_of(member.outputs, named); });
         });
}

void Comparisons::show(OutputRequest &request) const {
  request.conformance = conformance.entries;
  if (asked.selfConsistency)
    request.groups = consistency.groups;
  if (asked.describe)
    request.descriptions = descriptions;
}

} // namespace fporder::check
