// Which flags of an untrusted command Clang's driver gets to see.
//
// Commands come from compilation databases, .fporder files, shards and the command line. Clang's driver runs programs for some flags (amdgpu-arch,
// nvptx-arch, whatever --offload-arch-tool names), reads others from files (--config, @file), and its front end writes files and to standard output
// for more. So a flag is passed on only when compiler_flags.def says that parsing needs it. The command is taken apart with Clang's own option table,
// in the mode (gcc or cl) that the driver will use, and values that are flags themselves (-Xclang, -Xpreprocessor, -Wp, /clang:, -Xarch_) are treated
// alike.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fporder::check {

enum class FlagUse : std::uint8_t {
  Passed,     // parsing needs it
  Irrelevant, // decides nothing that parsing sees: dropped in silence, as every build has some
  Other,      // dropped and named
};

/// What the rows of the table say of an option by its name in Clang's option table ("-std="); its groups are not looked at. For tests.
FlagUse useOfFlag(llvm::StringRef prefixedName, bool behindXclang);

struct AdmittedFlags {
  std::vector<std::string> arguments; // flags as they were written, in their order
  std::vector<std::string> dropped;   // for the report: each named flag once, with what became of it
};

/// `arguments`: the compiler's name, which is not looked at, and flags; inputs among them, and all that follows "--", are dropped.
AdmittedFlags admitFlags(llvm::ArrayRef<std::string> arguments);

/// Replaces @FILE by the arguments in the file, as compilers do; relative names start at the file system's working directory. Only regular files of
/// at most mostResponseFileBytes are read, mostResponseFileDepth deep; others are left as they are and named in `refused`. A file that does not exist
/// is left in silence: "@rpath/x" is a linker's word.
void expandResponseFiles(std::vector<std::string> &arguments, llvm::vfs::FileSystem &files, std::vector<std::string> &refused);

constexpr std::uint64_t mostResponseFileBytes = 4u << 20;
constexpr unsigned mostResponseFileDepth = 8;
constexpr std::size_t mostResponseFiles = 256; // of one command

} // namespace fporder::check
