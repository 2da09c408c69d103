// Any bytes as a text that is shown: what comes out is valid UTF-8 without a control character, and is shown as it is the next time.
#include "runtime/text/shown_text.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder::text;

namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

void requireClean(std::string_view text, std::string_view allowed) {
  for (; !text.empty(); text.remove_prefix(firstCharacter(text).bytes.size())) {
    const Character character = firstCharacter(text);
    require(character.valid && !character.bytes.empty());
    require(!isControl(character.code) || (character.code < 0x80 && allowed.find(static_cast<char>(character.code)) != std::string_view::npos));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const std::string line = shownLine(text), lines = shownLines(text), name = patchName(text), kept = printable(text, "?");
  requireClean(line, "");
  requireClean(lines, "\n\t");
  requireClean(name, "");
  requireClean(kept, "\n\t");
  require(shownLine(line) == line && shownLines(lines) == lines && printable(kept, "?") == kept);
  require(line.find_first_not_of(' ') == std::string::npos || line.compare(line.find_first_not_of(' '), 2, "::") != 0);
  const std::string quoted = quotedEscapes(text);
  require(quotedEscapes(quoted) == quoted);
  return 0;
}
