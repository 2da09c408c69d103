// Any text as the output of git diff: an error with its line, or lines of files.
#include "analyzer/check/changed_lines.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto parsed = parseUnifiedDiff({reinterpret_cast<const char *>(data), size});
  if (const auto *error = std::get_if<DiffError>(&parsed)) {
    if (error->message.find("line ") != 0)
      std::abort();
    return 0;
  }
  for (const auto &[file, lines] : std::get<ChangedFiles>(parsed))
    if (lines.none() && lines.touch(0, UINT32_MAX))
      std::abort();
  return 0;
}
