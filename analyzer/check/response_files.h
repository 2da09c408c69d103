// @file arguments: files whose words stand in their place.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

#include <optional>
#include <string>

namespace fporder::check {

/// Replaces @file arguments (GNU quoting, nested) in `arguments`, up to "--": what follows is the compiler's. What cannot be read, all files together
/// beyond their limit, and a word beyond its own are errors, which are returned.
std::optional<std::string> expandResponseFiles(llvm::SmallVectorImpl<const char *> &arguments, llvm::BumpPtrAllocator &allocator);

} // namespace fporder::check
