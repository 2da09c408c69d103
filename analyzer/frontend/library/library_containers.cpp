// Containers as arrays of locations, views as pointers with an extent. Growing a container writes at index size() and raises it.
#include "analyzer/frontend/library/library_models.h"
#include "analyzer/frontend/values/indices.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

LocationId sizeLocation(Builder &builder, LocationId object) { return builder.attribute(object, "size()"); }
LocationId dataLocation(Builder &builder, LocationId object) { return builder.attribute(object, "data()"); }

void setSize(Builder &builder, const Call &call, NodeId size) { builder.write(sizeLocation(builder, *call.object), Value::number(size), call.token); }

/// Element 0 of the object that a container or view of the class stands for.
LocationId firstElement(Builder &builder, LocationId object, Storage storage) {
  if (storage == Storage::Owned)
    return builder.element(object, 0);
  LocationId data = dataLocation(builder, object);
  LocationId target = builder.target(builder.read(data, builder.context.VoidPtrTy));
  // A view of unknown origin is an array of its own, whose elements are spelled `s[i]`.
  if (!target || builder.isPointee(target, data))
    return builder.element(object, 0);
  return target;
}

NodeId elementCount(Builder &builder, LocationId object, const LibraryClass &known) {
  unsigned position = known.name == "array" || known.name == "span" ? 1 : 0;
  if (position < known.arguments.size() && position > 0 && known.arguments[position].getKind() == clang::TemplateArgument::Integral) {
    const llvm::APSInt &written = known.arguments[position].getAsIntegral();
    std::int64_t extent = written.isRepresentableByInt64() ? written.getExtValue() : -1; // dynamic_extent is the largest size_t
    if (extent >= 0 && (known.name == "array" || extent < INT64_MAX))
      return builder.integer(extent);
  }
  return builder.readNumber(sizeLocation(builder, object), integerType);
}

void fillWith(Builder &builder, const Call &call, NodeId count, const Value &value) {
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(builder, call, shape, [&](NodeId index) { store(builder, builder.element(*call.object, index), value, call.token); });
}

void fillWithZeros(Builder &builder, const Call &call, NodeId count, clang::QualType element) {
  if (element.isNull() || !builder.types.info(element).isArithmetic())
    return;
  ValueType type = builder.types.stored(element);
  NodeId zero = type.format == Format::Integer || type.format == Format::Boolean ? builder.integer(0) : builder.constant(0, type);
  fillWith(builder, call, count, Value::number(zero));
}

void fillFrom(Builder &builder, const Call &call, NodeId count, const Value &first, clang::QualType from, clang::QualType element) {
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(builder, call, shape, [&](NodeId index) {
    Value value = load(builder, builder.target(step(builder, first, from, index)), elementType(builder, from));
    store(builder, builder.element(*call.object, index), converted(builder, value, element, call.expression), call.token);
  });
}

void fillFromList(Builder &builder, const Call &call, llvm::ArrayRef<const clang::Expr *> elements, clang::QualType element) {
  long long index = 0;
  for (const clang::Expr *expression : elements)
    store(builder, builder.element(*call.object, index++), converted(builder, builder.evaluate(expression), element, call.expression), call.token);
  setSize(builder, call, builder.integer(index));
}

/// Arguments without allocators and other defaults.
llvm::SmallVector<const clang::Expr *, 4> meaningful(llvm::ArrayRef<const clang::Expr *> arguments) {
  llvm::SmallVector<const clang::Expr *, 4> result;
  for (const clang::Expr *argument : arguments)
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      result.push_back(argument);
  return result;
}

/// What constructors and assign() take: (n), (n, value), (first, last), {a, b, c}. True when the form is known.
bool fillFromArguments(Builder &builder, const Call &call, llvm::ArrayRef<const clang::Expr *> arguments, clang::QualType element) {
  if (arguments.size() == 1 || (arguments.size() == 2 && libraryClass(arguments[0]->getType())))
    if (auto list = bracedElements(arguments[0])) {
      fillFromList(builder, call, *list, element);
      return true;
    }
  bool counted = !arguments.empty() && builder.types.isInteger(arguments[0]->getType());
  if (counted && arguments.size() <= 2) {
    NodeId count = builder.number(arguments[0]);
    builder.forget(*call.object);
    setSize(builder, call, count);
    if (arguments.size() == 2)
      fillWith(builder, call, count, converted(builder, builder.evaluate(arguments[1]), element, call.expression));
    else
      fillWithZeros(builder, call, count, element);
    return true;
  }
  if (arguments.size() == 2 && isPointerLike(arguments[0]->getType())) {
    Value first = pointerIn(builder, builder.evaluate(arguments[0]));
    Value last = pointerIn(builder, builder.evaluate(arguments[1]));
    NodeId count = builder.distance(first, last);
    builder.forget(*call.object);
    setSize(builder, call, count);
    fillFrom(builder, call, count, first, arguments[0]->getType(), element);
    return true;
  }
  return false;
}

