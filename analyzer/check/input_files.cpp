#include "analyzer/check/input_files.h"

#include "runtime/file/input.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <unistd.h>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace vfs = llvm::vfs;

/// The path that an open file has, links resolved, as llvm::sys::fs::openNativeFileForRead tells it.
std::string realNameOf(int descriptor, const std::string &path) {
  char name[4096];
  const ssize_t length = ::readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), name, sizeof name);
  if (length > 0 && static_cast<std::size_t>(length) < sizeof name)
    return {name, static_cast<std::size_t>(length)};
  llvm::SmallString<256> real;
  return fs::real_path(path, real) ? path : real.str().str();
}

class InputFile : public vfs::File {
public:
  std::error_code open(const std::string &path, const llvm::Twine &asked, fporder::file::Limit limit) {
    if (const std::error_code problem = opened.open(path, limit))
      return problem;
    const struct stat &status = opened.status();
    found = vfs::Status(asked, fs::UniqueID(status.st_dev, status.st_ino),
                        llvm::sys::toTimePoint(status.st_mtim.tv_sec, std::uint32_t(status.st_mtim.tv_nsec)), status.st_uid, status.st_gid,
                        std::uint64_t(status.st_size), fs::file_type::regular_file, fs::perms(status.st_mode & 07777));
    realName = realNameOf(opened.descriptor(), path);
    return {};
  }

  llvm::ErrorOr<vfs::Status> status() override { return found; }
  llvm::ErrorOr<std::string> getName() override { return realName.empty() ? found.getName().str() : realName; }
  std::error_code close() override { return {}; } // with the object

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t size, bool terminated,
                                                               bool isVolatile) override {
    // At most the size that was judged, whatever the file has by now; #embed asks for less.
    const std::uint64_t most = size < 0 ? found.getSize() : std::min(static_cast<std::uint64_t>(size), found.getSize());
    return llvm::MemoryBuffer::getOpenFile(opened.descriptor(), name, most, terminated, isVolatile);
  }

protected:
  void setPath(const llvm::Twine &path) override {
    realName = path.str();
    found = vfs::Status::copyWithNewName(found, realName);
  }

private:
  fporder::file::OpenedFile opened;
  vfs::Status found;
  std::string realName;
};

class InputFileSystem : public vfs::ProxyFileSystem {
public:
  explicit InputFileSystem(fporder::file::Limit most)
      : ProxyFileSystem(llvm::IntrusiveRefCntPtr<vfs::FileSystem>(vfs::createPhysicalFileSystem())), limit(most) {}

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    llvm::SmallString<256> full;
    path.toVector(full);
    if (!llvm::sys::path::is_absolute(full))
      if (const std::error_code problem = makeAbsolute(full))
        return problem;
    auto opened = std::make_unique<InputFile>();
    if (const std::error_code problem = opened->open(full.str().str(), path, limit))
      return problem;
    return std::unique_ptr<vfs::File>(std::move(opened));
  }

private:
  fporder::file::Limit limit;
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> inputFileSystem(fporder::file::Limit limit) { return llvm::makeIntrusiveRefCnt<InputFileSystem>(limit); }

} // namespace fporder::check
