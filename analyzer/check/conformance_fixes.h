// Which fixes of departures are offered: those that were seen to give the reference's order.
//
// The proposals are written into the sources, in memory, these are analysed and compared again, and a fix stays if its output has the reference's
// order then (what may still differ are the platforms' operators: contraction, say), no output of any function compares worse than before, and every
// output of every function that the fix touches is shown to be over the reals what it was before. All are tried together; where that is not good, one
// after the other, each with those that were found good before it.
#pragma once

#include "analyzer/check/conformance.h"
#include "analyzer/check/fixed_texts.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace fporder::check {

/// Compares the units that read a file of `moving` (real paths) on these texts, as they were compared before; `sources` gives the texts by every name
/// that reports use. Nothing where a unit no longer parses.
using CompareAgain = std::function<std::optional<ConformanceOutcome>(std::shared_ptr<const FixedTexts> texts, const std::set<std::string> &moving,
                                                                     findings::SourceFiles &sources)>;

/// Takes the fixes away that are not seen to be good, each with a note that says why. `texts`: what the sources are where they are not what is on
/// the disk; may be null.
void proveFixes(ConformanceOutcome &found, findings::SourceFiles &sources, const FixedTexts *texts, const CompareAgain &compareAgain);

} // namespace fporder::check
