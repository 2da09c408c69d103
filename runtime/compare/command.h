// fporder-compare as a function: the same command for the program of that name and for `fporder-check compare`.
#pragma once

#include <string>
#include <vector>

namespace fporder::compare {

/// Runs the command: the report on standard output, notes, errors and progress (on a terminal, after a second) on standard error. Returns the exit
/// status: 0 all pass, 1 one does not, 2 usage or data.
int runCommand(const std::vector<std::string> &arguments);

} // namespace fporder::compare
