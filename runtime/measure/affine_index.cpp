#include "runtime/measure/affine_index.h"

#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 62;

std::optional<std::int64_t> scaled(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || product >= largest || product <= -largest)
    return std::nullopt;
  return product;
}

std::optional<AffineIndex> times(const AffineIndex &form, std::int64_t factor) {
  AffineIndex result;
  const std::optional<std::int64_t> constant = scaled(form.constant, factor);
  if (!constant)
    return std::nullopt;
  result.constant = *constant;
  for (const auto &[loop, coefficient] : form.coefficients) {
    const std::optional<std::int64_t> product = scaled(coefficient, factor);
    if (!product)
      return std::nullopt;
    if (*product)
      result.coefficients[loop] = *product;
  }
  return result;
}

std::optional<AffineIndex> plus(AffineIndex left, const AffineIndex &right) {
  left.constant += right.constant;
  bool fits = std::abs(left.constant) < largest;
  for (const auto &[loop, coefficient] : right.coefficients) {
    std::int64_t &sum = left.coefficients[loop];
    sum += coefficient;
    fits = fits && std::abs(sum) < largest;
    if (!sum)
      left.coefficients.erase(loop);
  }
  return fits ? std::optional(left) : std::nullopt;
}

std::optional<std::int64_t> integerValue(const order::Number &number) {
  const double value = number.approximate();
  if (!number.isFinite() || !number.isInteger() || std::abs(value) >= 0x1p53)
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

class Reader {
public:
  Reader(const order::Graph &graph, const KnownInteger &known) : graph(graph), known(known) {}

  std::optional<AffineIndex> read(NodeId root) {
    for (const NodeId node : order::reachable(graph, root, [&](NodeId at) { return order::isLeaf(graph[at].op); }))
      forms[node.index] = form(node);
    return forms.at(root.index);
  }

private:
  std::optional<AffineIndex> form(NodeId node) {
    const order::Node what = graph[node];
    if (what.op == Op::LoopIndex)
      return AffineIndex{0, {{what.version, 1}}};
    if (what.op == Op::Constant)
      return constant(integerValue(graph.number(node)));
    if (order::isLeaf(what.op)) {
      if (const std::optional<std::int64_t> value = known(node))
        return AffineIndex{*value, {}};
      return what.type.format == format::Format::Integer ? std::optional(AffineIndex{0, {{indexOf(graph, node), 1}}}) : std::nullopt;
    }
    if (what.type.format != format::Format::Integer)
      return std::nullopt;
    std::vector<AffineIndex> operands;
    for (const NodeId operand : graph.operands(node)) {
      const std::optional<AffineIndex> &of = forms.at(operand.index);
      if (!of)
        return std::nullopt;
      operands.push_back(*of);
    }
    return combine(node, what.op, operands);
  }

  std::optional<AffineIndex> combine(NodeId node, Op op, const std::vector<AffineIndex> &operands) const {
    switch (op) {
    case Op::Add:
      return plus(operands[0], operands[1]);
    case Op::Sub: {
      const std::optional<AffineIndex> negated = times(operands[1], -1);
      return negated ? plus(operands[0], *negated) : std::nullopt;
    }
    case Op::Neg:
      return times(operands[0], -1);
    case Op::Cast:
      return operands[0];
    case Op::Mul:
      if (operands[1].coefficients.empty())
        return times(operands[0], operands[1].constant);
      return operands[0].coefficients.empty() ? times(operands[1], operands[0].constant) : std::nullopt;
    case Op::Call:
      if (graph.symbol(node) == "<<" && operands.size() == 2 && operands[1].coefficients.empty() && operands[1].constant >= 0 &&
          operands[1].constant < 62)
        return times(operands[0], std::int64_t{1} << operands[1].constant);
      return std::nullopt;
    case Op::Div:
    case Op::Min:
    case Op::Max:
      return ofNumbers(op, operands[0], operands[1]);
    default:
      return std::nullopt;
    }
  }

  static std::optional<AffineIndex> ofNumbers(Op op, const AffineIndex &left, const AffineIndex &right) {
    if (!left.coefficients.empty() || !right.coefficients.empty() || (op == Op::Div && right.constant == 0))
      return std::nullopt;
    return AffineIndex{op == Op::Div   ? left.constant / right.constant
                       : op == Op::Min ? std::min(left.constant, right.constant)
                                       : std::max(left.constant, right.constant),
                       {}};
  }

  static std::optional<AffineIndex> constant(std::optional<std::int64_t> value) {
    return value ? std::optional(AffineIndex{*value, {}}) : std::nullopt;
  }

  const order::Graph &graph;
  const KnownInteger &known;
  std::unordered_map<std::uint32_t, std::optional<AffineIndex>> forms;
};

} // namespace

std::optional<AffineIndex> affineIndex(const order::Graph &graph, NodeId node, const KnownInteger &known) { return Reader(graph, known).read(node); }

} // namespace fporder::measure
