// Shadow memory: for each value of a floating-point type in memory, a cell with the value and its shadow.
//
// Cells are found from the value's address alone: 12 bytes for 4. A cell holds the value's bits beside the shadow, and whoever reads it compares:
// where code without shadows has written another value, or another address falls on the same cell, the value restarts with no error. An untouched
// page is zero, which is a zero without an error. The mapping drops the bits of the address from 44 on: on x86-64 Linux, programs, heaps and stacks
// lie below 2^41, at 0x55.. or 0x56.., and at 0x7f.., so that different places fall on different cells.
//
//   binary64        8 value, 8 error, 8 bound
//   binary32        4 value, 8: the upper 40 bits of the error and the upper 24 of the bound without its sign
//   16-bit formats  2 value, 4: the upper 20 bits of the error and 12 of the bound, both as binary32
//
// What the error loses by being cut is added to the bound. The bound is cut too, but after adding bits of the error as noise: it is kept in the
// mean, so that a million stores of one accumulator neither lower it nor multiply it by (1 + 2^-13) each. Where it would be cut to none it is made
// as large as these bits can say, far below the format's last place.
#pragma once

#include "runtime/shadow/program/abi.h"
#include "runtime/shadow/program/double_double.h"

namespace fporder::program::cells {

/// The region at which cells lie; see library.cpp.
inline constexpr std::uint64_t regionStart = std::uint64_t{1} << 44, addressMask = regionStart - 1, regionSize = 3 * regionStart;

inline char *cellOf(const void *address) {
  return reinterpret_cast<char *>(regionStart + (reinterpret_cast<std::uintptr_t>(address) & addressMask) * 3); // NOLINT(performance-no-int-to-ptr)
}

// Cells and counters are accessed as types of their own, which no program has: what it keeps in floats and doubles is then known not to change with
// them.
enum class Image2 : std::uint16_t {};
enum class Image4 : std::uint32_t {};
enum class Image8 : std::uint64_t {};
template <unsigned size> struct ImageOf;
template <> struct ImageOf<2> {
  typedef Image2 __attribute__((aligned(1))) type;
};
template <> struct ImageOf<4> {
  typedef Image4 __attribute__((aligned(1))) type;
};
template <> struct ImageOf<8> {
  typedef Image8 __attribute__((aligned(1))) type;
};

template <class T> T get(const void *at) { return __builtin_bit_cast(T, *static_cast<const typename ImageOf<sizeof(T)>::type *>(at)); }
template <class T> void put(void *at, T value) {
  *static_cast<typename ImageOf<sizeof(T)>::type *>(at) =
      static_cast<typename ImageOf<sizeof(T)>::type>(__builtin_bit_cast(typename ImageOf<sizeof(T)>::type, value));
}

inline void store64(const void *address, std::uint64_t value, Shadow shadow) {
  char *const cell = cellOf(address);
  put(cell, value);
  put(cell + 8, shadow.error);
  put(cell + 16, shadow.bound);
}

inline Shadow load64(const void *address, std::uint64_t value) {
  const char *const cell = cellOf(address);
  const bool fits = get<std::uint64_t>(cell) == value;
  const auto error = get<double>(cell + 8), bound = get<double>(cell + 16);
  return {fits ? error : 0, fits ? bound : 0};
}

inline constexpr std::uint64_t boundMask = 0xffffff;

/// A bound for a shadow of less than `least`, so that it does not become none.
inline double keptBound(Shadow shadow, double bound, double least) {
  const bool isSmall = __builtin_expect(__builtin_fabs(shadow.error) < least, false) && bound < least;
  return isSmall && (shadow.error != 0 || bound != 0) ? least : bound;
}

inline std::uint64_t packed(Shadow shadow) {
  if (shadow.error == 0 && shadow.bound == 0) // before anything else: the usual one of what is stored once and read often
    return 0;
  const auto error = __builtin_bit_cast(std::uint64_t, shadow.error);
  const std::uint64_t kept = error & ~boundMask;
  const double lost = shadow.error - __builtin_bit_cast(double, kept);
  const auto bound = __builtin_bit_cast(std::uint64_t, keptBound(shadow, shadow.bound + __builtin_fabs(lost), 0x1p-950));
  const std::uint64_t noise = (error * 0x9e3779b97f4a7c15U) >> 25;
  return kept | ((bound + noise) >> 39 & boundMask);
}

inline Shadow unpacked(std::uint64_t bits) {
  return {__builtin_bit_cast(double, bits & ~boundMask), __builtin_bit_cast(double, (bits & boundMask) << 39)};
}

inline void store32(const void *address, std::uint32_t value, Shadow shadow) {
  char *const cell = cellOf(address);
  put(cell, value);
  put(cell + 4, packed(shadow));
}

inline Shadow load32(const void *address, std::uint32_t value) {
  const char *const cell = cellOf(address);
  const auto bits = get<std::uint64_t>(cell + 4);
  return unpacked(get<std::uint32_t>(cell) == value ? bits : 0);
}

inline void store16(const void *address, std::uint16_t value, Shadow shadow) {
  const auto error = __builtin_bit_cast(std::uint32_t, static_cast<float>(shadow.error)), kept = error & ~0xfffU;
  const double lost = shadow.error - static_cast<double>(__builtin_bit_cast(float, kept));
  const auto bound = __builtin_bit_cast(std::uint32_t, static_cast<float>(keptBound(shadow, shadow.bound + __builtin_fabs(lost), 0x1p-100)));
  const std::uint32_t noise = (error * 0x9e3779b1U) >> 13;
  char *const cell = cellOf(address);
  put(cell, value);
  put(cell + 2, kept | ((bound + noise) >> 19 & 0xfffU));
}

inline Shadow load16(const void *address, std::uint16_t value) {
  const char *const cell = cellOf(address);
  const auto bits = get<std::uint16_t>(cell) == value ? get<std::uint32_t>(cell + 2) : 0;
  return {static_cast<double>(__builtin_bit_cast(float, bits & ~0xfffU)), static_cast<double>(__builtin_bit_cast(float, (bits & 0xfffU) << 19))};
}

/// Where cells of the wider precisions lie: see number_cells.h. Pairs have 20 bytes for 4.
inline char *pairCellOf(const void *address) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 42) - 1;
  return reinterpret_cast<char *>(regionStart + (reinterpret_cast<std::uintptr_t>(address) & mask) * 5); // NOLINT(performance-no-int-to-ptr)
}

