#include "analyzer/execute/containers.h"

#include "analyzer/execute/interpreter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace fporder::execute {
namespace {

const clang::ClassTemplateSpecializationDecl *standardTemplate(const clang::RecordDecl *record) {
  const auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return instance && instance->isInStdNamespace() && instance->getIdentifier() ? instance : nullptr;
}

enum class Member : std::uint8_t { Unknown, At, Front, Back, Data, Size, Empty, Begin, End, Append, Drop, Resize, Assign, Clear, Reserve };

Member memberNamed(const clang::CXXMethodDecl *method) {
  if (method->getOverloadedOperator() == clang::OO_Subscript)
    return Member::At;
  if (!method->getIdentifier())
    return Member::Unknown;
  return llvm::StringSwitch<Member>(method->getName())
      .Case("at", Member::At)
      .Case("front", Member::Front)
      .Case("back", Member::Back)
      .Case("data", Member::Data)
      .Case("size", Member::Size)
      .Case("empty", Member::Empty)
      .Case("begin", Member::Begin)
      .Case("cbegin", Member::Begin)
      .Case("rend", Member::Begin)
      .Case("crend", Member::Begin)
      .Case("end", Member::End)
      .Case("cend", Member::End)
      .Case("rbegin", Member::End)
      .Case("crbegin", Member::End)
      .Case("push_back", Member::Append)
      .Case("emplace_back", Member::Append)
      .Case("pop_back", Member::Drop)
      .Case("resize", Member::Resize)
      .Case("assign", Member::Assign)
      .Case("clear", Member::Clear)
      .Case("reserve", Member::Reserve)
      .Default(Member::Unknown);
}

/// Arguments that the call writes down.
llvm::SmallVector<const clang::Expr *, 4> written(llvm::ArrayRef<const clang::Expr *> arguments) {
  llvm::SmallVector<const clang::Expr *, 4> all;
  for (const clang::Expr *each : arguments)
    if (!llvm::isa<clang::CXXDefaultArgExpr>(each))
      all.push_back(each);
  return all;
}

bool isContainer(clang::QualType type, Container kind) { return containerOf(type.getNonReferenceType()->getAsRecordDecl()) == kind; }

} // namespace

Container containerOf(const clang::RecordDecl *record) {
  const auto *instance = standardTemplate(record);
  if (!instance || instance->getTemplateArgs().size() < 1 || instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return Container::None;
  if (instance->getName() == "span")
    return Container::Span;
  return instance->getName() == "vector" && !elementOf(instance)->isBooleanType() ? Container::Vector : Container::None;
}

clang::QualType elementOf(const clang::RecordDecl *container) {
  return llvm::cast<clang::ClassTemplateSpecializationDecl>(container)->getTemplateArgs()[0].getAsType();
}

bool isStandardArray(const clang::RecordDecl *record) {
  const auto *instance = standardTemplate(record);
  return instance && instance->getName() == "array";
}

bool endsSilently(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor())
    return true;
  if (containerOf(record) == Container::Vector)
    return endsSilently(elementOf(record));
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  return destructor && !destructor->isUserProvided() &&
         llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) { return endsSilently(base.getType()); }) &&
         llvm::all_of(record->fields(), [](const clang::FieldDecl *field) { return endsSilently(field->getType()); });
}

Interpreter::Elements Interpreter::elements(Address container, clang::QualType element) {
  const Result pointer = loadAt({container.object, container.cell + elementsCell}),
               length = pointer ? loadAt({container.object, container.cell + lengthCell}) : std::nullopt;
  const std::optional<std::int64_t> each = memory.layouts.cells(element);
  if (!length || !each || pointer->kind != Value::Kind::Pointer || length->kind != Value::Kind::Integer) {
    refuse("it uses a container whose elements are not known");
    return {};
  }
  return {true, pointer->address, static_cast<std::int64_t>(length->wide()), *each};
}

