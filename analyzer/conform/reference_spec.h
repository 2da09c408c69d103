// What --reference and the comments in sources name: a file, a function in it, or a formula.
#pragma once

#include "runtime/order/procedure.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fporder::conform {

struct ReferenceSpec {
  std::string file;     // empty: a formula
  std::string function; // empty: the file's
  std::string formula;  // infix or FPCore; may begin with "NAME =", the output's name
};

/// "golden.cpp", "golden.cpp:adam", "w - lr * m / d", "(FPCore (a b) (+ a b))". A text that names no file, and is no formula either, is an error that
/// says so. `exists` says whether a path is that of a file.
llvm::Expected<ReferenceSpec> parseReference(llvm::StringRef text, llvm::function_ref<bool(const std::string &)> exists);

/// The function that returns what a formula says. Formats are binary64; they do not count in a comparison with a formula.
llvm::Expected<order::Procedure> formulaProcedure(const std::string &formula);

} // namespace fporder::conform
