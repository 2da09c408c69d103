// Descriptions of functions (runtime/describe/describe.h) as what reports show.
#pragma once

#include "analyzer/conform/departures.h"
#include "analyzer/findings/description.h"

#include <optional>

namespace fporder::conform {

/// Nothing of a function without floating-point outputs.
std::optional<findings::Description> descriptionOf(order::Procedure &procedure, const DisplayPath &display);

} // namespace fporder::conform
