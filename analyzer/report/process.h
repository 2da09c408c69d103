// A program that is run, once or several times on the same input.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace fporder::report {

/// Standard input that can be read again: rewound where it is a file; read once and kept where it is a pipe; a terminal is left as it is.
class RepeatableInput {
public:
  static llvm::Expected<RepeatableInput> open();
  /// For the next run; the descriptor to read from.
  int rewound() const;

private:
  int descriptor = 0;
  long start = -1; // none: a terminal
};

struct Execution {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment; // set besides what there is
  bool isSilent = false;                                        // its output goes nowhere
};

/// The exit status, 128 + the signal that ended it; an error where it could not be started.
llvm::Expected<int> execute(const Execution &execution, const RepeatableInput &input);

} // namespace fporder::report
