// Writing a file so that its path always leads to a whole one: the new content goes into a file beside it, which takes its place by a rename once
// everything is written. Headers only, for POSIX systems: a program that watches itself writes its report this way, and so does the checker, through
// runtime/file/output.h.
#pragma once

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace fporder::whole_file {

/// How the name of every temporary file begins: only a killed program leaves one.
inline constexpr std::string_view temporaryMark = ".fporder-tmp-";

/// "No space left on device"; empty for 0.
inline std::string reason(int code) { return code == 0 ? std::string() : std::strerror(code); }

/// 0, or errno.
inline int writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    if (written == 0)
      return EIO;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

inline bool sameFile(const struct stat &left, const struct stat &right) { return left.st_dev == right.st_dev && left.st_ino == right.st_ino; }

/// The standard stream that goes to the file of `status`; -1 when there is none.
inline int standardStreamOn(const struct stat &status) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (struct stat own{}; ::fstat(stream, &own) == 0 && sameFile(own, status))
      return stream;
  return -1;
}

/// Six letters, different in every call of every process as far as the clock can tell.
inline std::string uniqueLetters() {
  static std::atomic<std::uint64_t> calls = 0;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  std::uint64_t value = static_cast<std::uint64_t>(now.tv_nsec) ^ static_cast<std::uint64_t>(::getpid()) << 20 ^ (++calls * 0x9E3779B97F4A7C15);
  std::string letters;
  for (unsigned i = 0; i < 6; ++i, value /= 36)
    letters += "0123456789abcdefghijklmnopqrstuvwxyz"[value % 36];
  return letters;
}

/// A new file beside the target; removed unless it has taken the target's place.
class Temporary {
public:
  Temporary() = default;
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;
  ~Temporary() {
    if (descriptor >= 0)
      ::close(descriptor);
    if (!name.empty())
      ::unlink(name.c_str());
  }

  /// Beside `target`, readable by its owner alone until it has the target's mode.
  int create(const std::string &target, bool isNew) {
    for (unsigned attempt = 0; attempt < 100; ++attempt) {
      // Not a longer form of the target's own name, which may be as long as names can be.
      std::string wanted = target.substr(0, target.rfind('/') + 1) + std::string(temporaryMark) + uniqueLetters();
      descriptor = ::open(wanted.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isNew ? 0666 : 0600);
      if (descriptor >= 0) {
        name = std::move(wanted);
        return 0;
      }
      if (errno != EEXIST && errno != EINTR)
        return errno;
    }
    return EEXIST;
  }

  int fill(std::string_view text, bool toDisk) const {
    if (const int problem = writeAll(descriptor, text))
      return problem;
    // Some file systems know no fsync; what they keep is theirs to decide.
    if (toDisk && ::fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
      return errno;
    return 0;
  }

  int takePlaceOf(const std::string &target) {
    const int closing = std::exchange(descriptor, -1);
    if (::close(closing) != 0 && errno != EINTR) // EINTR: Linux has closed it
      return errno;
    if (::rename(name.c_str(), target.c_str()) != 0)
      return errno;
    name.clear();
    return 0;
  }

  int descriptor = -1;

private:
  std::string name;
};

inline std::string replaceRegular(const std::string &target, const struct stat *old, std::string_view text, bool toDisk) {
  Temporary temporary;
  if (const int problem = temporary.create(target, old == nullptr))
    return "no file can be created beside it: " + reason(problem);
  int problem = temporary.fill(text, toDisk);
  // Owner first: changing it clears the set-user-id bits. One who is not root cannot give files away, and the group is then kept if it may be.
  if (problem == 0 && old && ::fchown(temporary.descriptor, old->st_uid, old->st_gid) != 0)
    static_cast<void>(::fchown(temporary.descriptor, static_cast<uid_t>(-1), old->st_gid) == 0);
  if (problem == 0 && old && ::fchmod(temporary.descriptor, old->st_mode & 07777) != 0)
    problem = errno;
  if (problem == 0)
    problem = temporary.takePlaceOf(target);
  return reason(problem);
}

/// Where `path` leads once links are resolved; the last part need not exist. Empty with errno when it leads nowhere.
inline std::string resolved(std::string path) {
  for (unsigned links = 0; links < 40; ++links) {
    const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(path.c_str(), nullptr), &std::free);
    if (whole)
      return whole.get();
    if (errno != ENOENT)
      return {};
    char target[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length < 0)
      return path;
    const std::string next(target, static_cast<std::size_t>(length));
    const std::size_t slash = path.rfind('/');
    path = next.starts_with('/') || slash == std::string::npos ? next : path.substr(0, slash + 1) + next;
  }
  errno = ELOOP;
  return {};
}

/// Makes `text` the content of `path`; the reason when that fails, and nothing is left behind then. Symbolic links are followed, and an existing file
/// keeps its mode and, where the system allows it, its owner. What is no regular file (a pipe, /dev/null, a terminal) is written to directly, as is
/// the file that standard output or standard error goes to. With `toDisk` the content also survives the end of the machine.
inline std::string replaceFile(const std::string &path, std::string_view text, bool toDisk) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT)
      return reason(errno);
    const std::string target = resolved(path);
    return target.empty() ? reason(errno) : replaceRegular(target, nullptr, text, toDisk);
  }
  if (const int stream = standardStreamOn(status); stream >= 0) {
    const int problem = writeAll(stream, text);
    return reason(problem);
  }
  // Not truncated. It also refuses what the user may not write, although the directory would let a rename replace it.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return reason(errno);
  std::string error;
  if (::fstat(descriptor, &status) != 0)
    error = reason(errno);
  else if (!S_ISREG(status.st_mode)) {
    if (const int problem = writeAll(descriptor, text))
      error = reason(problem);
    if (::close(descriptor) != 0 && error.empty() && errno != EINTR)
      error = reason(errno);
    return error;
  }
  ::close(descriptor); // nothing was written through it
  if (!error.empty())
    return error;
  const std::string target = resolved(path);
  return target.empty() ? reason(errno) : replaceRegular(target, &status, text, toDisk);
}

} // namespace fporder::whole_file
