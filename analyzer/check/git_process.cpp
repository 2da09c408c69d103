#include "analyzer/check/git_process.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

using Setting = std::pair<std::string, std::string>;

/// Settings that would start a program or write, and what turns them off.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> harmless[] = {
    {"core.fsmonitor", "false"},
    {"core.untrackedCache", "false"},
    {"core.hooksPath", "/dev/null"},
    {"core.sshCommand", "false"},
    {"core.gitProxy", ""},
    {"core.alternateRefsCommand", "false"},
    {"core.askPass", ""},
    {"core.pager", "cat"},
    {"core.editor", "false"},
    {"credential.helper", ""},
    {"diff.external", ""},
    {"diff.autoRefreshIndex", "false"},
    {"diff.ignoreSubmodules", "all"},
    {"submodule.recurse", "false"},
    {"gc.auto", "0"},
    {"maintenance.auto", "false"},
    {"protocol.allow", "never"},
    {"safe.bareRepository", "explicit"},
    {"core.quotePath", "false"},
};

/// Variables of the user's environment that git needs to find the user's own configuration, safe.directory among it.
constexpr const char *kept[] = {"HOME", "XDG_CONFIG_HOME"};

constexpr const char *fixedVariables[] = {
    "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat",
    "GIT_TRACE2=0", // a trace's target may be a file of the user's configuration
    "GIT_TRACE2_EVENT=0",   "GIT_TRACE2_PERF=0",   "LC_ALL=C.UTF-8",
};

/// A file in memory that a child process can write and this one reads.
class MemoryFile {
public:
  explicit MemoryFile(const char *name) : descriptor(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor >= 0)
      close(descriptor);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  bool good() const { return descriptor >= 0; }
  /// In this process, and in a child until it becomes another program.
  std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor); }
  std::string content() const {
    auto buffer = llvm::MemoryBuffer::getFile(name(), /*IsText=*/false, /*RequiresNullTerminator=*/false);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  int descriptor;
};

std::string realPathOf(const llvm::Twine &file) {
  llvm::SmallString<256> real;
  return fs::real_path(file, real) ? std::string() : std::string(real);
}

bool isBelow(llvm::StringRef file, llvm::StringRef directory) {
  return !directory.empty() && file.starts_with(directory) && (file.size() == directory.size() || file[directory.size()] == '/');
}

/// The first git on PATH that the working tree cannot have put there. Empty if there is none.
std::string findGit(const std::string &tree) {
  const char *variable = std::getenv("PATH");
  llvm::SmallVector<llvm::StringRef> directories;
  llvm::StringRef(variable ? variable : "/usr/bin:/bin").split(directories, ':', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef directory : directories) {
    if (!path::is_absolute(directory) || isBelow(realPathOf(directory), tree))
      continue;
    const std::string program = (directory + "/git").str();
    if (fs::can_execute(program) && !isBelow(realPathOf(program), tree))
      return program;
  }
  return "";
}

llvm::Expected<GitOutput> execute(const std::string &program, const std::string &directory, std::vector<std::string> arguments,
                                  llvm::ArrayRef<std::string> environment) {
  const MemoryFile out("git's output"), err("git's errors");
  if (!out.good() || !err.good())
    return llvm::createStringError(std::error_code(errno, std::generic_category()), "cannot run git");
  arguments.insert(arguments.begin(), {"git", "-C", directory});
  const std::vector<llvm::StringRef> words(arguments.begin(), arguments.end()), variables(environment.begin(), environment.end());
  const std::string outName = out.name(), errName = err.name();
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(outName), llvm::StringRef(errName)};
  std::string problem;
  GitOutput output;
  output.status = llvm::sys::ExecuteAndWait(program, words, llvm::ArrayRef(variables), redirects, 0, 0, &problem);
  if (output.status < 0)
    return llvm::createStringError(std::errc::io_error, "cannot run git: %s", problem.c_str());
  output.out = out.content();
  output.err = llvm::StringRef(err.content()).trim().str();
  return output;
}

std::vector<std::string> environmentWith(const std::string &program, const std::vector<Setting> &settings) {
  std::vector<std::string> variables(std::begin(fixedVariables), std::end(fixedVariables));
  for (const char *name : kept)
    if (const char *value = std::getenv(name))
      variables.push_back(std::string(name) + "=" + value);
  variables.push_back("PATH=" + path::parent_path(program).str());
  variables.push_back("GIT_CONFIG_COUNT=" + std::to_string(settings.size()));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    variables.push_back("GIT_CONFIG_KEY_" + std::to_string(i) + "=" + settings[i].first);
    variables.push_back("GIT_CONFIG_VALUE_" + std::to_string(i) + "=" + settings[i].second);
  }
  return variables;
}

/// The settings that turn off every filter, text converter, diff command and remote helper that `names`, git's list of all settings, mentions.
void turnOffDrivers(llvm::StringRef names, std::vector<Setting> &settings) {
  llvm::SmallVector<llvm::StringRef> keys;
  names.split(keys, '\0', -1, /*KeepEmpty=*/false);
  llvm::StringSet<> filters;
  for (const llvm::StringRef key : keys) {
    const auto [stem, last] = key.rsplit('.');
    if (stem.starts_with("filter.") && filters.insert(stem).second)
      settings.insert(
          settings.end(),
          {{(stem + ".clean").str(), ""}, {(stem + ".smudge").str(), ""}, {(stem + ".process").str(), ""}, {(stem + ".required").str(), "false"}});
    if (stem.starts_with("diff.") && (last == "command" || last == "textconv"))
      settings.emplace_back(key.str(), "");
    if (stem.starts_with("remote.") && last == "promisor")
      settings.emplace_back(key.str(), "false");
    if (stem.starts_with("protocol.") && last == "allow")
      settings.emplace_back(key.str(), "never");
  }
}

} // namespace

std::string directoryWithGit(const std::string &directory) {
  const std::string real = realPathOf(directory);
  for (llvm::StringRef each = real; !each.empty(); each = path::parent_path(each)) {
    if (fs::exists(each + "/.git"))
      return each.str();
    if (each == path::root_path(each))
      break;
  }
  return "";
}

llvm::Expected<GitProcess> GitProcess::in(const std::string &directory) {
  GitProcess git;
  git.program = findGit(directoryWithGit(directory));
  if (git.program.empty())
    return llvm::createStringError(std::errc::no_such_file_or_directory, "git is not installed");
  std::vector<Setting> settings;
  for (const auto &[key, value] : harmless)
    settings.emplace_back(key.str(), value.str());
  git.environment = environmentWith(git.program, settings);
  llvm::Expected<GitOutput> names = git.run(directory, {"config", "--list", "--name-only", "-z"});
  if (!names)
    return names.takeError();
  // Outside of a repository too it lists what there is; a faulty file is said by the command that follows.
  turnOffDrivers(names->out, settings);
  git.environment = environmentWith(git.program, settings);
  return git;
}

llvm::Expected<GitOutput> GitProcess::run(const std::string &directory, std::vector<std::string> arguments) const {
  return execute(program, directory, std::move(arguments), environment);
}

} // namespace fporder::check
