// What an operation of one side is in the graph of the comparison: the members of Translation that give it one form.
#include "runtime/conform/signs.h"
#include "runtime/conform/translation.h"
#include "runtime/format/rounding.h"
#include "runtime/order/equality.h"
#include "runtime/order/substitution.h"

#include <cmath>

namespace fporder::conform {

using format::Format;
using order::NodeId;
using order::NodeSpec;
using order::Op;

/// A conversion of an input, or of a negated one, to a narrower format as an input in that format.
std::optional<NodeId> Translation::roundedInput(NodeId node, NodeId operand) {
  if (into[operand].op == Op::Neg) {
    const std::optional<NodeId> positive = roundedInput(node, into.operand(operand, 0));
    return positive ? std::optional(interned({.op = Op::Neg, .type = typeOf(node), .operands = {&*positive, 1}}, node)) : std::nullopt;
  }
  const order::Node data = into[operand];
  const Format to = typeOf(node).format;
  if ((data.op != Op::Input && data.op != Op::Element) || !format::isFloatingPoint(data.type.format) || !format::isFloatingPoint(to) ||
      !order::castRounds(data.type.format, to))
    return std::nullopt;
  rounded.insert({data.version, data.type.format, to});
  const auto operands = into.operands(operand);
  const std::vector<NodeId> indices(operands.begin(), operands.end());
  const std::string symbol(into.symbol(operand));
  return into.intern({.op = data.op, .type = typeOf(node), .operands = indices, .symbol = symbol, .version = data.version});
}

NodeId Translation::operation(NodeId node, std::span<const NodeId> operands) {
  const order::Node data = from[node];
  NodeSpec spec;
  spec.op = data.op;
  spec.type = typeOf(node);
  spec.operands = operands;
  spec.symbol = from.symbol(node);
  spec.rounding = data.rounding;
  if (mode == Mode::AsWritten)
    spec.environment = from.environment(node);
  spec.place = place(data.place);
  return interned(spec, node);
}

/// An operation for `node`, signs in one form. What has no place of its own comes from there as well.
NodeId Translation::interned(const NodeSpec &spec, NodeId node) {
  const NodeId made = internSigned(into, spec);
  if (into[made].op == Op::Neg)
    origins.try_emplace(into.operand(made, 0).index, node.index);
  return made;
}

/// A choice by a comparison as the Max, Min or Abs that it is over the reals; only NaN and the signs of zeros tell them apart.
std::optional<NodeId> Translation::chosenExtreme(NodeId node, std::span<const NodeId> operands) {
  if (into[operands[0]].op != Op::Compare)
    return std::nullopt;
  const std::string_view symbol = into.symbol(operands[0]);
  const bool greater = symbol.starts_with('>');
  if (!greater && !symbol.starts_with('<'))
    return std::nullopt;
  const NodeId left = into.operand(operands[0], 0), right = into.operand(operands[0], 1);
  const auto are = [&](NodeId one, NodeId other) { return into.sameValue(operands[1], one) && into.sameValue(operands[2], other); };
  const auto negates = [&](NodeId negated, NodeId one) { return into[negated].op == Op::Neg && into.sameValue(into.operand(negated, 0), one); };
  NodeSpec spec{.op = Op::Max, .type = typeOf(node), .place = place(from[node].place)};
  const NodeId both[]{left, right};
  spec.operands = both;
  if (are(left, right) || are(right, left)) {
    spec.op = are(left, right) == greater ? Op::Max : Op::Min;
    return interned(spec, node);
  }
  const bool absolute =
      into[right].op == Op::Constant && into.number(right).isZero() &&
      (greater ? into.sameValue(operands[1], left) && negates(operands[2], left) : into.sameValue(operands[2], left) && negates(operands[1], left));
  if (!absolute)
    return std::nullopt;
  spec.op = Op::Abs;
  spec.operands = {&left, 1};
  return interned(spec, node);
}

/// a >= b ? x : y as a < b ? y : x, and a > b ? x : y as b < a ? x : y; with a constant on the right, where x and y are the same at it.
void Translation::turnChoice(std::vector<NodeId> &operands) {
  const NodeId condition = operands[0];
  if (into[condition].op != Op::Compare)
    return;
  const std::string symbol(into.symbol(condition));
  const bool orEqual = symbol == ">=" || symbol == "<=", greater = symbol == ">" || symbol == ">=";
  if (!orEqual && !greater && symbol != "<")
    return;
  const NodeId left = into.operand(condition, 0), right = into.operand(condition, 1);
  if (!format::isFloatingPoint(into[left].type.format))
    return;
  // Not a >= b is a < b; not a <= b is b < a.
  const NodeId sides[]{greater == orEqual ? left : right, greater == orEqual ? right : left};
  operands[0] = into.intern({.op = Op::Compare, .type = into[condition].type, .operands = sides, .symbol = "<", .place = into[condition].place});
  if (const auto origin = origins.find(condition.index); origin != origins.end())
    origins.try_emplace(operands[0].index, origin->second);
  if (orEqual) {
    std::swap(operands[1], operands[2]);
    ++turned;
  }
  const NodeId low = into.operand(operands[0], 0), high = into.operand(operands[0], 1);
  if (into[low].op != Op::Constant || into[high].op == Op::Constant || !isContinuousAt(low, high, operands[1], operands[2]))
    return;
  const NodeId swapped[]{high, low};
  operands[0] = into.intern({.op = Op::Compare, .type = into[condition].type, .operands = swapped, .symbol = "<", .place = into[condition].place});
  std::swap(operands[1], operands[2]);
  ++moved;
}

/// The two have one value where the input is that constant.
bool Translation::isContinuousAt(NodeId constant, NodeId input, NodeId one, NodeId other) {
  if (into[input].op != Op::Input)
    return false;
  const auto at = [&](NodeId node) {
    return order::substituted(into, node, [&](NodeId each) { return into.sameValue(each, input) ? std::optional(constant) : std::nullopt; });
  };
  return order::equalOverReals(into, at(one), at(other)) == order::RealEquality::Equal;
}

/// What an operation is over the reals, where that is another one.
std::optional<NodeId> Translation::strippedForm(NodeId node, std::span<const NodeId> operands) {
  const order::Node data = from[node];
  const order::ValueType type = typeOf(node);
  const order::PlaceId where = place(data.place);
  if (data.op == Op::Select && format::isFloatingPoint(type.format))
    return chosenExtreme(node, operands);
  if (data.op == Op::Cast && format::isFloatingPoint(type.format) && format::isFloatingPoint(into[operands[0]].type.format))
    return operands[0];
  if (data.op == Op::Fma) {
    const NodeId product = interned({.op = Op::Mul, .type = type, .operands = operands.first(2), .place = where}, node);
    origins.try_emplace(product.index, node.index);
    const NodeId addends[]{product, operands[2]};
    return interned({.op = Op::Add, .type = type, .operands = addends, .place = where}, node);
  }
  if (data.op == Op::Call && operands.size() == 1 && (from.symbol(node) == "rsqrt" || from.symbol(node) == "rcp")) {
    const NodeId one = into.constant(order::Number::fromInteger(1), type);
    const NodeId divisor = from.symbol(node) == "rcp" ? operands[0] : into.unary(Op::Sqrt, operands[0], type, where);
    origins.try_emplace(divisor.index, node.index);
    return into.binary(Op::Div, one, divisor, type, where);
  }
  return std::nullopt;
}

/// Stripped, 0.1f and 0.1 are one tenth. A negative number is a negated one.
NodeId Translation::constant(NodeId node) {
  const order::Number &number = from.number(node);
  const Format format = from[node].type.format;
  const bool isFinite = format::isFloatingPoint(format) && number.isFinite();
  const std::optional<order::Number> decimal = mode == Mode::Stripped && isFinite ? order::Number::parse(number.display(format)) : std::nullopt;
  order::Number meant = decimal ? *decimal : number;
  if (mode == Mode::Stripped && isFinite && constants == Constants::Binary32)
    if (const double nearest = format::roundTo(Format::Binary32, meant.approximate()); nearest != 0 && std::isfinite(nearest))
      meant = order::Number::fromDouble(nearest);
  if (!isFinite || !meant.isNegative())
    return into.constant(meant, typeOf(node), {});
  const NodeId positive = into.constant(meant.negated(), typeOf(node), {});
  return interned({.op = Op::Neg, .type = typeOf(node), .operands = {&positive, 1}}, node);
}

} // namespace fporder::conform
