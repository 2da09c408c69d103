#include "analyzer/findings/quoted_stream.h"

#include "runtime/text/shown_text.h"

namespace fporder::findings {

namespace {

/// How many bytes at the end of `piece` may be the front of a character.
std::size_t unfinished(std::string_view piece) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(3, piece.size()); ++length) {
    const auto byte = static_cast<unsigned char>(piece[piece.size() - length]);
    if (byte < 0x80)
      return 0;
    if (byte >= 0xC0)
      return length < (byte >= 0xF0 ? 4u : byte >= 0xE0 ? 3u : 2u) ? length : 0;
  }
  return 0;
}

} // namespace

QuotedStream::~QuotedStream() {
  flush();
  target << fporder::text::quotedEscapes(cut);
}

void QuotedStream::write_impl(const char *data, std::size_t size) {
  written += size;
  cut.append(data, size);
  const std::size_t rest = unfinished(cut);
  target << fporder::text::quotedEscapes(std::string_view(cut).substr(0, cut.size() - rest));
  cut.erase(0, cut.size() - rest);
}

} // namespace fporder::findings
