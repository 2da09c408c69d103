// Iterators and smart pointers as pointers, free begin/end/size/next and their kin.
#include "analyzer/frontend/library_models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

constexpr ValueType integerType{Format::Integer};

NodeId negated(Evaluator &evaluator, NodeId count) { return evaluator.emit(Op::Neg, {count}, integerType, nullptr); }

/// An operand of an operator call: the object first, if there is one, then the arguments.
struct Operand {
  Value value;
  clang::QualType type;
};

llvm::SmallVector<Operand, 2> operandsOf(Evaluator &evaluator, const Call &call) {
  llvm::SmallVector<Operand, 2> operands;
  if (call.object)
    operands.push_back({Value::record(*call.object), call.objectExpression ? call.objectExpression->getType() : clang::QualType()});
  for (const clang::Expr *argument : call.arguments)
    operands.push_back({evaluator.evaluate(argument), argument->getType()});
  return operands;
}

Value moved(Evaluator &evaluator, const Call &call, NodeId count, bool returnOld) {
  clang::QualType type = call.objectExpression->getType();
  Value old = pointerIn(evaluator, Value::record(*call.object));
  Value now = step(evaluator, old, type, count);
  evaluator.write(*call.object, now, call.token);
  return returnOld ? old : Value::pointer(*call.object);
}

Value compared(Evaluator &evaluator, const Call &call, const Operand &left, const Operand &right) {
  Value l = pointerIn(evaluator, left.value), r = pointerIn(evaluator, right.value);
  if (l.isPointer() && r.isPointer() && l.location && r.location && !isReverseIterator(left.type)) {
    // Within one array the indices are compared, as a loop over them would.
    const Location &a = evaluator.memory[l.location], &b = evaluator.memory[r.location];
    if (a.kind == Location::Kind::Index && b.kind == Location::Kind::Index && a.parent == b.parent)
      return Value::number(evaluator.emit(Op::Compare, {a.index, b.index}, {Format::Boolean}, call.expression, call.token, call.name.drop_front(8)));
  }
  NodeId difference = evaluator.distance(r, l);
  if (isReverseIterator(left.type))
    difference = negated(evaluator, difference);
  llvm::StringRef relation = call.name.drop_front(8);
  return Value::number(evaluator.emit(Op::Compare, {difference, evaluator.integer(0)}, {Format::Boolean}, call.expression, call.token, relation));
}

std::optional<Value> smartPointerMember(Evaluator &evaluator, const Call &call) {
  if (call.name == "get")
    return pointerIn(evaluator, Value::record(*call.object));
  if (call.name == "operator bool")
    return Value::number(evaluator.fresh("non-null", {Format::Boolean}, call.expression));
  if (llvm::is_contained(Names{"reset", "release", "operator="}, call.name)) {
    Value replacement;
    for (const clang::Expr *argument : call.arguments)
      replacement = pointerIn(evaluator, evaluator.evaluate(argument));
    Value old = pointerIn(evaluator, Value::record(*call.object));
    if (replacement.isPointer())
      evaluator.write(*call.object, replacement, call.token);
    else
      evaluator.forget(*call.object);
    return call.name == "release" ? old : call.name == "operator=" ? Value::pointer(*call.object) : Value::none();
  }
  return std::nullopt;
}

/// Free functions on a container, array or view: what its member of the same name does.
std::optional<Value> rangeAccess(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  std::optional<LibraryClass> known = libraryClass(type);
  if (!type.getNonReferenceType()->isArrayType() && !(known && containerStorage(known->name)))
    return std::nullopt;
  std::optional<Elements> elements = libraryElements(evaluator, evaluator.object(call.arguments[0]), type);
  if (!elements)
    return evaluator.unknown(call.type, call.name, call.expression);
  llvm::StringRef name = call.name;
  if (name == "size" || name == "ssize")
    return Value::number(elements->count);
  if (name == "empty")
    return Value::number(evaluator.emit(Op::Compare, {elements->count, evaluator.integer(0)}, {Format::Boolean}, call.expression, call.token, "=="));
  Value first = Value::pointer(elements->first);
  bool atEnd = name.ends_with("end");
  if (!name.contains("rbegin") && !name.contains("rend"))
    return atEnd ? evaluator.advance(first, elements->count) : first;
  NodeId last = evaluator.emit(Op::Sub, {elements->count, evaluator.integer(1)}, integerType, nullptr);
  return evaluator.advance(first, atEnd ? evaluator.integer(-1) : last);
}

std::optional<Value> nextModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.empty() || call.arguments.size() > 2)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  Value pointer = pointerIn(evaluator, evaluator.evaluate(call.arguments[0]));
  NodeId count = call.arguments.size() == 2 ? evaluator.number(call.arguments[1]) : evaluator.integer(1);
  return step(evaluator, pointer, type, call.name == "prev" ? negated(evaluator, count) : count);
}

