// Any bytes as an entry of the findings cache, as an entry's body under a checksum that is right, and as a unit's record.
#include "analyzer/check/cache_entry.h"
#include "analyzer/check/unit_record.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace fporder::check;

namespace {

void readRecord(std::string_view bytes) {
  if (const std::optional<UnitResult> result = decodeUnit(bytes)) {
    const std::string written = encodeUnit(*result);
    const std::optional<UnitResult> again = decodeUnit(written);
    if (!again || encodeUnit(*again) != written)
      std::abort();
  }
}

void readEntry(std::string_view bytes) {
  const std::optional<CacheEntry> entry = decodeEntry(bytes, "key");
  if (!entry)
    return;
  const std::optional<CacheEntry> again = decodeEntry(encodeEntry(*entry), "key");
  if (!again || again->variants.size() != entry->variants.size())
    std::abort();
  for (const CacheVariant &variant : entry->variants)
    readRecord(variant.record);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char *>(data), size);
  readEntry(bytes);
  // Nothing that is written by chance has a checksum that fits; the body is read all the same.
  const std::string body = std::string("\3key", 4) + bytes;
  const ContentHash sum = hashContent(body);
  const std::string whole = encodeEntry({"key", {}});
  readEntry(whole.substr(0, whole.find('\n') + 1) + std::string(sum.begin(), sum.end()) + body);
  readRecord(bytes);
  return 0;
}
