// Classes that are numbers: std::complex, std::valarray (lanes), half and bfloat16 classes. Their operators are the scalar operations on nodes of
// another shape; how a complex product is expanded is the library's business and one rounding decision here.
#include "analyzer/frontend/library_models.h"

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

bool isNumberClass(Evaluator &evaluator, clang::QualType type) {
  if (type.isNull())
    return false;
  type = type.getNonReferenceType();
  bool classType = type->isRecordType() || type->getAs<clang::TemplateSpecializationType>();
  return classType && evaluator.unit.types.info(type).kind == TypeClass::Floating;
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
NodeId arithmetic(Evaluator &evaluator, const Call &call, Op op, NodeId left, NodeId right) {
  ValueType l = evaluator.graph[left].type, r = evaluator.graph[right].type;
  ValueType type = commonType(l, r);
  NodeId operands[] = {evaluator.convert(left, {type.format, l.shape}, call.expression),
                       evaluator.convert(right, {type.format, r.shape}, call.expression)};
  return evaluator.emit(op, operands, type, call.expression, call.token);
}

NodeId named(Evaluator &evaluator, const Call &call, llvm::StringRef name, llvm::ArrayRef<NodeId> operands, ValueType type) {
  return evaluator.emit(Op::Call, operands, type, call.expression, call.token, name);
}

/// Real or imaginary part; of a number built here from two parts, that part.
NodeId part(Evaluator &evaluator, const Call &call, NodeId complex, bool real) {
  order::Graph &graph = evaluator.graph;
  ValueType type{graph[complex].type.format};
  if (graph[complex].type.shape != Shape::Complex)
    return real ? complex : evaluator.constant(0, type);
  if (graph[complex].op == Op::Call && graph.symbol(complex) == "complex")
    return graph.operand(complex, real ? 0 : 1);
  if (graph[complex].op == Op::Call && graph.symbol(complex) == "conj") {
    NodeId inner = part(evaluator, call, graph.operand(complex, 0), real);
    return real ? inner : evaluator.emit(Op::Neg, {inner}, type, call.expression, call.token);
  }
  return named(evaluator, call, real ? "real" : "imag", {complex}, type);
}

/// abs, norm, arg, real, imag, conj, proj of a complex number, by their C++ names and by C's creal, cabsf ...
std::optional<Value> complexFunction(Evaluator &evaluator, const Call &call, llvm::StringRef name) {
  NodeId z = evaluator.number(call.arguments[0]);
  ValueType type{evaluator.graph[z].type.format};
  if (name == "real" || name == "imag")
    return numberResult(evaluator, call, part(evaluator, call, z, name == "real"));
  if (name == "abs")
    return numberResult(evaluator, call, named(evaluator, call, "hypot", {part(evaluator, call, z, true), part(evaluator, call, z, false)}, type));
  if (name == "arg")
    return numberResult(evaluator, call, named(evaluator, call, "atan2", {part(evaluator, call, z, false), part(evaluator, call, z, true)}, type));
  if (name == "norm")
    return numberResult(evaluator, call, named(evaluator, call, "norm", {z}, type));
  return numberResult(evaluator, call, named(evaluator, call, name, {z}, {type.format, Shape::Complex}));
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
NodeId lane(Memory &memory, NodeId node, NodeId index) {
  order::Graph &graph = memory.graph;
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
      lanes[current.index] = memory.elementOf(current, index);
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
std::optional<Value> valarrayReduction(Evaluator &evaluator, const Call &call, clang::QualType type) {
  std::optional<Op> op = call.name == "sum"   ? std::optional(Op::Add)
                         : call.name == "min" ? std::optional(Op::Min)
                         : call.name == "max" ? std::optional(Op::Max)
                                              : std::nullopt;
  if (!op)
    return std::nullopt;
  ValueType lanes = evaluator.unit.types.stored(type), scalar{lanes.format};
  NodeId whole = evaluator.readNumber(*call.object, lanes);
  bool named = evaluator.graph[whole].op == Op::Input || evaluator.graph[whole].op == Op::Element;
  LoopShape shape;
  shape.schedule = Schedule::Unspecified;
  shape.tripCount = evaluator.readNumber(evaluator.memory.attribute(*call.object, "size()"), {Format::Integer});
  // Of a named array the terms are its elements; of an expression they are the expression's lanes.
  auto term = [&](NodeId index) {
    return named ? evaluator.readNumber(evaluator.element(*call.object, index), scalar) : lane(evaluator.memory, whole, index);
  };
  LocationId accumulator = evaluator.temporary(call.name);
  evaluator.write(accumulator, Value::number(*op == Op::Add ? evaluator.constant(0, scalar) : term(evaluator.integer(0))), call.token);
  evaluator.loop(call.expression, shape, [&](NodeId index) {
    NodeId operands[] = {evaluator.readNumber(accumulator, scalar), term(index)};
    evaluator.write(accumulator, Value::number(evaluator.emit(*op, operands, scalar, call.expression, call.token)), call.token);
  });
  return Value::number(evaluator.readNumber(accumulator, scalar));
}

std::optional<Value> memberOf(Evaluator &evaluator, const Call &call, clang::QualType type) {
  ValueType own = evaluator.unit.types.stored(type);
  llvm::StringRef name = call.name;
  auto value = [&] { return evaluator.readNumber(*call.object, own); };
  if (own.shape == Shape::Complex && (name == "real" || name == "imag")) {
    if (call.arguments.empty())
      return Value::number(part(evaluator, call, value(), name == "real"));
    NodeId replacement = evaluator.convert(evaluator.number(call.arguments[0]), {own.format}, call.expression), old = value();
    NodeId parts[] = {name == "real" ? replacement : part(evaluator, call, old, true),
                      name == "imag" ? replacement : part(evaluator, call, old, false)};
    evaluator.write(*call.object, Value::number(named(evaluator, call, "complex", parts, own)), call.token);
    return Value::none();
  }
  if (own.shape == Shape::Lanes) {
    if (name == "size")
      return Value::number(evaluator.readNumber(evaluator.memory.attribute(*call.object, "size()"), {Format::Integer}));
    if (name == "operator[]" && call.arguments.size() == 1 && evaluator.unit.types.isInteger(call.arguments[0]->getType()))
      return numberResult(evaluator, call, evaluator.readNumber(evaluator.element(*call.object, evaluator.number(call.arguments[0])), {own.format}));
    return valarrayReduction(evaluator, call, type);
  }
  if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee) && evaluator.unit.types.info(call.type).isArithmetic())
    return Value::number(evaluator.convert(value(), evaluator.unit.types.stored(call.type), call.expression));
  return std::nullopt;
}

} // namespace

