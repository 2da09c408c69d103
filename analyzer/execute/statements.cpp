#include "analyzer/execute/interpreter.h"
#include "analyzer/execute/limits.h"
#include "runtime/format/rounding.h"

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::execute {

std::nullopt_t Interpreter::refuse(const std::string &why) {
  if (reason.empty())
    reason = why;
  return std::nullopt;
}

Interpreter::Flow Interpreter::stop(const std::string &why) {
  refuse(why);
  return Flow::Stop;
}

bool Interpreter::fail(const std::string &why) {
  refuse(why);
  return false;
}

bool Interpreter::spend() {
  if (nesting > mostNesting)
    refuse("it is nested deeper than " + std::to_string(mostNesting) + " levels");
  else if (++steps > mostSteps)
    exceed(std::to_string(mostSteps) + " steps");
  return reason.empty();
}

bool Interpreter::spendFloating() {
  if (++floating > mostFloatingOperations)
    exceed(std::to_string(mostFloatingOperations) + " floating-point operations");
  return reason.empty();
}

void Interpreter::exceed(const std::string &limit) {
  tooLong |= reason.empty();
  refuse("it takes more than " + limit);
}

Interpreter::Flow Interpreter::execute(const clang::Stmt *statement) {
  if (!statement)
    return Flow::Next;
  const Nested nested(*this);
  if (!spend())
    return Flow::Stop;
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement)) {
    if (expression->getType()->isRecordType() || expression->isGLValue())
      return locate(expression) ? Flow::Next : Flow::Stop;
    return evaluate(expression) ? Flow::Next : Flow::Stop;
  }
  switch (statement->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return Flow::Next;
  case clang::Stmt::CompoundStmtClass:
    return executeCompound(llvm::cast<clang::CompoundStmt>(statement));
  case clang::Stmt::DeclStmtClass:
    return executeDeclaration(llvm::cast<clang::DeclStmt>(statement));
  case clang::Stmt::IfStmtClass:
    return executeIf(llvm::cast<clang::IfStmt>(statement));
  case clang::Stmt::ForStmtClass:
    return executeFor(llvm::cast<clang::ForStmt>(statement));
  case clang::Stmt::WhileStmtClass:
    return executeWhile(llvm::cast<clang::WhileStmt>(statement));
  case clang::Stmt::DoStmtClass:
    return executeDo(llvm::cast<clang::DoStmt>(statement));
  case clang::Stmt::CXXForRangeStmtClass:
    return executeRangeFor(llvm::cast<clang::CXXForRangeStmt>(statement));
  case clang::Stmt::SwitchStmtClass:
    return executeSwitch(llvm::cast<clang::SwitchStmt>(statement));
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    return execute(llvm::cast<clang::SwitchCase>(statement)->getSubStmt());
  case clang::Stmt::AttributedStmtClass:
    return execute(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
  case clang::Stmt::LabelStmtClass:
    return execute(llvm::cast<clang::LabelStmt>(statement)->getSubStmt());
  case clang::Stmt::BreakStmtClass:
    return Flow::Break;
  case clang::Stmt::ContinueStmtClass:
    return Flow::Continue;
  case clang::Stmt::ReturnStmtClass:
    return executeReturn(llvm::cast<clang::ReturnStmt>(statement));
  default:
    // Threads may take a loop's iterations in any order, and in that of the loop as well.
    if (const auto *directive = llvm::dyn_cast<clang::OMPExecutableDirective>(statement); directive && directive->hasAssociatedStmt())
      return execute(directive->getInnermostCapturedStmt()->getCapturedStmt());
    return stop(std::string("it has a ") + statement->getStmtClassName());
  }
}

Interpreter::Flow Interpreter::executeCompound(const clang::CompoundStmt *block) {
  for (const clang::Stmt *each : block->body())
    if (const Flow flow = execute(each); flow != Flow::Next)
      return flow;
  return Flow::Next;
}

std::optional<bool> Interpreter::condition(const clang::Expr *expression) {
  if (!expression)
    return true;
  const Result value = evaluate(expression);
  if (!value)
    return std::nullopt;
  if (!value->isSet())
    return refuse("a condition has no value");
  return value->truth();
}

Interpreter::Flow Interpreter::executeIf(const clang::IfStmt *statement) {
  if (statement->isConsteval())
    return execute(statement->isNonNegatedConsteval() ? statement->getElse() : statement->getThen());
  if (const Flow flow = execute(statement->getInit()); flow != Flow::Next)
    return flow;
  if (const Flow flow = execute(statement->getConditionVariableDeclStmt()); flow != Flow::Next)
    return flow;
  const std::optional<bool> truth = condition(statement->getCond());
  if (!truth)
    return Flow::Stop;
  return execute(*truth ? statement->getThen() : statement->getElse());
}

