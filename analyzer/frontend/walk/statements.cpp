// Statements, in execution order.
#include "analyzer/frontend/accelerators/openmp.h"
#include "analyzer/frontend/accelerators/ptx.h"
#include "analyzer/frontend/syntax/lambdas.h"
#include "analyzer/frontend/syntax/lost_statements.h"
#include "analyzer/frontend/types/evidence_search.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;

void Evaluator::run(const clang::FunctionDecl *function) {
  const limits::Watch watch(function->getLocation().getRawEncoding());
  Frame own;
  own.function = function;
  frame = &own;
  procedureFunction = function;
  if (const clang::CXXRecordDecl *record = classOfThis(function)) {
    Root self;
    self.kind = Root::Kind::This;
    self.record = record;
    self.name = "*this";
    own.self = memory.newRoot(std::move(self));
  }
  own.result = temporary("result");
  unit.environments.enterFunction(function);
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    const LocationId where = variable(parameter);
    if (types.info(parameter->getType()).isArithmetic())
      define(where, memory.read(state.store, where, readType(parameter->getType())));
  }
  runBody(function);
  frame = nullptr;
  journal.close();
  endHandovers();
  assumeTypes(function);
  tellOfMemory();
  tellOfHeld();
  for (const limits::Watch::Hit &hit : watch.hits())
    notAnalysed(clang::SourceLocation::getFromRawEncoding(hit.where), limits::whatOf(hit.limit), limits::whyOf(hit.limit));
}

void Evaluator::runBody(const clang::FunctionDecl *function) {
  if (function->isDependentContext() || unit.context.getDiagnostics().hasErrorOccurred())
    searchEvidence(function, unit.evidence);
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function)) {
    for (const clang::CXXCtorInitializer *initializer : constructor->inits()) {
      nextStatement();
      if (!initializer->getInit() || !frame->self)
        continue;
      if (const clang::FieldDecl *field = initializer->getAnyMember()) {
        LocationId where = frame->self;
        if (const clang::IndirectFieldDecl *indirect = initializer->getIndirectMember())
          for (const clang::NamedDecl *step : indirect->chain())
            where = memory.field(where, llvm::cast<clang::FieldDecl>(step));
        else
          where = memory.field(where, field);
        initialise(where, field->getType(), initializer->getInit());
      } else {
        initialise(frame->self, initializer->getInit()->getType(), initializer->getInit());
      }
    }
  }
  if (const clang::Stmt *body = function->getBody())
    execute(body);
}

void Evaluator::execute(const clang::Stmt *statement) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(statement)) {
    for (unsigned next = 0; next < block->size(); ++next) {
      passLost(namesLost(unit.context, block, next), block->getBeginLoc());
      execute(*(block->body_begin() + next));
    }
    passLost(namesLost(unit.context, block, block->size()), block->getEndLoc());
    return endObjects(block);
  }
  if (!statement || !state.reachable) {
    // A label may be jumped to from elsewhere.
    if (const auto *label = llvm::dyn_cast_or_null<clang::LabelStmt>(statement)) {
      state.reachable = true;
      memory.forgetEverything(state.store);
      execute(label->getSubStmt());
    }
    return;
  }
  const limits::Here here(statement->getBeginLoc().getRawEncoding());
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement)) {
    nextStatement();
    return discard(expression);
  }
  switch (statement->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return passLost(namesLost(unit.context, llvm::cast<clang::NullStmt>(statement)), statement->getBeginLoc());
  case clang::Stmt::DeclStmtClass:
    for (const clang::Decl *declaration : llvm::cast<clang::DeclStmt>(statement)->decls())
      declare(declaration);
    return;
  case clang::Stmt::IfStmtClass:
    ifStatement(llvm::cast<clang::IfStmt>(statement));
    return endObjects(statement);
  case clang::Stmt::ForStmtClass:
    forStatement(llvm::cast<clang::ForStmt>(statement));
    return endObjects(statement);
  case clang::Stmt::CXXForRangeStmtClass:
    rangeFor(llvm::cast<clang::CXXForRangeStmt>(statement));
    return endObjects(statement);
  case clang::Stmt::SwitchStmtClass:
    switchStatement(llvm::cast<clang::SwitchStmt>(statement));
    return endObjects(statement);
  case clang::Stmt::ReturnStmtClass:
    return returnStatement(llvm::cast<clang::ReturnStmt>(statement));
  case clang::Stmt::BreakStmtClass:
    return jump(true);
  case clang::Stmt::ContinueStmtClass:
    return jump(false);
  case clang::Stmt::CXXTryStmtClass:
    return tryStatement(llvm::cast<clang::CXXTryStmt>(statement));
  case clang::Stmt::AttributedStmtClass:
    return execute(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    return execute(llvm::cast<clang::SwitchCase>(statement)->getSubStmt());
  case clang::Stmt::LabelStmtClass:
    memory.forgetEverything(state.store);
    return execute(llvm::cast<clang::LabelStmt>(statement)->getSubStmt());
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
    return jumpToLabel(statement->getBeginLoc());
  default:
    break;
  }
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
    if (loop->getConditionVariable())
      declareVariable(loop->getConditionVariable());
    return whileStatement(loop, loop->getCond(), loop->getBody(), true);
  }
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
    return whileStatement(loop, loop->getCond(), loop->getBody(), false);
  if (const auto *directive = llvm::dyn_cast<clang::OMPExecutableDirective>(statement))
    return openMp(directive);
  if (const auto *assembly = llvm::dyn_cast<clang::AsmStmt>(statement))
    return inlineAssembly(assembly);
  for (const clang::Stmt *child : statement->children())
    execute(child);
}

