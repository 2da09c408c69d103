// Sources that are parts of other sources: `#include "fft_common.proto.c"`, a kernel's .cu that the main one includes.
//
// By itself such a source has errors, as it uses what its includer declares. It is a part when a requested source that includes it understands more
// of its floating-point operations than its own unit does. Its findings are then those that its includers have in it, as for a header; its own unit,
// errors included, counts for nothing.
#pragma once

#include "analyzer/check/analysis.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::check {

/// Real paths of parts, with their display names.
using SourceParts = std::map<std::string, std::string>;

/// `outcomes` are those of `units`, one by one. Needs AnalysisSettings::coverage.
SourceParts partsAmong(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes);

/// A unit reports other files than its own by real path: names the parts among them as the user does.
void nameParts(UnitResult &result, const SourceParts &parts);

} // namespace fporder::check
