// The loop statements of C and C++.
#include "analyzer/frontend/evaluator.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

namespace {

/// Variables that a loop's increment expression advances.
void advanced(const clang::Expr *increment, llvm::SmallVectorImpl<const clang::Expr *> &found) {
  llvm::SmallVector<const clang::Expr *, 4> work{increment};
  while (!work.empty()) {
    const clang::Expr *expression = work.pop_back_val()->IgnoreParenImpCasts();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(expression))
      expression = full->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression); unary && unary->isIncrementDecrementOp()) {
      found.push_back(unary->getSubExpr());
    } else if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      if (operation->getOpcode() == clang::BO_Comma) {
        work.push_back(operation->getRHS());
        work.push_back(operation->getLHS());
      } else if (operation->getOpcode() == clang::BO_AddAssign || operation->getOpcode() == clang::BO_SubAssign) {
        found.push_back(operation->getLHS());
      }
    } else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
      if ((call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus) && call->getNumArgs() >= 1)
        found.push_back(call->getArg(0));
    }
  }
}

/// o >>= 1, o /= 2, o *= 2, o = o / 2: the loop runs once for each binary digit of the range at most.
bool halvesOrDoubles(const clang::Expr *increment, const clang::ASTContext &context) {
  const auto *operation = increment ? llvm::dyn_cast<clang::BinaryOperator>(increment->IgnoreParenImpCasts()) : nullptr;
  if (!operation)
    return false;
  clang::BinaryOperatorKind kind = operation->getOpcode();
  const clang::Expr *by = operation->getRHS();
  if (kind == clang::BO_Assign) {
    operation = llvm::dyn_cast<clang::BinaryOperator>(by->IgnoreParenImpCasts());
    if (!operation)
      return false;
    kind = operation->getOpcode();
    by = operation->getRHS();
  } else if (operation->isCompoundAssignmentOp()) {
    kind = clang::BinaryOperator::getOpForCompoundAssignment(kind);
  }
  const bool scales = kind == clang::BO_Mul || kind == clang::BO_Div, shifts = kind == clang::BO_Shl || kind == clang::BO_Shr;
  clang::Expr::EvalResult value;
  if ((!scales && !shifts) || by->isValueDependent() || !by->EvaluateAsInt(value, context))
    return false;
  return value.Val.getInt().getExtValue() >= (scales ? 2 : 1);
}

} // namespace

/// From the loop's test: which elements its index visits.
void Evaluator::noteRange(LoopShape &shape, NodeId test) {
  if (!test || !activeLoop)
    return;
  const bool negated = graph[test].op == Op::Not; // !(it == end)
  if (negated)
    test = graph.operand(test, 0);
  if (graph[test].op != Op::Compare)
    return;
  if (!negated)
    noteExit(test);
  const std::uint32_t loop = activeLoop->id;
  const std::string_view relation = graph.symbol(test);
  NodeId index = graph.operand(test, 0), bound = graph.operand(test, 1);
  const bool upwards = negated ? relation == "==" : relation == "<" || relation == "!=" || relation == "<=";
  while (graph[index].op == Op::Cast)
    index = graph.operand(index, 0);
  if (graph[index].op == Op::Sub && graph[bound].op == Op::Constant && graph.number(bound).isZero()) { // it - end != 0
    bound = graph.operand(index, 1);
    index = graph.operand(index, 0);
  }
  if (!upwards || graph[index].op != Op::LoopIndex || graph[index].version != loop || order::dependsOnLoop(graph, bound, loop) ||
      graph[bound].op == Op::LoopValue)
    return;
  NodeId start;
  for (const LocationId candidate : inductions[loop]) {
    const auto value = inductionValue(*activeLoop, candidate);
    if (value && value->isPointer() && value->location && memory[value->location].kind == Location::Kind::Index &&
        graph.sameValue(memory[value->location].index, index))
      start = integer(0); // a pointer's index counts from where it starts
    if (!value || !value->isNumber() || !graph.sameValue(value->node, index))
      continue;
    ReadType integer;
    integer.number = {Format::Integer, Shape::Scalar};
    const Value before = memory.read(activeLoop->before.store, candidate, integer);
    if (before.isNumber())
      start = before.node;
  }
  if (!start)
    return;
  if (relation == "<=")
    bound = integerOperation(clang::BO_Add, bound, integer(1));
  const auto step = memory.loopSteps.find(loop);
  memory.loopRanges[loop] = {start, bound, step == memory.loopSteps.end() ? 0 : step->second};
  noteSpan(loop, start, bound);
  shape.tripCount = graph[start].op == Op::Constant && graph.number(start).isZero() ? bound : restOf(start, bound);
}

