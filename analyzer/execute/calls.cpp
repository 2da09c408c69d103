#include "analyzer/execute/containers.h"
#include "analyzer/execute/interpreter.h"
#include "analyzer/execute/limits.h"

namespace fporder::execute {

bool Interpreter::drawArguments(const clang::FunctionDecl *function, Frame &entered) {
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    const clang::QualType type = parameter->getType();
    const bool reference = type->isReferenceType();
    const Location at = memory.give(parameter->getNameAsString(), reference ? type->getPointeeType() : type, false);
    if (at)
      entered.variables[parameter] = *at;
    else if (const Location unset = memory.allocate(1)) // reading it ends the run
      entered.variables[parameter] = *unset;
    else
      return fail("its objects are too large");
  }
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method && method->isInstance()) {
    entered.self = memory.give("", method->getFunctionObjectParameterType(), false);
    if (!entered.self)
      return fail("it is a member of a class that is not laid out");
  }
  return true;
}

bool Interpreter::run(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = nullptr;
  if (!function->hasBody(definition) || definition->isDependentContext())
    return fail("it is a template that is not instantiated");
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(definition))
    return fail("it is a constructor or a destructor");
  if (definition->isVariadic())
    return fail("it takes any number of arguments");
  Frame outermost;
  frame = &outermost;
  const clang::QualType type = definition->getReturnType();
  const Location at = type->isRecordType() ? allocate(type) : Location(Address{});
  bool done = at && drawArguments(definition, outermost);
  if (done) {
    outermost.function = definition;
    outermost.resultAt = *at;
    done = execute(definition->getBody()) != Flow::Stop && reason.empty();
    returned = outermost.result;
  }
  frame = nullptr;
  return done;
}

/// Runs the body of `callee`, whose frame has its arguments.
Interpreter::Result Interpreter::enter(const clang::FunctionDecl *callee, Frame &entered) {
  if (++calls > mostCalls) {
    --calls;
    return refuse("it calls functions within each other deeper than " + std::to_string(mostCalls) + " levels");
  }
  entered.function = callee;
  entered.caller = frame;
  frame = &entered;
  const Flow flow = execute(callee->getBody());
  frame = entered.caller;
  --calls;
  if (flow == Flow::Stop)
    return std::nullopt;
  return entered.result;
}

bool Interpreter::bindParameter(const clang::ParmVarDecl *parameter, const clang::Expr *argument, Frame &entered) {
  const clang::QualType type = parameter->getType();
  if (type->isReferenceType()) {
    const Location at = argument->isGLValue() || argument->getType()->isRecordType() ? locate(argument) : temporary(argument);
    if (!at)
      return false;
    entered.variables[parameter] = *at;
    return true;
  }
  const Location at = allocate(type);
  if (!at || !initialise(argument, type, *at))
    return false;
  entered.variables[parameter] = *at;
  return true;
}

bool Interpreter::passArguments(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> arguments, Frame &entered) {
  if (callee->isVariadic() || arguments.size() != callee->getNumParams())
    return fail("it calls '" + callee->getNameAsString() + "' with another number of arguments");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!bindParameter(callee->getParamDecl(static_cast<unsigned>(i)), arguments[i], entered))
      return false;
  return true;
}

bool Interpreter::runConstructor(const clang::CXXConstructExpr *construction, Address at) {
  const clang::FunctionDecl *body = nullptr;
  const clang::CXXConstructorDecl *constructor = construction->getConstructor();
  if (!constructor->hasBody(body) || body->isDependentContext())
    return fail("it calls a constructor of '" + constructor->getParent()->getNameAsString() + "', whose body is not seen");
  constructor = llvm::cast<clang::CXXConstructorDecl>(body);
  Frame entered;
  entered.self = at;
  entered.call = construction;
  if (!passArguments(constructor, llvm::ArrayRef(construction->getArgs(), construction->getNumArgs()), entered))
    return false;
  entered.caller = frame;
  entered.function = constructor;
  frame = &entered; // initialisers see the parameters
  bool done = true;
  for (const clang::CXXCtorInitializer *each : constructor->inits()) {
    std::optional<std::int64_t> offset;
    clang::QualType type;
    if (each->isAnyMemberInitializer() && each->getMember()) {
      offset = memory.layouts.offsetOf(each->getMember());
      type = each->getMember()->getType();
    } else if (each->isBaseInitializer()) {
      type = clang::QualType(each->getBaseClass(), 0);
      offset = memory.layouts.offsetOf(constructor->getParent(), type->getAsCXXRecordDecl());
    }
    done = done && (offset ? initialise(each->getInit(), type, {at.object, at.cell + *offset}) : fail("it delegates a constructor"));
  }
  frame = entered.caller;
  return done && enter(constructor, entered).has_value();
}

