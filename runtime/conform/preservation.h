// Whether a function that was rewritten computes over the reals what it computed before.
//
// Stricter than a comparison with a reference: both have the same outputs, in the same sequence, each input is the one of the same path, and each
// output is shown equal over the reals (with order::equalOverReals' error probability) or spelled by the same expression. What cannot be shown
// counts as changed.
#pragma once

#include "runtime/conform/conform.h"

#include <optional>
#include <string>

namespace fporder::conform {

/// The first output that is not shown to be what it was, as a reader spells it; nothing where all are. Both procedures gain nodes.
std::optional<std::string> changedOutput(const Side &before, const Side &after);

} // namespace fporder::conform
