// An append-only sequence whose elements never move: references to them survive growth.
//
// Elements live in segments of 32, 64, 128, ... so that indexing is a shift and a mask, and a sequence of a few elements costs one allocation.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace fporder::order {

template <class T> class StableVector {
public:
  std::size_t size() const { return count; }

  T &operator[](std::size_t index) { return segments[segmentOf(index)][offsetIn(index)]; }
  const T &operator[](std::size_t index) const { return segments[segmentOf(index)][offsetIn(index)]; }

  /// Appends `element` and returns its index.
  std::uint32_t append(T element) {
    const std::size_t segment = segmentOf(count);
    if (segment == segments.size())
      segments.push_back(std::make_unique<T[]>(first << segment));
    segments[segment][offsetIn(count)] = std::move(element);
    return static_cast<std::uint32_t>(count++);
  }

private:
  static constexpr std::size_t first = 32;
  // `| 1` leaves the width as it is and shows that it is not 0.
  static std::size_t segmentOf(std::size_t index) { return static_cast<std::size_t>(std::bit_width((index / first + 1) | 1)) - 1; }
  static std::size_t offsetIn(std::size_t index) {
    const std::size_t segment = segmentOf(index);
    return index - first * ((std::size_t{1} << segment) - 1);
  }

  std::vector<std::unique_ptr<T[]>> segments;
  std::size_t count = 0;
};

} // namespace fporder::order
