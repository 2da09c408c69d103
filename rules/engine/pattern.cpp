#include "rules/engine/pattern.h"

#include <algorithm>

namespace fporder::rules {

using namespace order;

namespace {

/// Turns the pattern graph under a root into a CompiledPattern.
class Compiler {
public:
  Compiler(const Rule &rule, const Pattern &source, std::vector<DocumentError> &errorList)
      : graph(rule.patterns), throughCasts(rule.throughCasts), pattern(source), errors(errorList) {}

  std::optional<CompiledPattern> compile();

private:
  bool fail(std::string message) {
    errors.push_back({pattern.place, std::move(message)});
    return false;
  }
  std::vector<NodeId> topological() const;
  void assignLoops(const std::vector<NodeId> &nodes);
  bool compileNode(NodeId node, PatternNode &result);
  bool compileOperation(NodeId node, PatternNode &result);
  bool foldConstant(NodeId node, PatternNode &result) const;
  std::uint32_t positionOf(NodeId node) const { return compiled.nodeOfPattern[node.index]; }

  const Graph &graph;
  const bool throughCasts;
  const Pattern &pattern;
  std::vector<DocumentError> &errors;
  CompiledPattern compiled;
  std::vector<std::vector<std::uint32_t>> loopsAround; // by pattern-graph node
};

/// Nodes under the root, operands first.
std::vector<NodeId> Compiler::topological() const {
  std::vector<bool> reached(pattern.root.index + 1, false);
  reached[pattern.root.index] = true;
  std::vector<NodeId> nodes;
  for (std::uint32_t i = pattern.root.index + 1; i-- > 0;) {
    if (!reached[i])
      continue;
    nodes.push_back({i});
    for (NodeId operand : graph.operands({i}))
      reached[operand.index] = true;
  }
  std::ranges::reverse(nodes);
  return nodes;
}

/// Which reductions stand around each node: a value that occurs inside and outside counts as outside.
void Compiler::assignLoops(const std::vector<NodeId> &nodes) {
  loopsAround.assign(pattern.root.index + 1, {});
  std::vector<bool> known(pattern.root.index + 1, false);
  known[pattern.root.index] = true;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    std::span<const NodeId> operands = graph.operands(*node);
    for (unsigned i = 0; i < operands.size(); ++i) {
      std::vector<std::uint32_t> inside = loopsAround[node->index];
      if (graph[*node].op == Op::Reduce && i == 1)
        inside.push_back(graph.reduction(*node).loop);
      std::uint32_t index = operands[i].index;
      if (!known[index] || inside.size() < loopsAround[index].size())
        loopsAround[index] = std::move(inside);
      known[index] = true;
    }
  }
}

bool Compiler::foldConstant(NodeId node, PatternNode &result) const {
  Node stored = graph[node];
  if (stored.op == Op::Constant) {
    result.number = graph.number(node);
  } else if (stored.op == Op::Neg || stored.op == Op::Div) {
    // -1 and 1/3 are one constant.
    for (NodeId operand : graph.operands(node))
      if (!compiled.nodes[positionOf(operand)].number)
        return false;
    const std::string &first = compiled.nodes[positionOf(graph.operand(node, 0))].number->text();
    if (stored.op == Op::Neg)
      result.number = Number::parse(first.starts_with('-') ? first.substr(1) : "-" + first);
    else if (const Number &divisor = *compiled.nodes[positionOf(graph.operand(node, 1))].number; !divisor.isZero())
      result.number = Number::fromDouble(compiled.nodes[positionOf(graph.operand(node, 0))].number->approximate() / divisor.approximate());
  }
  if (!result.number)
    return false;
  result.kind = PatternNode::Kind::Constant;
  result.mask = shapeBit(Op::Constant);
  return true;
}

bool Compiler::compileOperation(NodeId node, PatternNode &result) {
  Node stored = graph[node];
  switch (stored.op) {
  case Op::Element:
    return fail("patterns have no elements: write a name, which matches any value");
  case Op::LoopIndex:
    return fail("the loop index itself cannot be matched: a name inside the reduction may depend on it");
  case Op::Opaque:
  case Op::LoopValue:
    return fail("this cannot be matched");
  case Op::Call:
  case Op::Compare:
    result.symbol = graph.symbol(node);
    break;
  case Op::Cast:
    result.format = stored.type.format;
    result.rounding = stored.rounding;
    break;
  case Op::Reduce:
    result.reduction = graph.reduction(node);
    result.plainInit = compiled.nodes[positionOf(graph.operand(node, 0))].number == identity(result.reduction.kind);
    break;
  default:
    break;
  }
  for (NodeId operand : graph.operands(node))
    result.operands.push_back(positionOf(operand));
  result.square = stored.op == Op::Mul && graph.sameValue(graph.operand(node, 0), graph.operand(node, 1));
  result.mask = shapeBit(result.op);
  result.throughCasts = throughCasts && stored.op != Op::Cast;
  if (result.throughCasts)
    result.mask |= shapeBit(Op::Cast);
  return true;
}

bool Compiler::compileNode(NodeId node, PatternNode &result) {
  result.op = graph[node].op;
  result.loops = loopsAround[node.index];
  if (result.loops.size() > maxPatternLoops)
    return fail("reductions are nested too deeply");
  if (foldConstant(node, result))
    return true;
  if (result.op != Op::Input)
    return compileOperation(node, result);
  std::string name(graph.symbol(node));
  auto known = std::ranges::find(compiled.variables, name);
  result.kind = PatternNode::Kind::Variable;
  result.variable = static_cast<std::uint32_t>(known - compiled.variables.begin());
  result.mask = ~std::uint32_t{0};
  if (known == compiled.variables.end())
    compiled.variables.push_back(std::move(name));
  return true;
}

std::optional<CompiledPattern> Compiler::compile() {
  std::vector<NodeId> nodes = topological();
  for (std::uint32_t i = 0; i <= pattern.root.index; ++i)
    if (graph[{i}].op == Op::LoopIndex)
      compiled.loops.emplace_back(graph[{i}].version, graph.symbol({i}));
  // Loop indices stand in the graph only for the reduction that binds them.
  std::erase_if(nodes, [&](NodeId node) { return graph[node].op == Op::LoopIndex && node != pattern.root; });
  if (nodes.size() > maxPatternNodes) {
    fail("the pattern has more than " + std::to_string(maxPatternNodes) + " nodes");
    return std::nullopt;
  }
  compiled.nodeOfPattern.assign(pattern.root.index + 1, UINT32_MAX);
  assignLoops(nodes);
  for (NodeId node : nodes) {
    for (NodeId operand : graph.operands(node))
      if (positionOf(operand) == UINT32_MAX) {
        fail("the loop index itself cannot be matched: a name inside the reduction may depend on it");
        return std::nullopt;
      }
    PatternNode result;
    if (!compileNode(node, result))
      return std::nullopt;
    compiled.nodeOfPattern[node.index] = static_cast<std::uint32_t>(compiled.nodes.size());
    compiled.nodes.push_back(std::move(result));
  }
  if (compiled.root().kind != PatternNode::Kind::Operation) {
    fail("the pattern matches everything: it must be an operation");
    return std::nullopt;
  }
  return std::move(compiled);
}

} // namespace

std::optional<CompiledPattern> compilePattern(const Rule &rule, const Pattern &pattern, std::vector<DocumentError> &errors) {
  return Compiler(rule, pattern, errors).compile();
}

} // namespace fporder::rules
