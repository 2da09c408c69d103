#include "runtime/measure/quantile.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fporder::measure {

StreamedQuantile::StreamedQuantile(double wanted) : share(std::clamp(wanted, 0.0, 1.0)) {
  for (Selection *selection : {&lower, &upper})
    selection->counts = std::make_unique<std::array<std::size_t, std::size_t{1} << digitBits>>();
}

void StreamedQuantile::add(double value) {
  // Non-negative doubles are ordered as their bits are.
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(std::fabs(value));
  count += pass == 0 ? 1 : 0;
  const unsigned below = 64 - digitBits * (pass + 1);
  const std::size_t digit = (bits >> below) & 0xffff;
  const std::uint64_t known = pass == 0 ? 0 : bits >> (below + digitBits);
  for (Selection *selection : {&lower, &upper})
    if (known == selection->prefix)
      ++(*selection->counts)[digit];
}

void StreamedQuantile::narrow(Selection &selection) const {
  std::size_t digit = 0;
  while (digit + 1 < selection.counts->size() && selection.rank >= (*selection.counts)[digit])
    selection.rank -= (*selection.counts)[digit++];
  selection.prefix = selection.prefix << digitBits | digit;
  selection.counts->fill(0);
}

void StreamedQuantile::endPass() {
  if (count == 0)
    return;
  if (pass == 0) {
    const double place = share * static_cast<double>(count - 1);
    lower.rank = static_cast<std::size_t>(place);
    upper.rank = std::min(lower.rank + 1, count - 1);
    fraction = place - static_cast<double>(lower.rank);
  }
  narrow(lower);
  narrow(upper);
  ++pass;
}

double StreamedQuantile::value() const {
  if (count == 0)
    return 0;
  const double low = std::bit_cast<double>(lower.prefix), high = std::bit_cast<double>(upper.prefix);
  return fraction == 0 || low == high ? low : low + (high - low) * fraction;
}

} // namespace fporder::measure
