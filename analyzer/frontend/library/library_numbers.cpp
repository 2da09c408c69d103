// Classes that are numbers: std::complex, std::valarray (lanes), half and bfloat16 classes. Their operators are the scalar operations on nodes of
// another shape; how a complex product is expanded is the library's business and one rounding decision here.
#include "analyzer/frontend/library/library_models.h"

#include "runtime/order/assembled.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Schedule;
using order::Shape;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

bool isNumberClass(Builder &builder, clang::QualType type) {
  if (type.isNull())
    return false;
  type = type.getNonReferenceType();
  bool classType = type->isRecordType() || type->getAs<clang::TemplateSpecializationType>();
  return classType && builder.types.info(type).kind == TypeClass::Floating;
}

clang::QualType objectType(const Call &call) {
  if (!call.objectExpression)
    return {};
  clang::QualType type = call.objectExpression->getType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

std::optional<Op> arithmeticOperator(llvm::StringRef symbol) {
  if (symbol == "+")
    return Op::Add;
  if (symbol == "-")
    return Op::Sub;
  if (symbol == "*")
    return Op::Mul;
  if (symbol == "/")
    return Op::Div;
  return std::nullopt;
}

/// Both operands in the wider format; a scalar beside lanes or a complex number stays a scalar.
NodeId arithmetic(Builder &builder, const Call &call, Op op, NodeId left, NodeId right) {
  ValueType l = builder.graph[left].type, r = builder.graph[right].type;
  ValueType type = commonType(l, r);
  NodeId operands[] = {builder.convert(left, {type.format, l.shape}, call.expression),
                       builder.convert(right, {type.format, r.shape}, call.expression)};
  return builder.emit(op, operands, type, call.expression, call.token);
}

NodeId named(Builder &builder, const Call &call, llvm::StringRef name, llvm::ArrayRef<NodeId> operands, ValueType type) {
  return builder.emit(Op::Call, operands, type, call.expression, call.token, name);
}

/// Real or imaginary part; of a number built here from two parts, that part.
NodeId part(Builder &builder, const Call &call, NodeId complex, bool real) {
  order::Graph &graph = builder.graph;
  ValueType type{graph[complex].type.format};
  if (graph[complex].type.shape != Shape::Complex)
    return real ? complex : builder.constant(0, type);
  if (graph[complex].op == Op::Call && graph.symbol(complex) == order::assembledComplex)
    return graph.operand(complex, real ? 0 : 1);
  if (graph[complex].op == Op::Call && graph.symbol(complex) == "conj") {
    NodeId inner = part(builder, call, graph.operand(complex, 0), real);
    return real ? inner : builder.emit(Op::Neg, {inner}, type, call.expression, call.token);
  }
  return named(builder, call, real ? "real" : "imag", {complex}, type);
}

/// abs, norm, arg, real, imag, conj, proj of a complex number, by their C++ names and by C's creal, cabsf ...
std::optional<Value> complexFunction(Builder &builder, const Call &call, llvm::StringRef name) {
  NodeId z = builder.number(call.arguments[0]);
  ValueType type{builder.graph[z].type.format};
  if (name == "real" || name == "imag")
    return numberResult(builder, call, part(builder, call, z, name == "real"));
  if (name == "abs")
    return numberResult(builder, call, named(builder, call, "hypot", {part(builder, call, z, true), part(builder, call, z, false)}, type));
  if (name == "arg")
    return numberResult(builder, call, named(builder, call, "atan2", {part(builder, call, z, false), part(builder, call, z, true)}, type));
  if (name == "norm")
    return numberResult(builder, call, named(builder, call, "norm", {z}, type));
  return numberResult(builder, call, named(builder, call, name, {z}, {type.format, Shape::Complex}));
}

llvm::StringRef complexFunctionName(const Call &call) {
  llvm::StringRef name = call.name;
  name.consume_front("__builtin_");
  if (llvm::is_contained(Names{"abs", "norm", "arg", "real", "imag", "conj", "proj"}, name))
    return name;
  if (name.consume_front("c")) {
    for (llvm::StringRef known : {"abs", "arg", "real", "imag", "conj", "proj"})
      if (name == known || (name.starts_with(known) && (name.drop_front(known.size()) == "f" || name.drop_front(known.size()) == "l")))
        return known;
    if (call.name == "conjf" || call.name == "conjl")
      return "conj";
  }
  return {};
}

/// csqrtf, cexp, cpow: the mathematical function on complex numbers.
llvm::StringRef complexMathName(llvm::StringRef name) {
  name.consume_front("__builtin_");
  if (!name.consume_front("c"))
    return {};
  for (llvm::StringRef known :
       {"exp", "log", "sqrt", "pow", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh"})
    if (name == known || (name.starts_with(known) && (name.drop_front(known.size()) == "f" || name.drop_front(known.size()) == "l")))
      return known;
  return {};
}

/// Lane `index` of an elementwise expression: the same scalar operations on elements. Copies are not computations of their own.
NodeId lane(Builder &builder, NodeId node, NodeId index) {
  order::Graph &graph = builder.graph;
  std::vector<NodeId> pending{node};
  llvm::DenseMap<std::uint32_t, NodeId> lanes;
  while (!pending.empty()) {
    NodeId current = pending.back();
    order::Node stored = graph[current];
    std::vector<NodeId> operands;
    bool ready = true;
    for (NodeId operand : graph.operands(current)) {
      auto known = lanes.find(operand.index);
      if (graph[operand].type.shape != Shape::Lanes) {
        operands.push_back(operand);
      } else if (known != lanes.end()) {
        operands.push_back(known->second);
      } else {
        pending.push_back(operand);
        ready = false;
      }
    }
    if (!ready)
      continue;
    pending.pop_back();
    if (stored.op == Op::Input || stored.op == Op::Element) {
      lanes[current.index] = builder.elementOf(current, index);
      continue;
    }
    order::NodeSpec spec;
    spec.op = stored.op;
    spec.type = {stored.type.format, Shape::Scalar};
    spec.operands = operands;
    const std::string symbol(graph.symbol(current));
    spec.symbol = symbol;
    spec.version = stored.version;
    spec.rounding = stored.rounding;
    spec.environment = graph.environment(current);
    spec.place = stored.place;
    std::optional<order::Number> number;
    if (stored.op == Op::Constant)
      spec.number = &number.emplace(graph.number(current));
    if (stored.op == Op::Reduce || stored.op == Op::Opaque || stored.op == Op::LoopValue)
      return node; // nothing to take a lane of
    lanes[current.index] = graph.intern(spec);
  }
  return lanes[node.index];
}

/// v.sum(), v.min(), v.max(): the standard leaves the order open.
std::optional<Value> valarrayReduction(Builder &builder, const Call &call, clang::QualType type) {
  std::optional<Op> op = call.name == "sum"   ? std::optional(Op::Add)
                         : call.name == "min" ? std::optional(Op::Min)
                         : call.name == "max" ? std::optional(Op::Max)
                                              : std::nullopt;
  if (!op)
    return std::nullopt;
  ValueType lanes = builder.types.stored(type), scalar{lanes.format};
  NodeId whole = builder.readNumber(*call.object, lanes);
  bool named = builder.graph[whole].op == Op::Input || builder.graph[whole].op == Op::Element;
  LoopShape shape;
  shape.schedule = Schedule::Unspecified;
  shape.tripCount = builder.readNumber(builder.attribute(*call.object, "size()"), {Format::Integer});
  // Of a named array the terms are its elements; of an expression they are the expression's lanes.
  auto term = [&](NodeId index) { return named ? builder.readNumber(builder.element(*call.object, index), scalar) : lane(builder, whole, index); };
  LocationId accumulator = builder.temporary(call.name);
  builder.write(accumulator, Value::number(*op == Op::Add ? builder.constant(0, scalar) : term(builder.integer(0))), call.token);
  builder.loop(call.expression, shape, [&](NodeId index) {
    NodeId operands[] = {builder.readNumber(accumulator, scalar), term(index)};
    builder.write(accumulator, Value::number(builder.emit(*op, operands, scalar, call.expression, call.token)), call.token);
  });
  return Value::number(builder.readNumber(accumulator, scalar));
}

std::optional<Value> memberOf(Builder &builder, const Call &call, clang::QualType type) {
  ValueType own = builder.types.stored(type);
  llvm::StringRef name = call.name;
  auto value = [&] { return builder.readNumber(*call.object, own); };
  if (own.shape == Shape::Complex && (name == "real" || name == "imag")) {
    if (call.arguments.empty())
      return Value::number(part(builder, call, value(), name == "real"));
    NodeId replacement = builder.convert(builder.number(call.arguments[0]), {own.format}, call.expression), old = value();
    NodeId parts[] = {name == "real" ? replacement : part(builder, call, old, true), name == "imag" ? replacement : part(builder, call, old, false)};
    builder.write(*call.object, Value::number(named(builder, call, order::assembledComplex, parts, own)), call.token);
    return Value::none();
  }
  if (own.shape == Shape::Lanes) {
    if (name == "size")
      return Value::number(builder.readNumber(builder.attribute(*call.object, "size()"), {Format::Integer}));
    if (name == "operator[]" && call.arguments.size() == 1 && builder.types.isInteger(call.arguments[0]->getType()))
      return numberResult(builder, call, builder.readNumber(builder.element(*call.object, builder.number(call.arguments[0])), {own.format}));
    return valarrayReduction(builder, call, type);
  }
  if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee) && builder.types.info(call.type).isArithmetic())
    return Value::number(builder.convert(value(), builder.types.stored(call.type), call.expression));
  return std::nullopt;
}

} // namespace

