// Fixes until there are no more: a fixed text may have findings of its own, and fixes that overlap others wait for the next round.
//
// The texts are analysed again in memory, round by round, and nothing is written here. The result is what further runs leave as it is: a text without
// a fix to apply; of texts of a file that lead to each other in a circle (a rule and its opposite) the least, whichever of them the run began
// with; or, where the rounds do not end, what the source was.
#pragma once

#include "analyzer/check/fixed_texts.h"
#include "analyzer/findings/apply.h"
#include "runtime/limits/limits.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fporder::check {

struct Reanalysis {
  findings::Report report;                      // of the units that read one of the texts; suppressed and selected as the first one was
  std::vector<std::vector<std::string>> broken; // for each unit that no longer parses: the real paths of its files
};

/// Analyses the units that read a file of `moving` (real paths) on these texts; `sources` gives the texts by every name that reports use.
using Reanalyse =
    std::function<Reanalysis(std::shared_ptr<const FixedTexts> texts, const std::set<std::string> &moving, findings::SourceFiles &sources)>;

struct FixRequest {
  const findings::Report &report;
  findings::SourceFiles &sources;
  findings::FixSelection selection;
  const std::vector<std::string> &leftAlone; // display names
  bool evenIfBroken = false;                 // texts that no longer parse are kept
  const Reanalyse &reanalyse;
};

struct FixedSources {
  std::vector<findings::FixedFile> files;
  std::vector<std::string> changed; // display names: their text is no longer what was analysed
  std::vector<std::string> broken;  // display names: they no longer parse with their fixes, and are left as they were
  std::vector<std::string> endless; // display names: their fixes do not come to an end
};

constexpr unsigned mostRounds = limits::most(limits::Limit::FixRounds);

FixedSources fixInRounds(const FixRequest &request);

} // namespace fporder::check
