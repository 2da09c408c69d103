// What git says about a working tree. Nothing here changes one, nor runs what its repository asks for: see git_process.h.
#pragma once

#include "analyzer/check/changed_lines.h"
#include "analyzer/check/git_process.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

class GitTree {
public:
  /// The working tree that `directory` is in. An error, in words for the user, outside of one, without git, and where the repository's configuration
  /// says that its working tree is another directory than the one with ".git".
  static llvm::Expected<GitTree> around(const std::string &directory);

  const std::string &root() const { return top; } // real path

  /// Changes of tracked files since `revision`, committed or not, by real path. "REV..." stands for the commit where HEAD left REV.
  llvm::Expected<ChangedFiles> changesSince(const std::string &revision) const;
  /// Real paths of the tracked files, and of those that are neither tracked nor ignored.
  llvm::Expected<std::vector<std::string>> tracked() const;
  llvm::Expected<std::vector<std::string>> untracked() const;
  /// What a commit would be compared with: HEAD, or the empty tree before the first commit.
  llvm::Expected<std::string> head() const;

private:
  explicit GitTree(GitProcess process) : git(std::move(process)) {}

  llvm::Expected<std::string> run(std::vector<std::string> arguments) const;
  llvm::Expected<std::vector<std::string>> list(std::vector<std::string> arguments) const;
  llvm::Expected<std::string> resolved(const std::string &revision) const;

  GitProcess git;
  std::string top;
};

} // namespace fporder::check
