// Classes that hold another value: optional, atomic, references, smart pointers.
#include "analyzer/frontend/accelerators/openmp.h"
#include "analyzer/frontend/library/library_models.h"

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

std::optional<Value> optionalMember(Builder &builder, const Call &call, const LibraryClass &known) {
  LocationId content = builder.member(*call.object, "value"), engaged = builder.attribute(*call.object, "has_value()");
  llvm::StringRef name = call.name;
  auto has = [&] { return builder.readNumber(engaged, {Format::Boolean}); };
  if (name == "value" || name == "operator*" || name == "operator->")
    return Value::pointer(content);
  if (name == "has_value" || name == "operator bool")
    return Value::number(has());
  if (name == "reset") {
    builder.forget(content);
    builder.write(engaged, Value::number(builder.integer(0)), call.token);
    return Value::none();
  }
  if (call.arguments.size() != 1)
    return std::nullopt;
  if (name == "value_or") {
    Value value = load(builder, content, known.type(0)),
          otherwise = converted(builder, builder.evaluate(call.arguments[0]), known.type(0), call.expression);
    if (!value.isNumber() || !otherwise.isNumber())
      return builder.unknown(call.type, name, call.expression);
    NodeId operands[] = {has(), value.node, otherwise.node};
    return Value::number(builder.emit(Op::Select, operands, builder.graph[value.node].type, call.expression, call.token));
  }
  if (name == "operator=" || name == "emplace") {
    std::optional<LibraryClass> from = libraryClass(call.arguments[0]->getType());
    if (from && from->name == "optional") {
      builder.copyObject(*call.object, builder.object(call.arguments[0]));
    } else if (from && from->name == "nullopt_t") {
      builder.forget(*call.object);
    } else {
      store(builder, content, converted(builder, builder.evaluate(call.arguments[0]), known.type(0), call.expression), call.token);
      builder.write(engaged, Value::number(builder.integer(1)), call.token);
    }
    return Value::pointer(name == "emplace" ? content : *call.object);
  }
  return std::nullopt;
}

} // namespace

/// Atomic read-modify-write: in a loop or on several threads the additions happen in the order of arrival, but where a single thread comes.
Value atomicUpdate(Builder &builder, const Call &call, LocationId where, clang::QualType type, Op op, NodeId amount, bool returnOld) {
  ValueType number = numberType(builder, type);
  NodeId old = builder.readNumber(where, number), now;
  const bool ordered = builder.inSingleThread();
  if (!ordered)
    builder.setAccumulationSchedule(where, Schedule::Unordered);
  amount = builder.convert(amount, number, call.expression);
  auto update = [&](NodeId) {
    now = builder.emit(op, {builder.readNumber(where, number), amount}, number, call.expression, call.token);
    builder.write(where, Value::number(now), call.token);
  };
  if (!ordered && format::isFloatingPoint(number.format) && builder.repeatedByThreadsOnly(where))
    builder.loop(call.expression, threadLoop(), update);
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

std::optional<Value> atomicMember(Builder &builder, const Call &call, const LibraryClass &known) {
  bool reference = known.name.contains("atomic_ref");
  clang::QualType type = known.type(0);
  LocationId where = reference ? builder.target(pointerIn(builder, Value::record(*call.object))) : *call.object;
  llvm::StringRef name = call.name;
  auto argument = [&] { return builder.evaluate(call.arguments[0]); };
  if (!where)
    return std::nullopt;
  if (name == "load" || llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee))
    return load(builder, where, type);
  bool subtracts = name == "fetch_sub" || name == "operator-=";
  if (subtracts || name == "fetch_add" || name == "operator+=") {
    Value amount = argument();
    if (!amount.isNumber())
      return builder.unknown(call.type, name, call.expression);
    return atomicUpdate(builder, call, where, type, subtracts ? Op::Sub : Op::Add, amount.node, name.starts_with("fetch"));
  }
  if (name == "operator++" || name == "operator--")
    return atomicUpdate(builder, call, where, type, name == "operator++" ? Op::Add : Op::Sub, builder.integer(1), !call.arguments.empty());
  if (name == "store" || name == "operator=" || name == "exchange") {
    Value old = name == "exchange" ? load(builder, where, type) : Value::none();
    Value value = converted(builder, argument(), type, call.expression);
    store(builder, where, value, call.token);
    return name == "operator=" ? value : old;
  }
  if (name.starts_with("compare_exchange") && call.arguments.size() >= 2) {
    // A retry loop around this is how floating-point atomics are written: the update of the winner is what remains.
    LocationId expected = builder.location(call.arguments[0]);
    ValueType number = numberType(builder, type);
    NodeId before = builder.readNumber(expected, number);
    Value desired = converted(builder, builder.evaluate(call.arguments[1]), type, call.expression);
    for (const clang::Expr *order : call.arguments.drop_front(2))
      builder.discard(order);
    if (NodeId amount = desired.isNumber() ? addedTo(builder.graph, desired.node, before) : NodeId{})
      atomicUpdate(builder, call, where, type, Op::Add, amount, false);
    else
      store(builder, where, desired, call.token);
    builder.forget(expected);
    return Value::number(builder.fresh("compare_exchange", {Format::Boolean}, call.expression));
  }
  return std::nullopt;
}

