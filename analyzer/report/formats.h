// How a report is shown: one function a format.
#pragma once

#include "analyzer/report/findings.h"

namespace fporder::report {

std::string sarifOf(const SavedReport &report, Sources &sources);
/// One page that needs nothing else: outputs, findings, and the sources with the error of each line.
std::string htmlOf(const SavedReport &report, Sources &sources);

} // namespace fporder::report
