// Any text: the depth that is found does not depend on the limit, and is at an opening in a JSON text.
#include "runtime/file/nesting.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder::file;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  bool jsonEnded = false, yamlEnded = false;
  std::size_t lastJson = 0, lastYaml = 0;
  for (const std::size_t most : {0, 1, 2, 5, 16, 64, 256}) {
    const std::optional<std::size_t> json = jsonDeeperThan(text, most), yaml = yamlDeeperThan(text, most);
    // What is within a limit is within every larger one, and a deeper level opens later.
    if ((json && (jsonEnded || *json < lastJson || *json >= size || (text[*json] != '[' && text[*json] != '{'))) ||
        (yaml && (yamlEnded || *yaml < lastYaml || *yaml >= size)))
      std::abort();
    jsonEnded |= !json;
    yamlEnded |= !yaml;
    lastJson = json.value_or(lastJson);
    lastYaml = yaml.value_or(lastYaml);
  }
  return 0;
}
