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

/// Whether two things learnt of one path, the later one second, fit one state of the file system.
bool fit(const FileRead &before, const FileRead &after) {
  const auto group = [](FileRead::Kind kind) {
    return kind == FileRead::Kind::Read ? FileRead::Kind::File : kind == FileRead::Kind::Listed ? FileRead::Kind::Directory : kind;
  };
  return group(before.kind) == group(after.kind) && before.size == after.size;
}

} // namespace

ContentHash hashContent(std::string_view content, std::string_view more) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(content.data(), content.size()));
  hasher.update(llvm::StringRef(more.data(), more.size()));
  return hasher.final<16>();
}

std::optional<ContentHash> hashListing(const std::string &directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error, /*FollowSymlinks=*/false), end; !error && entry != end; entry.increment(error))
    names.push_back(llvm::sys::path::filename(entry->path()).str() + '\0' + static_cast<char>('0' + static_cast<int>(entry->type())));
  if (error)
    return saysAbsent(error) ? std::optional(hashContent("no such directory")) : std::nullopt;
  std::sort(names.begin(), names.end());
  std::string joined;
  for (const std::string &name : names)
    (joined += name) += '\0';
  return hashContent(joined);
}

bool saysAbsent(std::error_code error) { return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory; }

CurrentPrint printOf(const struct stat &found) {
  CurrentPrint current{{found.st_dev, found.st_ino, std::uint64_t(found.st_size), nanoseconds(found.st_mtim), nanoseconds(found.st_ctim)}, false};
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  current.settled = std::max(current.print.modified, current.print.changed) + settlingTime < nanoseconds(now);
  return current;
}

std::optional<CurrentPrint> currentPrint(const std::string &path) {
  struct stat found;
  if (::stat(path.c_str(), &found) || !S_ISREG(found.st_mode))
    return std::nullopt;
  return printOf(found);
}

std::uint64_t SameFiles::next(const std::optional<fs::UniqueID> &identity) {
  ++position;
  if (!identity)
    return 0;
  const auto [known, isNew] = first.try_emplace({identity->getDevice(), identity->getFile()}, position);
  return isNew ? 0 : known->second;
}

// A path has no zero bytes.
std::string ProjectQuestion::path() const { return std::string(1, '\0') + root + '\0' + directory + '\0' + include; }

std::optional<ProjectQuestion> ProjectQuestion::ofPath(std::string_view path) {
  if (!path.starts_with('\0'))
    return std::nullopt;
  const std::size_t first = path.find('\0', 1), second = first == path.npos ? path.npos : path.find('\0', first + 1);
  if (second == path.npos)
    return std::nullopt;
  return ProjectQuestion{std::string(path.substr(1, first - 1)), std::string(path.substr(first + 1, second - first - 1)),
                         std::string(path.substr(second + 1))};
}

void ReadLog::noteSearch(const ProjectQuestion &question, const ContentHash &answer) {
  FileRead read;
  read.kind = FileRead::Kind::Searched;
  read.content = answer;
  known.try_emplace(question.path(), Known{read, std::nullopt});
}

void ReadLog::doubt(std::string why) {
  if (reason.empty())
    reason = std::move(why);
}

FileRead &ReadLog::note(const std::string &path, const llvm::ErrorOr<vfs::Status> &found) {
  FileRead learnt;
  if (!found && !saysAbsent(found.getError()))
    doubt(path + ": " + found.getError().message());
  if (found && found->isRegularFile()) {
    learnt.kind = FileRead::Kind::File;
    learnt.size = found->getSize();
  } else if (found) {
    learnt.kind = found->isDirectory() ? FileRead::Kind::Directory : FileRead::Kind::Special;
  }
  const std::optional<fs::UniqueID> identity = found ? std::optional(found->getUniqueID()) : std::nullopt;
  const auto [place, isNew] = known.try_emplace(path, Known{learnt, identity});
  // A later question never takes away what an earlier one has learnt.
  if (!isNew && (!fit(place->second.read, learnt) || place->second.identity != identity))
    doubt(path + " has changed meanwhile");
  return place->second.read;
}

FileReads ReadLog::take() {
  FileReads reads;
  SameFiles same;
  for (auto &[path, each] : known) {
    each.read.sameAs = same.next(each.identity);
    reads.emplace_hint(reads.end(), path, std::move(each.read));
  }
  known.clear();
  return reads;
}

namespace {

/// A file whose content, once it is read, goes into the log.
class RecordedFile : public vfs::File {
public:
  RecordedFile(std::unique_ptr<vfs::File> opened, ReadLog &readLog, FileRead &fileRead, std::string asked)
      : inner(std::move(opened)), log(readLog), entry(fileRead), path(std::move(asked)) {}

