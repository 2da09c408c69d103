// --diff-base and --pre-commit: which sources are analysed and which findings count when only changes matter.
#pragma once

#include "analyzer/check/changed_lines.h"
#include "analyzer/check/compile_commands.h"
#include "analyzer/check/git.h"
#include "analyzer/check/options.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

class ChangeSelection {
public:
  ChangeSelection(const IncrementalSettings &given, std::string directory, CompileCommands &compileCommands);

  /// Whether anything of this was asked for.
  bool active() const { return changesOnly || settings.preCommit != PreCommit::No; }
  /// Whether no source need be named: all changed ones are meant.
  bool findsSources() const { return changesOnly; }
  /// Replaces `sources`: those that have not changed go; a header's place takes a source that includes it, where one is found. Without any, all
  /// changed sources and headers of the working tree are meant. An error in words for the user: no working tree, no such revision, no compile
  /// commands.
  llvm::Error select(std::vector<std::string> &sources);
  /// Whether a finding counts.
  bool accepts(const findings::Finding &finding) const { return !changesOnly || touches(changed, finding); }

private:
  llvm::Error readChanges(const GitTree &tree);
  llvm::Error keepChanged(const GitTree &tree, std::vector<std::string> &sources);
  llvm::Error replaceHeaders(const GitTree &tree, std::vector<std::string> &sources);
  llvm::Error requireCommands(const GitTree &tree, const std::vector<std::string> &sources);
  llvm::Expected<std::string> base(const GitTree &tree) const;
  std::string shownName(const std::string &realPath) const;

  const IncrementalSettings &settings;
  std::string workingDirectory;
  CompileCommands &commands;
  bool changesOnly;
  ChangedFiles changed; // by real path
};

} // namespace fporder::check
