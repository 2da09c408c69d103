// Interned locations, how they are spelled, and whether two of them may overlap.
#include "analyzer/frontend/memory/memory_implementation.h"

#include "clang/AST/DeclCXX.h"

#include <cmath>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

bool isZero(const order::Graph &graph, NodeId node) { return graph[node].op == Op::Constant && graph.number(node).isZero(); }

/// Where the slice begins whose generic element this index is; nothing when it is no such index. An invalid id stands for offset 0.
std::optional<NodeId> sliceOffset(const order::Graph &graph, NodeId index, NodeId element) {
  if (index == element)
    return NodeId{};
  if (graph[index].op == Op::Add && graph.operand(index, 1) == element)
    return graph.operand(index, 0);
  return std::nullopt;
}

bool differentSlices(const order::Graph &graph, NodeId left, NodeId right, NodeId element) {
  const std::optional<NodeId> a = sliceOffset(graph, left, element), b = sliceOffset(graph, right, element);
  if (!a || !b)
    return false;
  const auto varies = [&](NodeId offset) { return offset && graph.mentionsLoop(offset); };
  return varies(*a) == varies(*b); // equal offsets are equal indices
}

} // namespace

LocationId Memory::Implementation::add(Location location) {
  memory.locations.push_back(location);
  return {static_cast<std::uint32_t>(memory.locations.size() - 1)};
}

std::uint32_t Memory::Implementation::name(llvm::StringRef text) {
  const auto [entry, isNew] = nameIndex.try_emplace(text, static_cast<std::uint32_t>(names.size()));
  if (isNew)
    names.push_back(text.str());
  return entry->second;
}

std::uint32_t Memory::Implementation::intern(LocationId parent, Location::Kind kind, std::uint64_t key, Location location) {
  const auto [entry, isNew] = interned.try_emplace({std::uint64_t{parent.index} << 8 | static_cast<std::uint64_t>(kind), key}, 0);
  if (isNew) {
    location.kind = kind;
    location.parent = parent;
    location.root = memory.locations[parent.index].root;
    entry->second = add(location).index;
  }
  return entry->second;
}

LocationId Memory::newRoot(Root root) {
  Location location;
  location.root = {static_cast<std::uint32_t>(roots.size())};
  root.location = {static_cast<std::uint32_t>(locations.size())};
  roots.push_back(std::move(root));
  return implementation->add(location);
}

LocationId Memory::pointee(LocationId origin, std::uint32_t version, Root::Kind kind, bool scalar) {
  const auto key = std::make_tuple(origin.index, version, static_cast<std::uint8_t>(kind));
  if (const auto found = implementation->pointees.find(key); found != implementation->pointees.end())
    return found->second;
  const Root &holder = root(origin);
  Root reached;
  reached.kind = kind;
  reached.origin = origin;
  reached.version = version;
  reached.scalar = scalar;
  reached.fromParameter = version == 0 && (holder.fromParameter || holder.kind == Root::Kind::This || holder.kind == Root::Kind::Global ||
                                           (holder.declaration && llvm::isa<clang::ParmVarDecl>(holder.declaration)));
  const LocationId location = newRoot(std::move(reached));
  implementation->pointees.emplace(key, location);
  return location;
}

/// The member of `object` that `like` is of another object.
LocationId Memory::Implementation::memberLike(LocationId object, const Location &like) {
  if (const std::optional<LocationId> element = spreadMember(object, like.name))
    return *element;
  Location location;
  location.name = like.name;
  location.overlaps = like.overlaps;
  location.beside = like.beside;
  location.nameless = like.nameless;
  location.bytes = like.bytes;
  const std::uint64_t key =
      std::uint64_t{like.name} << 3 | std::uint64_t{like.bytes} << 2 | std::uint64_t{like.beside} << 1 | std::uint64_t{like.nameless};
  return {intern(object, Location::Kind::Member, key, location)};
}

LocationId Memory::member(LocationId object, llvm::StringRef name, bool inUnion) {
  Location like;
  like.name = implementation->name(name);
  like.overlaps = inUnion;
  return implementation->memberLike(object, like);
}

