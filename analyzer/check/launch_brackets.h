// Kernel launches whose brackets an editor has taken apart: `kernel << <grid, block >> >(x)`. nvcc reads these as `<<<` and `>>>`, Clang does not.
//
// In the text that Clang is shown the brackets are joined, the blanks behind them: every other token stays where it is, lines and columns are those
// of the file. Only what can be nothing else is joined: an opening and a closing one that belong together, with an argument list behind.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>
#include <string>

namespace fporder::check {

/// `text` with joined brackets, of the same length; nothing where there is none to join.
std::optional<std::string> joinedLaunches(llvm::StringRef text);

/// `files`, their texts as joinedLaunches has them. A file whose text differs from what is stored gets no fixes (see analysis.cpp).
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withJoinedLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace fporder::check
