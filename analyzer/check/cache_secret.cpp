#include "analyzer/check/cache_secret.h"

#include "analyzer/check/open_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fporder::check {
namespace {

namespace path = llvm::sys::path;

std::optional<std::string> readSecret(const std::string &file) {
  const OpenFile opened(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found;
  if (!opened || ::fstat(opened.descriptor(), &found) || !S_ISREG(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 077) != 0)
    return std::nullopt;
  std::optional<std::string> content = opened.read(secretSize + 1);
  return content && content->size() == secretSize ? content : std::nullopt;
}

/// Several processes may do this at once: the first wins.
void makeSecret(const std::string &file) {
  std::array<char, secretSize> bytes{};
  if (::getentropy(bytes.data(), bytes.size()))
    return;
  const std::string aside = file + "-" + std::to_string(::getpid()) + ".new";
  {
    OpenFile created(::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!created)
      return;
    if (::fchmod(created.descriptor(), 0600) == 0 && created.write({bytes.data(), bytes.size()}) && created.close())
      static_cast<void>(::link(aside.c_str(), file.c_str()));
  }
  static_cast<void>(::unlink(aside.c_str()));
}

} // namespace

std::string userDirectory() {
  llvm::SmallString<256> directory;
  // What is not an absolute path counts as not set (XDG base directory specification).
  if (const char *base = std::getenv("XDG_CACHE_HOME"); base && path::is_absolute(base))
    directory = base;
  else if (path::home_directory(directory) && path::is_absolute(directory))
    path::append(directory, ".cache");
  else
    return "";
  path::append(directory, "fporder");
  return directory.str().str();
}

std::optional<std::string> userSecret() {
  const std::string directory = userDirectory();
  if (directory.empty())
    return std::nullopt;
  const std::string file = directory + "/secret";
  if (std::optional<std::string> known = readSecret(file))
    return known;
  if (!llvm::sys::fs::create_directories(directory, /*IgnoreExisting=*/true, llvm::sys::fs::perms::owner_all))
    makeSecret(file);
  return readSecret(file);
}

} // namespace fporder::check
