#include "runtime/enumerate/import.h"

#include "runtime/enumerate/excerpt.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::enumerate {

using order::NodeId;
using order::Number;
using order::Op;

namespace {

std::optional<Number> powerOfTwo(Scale scale, format::Format format) {
  const format::Parameters parameters = format::parameters(format);
  if (parameters.precision != 0 && (scale.exponent < parameters.minExponent || scale.exponent > parameters.maxExponent))
    return std::nullopt;
  return Number::parse((scale.negative ? "-0x1p" : "0x1p") + std::to_string(scale.exponent));
}

} // namespace

std::optional<Ref> Import::arithmetic(NodeId node, std::span<const Ref> x) {
  const order::ValueType type = graph[node].type;
  switch (graph[node].op) {
  case Op::Add:
    return egraph.add(x[0], x[1], type);
  case Op::Sub:
    return egraph.add(x[0], minus * x[1], type);
  case Op::Mul:
    return egraph.multiply(x[0], x[1], type);
  case Op::Div:
    return egraph.divide(x[0], x[1], type);
  case Op::Sqrt:
    return egraph.squareRoot(x[0], type);
  case Op::Fma:
    return egraph.fma(x[0], x[1], x[2], type);
  case Op::Neg:
    return minus * x[0];
  case Op::Abs:
    return egraph.absolute(x[0], type);
  case Op::Call:
    return egraph.apply(egraph.callHead(graph.symbol(node)), x, type);
  default:
    return egraph.apply(egraph.headLike(node), x, type);
  }
}

std::optional<Ref> Import::enterNode(NodeId node) {
  const order::Node data = graph[node];
  const auto operands = graph.operands(node);
  if (data.op == Op::Constant && isReal(data.type) && graph.number(node).isFinite())
    return egraph.constant(graph.number(node), data.type);
  // Taken apart, a chain of additions would be another.
  if (order::isLeaf(data.op) || !isReal(data.type) || operands.size() > mostOperands || operands.empty() || order::isChain(graph, node) ||
      data.op == Op::Recurrence)
    return egraph.leaf(node, knowledge ? knowledge(node) : Facts{});
  const bool takesOneType = data.op <= Op::Fma || data.op == Op::Neg || data.op == Op::Abs;
  if (takesOneType && !std::ranges::all_of(operands, [&](NodeId operand) { return graph[operand].type == data.type; }))
    return egraph.leaf(node); // its operands are converted in a way that is not stated
  std::vector<Ref> x;
  for (const NodeId operand : operands)
    x.push_back(entered.at(operand.index));
  return arithmetic(node, x);
}

std::optional<Ref> Import::enter(NodeId root) {
  environment = graph.environment(root);
  const auto stops = [&](NodeId node) { return order::isLeaf(graph[node].op) || !isReal(graph[node].type) || order::isChain(graph, node); };
  for (const NodeId node : reachable(graph, root, stops)) {
    if (entered.contains(node.index))
      continue;
    const std::optional<Ref> made = enterNode(node);
    if (!made)
      return std::nullopt;
    entered[node.index] = *made;
    writtenByValue.emplace(graph.value(node).index, node);
    const std::uint32_t enode = egraph.members(made->eclass).front(); // a class has one node before anything is merged
    spellings.resize(std::max<std::size_t>(spellings.size(), enode + 1));
    below.resize(spellings.size());
    spellings[enode].push_back({made->scale / egraph[enode].value.scale, node});
    for (unsigned position = 0; position < egraph[enode].count; ++position)
      below[enode][position] = egraph.members(egraph[enode].operands[position].eclass).front();
  }
  return entered.at(root.index);
}

NodeId Import::make(Op op, order::ValueType type, std::span<const NodeId> operands, std::string_view symbol) {
  const NodeId node = graph.intern({.op = op, .type = type, .operands = operands, .symbol = symbol, .environment = environment});
  const auto known = writtenByValue.find(graph.value(node).index);
  return known != writtenByValue.end() ? known->second : node;
}

