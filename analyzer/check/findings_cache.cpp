#include "analyzer/check/findings_cache.h"

#include "analyzer/check/unit_record.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <tuple>
#include <utility>
#include <vector>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr std::size_t variantsKept = 4; // going back and forth between branches
// Entries lie in directories by the first digit of their names; a sixteenth of the whole each, since names are hashes.
constexpr std::uint64_t shards = 16;
constexpr auto staleTime = std::chrono::hours(1); // files that a killed process has left; entries whose last use is written down again
constexpr const char *unfinished = ".new";
const fs::perms owners = fs::owner_read | fs::owner_write;

std::string nameOf(const std::string &key) { return llvm::toHex(llvm::BLAKE3::hash<16>(llvm::arrayRefFromStringRef(key)), /*LowerCase=*/true); }

/// The GNU build id among an object's notes, appended to `text` (ld.so has mapped them).
void appendBuildId(const dl_phdr_info &object, std::string &text) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const auto &header = object.dlpi_phdr[i];
    if (header.p_type != PT_NOTE)
      continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr) -- ld.so tells addresses as integers
    const auto *note = reinterpret_cast<const char *>(object.dlpi_addr + header.p_vaddr);
    for (const char *const end = note + header.p_memsz; note + sizeof(ElfW(Nhdr)) <= end;) {
      ElfW(Nhdr) head;
      std::memcpy(&head, note, sizeof head);
      const char *const description = note + sizeof head + llvm::alignTo(head.n_namesz, 4);
      if (head.n_type == NT_GNU_BUILD_ID)
        text += llvm::toHex(llvm::StringRef(description, head.n_descsz)) + ' ';
      note = description + llvm::alignTo(head.n_descsz, 4);
    }
  }
}

struct StoredFile {
  std::string path;
  std::uint64_t size = 0;
  llvm::sys::TimePoint<> lastUse;
};

std::vector<StoredFile> filesIn(const std::string &directory) {
  std::vector<StoredFile> files;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    llvm::ErrorOr<fs::basic_file_status> status = entry->status();
    if (status && status->type() == fs::file_type::regular_file)
      files.push_back({entry->path(), status->getSize(), status->getLastModificationTime()});
  }
  return files;
}

} // namespace

std::string userCacheDirectory() {
  if (const char *given = std::getenv("FPORDER_CACHE_DIR"); given && *given)
    return given;
  llvm::SmallString<256> directory;
  // What is not an absolute path counts as not set (XDG base directory specification).
  if (const char *base = std::getenv("XDG_CACHE_HOME"); base && path::is_absolute(base))
    directory = base;
  else if (path::home_directory(directory) && path::is_absolute(directory))
    path::append(directory, ".cache");
  else
    return "";
  path::append(directory, "fporder", "findings");
  return directory.str().str();
}

const std::string &programIdentity() {
  static const std::string identity = [] {
    std::string text = FPORDER_VERSION " ";
    const std::size_t empty = text.size();
    dl_iterate_phdr(
        [](dl_phdr_info *object, std::size_t, void *ids) {
          if (!llvm::StringRef(object->dlpi_name).starts_with("linux-")) // the kernel's own, which differs between machines
            appendBuildId(*object, *static_cast<std::string *>(ids));
          return 0;
        },
        &text);
    struct stat found;
    if (text.size() == empty && !::stat("/proc/self/exe", &found))
      text += std::to_string(found.st_size) + ' ' + std::to_string(found.st_mtim.tv_sec) + ' ' + std::to_string(found.st_mtim.tv_nsec);
    return text;
  }();
  return identity;
}

FindingsCache::FindingsCache(CacheSettings given) : settings(std::move(given)) {
  llvm::SmallString<256> directory(settings.directory);
  if (!fs::make_absolute(directory))
    settings.directory = directory.str().str();
}

std::string FindingsCache::fileOf(const std::string &name) const {
  llvm::SmallString<256> file(settings.directory);
  path::append(file, name.substr(0, 1), name);
  return file.str().str();
}

std::optional<UnitResult> FindingsCache::find(const std::string &key) {
  const std::string name = nameOf(key), file = fileOf(name);
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  std::optional<CacheEntry> entry = buffer ? decodeEntry((*buffer)->getBuffer(), name) : std::nullopt;
  if (buffer && !entry)
    ++statistics.damaged;
  for (std::size_t i = 0; entry && i < entry->variants.size(); ++i) {
    bool renewed = false;
    CacheVariant &variant = entry->variants[i];
    if (!std::ranges::all_of(variant.reads, [&](auto &read) { return states.same(read.first, read.second, renewed); }))
      continue;
    std::optional<UnitResult> result = decodeUnit(variant.record);
    if (!result) {
      ++statistics.damaged;
      continue;
    }
    ++statistics.hits;
    std::rotate(entry->variants.begin(), entry->variants.begin() + std::ptrdiff_t(i), entry->variants.begin() + std::ptrdiff_t(i) + 1);
    if (renewed)
      write(name, *entry);
    else
      touch(file);
    return result;
  }
  ++statistics.misses;
  return std::nullopt;
}

