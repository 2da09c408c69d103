// One array seen as elements of another type: reinterpret_cast<float4 *>(p), *(__half2 *)&x[i], reinterpret_cast<float4 &>(x[i]).
//
// A view is a member of the array that overlaps everything else in it: what is written through one of them may change what the others hold, and the
// same element of the same view is the same location. Its name is not spelled.
#pragma once

#include "analyzer/frontend/memory/memory.h"
#include "analyzer/frontend/types/types.h"

namespace fporder::frontend {

/// The location that `element`, of type `from`, is when it is taken for a `to`: itself when both are laid out alike, or when either is raw memory.
LocationId viewAs(Memory &memory, Types &types, const clang::ASTContext &context, LocationId element, clang::QualType from, clang::QualType to);

} // namespace fporder::frontend
