// Reading a whole file that a user or an untrusted tree names. Only regular files are read, and only up to a stated limit: a named pipe, a socket, a
// device or a directory is an error. The file is opened without waiting and judged by its descriptor, so that nothing blocks and nothing can be put
// in its place between the judgement and the reading.
#pragma once

#include "runtime/file/limits.h"

#include <string>
#include <sys/stat.h>
#include <system_error>

namespace fporder::file {

/// Why a file is not read; message() is a clause such as "is a named pipe, not a regular file" or "is beyond the limit of 1 MiB for a configuration".
const std::error_category &inputCategory();
std::error_code beyondLimit(Limit limit);

/// Success for a regular file; else what the file is.
std::error_code kindProblem(mode_t mode);

/// A descriptor of a regular file, closed with it.
class OpenedFile {
public:
  OpenedFile() = default;
  OpenedFile(const OpenedFile &) = delete;
  OpenedFile &operator=(const OpenedFile &) = delete;
  ~OpenedFile();

  /// Opens `path`; an error of the system, kindProblem's, or beyondLimit's when it is larger than `limit`.
  std::error_code open(const std::string &path, Limit limit);
  /// Opens a file of any size.
  std::error_code open(const std::string &path);
  /// The whole content. A file that has grown beyond `limit` meanwhile is an error, as is one of the kernel's that does not know its size.
  std::error_code read(Limit limit, std::string &text) const;

  int descriptor() const { return number; }
  const struct stat &status() const { return found; }

private:
  int number = -1;
  struct stat found{};
};

/// False only when the system says that there is no such file: one that cannot be looked at is not taken for absent.
bool mayExist(const std::string &path);

/// Opens and reads `path`.
std::error_code readWhole(const std::string &path, Limit limit, std::string &text);

} // namespace fporder::file
