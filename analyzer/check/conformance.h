// Comparing what a run analyses with its reference: --reference.
#pragma once

#include "analyzer/check/analysis.h"
#include "analyzer/check/unit_plan.h"
#include "analyzer/conform/platform.h"
#include "analyzer/conform/preserved_functions.h"
#include "analyzer/conform/reference_spec.h"
#include "analyzer/findings/conformance.h"
#include "analyzer/python/translate.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fporder::check {

/// A reference's functions, with the platform that they run on.
struct LoadedReference {
  conform::ReferenceSpec spec;
  std::string displayName; // the file's, or the formula
  std::vector<std::shared_ptr<order::Procedure>> procedures;
  std::optional<conform::Platform> platform; // of what was loaded
  std::string source;                        // absolute path; empty: a formula
};

/// Reads references as sources are read, each once.
class References {
public:
  using Plan = std::function<UnitPlan(const std::vector<std::string> &)>;

  /// `platform`: of all of them, by name; empty: by their languages. `plan` makes the units of a source.
  /// `readingScripts`: how Python scripts are read.
  References(std::string platformName, python::Options readingScripts, Plan planned, AnalysisSettings analysing, findings::SourceFiles &sourceFiles)
      : platform(std::move(platformName)), scripts(std::move(readingScripts)), plan(std::move(planned)), settings(std::move(analysing)),
        sources(sourceFiles) {}

  /// What --reference or a comment names; an error says why it cannot be used. Paths are relative to `directory`; empty: to the working directory.
  llvm::Expected<const LoadedReference *> load(const std::string &given, const std::string &directory = {});

private:
  llvm::Expected<std::unique_ptr<LoadedReference>> read(const std::string &given, const std::string &directory);
  llvm::Error analyse(LoadedReference &reference);
  llvm::Error analyseScript(LoadedReference &reference);

  std::string platform;
  python::Options scripts;
  Plan plan;
  AnalysisSettings settings;
  findings::SourceFiles &sources;
  std::map<std::string, std::unique_ptr<LoadedReference>> loaded; // by directory and text
};

struct ConformanceOutcome {
  std::vector<findings::ConformanceEntry> entries;
  std::vector<findings::Finding> departures;      // with the fixes that conform/fixes.h proposes; see conformance_fixes.h
  std::vector<std::string> mistakes;              // in comments: "kernel.cu:3: WHY"
  std::vector<findings::NotAnalysed> notAnalysed; // limits that were reached
  std::vector<conform::UnitFunctions> units;      // that were compared
};

/// The line that says of a source why it is not compared.
findings::ConformanceEntry withoutReference(const std::string &source, const std::string &why);

/// Takes a departure's fix away, and says why.
void withholdFix(findings::Finding &departure, const std::string &why);

/// Compares the functions of one unit: those that a comment speaks of with the reference that it names, the others with `common`, where there is one.
/// `platform`: of the implementation, by name; empty: by its language.
ConformanceOutcome conformanceOf(const AnalysisUnit &unit, const UnitResult &result, const LoadedReference *common, References &references,
                                 const findings::SourceFile *text, const std::string &platform);

} // namespace fporder::check
