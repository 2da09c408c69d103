// Classes that hold another value: optional, atomic, references, smart pointers.
#include "analyzer/frontend/library_models.h"
#include "analyzer/frontend/openmp.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Schedule;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

std::optional<Value> optionalMember(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  LocationId content = evaluator.memory.member(*call.object, "value"), engaged = evaluator.memory.attribute(*call.object, "has_value()");
  llvm::StringRef name = call.name;
  auto has = [&] { return evaluator.readNumber(engaged, {Format::Boolean}); };
  if (name == "value" || name == "operator*" || name == "operator->")
    return Value::pointer(content);
  if (name == "has_value" || name == "operator bool")
    return Value::number(has());
  if (name == "reset") {
    evaluator.forget(content);
    evaluator.write(engaged, Value::number(evaluator.integer(0)), call.token);
    return Value::none();
  }
  if (call.arguments.size() != 1)
    return std::nullopt;
  if (name == "value_or") {
    Value value = load(evaluator, content, known.type(0)),
          otherwise = converted(evaluator, evaluator.evaluate(call.arguments[0]), known.type(0), call.expression);
    if (!value.isNumber() || !otherwise.isNumber())
      return evaluator.unknown(call.type, name, call.expression);
    NodeId operands[] = {has(), value.node, otherwise.node};
    return Value::number(evaluator.emit(Op::Select, operands, evaluator.graph[value.node].type, call.expression, call.token));
  }
  if (name == "operator=" || name == "emplace") {
    std::optional<LibraryClass> from = libraryClass(call.arguments[0]->getType());
    if (from && from->name == "optional") {
      evaluator.copyObject(*call.object, evaluator.object(call.arguments[0]));
    } else if (from && from->name == "nullopt_t") {
      evaluator.forget(*call.object);
    } else {
      store(evaluator, content, converted(evaluator, evaluator.evaluate(call.arguments[0]), known.type(0), call.expression), call.token);
      evaluator.write(engaged, Value::number(evaluator.integer(1)), call.token);
    }
    return Value::pointer(name == "emplace" ? content : *call.object);
  }
  return std::nullopt;
}

} // namespace

/// Atomic read-modify-write: in a loop or on several threads the additions happen in the order of arrival.
Value atomicUpdate(Evaluator &evaluator, const Call &call, LocationId where, clang::QualType type, Op op, NodeId amount, bool returnOld) {
  ValueType number = numberType(evaluator, type);
  NodeId old = evaluator.readNumber(where, number), now;
  evaluator.setAccumulationSchedule(where, Schedule::Unordered);
  amount = evaluator.convert(amount, number, call.expression);
  auto update = [&](NodeId) {
    now = evaluator.emit(op, {evaluator.readNumber(where, number), amount}, number, call.expression, call.token);
    evaluator.write(where, Value::number(now), call.token);
  };
  if (format::isFloatingPoint(number.format) && repeatedByThreadsOnly(evaluator, where))
    evaluator.loop(call.expression, threadLoop(), update);
  else
    update({});
  return Value::number(returnOld ? old : now);
}

namespace {

/// What `desired` adds to `expected`: the x of compare_exchange(expected, expected + x); invalid when it is something else.
NodeId addedTo(const order::Graph &graph, NodeId desired, NodeId expected) {
  if (graph[desired].op != Op::Add)
    return {};
  NodeId left = graph.operand(desired, 0), right = graph.operand(desired, 1);
  return graph.sameValue(left, expected) ? right : graph.sameValue(right, expected) ? left : NodeId{};
}

std::optional<Value> atomicMember(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  bool reference = known.name.contains("atomic_ref");
  clang::QualType type = known.type(0);
  LocationId where = reference ? evaluator.target(pointerIn(evaluator, Value::record(*call.object))) : *call.object;
  llvm::StringRef name = call.name;
  auto argument = [&] { return evaluator.evaluate(call.arguments[0]); };
  if (!where)
    return std::nullopt;
  if (name == "load" || llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee))
    return load(evaluator, where, type);
  bool subtracts = name == "fetch_sub" || name == "operator-=";
  if (subtracts || name == "fetch_add" || name == "operator+=") {
    Value amount = argument();
    if (!amount.isNumber())
      return evaluator.unknown(call.type, name, call.expression);
    return atomicUpdate(evaluator, call, where, type, subtracts ? Op::Sub : Op::Add, amount.node, name.starts_with("fetch"));
  }
  if (name == "operator++" || name == "operator--")
    return atomicUpdate(evaluator, call, where, type, name == "operator++" ? Op::Add : Op::Sub, evaluator.integer(1), !call.arguments.empty());
  if (name == "store" || name == "operator=" || name == "exchange") {
    Value old = name == "exchange" ? load(evaluator, where, type) : Value::none();
    Value value = converted(evaluator, argument(), type, call.expression);
    store(evaluator, where, value, call.token);
    return name == "operator=" ? value : old;
  }
  if (name.starts_with("compare_exchange") && call.arguments.size() >= 2) {
    // A retry loop around this is how floating-point atomics are written: the update of the winner is what remains.
    LocationId expected = evaluator.location(call.arguments[0]);
    ValueType number = numberType(evaluator, type);
    NodeId before = evaluator.readNumber(expected, number);
    Value desired = converted(evaluator, evaluator.evaluate(call.arguments[1]), type, call.expression);
    for (const clang::Expr *order : call.arguments.drop_front(2))
      evaluator.discard(order);
    if (NodeId amount = desired.isNumber() ? addedTo(evaluator.graph, desired.node, before) : NodeId{})
      atomicUpdate(evaluator, call, where, type, Op::Add, amount, false);
    else
      store(evaluator, where, desired, call.token);
    evaluator.forget(expected);
    return Value::number(evaluator.fresh("compare_exchange", {Format::Boolean}, call.expression));
  }
  return std::nullopt;
}

