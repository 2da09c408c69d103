#include "runtime/evidence/perturbed_inputs.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/input_families.h"

#include <algorithm>
#include <cmath>

namespace fporder::evidence {

namespace {

bool isRounded(const Slice &slice, order::NodeId leaf, const LeafFacts &facts) {
  return !facts.counts && !facts.table && !facts.runs && format::isFloatingPoint(slice.graph[leaf].type.format);
}

} // namespace

std::vector<std::uint64_t> perturbedOf(const Slice &slice) {
  std::vector<std::uint64_t> found;
  for (const auto &[leaf, facts] : slice.leaves)
    if (isRounded(slice, order::NodeId{leaf}, facts))
      found.push_back(facts.identity);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

void PerturbedInputs::fill(const eval::LeafRequest &request, std::span<double> out) const {
  inputs.fill(request, out);
  const auto known = slice.leaves.find(request.leaf.index);
  if (known == slice.leaves.end() || !isRounded(slice, request.leaf, known->second) || (only && *only != known->second.identity))
    return;
  const format::Format format = slice.graph[request.leaf].type.format;
  const format::Format held = format::isHeldInDouble(format) ? format : format::Format::Binary64;
  const std::size_t each = eval::valuesPerSample(request.extents);
  for (std::size_t s = 0; s < request.count; ++s)
    for (std::size_t k = 0; k < each; ++k) {
      double &value = out[s * each + k];
      const bool up = measure::drawnBelow({request.first + s, known->second.identity, k}, pattern, 2) == 1;
      if (value != 0 && std::isfinite(value))
        value = format::roundTo(held, up ? value + format::ulp(held, value) : value - format::ulp(held, value));
    }
}

} // namespace fporder::evidence
