// The loop statements of C and C++.
#include "analyzer/frontend/syntax/lost_statements.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/StmtCXX.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

namespace {

/// The variable or member that an expression names; null when it names none.
const clang::ValueDecl *namedBy(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return reference->getDecl();
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
  return member ? member->getMemberDecl() : nullptr;
}

/// The o of o >>= 1, o /= 2, o *= 2, o = o / 2; null for other increments.
const clang::ValueDecl *halvedOrDoubled(const clang::Expr *increment, const clang::ASTContext &context) {
  const auto *operation = increment ? llvm::dyn_cast<clang::BinaryOperator>(increment->IgnoreParenImpCasts()) : nullptr;
  const clang::ValueDecl *variable = operation ? namedBy(operation->getLHS()) : nullptr;
  if (!variable)
    return nullptr;
  clang::BinaryOperatorKind kind = operation->getOpcode();
  const clang::Expr *by = operation->getRHS();
  if (kind == clang::BO_Assign) {
    operation = llvm::dyn_cast<clang::BinaryOperator>(by->IgnoreParenImpCasts());
    if (!operation || namedBy(operation->getLHS()) != variable)
      return nullptr;
    kind = operation->getOpcode();
    by = operation->getRHS();
  } else if (operation->isCompoundAssignmentOp()) {
    kind = clang::BinaryOperator::getOpForCompoundAssignment(kind);
  }
  const bool scales = kind == clang::BO_Mul || kind == clang::BO_Div, shifts = kind == clang::BO_Shl || kind == clang::BO_Shr;
  clang::Expr::EvalResult value;
  if ((!scales && !shifts) || by->isValueDependent() || !by->EvaluateAsInt(value, context))
    return nullptr;
  return value.Val.getInt().getExtValue() >= (scales ? 2 : 1) ? variable : nullptr;
}

/// True when `test`, or what has to hold with it, compares `variable`, which then ends the loop.
bool tests(const clang::Expr *test, const clang::ValueDecl *variable) {
  llvm::SmallVector<const clang::Expr *, 4> work{test};
  while (!work.empty()) {
    const clang::Expr *current = work.pop_back_val()->IgnoreParenImpCasts();
    if (namedBy(current) == variable)
      return true;
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(current);
    if (operation && operation->getOpcode() != clang::BO_LOr && !operation->isAssignmentOp() && !operation->isCommaOp())
      work.append({operation->getLHS(), operation->getRHS()});
  }
  return false;
}

/// True for a loop that runs once for each binary digit of its variable's range at most.
bool isGeometric(const clang::ForStmt *statement, const clang::ASTContext &context) {
  const clang::ValueDecl *variable = statement->getCond() ? halvedOrDoubled(statement->getInc(), context) : nullptr;
  return variable && tests(statement->getCond(), variable);
}

} // namespace

