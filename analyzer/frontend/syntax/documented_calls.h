// Calls of vendors' APIs that compute, told by their name and arguments alone: what is counted as an operation, whether a graph has it or not.
#pragma once

#include "analyzer/frontend/types/types.h"

#include "clang/AST/Expr.h"

#include <vector>

namespace fporder::frontend {

struct DocumentedCall {
  enum class Kind : std::uint8_t {
    None,     // no document models it, or the unit defines a function of this name itself
    Moves,    // copies, conversions, rearrangements, barriers
    Computes, // arithmetic on floating-point numbers or on numbers of open type
  };
  Kind kind = Kind::None;
  clang::SourceLocation name; // of the callee, where the operations of a model stand
};

/// What a vendor's document says of a call of this name and number of arguments; members are left out.
DocumentedCall documentedCall(Types &types, const std::vector<const models::Vendor *> &vendors, const clang::CallExpr *call);

} // namespace fporder::frontend
