// Being called in clang-tidy's place: CMAKE_CXX_CLANG_TIDY, `run-clang-tidy -clang-tidy-binary`, editors.
//
// What differs in such a call: findings make the exit status 1 only if --warnings-as-errors or --fail-on says so, as with clang-tidy; check names of
// other modules in --checks are passed over; options of clang-tidy's that mean nothing here are accepted; --config and --config-file may be written
// for clang-tidy; --export-fixes leaves out fixes without evidence, which run-clang-tidy -fix would apply unasked.
#pragma once

#include "analyzer/check/options.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/StringSaver.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

/// Whether the program's name holds "clang-tidy", or an argument (those before "--") is one that only clang-tidy's clients write: -p=DIR in one word,
/// --checks, --list-checks, --load, --extra-arg-before=--driver-mode=..., each with one dash or two.
bool isTidyCall(llvm::StringRef program, llvm::ArrayRef<const char *> arguments);

/// Takes those of clang-tidy's options out of `arguments` that have no meaning here, and spells those that have another name. Returns a sentence for
/// each option left out: lower case, no final period.
std::vector<std::string> adaptTidyArguments(llvm::SmallVectorImpl<const char *> &arguments, llvm::StringSaver &saver);

/// Puts what a configuration in clang-tidy's format, given as --config or --config-file, says into the other options. Leaves one in our own format
/// alone. Returns what is wrong with it, if anything.
std::optional<std::string> applyTidyConfiguration(Options &options);

} // namespace fporder::check