std::optional<Value> atomicFreeModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() < 2)
    return std::nullopt;
  std::optional<LibraryClass> known =
      call.arguments[0]->getType()->isPointerType() ? libraryClass(call.arguments[0]->getType()->getPointeeType()) : std::nullopt;
  if (!known || known->name != "atomic")
    return std::nullopt;
  LocationId where = evaluator.target(evaluator.evaluate(call.arguments[0]));
  NodeId amount = evaluator.number(call.arguments[1]);
  return atomicUpdate(evaluator, call, where, known->type(0), call.name.starts_with("atomic_fetch_sub") ? Op::Sub : Op::Add, amount, true);
}

} // namespace

std::optional<Value> wrapperMember(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = call.object ? classOf(call) : std::nullopt;
  if (!known)
    return std::nullopt;
  if (known->name == "optional")
    return optionalMember(evaluator, call, *known);
  if (known->name.starts_with("atomic") || known->name.starts_with("__atomic"))
    return atomicMember(evaluator, call, *known);
  if (known->name == "reference_wrapper" && (call.name == "get" || llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee)))
    return pointerIn(evaluator, Value::record(*call.object));
  if (std::optional<Value> value = tupleMember(evaluator, call, *known))
    return value;
  if (call.name == "operator()" && call.objectExpression && functorOperation(call.objectExpression->getType())) {
    llvm::SmallVector<Value, 2> values;
    for (const clang::Expr *argument : call.arguments)
      values.push_back(evaluator.evaluate(argument));
    return apply(evaluator, {Value::none(), call.objectExpression->getType(), call.objectExpression}, values, call, call.type);
  }
  return std::nullopt;
}

bool wrapperConstruct(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = classOf(call);
  if (!known)
    return false;
  llvm::ArrayRef<const clang::Expr *> arguments = call.arguments;
  std::optional<LibraryClass> from = arguments.size() == 1 ? libraryClass(arguments[0]->getType()) : std::nullopt;
  bool sameClass = from && from->name == known->name;
  if (sameClass &&
      llvm::is_contained(Names{"pair", "tuple", "optional", "unique_ptr", "shared_ptr", "reference_wrapper", "atomic_ref"}, known->name)) {
    evaluator.copyObject(*call.object, evaluator.object(arguments[0]));
    return true;
  }
  if (isIteratorClass(known->name) && arguments.size() == 1) {
    Value pointer = pointerIn(evaluator, evaluator.evaluate(arguments[0]));
    bool turns = known->name == "reverse_iterator" && !sameClass; // reverse_iterator(i) designates the element before i
    evaluator.write(*call.object, turns ? evaluator.advance(pointer, evaluator.integer(-1)) : pointer, call.token);
    return true;
  }
  if (tupleConstruct(evaluator, call, *known))
    return true;
  if (known->name == "optional" && arguments.size() <= 1) {
    bool engaged = arguments.size() == 1 && !(from && from->name == "nullopt_t");
    if (engaged)
      store(evaluator, evaluator.memory.member(*call.object, "value"),
            converted(evaluator, evaluator.evaluate(arguments[0]), known->type(0), call.expression), call.token);
    evaluator.write(evaluator.memory.attribute(*call.object, "has_value()"), Value::number(evaluator.integer(engaged ? 1 : 0)), call.token);
    return true;
  }
  if (known->name == "atomic" && arguments.size() <= 1) {
    if (arguments.size() == 1)
      store(evaluator, *call.object, converted(evaluator, evaluator.evaluate(arguments[0]), known->type(0), call.expression), call.token);
    return true;
  }
  if (llvm::is_contained(Names{"reference_wrapper", "atomic_ref"}, known->name) && arguments.size() == 1) {
    evaluator.write(*call.object, Value::pointer(evaluator.location(arguments[0])), call.token);
    return true;
  }
  if (llvm::is_contained(Names{"unique_ptr", "shared_ptr"}, known->name)) {
    Value pointer = arguments.empty() ? Value::none() : pointerIn(evaluator, evaluator.evaluate(arguments[0]));
    for (const clang::Expr *argument : arguments.drop_front(arguments.empty() ? 0 : 1))
      evaluator.discard(argument);
    if (pointer.isPointer())
      evaluator.write(*call.object, pointer, call.token);
    else
      evaluator.forget(*call.object);
    return true;
  }
  return false;
}

Model atomicModel(llvm::StringRef name) {
  bool known = name.starts_with("atomic_fetch_add") || name.starts_with("atomic_fetch_sub");
  return known ? atomicFreeModel : nullptr;
}

} // namespace fporder::frontend
