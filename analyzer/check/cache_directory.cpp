#include "analyzer/check/cache_directory.h"

#include "analyzer/check/cache_entry.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace fporder::check {
namespace {

constexpr const char *tagName = "CACHEDIR.TAG";
constexpr std::string_view tag = "Signature: 8a477f597d28d172789f06886806bc55\n# fporder-check's findings\n";
constexpr const char *unfinished = ".new";
constexpr std::time_t staleTime = 3600; // seconds: files that a killed process has left; entries whose last use is written down again
constexpr std::size_t largestEntry = limits::most(limits::Limit::CacheEntry); // bytes
constexpr int asDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr int asFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC; // O_NONBLOCK: a named pipe answers at once

bool isDigits(llvm::StringRef text, std::size_t size) {
  return text.size() == size && llvm::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string asideName(const std::string &name) {
  static std::atomic<unsigned> count = 0;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::uint64_t mixed = std::uint64_t(now.tv_nsec) ^ std::uint64_t(::getpid()) << 12 ^ std::uint64_t(++count) << 40;
  return name + "-" + llvm::utohexstr(mixed, /*LowerCase=*/true, 16) + unfinished;
}

/// Of an entry that is being written, or was when its process ended.
bool isAsideName(llvm::StringRef name) {
  return name.consume_back(unfinished) && name.size() > CacheDirectory::nameSize &&
         isDigits(name.take_front(CacheDirectory::nameSize), CacheDirectory::nameSize) && name[CacheDirectory::nameSize] == '-' &&
         llvm::all_of(name.drop_front(CacheDirectory::nameSize + 1), llvm::isAlnum);
}

/// Writes `name` in a directory whole or not at all.
bool writeAside(int directory, const std::string &name, std::string_view bytes) {
  const std::string aside = asideName(name);
  OpenFile file(::openat(directory, aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file)
    return false;
  const bool good = ::fchmod(file.descriptor(), 0600) == 0 && file.write(bytes) && file.close() &&
                    ::renameat(directory, aside.c_str(), directory, name.c_str()) == 0;
  if (!good)
    static_cast<void>(::unlinkat(directory, aside.c_str(), 0)); // else trim() does, later
  return good;
}

/// A regular file of this user's (or of root's, to be read), and what it is.
OpenFile openOwn(int directory, const std::string &name, struct stat &found, bool rootsToo) {
  OpenFile file(::openat(directory, name.c_str(), asFile));
  if (!file || ::fstat(file.descriptor(), &found) || !S_ISREG(found.st_mode) || (found.st_uid != ::geteuid() && !(rootsToo && found.st_uid == 0)))
    return {};
  return file;
}

std::vector<std::string> namesIn(int directory) {
  std::vector<std::string> names;
  const int own = ::openat(directory, ".", asDirectory);
  if (own < 0)
    return names;
  const std::unique_ptr<DIR, int (*)(DIR *)> stream(::fdopendir(own), ::closedir);
  if (!stream) {
    ::close(own);
    return names;
  }
  while (const dirent *entry = ::readdir(stream.get())) // NOLINT(concurrency-mt-unsafe) -- each stream has one reader
    if (const llvm::StringRef name = entry->d_name; name != "." && name != "..")
      names.push_back(name.str());
  return names;
}

struct StoredFile {
  std::string name;
  std::uint64_t size = 0;
  timespec lastUse{};
  bool begun = false; // by a process that has not renamed it
};

/// This user's regular files with names of ours in a subdirectory.
std::vector<StoredFile> storedIn(int directory, char shard) {
  std::vector<StoredFile> files;
  for (const std::string &name : namesIn(directory)) {
    const bool begun = isAsideName(name);
    struct stat found;
    if (name.front() == shard && (begun || isDigits(name, CacheDirectory::nameSize)) &&
        !::fstatat(directory, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) && S_ISREG(found.st_mode) && found.st_uid == ::geteuid())
      files.push_back({name, std::uint64_t(found.st_size), found.st_mtim, begun});
  }
  return files;
}

/// Only what begins as our entries do; of what was begun, its beginning may be missing. False when it is still there.
bool removeOwn(int directory, const StoredFile &stored) {
  struct stat found;
  const OpenFile file = openOwn(directory, stored.name, found, /*rootsToo=*/false);
  const std::optional<std::string> start = file ? file.read(entryMagic.size()) : std::nullopt;
  const bool isOurs = start && (*start == entryMagic || (stored.begun && entryMagic.starts_with(*start)));
  return isOurs && ::unlinkat(directory, stored.name.c_str(), 0) == 0;
}

/// The directory `name`, made for its user alone unless another process has just made it. Follows no link.
OpenFile makeAndOpen(int parent, const char *name) {
  const bool isNew = ::mkdirat(parent, name, 0700) == 0;
  OpenFile made(::openat(parent, name, asDirectory | O_NOFOLLOW));
  if (made && isNew)
    static_cast<void>(::fchmod(made.descriptor(), 0700)); // whatever the umask is
  return made;
}

} // namespace

CacheDirectory::CacheDirectory(CachePlace given) : place(std::move(given)) {}

std::string CacheDirectory::problem() {
  const std::lock_guard lock(mutex);
  return trouble;
}

OpenFile CacheDirectory::openWithin(Missing missing) const {
  llvm::StringRef below = place.directory;
  OpenFile at(below.consume_front(place.within) ? ::open(place.within.c_str(), asDirectory) : -1);
  for (const llvm::StringRef part : llvm::split(below, '/')) {
    if (part.empty() || !at)
      continue;
    const std::string name = part.str();
    OpenFile next(part == ".." ? -1 : ::openat(at.descriptor(), name.c_str(), asDirectory | O_NOFOLLOW));
    if (!next && errno == ENOENT && missing == Missing::Make)
      next = makeAndOpen(at.descriptor(), name.c_str());
    at = std::move(next);
  }
  return at;
}

OpenFile CacheDirectory::openAnywhere(Missing missing) const {
  namespace fs = llvm::sys::fs;
  OpenFile opened(::open(place.directory.c_str(), asDirectory));
  if (opened || errno != ENOENT || missing == Missing::Leave)
    return opened;
  static_cast<void>(fs::create_directories(llvm::sys::path::parent_path(place.directory), /*IgnoreExisting=*/true, fs::perms::owner_all));
  return makeAndOpen(AT_FDCWD, place.directory.c_str());
}

bool CacheDirectory::openRoot(Missing missing) {
  if (root)
    return true;
  if (!trouble.empty())
    return false;
  OpenFile opened;
  errno = 0;
  if (place.within.empty()) {
    opened = openAnywhere(missing);
  } else {
    opened = openWithin(missing);
  }
  if (!opened) {
    if (errno != ENOENT)
      trouble = "cannot be used: " + std::generic_category().message(errno);
    return false;
  }
  root = std::move(opened);
  if (adopt(missing))
    return true;
  root = OpenFile();
  return false;
}

bool CacheDirectory::adopt(Missing missing) {
  struct stat found;
  if (const OpenFile known = openOwn(root.descriptor(), tagName, found, /*rootsToo=*/true))
    if (known.read(tag.size() + 1) == tag)
      return true;
  // Another process may be about to put the tag there.
  const auto isForeign = [](llvm::StringRef name) { return !name.consume_front(tagName) || !name.starts_with("-") || !name.ends_with(unfinished); };
  if (std::ranges::any_of(namesIn(root.descriptor()), isForeign)) {
    // It may have done so since.
    const OpenFile known = openOwn(root.descriptor(), tagName, found, /*rootsToo=*/true);
    if (known && known.read(tag.size() + 1) == tag)
      return true;
    trouble = "exists, is not empty and has no CACHEDIR.TAG of fporder-check";
    return false;
  }
  if (missing == Missing::Leave)
    return false;
  if (!writeAside(root.descriptor(), tagName, tag)) {
    trouble = "cannot be used: " + std::generic_category().message(errno);
    return false;
  }
  static_cast<void>(writeAside(root.descriptor(), ".gitignore", "*\n")); // neither git nor backups want it, wherever it lies
  return true;
}

int CacheDirectory::shardOf(char shard, Missing missing) {
  const unsigned index = llvm::hexDigitValue(shard);
  const std::lock_guard lock(mutex);
  if (index >= shards.size() || !openRoot(missing))
    return -1;
  OpenFile &opened = shards[index];
  const char name[] = {shard, '\0'};
  if (!opened)
    opened = OpenFile(::openat(root.descriptor(), name, asDirectory | O_NOFOLLOW));
  if (!opened && errno == ENOENT && missing == Missing::Make)
    opened = makeAndOpen(root.descriptor(), name);
  return opened.descriptor();
}

std::optional<std::string> CacheDirectory::read(const std::string &name) {
  const int shard = shardOf(name.front(), Missing::Leave);
  struct stat found;
  const OpenFile file = shard < 0 ? OpenFile() : openOwn(shard, name, found, /*rootsToo=*/true);
  return file ? file.read(largestEntry) : std::nullopt;
}

bool CacheDirectory::write(const std::string &name, std::string_view bytes) {
  const int shard = shardOf(name.front(), Missing::Make);
  return shard >= 0 && writeAside(shard, name, bytes);
}

void CacheDirectory::touch(const std::string &name) {
  const int shard = shardOf(name.front(), Missing::Leave);
  struct stat found;
  if (const OpenFile file = shard < 0 ? OpenFile() : openOwn(shard, name, found, /*rootsToo=*/false);
      file && found.st_nlink == 1 && std::time(nullptr) - found.st_mtim.tv_sec >= staleTime)
    static_cast<void>(::futimens(file.descriptor(), nullptr));
}

void CacheDirectory::trim(char shard, std::uint64_t capacity) {
  const int directory = shardOf(shard, Missing::Leave);
  if (directory < 0)
    return;
  std::vector<StoredFile> files = storedIn(directory, shard);
  const std::time_t now = std::time(nullptr);
  std::uint64_t total = 0;
  std::erase_if(files, [&](const StoredFile &file) {
    if (file.begun && now - file.lastUse.tv_sec > staleTime)
      static_cast<void>(removeOwn(directory, file)); // another process may have been faster
    total += file.begun ? 0 : file.size;
    return file.begun;
  });
  if (total <= capacity)
    return;
  std::ranges::sort(files, [](const StoredFile &a, const StoredFile &b) {
    return std::tie(a.lastUse.tv_sec, a.lastUse.tv_nsec, a.name) < std::tie(b.lastUse.tv_sec, b.lastUse.tv_nsec, b.name);
  });
  // A little more than needed, so that not every run has to.
  for (const StoredFile &file : files) {
    if (total <= capacity * 9 / 10)
      break;
    if (removeOwn(directory, file))
      total -= file.size;
  }
}

} // namespace fporder::check
