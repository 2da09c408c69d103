// Formats by the rules of Python, NumPy 2 (NEP 50) and PyTorch, and the operations that values are combined by.
#include "analyzer/python/evaluator.h"

#include "runtime/format/rounding.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace fporder::python {

using order::NodeId;
using order::Op;

Value Evaluator::number(NodeId node, bool weak) {
  Value value;
  value.kind = Kind::Number;
  value.node = node;
  value.weak = weak;
  return value;
}

Value Evaluator::weakFloat(double value) { return number(graph.constant(order::Number::fromDouble(value), {Format::Binary64})); }

std::optional<double> Evaluator::constantOf(const Value &value) const {
  if (!value.is(Kind::Number) || graph[value.node].op != Op::Constant)
    return std::nullopt;
  return graph.number(value.node).approximate();
}

std::optional<long long> Evaluator::wholeOf(const Value &value) const {
  if (!value.is(Kind::Number) || graph[value.node].type.format != Format::Integer)
    return std::nullopt;
  return order::wholeNumber(graph, value.node);
}

Evaluator::Format Evaluator::formatOf(const Value &value) const {
  if (value.is(Kind::Array))
    return graph[array(value).element].type.format;
  return value.is(Kind::Number) ? graph[value.node].type.format : Format::Unknown;
}

namespace {

using format::Format;

bool isOpen(Format format) { return format == Format::Dependent || format == Format::Unknown; }

/// Of two strong floating-point formats. An open one may be any.
Format wider(Format left, Format right) {
  if (left == right)
    return left;
  if (isOpen(left) || isOpen(right))
    return left == Format::Binary64 || right == Format::Binary64 ? Format::Binary64 : Format::Dependent;
  if (format::widensExactly(left, right))
    return right;
  return format::widensExactly(right, left) ? left : Format::Binary32; // binary16 with bfloat16
}

} // namespace

/// The format that an operation on `operands` is computed in; `toFloating`: division, square roots and the like, which make integers floating.
Evaluator::Format Evaluator::promoted(llvm::ArrayRef<Value> operands, bool toFloating) const {
  Format strong = Format::Unknown, weak = Format::Boolean;
  bool anyStrong = false, torch = false, integers = false;
  const bool anyArray = llvm::any_of(operands, [](const Value &value) { return value.is(Kind::Array); });
  const bool valueBased = script.options.profile == "numpy-1";
  for (const Value &value : operands) {
    const Format format = formatOf(value);
    torch |= value.is(Kind::Array) && array(value).library == Library::Torch;
    // NumPy's scalars gave way to arrays up to NumPy 1; zero-dimensional tensors still do.
    const bool givesWay = value.is(Kind::Number) && (value.weak || (anyArray && (valueBased || value.library == Library::Torch)));
    if (givesWay) {
      if (weak != Format::Binary64 && format != Format::Boolean)
        weak = format == Format::Integer ? Format::Integer : Format::Binary64;
      continue;
    }
    if (format == Format::Integer || format == Format::Boolean) {
      integers |= true;
      anyStrong = true;
      continue;
    }
    strong = anyStrong && strong != Format::Unknown ? wider(strong, format) : format;
    anyStrong = true;
  }
  const Format standard = torch ? Format::Binary32 : Format::Binary64;
  if (!anyStrong)
    return weak == Format::Binary64 || toFloating ? Format::Binary64 : Format::Integer;
  if (strong == Format::Unknown)
    return toFloating || weak == Format::Binary64 ? standard : Format::Integer;
  // NumPy's default integers have 64 bits, which no format but binary64 takes in.
  if (integers && !torch && !isOpen(strong))
    return Format::Binary64;
  return strong;
}

/// `node` in `format`; constants are rounded here, as the program rounds them once.
NodeId Evaluator::converted(NodeId node, Format to, order::PlaceId place) {
  const Format from = graph[node].type.format;
  if (from == to || to == Format::Unknown || from == Format::Dependent)
    return from == Format::Dependent && to != Format::Dependent && to != Format::Unknown ? graph.cast(node, {to}, place) : node;
  if (graph[node].op == Op::Constant && from != Format::Boolean) {
    const double value = graph.number(node).approximate();
    if (to == Format::Dependent || to == Format::Binary64)
      return graph.constant(graph.number(node), {to}, graph[node].place);
    if (format::isFloatingPoint(to) && format::parameters(to).precision <= format::parameters(Format::Binary64).precision)
      return graph.constant(order::Number::fromDouble(format::roundTo(to, value)), {to}, graph[node].place);
  }
  // Which of the two is the wider is not known; the libraries take that one.
  if (to == Format::Dependent && format::isFloatingPoint(from) && from != Format::Binary64)
    return node;
  return graph.cast(node, {to}, place, to == Format::Integer ? order::Rounding::TowardZero : order::Rounding::NearestEven);
}

