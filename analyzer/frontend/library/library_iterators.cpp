// Iterators and smart pointers as pointers, free begin/end/size/next and their kin.
#include "analyzer/frontend/library/library_models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

NodeId negated(Builder &builder, NodeId count) { return builder.emit(Op::Neg, {count}, integerType, nullptr); }

/// An operand of an operator call: the object first, if there is one, then the arguments.
struct ScannedOperand {
  Value value;
  clang::QualType type;
};

llvm::SmallVector<ScannedOperand, 2> operandsOf(Builder &builder, const Call &call) {
  llvm::SmallVector<ScannedOperand, 2> operands;
  if (call.object)
    operands.push_back({Value::record(*call.object), call.objectExpression ? call.objectExpression->getType() : clang::QualType()});
  for (const clang::Expr *argument : call.arguments)
    operands.push_back({builder.evaluate(argument), argument->getType()});
  return operands;
}

Value moved(Builder &builder, const Call &call, NodeId count, bool returnOld) {
  clang::QualType type = call.objectExpression->getType();
  Value old = pointerIn(builder, Value::record(*call.object));
  Value now = step(builder, old, type, count);
  builder.write(*call.object, now, call.token);
  return returnOld ? old : Value::pointer(*call.object);
}

Value compared(Builder &builder, const Call &call, const ScannedOperand &left, const ScannedOperand &right) {
  Value l = pointerIn(builder, left.value), r = pointerIn(builder, right.value);
  if (l.isPointer() && r.isPointer() && l.location && r.location && !isReverseIterator(left.type)) {
    // Within one array the indices are compared, as a loop over them would.
    const auto a = builder.elementAt(l.location), b = builder.elementAt(r.location);
    if (a && b && a->array == b->array)
      return Value::number(builder.emit(Op::Compare, {a->index, b->index}, {Format::Boolean}, call.expression, call.token, call.name.drop_front(8)));
  }
  NodeId difference = builder.distance(r, l);
  if (isReverseIterator(left.type))
    difference = negated(builder, difference);
  llvm::StringRef relation = call.name.drop_front(8);
  return Value::number(builder.emit(Op::Compare, {difference, builder.integer(0)}, {Format::Boolean}, call.expression, call.token, relation));
}

std::optional<Value> smartPointerMember(Builder &builder, const Call &call) {
  if (call.name == "get")
    return pointerIn(builder, Value::record(*call.object));
  if (call.name == "operator bool")
    return Value::number(builder.fresh("non-null", {Format::Boolean}, call.expression));
  if (llvm::is_contained(Names{"reset", "release", "operator="}, call.name)) {
    Value replacement;
    for (const clang::Expr *argument : call.arguments)
      replacement = pointerIn(builder, builder.evaluate(argument));
    Value old = pointerIn(builder, Value::record(*call.object));
    if (replacement.isPointer())
      builder.write(*call.object, replacement, call.token);
    else
      builder.forget(*call.object);
    return call.name == "release" ? old : call.name == "operator=" ? Value::pointer(*call.object) : Value::none();
  }
  return std::nullopt;
}

/// Free functions on a container, array or view: what its member of the same name does.
std::optional<Value> rangeAccess(Builder &builder, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  std::optional<LibraryClass> known = libraryClass(type);
  if (!type.getNonReferenceType()->isArrayType() && !(known && containerStorage(known->name)))
    return std::nullopt;
  std::optional<Elements> elements = libraryElements(builder, builder.object(call.arguments[0]), type);
  if (!elements)
    return builder.unknown(call.type, call.name, call.expression);
  llvm::StringRef name = call.name;
  if (name == "size" || name == "ssize")
    return Value::number(elements->count);
  if (name == "empty")
    return Value::number(builder.emit(Op::Compare, {elements->count, builder.integer(0)}, {Format::Boolean}, call.expression, call.token, "=="));
  Value first = Value::pointer(elements->first);
  bool atEnd = name.ends_with("end");
  if (!name.contains("rbegin") && !name.contains("rend"))
    return atEnd ? builder.advance(first, elements->count) : first;
  NodeId last = builder.emit(Op::Sub, {elements->count, builder.integer(1)}, integerType, nullptr);
  return builder.advance(first, atEnd ? builder.integer(-1) : last);
}

