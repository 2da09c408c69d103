// Running git without running what a repository asks for.
//
// A repository's configuration names programs: fsmonitor, filters, text converters, external diffs, hooks, helpers of remotes. None of them is run:
// git starts with an environment of our own, in which settings of the command line's rank turn each of them off, the filters of every configuration
// file by name. It takes no optional lock and writes nothing, fetches nothing, and is the first git on PATH in an absolute directory outside of the
// working tree.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

struct GitOutput {
  int status = 0;
  std::string out, err;
};

class GitProcess {
public:
  /// For the repository around `directory`. An error when git is not installed or cannot list its configuration.
  static llvm::Expected<GitProcess> in(const std::string &directory);

  /// Runs git with `arguments` in `directory`; an error when it could not be started.
  llvm::Expected<GitOutput> run(const std::string &directory, std::vector<std::string> arguments) const;

private:
  GitProcess() = default;

  std::string program;                  // absolute
  std::vector<std::string> environment; // NAME=VALUE
};

/// The directory at or above `directory` that has a ".git", by real path; empty if there is none.
std::string directoryWithGit(const std::string &directory);

} // namespace fporder::check
