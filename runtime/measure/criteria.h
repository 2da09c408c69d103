// Acceptance criteria: the gates by which kernel teams decide whether computed values are near enough to golden ones.
//
// d = actual - golden, g = golden, relative error = |d| / (|g| + guard), where 0/0 is 0. Only elements where both are finite enter the figures; every
// criterion also asks that NaN and infinities stand at the same positions, infinities with the same sign. Sums are compensated (Neumaier), taken in
// the elements' order, so figures do not depend on block sizes. Means and shares are over the finite pairs and are 0 where there is none.
#pragma once

#include "runtime/error/result.h"
#include "runtime/format/format.h"
#include "runtime/measure/pair_statistics.h"
#include "runtime/measure/paired_values.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::measure {

struct ParameterValue {
  std::string name;
  double value = 0;
};

/// A criterion as asked for: its name and the parameters that differ from its own.
struct CriterionChoice {
  std::string name;
  std::vector<ParameterValue> parameters;
};

/// Reads "NAME[:param=value,...]" and several of them separated by ';'; "all" is every criterion. Errors list what there is.
Result<std::vector<CriterionChoice>> parseCriteria(std::string_view text);

/// Every criterion, in the table's order, with the parameters' own values.
std::vector<CriterionChoice> allCriteria();

/// The one that decides where none was chosen: "ascend" for the formats it has thresholds for, "assert-close" for binary64, with NaN equal to NaN as
/// for the other formats, "exact" for the rest.
CriterionChoice defaultCriterion(format::Format format);

/// One paragraph a criterion, with its parameters, for --list-criteria.
std::string describeCriteria();

/// One figure and its limit.
struct Check {
  std::string what; // "mean relative error"
  double value = 0;
  std::optional<double> limit; // none: reported, decides nothing
  bool strict = false;         // value < limit, otherwise value <= limit
  bool passed = true;
};

struct CriterionResult {
  std::string name;
  std::optional<std::string> notApplicable; // why: no threshold for the format, no third platform
  bool passed = false;
  std::vector<ParameterValue> parameters; // those in force
  std::vector<Check> checks;
};

/// Judges all choices in as few passes as they need (one, or four where a quantile is asked for). `format` is the computed values' and chooses the
/// parameters' own values. Pairs that are not finite enter no figure: checks of their own say where one fails a criterion. `progress` is called with
/// the share done, now and then.
std::vector<CriterionResult> judge(const PairedValues &values, format::Format format, std::span<const CriterionChoice> choices,
                                   const NotFinitePairs &notFinite, const std::function<void(double)> &progress = {});

} // namespace fporder::measure
