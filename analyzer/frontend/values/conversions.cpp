// Conversions between formats, and those that change nothing: operations in half precision that the compiler computes in binary32.
#include "analyzer/frontend/values/assumed.h"
#include "analyzer/frontend/values/integer_types.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

#include "clang/AST/ExprCXX.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

/// One operation on half-precision numbers, computed in binary32 and rounded back, is that operation in half precision: 24 >= 2p + 2 digits make the
/// double rounding innocuous (Figueroa 1995). Excess precision then shows only where it is: between operations of one expression.
std::optional<NodeId> narrowOperation(order::Graph &graph, NodeId node, ValueType to, llvm::function_ref<std::optional<NodeId>(NodeId)> narrowed) {
  const order::Node stored = graph[node];
  const bool basic = stored.op == Op::Add || stored.op == Op::Sub || stored.op == Op::Mul || stored.op == Op::Div || stored.op == Op::Sqrt;
  const bool half = to.format == Format::Binary16 || to.format == Format::BFloat16;
  if (!basic || !half || stored.type.format != Format::Binary32 || stored.type.shape != Shape::Scalar || to.shape != Shape::Scalar)
    return std::nullopt;
  llvm::SmallVector<NodeId, 2> narrow;
  const llvm::SmallVector<NodeId, 2> operands(graph.operands(node).begin(), graph.operands(node).end());
  for (const NodeId operand : operands) {
    const auto constant = graph[operand].op == Op::Constant ? narrowed(operand) : std::nullopt;
    if (graph[operand].op == Op::Cast && graph[graph.operand(operand, 0)].type == to)
      narrow.push_back(graph.operand(operand, 0));
    else if (constant && graph[*constant].op == Op::Constant && graph.number(*constant) == graph.number(operand))
      narrow.push_back(*constant);
    else
      return std::nullopt;
  }
  order::NodeSpec spec;
  spec.op = stored.op;
  spec.type = to;
  spec.operands = narrow;
  spec.place = stored.place;
  const order::Environment environment = graph.environment(node);
  spec.environment = environment;
  return graph.intern(spec);
}

/// A choice between values that were widened for it, or are exact in the narrow format anyway, is narrowed without a rounding.
std::optional<NodeId> narrowChoice(order::Graph &graph, NodeId node, ValueType to, llvm::function_ref<std::optional<NodeId>(NodeId)> narrowed) {
  const order::Node stored = graph[node];
  if (stored.op != Op::Select || !format::isFloatingPoint(to.format) || !format::widensExactly(to.format, stored.type.format))
    return std::nullopt;
  llvm::SmallVector<NodeId, 3> operands{graph.operand(node, 0)};
  bool widened = false;
  for (unsigned arm = 1; arm <= 2; ++arm) {
    const NodeId value = graph.operand(node, arm);
    const auto constant = graph[value].op == Op::Constant ? narrowed(value) : std::nullopt;
    if (graph[value].op == Op::Cast && graph[graph.operand(value, 0)].type == to) {
      operands.push_back(graph.operand(value, 0));
      widened = true;
    } else if (constant && graph[*constant].op == Op::Constant && graph.number(*constant) == graph.number(value)) {
      operands.push_back(*constant);
    } else {
      return std::nullopt;
    }
  }
  if (!widened)
    return std::nullopt;
  order::NodeSpec choice;
  choice.op = Op::Select;
  choice.type = to;
  choice.operands = {operands.data(), operands.size()};
  choice.place = stored.place;
  return graph.intern(choice);
}

/// A value as it was loaded, converted or chosen between, with no operation on it.
bool isLoaded(const order::Graph &graph, NodeId node) {
  llvm::SmallVector<NodeId, 4> work{node};
  for (std::size_t at = 0; at < work.size(); ++at) {
    const order::Node stored = graph[work[at]];
    if (stored.op == Op::Cast)
      work.push_back(graph.operand(work[at], 0));
    else if (stored.op == Op::Select && !limits::reaches(limits::Limit::ChoicesOfLoads, work.size()))
      work.append({graph.operand(work[at], 1), graph.operand(work[at], 2)});
    else if (!order::isLeaf(stored.op))
      return false;
  }
  return true;
}

bool isTemplateArgument(clang::QualType type) {
  while (!type.isNull()) {
    if (llvm::isa<clang::SubstTemplateTypeParmType>(type.getTypePtr()))
      return true;
    const clang::QualType next = type->getLocallyUnqualifiedSingleStepDesugaredType();
    if (next == type)
      return false;
    type = next;
  }
  return false;
}

/// The conversion is from or to a type that a template argument names: what another instantiation rounds here, or does not, is no decision of this
/// line.
bool formatOfArgument(const clang::Expr *at) {
  if (!at)
    return false;
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(at->IgnoreParens());
  return isTemplateArgument(at->getType()) || (cast && isTemplateArgument(cast->getSubExpr()->getType()));
}

} // namespace

NodeId Evaluator::convert(NodeId node, ValueType to, const clang::Expr *at, order::Rounding rounding) {
  const order::Node stored = graph[node];
  const ValueType from = stored.type;
  if (from == to || to.format == Format::Unknown || from.format == Format::Unknown)
    return node;
  const auto isInteger = [](Format format) { return format == Format::Integer || format == Format::Boolean; };
  if (isInteger(from.format) && isInteger(to.format))
    return to.format == Format::Boolean && stored.op == Op::Constant
               ? graph.constant(graph.number(node).isZero() ? order::Number::fromInteger(0) : order::Number::fromInteger(1), to)
               : node;
  if (stored.op == Op::Constant && (to.format == Format::Dependent || from.format == Format::Dependent))
    return inherit(procedure, graph.constant(graph.number(node), to), node);
  const NodeId operands[] = {node};
  if (const auto folded = fold(Op::Cast, operands, to, {}))
    return inherit(procedure, *folded, operands);
  if (from.format == to.format && from.shape == Shape::Scalar)
    return node; // a scalar where a complex number or lanes of the same format are wanted
  const auto narrowed = [&](NodeId constant) {
    const NodeId same[] = {constant};
    return fold(Op::Cast, same, to, {});
  };
  const auto operation = rounding == order::Rounding::NearestEven ? narrowOperation(graph, node, to, narrowed) : std::nullopt;
  if (operation) {
    // One rounding to the narrow format: the wide operation is not computed on its own.
    if (recording)
      journal.computations.dropLast(node);
    record(*operation);
    return *operation;
  }
  if (const auto choice = narrowChoice(graph, node, to, narrowed))
    return *choice;
  order::NodeSpec conversion;
  conversion.op = Op::Cast;
  conversion.type = to;
  conversion.operands = operands;
  conversion.rounding = isInteger(to.format) ? order::Rounding::TowardZero : rounding;
  conversion.place = at ? place(at) : order::PlaceId{};
  if (from.format == Format::Integer || to.format == Format::Integer)
    conversion.version = IntegerTypes(graph, unit.context).versionOfCast(at, to.format == Format::Integer);
  const NodeId cast = graph.intern(conversion);
  const bool instantiated = isLoaded(graph, node) && formatOfArgument(at);
  if (!format::widensExactly(from.format, to.format) && !instantiated)
    record(cast);
  return cast;
}

} // namespace fporder::frontend