/// binary64: 8 value, 8 error, 8 low, 8 bound; binary32: 4 value, 8 error, 8 low and bound as binary32's error and bound above; 16-bit formats: 2
/// value, 8 error and bound, low in the bound.
template <class Value> void storePair(const void *address, Value value, PairShadow shadow) {
  char *const cell = pairCellOf(address);
  put(cell, value);
  if constexpr (sizeof(Value) == 2) {
    put(cell + 2, packed({shadow.error, shadow.bound + __builtin_fabs(shadow.low)}));
  } else {
    put(cell + sizeof value, shadow.error);
    if constexpr (sizeof(Value) == 4) {
      put(cell + 12, packed({shadow.low, shadow.bound}));
    } else {
      put(cell + 16, shadow.low);
      put(cell + 24, shadow.bound);
    }
  }
}

template <class Value> PairShadow loadPair(const void *address, Value value) {
  const char *const cell = pairCellOf(address);
  const bool fits = get<Value>(cell) == value;
  if constexpr (sizeof(Value) == 2) {
    const Shadow shadow = unpacked(fits ? get<std::uint64_t>(cell + 2) : 0);
    return {shadow.error, 0, shadow.bound};
  } else {
    const auto error = get<double>(cell + sizeof value);
    const Shadow rest = sizeof(Value) == 4 ? unpacked(get<std::uint64_t>(cell + 12)) : Shadow{get<double>(cell + 16), get<double>(cell + 24)};
    return fits ? PairShadow{error, rest.error, rest.bound} : PairShadow{0, 0, 0};
  }
}

} // namespace fporder::program::cells
