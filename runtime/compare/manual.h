// The manual page and the shell completion of fporder-compare, made from the text of --help.
#pragma once

#include <string>

namespace fporder::compare {

/// In roff.
std::string manualPage(const std::string &version);

/// For bash: the options that --help names, and files.
std::string bashCompletion();

} // namespace fporder::compare
