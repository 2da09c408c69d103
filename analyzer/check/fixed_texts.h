// Files as fixes would leave them, for an analysis that reads these texts in place of what is on the disk.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <memory>
#include <string>

namespace fporder::check {

using FixedTexts = std::map<std::string, std::string>; // by real path

/// `files` with the texts in place of the contents, by whatever name a file is opened.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withFixedTexts(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                               std::shared_ptr<const FixedTexts> texts);

} // namespace fporder::check
