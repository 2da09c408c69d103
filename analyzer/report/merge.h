// Reports of several runs or ranks of one program as one.
//
// Counts are added, largest figures are the largest, means are weighted by what they are of; the bounds on quantiles are the larger ones, which bound
// the whole. Worst cases are those of the report that has the larger figure. The result does not depend on the reports' order.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace fporder::report {

/// Reports that readReport has accepted; one at least. An error where their shares are of different things.
llvm::Expected<llvm::json::Value> merged(std::vector<llvm::json::Value> reports);

} // namespace fporder::report
