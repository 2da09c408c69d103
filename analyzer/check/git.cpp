#include "analyzer/check/git.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <utility>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;

llvm::Error gitFailure(const std::string &message) { return llvm::createStringError(std::errc::invalid_argument, "%s", message.c_str()); }

} // namespace

llvm::Expected<GitTree> GitTree::around(const std::string &directory) {
  llvm::Expected<GitProcess> git = GitProcess::in(directory);
  if (!git)
    return git.takeError();
  llvm::Expected<GitOutput> completed = git->run(directory, {"rev-parse", "--show-toplevel"});
  if (!completed)
    return completed.takeError();
  if (completed->status != 0)
    return gitFailure("'" + directory + "' is not in a git working tree: " + completed->err);
  GitTree tree(std::move(*git));
  llvm::SmallString<256> real;
  const std::string top = llvm::StringRef(completed->out).trim('\n').str();
  tree.top = fs::real_path(top, real) ? top : real.str().str();
  if (const std::string found = directoryWithGit(directory); tree.top != found)
    return gitFailure("'" + directory + "' is in the git repository of '" + found + "', whose configuration (core.worktree) names '" + tree.top +
                      "' as its working tree: not followed");
  return tree;
}

llvm::Expected<std::string> GitTree::run(std::vector<std::string> arguments) const {
  const std::string command = llvm::join(arguments, " ");
  llvm::Expected<GitOutput> completed = git.run(top, std::move(arguments));
  if (!completed)
    return completed.takeError();
  if (completed->status != 0)
    return gitFailure("git " + command + ": " + completed->err);
  return std::move(completed->out);
}

llvm::Expected<std::vector<std::string>> GitTree::list(std::vector<std::string> arguments) const {
  llvm::Expected<std::string> out = run(std::move(arguments));
  if (!out)
    return out.takeError();
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(*out).split(names, '\0', -1, /*KeepEmpty=*/false);
  std::vector<std::string> files;
  for (const llvm::StringRef name : names)
    files.push_back(top + "/" + name.str());
  return files;
}

llvm::Expected<std::vector<std::string>> GitTree::tracked() const { return list({"ls-files", "-z"}); }
llvm::Expected<std::vector<std::string>> GitTree::untracked() const { return list({"ls-files", "-z", "--others", "--exclude-standard"}); }

llvm::Expected<std::string> GitTree::head() const {
  llvm::Expected<GitOutput> completed = git.run(top, {"rev-parse", "--verify", "--quiet", "HEAD"});
  if (!completed)
    return completed.takeError();
  if (completed->status == 0)
    return "HEAD";
  llvm::Expected<std::string> empty = run({"hash-object", "-t", "tree", "/dev/null"});
  return empty ? llvm::Expected<std::string>(llvm::StringRef(*empty).trim().str()) : empty.takeError();
}

llvm::Expected<std::string> GitTree::resolved(const std::string &revision) const {
  llvm::StringRef base(revision);
  const bool branched = base.consume_back("...");
  llvm::Expected<GitOutput> known = git.run(top, {"rev-parse", "--verify", "--quiet", "--end-of-options", base.str() + "^{tree}"});
  if (!known)
    return known.takeError();
  if (known->status != 0)
    return gitFailure("unknown revision '" + base.str() + "'");
  if (!branched)
    return base.str();
  llvm::Expected<std::string> fork = run({"merge-base", base.str(), "HEAD"});
  return fork ? llvm::Expected<std::string>(llvm::StringRef(*fork).trim().str()) : fork.takeError();
}

llvm::Expected<ChangedFiles> GitTree::changesSince(const std::string &revision) const {
  llvm::Expected<std::string> base = resolved(revision);
  if (!base)
    return base.takeError();
  // Independent of the user's configuration; renames are followed, so that a moved file is not all new.
  llvm::Expected<std::string> diff = run({"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules", "-U0",
                                          "--inter-hunk-context=0", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", *base, "--"});
  if (!diff)
    return diff.takeError();
  std::variant<ChangedFiles, DiffError> parsed = parseUnifiedDiff(*diff);
  if (const auto *error = std::get_if<DiffError>(&parsed))
    return gitFailure(error->message);
  ChangedFiles files;
  for (auto &[name, lines] : std::get<ChangedFiles>(parsed)) {
    const std::string full = top + "/" + name;
    llvm::SmallString<256> real;
    files[fs::real_path(full, real) ? full : real.str().str()] = std::move(lines);
  }
  return files;
}

} // namespace fporder::check
