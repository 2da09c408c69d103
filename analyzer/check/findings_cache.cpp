#include "analyzer/check/findings_cache.h"

#include "analyzer/check/cache_secret.h"
#include "analyzer/check/unit_record.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <sys/stat.h>
#include <utility>

namespace fporder::check {
namespace {

constexpr std::size_t variantsKept = 4; // going back and forth between branches
// Entries lie in directories by the first digit of their names; a sixteenth of the whole each, since names are hashes.
constexpr std::uint64_t shards = 16;

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

} // namespace

std::string userCacheDirectory() {
  if (const char *given = std::getenv("FPORDER_CACHE_DIR"); given && *given)
    return given;
  const std::string directory = userDirectory();
  return directory.empty() ? directory : directory + "/findings";
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

FindingsCache::FindingsCache(CacheSettings given) : settings(std::move(given)), directory(settings.place), states(settings.projects) {
  if (settings.place.within.empty())
    return;
  if (std::optional<std::string> known = userSecret())
    secret = std::move(*known);
  else
    trouble = "others may have filled it, and there is no " + userDirectory() + "/secret to tell what is this user's";
}

std::optional<CacheEntry> FindingsCache::read(const std::string &name, bool &damaged) {
  const std::optional<std::string> bytes = trouble.empty() ? directory.read(name) : std::nullopt;
  std::optional<CacheEntry> entry = bytes ? decodeEntry(*bytes, name, secret) : std::nullopt;
  damaged = bytes && !entry;
  return entry;
}

std::optional<UnitResult> FindingsCache::find(const std::string &key) {
  const std::string name = nameOf(key);
  bool damaged = false;
  std::optional<CacheEntry> entry = read(name, damaged);
  statistics.damaged += damaged;
  for (std::size_t i = 0; entry && i < entry->variants.size(); ++i) {
    bool renewed = false;
    CacheVariant &variant = entry->variants[i];
    if (!states.same(variant.reads, renewed))
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
      directory.touch(name);
    return result;
  }
  ++statistics.misses;
  return std::nullopt;
}

bool FindingsCache::write(const std::string &name, const CacheEntry &entry) {
  const std::string bytes = trouble.empty() ? encodeEntry(entry, secret) : std::string();
  return trouble.empty() && bytes.size() <= settings.capacity / shards && directory.write(name, bytes);
}

void FindingsCache::store(const std::string &key, const UnitResult &result, FileReads reads) {
  const std::string name = nameOf(key);
  CacheEntry entry{name, {}};
  bool damaged = false;
  if (std::optional<CacheEntry> known = read(name, damaged))
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
  for (const char shard : written)
    directory.trim(shard, settings.capacity / shards);
}

std::string FindingsCache::problem() {
  const std::string why = trouble.empty() ? directory.problem() : trouble;
  return why.empty() ? why : "cache " + settings.place.directory + ": " + why + "; nothing is kept";
}

std::string FindingsCache::summary() const {
  std::string text = "cache " + settings.place.directory + ": " + std::to_string(statistics.hits) + " of " +
                     std::to_string(statistics.hits + statistics.misses) + " units";
  const auto add = [&](unsigned count, const char *one, const char *several, const char *what) {
    if (count)
      text += ", " + std::to_string(count) + (count == 1 ? one : several) + what;
  };
  add(statistics.damaged, " entry ", " entries ", "damaged and ignored");
  add(statistics.unwritten, " entry ", " entries ", "not written");
  add(statistics.leftOut, " result ", " results ", "not to be kept");
  return text;
}

} // namespace fporder::check
