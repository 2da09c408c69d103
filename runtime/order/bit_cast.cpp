#include "runtime/order/bit_cast.h"

#include "runtime/format/rounding.h"

#include <cmath>
#include <optional>

namespace fporder::order {

using format::Format;

namespace {

constexpr std::uint64_t exactInDouble = std::uint64_t{1} << 53;

bool isInteger(ValueType type) { return type.format == Format::Integer && type.shape == Shape::Scalar; }

bool isEncoded(ValueType type) {
  return format::isHeldInDouble(type.format) && format::encodingBits(type.format) != 0 && type.shape == Shape::Scalar;
}

std::optional<Number> reencoded(const Number &number, ValueType from, ValueType to) {
  const double value = number.approximate();
  if (isInteger(from) && isEncoded(to) && number.isInteger() && value >= 0 && value <= static_cast<double>(exactInDouble)) {
    const double decoded = format::decode(to.format, static_cast<std::uint64_t>(value));
    const bool isEncoding = !std::isnan(decoded) && format::encode(to.format, decoded) == static_cast<std::uint64_t>(value);
    return isEncoding ? std::optional(Number::fromDouble(decoded)) : std::nullopt;
  }
  if (isEncoded(from) && isInteger(to) && !std::isnan(value) && !std::signbit(value)) {
    const std::uint64_t bits = format::encode(from.format, value);
    const bool isEncoding = bits <= exactInDouble && format::decode(from.format, bits) == value;
    return isEncoding ? std::optional(Number::fromInteger(static_cast<long long>(bits))) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

NodeId bitCast(Graph &graph, NodeId node, ValueType type, PlaceId place) {
  const ValueType own = graph[node].type;
  if (own == type)
    return node;
  if (graph[node].op == Op::Constant)
    if (const std::optional<Number> number = reencoded(graph.number(node), own, type))
      return graph.constant(*number, type, place);
  if (graph[node].op == Op::Call && graph.symbol(node) == "bits" && isEncoded(type) && graph[graph.operand(node, 0)].type == type)
    return graph.operand(node, 0);
  return graph.call("bits", {&node, 1}, type, place);
}

} // namespace fporder::order
