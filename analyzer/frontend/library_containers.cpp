// Containers as arrays of locations, views as pointers with an extent. Growing a container writes at index size() and raises it.
#include "analyzer/frontend/library_models.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

constexpr ValueType integerType{Format::Integer};

LocationId sizeLocation(Evaluator &evaluator, LocationId object) { return evaluator.memory.attribute(object, "size()"); }
LocationId dataLocation(Evaluator &evaluator, LocationId object) { return evaluator.memory.attribute(object, "data()"); }

void setSize(Evaluator &evaluator, const Call &call, NodeId size) {
  evaluator.write(sizeLocation(evaluator, *call.object), Value::number(size), call.token);
}

/// Element 0 of the object that a container or view of the class stands for.
LocationId firstElement(Evaluator &evaluator, LocationId object, Storage storage) {
  if (storage == Storage::Owned)
    return evaluator.element(object, 0);
  LocationId data = dataLocation(evaluator, object);
  LocationId target = evaluator.target(evaluator.read(data, evaluator.unit.context.VoidPtrTy));
  // A view that nobody here has made is its own array: `s[i]` is what a reader calls its elements.
  if (!target || (evaluator.memory.root(target).kind == Root::Kind::Pointee && evaluator.memory.root(target).origin == data))
    return evaluator.element(object, 0);
  return target;
}

NodeId elementCount(Evaluator &evaluator, LocationId object, const LibraryClass &known) {
  unsigned position = known.name == "array" || known.name == "span" ? 1 : 0;
  if (position < known.arguments.size() && position > 0 && known.arguments[position].getKind() == clang::TemplateArgument::Integral) {
    const llvm::APSInt &written = known.arguments[position].getAsIntegral();
    std::int64_t extent = written.isRepresentableByInt64() ? written.getExtValue() : -1; // dynamic_extent is the largest size_t
    if (extent >= 0 && (known.name == "array" || extent < INT64_MAX))
      return evaluator.integer(extent);
  }
  return evaluator.readNumber(sizeLocation(evaluator, object), integerType);
}

void fillWith(Evaluator &evaluator, const Call &call, NodeId count, const Value &value) {
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(evaluator, call, shape, [&](NodeId index) { store(evaluator, evaluator.element(*call.object, index), value, call.token); });
}

void fillWithZeros(Evaluator &evaluator, const Call &call, NodeId count, clang::QualType element) {
  if (element.isNull() || !evaluator.unit.types.info(element).isArithmetic())
    return;
  ValueType type = evaluator.unit.types.stored(element);
  NodeId zero = type.format == Format::Integer || type.format == Format::Boolean ? evaluator.integer(0) : evaluator.constant(0, type);
  fillWith(evaluator, call, count, Value::number(zero));
}

void fillFrom(Evaluator &evaluator, const Call &call, NodeId count, const Value &first, clang::QualType from, clang::QualType element) {
  LoopShape shape;
  shape.tripCount = count;
  forEachIndex(evaluator, call, shape, [&](NodeId index) {
    Value value = load(evaluator, evaluator.target(step(evaluator, first, from, index)), elementType(evaluator, from));
    store(evaluator, evaluator.element(*call.object, index), converted(evaluator, value, element, call.expression), call.token);
  });
}

