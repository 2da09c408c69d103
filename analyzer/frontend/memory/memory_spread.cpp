// Objects made of elements of an array: float4 over an array of float. Their members are those elements, by whichever pointer they are reached.
#include "analyzer/frontend/memory/memory_implementation.h"

#include "clang/AST/Decl.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

NodeId countNode(order::Graph &graph, std::size_t number) {
  return graph.constant(order::Number::fromInteger(static_cast<long long>(number)), {format::Format::Integer, order::Shape::Scalar});
}

} // namespace

Memory::Implementation::SpreadObject Memory::Implementation::spreadAt(LocationId object) const {
  const Location element = memory[object];
  if (element.kind != Location::Kind::Index || spreads.empty())
    return {};
  const Location around = memory[element.parent];
  const bool behindBytes = around.kind == Location::Kind::Index && memory[around.parent].bytes;
  const auto found = spreads.find(behindBytes ? around.parent : element.parent);
  if (found == spreads.end() || memory[found->first].bytes != behindBytes)
    return {};
  const NodeId own = order::integerOperation(memory.graph, Op::Mul, element.index, countNode(memory.graph, found->second.fields.size()));
  if (!behindBytes)
    return {&found->second, own};
  const std::optional<NodeId> before = order::exactQuotient(memory.graph, around.index, found->second.size);
  return before ? SpreadObject{&found->second, order::integerOperation(memory.graph, Op::Add, *before, own)} : SpreadObject{};
}

void Memory::spread(LocationId view, LocationId array, llvm::ArrayRef<const clang::FieldDecl *> fields, order::ValueType type, NodeId size) {
  Implementation::Spread &made = implementation->spreads[view];
  made = {array, {}, type, size};
  for (const clang::FieldDecl *field : fields)
    made.fields.push_back(implementation->name(field->getName()));
}

std::optional<LocationId> Memory::Implementation::spreadMember(LocationId object, std::uint32_t name) {
  const SpreadObject found = spreadAt(object);
  if (!found)
    return std::nullopt;
  const auto field = llvm::find(found.spread->fields, name);
  if (field == found.spread->fields.end())
    return std::nullopt;
  const NodeId position = countNode(memory.graph, static_cast<std::size_t>(field - found.spread->fields.begin()));
  return memory.index(found.spread->array, order::integerOperation(memory.graph, Op::Add, found.first, position));
}

std::vector<std::pair<LocationId, order::ValueType>> Memory::elementsOf(LocationId object) {
  std::vector<std::pair<LocationId, order::ValueType>> elements;
  if (const Implementation::SpreadObject found = implementation->spreadAt(object))
    for (const std::uint32_t field : found.spread->fields)
      elements.emplace_back(*implementation->spreadMember(object, field), found.spread->type);
  return elements;
}

/// To such an object, element by element, of an object that has the same members.
void Memory::Implementation::copySpread(Store &store, LocationId to, LocationId from, const Spread &spread) {
  const Store before = store; // elements may be read that are written first
  for (const std::uint32_t field : spread.fields) {
    Location like;
    like.name = field;
    memory.assign(store, memberLike(to, like), memory.read(before, memberLike(from, like), {.number = spread.type}));
  }
}

} // namespace fporder::frontend
