#include "analyzer/frontend/library/model_formulas.h"

#include "analyzer/frontend/values/indices.h"

#include "analyzer/frontend/library/library_models.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

namespace fporder::frontend {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

/// The nodes under `root`, operands first.
std::vector<NodeId> nodesUnder(const order::Graph &graph, NodeId root, bool intoReductions) {
  std::vector<bool> needed(root.index + 1);
  needed[root.index] = true;
  for (std::uint32_t i = root.index + 1; i-- > 0;)
    if (needed[i] && (intoReductions || graph[{i}].op != Op::Reduce || i == root.index))
      for (const NodeId operand : graph.operands({i}))
        needed[operand.index] = true;
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i <= root.index; ++i)
    if (needed[i])
      nodes.push_back({i});
  return nodes;
}

} // namespace

bool mentions(const order::Graph &graph, NodeId root, std::string_view parameter) {
  for (const NodeId node : nodesUnder(graph, root, true))
    if (const Op op = graph[node].op; (op == Op::Input || op == Op::Element) && graph.symbol(node) == parameter)
      return true;
  return false;
}

std::string lastName(Builder &builder, const clang::Expr *expression) {
  if (!expression)
    return {};
  const clang::Expr *plain = expression->IgnoreParenImpCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(plain))
    return reference->getDecl()->getNameAsString();
  const auto range = clang::CharSourceRange::getTokenRange(plain->getSourceRange());
  const llvm::StringRef text = clang::Lexer::getSourceText(range, builder.context.getSourceManager(), builder.context.getLangOpts());
  return text.substr(text.find_last_of(": ") == llvm::StringRef::npos ? 0 : text.find_last_of(": ") + 1).str();
}

FormulaValues::FormulaValues(Builder &evaluates, const Call &site, const models::Vendor &vendor, const models::CallModel &called, Operands &bound,
                             std::optional<order::Rounding> stated)
    : builder(evaluates), call(site), formulas(vendor.graph()), model(called), operands(bound),
      rounding(stated.value_or(order::Rounding::NearestEven)) {
  // Calls that are instructions are neither contracted nor reassociated, whatever the flags say.
  if (vendor.contracts)
    environment = builder.environmentAt(call.expression, Format::Binary32);
  if (model.quality.kind != models::Quality::Kind::CorrectlyRounded)
    environment.approximateCalls = true;
}

ValueType FormulaValues::commonType() const {
  ValueType common{Format::Integer};
  for (const auto &[name, operand] : operands)
    if (operand.isBuffer || operand.number)
      common = frontend::commonType(common, operand.type);
  return format::isFloatingPoint(common.format) ? common : ValueType{Format::Dependent, common.shape};
}

NodeId FormulaValues::converted(NodeId node, ValueType type, order::Rounding mode) {
  const ValueType own = builder.graph[node].type;
  return builder.convert(node, {type.format, own.shape}, call.expression, mode);
}

NodeId FormulaValues::parameter(std::string_view name) {
  Operand &operand = operands[std::string(name)];
  if (operand.isBuffer) {
    const ValueType type{operand.type.format == Format::Unknown ? Format::Dependent : operand.type.format, operand.type.shape};
    return builder.readNumber(builder.elementAfter(operand.first, builder.elementIndex()), type);
  }
  if (!operand.number) {
    const ValueType type = commonType();
    operand.number = operand.object && operand.expression ? builder.readNumber(operand.object, type)
                                                          : builder.fromOutside(builder.spelling(operand.expression, name), type, operand.expression);
    operand.type = type;
  }
  return operand.number;
}

/// One element of a buffer: the one that was stored there, else the generic element taken at that place.
NodeId FormulaValues::element(std::string_view name, NodeId index) {
  const Operand &operand = operands[std::string(name)];
  if (!operand.isBuffer)
    return parameter(name);
  const ValueType type{operand.type.format == Format::Unknown ? Format::Dependent : operand.type.format, operand.type.shape};
  const LocationId single = builder.elementAfter(operand.first, index), generic = builder.elementAfter(operand.first, builder.elementIndex());
  if (const std::optional<Value> held = builder.held(single); held && held->isNumber())
    if (const NodeId stored = builder.readNumber(single, type); stored == held->node)
      return stored;
  return termAt(builder.readNumber(generic, type), index);
}