void Evaluator::inlineAssembly(const clang::AsmStmt *assembly) {
  if (const auto value = ptxValue(*this, assembly))
    return write(location(assembly->getOutputExpr(0)), *value, assembly->getAsmLoc());
  notAnalysed(assembly->getAsmLoc(), "inline assembly", "what it computes is not modelled");
  for (unsigned i = 0; i < assembly->getNumOutputs(); ++i) {
    const clang::Expr *output = assembly->getOutputExpr(i);
    const TypeInfo &info = types.info(output->getType());
    const LocationId where = location(output);
    if (info.isNumber())
      write(where, Value::number(fromOutside(spelling(output, "value"), info.stored, output))); // another one in every iteration
    else
      forget(where);
  }
  memory.forgetReachable(state.store); // stores and atomics too: kernels often leave the "memory" clobber out
}

void Evaluator::openMp(const clang::OMPExecutableDirective *directive) {
  const clang::Stmt *body = associatedStatement(directive);
  if (!body)
    return;
  const auto schedule = reductionSchedule(directive);
  std::map<LocationId, order::Schedule> outer = schedules;
  if (schedule)
    for (const clang::Expr *reduced : reductionVariables(directive)) {
      const bool section = types.info(reduced->getType()).kind == TypeClass::Pointer;
      const LocationId where = section ? target(evaluate(reduced)) : location(reduced);
      setAccumulationSchedule(section ? memory.rootLocation(memory.rootId(where)) : where, *schedule);
    }
  const bool atomic = llvm::isa<clang::OMPAtomicDirective, clang::OMPCriticalDirective>(directive);
  const bool outerAtomic = std::exchange(unorderedWrites, unorderedWrites || atomic);
  const auto *update = llvm::dyn_cast<clang::OMPAtomicDirective>(directive);
  if (update && update->getX() && types.isFloating(update->getX()->getType()) && repeatedByThreadsOnly(location(update->getX())))
    loop(directive, threadLoop(), [&](NodeId) { execute(body); });
  else
    execute(body);
  unorderedWrites = outerAtomic;
  if (schedule)
    schedules = std::move(outer);
}

void Evaluator::declare(const clang::Decl *declaration) {
  nextStatement();
  if (const auto *object = llvm::dyn_cast<clang::VarDecl>(declaration))
    declareVariable(object);
}

