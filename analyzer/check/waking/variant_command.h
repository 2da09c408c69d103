// The compile command that a variant is parsed with.
//
// A target other than the flags' own has no system headers here: those of the base parse are read in its place, in their order, behind headers of
// ours that answer what glibc's ask about the machine (analyzer/shims/glibc). Clang's own headers are the target's.
#pragma once

#include "analyzer/check/compile_database.h"
#include "analyzer/check/waking/wakes.h"

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace fporder::check {

/// The system's directories of a parse, without Clang's own and ours.
struct SystemDirectories {
  std::vector<std::string> beforeClangs, behindClangs;
};
SystemDirectories systemDirectories(const clang::Preprocessor &preprocessor);

/// Flags that say for which machine the source is compiled (-march=, --target=, -mavx2): the user decided.
bool decidesMachine(const std::vector<std::string> &arguments);

CompileCommand variantCommand(CompileCommand base, const Variant &variant, const SystemDirectories &directories);

} // namespace fporder::check