/// span(pointer, n), span(first, last), span(container), subspans: an address and an extent.
void makeView(Builder &builder, LocationId view, const Value &first, NodeId count, clang::SourceLocation where) {
  builder.write(dataLocation(builder, view), first, where);
  builder.write(sizeLocation(builder, view), Value::number(count), where);
}

bool constructView(Builder &builder, const Call &call, llvm::ArrayRef<const clang::Expr *> arguments) {
  if (arguments.empty()) {
    setSize(builder, call, builder.integer(0));
    return true;
  }
  if (arguments.size() == 1) {
    clang::QualType type = arguments[0]->getType();
    std::optional<Elements> elements = libraryElements(builder, builder.object(arguments[0]), type);
    if (elements)
      makeView(builder, *call.object, Value::pointer(elements->first), elements->count, call.token);
    else
      builder.forget(*call.object);
    return true;
  }
  Value first = pointerIn(builder, builder.evaluate(arguments[0]));
  Value second = builder.evaluate(arguments[1]);
  for (const clang::Expr *argument : arguments.drop_front(2))
    builder.discard(argument);
  NodeId count = second.isNumber() ? second.node : builder.distance(first, pointerIn(builder, second));
  makeView(builder, *call.object, first, count, call.token);
  return true;
}

/// Constants are gathered at the end, so that the size after any number of insertions is one sum.
NodeId plus(Builder &builder, NodeId left, long long right) { return order::integerOperation(builder.graph, Op::Add, left, builder.integer(right)); }

/// Members that read: element access, iterators, sizes.
std::optional<Value> reading(Builder &builder, const Call &call, const LibraryClass &known, Storage storage) {
  llvm::StringRef name = call.name;
  LocationId object = *call.object;
  auto first = [&] { return Value::pointer(firstElement(builder, object, storage)); };
  auto count = [&] { return elementCount(builder, object, known); };
  if ((name == "operator[]" || name == "at" || name == "operator()") && !call.arguments.empty()) {
    if (call.arguments.size() == 1) {
      NodeId index = builder.number(call.arguments[0]);
      return builder.advance(first(), index);
    }
    LocationId element = object; // mdspan
    for (const clang::Expr *argument : call.arguments)
      element = builder.element(element, builder.number(argument));
    return Value::pointer(element);
  }
  if (!call.arguments.empty())
    return std::nullopt;
  if (llvm::is_contained(Names{"begin", "cbegin", "data", "c_str", "front"}, name))
    return first();
  if (name == "end" || name == "cend")
    return builder.advance(first(), count());
  if (name == "back" || name == "rbegin" || name == "crbegin")
    return builder.advance(first(), plus(builder, count(), -1));
  if (name == "rend" || name == "crend")
    return builder.advance(first(), builder.integer(-1));
  if (name == "size" || name == "length")
    return Value::number(count());
  if (name == "empty")
    return Value::number(builder.emit(Op::Compare, {count(), builder.integer(0)}, {Format::Boolean}, call.expression, call.token, "=="));
  if (name == "capacity" || name == "max_size")
    return Value::number(builder.fromOutside(name, integerType, call.expression));
  return std::nullopt;
}

/// subspan, first, last.
std::optional<Value> subview(Builder &builder, const Call &call, const LibraryClass &known) {
  if (call.arguments.empty())
    return std::nullopt; // the forms with template arguments
  Value start = Value::pointer(firstElement(builder, *call.object, Storage::View));
  NodeId count = elementCount(builder, *call.object, known);
  NodeId argument = builder.number(call.arguments[0]);
  NodeId offset = builder.integer(0), length = argument;
  if (call.name == "last")
    offset = builder.emit(Op::Sub, {count, argument}, integerType, nullptr);
  if (call.name == "subspan") {
    offset = argument;
    bool rest = call.arguments.size() < 2 || llvm::isa<clang::CXXDefaultArgExpr>(call.arguments[1]);
    length = rest ? builder.emit(Op::Sub, {count, argument}, integerType, nullptr) : builder.number(call.arguments[1]);
  }
  LocationId view = builder.temporary(call.name);
  makeView(builder, view, builder.advance(start, offset), length, call.token);
  return Value::record(view);
}

