// What an analysis read of the file system: every file that the preprocessor and the driver opened, listed or looked for in vain.
//
// A result that was computed from such a log is good for as long as everything in it is as it was: see FileStates. Paths are absolute, as they were
// asked for: "." and ".." and symbolic links in them are part of the question.
//
// That nothing is at a path is a fact that can be watched (ENOENT, ENOTDIR). Every other failure (EACCES, EMFILE, EIO, ELOOP ...) may pass without a
// trace, and so may what changes while it is read: the log says then that its result cannot be kept.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

struct stat;

namespace fporder::check {

using ContentHash = std::array<std::uint8_t, 16>; // BLAKE3, shortened

inline std::string_view bytesOf(const ContentHash &hash) { return {reinterpret_cast<const char *>(hash.data()), hash.size()}; }

/// Of two texts as one. BLAKE3 cannot be extended from a known sum, so that a secret in front makes an authentication code of it.
ContentHash hashContent(std::string_view content, std::string_view more = {});
/// Of the sorted names in a directory and what kind of thing each is. One fixed value when there is no such directory; nothing when it cannot be
/// listed for another reason.
std::optional<ContentHash> hashListing(const std::string &directory);

/// Whether a failed look-up says that nothing is there.
bool saysAbsent(std::error_code error);

/// What stat says of a file that nobody has touched since: its identity, size and times in nanoseconds.
struct StatPrint {
  std::uint64_t device = 0, inode = 0, size = 0, modified = 0, changed = 0;
  bool operator==(const StatPrint &) const = default;
};

struct FileRead {
  /// What was learnt: nothing is there; something that is neither file nor directory; a file's size; that it is a directory; which names are in it;
  /// what a file contains; which header a project has for an include (the path is a ProjectQuestion's).
  enum class Kind : std::uint8_t { Absent, Special, File, Directory, Listed, Read, Searched };
  Kind kind = Kind::Absent;
  std::uint64_t size = 0;   // File, Read: of the whole file
  std::uint64_t length = 0; // Read: how many bytes were read from its beginning
  ContentHash content{};    // Listed; Read: of those bytes; Searched: of the answer
  bool resolved = false;    // `realPath` was learnt; always so for Read
  std::string realPath;     // empty when it is the path itself
  /// The first path of the log, by order, that leads to the same file or directory as this one: its position in the log, counted from 1. 0: this
  /// is the first itself, or nothing is there. Clang treats two names of one file as one file, and two of one directory as one directory.
  std::uint64_t sameAs = 0;
  bool printed = false; // `print` can be relied on: the file was not written so recently that another write could leave the same print
  StatPrint print;      // Read
  bool operator==(const FileRead &) const = default;
};

using FileReads = std::map<std::string, FileRead>; // by path

/// For each path in order the identity of what is there (none: nothing): fills in a FileRead::sameAs each.
class SameFiles {
public:
  std::uint64_t next(const std::optional<llvm::sys::fs::UniqueID> &identity);

private:
  std::uint64_t position = 0;
  llvm::DenseMap<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> first;
};

/// The print of what is at `path` now, links followed. Nothing when it is not a regular file. `settled` tells whether its times are far enough back
/// for the print to tell any later write.
struct CurrentPrint {
  StatPrint print;
  bool settled = false;
};
std::optional<CurrentPrint> currentPrint(const std::string &path);
/// The same from what stat has said of a regular file.
CurrentPrint printOf(const struct stat &found);

/// An include that was looked up in the project below `root`, for a source in `directory`. As a path of a log no file system has it.
struct ProjectQuestion {
  std::string root, directory, include;
  std::string path() const;
  static std::optional<ProjectQuestion> ofPath(std::string_view path);
};

/// Filled by recordingFileSystem. For one thread.
class ReadLog {
public:
  /// Why a result from this log cannot be kept: "PATH: Permission denied". Empty: it can.
  const std::string &doubt() const { return reason; }
  void doubt(std::string why);
  /// What is learnt of an absolute path from its status. The reference is good until the log is taken.
  FileRead &note(const std::string &path, const llvm::ErrorOr<llvm::vfs::Status> &found);
  void noteSearch(const ProjectQuestion &question, const ContentHash &answer);
  /// The log, complete; empty afterwards.
  FileReads take();

private:
  struct Known {
    FileRead read;
    std::optional<llvm::sys::fs::UniqueID> identity;
  };
  std::map<std::string, Known> known;
  std::string reason;
};

/// The physical file system, logging into `log`, which must outlive it. For one thread.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> recordingFileSystem(ReadLog &log);

} // namespace fporder::check