/// `node`, which computes `enode`, times an exact factor.
std::optional<NodeId> Import::scaled(std::uint32_t enode, NodeId node, Scale scale) {
  if (scale.isOne())
    return node;
  const order::ValueType type = egraph[enode].type;
  if (scale.negative)
    if (const std::optional<NodeId> opposite = negated(node))
      return scaled(enode, *opposite, {scale.exponent, false});
  if (scale.exponent == 0)
    return make(Op::Neg, type, {&node, 1});
  const std::optional<Number> power = powerOfTwo(scale, type.format);
  if (!power)
    return std::nullopt;
  if (const std::optional<NodeId> distributed = intoSum(enode, node, scale))
    return distributed;
  if (const std::optional<NodeId> inside = absorbed(node, scale))
    return inside;
  const NodeId operands[]{graph.constant(*power, type), node};
  return make(Op::Mul, type, operands);
}

/// `scale` times a constant, a product with a power of two, or a constant's quotient: no operation more. Nothing for anything else.
std::optional<NodeId> Import::absorbed(NodeId node, Scale scale) {
  const order::ValueType type = graph[node].type;
  if (graph[node].op == Op::Constant) {
    const auto [core, factor] = withoutFactors(graph.number(node));
    const Scale product = factor * scale;
    const auto point = core.text().find("p+0");
    const std::optional<Number> power = powerOfTwo(product, type.format);
    if (!power || point == std::string::npos || core.isZero())
      return std::nullopt;
    const auto number = Number::parse((product.negative ? "-" : "") + core.text().substr(0, point) + "p" + std::to_string(product.exponent));
    return number ? std::optional(graph.constant(*number, type)) : std::nullopt;
  }
  const Op op = graph[node].op;
  if ((op != Op::Mul && op != Op::Div) || graph[graph.operand(node, 0)].op != Op::Constant)
    return std::nullopt;
  if (op == Op::Mul && !graph.number(graph.operand(node, 0)).isPowerOfTwo())
    return std::nullopt;
  const std::optional<NodeId> factor = absorbed(graph.operand(node, 0), scale);
  if (!factor)
    return std::nullopt;
  const NodeId operands[]{*factor, graph.operand(node, 1)};
  return op == Op::Mul && graph.number(*factor).isOne() ? operands[1] : make(op, type, operands);
}

/// 2 * (a + 0.5 * b) as 2 * a + b, and 0.5 * (2 * a - 9) as a - 4.5.
std::optional<NodeId> Import::intoSum(std::uint32_t enode, NodeId node, Scale scale) {
  const Op op = graph[node].op;
  if (op != Op::Add && op != Op::Sub)
    return std::nullopt;
  const NodeId left = graph.operand(node, 0), right = graph.operand(node, 1);
  std::optional<NodeId> first = absorbed(left, scale), second = absorbed(right, scale);
  const bool cancels = second && graph[right].op == Op::Mul && *second == graph.operand(right, 1);
  if (!first && cancels)
    first = scaled(enode, left, scale);
  if (!first || !second)
    return std::nullopt;
  const NodeId operands[]{*first, *second};
  return make(op, egraph[enode].type, operands);
}

/// -node where that needs no operation more: differences, negations, and products and quotients of such.
std::optional<NodeId> Import::negated(NodeId node) {
  const order::ValueType type = graph[node].type;
  const Op op = graph[node].op;
  if (op == Op::Neg)
    return graph.operand(node, 0);
  const auto difference = [&](NodeId of) {
    const NodeId swapped[]{graph.operand(of, 1), graph.operand(of, 0)};
    return make(Op::Sub, type, swapped);
  };
  if (op == Op::Sub)
    return difference(node);
  if (op != Op::Mul && op != Op::Div)
    return std::nullopt;
  for (const Op inner : {Op::Neg, Op::Sub})
    for (unsigned position = 0; position < 2; ++position) {
      NodeId operands[]{graph.operand(node, 0), graph.operand(node, 1)};
      if (graph[operands[position]].op != inner)
        continue;
      operands[position] = inner == Op::Neg ? graph.operand(operands[position], 0) : difference(operands[position]);
      return make(op, type, operands);
    }
  return std::nullopt;
}