/// Members that change an owning container.
std::optional<Value> changing(Builder &builder, const Call &call, const LibraryClass &known) {
  llvm::StringRef name = call.name;
  LocationId object = *call.object;
  clang::QualType element = known.type(0);
  if ((name == "push_back" || name == "emplace_back") && call.arguments.size() <= 1) {
    NodeId size = elementCount(builder, object, known);
    LocationId added = builder.element(object, size);
    if (call.arguments.empty())
      builder.forget(added);
    else
      store(builder, added, converted(builder, builder.evaluate(call.arguments[0]), element, call.expression), call.token);
    setSize(builder, call, plus(builder, size, 1));
    return name == "emplace_back" ? Value::pointer(added) : Value::none();
  }
  if (name == "pop_back") {
    setSize(builder, call, plus(builder, elementCount(builder, object, known), -1));
    return Value::none();
  }
  if (name == "fill" && call.arguments.size() == 1) {
    fillWith(builder, call, elementCount(builder, object, known), converted(builder, builder.evaluate(call.arguments[0]), element, call.expression));
    return Value::none();
  }
  if (name == "clear") {
    builder.forget(object);
    setSize(builder, call, builder.integer(0));
    return Value::none();
  }
  if (name == "reserve" || name == "shrink_to_fit") {
    for (const clang::Expr *argument : call.arguments)
      builder.discard(argument);
    return Value::none();
  }
  if (name == "resize" && !call.arguments.empty()) {
    NodeId old = elementCount(builder, object, known), size = builder.number(call.arguments[0]);
    bool wasEmpty = builder.graph[old].op == Op::Constant && builder.graph.number(old).isZero();
    if (wasEmpty && call.arguments.size() == 2)
      fillWith(builder, call, size, converted(builder, builder.evaluate(call.arguments[1]), element, call.expression));
    else if (wasEmpty)
      fillWithZeros(builder, call, size, element);
    else if (call.arguments.size() == 2)
      builder.discard(call.arguments[1]);
    setSize(builder, call, size);
    return Value::none();
  }
  if (name == "assign" && fillFromArguments(builder, call, meaningful(call.arguments), element))
    return Value::none();
  if (name == "swap" && call.arguments.size() == 1) {
    LocationId other = builder.object(call.arguments[0]), kept = builder.temporary();
    builder.copyObject(kept, object);
    builder.copyObject(object, other);
    builder.copyObject(other, kept);
    return Value::none();
  }
  if (llvm::is_contained(Names{"insert", "erase", "emplace", "push_front", "pop_front", "emplace_front", "append"}, name)) {
    for (const clang::Expr *argument : call.arguments)
      builder.discard(argument);
    builder.forget(object);
    if (isPointerLike(call.type))
      return Value::pointer(builder.element(object, builder.fresh(name, integerType, call.expression)));
    return builder.unknown(call.type, name, call.expression);
  }
  return std::nullopt;
}

} // namespace

bool isContainer(clang::QualType type) {
  std::optional<LibraryClass> known = libraryClass(type);
  return known && containerStorage(known->name) == Storage::Owned;
}

std::optional<Elements> libraryElements(Builder &builder, LocationId object, clang::QualType type) {
  type = type.getNonReferenceType();
  if (const clang::ArrayType *array = builder.context.getAsArrayType(type)) {
    const auto *sized = llvm::dyn_cast<clang::ConstantArrayType>(array);
    NodeId count = sized ? builder.integer(static_cast<long long>(sized->getSize().getZExtValue())) : builder.fromOutside("size", integerType);
    return Elements{builder.element(object, 0), count, array->getElementType()};
  }
  std::optional<LibraryClass> known = libraryClass(type);
  std::optional<Storage> storage = known ? containerStorage(known->name) : std::nullopt;
  if (!storage)
    return std::nullopt;
  return Elements{firstElement(builder, object, *storage), elementCount(builder, object, *known), known->type(0)};
}

std::optional<Value> containerMember(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = call.object ? classOf(call) : std::nullopt;
  std::optional<Storage> storage = known ? containerStorage(known->name) : std::nullopt;
  if (!storage || known->name == "valarray")
    return std::nullopt;
  if (call.name == "operator=" && call.arguments.size() == 1) {
    if (auto list = bracedElements(call.arguments[0]); list && *storage == Storage::Owned)
      fillFromList(builder, call, *list, known->type(0));
    else
      builder.copyObject(*call.object, builder.object(call.arguments[0]));
    return Value::pointer(*call.object);
  }
  if (*storage == Storage::View && llvm::is_contained(Names{"subspan", "first", "last"}, call.name))
    return subview(builder, call, *known);
  if (std::optional<Value> value = reading(builder, call, *known, *storage))
    return value;
  return *storage == Storage::Owned ? changing(builder, call, *known) : std::nullopt;
}

bool containerConstruct(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = classOf(call);
  std::optional<Storage> storage = known ? containerStorage(known->name) : std::nullopt;
  if (!storage || known->name == "valarray")
    return false;
  llvm::SmallVector<const clang::Expr *, 4> arguments = meaningful(call.arguments);
  if (arguments.size() == 1)
    if (std::optional<LibraryClass> from = libraryClass(arguments[0]->getType());
        from && from->name == known->name && !bracedElements(arguments[0])) {
      builder.copyObject(*call.object, builder.object(arguments[0]));
      return true;
    }
  if (*storage == Storage::View)
    return constructView(builder, call, arguments);
  if (arguments.empty()) {
    setSize(builder, call, builder.integer(0));
    return true;
  }
  return fillFromArguments(builder, call, arguments, known->type(0));
}

} // namespace fporder::frontend