  llvm::ErrorOr<vfs::Status> status() override {
    llvm::ErrorOr<vfs::Status> found = inner->status();
    if (!found)
      log.doubt(path + ": " + found.getError().message());
    return found && !shownPath.empty() ? vfs::Status::copyWithNewName(*found, shownPath) : found;
  }
  llvm::ErrorOr<std::string> getName() override { return shownPath.empty() ? inner->getName() : shownPath; }
  std::error_code close() override { return inner->close(); }

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t size, bool terminated,
                                                               bool isVolatile) override {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = inner->getBuffer(name, size, terminated, isVolatile);
    if (buffer)
      record((*buffer)->getBuffer());
    else
      log.doubt(path + ": " + buffer.getError().message());
    return buffer;
  }

protected:
  void setPath(const llvm::Twine &changed) override { shownPath = changed.str(); }

private:
  void record(llvm::StringRef content) {
    if (entry.kind == FileRead::Kind::Special) { // /dev/null always says the same
      if (!content.empty())
        log.doubt(path + " is no file");
      return;
    }
    const ContentHash hash = hashContent({content.data(), content.size()});
    if (entry.kind == FileRead::Kind::Read && entry.length >= content.size()) { // #embed may ask for a part of what is known
      if (entry.length == content.size() && entry.content != hash)
        log.doubt(path + " has changed meanwhile");
      return;
    }
    entry.kind = FileRead::Kind::Read;
    entry.content = hash;
    entry.length = content.size();
    resolve();
    // Only if the path still leads to what was opened.
    const std::optional<CurrentPrint> current = currentPrint(path);
    const llvm::ErrorOr<vfs::Status> opened = inner->status();
    entry.printed = current && opened && current->settled && current->print.size == entry.size &&
                    opened->getUniqueID() == fs::UniqueID(current->print.device, current->print.inode) &&
                    std::uint64_t(opened->getLastModificationTime().time_since_epoch().count()) == current->print.modified;
    entry.print = entry.printed ? current->print : StatPrint();
  }

  void resolve() {
    llvm::SmallString<256> real;
    if (const std::error_code error = fs::real_path(path, real))
      log.doubt(path + ": " + error.message());
    entry.resolved = true;
    entry.realPath = real == path ? std::string() : real.str().str();
  }

  std::unique_ptr<vfs::File> inner;
  ReadLog &log;
  FileRead &entry;
  std::string path, shownPath; // as asked for; as an overlay renamed it, if one did
};

class RecordingFileSystem : public vfs::ProxyFileSystem {
public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<vfs::FileSystem> physical, ReadLog &readLog) : ProxyFileSystem(std::move(physical)), log(readLog) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    llvm::ErrorOr<vfs::Status> result = ProxyFileSystem::status(path);
    log.note(absolute(path), result);
    return result;
  }

  bool exists(const llvm::Twine &path) override { return static_cast<bool>(status(path)); }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    const std::string asked = absolute(path);
    llvm::ErrorOr<std::unique_ptr<vfs::File>> file = ProxyFileSystem::openFileForRead(path);
    if (!file) {
      log.note(asked, file.getError());
      return file;
    }
    FileRead &entry = log.note(asked, (*file)->status());
    return std::make_unique<RecordedFile>(std::move(*file), log, entry, asked);
  }

  vfs::directory_iterator dir_begin(const llvm::Twine &directory, std::error_code &error) override {
    const std::string asked = absolute(directory);
    FileRead &entry = log.note(asked, ProxyFileSystem::status(directory));
    const std::optional<ContentHash> listing = hashListing(asked);
    if (!listing || (entry.kind == FileRead::Kind::Listed && entry.content != *listing))
      log.doubt(asked + (listing ? " has changed meanwhile" : " cannot be listed"));
    else if (entry.kind == FileRead::Kind::Directory)
      entry.kind = FileRead::Kind::Listed, entry.content = *listing;
    vfs::directory_iterator begin = ProxyFileSystem::dir_begin(directory, error);
    if (error && !saysAbsent(error))
      log.doubt(asked + ": " + error.message());
    return begin;
  }

  std::error_code getRealPath(const llvm::Twine &path, llvm::SmallVectorImpl<char> &output) override {
    const std::string asked = absolute(path);
    FileRead &entry = log.note(asked, ProxyFileSystem::status(path));
    const std::error_code error = ProxyFileSystem::getRealPath(path, output);
    if (error && !saysAbsent(error))
      log.doubt(asked + ": " + error.message());
    if (!error) {
      const llvm::StringRef real(output.data(), output.size());
      entry.resolved = true;
      entry.realPath = real == asked ? std::string() : real.str();
    }
    return error;
  }

private:
  std::string absolute(const llvm::Twine &path) const {
    llvm::SmallString<256> full;
    path.toVector(full);
    if (!llvm::sys::path::is_absolute(full))
      static_cast<void>(makeAbsolute(full));
    return full.str().str();
  }

  ReadLog &log;
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> recordingFileSystem(ReadLog &log) { return new RecordingFileSystem(inputFileSystem(), log); }

} // namespace fporder::check
