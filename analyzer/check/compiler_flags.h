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

#include <cstdint>
#include <string>
#include <vector>

namespace fporder::check {

enum class FlagUse : std::uint8_t {
  Passed,     // parsing needs it
  Arithmetic, // likewise, and it says how floating-point operations are carried out
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

/// `arguments`, the compiler's name first, without the Arithmetic flags.
std::vector<std::string> withoutArithmetic(llvm::ArrayRef<std::string> arguments);

} // namespace fporder::check
