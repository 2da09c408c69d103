#include "analyzer/check/change_selection.h"

#include "analyzer/check/database_advice.h"
#include "analyzer/check/include_scan.h"
#include "analyzer/check/source_language.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <optional>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string real(const std::string &file) {
  llvm::SmallString<256> resolved;
  return fs::real_path(file, resolved) ? file : resolved.str().str();
}

llvm::Error failure(const std::string &message) { return llvm::createStringError(std::errc::invalid_argument, "%s", message.c_str()); }

/// How to get compile commands, by what the project is built with.
std::string databaseAdvice(const std::string &root) {
  if (std::optional<std::string> command = databaseCommand(root))
    return *std::move(command);
  return "write the flags, one a line, to " + root + "/compile_flags.txt: echo -std=c++20 > " + root + "/compile_flags.txt";
}

/// Kernels that are compiled when the program runs have no compile commands.
bool compiledAtRunTime(llvm::StringRef source) { return path::extension(source) == ".cl" || path::extension(source) == ".clcpp"; }

} // namespace

ChangeSelection::ChangeSelection(const IncrementalSettings &given, std::string directory, CompileCommands &compileCommands)
    : settings(given), workingDirectory(std::move(directory)), commands(compileCommands),
      changesOnly(!given.diffBase.empty() || given.preCommit == PreCommit::Changes) {}

std::string ChangeSelection::shownName(const std::string &realPath) const {
  llvm::StringRef name(realPath);
  name.consume_front(real(workingDirectory) + "/");
  return name.str();
}

llvm::Expected<std::string> ChangeSelection::base(const GitTree &tree) const {
  if (!settings.diffBase.empty())
    return settings.diffBase;
  // pre-commit run --from-ref A --to-ref B, and pushes.
  if (const char *from = std::getenv("PRE_COMMIT_FROM_REF"); from && *from)
    return std::string(from) + "...";
  return tree.head();
}

llvm::Error ChangeSelection::readChanges(const GitTree &tree) {
  llvm::Expected<std::string> revision = base(tree);
  if (!revision)
    return revision.takeError();
  llvm::Expected<ChangedFiles> files = tree.changesSince(*revision);
  if (!files)
    return files.takeError();
  changed = std::move(*files);
  llvm::Expected<std::vector<std::string>> added = tree.untracked();
  if (!added)
    return added.takeError();
  for (const std::string &file : *added)
    changed[real(file)] = ChangedLines::everything();
  return llvm::Error::success();
}

llvm::Error ChangeSelection::keepChanged(const GitTree &tree, std::vector<std::string> &sources) {
  if (sources.empty()) {
    for (const auto &[file, lines] : changed)
      if ((isHeaderName(file) || isSourceName(file)) && !lines.none() && fs::exists(file))
        sources.push_back(shownName(file));
    return llvm::Error::success();
  }
  llvm::StringSet<> tracked;
  if (llvm::any_of(sources, [&](const std::string &source) { return !changed.contains(real(source)); })) {
    llvm::Expected<std::vector<std::string>> files = tree.tracked();
    if (!files)
      return files.takeError();
    for (const std::string &file : *files)
      tracked.insert(real(file));
  }
  for (const std::string &source : sources) {
    const std::string file = real(source);
    if (!fs::exists(source)) // said later, with the other files' problems
      continue;
    if (!llvm::StringRef(file).starts_with(tree.root() + "/"))
      return failure("'" + source + "' is outside of the git working tree '" + tree.root() + "'");
    if (!changed.contains(file) && !tracked.contains(file)) // ignored, but asked for
      changed[file] = ChangedLines::everything();
  }
  llvm::erase_if(sources, [&](const std::string &source) {
    const auto lines = changed.find(real(source));
    return fs::exists(source) && (lines == changed.end() || lines->second.none());
  });
  return llvm::Error::success();
}

llvm::Error ChangeSelection::replaceHeaders(const GitTree &tree, std::vector<std::string> &sources) {
  if (llvm::none_of(sources, isHeaderName))
    return llvm::Error::success();
  llvm::Expected<std::vector<std::string>> files = tree.tracked();
  llvm::Expected<std::vector<std::string>> added = tree.untracked();
  if (!files || !added)
    return llvm::joinErrors(files.takeError(), added.takeError());
  llvm::append_range(*files, *added);
  llvm::erase_if(*files, [](const std::string &file) { return !isHeaderName(file) && !isSourceName(file); });
  for (std::string &file : *files)
    file = real(file);
  const IncludeGraph graph(std::move(*files));
  llvm::StringSet<> chosen;
  for (const std::string &source : sources)
    if (!isHeaderName(source))
      chosen.insert(real(source));
  std::vector<std::string> result;
  for (const std::string &source : sources) {
    std::optional<std::string> problem;
    const std::string user = !isHeaderName(source) ? "" : graph.sourceFor(real(source), [&](const std::string &file) -> unsigned {
      if (chosen.contains(file))
        return 0;
      llvm::Expected<CompileCommands::Knowledge> knowledge = commands.knowledge(file);
      if (!knowledge)
        problem = llvm::toString(knowledge.takeError());
      return knowledge && *knowledge == CompileCommands::Knowledge::Listed ? 1 : 2;
    });
    if (problem && !problem->empty())
      return failure(*problem);
    if (user.empty())
      result.push_back(source);
    else if (chosen.insert(user).second)
      result.push_back(shownName(user));
  }
  sources = std::move(result);
  return llvm::Error::success();
}

llvm::Error ChangeSelection::requireCommands(const GitTree &tree, const std::vector<std::string> &sources) {
  for (const std::string &source : sources) {
    if (compiledAtRunTime(source))
      continue;
    llvm::Expected<CompileCommands::Knowledge> knowledge = commands.knowledge(real(source));
    if (!knowledge)
      return knowledge.takeError();
    if (*knowledge == CompileCommands::Knowledge::NoDatabase)
      return failure("no compile_commands.json for '" + source + "', neither above it nor in build*/, out/ or cmake-build-*/ there; " +
                     databaseAdvice(tree.root()));
  }
  return llvm::Error::success();
}

llvm::Error ChangeSelection::select(std::vector<std::string> &sources) {
  llvm::Expected<GitTree> tree = GitTree::around(workingDirectory);
  if (!tree)
    return tree.takeError();
  if (changesOnly) {
    if (llvm::Error error = readChanges(*tree))
      return error;
    if (llvm::Error error = keepChanged(*tree, sources))
      return error;
  }
  if (llvm::Error error = replaceHeaders(*tree, sources))
    return error;
  return settings.preCommit == PreCommit::No ? llvm::Error::success() : requireCommands(*tree, sources);
}

} // namespace fporder::check
