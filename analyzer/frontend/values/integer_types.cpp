#include "analyzer/frontend/values/integer_types.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::frontend {

using order::IntegerLimits;
using order::NodeId;
using order::Op;

namespace {

/// The constant in two's complement of 128 bits; nothing where it has more, or is no integer.
std::optional<llvm::APSInt> wholeOf(const order::Number &number) {
  if (!number.isInteger())
    return std::nullopt;
  llvm::APFloat value(llvm::APFloat::IEEEquad());
  auto status = value.convertFromString(number.text(), llvm::APFloat::rmTowardZero);
  if (!status) {
    llvm::consumeError(status.takeError());
    return std::nullopt;
  }
  llvm::APSInt whole(128, false);
  bool exact = false;
  const bool held = value.convertToInteger(whole, llvm::APFloat::rmTowardZero, &exact) == llvm::APFloat::opOK;
  return held && exact ? std::optional(whole) : std::nullopt;
}

order::Number numberOf(const llvm::APSInt &whole) { return *order::Number::parse(llvm::toString(whole, 10)); }

} // namespace

std::optional<IntegerLimits> IntegerTypes::limits(clang::QualType type) const {
  if (type.isNull())
    return std::nullopt;
  type = type.getNonReferenceType();
  if (const auto *atomic = type->getAs<clang::AtomicType>())
    type = atomic->getValueType();
  if (type->isDependentType() || !type->isIntegralOrEnumerationType() || type->isBooleanType() || type->isIncompleteType())
    return std::nullopt;
  const unsigned width = context.getIntWidth(type);
  return width <= 64 ? std::optional(IntegerLimits::ofType(width, type->isSignedIntegerOrEnumerationType())) : std::nullopt;
}

NodeId IntegerTypes::constantIn(NodeId constant, const IntegerLimits &type) const {
  std::optional<llvm::APSInt> whole = wholeOf(graph.number(constant));
  if (!whole)
    return constant;
  llvm::APSInt kept(whole->trunc(type.width), !type.isSigned);
  return graph.constant(numberOf(kept), graph[constant].type);
}

NodeId IntegerTypes::computedIn(NodeId result, clang::QualType type) const {
  const std::optional<IntegerLimits> own = limits(type);
  if (!own || graph[result].type.format != format::Format::Integer)
    return result;
  if (graph[result].op == Op::Constant)
    return own->isSigned ? result : constantIn(result, *own); // of a signed type what does not fit is undefined
  if (!order::mayHaveLimits(graph, result) || graph[result].op == Op::Reduce || graph[result].op == Op::Select || graph[result].op == Op::Cast)
    return result;
  const std::optional<IntegerLimits> known = order::integerLimits(graph, result);
  if (!known)
    return order::withLimits(graph, result, *own);
  const IntegerLimits both = known->within(*own); // an operand that the operation leaves as it is
  return both == *known ? result : order::withLimits(graph, result, both);
}

NodeId IntegerTypes::converted(NodeId node, clang::QualType from, clang::QualType to) const {
  const std::optional<IntegerLimits> before = limits(from), after = limits(to);
  if (!before || !after || after->contain(*before) || graph[node].type.format != format::Format::Integer)
    return node;
  const order::Node stored = graph[node];
  if (stored.op == Op::Constant)
    return constantIn(node, *after);
  const bool narrow = after->width < 32, narrower = after->width < before->width || (after->width == before->width && after->width < 64);
  if (order::mayHaveLimits(graph, node) && !narrow) { // where it changes nothing the value is the same: nodes of one value may stand for each other
    const std::optional<IntegerLimits> stated = order::integerLimits(graph, node);
    const IntegerLimits known = stated && stated->width != 0 ? *stated : *before;
    const IntegerLimits both = known.within(*after);
    return both == known ? node : order::withLimits(graph, node, both);
  }
  // Counts and bounds are taken for values that their types hold, as nothing is found that depends on a conversion of them. What a loop carries may
  // be anything.
  if (stored.type.shape != order::Shape::Scalar || !(narrow || (stored.op == Op::LoopValue && narrower)))
    return node;
  order::NodeSpec spec;
  spec.op = Op::Cast;
  spec.type = stored.type;
  spec.operands = {&node, 1};
  spec.rounding = order::Rounding::TowardZero;
  spec.version = order::packed(before->convertedTo(*after));
  return graph.intern(spec);
}

std::uint32_t IntegerTypes::versionOfComparison(const clang::Expr *at) const {
  const auto *operation = at ? llvm::dyn_cast<clang::BinaryOperator>(at->IgnoreParens()) : nullptr;
  const std::optional<IntegerLimits> type = operation ? limits(operation->getLHS()->getType()) : std::nullopt;
  return type ? order::packed(*type) : 0;
}

std::uint32_t IntegerTypes::versionOfCast(const clang::Expr *at, bool toInteger) const {
  if (!at)
    return 0;
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(at->IgnoreParens());
  std::optional<IntegerLimits> type = limits(cast && !toInteger ? cast->getSubExpr()->getType() : at->getType());
  if (!type)
    return 0;
  if (toInteger)
    type->width = 0; // what does not fit is undefined, unsigned or not
  return order::packed(*type);
}

bool IntegerTypes::isBoundary(NodeId sum, clang::QualType type) const {
  const std::optional<IntegerLimits> outer = limits(type);
  while (graph[sum].op == Op::Add || graph[sum].op == Op::Sub) {
    const std::optional<IntegerLimits> inner = order::integerLimits(graph, sum);
    const bool narrowed = inner && inner->width != 0 && !(*inner == IntegerLimits::ofType(inner->width, inner->isSigned));
    if (inner && (narrowed || !outer || (!inner->isSigned && inner->width < outer->width)))
      return true;
    if (graph[graph.operand(sum, 1)].op != Op::Constant)
      return false;
    sum = graph.operand(sum, 0); // constants are gathered through all of them
  }
  return false;
}

NodeId IntegerTypes::complement(NodeId constant, clang::QualType type) const {
  const std::optional<IntegerLimits> own = limits(type);
  const std::optional<llvm::APSInt> whole =
      own && !own->isSigned && graph[constant].op == Op::Constant ? wholeOf(graph.number(constant)) : std::nullopt;
  if (!whole)
    return {};
  const llvm::APSInt kept(whole->trunc(own->width), true);
  return kept.isSignBitSet() ? graph.constant(numberOf(llvm::APSInt(-kept, true)), graph[constant].type) : NodeId{};
}

} // namespace fporder::frontend
