// A directory given in place of sources: all sources below it.
//
// In a git working tree these are the files that git tracks and those that it neither tracks nor ignores; "hidden" and "generated" mean what the
// project says. Elsewhere, and below a directory that git ignores, every file counts that is not hidden nor below a hidden directory. Symbolic links
// are left out either way. Sources go by their names (isSourceName); a directory with headers alone stands for those.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

/// `sources` with the directories in it replaced by what is below them, sorted by name and spelled as the directory was ("src" gives "src/a.cpp", "."
/// gives "a.cpp"). With `headers`, those count beside sources. A directory that holds nothing stays, for the reader of files to refuse. An error, in
/// words for the user, where a directory holds more names than are looked at.
llvm::Expected<std::vector<std::string>> withoutDirectories(const std::vector<std::string> &sources, bool headers);

/// The files below `directory` whose names `accepts`, likewise.
llvm::Expected<std::vector<std::string>> filesBelow(const std::string &directory, llvm::function_ref<bool(llvm::StringRef)> accepts);

} // namespace fporder::check
