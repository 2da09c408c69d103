// One file of the findings cache: what was found in a translation unit, for the last few states of the files it is made from.
//
// The bytes carry a checksum; what does not check is no entry. The key, a hash, is there a second time, since a file may have been renamed.
#pragma once

#include "analyzer/check/read_log.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::check {

struct CacheVariant {
  FileReads reads;
  std::string record; // encodeUnit's
};

struct CacheEntry {
  std::string key;
  std::vector<CacheVariant> variants; // the last used first
};

std::string encodeEntry(const CacheEntry &entry);
/// Nothing when `bytes` are damaged, of another version of the format, or of another key.
std::optional<CacheEntry> decodeEntry(std::string_view bytes, std::string_view key);

} // namespace fporder::check
