// Vectors whose lanes are written one by one or as a whole, and read the other way.
#include "analyzer/frontend/memory/memory_implementation.h"

namespace fporder::frontend {

using order::Shape;

namespace {

constexpr llvm::StringLiteral laneNames[] = {"x", "y", "z", "w", "s4", "s5", "s6", "s7", "s8", "s9", "sa", "sb", "sc", "sd", "se", "sf"};

} // namespace

LocationId Memory::laneOf(LocationId whole, unsigned position) {
  return position < std::size(laneNames) ? member(whole, laneNames[position]) : member(whole, "s" + std::to_string(position));
}

std::optional<Value> Memory::Implementation::laneIn(LocationId written, const Value &value, LocationId location, ReadType type) const {
  const Location &part = memory[location];
  if (!memory.lane || !value.isNumber() || type.kind != ReadType::Kind::Number || type.number.shape != Shape::Scalar ||
      part.kind != Location::Kind::Member || (part.parent != written && memory.relation(part.parent, written) != Relation::Same))
    return std::nullopt;
  const order::Node stored = memory.graph[value.node];
  if (stored.type.shape != Shape::Lanes)
    return stored.type == type.number ? std::optional(value) : std::nullopt; // one number in all lanes
  const auto *name = llvm::find(laneNames, names[part.name]);
  if (name == std::end(laneNames) || stored.type.format != type.number.format)
    return std::nullopt;
  return Value::number(memory.lane(value.node, static_cast<unsigned>(name - std::begin(laneNames))));
}

bool Memory::Implementation::writesLaneOf(const Write *write, LocationId location) const {
  const auto isLane = [&](LocationId written) {
    const Location &part = memory[written];
    return part.kind == Location::Kind::Member && (part.parent == location || memory.relation(part.parent, location) == Relation::Same);
  };
  switch (write->kind) {
  case Write::Kind::Assign:
  case Write::Kind::Forget:
    return isLane(write->location);
  case Write::Kind::LoopEntry:
  case Write::Kind::LoopExit: {
    bool some = false;
    for (const LoopWrite &inner : write->loopWrites) {
      if (inner.location == location)
        return false; // as a whole too
      some |= isLane(inner.location);
    }
    return some;
  }
  default:
    return false;
  }
}

Value Memory::Implementation::gatherLanes(const Write *head, const Write *reached, LocationId location, ReadType type) {
  ReadType scalar = type;
  scalar.number.shape = Shape::Scalar;
  scalar.lanes = 0;
  llvm::SmallVector<order::NodeId, 16> parts;
  for (unsigned position = 0; position < type.lanes; ++position) {
    const Value part = read(head, reached, memory.laneOf(location, position), scalar);
    if (!part.isNumber())
      return memory.unknown(location, head->id, type);
    parts.push_back(part.node);
  }
  return Value::number(memory.vector(parts, type.number));
}

} // namespace fporder::frontend
