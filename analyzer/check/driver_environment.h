// Which environment variables can decide what Clang's driver makes of a command, and with it what is found. Part of the findings cache's key.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace fporder::check {

/// Names, of all targets and of every Clang that we build against. Variables that only decide where temporary files, crash reports and colours go are
/// not among them.
llvm::ArrayRef<const char *> driverEnvironment();

/// The values that they have in this process: names that are set, with their values.
const std::string &driverEnvironmentText();

} // namespace fporder::check
