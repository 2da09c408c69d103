// Atomic functions: additions to one place happen in the order of arrival.
#include "analyzer/frontend/accelerators/opencl.h"
#include "analyzer/frontend/accelerators/openmp.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

/// *where += amount, in the order of arrival, but where a single thread comes.
void addUnordered(Builder &builder, const Call &call, LocationId where, ValueType type, Op op, NodeId amount) {
  const bool ordered = builder.inSingleThread();
  if (!ordered)
    builder.setAccumulationSchedule(where, order::Schedule::Unordered);
  const auto update = [&](NodeId) {
    const NodeId now = builder.emit(op, {builder.readNumber(where, type), amount}, type, call.expression, call.token);
    builder.write(where, Value::number(now), call.token);
  };
  if (!ordered && builder.repeatedByThreadsOnly(where))
    builder.loop(call.expression, threadLoop(), update);
  else
    update({});
}

/// The floating-point number whose bits an integer expression is: next.u beside next.f in a union, as_uint(next), or a variable that holds them.
NodeId numberOfBits(Builder &builder, const clang::Expr *expression, ValueType type) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || !field->getParent()->isUnion())
      return {};
    const LocationId object = member->isArrow() ? builder.target(builder.evaluate(member->getBase())) : builder.location(member->getBase());
    for (const clang::FieldDecl *sibling : field->getParent()->fields())
      if (builder.types.stored(sibling->getType()) == type)
        return builder.readNumber(builder.field(object, sibling), type);
    return {};
  }
  const NodeId bits = builder.number(expression);
  const bool reinterpreted = builder.graph[bits].op == Op::Call && builder.graph.symbol(bits) == "bits";
  return reinterpreted && builder.graph[builder.graph.operand(bits, 0)].type == type ? builder.graph.operand(bits, 0) : NodeId{};
}

/// True when `number` is made from the bits `expected`: as_float(old).
bool isFromBits(Builder &builder, NodeId number, const clang::Expr *expected) {
  if (!builder.types.info(expected->getType()).isArithmetic() || builder.graph[number].op != Op::Call || builder.graph.symbol(number) != "bits")
    return false;
  return builder.graph.sameValue(builder.graph.operand(number, 0), builder.number(expected));
}

/// The retry loop by which floating-point numbers are added atomically: cmpxchg(p, bits(old), bits(old + x)) adds x to *p.
bool addsByExchange(Builder &builder, const Call &call, LocationId where) {
  const ValueType type{Format::Binary32, Shape::Scalar};
  const NodeId desired = numberOfBits(builder, call.arguments[2], type);
  if (!desired || (builder.graph[desired].op != Op::Add && builder.graph[desired].op != Op::Sub))
    return false;
  const NodeId left = builder.graph.operand(desired, 0), right = builder.graph.operand(desired, 1);
  const NodeId expected = numberOfBits(builder, call.arguments[1], type);
  const auto isOld = [&](NodeId node) {
    return (expected && builder.graph.sameValue(node, expected)) || isFromBits(builder, node, call.arguments[1]->IgnoreParenImpCasts());
  };
  if (isOld(left))
    addUnordered(builder, call, where, type, builder.graph[desired].op, right);
  else if (builder.graph[desired].op == Op::Add && isOld(right))
    addUnordered(builder, call, where, type, Op::Add, left);
  else
    return false;
  return true;
}

} // namespace

std::optional<Value> openClAtomic(Builder &builder, const Call &call) {
  llvm::StringRef name = call.name;
  if ((!name.consume_front("atomic_") && !name.consume_front("atom_")) || call.arguments.empty() || !call.arguments[0]->getType()->isPointerType())
    return std::nullopt;
  name.consume_back("_explicit");
  const clang::QualType pointee = call.arguments[0]->getType()->getPointeeType();
  const ValueType type = builder.types.stored(pointee);
  const LocationId where = builder.target(builder.evaluate(call.arguments[0]));
  const bool adds = name == "add" || name == "fetch_add", subtracts = name == "sub" || name == "fetch_sub";
  if (name == "load")
    return builder.read(where, pointee);
  if (name == "init" || name == "store") {
    const NodeId value = builder.convert(builder.number(call.arguments[1]), type, call.expression);
    builder.write(where, Value::number(value), call.token);
    return Value::none();
  }
  if ((adds || subtracts) && format::isFloatingPoint(type.format)) {
    const NodeId old = builder.readNumber(where, type);
    const NodeId amount = builder.convert(builder.number(call.arguments[1]), type, call.expression);
    addUnordered(builder, call, where, type, adds ? Op::Add : Op::Sub, amount);
    return Value::number(old);
  }
  const bool exchanged = (name == "cmpxchg" || name.starts_with("compare_exchange")) && call.arguments.size() >= 3;
  if (exchanged && type.format == Format::Integer && addsByExchange(builder, call, where))
    return builder.unknown(call.type, call.name, call.expression);
  for (const clang::Expr *argument : call.arguments.drop_front())
    if (builder.types.info(argument->getType()).isArithmetic())
      builder.discard(argument);
  builder.forget(where);
  return builder.unknown(call.type, call.name, call.expression);
}

} // namespace fporder::frontend
