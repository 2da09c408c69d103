// Numbers that leave a function as members of an object: one that it returns, or gives to a function that is not seen.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/limits/limits.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

/// The members, bases' included, by which an object holds numbers, and the elements of arrays among them; not of classes of a library, whose members
/// are no business of their user.
class Members {
public:
  struct Member {
    LocationId location;
    clang::QualType type;
    std::string path; // ".centre.x"
  };

  Members(const clang::ASTContext &given, Types &known, Memory &where, order::Graph &nodes)
      : context(given), types(known), memory(where), graph(nodes) {}

  std::vector<Member> of(LocationId object, clang::QualType type) {
    add(object, type, "");
    for (std::size_t at = 0; at < open.size() && numbers.size() < limits::most(limits::Limit::LeavingMembers); ++at)
      split(Member(open[at]));
    return std::move(numbers);
  }

private:
  void add(LocationId location, clang::QualType type, const std::string &path) {
    if (types.info(type).isArithmetic()) {
      if (numbers.size() < limits::most(limits::Limit::LeavingMembers))
        numbers.push_back({location, type, path});
    } else if (open.size() < limits::most(limits::Limit::LeavingMembers) && !type->isReferenceType() && !type->isPointerType())
      open.push_back({location, type, path});
  }

  void split(const Member &whole) {
    if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(whole.type)) {
      const std::uint64_t count = std::min<std::uint64_t>(array->getSize().getLimitedValue(), limits::most(limits::Limit::LeavingMembers));
      for (std::uint64_t i = 0; i < count; ++i)
        add(memory.index(whole.location,
                         graph.constant(order::Number::fromInteger(static_cast<long long>(i)), {format::Format::Integer, order::Shape::Scalar})),
            array->getElementType(), whole.path + "[" + std::to_string(i) + "]");
      return;
    }
    if (const clang::RecordDecl *record = recordOf(whole.type); record && !record->isUnion())
      addFields(record, whole);
  }

  const clang::RecordDecl *recordOf(clang::QualType type) const {
    const clang::RecordDecl *record = visibleClass(type);
    if (!record && type->getAsRecordDecl())
      record = type->getAsRecordDecl()->getDefinition();
    return record && !context.getSourceManager().isInSystemHeader(record->getLocation()) ? record : nullptr;
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

  const clang::ASTContext &context;
  Types &types;
  Memory &memory;
  order::Graph &graph;
  std::vector<Member> open, numbers;
};

} // namespace

void Evaluator::membersLeave(order::Effect::Kind kind, LocationId object, clang::QualType type, llvm::StringRef name, const clang::Expr *at) {
  if (!recording || !state.reachable)
    return;
  for (const auto &[location, numberType, path] : Members(unit.context, types, memory, graph).of(object, type)) {
    const std::optional<Value> known = memory.peek(state.store, location);
    if (known && !known->isNumber())
      continue;
    const Value value = memory.read(state.store, location, readType(numberType));
    if (value.isNumber() && !order::isLeaf(graph[value.node].op)) // what was computed elsewhere has left elsewhere
      effect(kind, value.node, name.empty() ? llvm::StringRef(path).ltrim('.') : name, at);
  }
}

} // namespace fporder::frontend