std::optional<Value> numberOperator(Builder &builder, const Call &call) {
  llvm::StringRef symbol = call.name;
  if (!symbol.consume_front("operator"))
    return std::nullopt;
  clang::QualType owner = objectType(call);
  bool numberObject = call.object && isNumberClass(builder, owner);
  bool numberArgument = llvm::any_of(call.arguments, [&](const clang::Expr *argument) { return isNumberClass(builder, argument->getType()); });
  if (!numberObject && (call.object || !numberArgument))
    return std::nullopt;
  if (symbol == "[]" && numberObject && call.arguments.size() == 1 && builder.types.isInteger(call.arguments[0]->getType()) &&
      builder.types.stored(owner).shape == Shape::Lanes && libraryClass(owner) && libraryClass(owner)->name == "valarray")
    return Value::pointer(builder.element(*call.object, builder.number(call.arguments[0])));
  for (const clang::Expr *argument : call.arguments)
    if (!builder.types.info(argument->getType()).isArithmetic())
      return std::nullopt;

  std::size_t count = call.arguments.size() + (call.object ? 1 : 0);
  bool compound = count == 2 && symbol.size() == 2 && symbol[1] == '=' && arithmeticOperator(symbol.take_front(1));
  std::optional<Op> op = arithmeticOperator(compound ? symbol.take_front(1) : symbol);
  bool comparison = count == 2 && llvm::is_contained(Names{"==", "!=", "<", "<=", ">", ">="}, symbol);
  bool sign = count == 1 && (symbol == "-" || symbol == "+");
  if (!sign && !comparison && !(op && count == 2) && !(symbol == "=" && count == 2))
    return std::nullopt;

  llvm::SmallVector<NodeId, 2> operands;
  ValueType own = call.object ? builder.types.stored(owner) : ValueType{};
  if (symbol == "=" || compound) { // C++17 evaluates the right operand first
    NodeId right = builder.number(call.arguments.back());
    LocationId target = call.object ? *call.object : builder.location(call.arguments[0]);
    if (!call.object)
      own = builder.types.stored(call.arguments[0]->getType());
    NodeId value = compound ? arithmetic(builder, call, *op, builder.readNumber(target, own), right) : right;
    builder.write(target, Value::number(builder.convert(value, {own.format, builder.graph[value].type.shape}, call.expression)), call.token);
    return Value::pointer(target);
  }
  if (call.object)
    operands.push_back(builder.readNumber(*call.object, own));
  for (const clang::Expr *argument : call.arguments)
    operands.push_back(builder.number(argument));
  if (comparison) {
    ValueType type{Format::Boolean, commonType(builder.graph[operands[0]].type, builder.graph[operands[1]].type).shape};
    return Value::number(builder.emit(Op::Compare, operands, type, call.expression, call.token, symbol));
  }
  if (sign)
    return Value::number(symbol == "+" ? operands[0] : builder.emit(Op::Neg, operands, builder.graph[operands[0]].type, call.expression, call.token));
  return Value::number(arithmetic(builder, call, *op, operands[0], operands[1]));
}