Interpreter::Flow Interpreter::iterate(const clang::Stmt *loop, const clang::Stmt *body, std::uint64_t &ended) {
  if (!watch.loops.empty() && watch.loops.front() == loop && isWatched())
    ++recorded.iterations;
  const Flow flow = execute(body);
  if (flow == Flow::Return)
    leaveLoop(loop);
  if (flow != Flow::Next && flow != Flow::Continue)
    return flow;
  return isCut(loop, ended) ? Flow::Break : Flow::Next;
}

Interpreter::Flow Interpreter::executeFor(const clang::ForStmt *loop) {
  if (const Flow flow = execute(loop->getInit()); flow != Flow::Next)
    return flow;
  enterLoop(loop);
  for (std::uint64_t ended = 0;;) {
    if (!spend() || execute(loop->getConditionVariableDeclStmt()) != Flow::Next)
      return Flow::Stop;
    const std::optional<bool> more = condition(loop->getCond());
    if (!more)
      return Flow::Stop;
    if (!*more)
      break;
    const Flow flow = iterate(loop, loop->getBody(), ended);
    if (flow == Flow::Break)
      break;
    if (flow != Flow::Next)
      return flow;
    if (loop->getInc() && execute(loop->getInc()) != Flow::Next)
      return Flow::Stop;
  }
  leaveLoop(loop);
  return Flow::Next;
}

Interpreter::Flow Interpreter::executeWhile(const clang::WhileStmt *loop) {
  enterLoop(loop);
  for (std::uint64_t ended = 0;;) {
    if (!spend() || execute(loop->getConditionVariableDeclStmt()) != Flow::Next)
      return Flow::Stop;
    const std::optional<bool> more = condition(loop->getCond());
    if (!more)
      return Flow::Stop;
    if (!*more)
      break;
    const Flow flow = iterate(loop, loop->getBody(), ended);
    if (flow == Flow::Break)
      break;
    if (flow != Flow::Next)
      return flow;
  }
  leaveLoop(loop);
  return Flow::Next;
}

Interpreter::Flow Interpreter::executeDo(const clang::DoStmt *loop) {
  enterLoop(loop);
  for (std::uint64_t ended = 0;;) {
    if (!spend())
      return Flow::Stop;
    const Flow flow = iterate(loop, loop->getBody(), ended);
    if (flow == Flow::Break)
      break;
    if (flow != Flow::Next)
      return flow;
    const std::optional<bool> more = condition(loop->getCond());
    if (!more)
      return Flow::Stop;
    if (!*more)
      break;
  }
  leaveLoop(loop);
  return Flow::Next;
}

Interpreter::Flow Interpreter::executeRangeFor(const clang::CXXForRangeStmt *loop) {
  for (const clang::Stmt *each : {loop->getInit(), static_cast<const clang::Stmt *>(loop->getRangeStmt()),
                                  static_cast<const clang::Stmt *>(loop->getBeginStmt()), static_cast<const clang::Stmt *>(loop->getEndStmt())})
    if (const Flow flow = execute(each); flow != Flow::Next)
      return flow;
  enterLoop(loop);
  for (std::uint64_t ended = 0;;) {
    const std::optional<bool> more = spend() ? condition(loop->getCond()) : std::nullopt;
    if (!more)
      return Flow::Stop;
    if (!*more)
      break;
    if (execute(loop->getLoopVarStmt()) != Flow::Next)
      return Flow::Stop;
    const Flow flow = iterate(loop, loop->getBody(), ended);
    if (flow == Flow::Break)
      break;
    if (flow != Flow::Next)
      return flow;
    if (execute(loop->getInc()) != Flow::Next)
      return Flow::Stop;
  }
  leaveLoop(loop);
  return Flow::Next;
}

/// The case that a value goes to, null when there is none. Nothing where a case's value cannot be told.
std::optional<const clang::SwitchCase *> Interpreter::chosenCase(const clang::SwitchStmt *statement, const Value &value) {
  const clang::SwitchCase *byDefault = nullptr;
  for (const clang::SwitchCase *each = statement->getSwitchCaseList(); each; each = each->getNextSwitchCase()) {
    const auto *labelled = llvm::dyn_cast<clang::CaseStmt>(each);
    if (!labelled) {
      byDefault = each;
      continue;
    }
    const Result low = evaluate(labelled->getLHS()), high = labelled->getRHS() ? evaluate(labelled->getRHS()) : low;
    if (!low || !high || low->kind != Value::Kind::Integer || high->kind != Value::Kind::Integer)
      return refuse("a case's value is not known");
    if (value.wide() >= low->wide() && value.wide() <= high->wide())
      return each;
  }
  return byDefault;
}