std::optional<Value> numberOperator(Evaluator &evaluator, const Call &call) {
  llvm::StringRef symbol = call.name;
  if (!symbol.consume_front("operator"))
    return std::nullopt;
  clang::QualType owner = objectType(call);
  bool numberObject = call.object && isNumberClass(evaluator, owner);
  bool numberArgument = llvm::any_of(call.arguments, [&](const clang::Expr *argument) { return isNumberClass(evaluator, argument->getType()); });
  if (!numberObject && (call.object || !numberArgument))
    return std::nullopt;
  if (symbol == "[]" && numberObject && call.arguments.size() == 1 && evaluator.unit.types.isInteger(call.arguments[0]->getType()) &&
      evaluator.unit.types.stored(owner).shape == Shape::Lanes && libraryClass(owner) && libraryClass(owner)->name == "valarray")
    return Value::pointer(evaluator.element(*call.object, evaluator.number(call.arguments[0])));
  for (const clang::Expr *argument : call.arguments)
    if (!evaluator.unit.types.info(argument->getType()).isArithmetic())
      return std::nullopt;

  std::size_t count = call.arguments.size() + (call.object ? 1 : 0);
  bool compound = count == 2 && symbol.size() == 2 && symbol[1] == '=' && arithmeticOperator(symbol.take_front(1));
  std::optional<Op> op = arithmeticOperator(compound ? symbol.take_front(1) : symbol);
  bool comparison = count == 2 && llvm::is_contained(Names{"==", "!=", "<", "<=", ">", ">="}, symbol);
  bool sign = count == 1 && (symbol == "-" || symbol == "+");
  if (!sign && !comparison && !(op && count == 2) && !(symbol == "=" && count == 2))
    return std::nullopt;

  llvm::SmallVector<NodeId, 2> operands;
  ValueType own = call.object ? evaluator.unit.types.stored(owner) : ValueType{};
  if (symbol == "=" || compound) { // C++17 evaluates the right operand first
    NodeId right = evaluator.number(call.arguments.back());
    LocationId target = call.object ? *call.object : evaluator.location(call.arguments[0]);
    if (!call.object)
      own = evaluator.unit.types.stored(call.arguments[0]->getType());
    NodeId value = compound ? arithmetic(evaluator, call, *op, evaluator.readNumber(target, own), right) : right;
    evaluator.write(target, Value::number(evaluator.convert(value, {own.format, evaluator.graph[value].type.shape}, call.expression)), call.token);
    return Value::pointer(target);
  }
  if (call.object)
    operands.push_back(evaluator.readNumber(*call.object, own));
  for (const clang::Expr *argument : call.arguments)
    operands.push_back(evaluator.number(argument));
  if (comparison) {
    ValueType type{Format::Boolean, commonType(evaluator.graph[operands[0]].type, evaluator.graph[operands[1]].type).shape};
    return Value::number(evaluator.emit(Op::Compare, operands, type, call.expression, call.token, symbol));
  }
  if (sign)
    return Value::number(symbol == "+" ? operands[0]
                                       : evaluator.emit(Op::Neg, operands, evaluator.graph[operands[0]].type, call.expression, call.token));
  return Value::number(arithmetic(evaluator, call, *op, operands[0], operands[1]));
}

