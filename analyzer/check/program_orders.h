// --shadow-report: the expressions that a program computed under shadow execution (runtime/shadow/include/fporder/shadow/trees.h), measured as
// findings are, on the operands that it met.
//
// An expression's orders are those that rules offer for it or a part of it, those that a search from its value finds, and those that enumeration
// finds on the operands (runtime/measure/enumerated.h).
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "rules/engine/match.h"
#include "runtime/measure/binding.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

struct ProgramOrders {
  findings::Report report;   // a finding for each expression, those with the largest share of the program's error first; not yet measured
  measure::DataSet operands; // each by the finding's function and the leaf: a sample of those that the program met
  std::vector<measure::DataSet> furthest; // for each finding, the operands at which the program's result was furthest off; may be empty
  std::vector<double> shares;             // of the findings: of what the program's operations add to the error of their operands
};

/// Errors: the file cannot be read, or is no report of shadow execution; where and why.
llvm::Expected<ProgramOrders> programOrders(const std::string &file, const rules::RuleSet &rules, std::uint64_t seed);

/// Marks what comments in the sources silence, as far as these can be found: NOLINT(fporder-better-order), and what suppressions.h has besides. What
/// is marked is not measured.
void applySuppressions(ProgramOrders &orders, findings::SourceFiles &sources);

/// After measuring: says of each finding what a better order would leave of its share, and what it gives where results were furthest off; drops those
/// without a better one, unless `all`, and suppressed ones; how many of the former.
std::size_t keepImprovable(ProgramOrders &orders, std::uint64_t seed, bool all);

} // namespace fporder::check
