// Our own headers in place of vendors' toolkits: declarations only, embedded in the program (analyzer/shims, one folder a vendor) and seen by Clang
// as files of a directory that exists nowhere else, so that nothing depends on where the program is installed.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace fporder::check {

struct ShimFile {
  const char *path; // below analyzer/shims
  const char *text;
};
extern const ShimFile embeddedShims[];
extern const std::size_t embeddedShimCount;

/// The directory in which the headers of `vendor` ("cuda") are found: to be named by -isystem.
std::string shimDirectory(llvm::StringRef vendor);

/// True when a compile command reads headers of `vendor`.
bool usesShim(const std::vector<std::string> &arguments, llvm::StringRef vendor);

/// `files` with the embedded headers that the command reads, if any.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withShims(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                          const std::vector<std::string> &arguments);

} // namespace fporder::check
