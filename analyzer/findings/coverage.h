// How much of a source's floating-point arithmetic was understood: --coverage.
#pragma once

#include "analyzer/findings/finding.h"

#include <string>
#include <vector>

namespace fporder::findings {

/// "98.7 %", rounded down so that 100.0 % means all of them; "-" for none of none.
std::string shareText(unsigned part, unsigned whole);

/// A table of files, worst first, each with the reasons for what is missing and the places of the first few.
std::string coverageTable(const std::vector<FileCoverage> &files);

} // namespace fporder::findings