bool Interpreter::setContainer(Address at, Address first, std::int64_t length) {
  const auto width = static_cast<unsigned>(context.getTypeSize(context.getSizeType()));
  return storeAt({at.object, at.cell + elementsCell}, Value::pointer(first)) &&
         storeAt({at.object, at.cell + lengthCell}, Value::integer(static_cast<std::uint64_t>(length), width, false));
}

bool Interpreter::copyElements(Address from, Address to, std::int64_t count, clang::QualType element) {
  const std::int64_t each = memory.layouts.cells(element).value_or(0);
  steps += static_cast<std::uint64_t>(count * each);
  if (element.isTriviallyCopyableType(context))
    return spend() && memory.copy(from, to, count * each, reason);
  if (!isContainer(element, Container::Vector))
    return fail("it copies objects of type '" + element.getAsString(context.getPrintingPolicy()) + "'");
  for (std::int64_t k = 0; k < count; ++k)
    if (!copyVector({from.object, from.cell + k * each}, {to.object, to.cell + k * each}, elementOf(element->getAsRecordDecl())))
      return false;
  return true;
}

bool Interpreter::copyVector(Address from, Address to, clang::QualType element) {
  const Elements source = elements(from, element);
  const Location fresh = source.known ? memory.allocate(source.length * source.each) : std::nullopt;
  if (!fresh)
    return fail("its objects are too large");
  return copyElements(source.first, *fresh, source.length, element) && setContainer(to, *fresh, source.length);
}

/// An element of a container from an argument for it, which is a reference to one or to what converts to it.
bool Interpreter::elementFrom(const clang::Expr *argument, clang::QualType element, Address at) {
  if (!argument->isGLValue())
    return initialise(argument, element, at);
  const Location from = locate(argument);
  if (!from || !element->isArithmeticType())
    return from && copyElements(*from, at, 1, element);
  const Result value = loadAt(*from), number = value ? converted(*value, element) : std::nullopt;
  return number && storeAt(at, *number);
}

/// A vector's elements from `from` on are `value`, or zero or what the default constructor makes of them.
bool Interpreter::fillElements(const Elements &into, std::int64_t from, const clang::Expr *value, clang::QualType element) {
  for (std::int64_t k = from; k < into.length; ++k) {
    const Address at{into.first.object, into.first.cell + k * into.each};
    const bool plain = element->isScalarType() || isContainer(element, Container::Vector);
    if (value ? !elementFrom(value, element, at) : plain ? !setToZero(element, at) : fail("it constructs elements of a container"))
      return false;
  }
  return true;
}

/// Gives a vector `length` elements; the first ones stay.
std::optional<Interpreter::Elements> Interpreter::resize(Address vector, std::int64_t length, clang::QualType element) {
  Elements now = elements(vector, element);
  if (!now.known)
    return std::nullopt;
  if (now.first.object == Address::null) {
    const Location fresh = memory.allocate(0);
    if (!fresh)
      return refuse("its objects are too large");
    now.first = *fresh;
  }
  if (length < 0 || !memory.extend(now.first, now.first.cell + length * now.each))
    return refuse("its objects are too large");
  now.length = length;
  return setContainer(vector, now.first, length) ? std::optional(now) : std::nullopt;
}

bool Interpreter::constructVector(const clang::CXXConstructExpr *construction, Address at) {
  const clang::CXXConstructorDecl *constructor = construction->getConstructor();
  const clang::QualType element = elementOf(constructor->getParent());
  const auto arguments = written(llvm::ArrayRef(construction->getArgs(), construction->getNumArgs()));
  const Location fresh = memory.allocate(0);
  if (!fresh || !setContainer(at, *fresh, 0))
    return fail("its objects are too large");
  if (arguments.empty())
    return true;
  if (constructor->isCopyOrMoveConstructor()) {
    const Location from = locate(arguments[0]);
    return from && copyVector(*from, at, element);
  }
  return assignVector(arguments, at, element);
}

