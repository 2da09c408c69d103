// The limits on what is looked for in a program: how deep, how many, how long. Every limit is one row of limits.def and nowhere else; code asks for
// its value here, and where reaching it may lose a finding asks through `exceeds` or `reaches`, which tell the Watch of the function that is
// analysed.
#pragma once

#include "runtime/limits/watch.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fporder::limits {

enum class Loss : std::uint8_t { Reported, Named, Refused, Harmless };

struct Row {
  Limit limit;
  std::string_view name;
  std::uint64_t value;
  Loss loss;
  std::string_view counted; // what the value is a number of
  std::string_view givenUp; // what happens beyond it
};

/// All rows, in the order of the enumeration.
std::span<const Row> rows();

const Row &row(Limit limit);

/// The values of all rows, in the order of the enumeration.
inline constexpr std::uint64_t mostOf[] = {
#define FPORDER_LIMIT(name, value, loss, counted, givenUp) value,
#include "runtime/limits/limits.def"
#undef FPORDER_LIMIT
};

/// The value of a limit.
constexpr std::uint64_t most(Limit limit) { return mostOf[static_cast<std::size_t>(limit)]; }

/// True when `count` is more than the limit allows, which is noted.
inline bool exceeds(Limit limit, std::uint64_t count) {
  if (count <= most(limit)) [[likely]]
    return false;
  Watch::note(limit);
  return true;
}

/// True when `count` is all that the limit allows and one more is asked for, which is noted.
inline bool reaches(Limit limit, std::uint64_t count) {
  if (count < most(limit)) [[likely]]
    return false;
  Watch::note(limit);
  return true;
}

/// What a limit that was reached is called under notAnalysed, and why: "limit ConditionNodes", "64 nodes looked at for one condition of a rule: ...".
std::string whatOf(Limit limit);
std::string whyOf(Limit limit);

/// The table for users: groups of rows by what reaching a limit means, one line a row.
std::string text();

} // namespace fporder::limits
