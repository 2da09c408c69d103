// Files and JSON texts that a user or an untrusted tree names, within the limits of runtime/file/limits.def. Nothing else in the analyzer opens a
// file to read it or calls llvm::json::parse; test/layering checks that.
#pragma once

#include "runtime/file/limits.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace fporder::findings {

/// The whole of a regular file, followed by a NUL; the error's message is a clause: "is a named pipe, not a regular file", "No such file or
/// directory".
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> inputBuffer(const std::string &path, file::Limit limit);

/// llvm::json::parse, which recurses, behind a check of the depth. The errors are of its form: "[LINE:COLUMN, byte=OFFSET]: REASON".
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

/// Why a YAML text is not to be parsed, as a clause: "is beyond the limit of 1 MiB for a configuration"; nothing when it may be. llvm::yaml recurses.
std::optional<std::string> yamlProblem(llvm::StringRef text);

} // namespace fporder::findings
