#include "rules/engine/kind.h"

#include <algorithm>

namespace fporder::rules {

std::span<const KindTraits> kinds() {
  static constexpr KindTraits rows[] = {
      // name        family          evidence           compensation  bit    figures tests  silence regroups loops
      {"form", "cancellation", "unstable-form", false, false, false, false, true, false, false},
      {"ordering", "ordering", "order-sensitive", true, true, true, true, true, true, false},
      {"conversion", "conversion", "narrow-format", false, true, false, false, false, false, false},
      {"contraction", "contraction", "contraction", false, false, false, false, false, false, false},
      {"reduction", "reduction", "unordered", true, false, false, true, true, false, true},
  };
  return rows;
}

const KindTraits &traits(Kind kind) { return kinds()[static_cast<std::size_t>(kind)]; }

Kind kindOfFamily(std::string_view family) {
  const auto found = std::ranges::find(kinds(), family, &KindTraits::family);
  return found != kinds().end() ? static_cast<Kind>(found - kinds().begin()) : Kind::Form;
}

} // namespace fporder::rules
