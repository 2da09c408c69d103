#include "runtime/measure/affine_index.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/integer_operators.h"

#include <algorithm>

namespace fporder::measure {

using order::AffineForm;
using order::NodeId;
using order::Op;

namespace {

class Reader {
public:
  Reader(const order::Graph &graph, const KnownInteger &known) : graph(graph), known(known) {}

  std::optional<AffineForm> read(NodeId node) const {
    return order::affineForm(graph, node, [this](NodeId part) { return knownForm(part); });
  }

private:
  /// Of a leaf, its value, where that is known; of a quotient, a minimum, a maximum, a remainder, a mask or a shift of known numbers, what that is.
  std::optional<AffineForm> knownForm(NodeId node) const {
    const order::Node what = graph[node];
    if (order::isLeaf(what.op)) {
      const bool asked = what.op != Op::LoopIndex && what.op != Op::Constant;
      const std::optional<std::int64_t> value = asked ? known(node) : std::nullopt;
      return value ? std::optional(AffineForm{*value, {}}) : std::nullopt;
    }
    const bool chosen = what.op == Op::Min || what.op == Op::Max;
    if ((what.op == Op::Div || chosen) && what.type.format == format::Format::Integer && what.operandCount == 2)
      return ofNumbers(what.op, graph.operand(node, 0), graph.operand(node, 1));
    if (what.op == Op::Call && order::isIntegerOperator(graph.symbol(node), what.operandCount))
      return ofIntegers(node);
    return std::nullopt;
  }

  std::optional<AffineForm> ofIntegers(NodeId node) const {
    double operands[2] = {};
    for (unsigned i = 0; i < graph[node].operandCount; ++i) {
      const std::optional<AffineForm> number = read(graph.operand(node, i));
      if (!number || !number->terms.empty())
        return std::nullopt;
      operands[i] = static_cast<double>(number->constant);
    }
    const std::optional<double> value = order::integerOperation(graph.symbol(node), operands[0], operands[1]);
    return value ? std::optional(AffineForm{static_cast<std::int64_t>(*value), {}}) : std::nullopt;
  }

  std::optional<AffineForm> ofNumbers(Op op, NodeId first, NodeId second) const {
    const std::optional<AffineForm> left = read(first), right = read(second);
    if (!left || !right || !left->terms.empty() || !right->terms.empty() || (op == Op::Div && right->constant == 0))
      return std::nullopt;
    return AffineForm{op == Op::Div   ? left->constant / right->constant
                      : op == Op::Min ? std::min(left->constant, right->constant)
                                      : std::max(left->constant, right->constant),
                      {}};
  }

  const order::Graph &graph;
  const KnownInteger &known;
};

} // namespace

std::optional<AffineIndex> affineIndex(const order::Graph &graph, NodeId node, const KnownInteger &known) {
  const std::optional<AffineForm> form = Reader(graph, known).read(node);
  if (!form)
    return std::nullopt;
  AffineIndex result{form->constant, {}};
  for (const auto &[value, coefficient] : form->terms) {
    const order::Node leaf = graph[value];
    if (leaf.op != Op::LoopIndex && !(order::isLeaf(leaf.op) && leaf.op != Op::Constant && leaf.type.format == format::Format::Integer))
      return std::nullopt;
    result.coefficients[leaf.op == Op::LoopIndex ? leaf.version : indexOf(graph, value)] = coefficient;
  }
  return result;
}

} // namespace fporder::measure