void fillFromList(Evaluator &evaluator, const Call &call, llvm::ArrayRef<const clang::Expr *> elements, clang::QualType element) {
  long long index = 0;
  for (const clang::Expr *expression : elements)
    store(evaluator, evaluator.element(*call.object, index++), converted(evaluator, evaluator.evaluate(expression), element, call.expression),
          call.token);
  setSize(evaluator, call, evaluator.integer(index));
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
bool fillFromArguments(Evaluator &evaluator, const Call &call, llvm::ArrayRef<const clang::Expr *> arguments, clang::QualType element) {
  if (arguments.size() == 1 || (arguments.size() == 2 && libraryClass(arguments[0]->getType())))
    if (auto list = bracedElements(arguments[0])) {
      fillFromList(evaluator, call, *list, element);
      return true;
    }
  bool counted = !arguments.empty() && evaluator.unit.types.isInteger(arguments[0]->getType());
  if (counted && arguments.size() <= 2) {
    NodeId count = evaluator.number(arguments[0]);
    evaluator.forget(*call.object);
    setSize(evaluator, call, count);
    if (arguments.size() == 2)
      fillWith(evaluator, call, count, converted(evaluator, evaluator.evaluate(arguments[1]), element, call.expression));
    else
      fillWithZeros(evaluator, call, count, element);
    return true;
  }
  if (arguments.size() == 2 && isPointerLike(arguments[0]->getType())) {
    Value first = pointerIn(evaluator, evaluator.evaluate(arguments[0]));
    Value last = pointerIn(evaluator, evaluator.evaluate(arguments[1]));
    NodeId count = evaluator.distance(first, last);
    evaluator.forget(*call.object);
    setSize(evaluator, call, count);
    fillFrom(evaluator, call, count, first, arguments[0]->getType(), element);
    return true;
  }
  return false;
}

/// span(pointer, n), span(first, last), span(container), subspans: an address and an extent.
void makeView(Evaluator &evaluator, LocationId view, const Value &first, NodeId count, clang::SourceLocation where) {
  evaluator.write(dataLocation(evaluator, view), first, where);
  evaluator.write(sizeLocation(evaluator, view), Value::number(count), where);
}

bool constructView(Evaluator &evaluator, const Call &call, llvm::ArrayRef<const clang::Expr *> arguments) {
  if (arguments.empty()) {
    setSize(evaluator, call, evaluator.integer(0));
    return true;
  }
  if (arguments.size() == 1) {
    clang::QualType type = arguments[0]->getType();
    std::optional<Elements> elements = libraryElements(evaluator, evaluator.object(arguments[0]), type);
    if (elements)
      makeView(evaluator, *call.object, Value::pointer(elements->first), elements->count, call.token);
    else
      evaluator.forget(*call.object);
    return true;
  }
  Value first = pointerIn(evaluator, evaluator.evaluate(arguments[0]));
  Value second = evaluator.evaluate(arguments[1]);
  for (const clang::Expr *argument : arguments.drop_front(2))
    evaluator.discard(argument);
  NodeId count = second.isNumber() ? second.node : evaluator.distance(first, pointerIn(evaluator, second));
  makeView(evaluator, *call.object, first, count, call.token);
  return true;
}

/// Constants are gathered at the end, so that the size after any number of insertions is one sum.
NodeId plus(Evaluator &evaluator, NodeId left, long long right) {
  const order::Graph &graph = evaluator.graph;
  if (graph[left].op == Op::Add && graph[left].type == integerType && graph[graph.operand(left, 1)].op == Op::Constant)
    if (const OffsetForm more = offsetForm(graph, graph.operand(left, 1)); !more.base) {
      right += more.offset;
      left = graph.operand(left, 0);
    }
  return right == 0 ? left : evaluator.emit(Op::Add, {left, evaluator.integer(right)}, integerType, nullptr);
}

/// Members that read: element access, iterators, sizes.
std::optional<Value> reading(Evaluator &evaluator, const Call &call, const LibraryClass &known, Storage storage) {
  llvm::StringRef name = call.name;
  LocationId object = *call.object;
  auto first = [&] { return Value::pointer(firstElement(evaluator, object, storage)); };
  auto count = [&] { return elementCount(evaluator, object, known); };
  if ((name == "operator[]" || name == "at" || name == "operator()") && !call.arguments.empty()) {
    if (call.arguments.size() == 1) {
      NodeId index = evaluator.number(call.arguments[0]);
      return evaluator.advance(first(), index);
    }
    LocationId element = object; // mdspan
    for (const clang::Expr *argument : call.arguments)
      element = evaluator.element(element, evaluator.number(argument));
    return Value::pointer(element);
  }
  if (!call.arguments.empty())
    return std::nullopt;
  if (llvm::is_contained(Names{"begin", "cbegin", "data", "c_str", "front"}, name))
    return first();
  if (name == "end" || name == "cend")
    return evaluator.advance(first(), count());
  if (name == "back" || name == "rbegin" || name == "crbegin")
    return evaluator.advance(first(), plus(evaluator, count(), -1));
  if (name == "rend" || name == "crend")
    return evaluator.advance(first(), evaluator.integer(-1));
  if (name == "size" || name == "length")
    return Value::number(count());
  if (name == "empty")
    return Value::number(evaluator.emit(Op::Compare, {count(), evaluator.integer(0)}, {Format::Boolean}, call.expression, call.token, "=="));
  if (name == "capacity" || name == "max_size")
    return Value::number(evaluator.fromOutside(name, integerType, call.expression));
  return std::nullopt;
}

/// subspan, first, last.
std::optional<Value> subview(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  if (call.arguments.empty())
    return std::nullopt; // the forms with template arguments
  Value start = Value::pointer(firstElement(evaluator, *call.object, Storage::View));
  NodeId count = elementCount(evaluator, *call.object, known);
  NodeId argument = evaluator.number(call.arguments[0]);
  NodeId offset = evaluator.integer(0), length = argument;
  if (call.name == "last")
    offset = evaluator.emit(Op::Sub, {count, argument}, integerType, nullptr);
  if (call.name == "subspan") {
    offset = argument;
    bool rest = call.arguments.size() < 2 || llvm::isa<clang::CXXDefaultArgExpr>(call.arguments[1]);
    length = rest ? evaluator.emit(Op::Sub, {count, argument}, integerType, nullptr) : evaluator.number(call.arguments[1]);
  }
  LocationId view = evaluator.temporary(call.name);
  makeView(evaluator, view, evaluator.advance(start, offset), length, call.token);
  return Value::record(view);
}

/// Members that change an owning container.
std::optional<Value> changing(Evaluator &evaluator, const Call &call, const LibraryClass &known) {
  llvm::StringRef name = call.name;
  LocationId object = *call.object;
  clang::QualType element = known.type(0);
  if ((name == "push_back" || name == "emplace_back") && call.arguments.size() <= 1) {
    NodeId size = elementCount(evaluator, object, known);
    LocationId added = evaluator.element(object, size);
    if (call.arguments.empty())
      evaluator.forget(added);
    else
      store(evaluator, added, converted(evaluator, evaluator.evaluate(call.arguments[0]), element, call.expression), call.token);
    setSize(evaluator, call, plus(evaluator, size, 1));
    return name == "emplace_back" ? Value::pointer(added) : Value::none();
  }
  if (name == "pop_back") {
    setSize(evaluator, call, plus(evaluator, elementCount(evaluator, object, known), -1));
    return Value::none();
  }
  if (name == "fill" && call.arguments.size() == 1) {
    fillWith(evaluator, call, elementCount(evaluator, object, known),
             converted(evaluator, evaluator.evaluate(call.arguments[0]), element, call.expression));
    return Value::none();
  }
  if (name == "clear") {
    evaluator.forget(object);
    setSize(evaluator, call, evaluator.integer(0));
    return Value::none();
  }
  if (name == "reserve" || name == "shrink_to_fit") {
    for (const clang::Expr *argument : call.arguments)
      evaluator.discard(argument);
    return Value::none();
  }
  if (name == "resize" && !call.arguments.empty()) {
    NodeId old = elementCount(evaluator, object, known), size = evaluator.number(call.arguments[0]);
    bool wasEmpty = evaluator.graph[old].op == Op::Constant && evaluator.graph.number(old).isZero();
    if (wasEmpty && call.arguments.size() == 2)
      fillWith(evaluator, call, size, converted(evaluator, evaluator.evaluate(call.arguments[1]), element, call.expression));
    else if (wasEmpty)
      fillWithZeros(evaluator, call, size, element);
    else if (call.arguments.size() == 2)
      evaluator.discard(call.arguments[1]);
    setSize(evaluator, call, size);
    return Value::none();
  }
  if (name == "assign" && fillFromArguments(evaluator, call, meaningful(call.arguments), element))
    return Value::none();
  if (name == "swap" && call.arguments.size() == 1) {
    LocationId other = evaluator.object(call.arguments[0]), kept = evaluator.temporary();
    evaluator.copyObject(kept, object);
    evaluator.copyObject(object, other);
    evaluator.copyObject(other, kept);
    return Value::none();
  }
  if (llvm::is_contained(Names{"insert", "erase", "emplace", "push_front", "pop_front", "emplace_front", "append"}, name)) {
    for (const clang::Expr *argument : call.arguments)
      evaluator.discard(argument);
    evaluator.forget(object);
    if (isPointerLike(call.type))
      return Value::pointer(evaluator.element(object, evaluator.fresh(name, integerType, call.expression)));
    return evaluator.unknown(call.type, name, call.expression);
  }
  return std::nullopt;
}

} // namespace