std::optional<Value> numberMember(Evaluator &evaluator, const Call &call) {
  if (call.object) {
    clang::QualType type = objectType(call);
    return isNumberClass(evaluator, type) ? memberOf(evaluator, call, type) : std::nullopt;
  }
  if (call.arguments.empty())
    return std::nullopt;
  bool complex = evaluator.unit.types.stored(call.arguments[0]->getType()).shape == Shape::Complex;
  if (call.name == "polar" && call.arguments.size() == 2 && call.callee && inNamespaceStd(call.callee)) {
    NodeId r = evaluator.number(call.arguments[0]), theta = evaluator.number(call.arguments[1]);
    ValueType type = commonType(evaluator.graph[r].type, evaluator.graph[theta].type);
    return Value::number(named(evaluator, call, "polar", {r, theta}, {type.format, Shape::Complex}));
  }
  if (!complex)
    return std::nullopt;
  if (llvm::StringRef name = complexFunctionName(call); !name.empty())
    return complexFunction(evaluator, call, name);
  if (llvm::StringRef name = complexMathName(call.name); !name.empty() && call.callee && call.callee->isExternC()) {
    llvm::SmallVector<NodeId, 2> operands;
    for (const clang::Expr *argument : call.arguments)
      operands.push_back(evaluator.number(argument));
    ValueType type{evaluator.graph[operands[0]].type.format, Shape::Complex};
    return Value::number(name == "sqrt" ? evaluator.emit(Op::Sqrt, operands, type, call.expression, call.token)
                                        : named(evaluator, call, name, operands, type));
  }
  return std::nullopt;
}

bool numberConstruct(Evaluator &evaluator, const Call &call) {
  if (call.type.isNull() || !isNumberClass(evaluator, call.type))
    return false;
  ValueType type = evaluator.unit.types.stored(call.type);
  auto build = [&](NodeId node) { evaluator.write(*call.object, Value::number(node), call.token); };
  auto isScalar = [&](const clang::Expr *argument) { return evaluator.unit.types.info(argument->getType()).isArithmetic(); };
  llvm::ArrayRef<const clang::Expr *> arguments = call.arguments;
  if (type.shape == Shape::Lanes && type.format != Format::Unknown && libraryClass(call.type)) {
    if (arguments.size() == 1 && isNumberClass(evaluator, arguments[0]->getType())) {
      build(evaluator.number(arguments[0]));
      return true;
    }
    if (arguments.size() == 2 && isScalar(arguments[0]) && evaluator.unit.types.isInteger(arguments[1]->getType())) { // (value, n)
      NodeId value = evaluator.convert(evaluator.number(arguments[0]), {type.format}, call.expression);
      NodeId size = evaluator.number(arguments[1]);
      build(value);
      evaluator.write(evaluator.memory.attribute(*call.object, "size()"), Value::number(size), call.token);
      return true;
    }
    if (arguments.size() == 1)
      if (auto list = bracedElements(arguments[0])) {
        long long index = 0;
        for (const clang::Expr *element : *list)
          evaluator.write(evaluator.element(*call.object, index++),
                          Value::number(evaluator.convert(evaluator.number(element), {type.format}, element)));
        evaluator.write(evaluator.memory.attribute(*call.object, "size()"), Value::number(evaluator.integer(index)), call.token);
        return true;
      }
    for (const clang::Expr *argument : arguments)
      evaluator.discard(argument);
    evaluator.forget(*call.object);
    return true;
  }
  if (!llvm::all_of(arguments, isScalar))
    return false;
  if (type.shape == Shape::Complex) {
    NodeId first = arguments.empty() ? evaluator.constant(0, {type.format}) : evaluator.number(arguments[0]);
    if (evaluator.graph[first].type.shape == Shape::Complex) {
      build(evaluator.convert(first, type, call.expression));
      return true;
    }
    NodeId parts[] = {evaluator.convert(first, {type.format}, call.expression),
                      arguments.size() < 2 ? evaluator.constant(0, {type.format})
                                           : evaluator.convert(evaluator.number(arguments[1]), {type.format}, call.expression)};
    build(named(evaluator, call, "complex", parts, type));
    return true;
  }
  if (arguments.size() != 1)
    return arguments.empty();
  build(evaluator.convert(evaluator.number(arguments[0]), type, call.expression));
  return true;
}

} // namespace fporder::frontend