std::optional<Value> nextModel(Builder &builder, const Call &call) {
  if (call.arguments.empty() || call.arguments.size() > 2)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  Value pointer = pointerIn(builder, builder.evaluate(call.arguments[0]));
  NodeId count = call.arguments.size() == 2 ? builder.number(call.arguments[1]) : builder.integer(1);
  return step(builder, pointer, type, call.name == "prev" ? negated(builder, count) : count);
}

std::optional<Value> advanceModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  clang::QualType type = call.arguments[0]->getType();
  LocationId iterator = builder.location(call.arguments[0]);
  NodeId count = builder.number(call.arguments[1]);
  Value pointer = builder.read(iterator, builder.context.VoidPtrTy);
  builder.write(iterator, step(builder, pointer, type, count), call.token);
  return Value::none();
}

std::optional<Value> distanceModel(Builder &builder, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  Value first = pointerIn(builder, builder.evaluate(call.arguments[0]));
  Value last = pointerIn(builder, builder.evaluate(call.arguments[1]));
  NodeId count = builder.distance(first, last);
  return Value::number(isReverseIterator(call.arguments[0]->getType()) ? negated(builder, count) : count);
}

/// An iterator adaptor that designates the same element: make_move_iterator, to_address, assume_aligned.
std::optional<Value> sameElementModel(Builder &builder, const Call &call) {
  if (call.arguments.empty())
    return std::nullopt;
  return pointerIn(builder, builder.evaluate(call.arguments[0]));
}

} // namespace

std::optional<Value> iteratorMember(Builder &builder, const Call &call) {
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
      return pointerIn(builder, Value::record(*call.object));
    if (name == "operator[]" && count == 2)
      return step(builder, Value::record(*call.object), type, builder.number(call.arguments[0]));
    if (smart)
      return smartPointerMember(builder, call);
    if (name == "base")
      return step(builder, Value::record(*call.object), {}, builder.integer(isReverseIterator(type) ? 1 : 0));
    if (name == "operator++" || name == "operator--") // the postfix forms have a dummy argument
      return moved(builder, call, builder.integer(name == "operator++" ? 1 : -1), count == 2);
    if (name == "operator+=" || name == "operator-=") {
      NodeId by = builder.number(call.arguments[0]);
      return moved(builder, call, name == "operator+=" ? by : negated(builder, by), false);
    }
  }
  if (count != 2 ||
      !llvm::is_contained(Names{"operator+", "operator-", "operator==", "operator!=", "operator<", "operator<=", "operator>", "operator>="}, name))
    return std::nullopt;
  llvm::SmallVector<ScannedOperand, 2> operands = operandsOf(builder, call);
  bool leftMoves = isPointerLike(operands[0].type), rightMoves = isPointerLike(operands[1].type);
  if (leftMoves && rightMoves && name == "operator-") {
    NodeId distance = builder.distance(pointerIn(builder, operands[1].value), pointerIn(builder, operands[0].value));
    return Value::number(isReverseIterator(type) ? negated(builder, distance) : distance);
  }
  if (name == "operator+" || name == "operator-") {
    const ScannedOperand &pointer = leftMoves ? operands[0] : operands[1];
    const Value &amount = leftMoves ? operands[1].value : operands[0].value;
    if (!amount.isNumber())
      return builder.unknown(call.type, call.name, call.expression);
    return step(builder, pointer.value, pointer.type, name == "operator-" ? negated(builder, amount.node) : amount.node);
  }
  if (smart || !leftMoves || !rightMoves)
    return Value::number(builder.fresh("comparison of pointers", {Format::Boolean}, call.expression));
  return compared(builder, call, operands[0], operands[1]);
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
      {"__builtin_assume_aligned", sameElementModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

} // namespace fporder::frontend
