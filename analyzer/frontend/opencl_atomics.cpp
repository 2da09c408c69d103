// Atomic functions: additions to one place happen in the order of arrival.
#include "analyzer/frontend/opencl.h"
#include "analyzer/frontend/openmp.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

/// *where += amount, in the order of arrival.
void addUnordered(Evaluator &evaluator, const Call &call, LocationId where, ValueType type, Op op, NodeId amount) {
  evaluator.setAccumulationSchedule(where, order::Schedule::Unordered);
  const auto update = [&](NodeId) {
    const NodeId now = evaluator.emit(op, {evaluator.readNumber(where, type), amount}, type, call.expression, call.token);
    evaluator.write(where, Value::number(now), call.token);
  };
  if (repeatedByThreadsOnly(evaluator, where))
    evaluator.loop(call.expression, threadLoop(), update);
  else
    update({});
}

/// The floating-point number whose bits an integer expression is: next.u beside next.f in a union, as_uint(next), or a variable that holds them.
NodeId numberOfBits(Evaluator &evaluator, const clang::Expr *expression, ValueType type) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || !field->getParent()->isUnion())
      return {};
    const LocationId object = member->isArrow() ? evaluator.target(evaluator.evaluate(member->getBase())) : evaluator.location(member->getBase());
    for (const clang::FieldDecl *sibling : field->getParent()->fields())
      if (evaluator.types.stored(sibling->getType()) == type)
        return evaluator.readNumber(evaluator.memory.field(object, sibling), type);
    return {};
  }
  const NodeId bits = evaluator.number(expression);
  const bool reinterpreted = evaluator.graph[bits].op == Op::Call && evaluator.graph.symbol(bits) == "bits";
  return reinterpreted && evaluator.graph[evaluator.graph.operand(bits, 0)].type == type ? evaluator.graph.operand(bits, 0) : NodeId{};
}

/// True when `number` is made from the bits `expected`: as_float(old).
bool isFromBits(Evaluator &evaluator, NodeId number, const clang::Expr *expected) {
  if (!evaluator.types.info(expected->getType()).isArithmetic() || evaluator.graph[number].op != Op::Call || evaluator.graph.symbol(number) != "bits")
    return false;
  return evaluator.graph.sameValue(evaluator.graph.operand(number, 0), evaluator.number(expected));
}

/// The retry loop by which floating-point numbers are added atomically: cmpxchg(p, bits(old), bits(old + x)) adds x to *p.
bool addsByExchange(Evaluator &evaluator, const Call &call, LocationId where) {
  const ValueType type{Format::Binary32, Shape::Scalar};
  const NodeId desired = numberOfBits(evaluator, call.arguments[2], type);
  if (!desired || (evaluator.graph[desired].op != Op::Add && evaluator.graph[desired].op != Op::Sub))
    return false;
  const NodeId left = evaluator.graph.operand(desired, 0), right = evaluator.graph.operand(desired, 1);
  const NodeId expected = numberOfBits(evaluator, call.arguments[1], type);
  const auto isOld = [&](NodeId node) {
    return (expected && evaluator.graph.sameValue(node, expected)) || isFromBits(evaluator, node, call.arguments[1]->IgnoreParenImpCasts());
  };
  if (isOld(left))
    addUnordered(evaluator, call, where, type, evaluator.graph[desired].op, right);
  else if (evaluator.graph[desired].op == Op::Add && isOld(right))
    addUnordered(evaluator, call, where, type, Op::Add, left);
  else
    return false;
  return true;
}

} // namespace

std::optional<Value> openClAtomic(Evaluator &evaluator, const Call &call) {
  llvm::StringRef name = call.name;
  if ((!name.consume_front("atomic_") && !name.consume_front("atom_")) || call.arguments.empty() || !call.arguments[0]->getType()->isPointerType())
    return std::nullopt;
  name.consume_back("_explicit");
  const clang::QualType pointee = call.arguments[0]->getType()->getPointeeType();
  const ValueType type = evaluator.types.stored(pointee);
  const LocationId where = evaluator.target(evaluator.evaluate(call.arguments[0]));
  const bool adds = name == "add" || name == "fetch_add", subtracts = name == "sub" || name == "fetch_sub";
  if (name == "load")
    return evaluator.read(where, pointee);
  if (name == "init" || name == "store") {
    const NodeId value = evaluator.convert(evaluator.number(call.arguments[1]), type, call.expression);
    evaluator.write(where, Value::number(value), call.token);
    return Value::none();
  }
  if ((adds || subtracts) && format::isFloatingPoint(type.format)) {
    const NodeId old = evaluator.readNumber(where, type);
    const NodeId amount = evaluator.convert(evaluator.number(call.arguments[1]), type, call.expression);
    addUnordered(evaluator, call, where, type, adds ? Op::Add : Op::Sub, amount);
    return Value::number(old);
  }
  const bool exchanged = (name == "cmpxchg" || name.starts_with("compare_exchange")) && call.arguments.size() >= 3;
  if (exchanged && type.format == Format::Integer && addsByExchange(evaluator, call, where))
    return evaluator.unknown(call.type, call.name, call.expression);
  for (const clang::Expr *argument : call.arguments.drop_front())
    if (evaluator.types.info(argument->getType()).isArithmetic())
      evaluator.discard(argument);
  evaluator.forget(where);
  return evaluator.unknown(call.type, call.name, call.expression);
}

} // namespace fporder::frontend
