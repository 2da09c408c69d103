// Any text as JSON or as a configuration's YAML behind the checks of depth and size: a value, or an error with a message.
#include "analyzer/findings/input_text.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder::findings;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  if (llvm::Expected<llvm::json::Value> value = parseJson(text)) {
    if (!value->getAsObject() && !value->getAsArray() && text.trim().starts_with("["))
      std::abort();
  } else if (llvm::toString(value.takeError()).empty()) {
    std::abort();
  }
  if (const std::optional<std::string> problem = yamlProblem(text); problem && problem->empty())
    std::abort();
  return 0;
}
