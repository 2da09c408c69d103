#include "runtime/order/reachability.h"

#include "runtime/order/index_table.h"

#include <algorithm>

namespace fporder::order {

namespace {

constexpr std::size_t shortWalk = 128; // nodes looked at before an index is built

} // namespace

/// Values are numbered as they are first made, so that operands have smaller numbers.
void Reachability::build() {
  for (std::uint32_t index = 0; index < graph.size(); ++index)
    if (graph.value({index}).index == representatives.size())
      representatives.push_back({index});
  labels = {labelled(false), labelled(true)};
}

Reachability::Labels Reachability::labelled(bool lastFirst) const {
  const std::size_t count = representatives.size();
  Labels result{std::vector<std::uint32_t>(count), std::vector<std::uint32_t>(count), std::vector<std::uint32_t>(count)};
  std::uint32_t left = 0; // values that the walk has left
  struct Step {
    std::uint32_t value;
    std::uint32_t next; // operand
  };
  std::vector<Step> path;
  std::vector<bool> entered(count);
  const auto enter = [&](std::uint32_t value) {
    entered[value] = true;
    result.treeLow[value] = left + 1;
    result.low[value] = UINT32_MAX;
    path.push_back({value, 0});
  };
  for (std::uint32_t root = static_cast<std::uint32_t>(count); root-- > 0;) {
    if (entered[root])
      continue;
    enter(root);
    while (!path.empty()) {
      Step &step = path.back();
      const auto operands = graph.operands(representatives[step.value]);
      if (step.next == operands.size()) {
        result.rank[step.value] = ++left;
        result.low[step.value] = std::min(result.low[step.value], left);
        path.pop_back();
        continue;
      }
      const std::size_t position = lastFirst ? operands.size() - 1 - step.next : step.next;
      const std::uint32_t operand = graph.value(operands[position]).index;
      if (!entered[operand]) {
        enter(operand); // and seen again, left, when the walk is back here
        continue;
      }
      result.low[step.value] = std::min(result.low[step.value], result.low[operand]);
      ++step.next;
    }
  }
  return result;
}

Reachability::Answer Reachability::decided(ValueId outer, ValueId inner) const {
  if (outer == inner)
    return Answer::Yes;
  if (outer < inner)
    return Answer::No;
  for (const Labels &each : labels) {
    const std::uint32_t rank = each.rank[inner.index];
    if (rank >= each.treeLow[outer.index] && rank <= each.rank[outer.index])
      return Answer::Yes;
    if (rank > each.rank[outer.index] || each.low[inner.index] < each.low[outer.index])
      return Answer::No;
  }
  return Answer::Open;
}

bool Reachability::occursIn(NodeId outer, ValueId inner) {
  std::vector<NodeId> work{outer};
  IndexTable seen;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    const ValueId value = graph.value(node);
    if (value < inner || !seen.insert(value.index).second)
      continue;
    if (value == inner)
      return true;
    if (representatives.empty() && seen.size() > shortWalk)
      build();
    if (value.index < representatives.size()) {
      const Answer answer = decided(value, inner);
      if (answer == Answer::Yes)
        return true;
      if (answer == Answer::No)
        continue;
    }
    work.insert(work.end(), graph.operands(node).begin(), graph.operands(node).end());
  }
  return false;
}

} // namespace fporder::order
