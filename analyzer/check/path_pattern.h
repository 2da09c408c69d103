// Patterns of paths, whose stars carry over to other paths: "kernels/*_kernel.cu" -> "golden/*.py".
//
// * is any part of a name, empty or not, ** any part of a path; everything else stands for itself.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

/// What each star of `pattern` stands for in `path`, the first ones as little as they can; nothing where it does not match. Takes time in proportion
/// to the product of both lengths.
std::optional<std::vector<std::string>> matchedStars(llvm::StringRef pattern, llvm::StringRef path);

/// `text` with its stars replaced, the last one by the last of `stars`. Precondition: it has no more stars than there are.
std::string withStars(llvm::StringRef text, const std::vector<std::string> &stars);

} // namespace fporder::check
