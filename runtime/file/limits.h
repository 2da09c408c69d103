// The limits on what is read, so that no input takes unbounded time or memory. Every limit is one row of limits.def; where it is passed, the message
// comes from here and states it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fporder::file {

enum class Limit : std::uint8_t {
#define FPORDER_LIMIT(name, value, unit, what) name,
#include "runtime/file/limits.def"
#undef FPORDER_LIMIT
};

enum class LimitUnit : std::uint8_t { Bytes, Count };

struct LimitRow {
  Limit limit;
  std::string_view name;
  std::uint64_t value; // the most that is read
  LimitUnit unit;
  std::string_view what;
};

/// All rows, in the order of the enumeration.
std::span<const LimitRow> limits();

constexpr std::uint64_t limitValue(Limit limit) {
  switch (limit) {
#define FPORDER_LIMIT(name, value, unit, what)                                                                                                       \
  case Limit::name:                                                                                                                                  \
    return value;
#include "runtime/file/limits.def"
#undef FPORDER_LIMIT
  }
  return 0;
}

/// "beyond the limit of 64 MiB for a source file or header", "beyond the limit of 256 different configurations in one run".
std::string beyond(Limit limit);

/// The table for users: one line a row.
std::string limitsText();

} // namespace fporder::file