Interpreter::Flow Interpreter::executeSwitch(const clang::SwitchStmt *statement) {
  if (const Flow flow = execute(statement->getInit()); flow != Flow::Next)
    return flow;
  if (const Flow flow = execute(statement->getConditionVariableDeclStmt()); flow != Flow::Next)
    return flow;
  const Result value = evaluate(statement->getCond());
  if (!value || value->kind != Value::Kind::Integer)
    return stop("a switch's value is no integer");
  const std::optional<const clang::SwitchCase *> chosen = chosenCase(statement, *value);
  if (!chosen)
    return Flow::Stop;
  if (!*chosen)
    return Flow::Next;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody());
  if (!body)
    return stop("a switch has no block");
  const Flow flow = executeCases(body, *chosen);
  return flow == Flow::Break ? Flow::Next : flow;
}

/// The statements of a switch from a case on. Cases may be stacked (case 1: case 2: ...), but not stand within other statements.
Interpreter::Flow Interpreter::executeCases(const clang::CompoundStmt *body, const clang::SwitchCase *from) {
  bool reached = false;
  for (const clang::Stmt *each : body->body()) {
    for (const auto *label = llvm::dyn_cast<clang::SwitchCase>(each); label && !reached;
         label = llvm::dyn_cast<clang::SwitchCase>(label->getSubStmt()))
      reached = label == from;
    if (!reached)
      continue;
    if (const Flow flow = execute(each); flow != Flow::Next)
      return flow;
  }
  return reached ? Flow::Next : stop("a case stands within another statement");
}

Interpreter::Flow Interpreter::executeDeclaration(const clang::DeclStmt *statement) {
  for (const clang::Decl *each : statement->decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
    if (!variable) {
      if (llvm::isa<clang::TypeDecl, clang::StaticAssertDecl, clang::UsingDecl, clang::UsingDirectiveDecl, clang::UsingShadowDecl,
                    clang::NamespaceAliasDecl, clang::EmptyDecl, clang::FunctionDecl>(each))
        continue;
      return stop(std::string("it declares a ") + each->getDeclKindName());
    }
    if (!declare(variable))
      return Flow::Stop;
  }
  return Flow::Next;
}

bool Interpreter::declare(const clang::VarDecl *variable) {
  if (llvm::isa<clang::DecompositionDecl>(variable))
    return fail("it has a structured binding");
  if (variable->hasGlobalStorage())
    return true; // where it is named
  const clang::QualType type = variable->getType();
  if (type->isReferenceType()) {
    const Location target = variable->getInit() ? locate(variable->getInit()) : Location{};
    if (!target)
      return fail("a reference has no target");
    frame->variables[variable] = *target;
    return true;
  }
  const auto known = frame->variables.find(variable);
  Location at = known != frame->variables.end() ? Location(known->second) : allocate(type);
  if (!at)
    return false;
  if (known != frame->variables.end()) {
    memory.forget(*at);
    setAnew(*at);
  }
  frame->variables[variable] = *at;
  if (!variable->getInit())
    return true;
  if (!initialise(variable->getInit(), type, *at))
    return false;
  if (!format::isHeldInDouble(formatOf(context, type)))
    return true;
  const Value *value = memory.cell(*at, reason);
  if (value)
    recordAssigned(variable->getInit(), *at, *value);
  return value != nullptr;
}

Interpreter::Flow Interpreter::executeReturn(const clang::ReturnStmt *statement) {
  const clang::Expr *value = statement->getRetValue();
  if (!value)
    return Flow::Return;
  const clang::QualType type = frame->function->getReturnType();
  if (type->isReferenceType()) {
    const Location at = locate(value);
    if (!at)
      return Flow::Stop;
    frame->result = Value::pointer(*at);
    return Flow::Return;
  }
  if (type->isRecordType())
    return initialise(value, type, frame->resultAt) ? Flow::Return : Flow::Stop;
  const Result result = evaluate(value);
  if (!result)
    return Flow::Stop;
  frame->result = *result;
  return Flow::Return;
}

} // namespace fporder::execute
