#include "runtime/measure/leaf_table.h"

#include "runtime/order/function_facts.h"

#include <algorithm>
#include <set>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

/// What is evaluated: the orderings, their consumers, the conditions.
std::vector<NodeId> rootsOf(const Subject &subject) {
  std::vector<NodeId> roots = subject.conditions;
  for (const Ordering &ordering : subject.orderings)
    for (const NodeId root : {ordering.root, ordering.consumed})
      if (root)
        roots.push_back(root);
  return roots;
}

/// The nodes whose values make the results: not those that are indices or trip counts only.
std::vector<bool> valuedNodes(const Subject &subject) {
  std::vector<bool> valued(subject.graph.size());
  for (const NodeId root : rootsOf(subject))
    valued[root.index] = true;
  for (std::uint32_t i = static_cast<std::uint32_t>(valued.size()); i-- > 0;) {
    if (!valued[i] || subject.graph[{i}].op == Op::Element)
      continue;
    const auto operands = subject.graph.operands({i});
    const bool loop = order::boundLoop(subject.graph, {i}).has_value(), reduces = subject.graph[{i}].op == Op::Reduce;
    const std::size_t count = reduces ? std::min<std::size_t>(operands.size(), order::tripsOperand) : operands.size();
    for (std::size_t k = 0; k < count; ++k)
      if (!loop || k != order::tripsOperand)
        valued[operands[k].index] = true;
  }
  return valued;
}

/// The subject's nodes that matter, operands before users.
std::vector<NodeId> nodesOf(const Subject &subject) {
  std::vector<bool> needed(subject.graph.size());
  for (const NodeId root : rootsOf(subject))
    needed[root.index] = true;
  for (const auto &[loop, count] : subject.loopCounts)
    needed[count.index] = true;
  for (std::uint32_t i = static_cast<std::uint32_t>(needed.size()); i-- > 0;)
    if (needed[i])
      for (const NodeId operand : subject.graph.operands({i}))
        needed[operand.index] = true;
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i < needed.size(); ++i)
    if (needed[i])
      nodes.push_back({i});
  return nodes;
}

bool wantsPositive(const order::Graph &graph, NodeId node) {
  if (graph[node].op == Op::Sqrt)
    return true;
  if (graph[node].op != Op::Call)
    return false;
  const order::FunctionFacts *facts = order::functionFacts(graph.symbol(node));
  return facts && (facts->domain.low >= 0 || facts->positiveArgument);
}

/// What a positive operand asks of the operands below it.
std::vector<NodeId> passedDown(const order::Graph &graph, NodeId node) {
  const auto operands = graph.operands(node);
  switch (graph[node].op) {
  case Op::Cast:
  case Op::Sqrt:
    return {operands[0]};
  case Op::Add:
    return {operands[0], operands[1]};
  case Op::Mul:
  case Op::Div:
    if (graph[operands[1]].op == Op::Constant)
      return {operands[0]};
    return graph[operands[0]].op == Op::Constant ? std::vector{operands[1]} : std::vector<NodeId>{};
  default:
    return {};
  }
}

std::set<NodeId> positiveNodes(const order::Graph &graph, const std::vector<NodeId> &nodes) {
  std::set<NodeId> positive;
  for (const NodeId node : nodes)
    if (wantsPositive(graph, node))
      positive.insert(graph.operand(node, 0));
  // Users before operands, so that one pass carries the wish all the way down.
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    if (positive.contains(*node))
      for (const NodeId operand : passedDown(graph, *node))
        positive.insert(operand);
  return positive;
}

} // namespace

