// A file descriptor that is closed at the end of its scope, read and written to the last byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fporder::check {

class OpenFile {
public:
  OpenFile() = default;
  /// Takes a descriptor over; a negative one is no file.
  explicit OpenFile(int descriptor) : fd(descriptor) {}
  ~OpenFile();
  OpenFile(OpenFile &&other) noexcept;
  OpenFile &operator=(OpenFile &&other) noexcept;
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  explicit operator bool() const { return fd >= 0; }
  int descriptor() const { return fd; }

  /// From here to the end, or `most` bytes of it. Nothing after an error.
  std::optional<std::string> read(std::size_t most) const;
  /// All of `bytes`, or false.
  bool write(std::string_view bytes);
  /// False when the file system reports only now that something was not written.
  bool close();

private:
  int fd = -1;
};

} // namespace fporder::check
