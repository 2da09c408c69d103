#include "analyzer/check/git.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <optional>
#include <utility>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;

struct Completed {
  int status = 0;
  std::string out, err;
};

std::string contentOf(llvm::StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Runs git in `directory`; an error when it could not be started.
llvm::Expected<Completed> git(const std::string &directory, std::vector<std::string> arguments) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("git");
  if (!program)
    return llvm::createStringError(program.getError(), "git is not installed");
  llvm::SmallString<128> outFile, errFile;
  std::error_code error = fs::createTemporaryFile("fporder-git", "out", outFile);
  const llvm::FileRemover removeOut(outFile);
  if (!error)
    error = fs::createTemporaryFile("fporder-git", "err", errFile);
  const llvm::FileRemover removeErr(errFile);
  if (error)
    return llvm::createStringError(error, "cannot write a temporary file: " + error.message());
  arguments.insert(arguments.begin(), {"git", "-C", directory, "-c", "core.quotePath=false"});
  const std::vector<llvm::StringRef> pointers(arguments.begin(), arguments.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(outFile), llvm::StringRef(errFile)};
  std::string problem;
  Completed completed;
  completed.status = llvm::sys::ExecuteAndWait(*program, pointers, std::nullopt, redirects, 0, 0, &problem);
  if (completed.status < 0)
    return llvm::createStringError(std::errc::io_error, "cannot run git: %s", problem.c_str());
  completed.out = contentOf(outFile);
  completed.err = llvm::StringRef(contentOf(errFile)).trim().str();
  return completed;
}

llvm::Error failure(const std::string &message) { return llvm::createStringError(std::errc::invalid_argument, "%s", message.c_str()); }

} // namespace

llvm::Expected<GitTree> GitTree::around(const std::string &directory) {
  llvm::Expected<Completed> completed = git(directory, {"rev-parse", "--show-toplevel"});
  if (!completed)
    return completed.takeError();
  if (completed->status != 0)
    return failure("'" + directory + "' is not in a git working tree: " + completed->err);
  GitTree tree;
  llvm::SmallString<256> real;
  const std::string top = llvm::StringRef(completed->out).trim('\n').str();
  tree.top = fs::real_path(top, real) ? top : real.str().str();
  return tree;
}

llvm::Expected<std::string> GitTree::run(std::vector<std::string> arguments) const {
  const std::string command = llvm::join(arguments, " ");
  llvm::Expected<Completed> completed = git(top, std::move(arguments));
  if (!completed)
    return completed.takeError();
  if (completed->status != 0)
    return failure("git " + command + ": " + completed->err);
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
  llvm::Expected<Completed> completed = git(top, {"rev-parse", "--verify", "--quiet", "HEAD"});
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
  llvm::Expected<Completed> known = git(top, {"rev-parse", "--verify", "--quiet", "--end-of-options", base.str() + "^{tree}"});
  if (!known)
    return known.takeError();
  if (known->status != 0)
    return failure("unknown revision '" + base.str() + "'");
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
  llvm::Expected<std::string> diff = run({"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules", "-U0",
                                          "--inter-hunk-context=0", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", *base, "--"});
  if (!diff)
    return diff.takeError();
  std::variant<ChangedFiles, DiffError> parsed = parseUnifiedDiff(*diff);
  if (const auto *error = std::get_if<DiffError>(&parsed))
    return failure(error->message);
  ChangedFiles files;
  for (auto &[name, lines] : std::get<ChangedFiles>(parsed)) {
    const std::string full = top + "/" + name;
    llvm::SmallString<256> real;
    files[fs::real_path(full, real) ? full : real.str().str()] = std::move(lines);
  }
  return files;
}

} // namespace fporder::check
