// One piece of an output against the reference's.
#pragma once

#include "runtime/conform/side.h"

namespace fporder::conform {

/// The verdict with its evidence; `function` and `output` are the caller's to fill in.
Conformance compared(const PreparedSide &implementation, const PreparedPiece &ours, const PreparedSide &reference, const PreparedPiece &theirs,
                     const InputMatch &match);

} // namespace fporder::conform
