// @FILE arguments of a compile command, as its unit's file system has them. Those of our own command line are response_files.h's.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace fporder::check {

/// Replaces @FILE by the arguments in the file, as compilers do; relative names start at the file system's working directory. Only regular files
/// within the limits are read; others are left as they are and named in `refused`. A file that does not exist is left in silence: "@rpath/x" is a
/// linker's word.
void expandArgumentFiles(std::vector<std::string> &arguments, llvm::vfs::FileSystem &files, std::vector<std::string> &refused);

} // namespace fporder::check