void Evaluator::seedInductions(std::uint32_t loop, const clang::Expr *increment) {
  llvm::SmallVector<const clang::Expr *, 4> candidates;
  if (increment)
    advanced(increment, candidates);
  for (const clang::Expr *candidate : candidates) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(candidate->IgnoreParenImpCasts());
    const auto *object = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (!object || object->getType()->isReferenceType() || types.isFloating(object->getType()))
      continue;
    const LocationId where = variable(object);
    if (notInductions[loop].contains(where))
      continue;
    const TypeInfo &info = types.info(object->getType());
    if (info.kind == TypeClass::Pointer || info.kind == TypeClass::Record)
      pointerVariables.insert(where);
    inductions[loop].insert(where);
  }
}

NodeId Evaluator::endCondition(const clang::Expr *test) {
  const bool outer = std::exchange(loopTest, true);
  const NodeId decision = condition(test);
  loopTest = outer;
  return decision;
}

void Evaluator::forStatement(const clang::ForStmt *statement) {
  if (statement->getInit())
    execute(statement->getInit());
  if (!state.reachable)
    return;
  const std::uint32_t loop = loopId(statement);
  seedInductions(loop, statement->getInc());
  LoopShape shape;
  shape.geometric = halvesOrDoubles(statement->getInc(), unit.context);
  if (shape.geometric)
    shape.tripCount = digitsOf(statement->getInc());
  iterate(statement, shape, !statement->getCond(), [&] {
    if (statement->getConditionVariable())
      declareVariable(statement->getConditionVariable());
    if (statement->getCond()) {
      nextStatement();
      const NodeId test = endCondition(statement->getCond());
      noteRange(shape, test);
      effect(order::Effect::Kind::Condition, test, {}, statement->getCond());
    }
    loopBody(statement->getBody());
    if (statement->getInc() && state.reachable) {
      nextStatement();
      discard(statement->getInc());
    }
  });
}

void Evaluator::whileStatement(const clang::Stmt *statement, const clang::Expr *test, const clang::Stmt *body, bool testFirst) {
  bool infinite = false;
  if (const auto known = evaluateConstant(test))
    infinite = !graph.number(*known).isZero();
  LoopShape shape;
  const auto decide = [&] {
    nextStatement();
    const NodeId decision = endCondition(test);
    if (testFirst)
      noteRange(shape, decision);
    effect(order::Effect::Kind::Condition, decision, {}, test);
  };
  iterate(statement, shape, infinite, [&] {
    if (testFirst)
      decide();
    loopBody(body);
    if (!testFirst && state.reachable)
      decide();
  });
}

/// A range whose begin and end are in one array visits the elements between them.
void Evaluator::noteElements(const clang::CXXForRangeStmt *statement, LoopShape &shape) {
  const auto pointerIn = [&](const clang::DeclStmt *declaration) {
    ReadType pointer;
    pointer.kind = ReadType::Kind::Pointer;
    const auto *object = declaration && declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
    return object ? memory.read(state.store, variable(object), pointer) : Value::none();
  };
  const Value first = pointerIn(statement->getBeginStmt()), last = pointerIn(statement->getEndStmt());
  if (!first.isPointer() || !last.isPointer() || !first.location || !last.location)
    return;
  const Location begin = memory[first.location], end = memory[last.location];
  if (begin.kind != Location::Kind::Index || end.kind != Location::Kind::Index || begin.parent != end.parent)
    return;
  shape.tripCount = integerOperation(clang::BO_Sub, end.index, begin.index);
  memory.loopRanges[loopId(statement)] = {integer(0), shape.tripCount, 1};
}

void Evaluator::rangeFor(const clang::CXXForRangeStmt *statement) {
  if (statement->getInit())
    execute(statement->getInit());
  const std::uint32_t loop = loopId(statement);
  LoopShape shape;
  if (statement->getBeginStmt() && statement->getInc()) {
    execute(statement->getRangeStmt());
    execute(statement->getBeginStmt());
    if (statement->getEndStmt())
      execute(statement->getEndStmt());
    seedInductions(loop, statement->getInc());
    noteElements(statement, shape);
    iterate(statement, shape, false, [&] {
      if (statement->getCond())
        endCondition(statement->getCond());
      execute(statement->getLoopVarStmt());
      loopBody(statement->getBody());
      if (state.reachable)
        discard(statement->getInc());
    });
    return;
  }
  // A range whose type a template leaves open: its elements in order.
  const LocationId range = location(statement->getRangeInit());
  const clang::VarDecl *object = statement->getLoopVariable();
  order::NodeSpec leaf;
  leaf.op = Op::LoopIndex;
  leaf.type = {Format::Integer, Shape::Scalar};
  leaf.symbol = shape.indexName;
  leaf.version = loop;
  const NodeId index = graph.intern(leaf);
  iterate(statement, shape, false, [&] {
    const LocationId item = memory.index(range, index);
    const LocationId where = variable(object);
    if (object->getType()->isReferenceType()) {
      memory.assign(state.store, where, Value::pointer(item));
    } else {
      const Value value = read(item, object->getType());
      write(where, value);
    }
    loopBody(statement->getBody());
  });
}

} // namespace fporder::frontend
