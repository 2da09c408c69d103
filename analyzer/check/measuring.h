// --measure: the figures of each finding's orders, on the user's data.
#pragma once

#include "analyzer/check/options.h"
#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "runtime/enumerate/identity.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/criteria.h"

#include "llvm/Support/Error.h"

namespace fporder::check {

/// What the command line says about values and criteria.
struct MeasureInputs {
  measure::DataSet data;
  std::vector<measure::CriterionChoice> criteria;
  std::vector<enumerate::Identity> identities; // of the rules, for orders that no rule offers
};

/// Reads it all. An error's message names the option's text.
llvm::Expected<MeasureInputs> loadInputs(const MeasureSettings &settings);

/// Measures every finding that has a subject and is not suppressed, and gives it its figures or a note that says why not. What a source's annotations
/// say of values holds where the command line says nothing. Reports on stderr what does not fit, and names that mean nothing in any finding's
/// function. False when a name or an array the user gave was of no use: a usage error.
bool measureFindings(findings::Report &report, const MeasureInputs &inputs, const MeasureSettings &settings, unsigned threads,
                     findings::SourceFiles &sources);

} // namespace fporder::check
