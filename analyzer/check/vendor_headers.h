// Headers of vendors whose toolkit is not installed: what their call models declare, shown to Clang as files that lie in no directory of the machine.
//
// They are found only after every other place, so that an installed toolkit's own headers win. Only vendors whose document has declarations have any.
#pragma once

#include "analyzer/models/model.h"

#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace fporder::check {

/// `files` with the vendors' headers beside them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withVendorHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                                  const models::Models &models);

/// Compiler flags under which `source`, read through `files`, finds them. A source that is a vendor's by its name or its words, without including any
/// of the vendor's headers itself, gets the first of them included.
std::vector<std::string> vendorFlags(const models::Models &models, llvm::vfs::FileSystem &files, const std::string &source);

/// Whether the file holds a vendor's declarations, which no file of the machine can be.
bool isVendorDeclarations(llvm::StringRef file);

} // namespace fporder::check
