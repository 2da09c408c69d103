#include "analyzer/check/read_log.h"
#include "analyzer/check/input_files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <chrono>
#include <sys/stat.h>
#include <vector>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace vfs = llvm::vfs;

// File systems keep times in steps of up to two seconds (FAT); a write within a step cannot be told from one before it.
constexpr std::uint64_t settlingTime = 2'000'000'000;

std::uint64_t nanoseconds(const timespec &time) { return std::uint64_t(time.tv_sec) * 1'000'000'000 + std::uint64_t(time.tv_nsec); }

/// A file whose content, once it is read, goes into the log.
class RecordedFile : public vfs::File {
public:
  RecordedFile(std::unique_ptr<vfs::File> opened, FileRead &fileRead, std::string asked)
      : inner(std::move(opened)), entry(fileRead), path(std::move(asked)) {}

  llvm::ErrorOr<vfs::Status> status() override {
    llvm::ErrorOr<vfs::Status> found = inner->status();
    return found && !shownPath.empty() ? vfs::Status::copyWithNewName(*found, shownPath) : found;
  }
  llvm::ErrorOr<std::string> getName() override { return shownPath.empty() ? inner->getName() : shownPath; }
  std::error_code close() override { return inner->close(); }

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t size, bool terminated,
                                                               bool isVolatile) override {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = inner->getBuffer(name, size, terminated, isVolatile);
    if (buffer)
      record((*buffer)->getBuffer());
    return buffer;
  }

protected:
  void setPath(const llvm::Twine &changed) override { shownPath = changed.str(); }

private:
  void record(llvm::StringRef content) {
    entry.kind = FileRead::Kind::Read;
    entry.content = hashContent({content.data(), content.size()});
    if (llvm::SmallString<256> real; !fs::real_path(path, real) && real != path)
      entry.realPath = real.str().str();
    // Only if the path still leads to what was opened.
    const std::optional<CurrentPrint> current = currentPrint(path);
    const llvm::ErrorOr<vfs::Status> opened = inner->status();
    entry.printed = current && opened && current->settled && current->print.size == content.size() &&
                    opened->getUniqueID() == fs::UniqueID(current->print.device, current->print.inode) &&
                    std::uint64_t(opened->getLastModificationTime().time_since_epoch().count()) == current->print.modified;
    entry.print = entry.printed ? current->print : StatPrint();
  }

  std::unique_ptr<vfs::File> inner;
  FileRead &entry;
  std::string path, shownPath; // as asked for; as an overlay renamed it, if one did
};

class RecordingFileSystem : public vfs::ProxyFileSystem {
public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<vfs::FileSystem> physical, FileReads &log) : ProxyFileSystem(std::move(physical)), reads(log) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    llvm::ErrorOr<vfs::Status> result = ProxyFileSystem::status(path);
    note(absolute(path), result);
    return result;
  }

  bool exists(const llvm::Twine &path) override { return static_cast<bool>(status(path)); }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    const std::string asked = absolute(path);
    llvm::ErrorOr<std::unique_ptr<vfs::File>> file = ProxyFileSystem::openFileForRead(path);
    if (!file) {
      note(asked, ProxyFileSystem::status(path));
      return file;
    }
    FileRead &entry = note(asked, (*file)->status());
    return std::make_unique<RecordedFile>(std::move(*file), entry, asked);
  }

  vfs::directory_iterator dir_begin(const llvm::Twine &directory, std::error_code &error) override {
    const std::string asked = absolute(directory);
    FileRead &entry = reads[asked];
    entry.kind = FileRead::Kind::Listed;
    entry.content = hashListing(asked);
    return ProxyFileSystem::dir_begin(directory, error);
  }

private:
  std::string absolute(const llvm::Twine &path) const {
    llvm::SmallString<256> full;
    path.toVector(full);
    if (!llvm::sys::path::is_absolute(full))
      static_cast<void>(makeAbsolute(full));
    return full.str().str();
  }

  /// A later question never takes away what an earlier one has learnt.
  FileRead &note(const std::string &path, const llvm::ErrorOr<vfs::Status> &found) {
    FileRead &entry = reads[path];
    const FileRead::Kind kind = !found ? FileRead::Kind::Absent : found->isDirectory() ? FileRead::Kind::Directory : FileRead::Kind::File;
    entry.kind = std::max(entry.kind, kind);
    return entry;
  }

  FileReads &reads;
};

} // namespace

ContentHash hashContent(std::string_view content) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(content.data(), content.size()));
  return hasher.final<16>();
}

ContentHash hashListing(const std::string &directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    names.push_back(llvm::sys::path::filename(entry->path()).str());
  std::sort(names.begin(), names.end());
  std::string joined;
  for (const std::string &name : names)
    (joined += name) += '\0';
  return hashContent(joined);
}

std::optional<CurrentPrint> currentPrint(const std::string &path) {
  struct stat found;
  if (::stat(path.c_str(), &found) || !S_ISREG(found.st_mode))
    return std::nullopt;
  CurrentPrint current{{found.st_dev, found.st_ino, std::uint64_t(found.st_size), nanoseconds(found.st_mtim), nanoseconds(found.st_ctim)}, false};
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  current.settled = std::max(current.print.modified, current.print.changed) + settlingTime < nanoseconds(now);
  return current;
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem> recordingFileSystem(FileReads &reads) { return new RecordingFileSystem(inputFileSystem(), reads); }

} // namespace fporder::check
