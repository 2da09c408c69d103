// What makes a report a failure: --fail-on of fporder-run and fporder-report.
#pragma once

#include "analyzer/report/saved_report.h"

namespace fporder::report {

/// WORD or WORD=NUMBER, separated by commas: flips, undecided, overflow, invalid (NaN from numbers) fail where there are more than NUMBER, else any;
/// output=ULP and result=ULP where an output or any operation's result is off by more ulp.
class Thresholds {
public:
  static llvm::Expected<Thresholds> parse(llvm::StringRef list);

  /// One line for each threshold that the report is above.
  std::vector<std::string> exceededBy(const SavedReport &report) const;

  static const char *help();

private:
  struct Threshold {
    std::string word;
    double most;
  };
  std::vector<Threshold> all;
};

} // namespace fporder::report
