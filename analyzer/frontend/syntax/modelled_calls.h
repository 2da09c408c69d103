// Calls of vendors' APIs that compute, told by their name and arguments alone: what is counted as an operation, whether a graph has it or not.
#pragma once

#include "analyzer/frontend/types/types.h"

#include "clang/AST/Expr.h"

#include <vector>

namespace fporder::frontend {

/// Where the name of the callee stands, when a vendor's document models a call of this name and number of arguments as arithmetic on floating-point
/// numbers or on numbers of open type; invalid otherwise. Copies, conversions, rearrangements, barriers and calls of members are no arithmetic, and
/// neither is a function that the unit defines itself.
clang::SourceLocation modelledArithmetic(Types &types, const std::vector<const models::Vendor *> &vendors, const clang::CallExpr *call);

} // namespace fporder::frontend
