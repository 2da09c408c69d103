#include "runtime/file/input.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace fporder::file {

namespace {

enum Kind : int { Directory = 1, Pipe, Socket, CharacterDevice, BlockDevice, Unknown, FirstLimit = 100 };

std::string_view kindName(int kind) {
  switch (kind) {
  case Directory:
    return "is a directory";
  case Pipe:
    return "is a named pipe, not a regular file";
  case Socket:
    return "is a socket, not a regular file";
  case CharacterDevice:
    return "is a character device, not a regular file";
  case BlockDevice:
    return "is a block device, not a regular file";
  default:
    return "is not a regular file";
  }
}

class InputCategory final : public std::error_category {
public:
  const char *name() const noexcept override { return "fporder input"; }
  std::string message(int value) const override {
    if (value >= FirstLimit)
      return "is " + beyond(static_cast<Limit>(value - FirstLimit));
    return std::string(kindName(value));
  }
  std::error_condition default_error_condition(int value) const noexcept override {
    return value == Directory ? std::make_error_condition(std::errc::is_a_directory) : std::error_condition(value, *this);
  }
};

std::error_code systemError() { return {errno, std::generic_category()}; }

} // namespace

const std::error_category &inputCategory() {
  static const InputCategory category;
  return category;
}

std::error_code beyondLimit(Limit limit) { return {FirstLimit + static_cast<int>(limit), inputCategory()}; }

std::error_code kindProblem(mode_t mode) {
  if (S_ISREG(mode))
    return {};
  const int kind = S_ISDIR(mode)    ? Directory
                   : S_ISFIFO(mode) ? Pipe
                   : S_ISSOCK(mode) ? Socket
                   : S_ISCHR(mode)  ? CharacterDevice
                   : S_ISBLK(mode)  ? BlockDevice
                                    : Unknown;
  return {kind, inputCategory()};
}

OpenedFile::~OpenedFile() {
  if (number >= 0)
    ::close(number);
}

std::error_code OpenedFile::open(const std::string &path) {
  do
    number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  while (number < 0 && errno == EINTR);
  if (number < 0) {
    const std::error_code problem = systemError();
    struct stat status{};
    // A socket cannot be opened, nor a device without a driver: say what they are.
    return problem.value() == ENXIO && ::stat(path.c_str(), &status) == 0 && kindProblem(status.st_mode) ? kindProblem(status.st_mode) : problem;
  }
  if (::fstat(number, &found) != 0)
    return systemError();
  return kindProblem(found.st_mode);
}

std::error_code OpenedFile::open(const std::string &path, Limit limit) {
  if (const std::error_code problem = open(path))
    return problem;
  return static_cast<std::uint64_t>(found.st_size) > limitValue(limit) ? beyondLimit(limit) : std::error_code();
}

std::error_code OpenedFile::read(Limit limit, std::string &text) const {
  text.clear();
  // One byte more than expected, so that the end is seen by the same call.
  std::size_t room = static_cast<std::size_t>(found.st_size) + 1;
  for (std::size_t length = 0;;) {
    text.resize(std::max(room, length + 1));
    const ssize_t got = ::read(number, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError();
    length += static_cast<std::size_t>(got);
    if (length > limitValue(limit))
      return beyondLimit(limit);
    if (got == 0) {
      text.resize(length);
      return {};
    }
    if (length == text.size())
      room = std::min<std::size_t>(2 * length + 4096, limitValue(limit) + 1);
  }
}

bool mayExist(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

std::error_code readWhole(const std::string &path, Limit limit, std::string &text) {
  OpenedFile file;
  if (const std::error_code problem = file.open(path, limit))
    return problem;
  return file.read(limit, text);
}

} // namespace fporder::file
