// What the kernels of this folder are called with, and which of their outputs are kept: the same numbers wherever this is compiled.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fporder::gpu {

constexpr std::size_t elements = 8192; // of every array; of v, float4 each
constexpr unsigned mostKept = 64;
constexpr float scalar = 1.7f;            // s
constexpr unsigned char untouched = 0xa5; // every byte of what no thread has stored to

/// The place in the output of the kept value number `k`.
constexpr unsigned keptIndex(unsigned k, unsigned outputs) { return outputs <= mostKept ? k : k * 37 % outputs; }

enum class Array : unsigned { A, B, D, M, V };

constexpr std::uint64_t mixed(Array array, std::uint64_t index) {
  std::uint64_t x = (static_cast<std::uint64_t>(array) << 32 | index) + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Kernels of every third number get arrays with zeros, subnormal and great values among others, and -0 at the beginning.
constexpr bool tricky(unsigned kernel) { return kernel % 3 == 0; }

constexpr std::uint32_t trickyFloats[] = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
                                          0x3f7fffff, 0x3f800001, 0x71800000, 0xf1800000, 0x7e967699, 0x0da24260, 0x4b800000, 0xcb7fffff};
constexpr std::uint64_t trickyDoubles[] = {0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x000fffffffffffff,
                                           0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fefffffffffffff,
                                           0x7e37e43c8800759c, 0xfe37e43c8800759c, 0x01a56e1fc2f8f359, 0x4340000000000000};

/// The bits of a binary32 number: a sign in one of four, an exponent of -6 .. 6, every significand; tricky ones one in eight.
constexpr std::uint32_t floatBits(bool isTricky, Array array, std::size_t index) {
  const std::uint64_t x = mixed(array, index);
  if (isTricky && array == Array::A && index < 32)
    return 0x80000000;
  if (isTricky && (x >> 60) < 2)
    return trickyFloats[x >> 32 & 15];
  const std::uint32_t sign = (x >> 40 & 3) == 0, exponent = 127 - 6 + static_cast<std::uint32_t>((x >> 42 & 0xffff) % 13);
  return sign << 31 | exponent << 23 | static_cast<std::uint32_t>(x & 0x7fffff);
}

constexpr std::uint64_t doubleBits(bool isTricky, Array array, std::size_t index) {
  const std::uint64_t x = mixed(array, index), y = mixed(array, index + elements);
  if (isTricky && (x >> 60) < 2)
    return trickyDoubles[(x >> 32 & 0xffff) % 12];
  const std::uint64_t sign = (x >> 40 & 3) == 0, exponent = 1023 - 6 + (x >> 42 & 0xffff) % 13;
  return sign << 63 | exponent << 52 | (y & 0xfffffffffffff);
}

constexpr std::int32_t integer(std::size_t index) { return static_cast<std::int32_t>(mixed(Array::M, index) % 2001) - 1000; }

} // namespace fporder::gpu
