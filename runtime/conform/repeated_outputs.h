// A function that writes the elements of one output in several places, a vectorised body and what it leaves to a scalar loop: do they compute the
// same?
#pragma once

#include "runtime/conform/side.h"

#include <vector>

namespace fporder::conform {

/// Of each output that is written in several places, unconditionally and by the indices of loops: every place against the last one, which is the
/// reference of the result. `where` and `reference` are the stores, where nothing differs.
std::vector<Conformance> repeatedOutputs(const PreparedSide &side);

} // namespace fporder::conform
