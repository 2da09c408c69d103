// What a report says of a place that is worth a look of its own, one finding for each kind: the rows of SARIF and HTML.
#pragma once

#include "analyzer/report/saved_report.h"
#include "analyzer/report/sources.h"

namespace fporder::report {

/// A kind of finding; its check, as comments and SARIF name it, is fporder-shadow-NAME.
struct Kind {
  llvm::StringLiteral name, description;
  bool isWarning;
  std::uint64_t SavedPlace::*count;
};
llvm::ArrayRef<Kind> kinds();

struct Finding {
  const Kind *kind;
  const SavedPlace *place;
  std::uint64_t count;
  bool isSuppressed;
  std::string check() const { return "fporder-shadow-" + kind->name.str(); }
  std::string message() const;
};

/// In the order of the places, and of the kinds in each.
std::vector<Finding> findingsOf(const SavedReport &report, Sources &sources);
/// Takes what is suppressed out of the report's counts: thresholds do not see it.
void forget(SavedReport &report, Sources &sources);

} // namespace fporder::report
