// Shadow memory: copies of cells, and cells that are cleared. For its region see process.cpp.
#include "runtime/shadow/program/number_cells.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <sched.h>

namespace fporder::program {

namespace {

/// Blocks of cells that are compared before they are written: an untouched page stays untouched.
constexpr std::size_t block = 96;

template <class Step> void inBlocks(std::size_t size, bool backwards, const Step &step) {
  for (std::size_t done = 0; done < size; done += block) {
    const std::size_t length = std::min(block, size - done);
    step(backwards ? size - done - length : done, length);
  }
}

} // namespace

} // namespace fporder::program

using namespace fporder::program;

/// After memcpy or memmove.
extern "C" void fporder_copy_cells(void *to, const void *from, std::uint64_t size) {
  char *const target = wideCellOf(to);
  const char *const source = wideCellOf(from);
  inBlocks(layout.stride * size, target > source, [&](std::size_t at, std::size_t length) {
    if (std::memcmp(target + at, source + at, length) != 0)
      std::memmove(target + at, source + at, length);
  });
}

namespace {

constexpr unsigned turns = 1 << 14, busyTurns = 64;    // of waiting: a signal handler may wait for what it has interrupted
constinit std::atomic<std::uint32_t> cellLocks[256]{}; // by address

std::atomic<std::uint32_t> &lockOf(const void *address) { return cellLocks[reinterpret_cast<std::uintptr_t>(address) / 8 % std::size(cellLocks)]; }

} // namespace

/// Around an atomic operation and what it does to the cell, so that other threads see both or neither. 0: it has not got the lock.
extern "C" std::uint32_t fporder_lock_cell(const void *address) {
  std::atomic<std::uint32_t> &lock = lockOf(address);
  for (unsigned turn = 0; turn < turns; ++turn) {
    if (lock.load(std::memory_order_relaxed) == 0 && lock.exchange(1, std::memory_order_acquire) == 0)
      return 1;
    if (turn >= busyTurns)
      sched_yield();
  }
  return 0;
}
extern "C" void fporder_unlock_cell(const void *address, std::uint32_t isHeld) {
  if (isHeld != 0)
    lockOf(address).store(0, std::memory_order_release);
}

/// After memset.
extern "C" void fporder_clear_cells(void *at, std::uint64_t size) {
  static constexpr char zeros[block] = {};
  char *const target = wideCellOf(at);
  inBlocks(layout.stride * size, false, [&](std::size_t offset, std::size_t length) {
    if (std::memcmp(target + offset, zeros, length) != 0)
      std::memset(target + offset, 0, length);
  });
}
