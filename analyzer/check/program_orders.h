// --shadow-report: the expressions that a program computed under shadow execution (runtime/shadow/include/fporder/shadow/trees.h), measured as
// findings are, on the operands that it met.
//
// An expression's orders are those that rules offer for it or a part of it, those that a search from its value finds, and those that enumeration
// finds on the operands (runtime/measure/enumerated.h).
#pragma once

#include "analyzer/findings/finding.h"
#include "rules/engine/match.h"
#include "runtime/measure/binding.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

struct ProgramOrders {
  findings::Report report;    // a finding for each expression, those with the largest share of the program's error first; not yet measured
  measure::DataSet operands;  // each by the finding's function and the leaf
  std::vector<double> shares; // of the findings: of what the program's operations add to the error of their operands
};

/// Errors: the file cannot be read, or is no report of shadow execution; where and why.
llvm::Expected<ProgramOrders> programOrders(const std::string &file, const rules::RuleSet &rules, std::uint64_t seed);

/// After measuring: says of each finding what the most accurate order would leave of its share, and drops those without one, unless `all`; how many.
std::size_t keepImprovable(ProgramOrders &orders, std::uint64_t seed, bool all);

} // namespace fporder::check