std::optional<Value> numberMember(Builder &builder, const Call &call) {
  if (call.object) {
    clang::QualType type = objectType(call);
    return isNumberClass(builder, type) ? memberOf(builder, call, type) : std::nullopt;
  }
  if (call.arguments.empty())
    return std::nullopt;
  bool complex = builder.types.stored(call.arguments[0]->getType()).shape == Shape::Complex;
  if (call.name == "polar" && call.arguments.size() == 2 && call.callee && inNamespaceStd(call.callee)) {
    NodeId r = builder.number(call.arguments[0]), theta = builder.number(call.arguments[1]);
    ValueType type = commonType(builder.graph[r].type, builder.graph[theta].type);
    return Value::number(named(builder, call, "polar", {r, theta}, {type.format, Shape::Complex}));
  }
  if (!complex)
    return std::nullopt;
  if (llvm::StringRef name = complexFunctionName(call); !name.empty())
    return complexFunction(builder, call, name);
  if (llvm::StringRef name = complexMathName(call.name); !name.empty() && call.callee && call.callee->isExternC()) {
    llvm::SmallVector<NodeId, 2> operands;
    for (const clang::Expr *argument : call.arguments)
      operands.push_back(builder.number(argument));
    ValueType type{builder.graph[operands[0]].type.format, Shape::Complex};
    return Value::number(name == "sqrt" ? builder.emit(Op::Sqrt, operands, type, call.expression, call.token)
                                        : named(builder, call, name, operands, type));
  }
  return std::nullopt;
}

