// One file of the findings cache: what was found in a translation unit, for the last few states of the files it is made from.
//
// The bytes carry a checksum; what does not check is no entry. The key, a hash, is there a second time, since a file may have been renamed. With a
// secret (see cache_secret.h) the checksum is an authentication code: only its owner can make one.
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

/// What every version's entries begin with.
inline constexpr std::string_view entryMagic = "fporder findings ";

/// `secret`: empty, or of one fixed length.
std::string encodeEntry(const CacheEntry &entry, std::string_view secret = {});
/// Nothing when `bytes` are damaged, of another version of the format, of another key, or written with another secret.
std::optional<CacheEntry> decodeEntry(std::string_view bytes, std::string_view key, std::string_view secret = {});

} // namespace fporder::check
