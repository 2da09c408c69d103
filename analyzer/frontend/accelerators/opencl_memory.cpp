// Vectors from and to arrays of scalars, conversions, images.
#include "analyzer/frontend/accelerators/opencl.h"

#include "llvm/ADT/StringSwitch.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Rounding;
using order::Shape;
using order::ValueType;

/// Takes a rounding suffix off a name: convert_int4_rte, vstore_half_rtz.
std::optional<Rounding> takeRounding(llvm::StringRef &name) {
  for (const auto &[suffix, rounding] :
       {std::pair("_rte", Rounding::NearestEven), {"_rtz", Rounding::TowardZero}, {"_rtp", Rounding::Up}, {"_rtn", Rounding::Down}})
    if (name.consume_back(suffix))
      return rounding;
  return std::nullopt;
}

/// convert_uchar4_sat_rte(x); nothing for functions of the user's that begin alike.
std::optional<Value> conversion(Builder &builder, const Call &call) {
  llvm::StringRef name = call.name;
  if (!name.consume_front("convert_") || call.arguments.size() != 1)
    return std::nullopt;
  const std::optional<Rounding> rounding = takeRounding(name);
  const ValueType to = builder.types.stored(call.type);
  NodeId node = builder.number(call.arguments[0]);
  const ValueType from = builder.graph[node].type;
  if (format::isFloatingPoint(from.format) && to.format == Format::Integer && rounding && *rounding != Rounding::TowardZero) {
    const llvm::StringRef whole = *rounding == Rounding::Up ? "ceil" : *rounding == Rounding::Down ? "floor" : "rint";
    node = builder.emit(Op::Call, {node}, from, call.expression, call.token, whole);
  }
  return Value::number(builder.convert(node, {to.format, builder.graph[node].type.shape == Shape::Lanes ? Shape::Lanes : to.shape}, call.expression,
                                       rounding.value_or(Rounding::NearestEven)));
}

struct VectorAccess {
  unsigned width = 1;
  bool half = false, store = false, aligned = false;
  std::optional<Rounding> rounding;
};

/// vload4, vstore16, vload_half, vloada_half3, vstore_half8_rtz
std::optional<VectorAccess> vectorAccess(llvm::StringRef name) {
  VectorAccess access;
  access.store = name.consume_front("vstore");
  if (!access.store && !name.consume_front("vload"))
    return std::nullopt;
  access.aligned = name.consume_front("a");
  access.half = name.consume_front("_half");
  access.rounding = takeRounding(name);
  if (!name.empty() && name.getAsInteger(10, access.width))
    return std::nullopt;
  return access;
}

std::optional<Value> vectorMemory(Builder &builder, const Call &call) {
  const std::optional<VectorAccess> access = vectorAccess(call.name);
  if (!access || call.arguments.size() != (access->store ? 3u : 2u))
    return std::nullopt;
  const unsigned first = access->store ? 1 : 0;
  const clang::QualType element = call.arguments[first + 1]->getType()->getPointeeType();
  const ValueType scalar = access->half ? ValueType{Format::Binary16, Shape::Scalar} : builder.types.stored(element);
  const ValueType stored{scalar.format, access->width > 1 ? Shape::Lanes : Shape::Scalar};
  NodeId data;
  if (access->store)
    data = builder.convert(builder.number(call.arguments[0]), stored, call.expression, access->rounding.value_or(Rounding::NearestEven));
  NodeId offset = builder.number(call.arguments[first]);
  const unsigned stride = access->aligned && access->width == 3 ? 4 : access->width;
  if (stride > 1)
    offset = builder.emit(Op::Mul, {offset, builder.integer(stride)}, {Format::Integer, Shape::Scalar}, nullptr);
  const LocationId where = builder.target(builder.advance(builder.evaluate(call.arguments[first + 1]), offset));
  if (access->store) {
    builder.write(where, Value::number(data), call.token);
    return Value::none();
  }
  const NodeId loaded = builder.readNumber(where, stored);
  return Value::number(builder.convert(loaded, {builder.types.stored(call.type).format, stored.shape}, call.expression));
}

/// A texel: an element of the image, by its coordinates. Coordinates that are no integers are filtered: another value each time.
LocationId texel(Builder &builder, const Call &call, unsigned coordinates) {
  LocationId where = builder.location(call.arguments[0]->IgnoreParenImpCasts());
  const clang::Expr *position = call.arguments[coordinates];
  const NodeId at = builder.number(position);
  const auto *vector = position->getType()->getAs<clang::VectorType>();
  if (builder.graph[at].type.format != Format::Integer)
    return {};
  // The third coordinate of a two-dimensional array is its slice; a fourth has no meaning.
  for (unsigned i = 0; i < (vector ? std::min(vector->getNumElements(), 3u) : 1u); ++i)
    where = builder.element(where, vector ? builder.lane(at, i) : at);
  return where;
}

std::optional<Value> imageAccess(Builder &builder, const Call &call) {
  llvm::StringRef name = call.name;
  const bool store = name.consume_front("write_image");
  if (!store && !name.consume_front("read_image"))
    return std::nullopt;
  if (call.arguments.size() < 2 || (name != "f" && name != "h" && name != "i" && name != "ui"))
    return std::nullopt;
  const Format accessed = name == "f" ? Format::Binary32 : name == "h" ? Format::Binary16 : Format::Integer;
  const Format held = accessed == Format::Binary32 && builder.options.imageStorage != Format::Unknown ? builder.options.imageStorage : accessed;
  const ValueType stored{held, Shape::Lanes};
  if (store) {
    const LocationId where = texel(builder, call, 1);
    const NodeId color = builder.number(call.arguments.back());
    if (where)
      builder.write(where, Value::number(builder.convert(color, stored, call.expression)), call.token);
    return Value::none();
  }
  const bool sampled = call.arguments.size() > 2 && call.arguments[1]->getType()->isSamplerT();
  const LocationId where = texel(builder, call, sampled ? 2 : 1);
  const ValueType result = builder.types.stored(call.type);
  const NodeId read =
      where ? builder.readNumber(where, stored) : builder.fromOutside(builder.spelling(call.expression, "texel"), stored, call.expression);
  return Value::number(builder.convert(read, {result.format, Shape::Lanes}, call.expression));
}

} // namespace

std::optional<Value> openClMemory(Builder &builder, const Call &call) {
  for (auto *attempt : {conversion, vectorMemory, imageAccess})
    if (std::optional<Value> value = attempt(builder, call))
      return value;
  return std::nullopt;
}

} // namespace fporder::frontend
