// Where a tensor's bytes lie: a mapped file, memory, or a temporary file for what is too large for memory.
//
// Reading a mapped file costs address space and what `forget` has not yet given back, so that a file of any size can be walked in blocks. A file that
// another process truncates while it is mapped is outside of this contract (the system then delivers SIGBUS, as to every program that maps files).
#pragma once

#include "runtime/error/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fporder::data {

/// Bytes that stay where they are for as long as the object lives. Reading is thread-safe.
class Storage {
public:
  virtual ~Storage() = default;
  virtual std::span<const std::byte> bytes() const = 0;
  /// Says that bytes first .. last - 1 are not needed soon: those of a file leave memory, and come back when they are read again. The rest stays, and
  /// so do all values; only speed may change.
  virtual void forget(std::size_t first, std::size_t last) const {
    (void)first;
    (void)last;
  }
};

using Bytes = std::shared_ptr<const Storage>;

/// Maps a regular file; reads a pipe to its end. Errors name the path and the system's reason; directories and devices are refused.
Result<Bytes> openFile(const std::string &path);

/// Takes over bytes in memory.
Bytes inMemory(std::vector<std::byte> bytes);

/// Collects bytes in order: in memory up to `memoryLimit`, beyond it in an unlinked temporary file under $TMPDIR (/tmp without it) that `finish`
/// maps. The memory used is bounded by memoryLimit + one append.
class GrowingStorage {
public:
  static constexpr std::size_t defaultMemoryLimit = std::size_t{64} << 20;
  explicit GrowingStorage(std::size_t limit = defaultMemoryLimit) : memoryLimit(limit) {}
  GrowingStorage(GrowingStorage &&other) noexcept;
  GrowingStorage &operator=(GrowingStorage &&other) noexcept;
  ~GrowingStorage();

  /// False when the temporary file could not be written; `finish` then says why, and further appends do nothing.
  bool append(std::span<const std::byte> bytes);
  std::size_t size() const { return total; }
  /// The bytes collected; the object may only be destroyed afterwards.
  Result<Bytes> finish();

private:
  bool flush();

  std::size_t memoryLimit;
  std::size_t total = 0;
  std::vector<std::byte> pending;
  int descriptor = -1;
  std::string failure;
};

} // namespace fporder::data