LocationId Memory::view(LocationId array, llvm::StringRef name, bool byBytes) {
  Location like;
  like.name = implementation->name(name);
  like.overlaps = like.nameless = true;
  like.bytes = byBytes;
  return implementation->memberLike(array, like);
}

LocationId Memory::attribute(LocationId object, llvm::StringRef name) {
  Location like;
  like.name = implementation->name(name);
  like.beside = true;
  return implementation->memberLike(object, like);
}

namespace {

/// The first member of a union that has `field`'s type: union { T x, r, s; } gives one number three names.
const clang::FieldDecl *firstOfItsType(const clang::FieldDecl *field) {
  const clang::ASTContext &context = field->getASTContext();
  for (const clang::FieldDecl *other : field->getParent()->fields())
    if (context.hasSameType(other->getType(), field->getType()))
      return other;
  return field;
}

/// The class that the name means a field of, in a member function of `record`.
const clang::CXXRecordDecl *declarerOf(const clang::CXXRecordDecl *record, llvm::StringRef name) {
  for (const clang::FieldDecl *field : record->fields())
    if (field->getName() == name)
      return record;
  if (record->hasDefinition())
    for (const clang::CXXBaseSpecifier &base : record->bases())
      if (const clang::CXXRecordDecl *inherited = base.getType()->getAsCXXRecordDecl(); inherited && inherited->hasDefinition())
        if (const clang::CXXRecordDecl *found = declarerOf(inherited->getDefinition(), name))
          return found;
  return nullptr;
}

} // namespace

/// A field's own name, or "Base::name" where that means another field of the object.
std::string Memory::Implementation::fieldName(LocationId object, const clang::FieldDecl *field) {
  const auto *own = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  if (!own || !own->getIdentifier())
    return field->getName().str();
  const clang::CXXRecordDecl *&meant = fieldClasses[{object.index, name(field->getName())}];
  if (!meant) {
    const Root &root = memory.root(object);
    const bool self = root.record && memory[object].kind == Location::Kind::Root;
    meant = self ? declarerOf(root.record, field->getName()) : nullptr;
    meant = meant ? meant : own;
  }
  const bool defined = own->hasDefinition() && meant->hasDefinition() && own->getCanonicalDecl() != meant->getCanonicalDecl();
  if (!defined || !(own->isDerivedFrom(meant) || meant->isDerivedFrom(own)))
    return field->getName().str();
  return (own->getName() + "::" + field->getName()).str();
}

LocationId Memory::field(LocationId object, const clang::FieldDecl *field) {
  const bool inUnion = field->getParent()->isUnion();
  Location like;
  like.overlaps = inUnion;
  like.nameless = field->isAnonymousStructOrUnion();
  like.name = implementation->name(like.nameless ? std::to_string(field->getFieldIndex())
                                   : inUnion     ? firstOfItsType(field)->getName().str()
                                                 : implementation->fieldName(object, field));
  return implementation->memberLike(object, like);
}

LocationId Memory::index(LocationId array, NodeId index) {
  Location location;
  location.index = index;
  return {implementation->intern(array, Location::Kind::Index, graph.value(index).index, location)};
}

void Memory::Implementation::path(LocationId location, llvm::SmallVectorImpl<LocationId> &steps) const {
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    steps.push_back(step);
  std::reverse(steps.begin(), steps.end());
}

bool Memory::Implementation::isArrayElement(LocationId location) const {
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    if (memory[step].kind == Location::Kind::Index)
      if (memory[memory[step].parent].kind != Location::Kind::Root || !isReached(memory.root(step)) || !isZero(memory.graph, memory[step].index))
        return true;
  return false;
}

const OffsetForm &Memory::Implementation::formOf(NodeId index) const {
  const auto [entry, added] = forms.try_emplace(index.index);
  if (added)
    entry->second = offsetForm(memory.graph, index);
  return entry->second;
}

