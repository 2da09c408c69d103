#include "analyzer/frontend/calls/transplant.h"

#include "runtime/order/index_table.h"
#include "runtime/order/traversal.h"

#include <set>

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

constexpr std::uint32_t foreignStatement = 1000000; // another function's statement is no statement of this one

} // namespace

NodeId Transplant::operator()(NodeId node, const std::map<NodeId, NodeId> &replaced) {
  order::IndexMap<NodeId> copies;
  for (const NodeId current : order::reachable(from, node, [](NodeId) { return false; })) {
    if (const auto known = replaced.find(current); known != replaced.end()) {
      copies[current.index] = known->second;
      continue;
    }
    llvm::SmallVector<NodeId, 4> operands;
    for (const NodeId operand : from.operands(current))
      operands.push_back(copies.at(operand.index));
    const NodeId made = copy(current, operands);
    copies[current.index] = made;
  }
  return copies.at(node.index);
}

NodeId Transplant::copy(NodeId node, llvm::ArrayRef<NodeId> operands) {
  const order::Node original = from[node];
  order::NodeSpec spec;
  spec.op = original.op;
  spec.type = original.type;
  spec.operands = {operands.data(), operands.size()};
  spec.symbol = from.symbol(node);
  spec.version = original.version;
  spec.rounding = original.rounding;
  spec.environment = from.environment(node);
  if (original.op == Op::Constant)
    spec.number = &from.number(node);
  if (original.op == Op::Reduce)
    spec.reduction = &from.reduction(node);
  if (original.op == Op::Input || original.op == Op::Element) {
    const order::StorageId storage = from.storage(node);
    const bool shared = original.version == 0 && isShared(from, storage);
    spec.storage = copyStorage(storage);
    if (!shared)
      spec.storage = into.addStorage({order::Storage::Kind::Foreign, spec.storage, function});
    spec.version = memory.versionOf(llvm::StringRef(spec.symbol.data(), spec.symbol.size()), spec.storage, shared ? 0 : original.version);
  }
  if (original.place) {
    order::Place place = from.place(original.place);
    place.file = into.addFile(from.file(place.file));
    place.editable = false;
    place.statement += foreignStatement;
    place.macroDefinition = place.inlinedAt = {};
    spec.place = into.addPlace(place);
  }
  return into.intern(spec);
}

bool isShared(const order::Graph &graph, order::StorageId storage) {
  using Kind = order::Storage::Kind;
  for (; storage; storage = graph.storage(storage).of) {
    const order::Storage &part = graph.storage(storage);
    const bool step = part.kind == Kind::Member || part.kind == Kind::Element;
    const bool reached = (part.kind == Kind::Pointee || part.kind == Kind::Referent) && part.number == 0;
    if (!step && !reached)
      return part.kind == Kind::This || part.kind == Kind::Global || part.kind == Kind::WorkItem;
  }
  return false;
}

order::StorageId Transplant::copyStorage(order::StorageId storage) {
  if (!storage)
    return {};
  order::Storage made = from.storage(storage);
  made.of = copyStorage(made.of);
  return into.addStorage(made);
}

bool SameForm::operator()(NodeId left, NodeId right) {
  std::vector<std::pair<NodeId, NodeId>> work{{left, right}};
  std::set<std::pair<NodeId, NodeId>> seen;
  while (!work.empty()) {
    const auto [x, y] = work.back();
    work.pop_back();
    if (!seen.insert({x, y}).second)
      continue;
    if (!sameNode(x, y))
      return false;
    for (unsigned i = 0; i < first[x].operandCount; ++i)
      work.emplace_back(first.operand(x, i), second.operand(y, i));
  }
  return true;
}

bool SameForm::sameNode(NodeId left, NodeId right) {
  const order::Node x = first[left], y = second[right];
  if (x.op != y.op || x.type != y.type || x.rounding != y.rounding || x.operandCount != y.operandCount ||
      first.environment(left) != second.environment(right))
    return false;
  if (x.op == Op::Constant)
    return first.number(left) == second.number(right);
  if (x.op == Op::Input || x.op == Op::Element)
    return x.version == 0 && y.version == 0 && sameStorage(first.storage(left), second.storage(right));
  return !order::isLeaf(x.op) && x.op != Op::Reduce && first.symbol(left) == second.symbol(right);
}

bool SameForm::sameStorage(order::StorageId left, order::StorageId right) {
  using Kind = order::Storage::Kind;
  while (left && right) {
    const order::Storage &x = first.storage(left), &y = second.storage(right);
    if (x.kind != y.kind)
      return false;
    if (x.kind == Kind::Parameter)
      return partners.try_emplace(x.declaration, y.declaration).first->second == y.declaration &&
             backwards.try_emplace(y.declaration, x.declaration).first->second == x.declaration;
    const bool shared = x.kind == Kind::This || x.kind == Kind::Global || x.kind == Kind::WorkItem || x.kind == Kind::Member ||
                        x.kind == Kind::Element || ((x.kind == Kind::Pointee || x.kind == Kind::Referent) && x.number == 0);
    if (!shared || x.number != y.number || x.declaration != y.declaration || x.name != y.name)
      return false;
    left = x.of;
    right = y.of;
  }
  return !left && !right;
}

} // namespace fporder::frontend
