// The file system that Clang reads sources and headers through: the machine's, where only regular files within the limit can be opened. Opening never
// waits, and a file is judged by the descriptor that it is read by.
#pragma once

#include "runtime/file/limits.h"

#include "llvm/Support/VirtualFileSystem.h"

namespace fporder::check {

/// With a working directory of its own, for files of at most `limit` bytes. What is refused is an error of runtime/file/input.h, which Clang reports
/// as "cannot open file 'x': REASON".
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> inputFileSystem(file::Limit limit = file::Limit::SourceFile);

} // namespace fporder::check
