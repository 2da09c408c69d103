// What language a source is in when no compile command says so.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fporder::check {

/// True for names by which header files go: .h, .hh, .hpp, .hxx, .h++, .inl, .ipp, .tpp, .inc ...
bool isHeaderName(llvm::StringRef path);

/// True for names by which files go that are compiled: .c, .cpp, .cu, .cl ...
bool isSourceName(llvm::StringRef path);

/// True when a header's text is C++ rather than C, judged by its directives and keywords (".h" does not tell).
bool looksLikeCxx(llvm::StringRef text);

/// True when a header's text has functions for a device: words of CUDA outside of directives and comments.
bool holdsDeviceCode(llvm::StringRef text);

/// The compiler's name and default flags for a source: -std=gnu17 for C, -std=gnu++20 for C++, as compilers choose by themselves, so that POSIX
/// names resolve; -x for headers, CUDA where they have functions for a device.
std::vector<std::string> defaultFlags(const std::string &source);

} // namespace fporder::check
