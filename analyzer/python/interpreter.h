// The one program that reading Python takes: an interpreter that runs our own reader (reader.py) and nothing of the script.
//
// It is started as `PYTHON -I -S -B -c READER MOST_NODES MOST_LEVELS`: isolated from the user's environment and packages, writing no compiled files,
// with an environment of LC_ALL=C.UTF-8 alone, in a directory that has been removed, so that it is empty and stays so, with every other descriptor
// closed, and with limits on processor time, memory and the size of files (none may be written). The script comes over a pipe, the tree goes back
// over another.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fporder::python {

/// Where Debian and most others have it.
inline constexpr llvm::StringLiteral defaultInterpreter = "/usr/bin/python3";

/// What the reader prints for `script`. `interpreter`: an absolute path, or one with a slash. An error where it cannot be started (it names the
/// package to install), ends otherwise than with status 0, or is beyond a limit.
llvm::Expected<std::string> runReader(const std::string &interpreter, llvm::StringRef script);

/// An interpreter that cannot be started: a matter of the configuration, not of the script.
class InterpreterMissing : public llvm::ErrorInfo<InterpreterMissing> {
public:
  static char ID; // NOLINT(readability-identifier-naming): LLVM's
  explicit InterpreterMissing(std::string why) : reason(std::move(why)) {}
  void log(llvm::raw_ostream &stream) const override { stream << reason; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string reason;
};

/// reader.py, embedded by the build.
extern const char *const readerProgram;

} // namespace fporder::python
