#include "runtime/file/output.h"

#include "runtime/shadow/include/fporder/shadow/whole_file.h"

namespace fporder::file {

std::optional<Error> replaceFile(const std::string &path, std::string_view text, Durability durability) {
  std::string reason = whole_file::replaceFile(path, text, durability == Durability::Disk);
  return reason.empty() ? std::nullopt : std::optional(Error{std::move(reason)});
}

void reserveStandardDescriptors() {
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      // The lowest free number is taken. Standard input cannot be read then, and the others cannot be written.
      static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) == descriptor);
}

} // namespace fporder::file
