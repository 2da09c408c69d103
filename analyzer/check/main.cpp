#include "analyzer/check/messages.h"
#include "analyzer/check/options.h"
#include "analyzer/check/run.h"
#include "analyzer/check/shard_merge.h"
#include "runtime/compare/command.h"
#include "runtime/file/output.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

int main(int argc, char **argv) {
  using namespace fporder::check;
  fporder::file::reserveStandardDescriptors();
  watchStandardOutputAtExit();
  // `fporder-check compare ...` is fporder-compare; a source file of that name, or of merge's, is spelled ./compare.
  if (argc > 1 && std::string_view(argv[1]) == "compare")
    return fporder::compare::runCommand({argv + 2, argv + argc});
  ExitStatus status = ExitStatus::Clean;
  if (argc > 1 && std::string_view(argv[1]) == "merge") {
    status = runMerge({argv + 2, argv + argc});
  } else {
    const ParsedCommandLine commandLine = parseCommandLine(argc, argv);
    status = commandLine.options ? run(*commandLine.options) : commandLine.status;
  }
  if (!standardOutputIsWhole())
    status = ExitStatus::UsageError;
  std::fflush(nullptr);
  // Not exit: a crashed file's thread may be parked in the middle of anything, and unwinding LLVM's statics costs milliseconds.
  std::_Exit(static_cast<int>(status));
}
