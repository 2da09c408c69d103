#include "runtime/data/storage.h"
#include "runtime/file/input.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fporder::data {

namespace {

class MemoryStorage final : public Storage {
public:
  explicit MemoryStorage(std::vector<std::byte> bytes) : content(std::move(bytes)) {}
  std::span<const std::byte> bytes() const override { return content; }

private:
  std::vector<std::byte> content;
};

class MappedStorage final : public Storage {
public:
  MappedStorage(void *address, std::size_t length) : begin(address), size(length) {}
  MappedStorage(const MappedStorage &) = delete;
  MappedStorage &operator=(const MappedStorage &) = delete;
  ~MappedStorage() override { ::munmap(begin, size); }
  std::span<const std::byte> bytes() const override { return {static_cast<const std::byte *>(begin), size}; }
  void forget(std::size_t first, std::size_t last) const override {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    first = (first + page - 1) / page * page;
    last = std::min(last, size) / page * page;
    if (first < last)
      ::madvise(static_cast<std::byte *>(begin) + first, last - first, MADV_DONTNEED);
  }

private:
  void *begin;
  std::size_t size;
};

std::string systemReason(int code) { return std::strerror(code); }

/// Maps an open file of `size` > 0 bytes.
Result<Bytes> mapDescriptor(int descriptor, std::size_t size, const std::string &what) {
  void *address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED)
    return Error{what + ": cannot be mapped: " + systemReason(errno)};
  return Bytes(std::make_shared<MappedStorage>(address, size));
}

Result<Bytes> readPipe(int descriptor, const std::string &path) {
  GrowingStorage storage;
  std::vector<std::byte> block(std::size_t{1} << 16);
  for (;;) {
    const ssize_t got = ::read(descriptor, block.data(), block.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0 && errno == EAGAIN) { // opened without waiting, but its writer is to be waited for
      pollfd waiting{descriptor, POLLIN, 0};
      ::poll(&waiting, 1, -1);
      continue;
    }
    if (got < 0)
      return Error{path + ": " + systemReason(errno)};
    if (got == 0 || !storage.append(std::span(block).first(static_cast<std::size_t>(got))))
      break;
  }
  // One that has no writer is at its end at once.
  if (storage.size() == 0)
    return Error{path + ": is a pipe that nothing was written to"};
  return storage.finish();
}

Result<Bytes> openDescriptor(int descriptor, const std::string &path) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0)
    return Error{path + ": " + systemReason(errno)};
  if (S_ISFIFO(status.st_mode))
    return readPipe(descriptor, path);
  if (const std::error_code problem = fporder::file::kindProblem(status.st_mode))
    return Error{path + ": " + problem.message()};
  if (status.st_size == 0)
    return inMemory({});
  return mapDescriptor(descriptor, static_cast<std::size_t>(status.st_size), path);
}

} // namespace

Bytes inMemory(std::vector<std::byte> bytes) { return std::make_shared<MemoryStorage>(std::move(bytes)); }

Result<Bytes> openFile(const std::string &path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return Error{path + ": " + systemReason(errno)};
  Result<Bytes> result = openDescriptor(descriptor, path);
  ::close(descriptor);
  return result;
}

GrowingStorage::GrowingStorage(GrowingStorage &&other) noexcept
    : memoryLimit(other.memoryLimit), total(other.total), pending(std::move(other.pending)), descriptor(std::exchange(other.descriptor, -1)),
      failure(std::move(other.failure)) {}

GrowingStorage &GrowingStorage::operator=(GrowingStorage &&other) noexcept {
  std::swap(memoryLimit, other.memoryLimit);
  std::swap(total, other.total);
  std::swap(pending, other.pending);
  std::swap(descriptor, other.descriptor);
  std::swap(failure, other.failure);
  return *this;
}

GrowingStorage::~GrowingStorage() {
  if (descriptor >= 0)
    ::close(descriptor);
}

bool GrowingStorage::append(std::span<const std::byte> bytes) {
  if (!failure.empty())
    return false;
  if (!pending.empty() && pending.size() + bytes.size() > memoryLimit && !flush())
    return false;
  pending.insert(pending.end(), bytes.begin(), bytes.end());
  total += bytes.size();
  return true;
}

bool GrowingStorage::flush() {
  if (descriptor < 0) {
    const char *wanted = std::getenv("TMPDIR");
    std::string path = (wanted != nullptr && *wanted != '\0' ? std::string(wanted) : std::string("/tmp")) + "/fporder-XXXXXX";
    descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) {
      failure = "a temporary file " + path + " cannot be created: " + systemReason(errno);
      return false;
    }
    ::unlink(path.c_str());
  }
  for (std::size_t done = 0; done < pending.size();) {
    const ssize_t written = ::write(descriptor, pending.data() + done, pending.size() - done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      failure = "a temporary file of " + std::to_string(total) + " bytes cannot be written: " + systemReason(errno);
      return false;
    }
    done += static_cast<std::size_t>(written);
  }
  pending.clear();
  return true;
}

Result<Bytes> GrowingStorage::finish() {
  if (failure.empty() && descriptor >= 0)
    flush();
  if (!failure.empty())
    return Error{failure};
  if (descriptor < 0)
    return inMemory(std::move(pending));
  return mapDescriptor(descriptor, total, "a temporary file");
}

} // namespace fporder::data
