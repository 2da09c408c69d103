// How much of a source's floating-point arithmetic was understood, and what is said of it: --coverage, --min-coverage, --verbose.
#pragma once

#include "analyzer/findings/finding.h"

#include <string>
#include <vector>

namespace fporder::findings {

/// "98.7 %", rounded down so that 100.0 % means all of them; "-" for none of none.
std::string shareText(unsigned part, unsigned whole);

/// So many operations, none of which was understood, are no file without findings: it counts as not analysed at all.
bool isSilent(const FileCoverage &file);
/// Less than half of the operations was understood.
bool isPoor(const FileCoverage &file);
/// Less than `percent` of a hundred was understood.
bool isBelow(const FileCoverage &file, double percent);

/// "97 of 120 floating-point operations not understood, mostly: not parsed: 'x.h' file not found".
std::string shortfall(const FileCoverage &file);

/// Why operations were not understood, by share, each with what would change that ("-I, or a compile database"); empty when all were.
std::string reasonsTable(const std::vector<FileCoverage> &files);

/// A table of files, worst first, each with the reasons for what is missing and the places of the first few.
std::string coverageTable(const std::vector<FileCoverage> &files);

} // namespace fporder::findings
