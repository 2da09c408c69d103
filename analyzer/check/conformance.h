// Comparing what a run analyses with its reference: --reference.
#pragma once

#include "analyzer/check/analysis.h"
#include "analyzer/check/unit_plan.h"
#include "analyzer/conform/reference_spec.h"
#include "analyzer/findings/conformance.h"
#include "runtime/conform/profile.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

/// A reference's functions, with the platform that they run on.
struct LoadedReference {
  conform::ReferenceSpec spec;
  std::string displayName; // the file's, or the formula
  std::vector<std::shared_ptr<order::Procedure>> procedures;
  const conform::Profile *platform = nullptr;
  std::string source; // absolute path; empty: a formula
};

/// Plans and analyses the reference as sources are; an error says why it cannot be used. `plan`: makes the units of a source.
llvm::Expected<LoadedReference> loadReference(const std::string &given, const std::string &platform,
                                              const std::function<UnitPlan(const std::vector<std::string> &)> &plan, const AnalysisSettings &settings,
                                              findings::SourceFiles &sources);

struct ConformanceOutcome {
  std::vector<findings::ConformanceEntry> entries;
  std::vector<findings::Finding> departures;
};

/// Compares the functions of one unit with the reference's. `platform`: of the implementation, by name; empty: by its language.
ConformanceOutcome conformanceOf(const AnalysisUnit &unit, const UnitResult &result, const LoadedReference &reference, const std::string &platform);

} // namespace fporder::check