bool isContainer(clang::QualType type) {
  std::optional<LibraryClass> known = libraryClass(type);
  return known && containerStorage(known->name) == Storage::Owned;
}

std::optional<Elements> libraryElements(Evaluator &evaluator, LocationId object, clang::QualType type) {
  type = type.getNonReferenceType();
  if (const clang::ArrayType *array = evaluator.unit.context.getAsArrayType(type)) {
    const auto *sized = llvm::dyn_cast<clang::ConstantArrayType>(array);
    NodeId count = sized ? evaluator.integer(static_cast<long long>(sized->getSize().getZExtValue())) : evaluator.fromOutside("size", integerType);
    return Elements{evaluator.element(object, 0), count, array->getElementType()};
  }
  std::optional<LibraryClass> known = libraryClass(type);
  std::optional<Storage> storage = known ? containerStorage(known->name) : std::nullopt;
  if (!storage)
    return std::nullopt;
  return Elements{firstElement(evaluator, object, *storage), elementCount(evaluator, object, *known), known->type(0)};
}

std::optional<Value> containerMember(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = call.object ? classOf(call) : std::nullopt;
  std::optional<Storage> storage = known ? containerStorage(known->name) : std::nullopt;
  if (!storage || known->name == "valarray")
    return std::nullopt;
  if (call.name == "operator=" && call.arguments.size() == 1) {
    if (auto list = bracedElements(call.arguments[0]); list && *storage == Storage::Owned)
      fillFromList(evaluator, call, *list, known->type(0));
    else
      evaluator.copyObject(*call.object, evaluator.object(call.arguments[0]));
    return Value::pointer(*call.object);
  }
  if (*storage == Storage::View && llvm::is_contained(Names{"subspan", "first", "last"}, call.name))
    return subview(evaluator, call, *known);
  if (std::optional<Value> value = reading(evaluator, call, *known, *storage))
    return value;
  return *storage == Storage::Owned ? changing(evaluator, call, *known) : std::nullopt;
}

bool containerConstruct(Evaluator &evaluator, const Call &call) {
  std::optional<LibraryClass> known = classOf(call);
  std::optional<Storage> storage = known ? containerStorage(known->name) : std::nullopt;
  if (!storage || known->name == "valarray")
    return false;
  llvm::SmallVector<const clang::Expr *, 4> arguments = meaningful(call.arguments);
  if (arguments.size() == 1)
    if (std::optional<LibraryClass> from = libraryClass(arguments[0]->getType());
        from && from->name == known->name && !bracedElements(arguments[0])) {
      evaluator.copyObject(*call.object, evaluator.object(arguments[0]));
      return true;
    }
  if (*storage == Storage::View)
    return constructView(evaluator, call, arguments);
  if (arguments.empty()) {
    setSize(evaluator, call, evaluator.integer(0));
    return true;
  }
  return fillFromArguments(evaluator, call, arguments, known->type(0));
}

} // namespace fporder::frontend
