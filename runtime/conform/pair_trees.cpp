#include "runtime/conform/pair_trees.h"

#include "runtime/limits/limits.h"
#include "runtime/order/expression_tree.h"

#include <algorithm>

namespace fporder::conform {

namespace {

using Tree = std::vector<order::TreeNode>;

std::vector<MarkedNode> marked(const order::Graph &graph, const Tree &tree, const Tree &other, const LeafSpelling &spelling) {
  std::vector<MarkedNode> nodes;
  for (const order::TreeNode &node : tree) {
    const bool known = std::ranges::any_of(other, [&](const order::TreeNode &each) { return graph.sameValue(each.node, node.node); });
    const std::string spelled = node.leaf ? spelling(node.node) : std::string();
    nodes.push_back({spelled.empty() ? order::nodeSymbol(graph, node.node) : spelled, node.parent, node.leaf, !known});
  }
  return nodes;
}

} // namespace

PairTrees pairTrees(const order::Graph &graph, order::NodeId implementation, order::NodeId reference, const LeafSpelling &spelling,
                    const LeafSpelling &referenceSpelling) {
  const std::size_t most = limits::most(limits::Limit::PlottedNodes);
  const Tree ours = order::expressionTree(graph, implementation, most), theirs = order::expressionTree(graph, reference, most);
  if (ours.empty() || theirs.empty())
    return {};
  return {marked(graph, ours, theirs, spelling), marked(graph, theirs, ours, referenceSpelling)};
}

} // namespace fporder::conform