std::optional<Value> advanceModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  LocationId iterator = evaluator.location(call.arguments[0]);
  NodeId count = evaluator.number(call.arguments[1]);
  Value pointer = evaluator.read(iterator, evaluator.unit.context.VoidPtrTy);
  evaluator.write(iterator, step(evaluator, pointer, type, count), call.token);
  return Value::none();
}

std::optional<Value> distanceModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  Value first = pointerIn(evaluator, evaluator.evaluate(call.arguments[0]));
  Value last = pointerIn(evaluator, evaluator.evaluate(call.arguments[1]));
  NodeId count = evaluator.distance(first, last);
  return Value::number(isReverseIterator(call.arguments[0]->getType()) ? negated(evaluator, count) : count);
}

/// An iterator adaptor that designates the same element: make_move_iterator, to_address, assume_aligned.
std::optional<Value> sameElementModel(Evaluator &evaluator, const Call &call) {
  if (call.arguments.empty())
    return std::nullopt;
  return pointerIn(evaluator, evaluator.evaluate(call.arguments[0]));
}

} // namespace

std::optional<Value> iteratorMember(Evaluator &evaluator, const Call &call) {
  clang::QualType type = call.objectExpression     ? call.objectExpression->IgnoreParenImpCasts()->getType()
                         : !call.arguments.empty() ? call.arguments[0]->getType()
                                                   : clang::QualType();
  if (type.isNull() || (call.object && type->isPointerType()))
    return std::nullopt;
  std::optional<LibraryClass> known = libraryClass(type);
  bool smart = known && llvm::is_contained(Names{"unique_ptr", "shared_ptr"}, known->name);
  if (!known || !(smart || isIteratorClass(known->name)))
    return std::nullopt;
  llvm::StringRef name = call.name;
  std::size_t count = call.arguments.size() + (call.object ? 1 : 0);
  if (call.object) {
    if ((name == "operator*" && count == 1) || name == "operator->")
      return pointerIn(evaluator, Value::record(*call.object));
    if (name == "operator[]" && count == 2)
      return step(evaluator, Value::record(*call.object), type, evaluator.number(call.arguments[0]));
    if (smart)
      return smartPointerMember(evaluator, call);
    if (name == "base")
      return step(evaluator, Value::record(*call.object), {}, evaluator.integer(isReverseIterator(type) ? 1 : 0));
    if (name == "operator++" || name == "operator--") // the postfix forms have a dummy argument
      return moved(evaluator, call, evaluator.integer(name == "operator++" ? 1 : -1), count == 2);
    if (name == "operator+=" || name == "operator-=") {
      NodeId by = evaluator.number(call.arguments[0]);
      return moved(evaluator, call, name == "operator+=" ? by : negated(evaluator, by), false);
    }
  }
  if (count != 2 ||
      !llvm::is_contained(Names{"operator+", "operator-", "operator==", "operator!=", "operator<", "operator<=", "operator>", "operator>="}, name))
    return std::nullopt;
  llvm::SmallVector<Operand, 2> operands = operandsOf(evaluator, call);
  bool leftMoves = isPointerLike(operands[0].type), rightMoves = isPointerLike(operands[1].type);
  if (leftMoves && rightMoves && name == "operator-") {
    NodeId distance = evaluator.distance(pointerIn(evaluator, operands[1].value), pointerIn(evaluator, operands[0].value));
    return Value::number(isReverseIterator(type) ? negated(evaluator, distance) : distance);
  }
  if (name == "operator+" || name == "operator-") {
    const Operand &pointer = leftMoves ? operands[0] : operands[1];
    const Value &amount = leftMoves ? operands[1].value : operands[0].value;
    if (!amount.isNumber())
      return evaluator.unknown(call.type, call.name, call.expression);
    return step(evaluator, pointer.value, pointer.type, name == "operator-" ? negated(evaluator, amount.node) : amount.node);
  }
  if (smart || !leftMoves || !rightMoves)
    return Value::number(evaluator.fresh("comparison of pointers", {Format::Boolean}, call.expression));
  return compared(evaluator, call, operands[0], operands[1]);
}

Model iteratorModel(llvm::StringRef name) {
  static const llvm::StringMap<Model> models = {
      {"begin", rangeAccess},
      {"end", rangeAccess},
      {"cbegin", rangeAccess},
      {"cend", rangeAccess},
      {"rbegin", rangeAccess},
      {"rend", rangeAccess},
      {"crbegin", rangeAccess},
      {"crend", rangeAccess},
      {"size", rangeAccess},
      {"ssize", rangeAccess},
      {"empty", rangeAccess},
      {"data", rangeAccess},
      {"next", nextModel},
      {"prev", nextModel},
      {"advance", advanceModel},
      {"distance", distanceModel},
      {"to_address", sameElementModel},
      {"make_move_iterator", sameElementModel},
      {"assume_aligned", sameElementModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

} // namespace fporder::frontend
