// Mathematical, common, relational and geometric functions. Approximate ones are call models, in analyzer/models/opencl.yaml.
#include "analyzer/frontend/accelerators/opencl.h"
#include "analyzer/frontend/values/math_functions.h"

#include "llvm/ADT/STLExtras.h"

#include <numbers>

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

bool isFloating(ValueType type) { return format::isFloatingPoint(type.format); }

/// Arguments of numbers, converted to the format of the result; vectors and scalars as they are.
class Arguments {
public:
  Arguments(Builder &frontEnd, const Call &site) : builder(frontEnd), call(site), type(frontEnd.types.stored(site.type)) {
    for (const clang::Expr *argument : call.arguments) {
      NodeId node = builder.number(argument);
      if (isFloating(type) && isFloating(builder.graph[node].type))
        node = builder.convert(node, {type.format, builder.graph[node].type.shape}, argument);
      nodes.push_back(node);
    }
  }

  NodeId operator[](unsigned position) const { return nodes[position]; }
  NodeId emit(Op op, llvm::ArrayRef<NodeId> operands, llvm::StringRef symbol = {}) const {
    return builder.emit(op, operands, type, call.expression, call.token, symbol);
  }
  Value value(Op op, llvm::ArrayRef<NodeId> operands, llvm::StringRef symbol = {}) const { return Value::number(emit(op, operands, symbol)); }
  NodeId constant(double number) const { return builder.constant(number, {type.format, Shape::Scalar}); }

  Builder &builder;
  const Call &call;
  ValueType type;
  llvm::SmallVector<NodeId, 4> nodes;
};

unsigned lanesOf(const clang::Expr *expression) {
  const auto *vector = expression->getType()->getAs<clang::VectorType>();
  return vector ? vector->getNumElements() : 1;
}

/// sum(x * y) over the lanes.
NodeId innerProduct(Builder &builder, const Call &call, NodeId x, NodeId y) {
  const ValueType scalar{builder.graph[x].type.format, Shape::Scalar};
  const unsigned width = lanesOf(call.arguments[0]);
  const auto emit = [&](Op op, NodeId a, NodeId b) { return builder.emit(op, {a, b}, scalar, call.expression, call.token); };
  if (width == 1)
    return emit(Op::Mul, x, y);
  LoopShape shape;
  shape.schedule = order::Schedule::Tree;
  shape.width = width;
  shape.tripCount = builder.integer(width);
  shape.indexName = "lane";
  const LocationId sum = builder.temporary("sum");
  builder.write(sum, Value::number(builder.constant(0, scalar)));
  builder.loop(call.expression, shape, [&](NodeId index) {
    const NodeId term = emit(Op::Mul, builder.laneAt(x, index), builder.laneAt(y, index));
    builder.write(sum, Value::number(emit(Op::Add, builder.readNumber(sum, scalar), term)));
  });
  return builder.readNumber(sum, scalar);
}

std::optional<Value> geometric(Builder &builder, const Call &call) {
  llvm::StringRef name = call.name;
  name.consume_front("fast_");
  if (name == "normalize" || name == "cross") {
    const Arguments arguments(builder, call);
    return arguments.value(Op::Call, arguments.nodes, name);
  }
  if (name != "dot" && name != "length" && name != "distance")
    return std::nullopt;
  const Arguments arguments(builder, call);
  if (name == "dot")
    return Value::number(innerProduct(builder, call, arguments[0], arguments[1]));
  NodeId vector = arguments[0];
  if (name == "distance")
    vector = builder.emit(Op::Sub, {arguments[0], arguments[1]}, builder.types.stored(call.arguments[0]->getType()), call.expression, call.token);
  return arguments.value(Op::Sqrt, {innerProduct(builder, call, vector, vector)});
}

/// select(a, b, c): b where c holds.
Value select(const Arguments &arguments, const Call &call) {
  Builder &builder = arguments.builder;
  NodeId test = arguments[2];
  if (builder.graph[test].type.format != Format::Boolean)
    test = builder.emit(Op::Compare, {test, builder.integer(0)}, {Format::Boolean, Shape::Scalar}, call.expression, call.token, "!=");
  return arguments.value(Op::Select, {test, arguments[1], arguments[0]});
}