Value Evaluator::elementwise(llvm::ArrayRef<Value> operands, llvm::function_ref<NodeId(llvm::ArrayRef<NodeId>)> compute) {
  llvm::SmallVector<const Array *, 4> arrays;
  for (const Value &value : operands)
    if (value.is(Kind::Array))
      arrays.push_back(&array(value));
  Nodes nodes;
  if (arrays.empty()) {
    bool weak = true;
    Library of = Library::None;
    for (const Value &value : operands) {
      nodes.push_back(value.node);
      weak &= value.weak;
      if (value.library != Library::None)
        of = value.library;
    }
    Value result = number(compute(nodes), weak);
    result.library = of;
    return result;
  }
  Array made;
  made.axes = broadcast(arrays);
  for (const Array *each : arrays) {
    if (each->library == Library::Torch || made.library == Library::None)
      made.library = each->library;
    made.turned |= each->turned;
  }
  for (const Value &value : operands) {
    nodes.push_back(value.is(Kind::Array) ? shownAs(array(value), made.axes.shown) : value.node);
    if (!nodes.back()) {
      Value lost;
      lost.text = "carried";
      return lost;
    }
  }
  made.element = compute(nodes);
  return make(std::move(made));
}

NodeId Evaluator::operation(Op op, NodeId left, NodeId right, Format format, order::PlaceId place) {
  if (format == Format::Integer && op != Op::Div)
    return order::integerOperation(graph, op, left, right);
  const auto constant = [&](NodeId node) { return graph[node].op == Op::Constant; };
  if (format == Format::Binary64 && constant(left) && constant(right)) { // numbers of Python, computed once
    const double a = graph.number(left).approximate(), b = graph.number(right).approximate();
    const double value = op == Op::Add ? a + b : op == Op::Sub ? a - b : op == Op::Mul ? a * b : op == Op::Div && b != 0 ? a / b : NAN;
    if (std::isfinite(value))
      return graph.constant(order::Number::fromDouble(value), {format}, place);
  }
  return graph.binary(op, left, right, {format}, place);
}

Value Evaluator::binary(llvm::StringRef name, const Value &first, const Value &second, order::PlaceId place) {
  if (name == "Pow")
    return power(computable(first), computable(second), place);
  const Value operands[] = {computable(first), computable(second)};
  const std::optional<Op> op = name == "Add"    ? std::optional(Op::Add)
                               : name == "Sub"  ? std::optional(Op::Sub)
                               : name == "Mult" ? std::optional(Op::Mul)
                               : name == "Div"  ? std::optional(Op::Div)
                                                : std::nullopt;
  const Format format = promoted(operands, name == "Div");
  if (op)
    return elementwise(operands, [&](llvm::ArrayRef<NodeId> nodes) {
      return operation(*op, converted(nodes[0], format, place), converted(nodes[1], format, place), format, place);
    });
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> others[] = {
      {"Mod", "%"}, {"FloorDiv", "floor"}, {"LShift", "<<"}, {"RShift", ">>"}, {"BitAnd", "&"}, {"BitOr", "|"}, {"BitXor", "^"}};
  const auto *known = llvm::find_if(others, [&](const auto &row) { return row.first == name; });
  return elementwise(operands, [&](llvm::ArrayRef<NodeId> nodes) {
    const bool logic = graph[nodes[0]].type.format == Format::Boolean && graph[nodes[1]].type.format == Format::Boolean;
    if (logic && (name == "BitAnd" || name == "BitOr"))
      return graph.binary(name == "BitAnd" ? Op::And : Op::Or, nodes[0], nodes[1], {Format::Boolean}, place);
    const NodeId left = converted(nodes[0], format, place), right = converted(nodes[1], format, place);
    if (name == "FloorDiv") {
      // Of indices, which are not negative, what C's division gives.
      const NodeId quotient = graph.binary(Op::Div, left, right, {format}, place);
      if (format == Format::Integer)
        return order::integerOperation(graph, Op::Div, left, right);
      return graph.call("floor", std::span(&quotient, 1), {format}, place);
    }
    const NodeId both[] = {left, right};
    return graph.call(known == std::end(others) ? name.str() : known->second.str(), both, {format}, place);
  });
}

