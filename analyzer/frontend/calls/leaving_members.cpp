// Numbers that leave a function as members or elements of an object: one that it returns, or gives to a function that is not seen.
#include "analyzer/frontend/library/library.h"
#include "analyzer/frontend/library/library_models.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

namespace fporder::frontend {

namespace {

/// The members, bases' included, by which an object holds numbers, and the elements of arrays, pairs and tuples among them. What a union overlays,
/// what pointers reach and how the library's other classes are made is left out.
class Members {
public:
  struct Member {
    LocationId location;
    clang::QualType type;
    std::string path; // ".centre.x"
  };

  Members(Builder &given, Memory &where) : builder(given), memory(where) {}

  std::vector<Member> of(LocationId object, clang::QualType type) {
    add(object, type, "");
    for (std::size_t at = 0; at < open.size(); ++at)
      split(Member(open[at]));
    return std::move(numbers);
  }

private:
  void add(LocationId location, clang::QualType type, const std::string &path) {
    if (type->isReferenceType() || type->isPointerType() || limits::reaches(limits::Limit::LeavingMembers, numbers.size() + open.size()))
      return;
    (builder.types.info(type).isArithmetic() ? numbers : open).push_back({location, type, path});
  }

  void split(const Member &whole) {
    if (const clang::ConstantArrayType *array = builder.context.getAsConstantArrayType(whole.type))
      addElements(whole, array->getSize().getLimitedValue(), [&](unsigned) { return array->getElementType(); });
    else if (const std::optional<LibraryClass> known = libraryClass(whole.type))
      addElements(whole, *known);
    else if (const clang::RecordDecl *record = recordOf(whole.type); record && !record->isUnion())
      addFields(record, whole);
  }

  void addElements(const Member &whole, const LibraryClass &known) {
    if (known.name != "array")
      addElements(whole, known.arguments.size(), [&](unsigned position) { return known.type(position); });
    else if (known.arguments.size() == 2 && known.arguments[1].getKind() == clang::TemplateArgument::Integral)
      addElements(whole, known.arguments[1].getAsIntegral().getLimitedValue(), [&](unsigned) { return known.type(0); });
  }

  /// Of what designates its elements by their positions.
  void addElements(const Member &whole, std::uint64_t count, llvm::function_ref<clang::QualType(unsigned)> typeOf) {
    for (unsigned position = 0; position < count; ++position) {
      const std::optional<LocationId> element = tupleElement(builder, whole.location, whole.type, position);
      const clang::QualType type = element ? typeOf(position) : clang::QualType();
      if (type.isNull() || limits::reaches(limits::Limit::LeavingMembers, numbers.size() + open.size()))
        return;
      add(*element, type, whole.path + "[" + std::to_string(position) + "]");
    }
  }

  const clang::RecordDecl *recordOf(clang::QualType type) const {
    const clang::RecordDecl *record = visibleClass(type);
    if (!record && type->getAsRecordDecl())
      record = type->getAsRecordDecl()->getDefinition();
    return record && !record->isInStdNamespace() ? record : nullptr;
  }

  /// A base's fields are located in the object itself.
  void addFields(const clang::RecordDecl *record, const Member &whole) {
    if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
      for (const clang::CXXBaseSpecifier &base : derived->bases())
        if (const clang::RecordDecl *inherited = recordOf(base.getType()))
          addFields(inherited, whole);
    for (const clang::FieldDecl *field : record->fields())
      if (!field->isUnnamedBitField())
        add(memory.field(whole.location, field), field->getType(),
            field->isAnonymousStructOrUnion() ? whole.path : whole.path + "." + field->getName().str());
  }

  Builder &builder;
  Memory &memory;
  std::vector<Member> open, numbers;
};

} // namespace

void Evaluator::membersLeave(order::Effect::Kind kind, LocationId object, clang::QualType type, llvm::StringRef name, const clang::Expr *at) {
  if (!recording || !state.reachable)
    return;
  llvm::SmallDenseSet<std::uint32_t, 8> members;
  const auto leave = [&](LocationId location, const ReadType &read, llvm::StringRef path) {
    const std::optional<Value> known = memory.peek(state.store, location);
    if (!members.insert(location.index).second || (known && !known->isNumber()))
      return;
    const Value value = memory.read(state.store, location, read);
    if (!value.isNumber() || order::isLeaf(graph[value.node].op)) // what was computed elsewhere has left elsewhere
      return;
    std::vector<order::NodeId> indices = indicesOf(location);
    if (llvm::all_of(indices, [&](order::NodeId index) { return graph[index].op == order::Op::Constant; }))
      indices.clear(); // a part with a name of its own
    std::reverse(indices.begin(), indices.end());
    order::Effect left{kind, value.node, (name.empty() ? path.ltrim('.') : name).str(), place(at), state.path};
    left.indices = std::move(indices);
    journal.add(std::move(left));
  };
  for (const auto &[location, numberType, path] : Members(*this, memory).of(object, type))
    leave(location, readType(numberType), path);
  for (const auto &[part, numberType] : writtenParts(object)) {
    ReadType number;
    number.number = numberType;
    if (memory[part].kind == Location::Kind::Index && memory[part].parent == object)
      leave(part, number, llvm::StringRef(memory.spell(part)).drop_front(memory.spell(object).size()));
  }
}

} // namespace fporder::frontend
