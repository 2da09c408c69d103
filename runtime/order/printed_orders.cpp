#include "runtime/order/printed_orders.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace fporder::order {

namespace {

constexpr std::size_t mostVisited = limits::most(limits::Limit::LoopNames);

bool isShortened(const std::string &text) { return text.find("...") != std::string::npos; }

/// What all orders share, as far as it is an operation and stands in no larger expression that they share: by value, a node of it.
class SharedParts {
public:
  SharedParts(const Graph &source, std::span<const NodeId> all, const ValueNames *given) : graph(source), orders(all), names(given) {}

  std::map<std::uint32_t, NodeId> find() {
    std::unordered_set<std::uint32_t> common = valuesBelow(orders.front());
    for (const NodeId order : orders.subspan(1)) {
      const std::unordered_set<std::uint32_t> own = valuesBelow(order);
      std::erase_if(common, [&](std::uint32_t value) { return !own.contains(value); });
    }
    std::map<std::uint32_t, NodeId> parts;
    for (const NodeId order : orders)
      walk(order, [&](NodeId node) {
        const bool shared = node != order && common.contains(graph.value(node).index);
        if (shared)
          parts.try_emplace(graph.value(node).index, node);
        return !shared;
      });
    return parts;
  }

private:
  bool isOperation(NodeId node) const { return graph[node].operandCount != 0 && !isLeaf(graph[node].op); }

  /// Calls `enter` for the operations below and at `root`; where it gives false, not for those below.
  template <typename Enter> void walk(NodeId root, const Enter &enter) const {
    std::vector<NodeId> pending{root};
    std::unordered_set<std::uint32_t> seen{root.index};
    while (!pending.empty() && seen.size() < mostVisited) {
      const NodeId node = pending.back();
      pending.pop_back();
      if (!isOperation(node) || (node != root && names && names->contains(graph.value(node).index)) || !enter(node))
        continue;
      for (const NodeId operand : graph.operands(node))
        if (seen.insert(operand.index).second)
          pending.push_back(operand);
    }
  }

  std::unordered_set<std::uint32_t> valuesBelow(NodeId order) const {
    std::unordered_set<std::uint32_t> values;
    walk(order, [&](NodeId node) {
      if (node != order)
        values.insert(graph.value(node).index);
      return true;
    });
    return values;
  }

  const Graph &graph;
  std::span<const NodeId> orders;
  const ValueNames *names;
};

std::vector<std::string> printEach(const Graph &graph, std::span<const NodeId> orders, const InfixOptions &options) {
  std::vector<std::string> texts;
  for (const NodeId order : orders)
    texts.push_back(printInfix(graph, order, options));
  return texts;
}

bool areAlike(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return std::ranges::adjacent_find(texts) != texts.end();
}

std::vector<std::string> printShortened(const Graph &graph, std::span<const NodeId> orders, const InfixOptions &options) {
  const std::vector<std::string> texts = printEach(graph, orders, options);
  if (options.maxLength == 0 || orders.size() < 2 || std::ranges::none_of(texts, isShortened))
    return texts;
  const std::map<std::uint32_t, NodeId> parts = SharedParts(graph, orders, options.names).find();
  static constexpr std::size_t lengths[]{80, 60, 45, 35, 25, 18, 12};
  for (const std::size_t length : lengths) {
    ValueNames names = options.names ? *options.names : ValueNames();
    InfixOptions whole = options, part = options;
    part.maxLength = length;
    for (const auto &[value, node] : parts)
      names.emplace(value, printInfix(graph, node, part));
    whole.names = &names;
    std::vector<std::string> alike = printEach(graph, orders, whole);
    // Ellipses stand in the parts, unless the whole was abbreviated as well: then it was written to its limit.
    whole.maxLength = 2 * options.maxLength;
    if (printEach(graph, orders, whole) == alike)
      return alike;
  }
  return texts; // one of them is long by itself: the others are no clearer for being cut with it
}

} // namespace

std::vector<std::string> printOrders(const Graph &graph, std::span<const NodeId> orders, const InfixOptions &options) {
  std::vector<std::string> texts = printShortened(graph, orders, options);
  if (options.showExactCasts || !areAlike(texts))
    return texts;
  InfixOptions withCasts = options;
  withCasts.showExactCasts = true;
  return printShortened(graph, orders, withCasts);
}

} // namespace fporder::order
