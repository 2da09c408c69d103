// Whether a unit's functions compute over the reals what they computed before its sources were edited.
#pragma once

#include "analyzer/conform/platform.h"
#include "analyzer/findings/finding.h"
#include "runtime/order/procedure.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fporder::conform {

/// A unit's functions as they were analysed once.
struct UnitFunctions {
  std::string unit;        // tells it from the others of a run: its source and its flags
  std::string source;      // as graphs name it
  std::string displayName; // as edits do
  std::vector<std::shared_ptr<order::Procedure>> procedures;
  Platform platform;
};

/// Why `after` is not shown to preserve what `before` computes, a clause; nothing where it is. Functions with no operation in the text of an edit
/// stay what they were; where the unit's source is not what is edited all are compared. See runtime/conform/preservation.h.
std::optional<std::string> whyNotPreserved(const UnitFunctions &before, const UnitFunctions &after, std::span<const findings::Edit> edits);

} // namespace fporder::conform
