// What a run compares and describes beside its findings: --reference, --self-consistency, --describe.
#pragma once

#include "analyzer/check/conformance_fixes.h"
#include "analyzer/check/options.h"
#include "analyzer/check/output.h"
#include "analyzer/check/reference_choice.h"
#include "analyzer/conform/self_consistency.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

class Comparisons {
public:
  /// All of them outlive this.
  Comparisons(const Options &given, Profiles &knownProfiles, findings::SourceFiles &sourceFiles)
      : options(given), asked(given.references), profiles(knownProfiles), sources(sourceFiles) {}

  /// True for a Python script that is compared with a reference, as sources are: --reference is given, or its comments name one.
  bool takesScript(const std::string &script) const;
  /// Scripts to compare beside the units.
  void addScripts(std::vector<std::string> names) { scripts = std::move(names); }
  const std::vector<std::string> &comparedScripts() const { return scripts; }

  /// Reads what --reference names, and has the units keep the procedures that are looked at. False after an error message.
  bool prepare(std::vector<AnalysisUnit> &units, const AnalysisSettings &settings, const References::Plan &plan);
  /// True when a source's findings are not known before all are analysed.
  bool any() const { return references || keepsAll(); }
  /// False after printing what is wrong with comments, configurations or references.
  bool run(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes);

  /// The units that have a reference, compared as `run` does it, on these texts.
  ConformanceOutcome compared(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes, findings::SourceFiles &texts);
  /// Of what `run` found: see conformance_fixes.h.
  void proveFixes(const CompareAgain &compareAgain) { check::proveFixes(conformance, sources, nullptr, compareAgain); }

  static void addDepartures(const ConformanceOutcome &from, findings::Report &to);
  /// Departures, in place of what was found about the same operations without a reference; and how many functions the compared scripts have.
  void addDepartures(findings::Report &to) const;
  /// True where --fail-on names a verdict that is no finding: what is undecided, or that functions of one name have other formulas.
  bool fail() const;
  void show(OutputRequest &request) const;

private:
  bool keepsAll() const { return asked.selfConsistency || asked.describe; }
  std::optional<ReferenceChoice> referenceOf(const AnalysisUnit &unit);
  ConformanceOutcome compareWithReference(const AnalysisUnit &unit, const UnitResult &result, findings::SourceFiles &texts,
                                          const std::string &platform);
  ConformanceOutcome compareScript(const std::string &script, findings::SourceFiles &texts);
  std::vector<conform::ComparedFunction> functionsOf(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes) const;
  void describe(std::span<const conform::ComparedFunction> functions);

  const Options &options;
  const ReferenceSettings &asked;
  Profiles &profiles;
  findings::SourceFiles &sources;
  std::optional<References> references; // none: no source is compared with one
  std::optional<ReferenceChooser> chooser;
  const LoadedReference *reference = nullptr; // of all sources, by --reference
  std::vector<std::string> scripts;
  ConformanceOutcome conformance;
  conform::SelfConsistency consistency;
  std::vector<findings::Description> descriptions;
};

} // namespace fporder::check
