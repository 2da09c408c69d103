// Knowledge taken away from any program, by its tree: bodies of helpers, helpers, structs, members, bases, headers.
#pragma once

#include "test/metamorphic/rewriting.h"

#include <functional>
#include <string>

namespace fporder::test {

/// The program without some of what its functions use; functions for which `keeps` says so stay as they are. Every line keeps its number. What is
/// removed may leave text that is no program.
Rewritten withLess(const MainText &source, Random &random, const std::function<bool(llvm::StringRef)> &keeps);

} // namespace fporder::test