void FormulaValues::writeElement(const Operand &buffer, NodeId index, NodeId written) {
  const LocationId generic = builder.elementAfter(buffer.first, builder.elementIndex());
  const order::Node node = builder.graph[index];
  const bool first = node.op == Op::Constant && builder.graph.number(index).isZero();
  // A buffer of which the first element is set is a scalar to the calls that follow; others hold elements of two kinds then.
  if (first)
    builder.write(generic, Value::number(written), call.token);
  else
    builder.forget(generic);
  builder.write(builder.elementAfter(buffer.first, index), Value::number(written), call.token);
}

NodeId FormulaValues::value(NodeId source, ValueType type) {
  return formulas[source].type.format == Format::Boolean || formulas[source].type.format == Format::Integer ? known.at(source)
                                                                                                            : converted(known.at(source), type);
}

NodeId FormulaValues::roundedOperation(Op op, llvm::ArrayRef<NodeId> given, ValueType type) {
  const auto emit = [&](Op emitted, llvm::ArrayRef<NodeId> values, ValueType in, llvm::StringRef symbol = {}) {
    return builder.emitIn(environment, emitted, values, in, call.expression, call.token, symbol);
  };
  const bool rounds = op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Div || op == Op::Sqrt || op == Op::Fma;
  if (!rounds || rounding == order::Rounding::NearestEven)
    return emit(op, given, type);
  // Another rounding than to nearest, by an operation in binary64 and one conversion. A product of narrower operands is exact there; a quotient or
  // root is no closer to a number of the narrower format than binary64 tells, unless it is that number. Sums would round twice, and a difference of
  // equals be +0 where it is -0 rounded down.
  const bool onceInEffect = op == Op::Mul || op == Op::Div || op == Op::Sqrt;
  if (onceInEffect && format::widensExactly(type.format, Format::Binary64) && type.format != Format::Binary64) {
    llvm::SmallVector<NodeId, 3> wide;
    const ValueType in{Format::Binary64, type.shape};
    for (const NodeId operand : given)
      wide.push_back(converted(operand, in));
    return converted(emit(op, wide, in), type, rounding);
  }
  return emit(Op::Call, given, type, (llvm::StringRef(order::name(op)) + "-" + llvm::StringRef(order::name(rounding))).str());
}

NodeId FormulaValues::operation(NodeId source, ValueType type) {
  const order::Node stored = formulas[source];
  llvm::SmallVector<NodeId, 3> values;
  ValueType own = type;
  own.shape = Shape::Scalar;
  for (const NodeId operand : formulas.operands(source)) {
    values.push_back(stored.op == Op::Cast ? known.at(operand) : value(operand, type)); // a cast rounds itself
    own.shape = std::max(own.shape, builder.graph[values.back()].type.shape);
  }
  switch (stored.op) {
  case Op::Cast: {
    const ValueType to{stored.type.format == Format::Unknown ? type.format : stored.type.format, own.shape};
    return converted(values.front(), to, stored.rounding == order::Rounding::NearestEven ? rounding : stored.rounding);
  }
  case Op::Compare:
  case Op::And:
  case Op::Or:
  case Op::Not:
    own.format = Format::Boolean;
    break;
  default:
    break;
  }
  const std::string_view symbol = stored.op == Op::Call || stored.op == Op::Compare ? formulas.symbol(source) : std::string_view();
  if (stored.op == Op::Call || stored.op == Op::Compare)
    return builder.emitIn(environment, stored.op, values, own, call.expression, call.token, {symbol.data(), symbol.size()});
  return roundedOperation(stored.op, values, own);
}

NodeId FormulaValues::node(NodeId source, ValueType type) {
  const order::Node stored = formulas[source];
  switch (stored.op) {
  case Op::Input:
    return parameter(formulas.symbol(source));
  case Op::Element:
    return element(formulas.symbol(source), known.at(formulas.operand(source, 0)));
  case Op::LoopIndex:
    return builder.elementIndex();
  case Op::Constant:
    return stored.type.format == Format::Integer || stored.type.format == Format::Boolean
               ? builder.graph.constant(formulas.number(source), stored.type)
               : builder.graph.constant(formulas.number(source), {type.format, Shape::Scalar});
  case Op::Reduce:
    return reduction(source, type);
  default:
    return operation(source, type);
  }
}