/// Compares from the root on. `certain`: the roots are the same object, so that equal paths are the same location.
Relation Memory::Implementation::comparePaths(llvm::ArrayRef<LocationId> left, llvm::ArrayRef<LocationId> right, bool certain) const {
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    const Location &a = memory[left[i]], &b = memory[right[i]];
    if (certain && left[i] == right[i])
      continue;
    if (a.kind != b.kind) {
      // What library models keep beside an object's elements (its size()) is no part of them.
      return a.beside || b.beside ? Relation::Disjoint : Relation::MayOverlap;
    }
    if (a.kind == Location::Kind::Member) {
      if (a.name == b.name && a.nameless == b.nameless && a.beside == b.beside && a.bytes == b.bytes)
        continue;
      if (!a.overlaps || !b.overlaps)
        return Relation::Disjoint;
      return certain ? Relation::MayOverlap : Relation::Disjoint;
    }
    if (memory.graph.sameValue(a.index, b.index))
      continue;
    if (memory.elementIndex && differentSlices(memory.graph, a.index, b.index, memory.elementIndex))
      return Relation::Disjoint;
    const OffsetForm x = formOf(a.index), y = formOf(b.index);
    if (memory[a.parent].bytes) { // what begins at different bytes may overlap
      certain = false;
      continue;
    }
    if (x.base == y.base && x.offset != y.offset)
      return Relation::Disjoint;
    if (certain && (memory.staysClear(a.index, b.index) || memory.staysClear(b.index, a.index)))
      return Relation::Disjoint;
    if (!(x.base == y.base))
      certain = false;
  }
  if (!certain)
    return Relation::MayOverlap;
  if (left.size() == right.size())
    return Relation::Same;
  return left.size() > right.size() ? Relation::Inside : Relation::Contains;
}

bool Memory::Implementation::mayAlias(RootId left, RootId right) const {
  const Root &a = memory.roots[left.index], &b = memory.roots[right.index];
  const auto reachedMeetsObject = [](const Root &reached, const Root &object) {
    if (object.kind == Root::Kind::Global || object.kind == Root::Kind::This)
      return true;
    return !reached.fromParameter && object.escaped;
  };
  if (isReached(a) && isReached(b))
    return true;
  if (isReached(a))
    return reachedMeetsObject(a, b);
  return isReached(b) && reachedMeetsObject(b, a);
}

/// By the rules of C: one of the pointers is restrict-qualified, or they point to different arithmetic types.
bool Memory::Implementation::toldApart(const Root &left, const Root &right) const {
  if (isRestrict(left) || isRestrict(right))
    return true;
  const clang::QualType x = elementType(left), y = elementType(right);
  const auto isNumber = [](clang::QualType type) { return !type.isNull() && type->isArithmeticType() && !type->isAnyCharacterType(); };
  if (!isNumber(x) || !isNumber(y) || x == y)
    return false;
  // int and unsigned int may be the same memory.
  return !x->isIntegerType() || !y->isIntegerType();
}

bool Memory::Implementation::isRestrict(const Root &root) const {
  const clang::QualType type = pointerType(root);
  return !type.isNull() && type.isRestrictQualified();
}

/// The declared type of the pointer, reference, array or object by which `root` is reached; null when nothing declares it.
clang::QualType Memory::Implementation::pointerType(const Root &root) const {
  const clang::ValueDecl *declaration = root.declaration;
  if (isReached(root)) {
    const Location &origin = memory[root.origin];
    if (origin.kind != Location::Kind::Root)
      return {};
    declaration = memory.root(root.origin).declaration;
  }
  return declaration ? declaration->getType() : clang::QualType();
}

/// What an element of it is; null when that is not known or open in a template.
clang::QualType Memory::Implementation::elementType(const Root &root) const {
  clang::QualType type = pointerType(root);
  if (type.isNull())
    return type;
  if (isReached(root))
    type = type->getPointeeType();
  while (!type.isNull() && type->isArrayType())
    type = clang::QualType(type->getPointeeOrArrayElementType(), 0);
  return type.isNull() || type->isDependentType() ? clang::QualType() : type.getCanonicalType().getUnqualifiedType();
}

order::MemoryRoot Memory::overlapping(RootId id) const {
  const Root &root = roots[id.index];
  const bool object = root.kind == Root::Kind::Global || root.kind == Root::Kind::This || root.escaped;
  return {isReached(root), root.fromParameter, !isReached(root) && object, implementation->isRestrict(root)};
}

