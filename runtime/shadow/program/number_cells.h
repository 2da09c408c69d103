// Where cells lie: of residues in 12 bytes for 4, as cells.h says; of the wider precisions at a larger stride, for which fewer bits of the address
// are kept: 42, in which programs (0x55.., 0x56..), stacks and libraries (0x7f..) still differ.
#pragma once

#include "runtime/shadow/program/cells.h"

namespace fporder::program {

struct Layout {
  std::uint64_t mask, stride; // a cell has `stride` bytes for each byte of memory
};
inline constexpr Layout residueLayout{cells::addressMask, 3}, pairLayout{(std::uint64_t{1} << 42) - 1, 5}; // as cells::pairCellOf
Layout numberLayout(unsigned bits);

/// The process's; set before its first operation.
extern Layout layout;

inline char *wideCellOf(const void *address) {
  const std::uint64_t cell = cells::regionStart + (reinterpret_cast<std::uintptr_t>(address) & layout.mask) * layout.stride;
  return reinterpret_cast<char *>(cell); // NOLINT(performance-no-int-to-ptr)
}

} // namespace fporder::program
