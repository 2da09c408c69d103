// Verdicts as what reports show: an entry for each output, and a finding for each departure.
#pragma once

#include "analyzer/findings/conformance.h"
#include "runtime/conform/conform.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::conform {

/// How reports name a file of a graph.
using DisplayPath = std::function<std::string(const std::string &)>;

findings::ConformanceEntry entryOf(const Conformance &verdict, const DisplayPath &implementation, const DisplayPath &reference);

/// The finding of a departure: a warning for another order or formula, a remark for another schedule or other operators. Nothing for other verdicts.
std::optional<findings::Finding> departure(const findings::ConformanceEntry &entry);

/// Drops what a reference has decided: findings on operations that `departures` speak about, and those on the order of operations in functions all of
/// whose outputs have the reference's order. Findings in functions that have a reference lose their fixes: to follow it is what they are for.
void dropDecided(std::vector<findings::Finding> &found, const std::vector<findings::Finding> &departures,
                 const std::vector<findings::ConformanceEntry> &entries);

} // namespace fporder::conform
