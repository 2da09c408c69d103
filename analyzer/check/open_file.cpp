#include "analyzer/check/open_file.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <utility>

namespace fporder::check {

OpenFile::~OpenFile() { close(); }

OpenFile::OpenFile(OpenFile &&other) noexcept : fd(std::exchange(other.fd, -1)) {}

OpenFile &OpenFile::operator=(OpenFile &&other) noexcept {
  std::swap(fd, other.fd);
  return *this;
}

std::optional<std::string> OpenFile::read(std::size_t most) const {
  constexpr std::size_t step = std::size_t(64) << 10;
  std::string content;
  while (content.size() < most) {
    const std::size_t before = content.size(), wanted = std::min(std::max(step, before), most - before);
    content.resize(before + wanted);
    const ssize_t got = ::read(fd, content.data() + before, wanted);
    content.resize(before + std::size_t(std::max<ssize_t>(got, 0)));
    if (got == 0)
      break;
    if (got < 0 && errno != EINTR)
      return std::nullopt;
  }
  return content;
}

bool OpenFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR)
      return false;
    bytes.remove_prefix(std::size_t(std::max<ssize_t>(put, 0)));
  }
  return true;
}

bool OpenFile::close() { return fd < 0 || ::close(std::exchange(fd, -1)) == 0; }

} // namespace fporder::check
