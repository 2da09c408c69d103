// What an analysis read of the file system: every file that the preprocessor and the driver opened, listed or looked for in vain.
//
// A result that was computed from such a log is good for as long as everything in it is as it was: see FileStates. Paths are absolute, as they were
// asked for: "." and ".." and symbolic links in them are part of the question.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fporder::check {

using ContentHash = std::array<std::uint8_t, 16>; // BLAKE3, shortened

ContentHash hashContent(std::string_view content);
/// Of the sorted names in a directory; of nothing when it cannot be listed.
ContentHash hashListing(const std::string &directory);

/// What stat says of a file that nobody has touched since: its identity, size and times in nanoseconds.
struct StatPrint {
  std::uint64_t device = 0, inode = 0, size = 0, modified = 0, changed = 0;
  bool operator==(const StatPrint &) const = default;
};

struct FileRead {
  enum class Kind : std::uint8_t { Absent, File, Directory, Listed, Read };
  Kind kind = Kind::Absent; // what was learnt: nothing is there; what kind of thing is there; which names are in it; what it contains
  ContentHash content{};    // Listed, Read
  std::string realPath;     // Read; empty when it is the path itself
  bool printed = false;     // `print` can be relied on: the file was not written so recently that another write could leave the same print
  StatPrint print;          // Read
  bool operator==(const FileRead &) const = default;
};

using FileReads = std::map<std::string, FileRead>; // by path

/// The print of what is at `path` now, links followed. Nothing when it is not a regular file. `settled` tells whether its times are far enough back
/// for the print to tell any later write.
struct CurrentPrint {
  StatPrint print;
  bool settled = false;
};
std::optional<CurrentPrint> currentPrint(const std::string &path);

/// The physical file system, logging into `reads`, which must outlive it. For one thread.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> recordingFileSystem(FileReads &reads);

} // namespace fporder::check
