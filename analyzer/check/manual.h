// The manual page and the shells' completions, from the same table as --help: a new option is in all of them.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace fporder::check {

/// The forms that `manual` knows, as --manual takes them.
llvm::StringRef manualForms();

/// The manual page (form "man", roff) or the completion script (forms "bash", "zsh", "fish") of the options that are registered with llvm::cl at the
/// time, hidden ones left out. `overview` and `epilogue` are the texts around --help's list. Empty when `form` is none of these.
std::string manual(llvm::StringRef form, llvm::StringRef overview, llvm::StringRef epilogue, llvm::StringRef version);

} // namespace fporder::check