NodeId FormulaValues::evaluate(NodeId root, ValueType type) {
  const auto outer = std::exchange(known, {});
  const bool reduces = formulas[root].op == Op::Reduce; // evaluates what it needs itself
  for (const NodeId source : reduces ? std::vector{root} : nodesUnder(formulas, root, false))
    if (source == root || formulas[source].op != Op::Reduce)
      known[source] = node(source, type);
    else
      known[source] = evaluate(source, type);
  NodeId result = known.at(root);
  known = outer;
  const Format own = builder.graph[result].type.format;
  return own == Format::Boolean ? result : converted(result, type, formulas[root].op == Op::Input ? rounding : order::Rounding::NearestEven);
}

NodeId FormulaValues::index(NodeId root) { return evaluate(root, integerType); }

/// A sum over a buffer or over lanes: sum(i, f), in which buffers stand for their element i and lanes for their lane i.
NodeId FormulaValues::reduction(NodeId source, ValueType type) {
  if (formulas.reduction(source).schedule != order::Schedule::Unspecified)
    return accumulated(source, type);
  // A sum inside a library, in an order that is not the caller's to choose: others are made from it, but it is no finding's own.
  NodeId sum;
  builder.unrecorded([&] { sum = accumulated(source, type); });
  return sum;
}

NodeId FormulaValues::accumulated(NodeId source, ValueType type) {
  const order::Reduction stated = formulas.reduction(source);
  const auto parts = formulas.operands(source);
  const NodeId init = evaluate(parts[0], type), term = evaluate(parts[1], type);
  LoopShape shape;
  shape.schedule = stated.schedule;
  shape.width = stated.width;
  if (parts.size() > 2)
    shape.tripCount = index(parts[2]);
  const ValueType own{type.format, Shape::Scalar};
  const LocationId accumulator = builder.temporary(call.name);
  builder.write(accumulator, Value::number(converted(init, own)));
  const Op op = stated.kind == order::ReductionKind::Sum       ? Op::Add
                : stated.kind == order::ReductionKind::Product ? Op::Mul
                : stated.kind == order::ReductionKind::Min     ? Op::Min
                                                               : Op::Max;
  const clang::Stmt *key = reductions < call.arguments.size() && reductions > 0 ? call.arguments[reductions - 1] : call.expression;
  ++reductions;
  builder.loop(key, shape, [&](NodeId at) {
    const NodeId sum = builder.readNumber(accumulator, own);
    const NodeId next = builder.emitIn(environment, op, {sum, converted(termAt(term, at), own)}, own, call.expression, call.token);
    builder.write(accumulator, Value::number(next), call.token);
  });
  return builder.readNumber(accumulator, own);
}

/// `term` of the element or lane `index`.
NodeId FormulaValues::termAt(NodeId term, NodeId index) {
  order::Graph &graph = builder.graph;
  const NodeId generic = builder.elementIndex();
  const NodeId moved = substituteIndices(graph, term, {{graph[generic].version, index}});
  if (!moved)
    return builder.fromOutside("element", graph[term].type, call.expression);
  return graph[moved].type.shape == Shape::Lanes ? laneOf(moved, index) : moved;
}

/// What lane `index` of `vector` is: its operations on lanes of its leaves.
NodeId FormulaValues::laneOf(NodeId vector, NodeId index) {
  order::Graph &graph = builder.graph;
  std::map<NodeId, NodeId> lanes;
  for (const NodeId node : nodesUnder(graph, vector, true)) {
    const order::Node stored = graph[node];
    if (stored.type.shape != Shape::Lanes || stored.op == Op::Constant) {
      lanes[node] = node;
      continue;
    }
    if (isLeaf(stored.op)) {
      lanes[node] = builder.elementOf(node, index);
      continue;
    }
    std::vector<NodeId> parts;
    for (const NodeId operand : graph.operands(node))
      parts.push_back(lanes.at(operand));
    order::NodeSpec spec;
    spec.op = stored.op;
    spec.type = {stored.type.format, Shape::Scalar};
    spec.operands = parts;
    const std::string symbol(graph.symbol(node));
    spec.symbol = symbol;
    spec.version = stored.version;
    spec.rounding = stored.rounding;
    order::Reduction reduction;
    if (stored.op == Op::Reduce) {
      reduction = graph.reduction(node);
      spec.reduction = &reduction;
    }
    const order::Environment own = graph.environment(node);
    spec.environment = own;
    spec.place = stored.place;
    lanes[node] = graph.intern(spec);
  }
  return lanes.at(vector);
}

} // namespace fporder::frontend