bool numberConstruct(Builder &builder, const Call &call) {
  if (call.type.isNull() || !isNumberClass(builder, call.type))
    return false;
  ValueType type = builder.types.stored(call.type);
  auto build = [&](NodeId node) { builder.write(*call.object, Value::number(node), call.token); };
  auto isScalar = [&](const clang::Expr *argument) { return builder.types.info(argument->getType()).isArithmetic(); };
  llvm::ArrayRef<const clang::Expr *> arguments = call.arguments;
  if (type.shape == Shape::Lanes && type.format != Format::Unknown && libraryClass(call.type)) {
    if (arguments.size() == 1 && isNumberClass(builder, arguments[0]->getType())) {
      build(builder.number(arguments[0]));
      return true;
    }
    if (arguments.size() == 2 && isScalar(arguments[0]) && builder.types.isInteger(arguments[1]->getType())) { // (value, n)
      NodeId value = builder.convert(builder.number(arguments[0]), {type.format}, call.expression);
      NodeId size = builder.number(arguments[1]);
      build(value);
      builder.write(builder.attribute(*call.object, "size()"), Value::number(size), call.token);
      return true;
    }
    if (arguments.size() == 1)
      if (auto list = bracedElements(arguments[0])) {
        long long index = 0;
        for (const clang::Expr *element : *list)
          builder.write(builder.element(*call.object, index++), Value::number(builder.convert(builder.number(element), {type.format}, element)));
        builder.write(builder.attribute(*call.object, "size()"), Value::number(builder.integer(index)), call.token);
        return true;
      }
    for (const clang::Expr *argument : arguments)
      builder.discard(argument);
    builder.forget(*call.object);
    return true;
  }
  if (!llvm::all_of(arguments, isScalar))
    return false;
  if (type.shape == Shape::Complex) {
    NodeId first = arguments.empty() ? builder.constant(0, {type.format}) : builder.number(arguments[0]);
    if (builder.graph[first].type.shape == Shape::Complex) {
      build(builder.convert(first, type, call.expression));
      return true;
    }
    NodeId parts[] = {builder.convert(first, {type.format}, call.expression),
                      arguments.size() < 2 ? builder.constant(0, {type.format})
                                           : builder.convert(builder.number(arguments[1]), {type.format}, call.expression)};
    build(named(builder, call, order::assembledComplex, parts, type));
    return true;
  }
  if (arguments.size() != 1)
    return arguments.empty();
  build(builder.convert(builder.number(arguments[0]), type, call.expression));
  return true;
}

} // namespace fporder::frontend
