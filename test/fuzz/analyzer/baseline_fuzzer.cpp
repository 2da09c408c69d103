// Any text as a baseline: an error in words, or entries that are written and read back the same.
#include "analyzer/findings/baseline.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder::findings;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto parsed = parseBaseline({reinterpret_cast<const char *>(data), size});
  if (const auto *error = std::get_if<BaselineError>(&parsed)) {
    if (error->message.empty())
      std::abort();
    return 0;
  }
  const std::string text = formatBaseline(std::get<Baseline>(parsed));
  const auto again = parseBaseline(text);
  if (!std::holds_alternative<Baseline>(again) || formatBaseline(std::get<Baseline>(again)) != text)
    std::abort();
  return 0;
}
