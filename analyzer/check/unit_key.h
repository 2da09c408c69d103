// The findings cache's key of a translation unit: everything that decides what is found in it, but for the contents of files.
#pragma once

#include "analyzer/check/analysis.h"

#include <string>

namespace fporder::check {

std::string unitKey(const AnalysisUnit &unit, const AnalysisSettings &settings);

} // namespace fporder::check