void Evaluator::declareVariable(const clang::VarDecl *object) {
  const LocationId where = variable(object);
  const clang::QualType type = object->getType();
  const clang::Expr *initializer = object->getInit();
  if (object->hasGlobalStorage() && !object->hasAttr<clang::CUDASharedAttr>()) // initialised once, before or at the first call
    return;
  if (memory.root(where).kind == Root::Kind::Variable && !object->hasGlobalStorage())
    memory.bear(where);
  if (const auto *decomposition = llvm::dyn_cast<clang::DecompositionDecl>(object)) {
    if (initializer)
      initialise(where, type, initializer);
    for (const clang::BindingDecl *binding : decomposition->bindings())
      if (const clang::VarDecl *holder = binding->getHoldingVar())
        declareVariable(holder);
      else if (recording) // a name for a part of what is bound
        journal.add({where.index, binding->getNameAsString(), {}, true, {}});
    return;
  }
  const auto *construction = initializer ? llvm::dyn_cast<clang::CXXConstructExpr>(initializer->IgnoreParens()) : nullptr;
  if (types.info(type).isBuffer && (!initializer || (construction && construction->getNumArgs() == 0))) { // a register, a handle to be set
    write(where, Value::pointer(element(newBuffer(object, object->getName()), 0)), object->getLocation());
    return;
  }
  if (!initializer) {
    forget(where);
    return;
  }
  if (object->getInitStyle() == clang::VarDecl::CallInit)
    if (const auto *list = llvm::dyn_cast<clang::ParenListExpr>(initializer); list && list->getNumExprs() == 1)
      initializer = list->getExpr(0);
  if (types.info(type).kind == TypeClass::Record && llvm::isa<clang::CXXConstructExpr>(initializer->IgnoreParens()))
    forget(where);
  const std::string outer = std::exchange(handleName, object->getNameAsString());
  initialise(where, type, initializer);
  if (types.info(type).kind == TypeClass::Pointer && leadsToUnseen(where))
    memory.forget(state.store, where);
  if (type->isReferenceType() && bindsUnseen(where))
    memory.assign(state.store, where, Value::pointer(memory.pointee(where, 1, Root::Kind::Referent)));
  noteOpen(where, type, initializer);
  handleName = outer;
}

/// True for a reference to what a call handed out whose body is not seen and whose type is not known: it may be an object with members.
bool Evaluator::bindsUnseen(LocationId reference) const {
  const std::optional<Value> bound = memory.peek(state.store, reference);
  if (!bound || !bound->isPointer() || !bound->location || memory.root(bound->location).kind != Root::Kind::Temporary)
    return false;
  const std::optional<Value> held = memory.peek(state.store, bound->location);
  return held && held->isNumber() && outside.contains(graph.value(held->node).index) && memory.isNoObject(graph.storage(held->node));
}

/// True for a pointer into what a call handed out whose body is not seen: the variable's name is the one that the array has.
bool Evaluator::leadsToUnseen(LocationId pointer) const {
  const std::optional<Value> value = memory.peek(state.store, pointer);
  if (!value || !value->isPointer() || !value->location)
    return false;
  const Root &reached = memory.root(value->location);
  return reached.kind == Root::Kind::Pointee && reached.sides.empty() && memory[reached.origin].kind == Location::Kind::Root &&
         memory.root(reached.origin).kind == Root::Kind::Temporary;
}

void Evaluator::ifStatement(const clang::IfStmt *statement) {
  if (statement->getInit())
    execute(statement->getInit());
  if (statement->getConditionVariable())
    declareVariable(statement->getConditionVariable());
  nextStatement();
  if (statement->isConsteval())
    return execute(statement->isNegatedConsteval() ? statement->getThen() : statement->getElse());
  NodeId test;
  if (statement->isConstexpr())
    if (const auto known = evaluateConstant(statement->getCond()))
      test = *known;
  if (!test)
    test = condition(statement->getCond());
  effect(order::Effect::Kind::Condition, test, {}, statement->getCond());
  branch(test, [&] { execute(statement->getThen()); }, [&] { execute(statement->getElse()); }, memory.now());
}

void Evaluator::tryStatement(const clang::CXXTryStmt *statement) {
  const State before = state;
  const Moment start = memory.now();
  execute(statement->getTryBlock());
  // A handler starts from any point of the block: what the block writes is unknown there.
  State after = state;
  std::vector<State> ends{after};
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    state = before;
    for (const LocationId written : memory.written(before.store, after.store))
      memory.forget(state.store, written);
    const NodeId thrown = fresh("exception", {Format::Boolean, Shape::Scalar});
    state.path = before.path ? graph.binary(Op::And, before.path, thrown, {Format::Boolean, Shape::Scalar}) : thrown;
    execute(statement->getHandler(i)->getHandlerBlock());
    ends.insert(ends.begin(), state);
  }
  state = join(std::move(ends), before.path, start);
}