void Memory::log(LocationId location, format::Format format) {
  const Root &root = this->root(location);
  const bool local = !isReached(root) && root.kind != Root::Kind::Global && root.kind != Root::Kind::This && !root.escaped;
  if (!local)
    stores.push_back({rootId(location), format});
}

Relation Memory::Implementation::acrossRoots(LocationId left, LocationId right) const {
  const Root &a = memory.root(left), &b = memory.root(right);
  if ((!a.sides.empty() || !b.sides.empty()) && sidesMeet(left, right))
    return Relation::MayOverlap;
  return acrossKnownRoots(left, right);
}

/// One of several: whether what one of them may be meets what the other may be. Sides are flat, so that this does not recurse.
bool Memory::Implementation::sidesMeet(LocationId left, LocationId right) const {
  const auto meet = [&](LocationId x, LocationId y) {
    const bool sameRoot = memory.rootId(x) == memory.rootId(y);
    return (sameRoot ? memory.relation(x, y) : acrossKnownRoots(x, y)) != Relation::Disjoint;
  };
  const auto any = [](const std::vector<LocationId> &sides, const auto &meets) { return std::any_of(sides.begin(), sides.end(), meets); };
  const std::vector<LocationId> &first = memory.root(left).sides, &second = memory.root(right).sides;
  if (any(second, [&](LocationId y) { return meet(left, y); }))
    return true;
  return any(first, [&](LocationId x) { return meet(x, right) || any(second, [&](LocationId y) { return meet(x, y); }); });
}

/// Of the roots themselves, whatever else they may be.
Relation Memory::Implementation::acrossKnownRoots(LocationId left, LocationId right) const {
  if (!mayAlias(memory.rootId(left), memory.rootId(right)))
    return Relation::Disjoint;
  const Root &a = memory.root(left), &b = memory.root(right);
  // Rows of one table and successive values of one pointer reach the same kind of memory; other arrays are taken for distinct.
  const bool sameOrigin = isReached(a) && isReached(b) && memory.relation(a.origin, b.origin) != Relation::Disjoint &&
                          shape(memory.rootId(left)) == shape(memory.rootId(right));
  if (!sameOrigin && (isArrayElement(left) || isArrayElement(right)))
    return memory.mayAlias && !toldApart(a, b) ? Relation::MayOverlap : Relation::Disjoint;
  llvm::SmallVector<LocationId, 8> x, y;
  path(left, x);
  path(right, y);
  const auto dropFirstElement = [&](llvm::SmallVectorImpl<LocationId> &steps, const Root &root) {
    if (isReached(root) && !steps.empty() && memory[steps.front()].kind == Location::Kind::Index && isZero(memory.graph, memory[steps.front()].index))
      steps.erase(steps.begin());
  };
  if (!sameOrigin) {
    dropFirstElement(x, a);
    dropFirstElement(y, b);
    // A scalar and a field of an object are not the same memory (stated in memory.h); whole objects meet their own fields.
    if (x.empty() != y.empty() && (x.empty() ? a : b).scalar)
      return Relation::Disjoint;
  }
  return comparePaths(x, y, false);
}

Relation Memory::relation(LocationId left, LocationId right) const {
  if (left == right)
    return Relation::Same;
  if (!(rootId(left) == rootId(right)))
    return implementation->acrossRoots(left, right);
  // Elements or members of one object differ in their last step only.
  if (const Location &a = (*this)[left], &b = (*this)[right];
      a.kind != Location::Kind::Root && b.kind != Location::Kind::Root && a.parent == b.parent)
    return implementation->comparePaths(left, right, true);
  llvm::SmallVector<LocationId, 8> x, y;
  implementation->path(left, x);
  implementation->path(right, y);
  return implementation->comparePaths(x, y, true);
}

/// A number for the root that rows of one table share: element a[i][k] and a[j][k] have the same shape.
std::uint64_t Memory::Implementation::shape(RootId root) const {
  std::uint64_t hash = 0;
  for (;;) {
    const Root &current = memory.roots[root.index];
    if (!isReached(current))
      return hash * 1000003 + root.index + 1;
    llvm::SmallVector<LocationId, 8> steps;
    path(current.origin, steps);
    for (const LocationId step : steps)
      hash = hash * 1000003 + (memory[step].kind == Location::Kind::Index ? 7 : 8 + memory[step].name);
    hash = hash * 1000003 + (steps.empty() ? current.version : 0) + 3;
    root = memory.rootId(current.origin);
  }
}