void FindingsCache::touch(const std::string &file) const {
  fs::file_status status;
  if (fs::status(file, status) || std::chrono::system_clock::now() - status.getLastModificationTime() < staleTime)
    return;
  utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

void FindingsCache::makeDirectory(const std::string &shard) const {
  if (fs::is_directory(shard))
    return;
  const bool isNew = !fs::exists(settings.directory);
  static_cast<void>(fs::create_directories(shard, /*IgnoreExisting=*/true, fs::perms::owner_all)); // writing the entry fails where this has
  if (!isNew)
    return;
  // Neither git nor backups want it, wherever it lies.
  const std::pair<const char *, const char *> signs[] = {
      {".gitignore", "*\n"}, {"CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# fporder-check's findings\n"}};
  for (const auto &[name, text] : signs) {
    std::error_code error;
    llvm::raw_fd_ostream stream(settings.directory + "/" + name, error);
    if (!error)
      stream << text;
  }
}

bool FindingsCache::write(const std::string &name, const CacheEntry &entry) {
  const std::string bytes = encodeEntry(entry), file = fileOf(name);
  if (bytes.size() > settings.capacity / shards)
    return false;
  makeDirectory(path::parent_path(file).str());
  int descriptor = -1;
  llvm::SmallString<256> aside;
  if (fs::createUniqueFile(file + "-%%%%%%%%" + unfinished, descriptor, aside, fs::OF_None, owners))
    return false;
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << bytes;
  stream.close();
  const bool good = !stream.has_error() && !fs::rename(aside, file);
  stream.clear_error();
  if (!good)
    static_cast<void>(fs::remove(aside)); // else trim() does, later
  return good;
}

void FindingsCache::store(const std::string &key, const UnitResult &result, FileReads reads) {
  const std::string name = nameOf(key);
  CacheEntry entry{name, {}};
  if (auto buffer = llvm::MemoryBuffer::getFile(fileOf(name), /*IsText=*/false, /*RequiresNullTerminator=*/false))
    if (std::optional<CacheEntry> known = decodeEntry((*buffer)->getBuffer(), name))
      entry = std::move(*known);
  entry.variants.insert(entry.variants.begin(), CacheVariant{std::move(reads), encodeUnit(result)});
  if (entry.variants.size() > variantsKept)
    entry.variants.resize(variantsKept);
  if (!write(name, entry))
    ++statistics.unwritten;
  const std::lock_guard lock(mutex);
  written.insert(name.front());
}

void FindingsCache::trim() {
  for (const char shard : written) {
    std::vector<StoredFile> files = filesIn(path::parent_path(fileOf(std::string(1, shard))).str());
    const auto now = std::chrono::system_clock::now();
    std::erase_if(files, [&](const StoredFile &file) {
      const bool left = llvm::StringRef(file.path).ends_with(unfinished);
      if (left && now - file.lastUse > staleTime)
        static_cast<void>(fs::remove(file.path)); // another process may have been faster
      return left;
    });
    std::uint64_t total = 0;
    for (const StoredFile &file : files)
      total += file.size;
    if (total <= settings.capacity / shards)
      continue;
    std::ranges::sort(files, [](const StoredFile &a, const StoredFile &b) { return std::tie(a.lastUse, a.path) < std::tie(b.lastUse, b.path); });
    // A little more than needed, so that not every run has to.
    for (const StoredFile &file : files) {
      if (total <= settings.capacity / shards * 9 / 10)
        break;
      static_cast<void>(fs::remove(file.path));
      total -= file.size;
    }
  }
}

std::string FindingsCache::summary() const {
  std::string text = "cache " + settings.directory + ": " + std::to_string(statistics.hits) + " of " +
                     std::to_string(statistics.hits + statistics.misses) + " units";
  const auto add = [&](unsigned count, const char *what) {
    if (count)
      text += ", " + std::to_string(count) + (count == 1 ? " entry " : " entries ") + what;
  };
  add(statistics.damaged, "damaged and ignored");
  add(statistics.unwritten, "not written");
  return text;
}

} // namespace fporder::check
