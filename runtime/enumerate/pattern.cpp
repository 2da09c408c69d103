#include "runtime/enumerate/pattern.h"

#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace fporder::enumerate {

using order::Graph;
using order::NodeId;
using order::Op;
using What = Template::Node::What;
using Part = Template::Part;

namespace {

constexpr order::ValueType anyReal{format::Format::Unknown, order::Shape::Scalar};

class Compiler {
public:
  explicit Compiler(std::vector<std::string> &variableNames) : names(variableNames) {}

  std::optional<Template> compile(std::string_view text);

private:
  std::optional<Part> part(NodeId node);
  Part operation(Kind kind, std::vector<Part> operands, Scale scale, std::string function = {});
  Part constant(const order::Number &number);
  Part variable(std::string_view name);
  Part sum(Part left, Part right);
  Part product(Part left, Part right, bool divides);
  Part root(Part operand);
  bool isOne(Part operand) const { return isConstant(operand) && result.nodes[operand.index].number.isOne(); }
  bool isConstant(Part operand) const { return result.nodes[operand.index].what == What::Constant; }
  Part add(Template::Node node, Scale scale = {}) {
    result.nodes.push_back(std::move(node));
    return {static_cast<std::uint32_t>(result.nodes.size() - 1), scale};
  }

  std::vector<std::string> &names;
  Graph graph;
  Template result;
  std::unordered_map<std::uint32_t, Part> parts;
};

Part Compiler::operation(Kind kind, std::vector<Part> operands, Scale scale, std::string function) {
  return add({.what = What::Operation, .kind = kind, .function = std::move(function), .operands = std::move(operands)}, scale);
}

Part Compiler::constant(const order::Number &number) {
  auto [core, scale] = withoutFactors(number);
  return add({.what = What::Constant, .kind = Kind::Constant, .number = std::move(core)}, scale);
}

Part Compiler::variable(std::string_view name) {
  const auto known = std::ranges::find(names, name);
  const auto position = static_cast<std::uint32_t>(known - names.begin());
  if (known == names.end())
    names.emplace_back(name);
  return add({.what = What::Variable, .kind = Kind::Leaf, .variable = position});
}

Part Compiler::sum(Part left, Part right) {
  if (isConstant(right) && !isConstant(left))
    std::swap(left, right);
  const Scale scale = left.scale;
  return operation(Kind::Add, {{left.index, {}}, {right.index, right.scale / scale}}, scale);
}

Part Compiler::product(Part left, Part right, bool divides) {
  const Scale scale = divides ? left.scale / right.scale : left.scale * right.scale;
  if (isOne(right))
    return {left.index, scale};
  if (isOne(left) && !divides)
    return {right.index, scale};
  return operation(divides ? Kind::Div : Kind::Mul, {{left.index, {}}, {right.index, {}}}, scale);
}

Part Compiler::root(Part operand) {
  const std::int64_t odd = operand.scale.exponent & 1;
  const Scale half{(operand.scale.exponent - odd) / 2, false};
  return operation(Kind::Sqrt, {{operand.index, {odd, operand.scale.negative}}}, half);
}

std::optional<Part> Compiler::part(NodeId node) {
  std::vector<Part> x;
  for (const NodeId operand : graph.operands(node))
    x.push_back(parts.at(operand.index));
  switch (graph[node].op) {
  case Op::Input:
    return variable(graph.symbol(node));
  case Op::Constant:
    return graph.number(node).isFinite() ? std::optional(constant(graph.number(node))) : std::nullopt;
  case Op::Neg:
    return Part{x[0].index, minus * x[0].scale};
  case Op::Add:
    return sum(x[0], x[1]);
  case Op::Sub:
    return sum(x[0], {x[1].index, minus * x[1].scale});
  case Op::Mul:
  case Op::Div:
    return product(x[0], x[1], graph[node].op == Op::Div);
  case Op::Sqrt:
    return root(x[0]);
  case Op::Abs:
    return operation(Kind::Abs, {{x[0].index, {}}}, {x[0].scale.exponent, false});
  case Op::Fma: {
    const Scale scale = x[0].scale * x[1].scale;
    return operation(Kind::Fma, {{x[0].index, {}}, {x[1].index, {}}, {x[2].index, x[2].scale / scale}}, scale);
  }
  case Op::Call:
    return x.size() <= mostOperands ? std::optional(operation(Kind::Head, x, {}, std::string(graph.symbol(node)))) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Template> Compiler::compile(std::string_view text) {
  const auto parsed = order::parseInfix(text, graph, anyReal);
  if (!std::holds_alternative<NodeId>(parsed))
    return std::nullopt;
  const NodeId top = std::get<NodeId>(parsed);
  for (const NodeId node : reachable(graph, top, [](NodeId) { return false; })) {
    const std::optional<Part> made = part(node);
    if (!made)
      return std::nullopt;
    parts[node.index] = *made;
  }
  result.root = parts.at(top.index);
  return result;
}

} // namespace

std::optional<Rewrite> compile(const Identity &identity) {
  Rewrite rewrite{.identity = &identity, .from = {}, .to = {}, .conditions = {}};
  std::vector<std::string> names;
  const std::optional<Template> from = Compiler(names).compile(identity.from);
  if (!from || from->nodes[from->root.index].what != What::Operation)
    return std::nullopt;
  const std::size_t bound = names.size();
  const std::optional<Template> to = Compiler(names).compile(identity.to);
  if (!to)
    return std::nullopt;
  rewrite.from = *from;
  rewrite.to = *to;
  for (const SideCondition &condition : identity.conditions) {
    std::optional<Template> expression = Compiler(names).compile(condition.expression);
    if (!expression)
      return std::nullopt;
    rewrite.conditions.emplace_back(condition.kind, std::move(*expression));
  }
  return names.size() == bound && bound <= mostVariables ? std::optional(std::move(rewrite)) : std::nullopt;
}

std::optional<Ref> build(EGraph &graph, const Template &pattern, const Bindings &bindings, order::ValueType type) {
  std::vector<Ref> made(pattern.nodes.size());
  for (std::size_t position = 0; position < pattern.nodes.size(); ++position) {
    const Template::Node &node = pattern.nodes[position];
    std::vector<Ref> x;
    for (const Part &operand : node.operands)
      x.push_back(operand.scale * made[operand.index]);
    std::optional<Ref> result;
    if (node.what == What::Variable)
      result = bindings[node.variable];
    else if (node.what == What::Constant)
      result = graph.constant(node.number, type);
    else if (node.kind == Kind::Add)
      result = graph.add(x[0], x[1], type);
    else if (node.kind == Kind::Mul)
      result = graph.multiply(x[0], x[1], type);
    else if (node.kind == Kind::Div)
      result = graph.divide(x[0], x[1], type);
    else if (node.kind == Kind::Sqrt)
      result = graph.squareRoot(x[0], type);
    else if (node.kind == Kind::Abs)
      result = graph.absolute(x[0], type);
    else if (node.kind == Kind::Fma)
      result = graph.fma(x[0], x[1], x[2], type);
    else
      result = graph.apply(graph.callHead(node.function), x, type);
    if (!result)
      return std::nullopt;
    made[position] = *result;
  }
  return pattern.root.scale * made[pattern.root.index];
}

} // namespace fporder::enumerate