LocationId Memory::Implementation::rebase(LocationId location, LocationId from, LocationId to) {
  llvm::SmallVector<LocationId, 8> steps;
  for (LocationId step = location; step != from; step = memory[step].parent) {
    if (memory[step].kind == Location::Kind::Root)
      return to;
    steps.push_back(step);
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const Location source = memory[*step];
    to = source.kind == Location::Kind::Member ? memberLike(to, source) : memory.index(to, source.index);
  }
  return to;
}

LocationId Memory::counterpart(LocationId part, LocationId from, LocationId to) { return implementation->rebase(part, from, to); }

const std::string &Memory::name(const Location &member) const { return implementation->names[member.name]; }

std::string Memory::spell(LocationId location, llvm::SmallVectorImpl<NodeId> *indices) const {
  llvm::SmallVector<LocationId, 8> steps;
  implementation->path(location, steps);
  const Root &base = root(location);
  std::string text;
  bool arrow = false;
  if (isReached(base)) {
    text = spell(base.origin, indices);
    if (base.kind == Root::Kind::Pointee && steps.empty())
      return "*" + text;
    // p->x, not p[0].x.
    if (base.kind == Root::Kind::Pointee && steps.size() > 1 && (*this)[steps[0]].kind == Location::Kind::Index &&
        isZero(graph, (*this)[steps[0]].index) && (*this)[steps[1]].kind == Location::Kind::Member) {
      arrow = true;
      steps.erase(steps.begin());
    }
  } else if (base.kind == Root::Kind::This) {
    if (steps.empty())
      return "*this";
  } else {
    text = base.name;
  }
  for (const LocationId step : steps) {
    const Location &current = (*this)[step];
    if (current.kind == Location::Kind::Member) {
      const std::string &name = implementation->names[current.name];
      if (current.nameless)
        continue;
      text += arrow ? "->" : text.empty() ? "" : ".";
      text += name;
    } else if (indices) {
      text += "[]";
      indices->push_back(current.index);
    } else {
      const order::Node node = graph[current.index];
      text += node.op == Op::Constant                            ? "[" + graph.number(current.index).display() + "]"
              : node.op == Op::Input || node.op == Op::LoopIndex ? "[" + std::string(graph.symbol(current.index)) + "]"
                                                                 : "[...]";
    }
    arrow = false;
  }
  return text;
}

void Memory::escape(LocationId location) {
  Root &escaping = roots[locations[location.index].root.index];
  if (escaping.escaped)
    return;
  escaping.escaped = true;
  escaping.escapedAt = writeCount();
}

void Memory::reachesEither(const Value &pointer, const Value &first, const Value &second) {
  for (const Value &side : {first, second}) {
    if (!side.isPointer() || !side.location)
      continue;
    escape(side.location);
    if (!pointer.isPointer() || !pointer.location)
      continue;
    Root &reached = roots[rootId(pointer.location).index];
    if (locations[side.location.index].kind != Location::Kind::Root)
      reached.scalar = false;
    // Of an element the array around it, since pointers move; what a side is one of counts as well.
    const Location &at = locations[side.location.index];
    std::vector<LocationId> all = roots[rootId(side.location).index].sides;
    all.push_back(at.kind == Location::Kind::Index ? at.parent : side.location);
    for (const LocationId each : all)
      if (!(rootId(each) == rootId(pointer.location)) && std::find(reached.sides.begin(), reached.sides.end(), each) == reached.sides.end())
        reached.sides.push_back(each);
  }
}

LocationId Memory::advance(LocationId element, NodeId count) {
  const Location current = locations[element.index];
  if (isZero(graph, count))
    return element;
  if (current.kind != Location::Kind::Index)
    return index(element, count);
  return index(current.parent, order::integerOperation(graph, Op::Add, current.index, count));
}

} // namespace fporder::frontend
