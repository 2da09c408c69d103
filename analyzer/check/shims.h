// Our own headers in place of vendors' toolkits: declarations only, embedded in the program (analyzer/shims, one folder a vendor) and seen by Clang
// as files of a directory that exists nowhere else, so that nothing depends on where the program is installed.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

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

/// Puts the headers of `vendor` at the end of the include path, behind all that the machine and the project have. Before the first token is read.
void enterShims(clang::Preprocessor &preprocessor, llvm::StringRef vendor);

/// `files` with the embedded headers.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withShims(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);
/// The same where the command reads any.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withShims(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                          const std::vector<std::string> &arguments);

} // namespace fporder::check
