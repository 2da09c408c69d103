// Vector values: a vector is one number of shape Lanes, so that an elementwise expression is one order of operations, not one for each lane. Where
// single lanes are used, an elementwise operation is followed down to the lanes of its operands: (a * b).x is a.x * b.x. A vector put together from
// single numbers is a Call "lanes" of them, which computes nothing.
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/order/assembled.h"
#include "clang/AST/ExprCXX.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

constexpr const char *selected = "lane"; // Call: one lane, by position, of what is not computed lane by lane

constexpr unsigned anyLane = 1u << 20; // from here on lanes are known by the node of their index

constexpr llvm::StringLiteral laneSuffixes[] = {".x",  ".y",  ".z",  ".w",  ".s4", ".s5", ".s6", ".s7",
                                                ".s8", ".s9", ".sa", ".sb", ".sc", ".sd", ".se", ".sf"};

/// Functions whose result's lanes depend on more than the same lane of their operands.
bool mixesLanes(std::string_view function) {
  static constexpr std::string_view names[] = {"normalize", "cross", "shuffle", "bits", "reverse"};
  return std::find(std::begin(names), std::end(names), function) != std::end(names);
}

/// True for nodes that have a value in each lane: vectors, and integers and conditions made from vectors, whose type does not say so.
bool hasLanes(const order::Graph &graph, NodeId node) {
  llvm::SmallVector<NodeId, 8> work{node};
  for (unsigned looked = 0; !work.empty() && looked < 64; ++looked) {
    const NodeId current = work.pop_back_val();
    const ValueType type = graph[current].type;
    if (type.shape == Shape::Lanes)
      return true;
    if ((type.format == Format::Integer || type.format == Format::Boolean) && graph[current].op != Op::Element)
      work.append(graph.operands(current).begin(), graph.operands(current).end());
  }
  return false;
}

unsigned bracketPairs(std::string_view symbol) {
  unsigned count = 0;
  for (std::size_t at = symbol.find("[]"); at != std::string_view::npos; at = symbol.find("[]", at + 2))
    ++count;
  return count;
}

/// The lane of an input: v.x, m[].x with the index of m[i].
NodeId laneOfLeaf(Memory &memory, NodeId leaf, unsigned position) {
  order::Graph &graph = memory.graph;
  const order::Node stored = graph[leaf];
  const ValueType scalar{stored.type.format, Shape::Scalar};
  if (stored.op == Op::Constant)
    return graph.constant(graph.number(leaf), scalar);
  std::string symbol(graph.symbol(leaf));
  if (stored.op == Op::Element)
    for (std::size_t i = bracketPairs(symbol); i < graph.operands(leaf).size(); ++i)
      symbol += "[]";
  const std::string lane = position < std::size(laneSuffixes) ? laneSuffixes[position].str() : ".s" + std::to_string(position);
  return memory.memberOf(leaf, llvm::StringRef(lane).drop_front(), symbol + lane, scalar);
}

/// Any lane of an input: v[index], m[i][index].
NodeId elementOfLeaf(Memory &memory, NodeId leaf, NodeId index) {
  order::Graph &graph = memory.graph;
  const ValueType scalar{graph[leaf].type.format, Shape::Scalar};
  return graph[leaf].op == Op::Constant ? graph.constant(graph.number(leaf), scalar) : memory.elementOf(leaf, index);
}

/// `node` over the lanes of its operands.
NodeId laneOfOperation(order::Graph &graph, NodeId node, llvm::ArrayRef<NodeId> operands) {
  const order::Node stored = graph[node];
  order::NodeSpec spec;
  spec.op = stored.op;
  spec.type = {stored.type.format, Shape::Scalar};
  spec.operands = {operands.data(), operands.size()};
  if (stored.op == Op::Call || stored.op == Op::Compare)
    spec.symbol = graph.symbol(node);
  order::Reduction reduction;
  if (stored.op == Op::Reduce) {
    reduction = graph.reduction(node);
    spec.reduction = &reduction;
  }
  const order::Environment environment = graph.environment(node);
  spec.environment = environment;
  spec.rounding = stored.rounding;
  spec.place = stored.place;
  return graph.intern(spec);
}

} // namespace

NodeId Evaluator::lane(NodeId vector, unsigned position) { return laneBy(vector, position, {}); }

NodeId Evaluator::laneAt(NodeId vector, NodeId index) {
  if (graph[index].op == Op::Constant)
    return lane(vector, static_cast<unsigned>(graph.number(index).approximate()));
  return laneBy(vector, anyLane + index.index, index);
}

/// One lane of a node that is a leaf or not computed lane by lane.
NodeId Evaluator::laneOfWhole(NodeId node, unsigned position, NodeId index) {
  const order::Node stored = graph[node];
  const bool isVector = stored.op == Op::Call && graph.symbol(node) == order::assembledLanes;
  if (!index && isVector)
    return graph.operand(node, std::min<unsigned>(position, stored.operandCount - 1));
  if (isLeaf(stored.op) && (!index || stored.op != Op::LoopValue))
    return index ? elementOfLeaf(memory, node, index) : laneOfLeaf(memory, node, position);
  const NodeId parts[] = {node, index ? index : integer(position)};
  return graph.call(selected, parts, {stored.type.format, Shape::Scalar}, stored.place);
}

