// Statements that leave a loop, a switch or a function, and those of them that are lost to an error.
#include "analyzer/frontend/walk/evaluator.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

void Evaluator::jump(bool isBreak) {
  ++frame->jumps;
  endObjectsAtJump();
  Breakable *target = breakable;
  if (!isBreak)
    while (target && !target->isLoop)
      target = target->outer;
  if (target)
    (isBreak ? target->breaks : target->continues).push_back(state);
  state.reachable = false;
}

void Evaluator::returnStatement(const clang::ReturnStmt *statement) {
  nextStatement();
  const clang::Expr *expression = statement->getRetValue();
  const clang::QualType type = frame->function->getReturnType();
  if (expression && type->isVoidType()) {
    discard(expression);
  } else if (expression) {
    if (type->isReferenceType() && !type->isDependentType())
      memory.assign(state.store, frame->result, Value::pointer(location(expression)));
    else if (type->isDependentType() || type->isUndeducedType()) {
      // Clang converts what is returned to the type that it made up for an unknown one.
      const clang::Expr *returned = type->isSpecificBuiltinType(clang::BuiltinType::Dependent) ? expression->IgnoreImpCasts() : expression;
      const auto *list = llvm::dyn_cast<clang::InitListExpr>(returned);
      const Value value = evaluate(list && list->getNumInits() == 1 && types.info(type).isArithmetic() ? list->getInit(0) : returned);
      write(frame->result, value);
    } else
      initialise(frame->result, type, expression);
    if (!frame->inlined)
      resultLeaves(type, expression);
  }
  leaveFunction();
}

void Evaluator::resultLeaves(clang::QualType type, const clang::Expr *expression) {
  if (types.info(type.getNonReferenceType()).isArithmetic()) {
    if (const Value value = memory.read(state.store, frame->result, readType(type)); value.isNumber())
      effect(order::Effect::Kind::Return, value.node, {}, expression);
  } else if (!type->isReferenceType())
    membersLeave(order::Effect::Kind::Return, frame->result, type, "", expression);
}

void Evaluator::leaveFunction() {
  ++frame->jumps;
  endObjectsAtJump();
  const LoopRun *left = leaveLoops("return");
  if (frame->inlined)
    frame->exits.push_back(state);
  if (frame->inlined && left) { // the iteration in which it returns is unknown
    const order::ValueType boolean{Format::Boolean, Shape::Scalar};
    const NodeId some = fresh("condition", boolean), path = left->before.path;
    frame->exits.back().path = path ? graph.binary(Op::And, path, some, boolean) : some;
  }
  state.reachable = false;
}

/// Marks the loops of this activation that a statement inside them leaves; the outermost of them, null when there is none.
LoopRun *Evaluator::leaveLoops(const char *statement) {
  LoopRun *outermost = nullptr;
  const bool returns = !frame->inlined && frame->function && llvm::StringRef(statement) == "return";
  if (returns && activeLoop && activeLoop->frame == frame)
    activeLoop->returns.push_back(state.path);
  for (LoopRun *run = activeLoop; run && run->frame == frame; run = run->outer) {
    run->left = statement;
    run->leftUnseen = run->leftUnseen || !returns;
    outermost = run;
  }
  return outermost;
}

void Evaluator::jumpToLabel(clang::SourceLocation statement) {
  notAnalysed(statement, "goto", "values are not followed across jumps to labels");
  leaveLoops("goto");
  ++frame->jumps;
  state.reachable = false;
}

/// A statement that Clang drops, by the names in it: it may write what these name, and jump where it has a jump, on a condition that is unknown.
void Evaluator::passLost(const std::vector<std::string> &names, clang::SourceLocation place) {
  if (names.empty() || !state.reachable)
    return;
  const llvm::SmallVector<NodeId, 4> numbers = forgetNamed(names);
  const auto mayJump = [&](llvm::StringRef word, llvm::function_ref<void()> leave) {
    if (!llvm::is_contained(names, word))
      return;
    const NodeId condition = fresh("condition", {Format::Boolean, Shape::Scalar});
    remember(Value::number(condition), numbers);
    branch(condition, leave, [] {}, memory.now());
  };
  mayJump("return", [&] {
    memory.forget(state.store, frame->result);
    leaveFunction();
  });
  mayJump("break", [&] { jump(true); });
  mayJump("continue", [&] { jump(false); });
  mayJump("goto", [&] { jumpToLabel(place); });
}

} // namespace fporder::frontend
