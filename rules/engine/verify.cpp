// Orders are claims: each must equal the match over the reals. This checks them.
#include "rules/engine/loader.h"
#include "runtime/order/equality.h"

#include <algorithm>
#include <map>

namespace fporder::rules {

using namespace order;

namespace {

/// Spells out what a pattern means: reductions with the same index name range over one loop, and a name that the match uses only inside reductions is
/// an element that may depend on their indices.
class Translator {
public:
  Translator(const Graph &patternGraph, const CompiledPattern &source) : patterns(patternGraph), pattern(source) {
    for (const PatternNode &node : source.nodes)
      if (node.kind == PatternNode::Kind::Variable)
        variableLoops[source.variables[node.variable]] = loopNames(node.loops, variableLoops.find(source.variables[node.variable]));
    for (std::uint32_t i = 0; i < patterns.size(); ++i)
      if (patterns[{i}].op == Op::LoopIndex)
        nameOfLoop[patterns[{i}].version] = patterns.symbol({i});
  }

  NodeId translate(NodeId root);
  const Graph &result() const { return graph; }

private:
  using LoopsOfVariable = std::map<std::string, std::vector<std::string>, std::less<>>;

  /// The index names around a variable; of two occurrences the fewer.
  std::vector<std::string> loopNames(const std::vector<std::uint32_t> &loops, LoopsOfVariable::iterator known) const {
    std::vector<std::string> names;
    for (std::uint32_t loop : loops)
      for (const auto &[patternLoop, name] : pattern.loops)
        if (patternLoop == loop)
          names.push_back(name);
    return known != variableLoops.end() && known->second.size() < names.size() ? known->second : names;
  }

  std::uint32_t loopFor(const std::string &name) {
    return loopNumbers.emplace(name, static_cast<std::uint32_t>(loopNumbers.size() + 1)).first->second;
  }

  NodeId leaf(NodeId node);

  const Graph &patterns;
  const CompiledPattern &pattern;
  Graph graph;
  LoopsOfVariable variableLoops;
  std::map<std::uint32_t, std::string> nameOfLoop;
  std::map<std::string, std::uint32_t> loopNumbers;
  std::map<std::uint32_t, NodeId> copies;
};

NodeId Translator::leaf(NodeId node) {
  Node stored = patterns[node];
  if (stored.op == Op::Constant)
    return graph.constant(patterns.number(node), stored.type);
  std::string_view name = patterns.symbol(node);
  if (name == "match" && pattern.variables.end() == std::ranges::find(pattern.variables, name)) {
    auto root = std::ranges::find(pattern.nodeOfPattern, pattern.nodes.size() - 1);
    return translate({static_cast<std::uint32_t>(root - pattern.nodeOfPattern.begin())});
  }
  auto loops = variableLoops.find(name);
  if (loops == variableLoops.end() || loops->second.empty())
    return graph.input(name, stored.type);
  std::vector<NodeId> indices;
  for (const std::string &loop : loops->second)
    indices.push_back(
        graph.intern({.op = Op::LoopIndex, .type = {format::Format::Integer, Shape::Scalar}, .symbol = loop, .version = loopFor(loop)}));
  return graph.intern({.op = Op::Element, .type = stored.type, .operands = indices, .symbol = name});
}

NodeId Translator::translate(NodeId root) {
  std::vector<NodeId> stack{root};
  while (!stack.empty()) {
    NodeId node = stack.back();
    if (copies.contains(node.index)) {
      stack.pop_back();
      continue;
    }
    Node stored = patterns[node];
    if (stored.operandCount == 0) {
      NodeId made = leaf(node);
      copies[node.index] = made;
      continue;
    }
    std::vector<NodeId> operands;
    for (NodeId operand : patterns.operands(node))
      if (auto known = copies.find(operand.index); known != copies.end())
        operands.push_back(known->second);
      else
        stack.push_back(operand);
    if (operands.size() < stored.operandCount)
      continue;
    if (isUnfused(patterns, node)) {
      copies[node.index] = operands.front(); // the same over the reals
      continue;
    }
    NodeSpec spec{.op = stored.op, .type = stored.type, .operands = operands, .symbol = patterns.symbol(node), .rounding = stored.rounding};
    Reduction reduction;
    if (stored.op == Op::Reduce) {
      reduction = patterns.reduction(node);
      reduction.loop = loopFor(nameOfLoop[reduction.loop]);
      spec.reduction = &reduction;
    }
    copies[node.index] = graph.intern(spec);
  }
  return copies[root.index];
}

std::vector<std::string_view> symbolsUnder(const Graph &graph, NodeId root) {
  std::vector<std::string_view> result;
  std::vector<bool> reached(root.index + 1, false);
  reached[root.index] = true;
  for (std::uint32_t i = root.index + 1; i-- > 0;) {
    if (!reached[i])
      continue;
    for (NodeId operand : graph.operands({i}))
      reached[operand.index] = true;
    if (graph[{i}].op == Op::Input && graph.symbol({i}) != "match")
      result.push_back(graph.symbol({i}));
  }
  return result;
}

} // namespace

void verifyOrders(const LoadedRule &loaded, std::vector<DocumentError> &errors) {
  const Rule &rule = *loaded.rule;
  for (std::size_t i = 0; i < rule.alternatives.size(); ++i) {
    const Alternative &alternative = rule.alternatives[i];
    const std::vector<std::string> &bound = loaded.patterns[i].variables;
    for (const OrderSpec *order : rule.ordersOf(alternative)) {
      const std::vector<std::string_view> used = symbolsUnder(rule.patterns, order->to.root);
      const auto isBound = [&](std::string_view name) { return std::ranges::find(bound, name) != bound.end(); };
      if (!order->assumedEqual.empty() || !std::ranges::all_of(used, isBound))
        continue;
      Translator translator(rule.patterns, loaded.patterns[i]);
      const NodeId left = translator.translate(alternative.form.root), right = translator.translate(order->to.root);
      if (equalOverReals(translator.result(), left, right) != RealEquality::Equal)
        errors.push_back({order->to.place, "the order '" + order->to.text + "' cannot be shown to equal '" + alternative.form.text +
                                               "' over the reals; where it does, say why in 'equal'"});
    }
  }
}

} // namespace fporder::rules
