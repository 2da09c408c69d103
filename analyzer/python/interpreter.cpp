#include "analyzer/python/interpreter.h"

#include "analyzer/python/bounds.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fporder::python {

char InterpreterMissing::ID = 0;

namespace {

constexpr int startFailed = 127;

/// What the reader prints is shorter: a place and the fields of a node, and texts of which a script holds each once.
constexpr std::uint64_t treeBytes = 512 * bounds::syntaxNodes;

/// A descriptor that is closed with it.
class Descriptor {
public:
  explicit Descriptor(int opened = -1) : number(opened) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { reset(); }
  int get() const { return number; }
  void reset(int opened = -1) {
    if (number >= 0)
      close(number);
    number = opened;
  }

private:
  int number;
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

/// A directory that no longer has a name: nothing is in it, and nothing can be put there. -1 where none can be made.
int emptyDirectory() {
  std::string name = "/tmp/fporder-empty-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    return -1;
  const int directory = open(name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  rmdir(name.c_str());
  return directory;
}

void limitResource(int resource, std::uint64_t most) {
  const rlimit limit{most, most};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

/// In the child: between fork and execve only what is safe there.
[[noreturn]] void becomeReader(const char *interpreter, char *const *arguments, int input, int output, int directory) {
  static char locale[] = "LC_ALL=C.UTF-8";
  char *environment[] = {locale, nullptr};
  const int errors = open("/dev/null", O_WRONLY);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0)
    _exit(startFailed);
  if (directory < 0 ? chdir("/") != 0 : fchdir(directory) != 0)
    _exit(startFailed);
  close_range(3, ~0U, 0);
  limitResource(RLIMIT_CPU, bounds::readerSeconds);
  limitResource(RLIMIT_AS, bounds::readerMemory);
  limitResource(RLIMIT_FSIZE, 0);
  limitResource(RLIMIT_CORE, 0);
  signal(SIGPIPE, SIG_DFL);
  execve(interpreter, arguments, environment);
  _exit(startFailed);
}

/// Writes the script and reads the tree, whichever of the two can be done; false where the tree is beyond its limit or time is up.
bool exchange(Pipe &input, Pipe &output, llvm::StringRef script, std::string &tree) {
  fcntl(input.write.get(), F_SETFL, O_NONBLOCK);
  std::array<char, 1 << 16> buffer{};
  while (true) {
    if (script.empty())
      input.write.reset();
    std::array<pollfd, 2> waiting{{{output.read.get(), POLLIN, 0}, {input.write.get(), POLLOUT, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(2000 * bounds::readerSeconds));
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return false;
    if ((waiting[1].revents & (POLLOUT | POLLERR)) != 0) {
      const ssize_t written = write(input.write.get(), script.data(), script.size());
      if (written >= 0)
        script = script.drop_front(static_cast<std::size_t>(written));
      else if (errno == EPIPE)
        script = {};
    }
    if ((waiting[0].revents & (POLLIN | POLLHUP)) == 0)
      continue;
    const ssize_t got = read(output.read.get(), buffer.data(), buffer.size());
    if (got == 0)
      return true;
    if (got > 0)
      tree.append(buffer.data(), static_cast<std::size_t>(got));
    if (tree.size() > treeBytes)
      return false;
  }
}

llvm::Error failure(const llvm::Twine &why) { return llvm::createStringError(why); }

llvm::Error missing(const std::string &interpreter, const llvm::Twine &why) {
  return llvm::make_error<InterpreterMissing>(
      ("cannot run " + interpreter + ": " + why +
       "; a Python script is read by Python 3.8 or later: install the package python3, or name one by --python=PATH")
          .str());
}

/// What the way in which the interpreter has ended says.
llvm::Error endingProblem(const std::string &interpreter, int status) {
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return failure("reading it takes more than " + llvm::Twine(bounds::readerSeconds) + " seconds of processor time");
  if (WIFSIGNALED(status))
    return failure("Python's own parser ends with signal " + llvm::Twine(WTERMSIG(status)) + " on it");
  if (WEXITSTATUS(status) == startFailed)
    return missing(interpreter, "it cannot be started");
  if (WEXITSTATUS(status) != 0)
    return failure("Python's own parser fails on it, with status " + llvm::Twine(WEXITSTATUS(status)));
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::string> runReader(const std::string &interpreter, llvm::StringRef script) {
  if (!llvm::sys::fs::can_execute(interpreter))
    return missing(interpreter, llvm::sys::fs::exists(interpreter) ? "it is no program" : "there is no such file");
  Pipe input, output;
  if (!input.open() || !output.open())
    return failure("cannot make a pipe");
  std::string program = interpreter, nodes = std::to_string(bounds::syntaxNodes), levels = std::to_string(bounds::syntaxLevels), text = readerProgram;
  std::string isolated = "-I", noSite = "-S", noCache = "-B", command = "-c";
  const std::array<char *, 9> arguments{program.data(), isolated.data(), noSite.data(), noCache.data(), command.data(),
                                        text.data(),    nodes.data(),    levels.data(), nullptr};
  const Descriptor directory(emptyDirectory());
  void (*const previous)(int) = signal(SIGPIPE, SIG_IGN);
  const pid_t child = fork();
  if (child == 0)
    becomeReader(interpreter.c_str(), arguments.data(), input.read.get(), output.write.get(), directory.get());
  input.read.reset();
  output.write.reset();
  std::string tree;
  const bool whole = child > 0 && exchange(input, output, script, tree);
  input.write.reset();
  output.read.reset();
  if (child > 0 && !whole)
    kill(child, SIGKILL);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  signal(SIGPIPE, previous);
  if (child < 0)
    return failure("cannot start another process");
  if (!whole && tree.size() > treeBytes)
    return failure(interpreter + " prints something else than the syntax tree that it was asked for");
  if (llvm::Error problem = endingProblem(interpreter, status))
    return problem;
  return tree;
}

} // namespace fporder::python
