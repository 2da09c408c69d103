// Buffers behind handles, as call models see them.
#include "analyzer/frontend/library/call_models.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using order::NodeId;

NodeId Evaluator::elementIndex() {
  order::NodeSpec leaf;
  leaf.op = order::Op::LoopIndex;
  leaf.type = {format::Format::Integer, order::Shape::Scalar};
  leaf.symbol = "k";
  leaf.version = loopTable.of(0, nullptr).number;
  memory.elementIndex = graph.intern(leaf);
  return memory.elementIndex;
}

bool Evaluator::isGenericElement(LocationId location) const {
  const Location &where = memory[location];
  return memory.elementIndex && where.kind == Location::Kind::Index && order::dependsOnLoop(graph, where.index, graph[memory.elementIndex].version);
}

/// True when the elements of a buffer are added to other elements of it, as a reduction by halves does: no sum of terms of its own.
bool Evaluator::foldsBuffer(LocationId accumulator, NodeId term) {
  if (!isGenericElement(accumulator))
    return false;
  const order::StorageId buffer = memory.storage(accumulator);
  return anyBelow(graph, term, [&](NodeId node) {
    return graph[node].op == order::Op::Element && graph.storage(node) && order::inOneArray(graph, graph.storage(node), buffer);
  });
}

LocationId Evaluator::newBuffer(const void *key, llvm::StringRef name) {
  Buffer &buffer = buffers[{frame->key, key}];
  if (!buffer.contents) {
    const std::string known = handleName.empty() ? name.str() : handleName;
    Root untouched; // neither ends with the statement
    untouched.kind = Root::Kind::Temporary;
    untouched.name = known;
    buffer.contents = memory.newRoot(untouched);
    untouched.contentsOf = buffer.contents;
    buffer.pristine = memory.newRoot(std::move(untouched));
  }
  memory.copy(state.store, buffer.contents, buffer.pristine);
  return buffer.contents;
}

void Evaluator::putInto(LocationId queue, LocationId first, clang::SourceLocation where) {
  if (!recording || !state.reachable)
    return;
  const LocationId buffer = bufferOf(first);
  Handovers::add(handed.put, {memory.storage(queue), memory.storage(buffer)});
  for (const auto &[element, type] : writtenParts(buffer))
    storeEffect(element, readNumber(element, type), where);
}

void Evaluator::takenFrom(LocationId queue, LocationId first) {
  if (recording && state.reachable)
    Handovers::add(handed.taken, {memory.storage(queue), memory.storage(bufferOf(first))});
}

/// What was put into a queue and taken back has not left the function.
void Evaluator::endHandovers() {
  handed.element = memory.elementIndex;
  std::erase_if(procedure.effects, [&](const order::Effect &effect) {
    return effect.kind == order::Effect::Kind::Store && effect.storage && handed.isTakenBack(frontend::bufferOf(graph, effect.storage));
  });
}

Value Evaluator::readHandle(LocationId object) {
  ReadType handle;
  handle.kind = ReadType::Kind::Pointer;
  handle.reachesScalar = true;
  return memory.read(state.store, object, handle);
}

/// The base of a subscript that cuts a slice off a buffer; null for any other expression. Templates leave open what t[offset] calls.
const clang::Expr *Evaluator::slicedBuffer(const clang::Expr *expression) {
  const clang::Expr *base = nullptr;
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    base = element->getBase();
  else if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
           operation && operation->getOperator() == clang::OO_Subscript && operation->isTypeDependent())
    base = operation->getArg(0);
  return base && (types.info(base->getType()).isBuffer || slicedBuffer(base->IgnoreParenImpCasts())) ? base : nullptr;
}

const clang::Expr *uncopied(const clang::Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParenImpCasts();
    const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
    if (const auto *temporaryObject = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
      expression = temporaryObject->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else if (copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor())
      expression = copy->getArg(0);
    else
      return expression;
  }
}

Value Evaluator::evaluateFor(llvm::StringRef handle, const clang::Expr *expression) {
  const std::string outer = std::exchange(handleName, handle.str());
  const Value value = evaluateOpen(expression);
  handleName = outer;
  return value;
}

Value Evaluator::evaluateOpen(const clang::Expr *expression) {
  expression = uncopied(expression);
  if (const clang::Expr *buffer = slicedBuffer(expression)) {
    const clang::Expr *offset = nullptr;
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      offset = element->getIdx();
    else
      offset = llvm::cast<clang::CXXOperatorCallExpr>(expression)->getArg(1);
    const Value whole = evaluateOpen(buffer);
    return advance(whole, number(offset));
  }
  if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::CXXDependentScopeMemberExpr>(expression))
    if (const std::optional<Value> stored = held(location(expression)); stored && stored->isPointer())
      return readHandle(location(expression));
  return evaluate(expression);
}

} // namespace fporder::frontend
