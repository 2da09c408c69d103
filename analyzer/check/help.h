// --help: options by task, at most 100 columns. A new option is listed under "More" until a row of help.cpp names its task.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace fporder::check {

/// The first screen: one paragraph a task, with the options for it by name.
std::string help(llvm::StringRef overview, llvm::StringRef epilogue);

/// Every option with its description, by task, and the notes.
std::string helpAll(llvm::StringRef overview, llvm::StringRef epilogue);

} // namespace fporder::check