/// fract(x, &whole): what it yields and what it writes are functions of x that are not followed.
std::optional<Value> fraction(Builder &builder, const Call &call) {
  if (call.name != "fract" || call.arguments.size() != 2 || !call.arguments[1]->getType()->isPointerType())
    return std::nullopt;
  builder.discard(call.arguments[0]);
  const LocationId whole = builder.target(builder.evaluate(call.arguments[1]));
  const ValueType written = builder.types.stored(call.arguments[1]->getType()->getPointeeType());
  builder.write(whole, Value::number(builder.fromOutside(call.name, written, call.expression)), call.token);
  return Value::number(builder.fromOutside(builder.spelling(call.expression, call.name), builder.types.stored(call.type), call.expression));
}

std::optional<Value> common(Builder &builder, const Call &call) {
  const llvm::StringRef name = call.name;
  const auto known = [&](std::initializer_list<llvm::StringRef> names) { return llvm::is_contained(names, name); };
  if (!known({"clamp", "mix", "step", "degrees", "radians", "select", "max", "min", "mad24", "mul24", "maxmag", "minmag", "smoothstep", "sign", "any",
              "all", "bitselect"}))
    return std::nullopt;
  const Arguments arguments(builder, call);
  const auto compare = [&](NodeId left, llvm::StringRef relation, NodeId right) {
    return builder.emit(Op::Compare, {left, right}, {Format::Boolean, Shape::Scalar}, call.expression, call.token, relation);
  };
  if (name == "mad24")
    return arguments.value(Op::Add, {arguments.emit(Op::Mul, {arguments[0], arguments[1]}), arguments[2]});
  if (name == "mul24")
    return arguments.value(Op::Mul, {arguments[0], arguments[1]});
  if (name == "max" || name == "min")
    return arguments.value(name == "max" ? Op::Max : Op::Min, {arguments[0], arguments[1]});
  if (name == "clamp")
    return arguments.value(Op::Min, {arguments.emit(Op::Max, {arguments[0], arguments[1]}), arguments[2]});
  if (name == "mix")
    return arguments.value(Op::Call, {arguments[0], arguments[1], arguments[2]}, "lerp");
  if (name == "step")
    return arguments.value(Op::Select, {compare(arguments[1], "<", arguments[0]), arguments.constant(0), arguments.constant(1)});
  if (name == "degrees")
    return arguments.value(Op::Mul, {arguments.constant(180 / std::numbers::pi), arguments[0]});
  if (name == "radians")
    return arguments.value(Op::Mul, {arguments.constant(std::numbers::pi / 180), arguments[0]});
  if (name == "select")
    return select(arguments, call);
  if (known({"any", "all", "bitselect"}))
    return Value::number(builder.fromOutside(builder.spelling(call.expression, name), arguments.type, call.expression));
  return arguments.value(Op::Call, arguments.nodes, name);
}

} // namespace

std::optional<Value> openClMath(Builder &builder, const Call &call) {
  if (call.arguments.empty() || call.type.isNull() || call.type->isVoidType())
    return std::nullopt;
  if (std::optional<Value> value = geometric(builder, call))
    return value;
  if (std::optional<Value> value = fraction(builder, call))
    return value;
  if (std::optional<Value> value = common(builder, call))
    return value;
  const llvm::StringRef name = call.name;
  const std::optional<MathFunction> function = mathFunction(name);
  const auto count = static_cast<int>(call.arguments.size());
  if (!function || function->suffixFormat != Format::Unknown || (function->arity >= 0 && function->arity != count))
    return std::nullopt;
  if (function->result == MathResult::FirstByRef) {
    const NodeId x = builder.number(call.arguments[0]);
    const LocationId second = builder.target(builder.evaluate(call.arguments.back()));
    const ValueType written = builder.types.stored(call.arguments.back()->getType()->getPointeeType());
    builder.write(second, Value::number(builder.fromOutside(name, written, call.expression)), call.token);
    return Value::number(builder.emit(Op::Call, {x}, builder.types.stored(call.type), call.expression, call.token, name));
  }
  const Arguments arguments(builder, call);
  const llvm::StringRef symbol = function->op == Op::Call || function->op == Op::Compare ? function->canonical : llvm::StringRef();
  if (function->result == MathResult::Boolean)
    return Value::number(builder.emit(function->op, arguments.nodes, {Format::Boolean, Shape::Scalar}, call.expression, call.token, symbol));
  return arguments.value(function->op, arguments.nodes, symbol);
}

} // namespace fporder::frontend
