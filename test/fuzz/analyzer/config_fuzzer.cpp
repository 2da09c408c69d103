// Any text as a .fporder file: a configuration, or a mistake with its place.
#include "analyzer/findings/config.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder::findings;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const ParsedConfig parsed = parseConfig(text, "tree/.fporder", {"mul-then-div", "sum-order"});
  if (const auto *error = std::get_if<ConfigError>(&parsed)) {
    if (error->message.empty() || error->place.line == 0 || error->text().find("tree/.fporder:") != 0)
      std::abort();
    return 0;
  }
  const Config &config = std::get<Config>(parsed);
  // What lies below adds nothing where there is nothing below.
  if (!(overlay(Config(), config).rules == config.rules) || overlay(config, config).rulesDirs.size() != 2 * config.rulesDirs.size())
    std::abort();
  return 0;
}
