// How lanes of a warp exchange values.
#pragma once

#include <cstdint>

namespace fporder::frontend {

/// Which lane a value comes from, told from the lane's own number, and how many lanes exchange with each other.
struct LaneExchange {
  enum class Way : std::uint8_t {
    Xor,
    Down,
    Up,
    Other
  }; // the first two make steps of a reduction, where they are combined with the lane's own value
  Way way = Way::Other;
  std::uint32_t width = 0; // 0: not known, nor how lanes are numbered

  bool reduces() const { return way == Way::Xor || way == Way::Down; }
  bool operator==(const LaneExchange &) const = default;
};

} // namespace fporder::frontend
