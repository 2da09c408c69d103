#include "analyzer/check/options.h"
#include "analyzer/check/run.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  using namespace fporder::check;
  ParsedCommandLine commandLine = parseCommandLine(argc, argv);
  ExitStatus status = commandLine.options ? run(*commandLine.options) : commandLine.status;
  llvm::outs().flush();
  std::fflush(nullptr);
  // Not exit: a crashed file's thread may be parked in the middle of anything, and unwinding LLVM's statics costs milliseconds.
  std::_Exit(static_cast<int>(status));
}
