#include "analyzer/report/process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace fporder::report {

using namespace llvm;

namespace {

Error failed(const std::string &what) { return createStringError(what + ": " + std::strerror(errno)); }

/// A file without a name that holds what the descriptor still has to say.
Expected<int> spooled(int from) {
  char name[] = "/tmp/fporder-run-input-XXXXXX";
  const int to = mkostemp(name, O_CLOEXEC);
  if (to < 0)
    return failed("cannot keep standard input in a temporary file");
  unlink(name);
  std::vector<char> buffer(1 << 16);
  for (;;) {
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count == 0)
      return to;
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failed("cannot read standard input");
    for (ssize_t done = 0; done < count;) {
      const ssize_t written = write(to, buffer.data() + done, static_cast<std::size_t>(count - done));
      if (written < 0 && errno != EINTR)
        return failed("cannot keep standard input in a temporary file");
      done += written > 0 ? written : 0;
    }
  }
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
  std::vector<char *> result;
  for (const std::string &text : texts)
    result.push_back(const_cast<char *>(text.c_str())); // posix_spawn leaves them alone
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environmentOf(const Execution &execution) {
  std::vector<std::string> all;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    bool isReplaced = false;
    for (const auto &[name, value] : execution.environment)
      isReplaced = isReplaced || text.rfind(name + "=", 0) == 0;
    if (!isReplaced)
      all.push_back(text);
  }
  for (const auto &[name, value] : execution.environment)
    all.push_back(name + "=" + value);
  return all;
}

} // namespace

Expected<RepeatableInput> RepeatableInput::open() {
  RepeatableInput input;
  struct stat status{};
  if (fstat(0, &status) != 0 || isatty(0) != 0 || S_ISCHR(status.st_mode))
    return input; // closed, a terminal, /dev/null
  input.start = lseek(0, 0, SEEK_CUR);
  if (input.start >= 0)
    return input;
  Expected<int> kept = spooled(0);
  if (!kept)
    return kept.takeError();
  input.descriptor = *kept;
  input.start = 0;
  return input;
}

int RepeatableInput::rewound() const {
  if (start >= 0)
    lseek(descriptor, start, SEEK_SET);
  return descriptor;
}

Expected<int> execute(const Execution &execution, const RepeatableInput &input) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (const int from = input.rewound(); from != 0)
    posix_spawn_file_actions_adddup2(&actions, from, 0);
  if (execution.isSilent) {
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  }
  const std::vector<std::string> environment = environmentOf(execution);
  pid_t child = 0;
  errno = posix_spawnp(&child, execution.command[0].c_str(), &actions, nullptr, pointers(execution.command).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (errno != 0)
    return failed("cannot run '" + execution.command[0] + "'");
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return failed("cannot wait for '" + execution.command[0] + "'");
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace fporder::report