LeafTable leavesOf(const Subject &subject) {
  const order::Graph &graph = subject.graph;
  const std::vector<NodeId> nodes = nodesOf(subject);
  const std::set<NodeId> positive = positiveNodes(graph, nodes);
  const std::vector<bool> valued = valuedNodes(subject);
  LeafTable table;
  std::vector<NodeId> reductions;
  for (const NodeId node : nodes)
    if (const auto loop = order::boundLoop(graph, node)) {
      reductions.push_back(node);
      table.loops.emplace(*loop, node);
    }
  // Inner reductions stand below outer ones, so outer ones come later.
  std::ranges::reverse(reductions);
  for (const NodeId node : nodes) {
    const order::Node what = graph[node];
    if (!order::isLeaf(what.op) || what.op == Op::Constant ||
        ((what.op == Op::LoopIndex || what.op == Op::LoopValue) && table.loops.contains(what.version)))
      continue;
    Leaf leaf{node, std::string(graph.symbol(node)), {}, positive.contains(node), valued[node.index]};
    for (const NodeId reduction : reductions) {
      const std::uint32_t loop = *order::boundLoop(graph, reduction);
      if (graph.mentionsLoop(node) && order::dependsOnLoop(graph, node, loop) && std::ranges::find(leaf.boundLoops, loop) == leaf.boundLoops.end())
        leaf.boundLoops.push_back(loop);
    }
    table.leaves.push_back(std::move(leaf));
  }
  return table;
}

order::NodeId boundOutside(const Subject &subject, const LeafTable &table) {
  const order::Graph &graph = subject.graph;
  for (const auto &[loop, binder] : table.loops) {
    std::vector<bool> seen(graph.size());
    std::vector<NodeId> pending = rootsOf(subject);
    while (!pending.empty()) {
      const NodeId current = pending.back();
      pending.pop_back();
      if (seen[current.index])
        continue;
      seen[current.index] = true;
      const order::Node what = graph[current];
      if ((what.op == Op::LoopIndex || what.op == Op::LoopValue) && what.version == loop)
        return current;
      if (what.op == Op::Element) // found by its place, not by its indices' values
        continue;
      const bool binds = order::boundLoop(graph, current) == loop;
      const auto operands = graph.operands(current);
      for (std::size_t position = 0; position < operands.size(); ++position)
        if (!binds || !order::isInsideLoop(graph, current, position))
          pending.push_back(operands[position]);
    }
  }
  return {};
}

namespace {

/// Numbers of the launch, which no data are: CUDA's variables, OpenCL's and SYCL's functions.
bool isBuiltIn(std::string_view symbol) {
  static constexpr std::string_view variables[]{"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
  static constexpr std::string_view functions[]{"get_global_",  "get_local_",     "get_group_",   "get_num_",
                                                "get_work_dim", "get_sub_group_", "get_enqueued_"};
  const std::string_view root = symbol.substr(0, symbol.find('.'));
  return std::ranges::find(variables, root) != std::end(variables) ||
         (symbol.ends_with(')') && std::ranges::any_of(functions, [&](std::string_view name) { return symbol.starts_with(name); }));
}

} // namespace

bool isThreadNumber(std::string_view symbol) {
  static constexpr std::string_view functions[]{"get_global_id", "get_local_id", "get_group_id", "get_sub_group_id", "get_sub_group_local_id"};
  const std::string_view root = symbol.substr(0, symbol.find_first_of(".("));
  return root == "threadIdx" || root == "blockIdx" || std::ranges::find(functions, root) != std::end(functions);
}

std::vector<std::string> namesOf(const std::string &function, const std::string &symbol) {
  if (isBuiltIn(symbol))
    return {};
  const std::size_t dot = symbol.find_last_of(".>");
  const std::string member = dot == std::string::npos ? symbol : symbol.substr(dot + 1);
  const std::size_t colon = function.rfind("::");
  const std::string shortFunction = colon == std::string::npos ? function : function.substr(colon + 2);
  std::vector<std::string> names;
  const auto add = [&](const std::string &name) {
    if (std::ranges::find(names, name) == names.end())
      names.push_back(name);
  };
  for (const std::string &each : {function, shortFunction})
    for (const std::string &leaf : {symbol, member})
      add(each + "." + leaf);
  add(symbol);
  add(member);
  return names;
}

std::vector<std::string> valuedNames(const Subject &subject, const LeafTable &table) {
  std::vector<std::string> names;
  for (const Leaf &leaf : table.leaves)
    if (subject.graph[leaf.node].op != order::Op::LoopIndex && !namesOf(subject.function, leaf.symbol).empty() &&
        std::ranges::find(names, leaf.symbol) == names.end())
      names.push_back(leaf.symbol);
  return names;
}

std::string listed(const std::vector<std::string> &names) {
  constexpr std::size_t most = 20;
  std::string text;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "'" : i + 1 == names.size() ? " and '" : ", '") + names[i] + "'";
  return names.empty() ? "none" : names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

} // namespace fporder::measure
