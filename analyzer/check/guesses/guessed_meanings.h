// What undefined names in OpenCL C are likely to mean, by how they are used and how they are called. Data and wording; rounds are
// define_guessing.h's.
#pragma once

#include "analyzer/check/guesses/define_guessing.h"
#include "analyzer/check/guesses/name_use.h"

namespace fporder::check {

/// FLOAT4 -> float4, INT -> int, COMPUTE_HALF8 -> half8, DATA_TYPE -> float: the element by a word in the name, the width by its last digits.
Meaning guessedType(llvm::StringRef name);

/// Meanings for a name used like this, best first; none when it is hopeless. `position` is where `source` uses it so.
std::vector<Meaning> guessedMeanings(const SourceTokens &source, llvm::StringRef name, NamedUse use);

/// The declaration of a function or constant of a vendor's extension that Clang does not declare by itself.
std::optional<Meaning> vendorFunction(llvm::StringRef name);

} // namespace fporder::check