/// The lane `position`, or the one that `index` names, in which case `position` is a number for it.
NodeId Evaluator::laneBy(NodeId vector, unsigned position, NodeId index) {
  const auto known = [&](NodeId node) { return laneNodes.lookup({node.index, position}); };
  const auto remember = [&](NodeId node, NodeId part) {
    laneNodes[{node.index, position}] = part;
    if (graph[node].type.shape == Shape::Lanes && !index)
      laneOrigins.try_emplace(part.index, node, position);
  };
  llvm::SmallVector<NodeId, 16> work{vector};
  while (!work.empty()) {
    const NodeId node = work.back();
    const order::Node stored = graph[node];
    const bool call = stored.op == Op::Call && (graph.symbol(node) == order::assembledLanes || mixesLanes(graph.symbol(node)));
    if (known(node)) {
    } else if (!hasLanes(graph, node)) {
      remember(node, node);
    } else if (isLeaf(stored.op) || call) {
      remember(node, laneOfWhole(node, position, index));
    } else {
      llvm::SmallVector<NodeId, 4> parts;
      const std::size_t waiting = work.size();
      for (const NodeId operand : graph.operands(node)) {
        parts.push_back(known(operand));
        if (!parts.back())
          work.push_back(operand);
      }
      if (work.size() > waiting)
        continue;
      remember(node, laneOfOperation(graph, node, parts));
    }
    work.pop_back();
  }
  return known(vector);
}

NodeId Evaluator::lanes(llvm::ArrayRef<NodeId> parts, ValueType type) {
  // The same lanes in the same places are the vector they come from.
  const auto first = laneOrigins.find(parts.front().index);
  bool whole = first != laneOrigins.end() && graph[first->second.first].type == type, same = true;
  for (unsigned i = 0; i < parts.size(); ++i) {
    const auto origin = laneOrigins.find(parts[i].index);
    whole = whole && origin != laneOrigins.end() && origin->second == std::make_pair(first->second.first, i);
    same &= parts[i] == parts.front();
  }
  if (same && graph[parts.front()].op == Op::Constant)
    return graph.constant(graph.number(parts.front()), type);
  if (whole && parts.size() > 1)
    return first->second.first;
  return graph.call(order::assembledLanes, {parts.data(), parts.size()}, type);
}

/// v.zw, (a * b).x, p->s0: the lanes in the order written.
NodeId Evaluator::swizzled(const clang::ExtVectorElementExpr *expression) {
  llvm::SmallVector<std::uint32_t, 16> positions;
  expression->getEncodedElementAccess(positions);
  const clang::Expr *base = expression->getBase();
  const ValueType stored = types.stored(expression->getType()), scalar{stored.format, Shape::Scalar};
  llvm::SmallVector<NodeId, 16> parts;
  if (!expression->isArrow() && !base->isGLValue()) {
    const NodeId vector = number(base);
    for (const std::uint32_t position : positions)
      parts.push_back(lane(vector, position));
  } else {
    for (const LocationId where : laneLocations(expression))
      parts.push_back(readNumber(where, scalar));
  }
  return parts.size() == 1 ? parts.front() : lanes(parts, stored);
}

/// Where the lanes of a vector in memory lie; of a lane of lanes, in the vector itself.
llvm::SmallVector<LocationId, 16> Evaluator::laneLocations(const clang::ExtVectorElementExpr *expression) {
  llvm::SmallVector<std::uint32_t, 16> positions;
  expression->getEncodedElementAccess(positions);
  const clang::Expr *base = expression->getBase()->IgnoreParens();
  llvm::SmallVector<LocationId, 16> result;
  if (const auto *inner = llvm::dyn_cast<clang::ExtVectorElementExpr>(base); inner && !expression->isArrow()) {
    const auto outer = laneLocations(inner);
    for (const std::uint32_t position : positions)
      result.push_back(outer[std::min<std::size_t>(position, outer.size() - 1)]);
    return result;
  }
  const LocationId vector = expression->isArrow() ? target(evaluate(base)) : location(base);
  for (const std::uint32_t position : positions)
    result.push_back(memory.laneOf(vector, position));
  return result;
}

/// v.xy = ..., v.hi *= ...: a temporary holds what was assigned.
LocationId Evaluator::assignLanes(const clang::ExtVectorElementExpr *target, const clang::BinaryOperator *operation) {
  const clang::QualType type = target->getType();
  const ValueType stored = types.stored(type);
  NodeId value = operation->isCompoundAssignmentOp() ? arithmetic(operation->getRHS()) : number(operation->getRHS());
  if (operation->isCompoundAssignmentOp()) {
    const auto kind = clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode());
    value = binary(kind, swizzled(target), value, type, operation, operation->getOperatorLoc());
  }
  value = convert(value, stored, operation->getRHS());
  unsigned position = 0;
  for (const LocationId where : laneLocations(target))
    write(where, Value::number(hasLanes(graph, value) ? lane(value, position++) : value), operation->getOperatorLoc());
  const LocationId result = temporary("lanes");
  memory.assign(state.store, result, Value::number(value));
  return result;
}

/// (float4)(a, b.yz, 1): scalars and vectors one after the other; one scalar stands in all lanes.
NodeId Evaluator::vectorLiteral(const clang::InitListExpr *list) {
  const auto *vector = list->getType()->castAs<clang::VectorType>();
  const ValueType stored = types.stored(list->getType()), scalar{stored.format, Shape::Scalar};
  llvm::SmallVector<NodeId, 16> parts;
  for (const clang::Expr *item : list->inits()) {
    const NodeId value = number(item);
    const auto *inner = item->getType()->getAs<clang::VectorType>();
    for (unsigned i = 0; i < (inner ? inner->getNumElements() : 1); ++i)
      parts.push_back(inner ? lane(value, i) : convert(value, scalar, item));
  }
  if (parts.size() <= 1)
    return parts.empty() ? graph.constant(order::Number::fromInteger(0), stored) : parts.front();
  while (parts.size() < vector->getNumElements())
    parts.push_back(graph.constant(order::Number::fromInteger(0), scalar));
  return lanes(parts, stored);
}

} // namespace fporder::frontend