/// Whether the tree is, node by node, what was entered.
bool Import::isAsWritten(const Extraction &extraction, const Tree &tree) const {
  if (!written(tree.node))
    return false;
  std::array<std::uint32_t, mostOperands> found{}, wanted = below[tree.node];
  const unsigned count = egraph[tree.node].count;
  for (unsigned position = 0; position < count; ++position) {
    found[position] = extraction.trees[tree.operands[position]].node;
    if (!asWritten.contains(tree.operands[position]))
      return false;
  }
  if (egraph[tree.node].kind != Kind::Div && egraph[tree.node].kind != Kind::Head) { // operands are sorted, by classes that may have changed
    std::sort(found.begin(), found.begin() + std::min(count, 2U));
    std::sort(wanted.begin(), wanted.begin() + std::min(count, 2U));
  }
  return std::equal(found.begin(), found.begin() + count, wanted.begin());
}

/// `scale` times the operation of a spelled tree: as it was written, where it was.
std::optional<NodeId> Import::ofTree(const Extraction &extraction, std::uint32_t tree, Scale scale) {
  const std::uint32_t enode = extraction.trees[tree].node;
  if (asWritten.contains(tree))
    for (const Spelling &spelling : spellings[enode])
      if (spelling.scale == scale)
        return spelling.node;
  return scaled(enode, spelled.at(tree), scale);
}

/// The tree's operand as the operation needs it, times `more`.
std::optional<NodeId> Import::operandOf(const Extraction &extraction, const Tree &tree, unsigned position, Scale more) {
  const std::uint32_t operand = tree.operands[position];
  const std::uint32_t enode = extraction.trees[operand].node;
  const Scale scale = more * egraph[tree.node].operands[position].scale / egraph[enode].value.scale;
  return ofTree(extraction, operand, scale);
}

/// The tree's own operation over its operands.
std::optional<NodeId> Import::plain(const Extraction &extraction, const Tree &tree) {
  const ENode &enode = egraph[tree.node];
  if (enode.kind == Kind::Leaf)
    return NodeId{enode.payload};
  if (enode.kind == Kind::Constant)
    return graph.constant(*egraph.constantCore(enode.value.eclass), enode.type);
  const bool subtracts = enode.kind == Kind::Add && enode.operands[1].scale.negative;
  std::vector<NodeId> x;
  for (unsigned position = 0; position < enode.count; ++position) {
    const std::optional<NodeId> operand = operandOf(extraction, tree, position, subtracts && position == 1 ? minus : Scale{});
    if (!operand)
      return std::nullopt;
    x.push_back(*operand);
  }
  switch (enode.kind) {
  case Kind::Add:
    return make(subtracts ? Op::Sub : Op::Add, enode.type, x);
  case Kind::Mul:
    return make(Op::Mul, enode.type, x);
  case Kind::Div:
    return make(Op::Div, enode.type, x);
  case Kind::Sqrt:
    return make(Op::Sqrt, enode.type, x);
  case Kind::Fma:
    return make(Op::Fma, enode.type, x);
  case Kind::Abs:
    return make(Op::Abs, enode.type, x);
  default:
    break;
  }
  const Head &head = egraph.head(enode.payload);
  return head.like ? graph.withOperands(head.like, x) : make(Op::Call, enode.type, x, head.symbol);
}

std::optional<NodeId> Import::spell(const Extraction &extraction, std::uint32_t tree, Scale scale) {
  std::vector<std::uint32_t> parts;
  for (const auto &part : extraction.trees[tree].parts)
    parts.push_back(part.second);
  std::ranges::sort(parts); // operands first
  spelled.clear();
  asWritten.clear();
  for (const std::uint32_t part : parts) {
    const std::optional<NodeId> node = plain(extraction, extraction.trees[part]);
    if (!node)
      return std::nullopt;
    spelled[part] = *node;
    if (isAsWritten(extraction, extraction.trees[part]))
      asWritten.insert(part);
  }
  return ofTree(extraction, tree, scale / egraph[extraction.trees[tree].node].value.scale);
}

} // namespace fporder::enumerate