namespace {

/// The statements of a switch in order, nested case labels taken apart: "case 1: case 2: x = 1;".
struct SwitchPart {
  llvm::SmallVector<const clang::SwitchCase *, 2> labels;
  const clang::Stmt *statement = nullptr;
};

std::vector<SwitchPart> partsOf(const clang::Stmt *body) {
  std::vector<SwitchPart> parts;
  const auto add = [&](const clang::Stmt *statement) {
    SwitchPart part;
    while (const auto *label = llvm::dyn_cast_or_null<clang::SwitchCase>(statement)) {
      part.labels.push_back(label);
      statement = label->getSubStmt();
    }
    part.statement = statement;
    parts.push_back(std::move(part));
  };
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body))
    for (const clang::Stmt *child : block->body())
      add(child);
  else
    add(body);
  return parts;
}

/// Which label a known subject jumps to: an inlined operator[](i) that selects a field, called with a constant.
struct Jump {
  bool known = false;
  const clang::SwitchCase *label = nullptr; // none: behind the switch
};

Jump jumpOf(Evaluator &evaluator, const clang::SwitchStmt *statement, NodeId subject, const std::vector<SwitchPart> &parts) {
  const order::Graph &graph = evaluator.graph;
  std::size_t labels = 0;
  for (const SwitchPart &part : parts)
    labels += part.labels.size();
  for (const clang::SwitchCase *label = statement->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    --labels;
  if (labels != 0) // one stands deeper, inside a loop say
    return {};
  while (graph[subject].op == Op::Cast && graph[graph.operand(subject, 0)].type.format == Format::Integer)
    subject = graph.operand(subject, 0);
  if (graph[subject].op != Op::Constant || graph[subject].type.format != Format::Integer)
    return {};
  Jump jump{true, nullptr};
  bool matched = false;
  for (const SwitchPart &part : parts)
    for (const clang::SwitchCase *label : part.labels) {
      const auto *cased = llvm::dyn_cast<clang::CaseStmt>(label);
      const auto value = cased && !cased->getRHS() ? evaluator.evaluateConstant(cased->getLHS()) : std::nullopt;
      if (cased && (!value || graph[*value].op != Op::Constant))
        return {};
      if (cased ? graph.number(*value) == graph.number(subject) : !matched)
        jump.label = label;
      matched = matched || (cased && jump.label == label);
    }
  return jump;
}

} // namespace

void Evaluator::switchStatement(const clang::SwitchStmt *statement) {
  if (statement->getInit())
    execute(statement->getInit());
  if (statement->getConditionVariable())
    declareVariable(statement->getConditionVariable());
  nextStatement();
  const NodeId subject = number(statement->getCond());
  effect(order::Effect::Kind::Condition, subject, {}, statement->getCond());
  const State before = state;
  const Moment start = memory.now();
  Breakable leaving;
  leaving.outer = breakable;
  breakable = &leaving;
  state.reachable = false;
  bool hasDefault = false;
  const order::ValueType boolean{Format::Boolean, Shape::Scalar};
  const std::vector<SwitchPart> parts = partsOf(statement->getBody());
  const Jump known = jumpOf(*this, statement, subject, parts);
  for (const SwitchPart &part : parts) {
    NodeId entered;
    for (const clang::SwitchCase *label : part.labels) {
      if (known.known) {
        if (label == known.label)
          state = before;
        continue;
      }
      NodeId test;
      if (const auto *value = llvm::dyn_cast<clang::CaseStmt>(label)) {
        order::NodeSpec compare;
        compare.op = Op::Compare;
        compare.type = boolean;
        compare.symbol = "==";
        const auto constantValue = evaluateConstant(value->getLHS());
        const NodeId operands[] = {subject, constantValue ? *constantValue : fresh("case", graph[subject].type)};
        compare.operands = operands;
        test = value->getRHS() ? fresh("case", boolean) : graph.intern(compare);
      } else {
        hasDefault = true;
        test = fresh("default", boolean);
      }
      entered = entered ? graph.binary(Op::Or, entered, test, boolean) : test;
    }
    if (entered) {
      const State fallen = state;
      state = before;
      state.path = before.path ? graph.binary(Op::And, before.path, entered, boolean) : entered;
      if (fallen.reachable)
        state.store = memory.merge(entered, state.store, fallen.store);
    }
    execute(part.statement);
  }
  breakable = leaving.outer;
  std::vector<State> ends = std::move(leaving.breaks);
  ends.push_back(state);
  if (known.known ? !known.label : !hasDefault)
    ends.push_back(before);
  state = join(std::move(ends), before.path, start);
  state.path = before.path;
}

} // namespace fporder::frontend
