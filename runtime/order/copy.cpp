#include "runtime/order/copy.h"

#include "runtime/order/traversal.h"

namespace fporder::order {

NodeId GraphCopy::operator()(NodeId node) {
  const auto known = [&](NodeId at) {
    if (copies.contains(at.index))
      return true;
    const std::optional<NodeId> instead = replacement ? replacement(at) : std::nullopt;
    if (instead)
      copies[at.index] = *instead;
    return instead.has_value();
  };
  for (const NodeId each : reachable(from, node, known))
    if (!copies.contains(each.index))
      copies[each.index] = copyOne(each);
  return copies.at(node.index);
}

NodeId GraphCopy::copyOne(NodeId node) {
  const Node original = from[node];
  std::vector<NodeId> operands;
  for (const NodeId operand : from.operands(node))
    operands.push_back(copies.at(operand.index));
  if (original.op == Op::Reduce && !keepsIndexOperands)
    operands.resize(std::min<std::size_t>(operands.size(), firstOperand));
  NodeSpec spec;
  spec.op = original.op;
  spec.type = original.type;
  if (spec.type.format == format::Format::Dependent)
    spec.type.format = open;
  spec.operands = operands;
  spec.symbol = from.symbol(node);
  spec.version = original.version;
  spec.rounding = original.rounding;
  spec.environment = from.environment(node);
  if (original.op == Op::Constant)
    spec.number = &from.number(node);
  if (original.op == Op::Reduce)
    spec.reduction = &from.reduction(node);
  spec.place = copyPlace(original.place);
  spec.storage = copyStorage(from.storage(node));
  return into.intern(spec);
}

StorageId GraphCopy::copyStorage(StorageId storage) {
  if (!storage)
    return {};
  if (const auto known = storages.find(storage.index); known != storages.end())
    return known->second;
  Storage copy = from.storage(storage);
  copy.of = copyStorage(copy.of);
  return storages[storage.index] = into.addStorage(copy);
}

PlaceId GraphCopy::copyPlace(PlaceId place) {
  if (!place)
    return {};
  if (const auto known = places.find(place.index); known != places.end())
    return known->second;
  Place copy = from.place(place);
  copy.file = into.addFile(from.file(copy.file));
  copy.macroDefinition = copyPlace(copy.macroDefinition);
  copy.inlinedAt = copyPlace(copy.inlinedAt);
  return places[place.index] = into.addPlace(copy);
}

} // namespace fporder::order
