// What the source calls the values that its statements read, where the graph calls them otherwise: order::Readings. What is read of a union.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/order/bit_cast.h"

#include <algorithm>

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

/// An element of an array that the graph calls otherwise than the source does here: by what a function called it whose result it is.
bool isElementOfOther(const clang::Expr *expression, llvm::StringRef graphName) {
  const clang::Expr *base = nullptr;
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    base = subscript->getBase();
  else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression); call && call->getOperator() == clang::OO_Subscript)
    base = call->getArg(0);
  if (!base)
    return false;
  const clang::Expr *array = base->IgnoreParenImpCasts();
  if (const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(array))
    return graphName != variable->getNameInfo().getAsString();
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(array);
  return member && member->isImplicitAccess() && graphName != member->getMemberNameInfo().getAsString();
}

/// An element whose index is computed: the source may have a variable in its place.
bool hasComputedIndex(const order::Graph &graph, NodeId node) {
  return graph[node].op == Op::Element && std::ranges::any_of(graph.operands(node), [&](NodeId index) { return !order::isLeaf(graph[index].op); });
}

} // namespace

/// `node`, which `expression` reads: the name that the source has for it in this statement is remembered where the graph has another. A constant, an
/// input and a member read as the graph spells them; x[i++] is another value where it is read again.
NodeId Evaluator::readAs(const clang::Expr *expression, NodeId node) {
  const order::Node stored = graph[node];
  if (!recording || stored.type.format == Format::Integer || stored.type.format == Format::Boolean)
    return node;
  expression = expression->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const bool leaf = order::isLeaf(stored.op) && stored.op != Op::Constant;
  const bool isOther = !leaf || hasComputedIndex(graph, node) || isElementOfOther(expression, graph.symbol(node));
  if (!reference && (stored.op == Op::Constant || !isOther || expression->HasSideEffects(unit.context, /*IncludePossibleEffects=*/false)))
    return node;
  const std::string text = reference ? reference->getNameInfo().getAsString() : spelling(expression, "");
  if (!text.empty() && (!leaf || text != graph.symbol(node)))
    procedure.readings.add(node, places.statement, text);
  return node;
}

/// What is read of a union's member where another member was written last: the bits of that.
NodeId Evaluator::punned(const clang::Expr *expression, LocationId where, NodeId read) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression->IgnoreParens());
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || !field->getParent()->isUnion() || memory.unknownSince(read) == 0)
    return read;
  const auto isNumber = [&](clang::QualType type) { return !type->isDependentType() && type->isArithmeticType(); };
  for (const clang::FieldDecl *other : field->getParent()->fields()) {
    if (!isNumber(field->getType()) || !isNumber(other->getType()) || unit.context.hasSameUnqualifiedType(field->getType(), other->getType()) ||
        unit.context.getTypeSize(field->getType()) != unit.context.getTypeSize(other->getType()))
      continue;
    const LocationId written = memory.field(memory[where].parent, other);
    const Value held = this->read(written, other->getType());
    if (held.isNumber() && graph.storage(held.node) != memory.storage(written))
      return order::bitCast(graph, held.node, types.stored(field->getType()), place(expression));
  }
  return read;
}

} // namespace fporder::frontend
