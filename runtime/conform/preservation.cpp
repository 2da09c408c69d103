#include "runtime/conform/preservation.h"

#include "runtime/conform/side.h"

#include <algorithm>

namespace fporder::conform {

namespace {

constexpr std::size_t spelledBytes = 1 << 16; // expressions that are longer are abbreviated, which shows nothing

bool isSpelledAlike(const PreparedSide &before, const PreparedSide &after, std::size_t output) {
  const std::string text = spelledPieces(before, output, spelledBytes);
  return text.find("...") == std::string::npos && text == spelledPieces(after, output, spelledBytes);
}

} // namespace

std::optional<std::string> changedOutput(const Side &before, const Side &after) {
  const PreparedSide was(before), is(after);
  const std::size_t common = std::min(was.outputs().size(), is.outputs().size());
  for (std::size_t output = 0; output < common; ++output)
    if (was.outputs()[output].spelled != is.outputs()[output].spelled)
      return was.outputs()[output].spelled;
  if (was.outputs().size() != is.outputs().size())
    return (was.outputs().size() > common ? was : is).outputs()[common].spelled;
  const std::vector<Conformance> all = compare({after, before, {}, /*sameFunction=*/true});
  for (std::size_t output = 0; output < all.size(); ++output)
    if ((!isEqual(all[output].verdict) || was.pieces(output).size() != is.pieces(output).size()) && !isSpelledAlike(was, is, output))
      return was.outputs()[output].spelled;
  return std::nullopt;
}

} // namespace fporder::conform