/// What assign() and the constructors of the same arguments make of an empty vector: so many elements, those of a list, or those of a range.
bool Interpreter::assignVector(llvm::ArrayRef<const clang::Expr *> arguments, Address at, clang::QualType element) {
  const clang::Expr *first = arguments[0]->IgnoreImplicit();
  if (const auto *list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(first); list && arguments.size() == 1) {
    const auto *values = llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit());
    const std::optional<Elements> into = values ? resize(at, static_cast<std::int64_t>(values->getNumInits()), element) : std::nullopt;
    for (unsigned k = 0; into && k < values->getNumInits(); ++k)
      if (!elementFrom(values->getInit(k), element, {into->first.object, into->first.cell + k * into->each}))
        return false;
    return into || fail("it constructs a container in a way that is not executed");
  }
  if (arguments[0]->getType()->isIntegerType() && arguments.size() <= 2) {
    const Result count = arguments[0]->isGLValue() ? load(arguments[0]) : evaluate(arguments[0]);
    const std::optional<Elements> into =
        count && count->kind == Value::Kind::Integer ? resize(at, static_cast<std::int64_t>(count->wide()), element) : std::nullopt;
    return into && fillElements(*into, 0, arguments.size() == 2 ? arguments[1] : nullptr, element);
  }
  const Result begin = arguments.size() == 2 ? iterator(arguments[0]) : std::nullopt, end = begin ? iterator(arguments[1]) : std::nullopt;
  if (!end || begin->address.object != end->address.object)
    return fail("it constructs a container in a way that is not executed");
  const std::int64_t each = memory.layouts.cells(element).value_or(1), count = (end->address.cell - begin->address.cell) / each;
  const std::optional<Elements> into = resize(at, count, element);
  return into && copyElements(begin->address, into->first, count, element);
}

bool Interpreter::constructSpan(const clang::CXXConstructExpr *construction, Address at) {
  const auto arguments = written(llvm::ArrayRef(construction->getArgs(), construction->getNumArgs()));
  if (arguments.empty())
    return setContainer(at, {}, 0);
  const clang::QualType type = arguments[0]->getType();
  if (arguments.size() == 2) {
    const Result first = iterator(arguments[0]);
    const Result count = first && arguments[1]->getType()->isIntegerType() ? evaluate(arguments[1]) : std::nullopt;
    return count && count->kind == Value::Kind::Integer ? setContainer(at, first->address, static_cast<std::int64_t>(count->wide()))
                                                        : fail("it constructs a container in a way that is not executed");
  }
  const Location from = arguments.size() == 1 && arguments[0]->isGLValue() ? locate(arguments[0]) : std::nullopt;
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (from && containerOf(record) != Container::None) {
    const Elements all = elements(*from, elementOf(record));
    return all.known && setContainer(at, all.first, all.length);
  }
  const clang::ConstantArrayType *array = context.getAsConstantArrayType(type);
  if (!from || (!array && !isStandardArray(record)))
    return fail("it constructs a container in a way that is not executed");
  const std::int64_t each = memory.layouts.cells(array ? array->getElementType() : elementOf(record)).value_or(1);
  return setContainer(at, *from, memory.layouts.cells(type).value_or(0) / each);
}

/// The address that an iterator or pointer holds.
Interpreter::Result Interpreter::iterator(const clang::Expr *expression) {
  if (expression->getType()->isPointerType())
    return expression->isGLValue() ? load(expression) : evaluate(expression);
  if (!expression->getType()->isRecordType() || memory.layouts.cells(expression->getType()) != 1)
    return refuse("it has an iterator that is not executed");
  const Location at = locate(expression);
  const Result held = at ? loadAt(*at) : std::nullopt;
  return held && held->kind == Value::Kind::Pointer ? held : refuse("it has an iterator that is not executed");
}

/// A pointer as the iterator type of a container: a pointer itself, or a record that holds nothing else.
Interpreter::Result Interpreter::asIterator(Address address, clang::QualType type, std::optional<Address> resultAt) {
  if (type->isPointerType())
    return Value::pointer(address);
  if (!type->isRecordType() || memory.layouts.cells(type) != 1 || !isObjectPointer(memory.layouts.cellTypes(type).front().type))
    return refuse("it has an iterator that is not executed");
  const Location at = resultAt ? resultAt : allocate(type);
  return at && storeAt(*at, Value::pointer(address)) ? Result(Value::pointer(*at)) : std::nullopt;
}

