// Whether a path given on the command line can be analysed at all.
#pragma once

#include <optional>
#include <string>

namespace fporder::check {

/// Why `path` is not a source text: "no such file", "is a directory", "is empty", "is not a text file (NUL byte at offset 12)", what
/// foreignText says ...; nothing if it is.
std::optional<std::string> inputFileProblem(const std::string &path);

struct PlannedSource {
  std::string name;    // as given
  std::string problem; // inputFileProblem's; empty: there is none
};

} // namespace fporder::check
