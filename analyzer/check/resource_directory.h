// Clang's resource directory: where stddef.h, the intrinsics' headers and the like live.
#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace fporder::check {

/// In this order: `requested` (--resource-dir), $FPORDER_RESOURCE_DIR, places relative to the Clang library that is loaded, the directory known when
/// fporder was built. A requested directory without include/stddef.h is an error; so is finding none.
llvm::Expected<std::string> resolveResourceDirectory(const std::string &requested);

} // namespace fporder::check
