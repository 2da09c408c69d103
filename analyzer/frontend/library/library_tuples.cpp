// pair and tuple: slots by position, references among them; std::get, std::tie and structured bindings.
#include "analyzer/frontend/library/library_models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace fporder::frontend {
namespace {

bool isTupleLike(llvm::StringRef className) { return className == "pair" || className == "tuple"; }

LocationId slot(Builder &builder, LocationId object, llvm::StringRef className, unsigned position) {
  if (className == "pair")
    return builder.member(object, position == 0 ? "first" : "second");
  return builder.member(object, ("get<" + llvm::Twine(position) + ">").str());
}

bool holdsReference(const LibraryClass &known, unsigned position) {
  clang::QualType type = known.type(position);
  return !type.isNull() && type->isReferenceType();
}

/// Fills the slots of a pair or tuple from one expression each.
void fillSlots(Builder &builder, const Call &call, LocationId object, const LibraryClass &known, llvm::ArrayRef<const clang::Expr *> values) {
  for (unsigned i = 0; i < values.size(); ++i) {
    LocationId where = slot(builder, object, known.name, i);
    if (holdsReference(known, i))
      builder.write(where, Value::pointer(builder.location(values[i])), call.token);
    else
      store(builder, where, converted(builder, builder.evaluate(values[i]), known.type(i), values[i]), call.token);
  }
}

/// What the slot designates: itself, or what its reference is bound to.
LocationId designated(Builder &builder, LocationId object, const LibraryClass &known, unsigned position) {
  LocationId where = slot(builder, object, known.name, position);
  return holdsReference(known, position) ? builder.target(builder.read(where, builder.context.VoidPtrTy)) : where;
}

std::optional<Value> tupleAssign(Builder &builder, const Call &call, const LibraryClass &known) {
  std::optional<LibraryClass> from = libraryClass(call.arguments[0]->getType());
  if (!from || !isTupleLike(from->name))
    return std::nullopt;
  LocationId source = builder.object(call.arguments[0]);
  llvm::SmallVector<Value, 4> values; // all read before any is written: std::tie(a, b) = std::make_pair(b, a)
  unsigned count = std::max<std::size_t>(known.arguments.size(), from->arguments.size());
  for (unsigned i = 0; i < count; ++i)
    values.push_back(load(builder, designated(builder, source, *from, i), from->type(i)));
  for (unsigned i = 0; i < count; ++i)
    if (LocationId target = designated(builder, *call.object, known, i)) {
      clang::QualType type = known.type(i);
      store(builder, target, converted(builder, values[i], type.isNull() ? type : type.getNonReferenceType(), call.expression), call.token);
    }
  return Value::pointer(*call.object);
}

/// The position that get<I> or get<T> names.
std::optional<unsigned> gottenPosition(const Call &call, const LibraryClass &known) {
  const clang::TemplateArgumentList *arguments = call.callee ? call.callee->getTemplateSpecializationArgs() : nullptr;
  if (!arguments || arguments->size() == 0)
    return std::nullopt;
  const clang::TemplateArgument &first = arguments->get(0);
  if (first.getKind() == clang::TemplateArgument::Integral)
    return static_cast<unsigned>(first.getAsIntegral().getZExtValue());
  if (first.getKind() == clang::TemplateArgument::Type)
    for (unsigned i = 0; i < known.arguments.size(); ++i)
      if (clang::QualType type = known.type(i); !type.isNull() && type.getCanonicalType() == first.getAsType().getCanonicalType())
        return i;
  return std::nullopt;
}

std::optional<Value> getModel(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = call.arguments.size() == 1 ? libraryClass(call.arguments[0]->getType()) : std::nullopt;
  std::optional<unsigned> position = known ? gottenPosition(call, *known) : std::nullopt;
  if (!position || (!isTupleLike(known->name) && known->name != "array"))
    return std::nullopt;
  LocationId object = builder.object(call.arguments[0]);
  return Value::pointer(*tupleElement(builder, object, call.arguments[0]->getType(), *position));
}

/// make_pair, make_tuple, tie, forward_as_tuple.
std::optional<Value> makeTupleModel(Builder &builder, const Call &call) {
  std::optional<LibraryClass> known = libraryClass(call.type);
  if (!known || !isTupleLike(known->name))
    return std::nullopt;
  LocationId object = builder.temporary(call.name);
  fillSlots(builder, call, object, *known, call.arguments);
  return Value::record(object);
}

} // namespace

std::optional<LocationId> tupleElement(Builder &builder, LocationId object, clang::QualType type, unsigned position) {
  type = type.getNonReferenceType();
  if (type->isArrayType())
    return builder.element(object, position);
  std::optional<LibraryClass> known = libraryClass(type);
  if (!known)
    return std::nullopt;
  if (known->name == "array")
    return builder.element(object, position);
  return isTupleLike(known->name) ? std::optional(designated(builder, object, *known, position)) : std::nullopt;
}

std::optional<Value> tupleMember(Builder &builder, const Call &call, const LibraryClass &known) {
  bool assigns = isTupleLike(known.name) && call.name == "operator=" && call.arguments.size() == 1;
  return assigns ? tupleAssign(builder, call, known) : std::nullopt;
}

bool tupleConstruct(Builder &builder, const Call &call, const LibraryClass &known) {
  if (!isTupleLike(known.name) || call.arguments.size() != known.arguments.size())
    return false;
  fillSlots(builder, call, *call.object, known, call.arguments);
  return true;
}

Model tupleModel(llvm::StringRef name) {
  if (name == "get")
    return getModel;
  bool makes = llvm::is_contained(std::initializer_list<llvm::StringRef>{"make_pair", "make_tuple", "tie", "forward_as_tuple"}, name);
  return makes ? makeTupleModel : nullptr;
}

} // namespace fporder::frontend
