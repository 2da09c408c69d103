#include "rules/engine/silence.h"
#include "runtime/order/roundings.h"

#include <algorithm>

namespace fporder::rules {

using namespace order;

std::vector<Candidate> remainingOrders(Graph &graph, const Written &written, std::vector<Candidate> candidates) {
  auto isLeaf = [&](NodeId node) {
    if (!written.exact.empty() && std::ranges::find(written.exact, graph.value(node)) != written.exact.end())
      return true;
    if (!written.leaves.empty())
      return std::ranges::binary_search(written.leaves, node);
    return node != written.simplified && graph[node].place && !std::ranges::binary_search(written.operations, node);
  };
  unsigned roundings = roundingCount(graph, written.simplified, isLeaf);
  if (roundings <= 1)
    return {};
  std::vector<ValueId> known{graph.value(exactFactorNormalForm(graph, written.simplified, isLeaf))};
  std::vector<Candidate> remaining;
  for (Candidate &candidate : candidates) {
    if (!candidate.stable && roundingCount(graph, candidate.simplified, isLeaf) > roundings)
      continue;
    ValueId form = graph.value(exactFactorNormalForm(graph, candidate.simplified, isLeaf));
    if (std::ranges::find(known, form) != known.end())
      continue;
    known.push_back(form);
    remaining.push_back(std::move(candidate));
  }
  return remaining;
}

} // namespace fporder::rules
