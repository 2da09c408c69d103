// Pairs of half or bfloat16 in a word: put together, taken apart and converted.
#include "analyzer/frontend/accelerators/cuda.h"
#include "analyzer/frontend/library/library_models.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Shape;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

/// A pair's lanes, from its value or from the members of a float2.
std::optional<std::pair<NodeId, NodeId>> partsOf(Builder &builder, const clang::Expr *argument) {
  const Value value = builder.evaluate(argument);
  if (value.isNumber())
    return std::pair{builder.lane(value.node, 0), builder.lane(value.node, 1)};
  if (!value.isRecord())
    return std::nullopt;
  const ValueType part{Format::Binary32};
  return std::pair{builder.readNumber(builder.member(value.location, "x"), part), builder.readNumber(builder.member(value.location, "y"), part)};
}

/// Which lanes of the arguments a function puts into its result: 0 and 1 are the first argument's, 2 and 3 the second's.
struct Selection {
  llvm::StringRef name;
  unsigned first, second;
};

/// Takes pairs, gives a pair.
constexpr Selection pairsOfPairs[] = {
    {"__low2half2", 0, 0},        {"__high2half2", 1, 1},      {"__lowhigh2highlow", 1, 0}, {"__lows2half2", 0, 2},
    {"__highs2half2", 1, 3},      {"__low2bfloat162", 0, 0},   {"__high2bfloat162", 1, 1},  {"__lows2bfloat162", 0, 2},
    {"__highs2bfloat162", 1, 3},  {"__float22half2_rn", 0, 1}, {"__half22float2", 0, 1},    {"__float22bfloat162_rn", 0, 1},
    {"__bfloat1622float2", 0, 1},
};

/// The pair as the call's type has it: lanes of a narrow format, members of a float2.
Value pairOf(Builder &builder, const Call &call, NodeId first, NodeId second) {
  const TypeInfo &info = builder.types.info(call.type);
  if (info.isArithmetic()) {
    const ValueType part{info.stored.format, Shape::Scalar};
    return Value::number(builder.lanes({builder.convert(first, part, call.expression), builder.convert(second, part, call.expression)}, info.stored));
  }
  const LocationId made = builder.temporary(call.name);
  const ValueType part{Format::Binary32};
  for (const auto &[name, node] : {std::pair{"x", first}, std::pair{"y", second}})
    builder.write(builder.member(made, name), Value::number(builder.convert(node, part, call.expression)), call.token);
  return Value::record(made);
}

/// __low2float(v), __high2half(v)
std::optional<Value> singleLane(Builder &builder, const Call &call) {
  const bool low = call.name.starts_with("__low2"), high = call.name.starts_with("__high2");
  if ((!low && !high) || call.arguments.size() != 1 || !builder.types.info(call.type).isArithmetic())
    return std::nullopt;
  const auto parts = partsOf(builder, call.arguments[0]);
  if (!parts)
    return std::nullopt;
  return Value::number(builder.convert(low ? parts->first : parts->second, builder.types.stored(call.type), call.expression));
}

} // namespace

std::optional<Value> packedHalves(Builder &builder, const Call &call) {
  if (call.type.isNull() || call.arguments.empty() || call.arguments.size() > 2)
    return std::nullopt;
  if (llvm::is_contained(Names{"__floats2half2_rn", "__halves2half2", "make_half2", "__floats2bfloat162_rn", "__halves2bfloat162", "make_bfloat162",
                               "__float2half2_rn", "__half2half2", "__float2bfloat162_rn", "__bfloat162bfloat162"},
                         call.name)) {
    const NodeId first = builder.number(call.arguments[0]);
    return pairOf(builder, call, first, call.arguments.size() == 2 ? builder.number(call.arguments[1]) : first);
  }
  const auto known = llvm::find_if(pairsOfPairs, [&](const Selection &each) { return each.name == call.name; });
  if (known == std::end(pairsOfPairs))
    return singleLane(builder, call);
  llvm::SmallVector<NodeId, 4> lanes;
  for (const clang::Expr *argument : call.arguments) {
    const auto parts = partsOf(builder, argument);
    if (!parts)
      return std::nullopt;
    lanes.append({parts->first, parts->second});
  }
  if (std::max(known->first, known->second) >= lanes.size())
    return std::nullopt;
  return pairOf(builder, call, lanes[known->first], lanes[known->second]);
}

} // namespace fporder::frontend