std::optional<Value> atomicFreeModel(Builder &builder, const Call &call) {
  if (call.arguments.size() < 2)
    return std::nullopt;
  std::optional<LibraryClass> known =
      call.arguments[0]->getType()->isPointerType() ? libraryClass(call.arguments[0]->getType()->getPointeeType()) : std::nullopt;
  if (!known || known->name != "atomic")
    return std::nullopt;
  LocationId where = builder.target(builder.evaluate(call.arguments[0]));
  NodeId amount = builder.number(call.arguments[1]);
  return atomicUpdate(builder, call, where, known->type(0), call.name.starts_with("atomic_fetch_sub") ? Op::Sub : Op::Add, amount, true);
}

} // namespace

std::optional<Value> wrapperMember(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = call.object ? classOf(call) : std::nullopt;
  if (!known)
    return std::nullopt;
  if (known->name == "optional")
    return optionalMember(builder, call, *known);
  if (known->name.starts_with("atomic") || known->name.starts_with("__atomic"))
    return atomicMember(builder, call, *known);
  if (known->name == "reference_wrapper" && (call.name == "get" || llvm::isa_and_nonnull<clang::CXXConversionDecl>(call.callee)))
    return pointerIn(builder, Value::record(*call.object));
  if (std::optional<Value> value = tupleMember(builder, call, *known))
    return value;
  if (call.name == "operator()" && call.objectExpression && functorOperation(call.objectExpression->getType())) {
    llvm::SmallVector<Value, 2> values;
    for (const clang::Expr *argument : call.arguments)
      values.push_back(builder.evaluate(argument));
    return apply(builder, {Value::none(), call.objectExpression->getType(), call.objectExpression}, values, call, call.type);
  }
  return std::nullopt;
}

bool wrapperConstruct(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = classOf(call);
  if (!known)
    return false;
  llvm::ArrayRef<const clang::Expr *> arguments = call.arguments;
  std::optional<LibraryClass> from = arguments.size() == 1 ? libraryClass(arguments[0]->getType()) : std::nullopt;
  bool sameClass = from && from->name == known->name;
  if (sameClass &&
      llvm::is_contained(Names{"pair", "tuple", "optional", "unique_ptr", "shared_ptr", "reference_wrapper", "atomic_ref"}, known->name)) {
    builder.copyObject(*call.object, builder.object(arguments[0]));
    return true;
  }
  if (isIteratorClass(known->name) && arguments.size() == 1) {
    Value pointer = pointerIn(builder, builder.evaluate(arguments[0]));
    bool turns = known->name == "reverse_iterator" && !sameClass; // reverse_iterator(i) designates the element before i
    builder.write(*call.object, turns ? builder.advance(pointer, builder.integer(-1)) : pointer, call.token);
    return true;
  }
  if (tupleConstruct(builder, call, *known))
    return true;
  if (known->name == "optional" && arguments.size() <= 1) {
    bool engaged = arguments.size() == 1 && !(from && from->name == "nullopt_t");
    if (engaged)
      store(builder, builder.member(*call.object, "value"), converted(builder, builder.evaluate(arguments[0]), known->type(0), call.expression),
            call.token);
    builder.write(builder.attribute(*call.object, "has_value()"), Value::number(builder.integer(engaged ? 1 : 0)), call.token);
    return true;
  }
  if (known->name == "atomic" && arguments.size() <= 1) {
    if (arguments.size() == 1)
      store(builder, *call.object, converted(builder, builder.evaluate(arguments[0]), known->type(0), call.expression), call.token);
    return true;
  }
  if (llvm::is_contained(Names{"reference_wrapper", "atomic_ref"}, known->name) && arguments.size() == 1) {
    builder.write(*call.object, Value::pointer(builder.location(arguments[0])), call.token);
    return true;
  }
  if (llvm::is_contained(Names{"unique_ptr", "shared_ptr"}, known->name)) {
    Value pointer = arguments.empty() ? Value::none() : pointerIn(builder, builder.evaluate(arguments[0]));
    for (const clang::Expr *argument : arguments.drop_front(arguments.empty() ? 0 : 1))
      builder.discard(argument);
    if (pointer.isPointer())
      builder.write(*call.object, pointer, call.token);
    else
      builder.forget(*call.object);
    return true;
  }
  return false;
}

Model atomicModel(llvm::StringRef name) {
  bool known = name.starts_with("atomic_fetch_add") || name.starts_with("atomic_fetch_sub");
  return known ? atomicFreeModel : nullptr;
}

} // namespace fporder::frontend