/// The object that a member function is called on; of an operator it is the first of the arguments, which it is taken from.
Interpreter::Location Interpreter::objectOf(const clang::CallExpr *called, llvm::ArrayRef<const clang::Expr *> &arguments) {
  const clang::Expr *object = nullptr;
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(called)) {
    object = member->getImplicitObjectArgument();
  } else {
    object = arguments.front();
    arguments = arguments.drop_front();
  }
  const bool pointer = object->getType()->isPointerType();
  const Result address = pointer ? evaluate(object) : std::nullopt;
  const Location at = pointer ? (address ? follow(*address) : std::nullopt) : locate(object);
  return at ? at : refuse("an object is not known");
}

bool Interpreter::bindCaptures(const clang::CXXMethodDecl *body, Frame &entered) {
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *capturedThis = nullptr;
  body->getParent()->getCaptureFields(captures, capturedThis);
  if (capturedThis)
    return fail("a lambda captures 'this'");
  for (const auto &[variable, field] : captures)
    entered.captures[variable] = field;
  return true;
}

Interpreter::Result Interpreter::call(const clang::CallExpr *called, std::optional<Address> resultAt) {
  const clang::FunctionDecl *callee = called->getDirectCallee();
  if (!callee)
    return refuse("it calls through a pointer");
  const std::string name = callee->getNameAsString();
  if (const auto known = libraryCall(callee, called))
    return *known;
  if (callee->isInStdNamespace() && (name == "max" || name == "min") && called->getNumArgs() == 2) {
    const Location at = extremum(called, name == "max");
    return at ? Result(Value::pointer(*at)) : std::nullopt;
  }
  if (callee->isInStdNamespace() && (name == "move" || name == "forward" || name == "as_const") && called->getNumArgs() == 1) {
    const Location at = locate(called->getArg(0));
    return at ? Result(Value::pointer(*at)) : std::nullopt;
  }
  Frame entered;
  entered.call = called;
  llvm::ArrayRef<const clang::Expr *> arguments(called->getArgs(), called->getNumArgs());
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->isInstance()) {
    if (method->isVirtual() || method->isExplicitObjectMemberFunction())
      return refuse("it calls '" + name + "', which is virtual");
    entered.self = objectOf(called, arguments);
    if (!entered.self)
      return std::nullopt;
    if (containerOf(method->getParent()) != Container::None)
      return containerMember(method, *entered.self, arguments, resultAt);
    if (method->isTrivial() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) {
      const Location from = locate(arguments.front());
      const std::optional<std::int64_t> cells = memory.layouts.cells(method->getFunctionObjectParameterType());
      return from && cells && memory.copy(*from, *entered.self, *cells, reason) ? Result(Value::pointer(*entered.self)) : std::nullopt;
    }
    if (method->getParent()->isLambda() && !bindCaptures(method, entered))
      return std::nullopt;
  }
  const clang::FunctionDecl *body = nullptr;
  if (!callee->hasBody(body) || body->isDependentContext() || body->isDeleted())
    return refuse("it calls '" + name + "', whose body is not seen");
  return passArguments(body, arguments, entered) ? returnedBy(body, entered, resultAt) : std::nullopt;
}

/// The value of `body`, whose frame has its arguments.
Interpreter::Result Interpreter::returnedBy(const clang::FunctionDecl *body, Frame &entered, std::optional<Address> resultAt) {
  if (body->getReturnType()->isRecordType()) {
    const Location at = resultAt ? resultAt : allocate(body->getReturnType());
    if (!at)
      return std::nullopt;
    entered.resultAt = *at;
    return enter(body, entered) ? Result(Value::pointer(*at)) : std::nullopt;
  }
  const Result result = enter(body, entered);
  if (result && !result->isSet() && !body->getReturnType()->isVoidType())
    return refuse("'" + body->getNameAsString() + "' returns without a value");
  return result;
}

} // namespace fporder::execute