/// Small whole exponents and halves are computed without a power function, by Python's libraries too.
Value Evaluator::power(const Value &base, const Value &exponent, order::PlaceId place) {
  const std::optional<double> constant = constantOf(exponent);
  const bool ofArray = base.is(Kind::Array) || !base.weak;
  if (constant && ofArray) {
    const Value one = weakFloat(1);
    if (*constant == 2)
      return binary("Mult", base, base, place);
    if (*constant == 1)
      return base;
    if (*constant == 0.5)
      return function("sqrt", base, place);
    if (*constant == -1)
      return binary("Div", one, base, place);
    const bool torch = base.is(Kind::Array) && array(base).library == Library::Torch;
    if (torch && *constant == 3)
      return binary("Mult", binary("Mult", base, base, place), base, place);
    if (torch && *constant == -2)
      return binary("Div", one, binary("Mult", base, base, place), place);
  }
  const Value operands[] = {base, exponent};
  if (constant && !ofArray && constantOf(base) && formatOf(base) == Format::Integer && formatOf(exponent) == Format::Integer && *constant >= 0) {
    const double value = std::pow(*constantOf(base), *constant);
    if (std::abs(value) < 1e15)
      return weakInteger(static_cast<long long>(value));
  }
  const Format format = promoted(operands, false);
  return elementwise(operands, [&](llvm::ArrayRef<NodeId> nodes) {
    const NodeId both[] = {converted(nodes[0], format, place), converted(nodes[1], format, place)};
    return graph.call("pow", both, {format}, place);
  });
}

Value Evaluator::negated(const Value &given, order::PlaceId place) {
  const Value value = computable(given);
  return elementwise(value, [&](llvm::ArrayRef<NodeId> nodes) {
    if (graph[nodes[0]].op == Op::Constant)
      return graph.constant(graph.number(nodes[0]).negated(), graph[nodes[0]].type, place);
    return graph.unary(Op::Neg, nodes[0], graph[nodes[0]].type, place);
  });
}

Value Evaluator::compared(llvm::StringRef symbol, const Value &left, const Value &right, order::PlaceId place) {
  const Value operands[] = {computable(left), computable(right)};
  if (const auto a = constantOf(operands[0]), b = constantOf(operands[1]); a && b) {
    const bool holds = symbol == "<"    ? *a < *b
                       : symbol == "<=" ? *a <= *b
                       : symbol == ">"  ? *a > *b
                       : symbol == ">=" ? *a >= *b
                       : symbol == "==" ? *a == *b
                                        : *a != *b;
    return number(graph.constant(order::Number::fromInteger(holds ? 1 : 0), {Format::Boolean}));
  }
  const Format format = promoted(operands, false);
  return elementwise(operands, [&](llvm::ArrayRef<NodeId> nodes) {
    const NodeId both[] = {converted(nodes[0], format, place), converted(nodes[1], format, place)};
    order::NodeSpec spec;
    spec.op = Op::Compare;
    spec.type = {Format::Boolean};
    spec.operands = both;
    spec.symbol = symbol;
    spec.place = place;
    return graph.intern(spec);
  });
}

Value Evaluator::chosen(const Value &condition, const Value &then, const Value &otherwise, order::PlaceId place) {
  const Value operands[] = {computable(condition), computable(then), computable(otherwise)};
  const Format format = promoted(llvm::ArrayRef(operands).drop_front(), false);
  if (const auto known = constantOf(operands[0])) {
    const Value &side = operands[*known != 0 ? 1 : 2];
    return elementwise(side, [&](llvm::ArrayRef<NodeId> nodes) { return converted(nodes[0], format, place); });
  }
  return elementwise(operands, [&](llvm::ArrayRef<NodeId> nodes) {
    NodeId test = nodes[0];
    if (graph[test].type.format != Format::Boolean)
      test = graph.cast(test, {Format::Boolean}, place);
    const NodeId three[] = {test, converted(nodes[1], format, place), converted(nodes[2], format, place)};
    order::NodeSpec spec;
    spec.op = Op::Select;
    spec.type = {format};
    spec.operands = three;
    spec.place = place;
    return three[1] == three[2] ? three[1] : graph.intern(spec);
  });
}

/// A function of the table of functions, elementwise.
Value Evaluator::function(llvm::StringRef name, llvm::ArrayRef<Value> given, order::PlaceId place) {
  std::vector<Value> arguments;
  for (const Value &value : given)
    arguments.push_back(computable(value));
  const order::FunctionFacts *facts = order::functionFacts(name);
  const Op op = facts ? facts->op : Op::Call;
  if (const auto constant = constantOf(arguments.front()); constant && op == Op::Abs)
    return *constant < 0 ? negated(arguments.front(), place) : arguments.front();
  const bool keepsIntegers = op == Op::Abs || op == Op::Min || op == Op::Max;
  const Format format = promoted(arguments, !keepsIntegers);
  return elementwise(arguments, [&](llvm::ArrayRef<NodeId> nodes) {
    Nodes operands;
    for (const NodeId node : nodes)
      operands.push_back(converted(node, format, place));
    if (op == Op::Call)
      return graph.call(name, operands, {format}, place);
    order::NodeSpec spec;
    spec.op = op;
    spec.type = {format};
    spec.operands = operands;
    spec.place = place;
    return graph.intern(spec);
  });
}

Value Evaluator::cast(const Value &given, Format to, order::PlaceId place) {
  const Value value = computable(given);
  Value result = elementwise(value, [&](llvm::ArrayRef<NodeId> nodes) { return converted(nodes[0], to, place); });
  result.weak = false;
  return result;
}

} // namespace fporder::python