/// From the loop's test: which elements its index visits, and how often at most it runs.
void Evaluator::noteRange(const LoopShape &shape, NodeId test) {
  if (!test || !activeLoop)
    return;
  Loop &loop = activeLoop->loop;
  loop.range.reset(); // of an iteration that had another index
  activeLoop->lowest = activeLoop->span = {};
  noteTest(test, false);
  const bool negated = graph[test].op == Op::Not; // !(it == end)
  if (negated)
    test = graph.operand(test, 0);
  if (graph[test].op != Op::Compare)
    return;
  if (!negated)
    noteExit(test);
  const std::string_view relation = graph.symbol(test);
  NodeId index = graph.operand(test, 0), bound = graph.operand(test, 1);
  const bool upwards = negated ? relation == "==" : relation == "<" || relation == "!=" || relation == "<=";
  while (graph[index].op == Op::Cast)
    index = graph.operand(index, 0);
  if (graph[index].op == Op::Sub && graph[bound].op == Op::Constant && graph.number(bound).isZero()) { // it - end != 0
    bound = graph.operand(index, 1);
    index = graph.operand(index, 0);
  }
  noteTested(*activeLoop, index);
  const bool downwards = loop.step.value_or(0) < 0;
  if (const OffsetForm form = offsetForm(graph, index); form.offset > 0 && form.node && graph[form.node].op == Op::LoopIndex) { // i + 8 <= n
    index = form.node;
    bound = integerOperation(clang::BO_Sub, bound, integer(form.offset));
  }
  if (downwards ? relation.starts_with('<') || negated : !upwards)
    return;
  if (graph[index].op != Op::LoopIndex || graph[index].version != loop.number || order::dependsOnLoop(graph, bound, loop.number) ||
      graph[bound].op == Op::LoopValue)
    return;
  const NodeId start = startOf(*activeLoop);
  if (!start)
    return;
  const auto isNought = [&](NodeId node) { return graph[node].op == Op::Constant && graph.number(node).isZero(); };
  if (downwards) {
    activeLoop->lowest = relation == ">=" ? bound : integerOperation(clang::BO_Add, bound, integer(1));
    activeLoop->span = integerOperation(clang::BO_Sub, integerOperation(clang::BO_Add, start, integer(1)), activeLoop->lowest);
    return;
  }
  if (relation == "<=")
    bound = integerOperation(clang::BO_Add, bound, integer(1));
  loop.range = {start, bound};
  noteSpan(loop, start, bound);
  activeLoop->span = integerOperation(clang::BO_Sub, bound, start);
  if (isNought(start) || shape.geometric)
    return;
  if (const auto rest = restOf(start, bound)) {
    if (!loop.bound)
      loop.bound.emplace();
    loop.bound->iterations = std::min(loop.bound->iterations, *rest);
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
  Loop &loop = loopOf(statement);
  seedInductions(loop, statement->getInc());
  LoopShape shape;
  shape.geometric = isGeometric(statement, unit.context);
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
    if (state.reachable)
      passLost(namesLost(unit.context, statement), statement->getRParenLoc());
  });
}

/// do { ... } while (0): no loop, but break and continue leave it.
void Evaluator::doOnce(const clang::Stmt *body) {
  const NodeId base = state.path;
  const Moment start = memory.now();
  Breakable leaving;
  leaving.isLoop = true;
  leaving.outer = std::exchange(breakable, &leaving);
  loopBody(body);
  breakable = leaving.outer;
  if (leaving.breaks.empty())
    return;
  std::vector<State> ends = std::move(leaving.breaks);
  ends.push_back(state);
  state = join(std::move(ends), base, start);
  state.path = base;
}

void Evaluator::whileStatement(const clang::Stmt *statement, const clang::Expr *test, const clang::Stmt *body, bool testFirst) {
  bool infinite = false;
  if (const auto known = evaluateConstant(test)) {
    infinite = !graph.number(*known).isZero();
    if (!infinite && !testFirst)
      return doOnce(body);
  }
  LoopShape shape;
  const auto decide = [&] {
    nextStatement();
    const NodeId decision = endCondition(test);
    if (testFirst)
      noteRange(shape, decision);
    else
      noteTest(decision, true);
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
  loopOf(statement).range = {integer(0), shape.tripCount};
}

void Evaluator::rangeFor(const clang::CXXForRangeStmt *statement) {
  if (statement->getInit())
    execute(statement->getInit());
  Loop &loop = loopOf(statement);
  LoopShape shape;
  if (statement->getBeginStmt() && statement->getInc()) {
    execute(statement->getRangeStmt());
    execute(statement->getBeginStmt());
    if (statement->getEndStmt())
      execute(statement->getEndStmt());
    seedInductions(loop, statement->getInc());
    loop.inductions.tested = variable(llvm::cast<clang::VarDecl>(statement->getBeginStmt()->getSingleDecl()));
    noteElements(statement, shape);
    iterate(statement, shape, false, [&] {
      if (statement->getCond())
        endCondition(statement->getCond());
      activeLoop->test.open = true; // what does not end early ends with the range
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
  leaf.version = loop.number;
  const NodeId index = graph.intern(leaf);
  loop.inductions.counted = true;
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
