// The command that Clang's driver gets for a compile command: the flags that it may see (compiler_flags.h), and ours.
#pragma once

#include "analyzer/check/translation_unit.h"

#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace fporder::check {

/// Where a request's prelude and repairs are found: in `files` only, on no disk.
constexpr const char *preludeName = "/fporder/prelude.h";
constexpr const char *repairsName = "/fporder/repairs.h";

/// The driver's name first, the source last. Response files are read from `files`, whose working directory is the command's. What the driver does not
/// get to see and the report names is added to `dropped`.
std::vector<std::string> driverCommand(const ParseRequest &request, llvm::vfs::FileSystem &files, std::vector<std::string> &dropped);

} // namespace fporder::check