Interpreter::Result Interpreter::containerMember(const clang::CXXMethodDecl *method, Address self, llvm::ArrayRef<const clang::Expr *> allArguments,
                                                 std::optional<Address> resultAt) {
  const clang::QualType element = elementOf(method->getParent()), type = method->getReturnType();
  const auto arguments = written(allArguments);
  const Elements held = elements(self, element);
  if (!held.known)
    return std::nullopt;
  const auto place = [&](std::int64_t index) { return Address{held.first.object, held.first.cell + index * held.each}; };
  switch (memberNamed(method)) {
  case Member::At: {
    const Result index = arguments[0]->isGLValue() ? load(arguments[0]) : evaluate(arguments[0]);
    if (!index || index->kind != Value::Kind::Integer)
      return refuse("a subscript's operands are no pointer and integer");
    return Value::pointer(place(static_cast<std::int64_t>(index->wide())));
  }
  case Member::Front:
    return Value::pointer(place(0));
  case Member::Back:
    return Value::pointer(place(held.length - 1));
  case Member::Data:
    return Value::pointer(place(0));
  case Member::Size:
    return Value::integer(static_cast<std::uint64_t>(held.length), static_cast<unsigned>(context.getTypeSize(type)), false);
  case Member::Empty:
    return converted(Value::integer(held.length == 0, 8, false), type);
  case Member::Begin:
    return asIterator(place(0), type, resultAt);
  case Member::End:
    return asIterator(place(held.length), type, resultAt);
  default:
    return changeVector(method, self, held, arguments);
  }
}

/// What changes how many elements a vector has.
Interpreter::Result Interpreter::changeVector(const clang::CXXMethodDecl *method, Address self, const Elements &held,
                                              llvm::ArrayRef<const clang::Expr *> arguments) {
  const clang::QualType element = elementOf(method->getParent());
  if (containerOf(method->getParent()) != Container::Vector)
    return refuse("it calls '" + method->getNameAsString() + "' of a container");
  if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) {
    const Location from = locate(arguments[0]);
    return from && copyVector(*from, self, element) ? Result(Value::pointer(self)) : std::nullopt;
  }
  const auto counted = [&]() -> std::optional<std::int64_t> {
    const Result count = evaluate(arguments[0]);
    return count && count->kind == Value::Kind::Integer ? std::optional(static_cast<std::int64_t>(count->wide())) : std::nullopt;
  };
  std::optional<Elements> into;
  switch (memberNamed(method)) {
  case Member::Append:
    into = arguments.size() == 1 ? resize(self, held.length + 1, element) : std::nullopt;
    if (!into || !elementFrom(arguments[0], element, {into->first.object, into->first.cell + held.length * held.each}))
      return refuse("it appends to a container in a way that is not executed");
    return method->getReturnType()->isReferenceType() ? Result(Value::pointer({into->first.object, into->first.cell + held.length * held.each}))
                                                      : Result(Value{});
  case Member::Drop:
    return held.length > 0 && resize(self, held.length - 1, element) ? Result(Value{}) : refuse("an index is out of bounds");
  case Member::Clear:
    return resize(self, 0, element) ? Result(Value{}) : std::nullopt;
  case Member::Reserve:
    return counted() ? Result(Value{}) : std::nullopt;
  case Member::Resize: {
    const std::optional<std::int64_t> count = counted();
    into = count ? resize(self, *count, element) : std::nullopt;
    return into && fillElements(*into, held.length, arguments.size() == 2 ? arguments[1] : nullptr, element) ? Result(Value{}) : std::nullopt;
  }
  case Member::Assign: {
    const Location fresh = memory.allocate(0);
    return fresh && setContainer(self, *fresh, 0) && assignVector(arguments, self, element) ? Result(Value{}) : std::nullopt;
  }
  default:
    return refuse("it calls '" + method->getNameAsString() + "' of a container");
  }
}

} // namespace fporder::execute
