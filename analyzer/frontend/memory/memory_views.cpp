#include "analyzer/frontend/memory/memory_views.h"

#include "clang/AST/DeclCXX.h"

namespace fporder::frontend {

using order::integerType;
using order::NodeId;
using order::Op;

namespace {

bool isRaw(clang::QualType type) { return type->isVoidType(); }

/// True for what has a size that the source alone tells: no vector of the machine's length, no array of a variable one.
bool isComplete(clang::QualType type) {
  return !type->isDependentType() && !type->isIncompleteType() && !type->isFunctionType() && !type->isSizelessType() &&
         !type->isVariablyModifiedType();
}

NodeId sizeNode(order::Graph &graph, long long value) { return graph.constant(order::Number::fromInteger(value), integerType); }

} // namespace

NodeId Views::sizeOf(clang::QualType type, std::uint64_t owner) {
  if (isComplete(type))
    return sizeNode(graph, context.getTypeSizeInChars(type).getQuantity());
  const clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
  const auto [entry, isNew] =
      openSizes.try_emplace({canonical.getAsOpaquePtr(), type->isDependentType() ? owner : 0}, static_cast<std::uint32_t>(openSizes.size()));
  const std::string symbol = "sizeof(" + type.getUnqualifiedType().getAsString() + ")";
  return graph.intern({.op = Op::Input, .type = integerType, .symbol = symbol, .version = entry->second});
}

Views::Layout Views::layout(clang::QualType type, std::uint64_t owner) {
  return {type.getUnqualifiedType(), type->isDependentType() ? owner : 0, isRaw(type) ? sizeNode(graph, 1) : sizeOf(type, owner)};
}

/// Numbers of one size are taken for one another.
bool Views::isAlike(const Layout &one, const Layout &other) {
  if (context.hasSameUnqualifiedType(one.type, other.type))
    return one.owner == other.owner;
  if (!isComplete(one.type) || !isComplete(other.type))
    return false;
  const auto isNumber = [&](clang::QualType type) { return types.info(type).kind != TypeClass::Record && !type->isArrayType(); };
  return isNumber(one.type) && isNumber(other.type) && context.getTypeSizeInChars(one.type) == context.getTypeSizeInChars(other.type);
}

NodeId Views::times(NodeId count, NodeId size) {
  return graph[count].op == Op::Constant && graph.number(count).isZero() ? count : order::integerOperation(graph, Op::Mul, count, size);
}

Views::Position Views::position(LocationId element, const Layout &from) {
  const Location where = memory[element];
  const bool indexed = where.kind == Location::Kind::Index;
  const LocationId array = indexed ? where.parent : element;
  const NodeId count = indexed ? where.index : sizeNode(graph, 0);
  if (const auto view = views.find(array); view != views.end())
    return {view->second.array, view->second.indexed, times(count, view->second.layout.size)};
  if (const Location outer = memory[array]; outer.kind == Location::Kind::Index)
    if (const auto view = views.find(outer.parent); view != views.end() && memory[outer.parent].bytes)
      return {view->second.array, view->second.indexed, order::integerOperation(graph, Op::Add, outer.index, times(count, view->second.layout.size))};
  return {array, indexed, times(count, arrays.try_emplace(array, from).first->second.size)};
}

LocationId Views::viewOf(const Position &position, const Layout &to, bool byBytes) {
  const std::string name = "(as " + to.type.getAsString() + (to.owner ? ", " + std::to_string(to.owner) : "") + (position.indexed ? ")" : " of one)");
  const LocationId view = memory.view(position.array, name, byBytes);
  if (views.try_emplace(view, View{position.array, position.indexed, to}).second && position.indexed)
    spread(view, position.array, to);
  return view;
}

/// float4 over an array of float: its elements are the members of the objects.
void Views::spread(LocationId view, LocationId array, const Layout &to) {
  const clang::RecordDecl *record = to.type->getAsRecordDecl();
  const auto *object = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record);
  if (!record || !isComplete(to.type) || record->isUnion() || (object && (object->getNumBases() > 0 || object->isPolymorphic())))
    return;
  const Layout &own = arrays.at(array);
  const llvm::SmallVector<const clang::FieldDecl *, 8> fields(record->fields());
  const bool alike = isComplete(own.type) && own.type->isRealFloatingType() && llvm::all_of(fields, [&](const clang::FieldDecl *field) {
                       return !field->isBitField() && context.hasSameUnqualifiedType(field->getType(), own.type);
                     });
  if (alike && !fields.empty() &&
      context.getTypeSizeInChars(to.type) == static_cast<std::int64_t>(fields.size()) * context.getTypeSizeInChars(own.type))
    memory.spread(view, array, fields, types.stored(own.type), own.size);
}

LocationId Views::place(const Position &position, const Layout &to) {
  const Layout &own = arrays.at(position.array);
  if (isAlike(own, to)) {
    const std::optional<NodeId> count = order::exactQuotient(graph, position.bytes, own.size);
    if (count && !position.indexed && graph.sameValue(*count, sizeNode(graph, 0)))
      return position.array;
    if (count)
      return memory.index(position.array, *count);
  } else if (const std::optional<NodeId> count = order::exactQuotient(graph, position.bytes, to.size)) {
    return memory.index(viewOf(position, to, /*byBytes=*/false), *count);
  }
  return memory.index(memory.index(viewOf(position, to, /*byBytes=*/true), position.bytes), sizeNode(graph, 0));
}

LocationId Views::as(LocationId element, clang::QualType from, clang::QualType to, std::uint64_t owner) {
  if (!element || from.isNull() || to.isNull() || from->isFunctionType() || to->isFunctionType())
    return element;
  if (isRaw(from) && isRaw(to))
    return element;
  if (isRaw(to)) { // which pointer it was is kept
    (void)position(element, layout(from, owner));
    return element;
  }
  if (!isRaw(from) && context.hasSameUnqualifiedType(from, to))
    return element;
  return place(position(element, layout(isRaw(from) ? to : from, owner)), layout(to, owner));
}

NodeId Views::address(LocationId element, clang::QualType pointee, std::uint64_t owner, llvm::function_ref<NodeId()> made) {
  const Position found = position(element, layout(isRaw(pointee) ? context.CharTy : pointee, owner));
  NodeId &first = addresses[{found.array, found.indexed}];
  if (!first)
    addressed[graph.value(first = made()).index] = {found.array, found.indexed};
  return order::integerOperation(graph, Op::Add, first, found.bytes);
}

LocationId Views::at(NodeId address, clang::QualType pointee, std::uint64_t owner) {
  if (pointee.isNull() || pointee->isFunctionType())
    return {};
  std::optional<std::uint32_t> base;
  bool several = false;
  (void)anyBelow(graph, address, [&](NodeId node) {
    if (const std::uint32_t value = graph.value(node).index; addressed.contains(value)) {
      several |= base && *base != value;
      base = value;
    }
    return false;
  });
  if (!base || several)
    return {};
  const Address &known = addressed.at(*base);
  return place({known.array, known.indexed, offsetFrom(*base, address)}, layout(isRaw(pointee) ? context.CharTy : pointee, owner));
}

/// `address` - base, or `address` itself where it is no sum: an offset that is not known.
NodeId Views::offsetFrom(std::uint32_t base, NodeId address) {
  const std::optional<order::AffineForm> form = order::affineForm(graph, address);
  NodeId bytes = sizeNode(graph, form ? form->constant : 0);
  bool found = false;
  for (const order::AffineForm::Term &term : form ? form->terms : std::vector<order::AffineForm::Term>())
    if (graph.value(term.value).index == base && term.coefficient == 1)
      found = true;
    else
      bytes = order::integerOperation(graph, Op::Add, times(term.value, sizeNode(graph, term.coefficient)), bytes);
  const bool mixed = anyBelow(graph, bytes, [&](NodeId node) { return graph.value(node).index == base; });
  return found && !mixed ? bytes : address;
}

} // namespace fporder::frontend
