// Index variables of generic elements, and what broadcasting, slices and reductions make of them.
#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::python {

using order::NodeId;
using order::Op;

NodeId Evaluator::integer(long long value) { return graph.constant(order::Number::fromInteger(value), {Format::Integer}); }

NodeId Evaluator::freshIndex(llvm::StringRef name) {
  order::NodeSpec spec;
  spec.op = Op::LoopIndex;
  spec.type = {Format::Integer};
  spec.symbol = name;
  spec.version = graph.freshLoop();
  return graph.intern(spec);
}

NodeId Evaluator::variable(unsigned axis) {
  NodeId &known = variables[axis];
  if (!known) {
    static constexpr llvm::StringLiteral names[] = {"i", "j", "k", "l", "m"};
    known = freshIndex(axis < std::size(names) ? names[axis].str() : "j" + std::to_string(axis));
  }
  return known;
}

/// Indices of the generic element, outermost first.
Evaluator::Nodes Evaluator::indices(const Axes &axes) {
  Nodes result;
  if (!axes.known)
    result.push_back(variable(0));
  for (unsigned axis = axes.shown; axis > 0; --axis)
    result.push_back(axes.isReduced(axis) ? integer(0) : variable(axis));
  return result;
}

/// p / n * n + p % n is p: what reshaping there and back leaves of a position.
NodeId Evaluator::simplifiedPosition(NodeId node) {
  if (graph[node].op != Op::Add)
    return node;
  for (const bool swapped : {false, true}) {
    const NodeId multiple = graph.operand(node, swapped ? 1 : 0), rest = graph.operand(node, swapped ? 0 : 1);
    if (graph[rest].op != Op::Call || graph.symbol(rest) != "%" || graph[multiple].op != Op::Mul)
      continue;
    const NodeId position = graph.operand(rest, 0), divisor = graph.operand(rest, 1);
    const NodeId quotient = order::integerOperation(graph, Op::Div, position, divisor);
    if (graph.value(order::integerOperation(graph, Op::Mul, quotient, divisor)) == graph.value(multiple))
      return position;
  }
  return node;
}

NodeId Evaluator::reindexed(NodeId root, const Reindexing &how, const std::map<NodeId, NodeId> &carried) {
  if (how.isNothing() || !root)
    return root;
  const NodeId rest = variable(0);
  std::map<NodeId, NodeId> made = carried;
  for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
    const order::Node data = graph[node];
    if (carried.contains(node))
      continue;
    if (data.op == Op::LoopIndex) {
      const auto found = how.loops.find(data.version);
      made[node] = found == how.loops.end() ? node : found->second;
      continue;
    }
    if (data.op == Op::LoopValue) {
      made[node] = reindexedLoopValue(node, how);
      if (!made[node])
        return {};
      continue;
    }
    const auto operands = graph.operands(node);
    Nodes replaced;
    for (const NodeId operand : operands) {
      const bool isRest = operand == rest && data.op == Op::Element;
      if (!isRest || !how.dropsRest)
        replaced.push_back(data.op == Op::Element ? simplifiedPosition(made.at(operand)) : made.at(operand));
      if (isRest)
        replaced.insert(replaced.end(), how.afterRest.begin(), how.afterRest.end());
    }
    const bool same = replaced.size() == operands.size() && std::equal(replaced.begin(), replaced.end(), operands.begin());
    made[node] = same ? node : graph.withOperands(node, replaced);
    if (!same)
      if (const auto why = procedure.notHeld.find(graph.value(node).index); why != procedure.notHeld.end())
        procedure.notHeld.emplace(graph.value(made[node]).index, std::string(why->second));
  }
  return made.at(root);
}

/// What a loop around carries, at other indices: a number is the same, of an array it is another element, which is an input that the graph does not
/// hold.
NodeId Evaluator::carriedAt(NodeId phi, const Reindexing &how) {
  const auto carried = carriedAxes.find(phi);
  const NodeId index = graph.operands(phi).empty() ? NodeId{} : graph.operand(phi, 0);
  if (carried == carriedAxes.end() || !index || how.loops.contains(graph[index].version))
    return {};
  const Axes &axes = carried->second;
  if (axes.known && axes.shown == 0)
    return phi;
  Nodes where;
  if (!axes.known && !how.dropsRest)
    where.push_back(variable(0));
  if (!axes.known)
    where.insert(where.end(), how.afterRest.begin(), how.afterRest.end());
  bool same = !how.dropsRest && how.afterRest.empty();
  for (unsigned axis = axes.shown; axis > 0; --axis) {
    const auto found = how.loops.find(graph[variable(axis)].version);
    where.push_back(found == how.loops.end() ? variable(axis) : found->second);
    same &= found == how.loops.end();
  }
  if (const auto rest = how.loops.find(graph[variable(0)].version); !axes.known && rest != how.loops.end() && !where.empty())
    where.front() = rest->second, same = false;
  if (same)
    return phi;
  const std::string name(graph.symbol(phi));
  order::Storage element;
  element.kind = order::Storage::Kind::Element;
  element.of = arrayStorage(name, order::Storage::Kind::Unknown);
  order::NodeSpec spec;
  spec.op = where.empty() ? Op::Input : Op::Element;
  spec.type = graph[phi].type;
  spec.symbol = name;
  spec.operands = where;
  spec.storage = where.empty() ? element.of : graph.addStorage(element);
  spec.version = graph[phi].version;
  const NodeId read = graph.intern(spec);
  procedure.notHeld.emplace(graph.value(read).index, "a loop reads other elements of '" + name + "' than those that the iteration changes");
  return read;
}

/// What a loop leaves, at other indices: the result of the loop over its body at these.
NodeId Evaluator::reindexedLoopValue(NodeId node, const Reindexing &how) {
  const auto result = procedure.loopResults.find(graph.value(node).index);
  if (result == procedure.loopResults.end())
    return carriedAt(node, how);
  const auto [loop, phi] = result->second;
  const order::CarryingLoop body = procedure.carryingLoops.at(loop);
  if (++reindexedLoops > bounds::reindexedLoops)
    return {};
  Reindexing inside = how;
  order::CarryingLoop made;
  made.index = freshIndex(graph.symbol(body.index));
  const std::uint32_t version = graph[made.index].version;
  inside.loops[loop] = made.index;
  std::map<NodeId, NodeId> phis;
  for (const order::LoopPhi &each : body.phis) {
    order::NodeSpec spec;
    spec.op = Op::LoopValue;
    spec.type = graph[each.value].type;
    spec.symbol = graph.symbol(each.value);
    spec.version = ++nextVersion + 1'000'000;
    const NodeId around[] = {made.index};
    spec.operands = around;
    phis[each.value] = graph.intern(spec);
  }
  const auto again = [&](NodeId root) { return root ? reindexed(root, inside, phis) : NodeId{}; };
  made.first = again(body.first), made.step = again(body.step), made.count = reindexed(body.count, how);
  made.enters = again(body.enters), made.stays = again(body.stays);
  for (const order::LoopPhi &each : body.phis) {
    made.phis.push_back({phis.at(each.value), reindexed(each.initial, how), again(each.next)});
    if (!made.phis.back().initial || !made.phis.back().next)
      return {};
  }
  if (!made.count || (body.enters && !made.enters) || (body.stays && !made.stays))
    return {};
  order::NodeSpec spec;
  spec.op = Op::LoopValue;
  spec.type = graph[node].type;
  spec.symbol = graph.symbol(node);
  spec.version = ++nextVersion + 1'000'000;
  spec.place = graph[node].place;
  const NodeId left = graph.intern(spec);
  procedure.loopOrigins[version] = {0, 1, order::wholeNumber(graph, made.count), made.count};
  procedure.carryingLoops[version] = std::move(made);
  procedure.loopResults[graph.value(left).index] = {version, phis.at(phi)};
  return left;
}

/// The generic element with `shown` trailing axes apart. Precondition: at least as many as it has, or a known rank.
NodeId Evaluator::shownAs(const Array &array, unsigned shown) {
  if (array.axes.known || shown <= array.axes.shown)
    return array.element;
  Reindexing how;
  for (unsigned axis = shown; axis > array.axes.shown; --axis)
    how.afterRest.push_back(variable(axis));
  return reindexed(array.element, how);
}

Axes Evaluator::broadcast(llvm::ArrayRef<const Array *> arrays) const {
  Axes result;
  result.known = true;
  for (const Array *array : arrays) {
    result.known &= array->axes.known;
    result.shown = std::max(result.shown, array->axes.shown);
  }
  result.sizes.resize(result.shown);
  result.reduced.resize(result.shown);
  for (unsigned axis = 1; axis <= result.shown; ++axis) {
    bool reducedInAll = result.known || axis <= result.shown;
    for (const Array *array : arrays) {
      const bool has = axis <= array->axes.shown || !array->axes.known;
      if (!has || array->axes.isReduced(axis))
        continue;
      reducedInAll = false;
      const NodeId size = array->axes.size(axis);
      if (!result.sizes[axis - 1] && size && order::wholeNumber(graph, size) != 1)
        result.sizes[axis - 1] = size;
    }
    result.reduced[axis - 1] = reducedInAll;
  }
  return result;
}

/// Learns that an input under `array` has a rank: its function is evaluated again with it. False where there is nothing to be learnt.
bool Evaluator::knowRank(const Array &array, unsigned atLeast) {
  bool any = false;
  for (const NodeId node : order::reachable(graph, array.element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element && std::ranges::count(graph.operands(node), variable(0)) != 0) {
      any = true;
      if (learnt.exact.contains(std::string(graph.symbol(node))))
        continue;
      unsigned &known = learnt.ranks[std::string(graph.symbol(node))];
      if (known < atLeast) {
        known = atLeast;
        learnt.changed = true;
      }
    }
  return any;
}

/// A value that is used as one of at least `rank` axes, where those of the inputs under it were taken from other uses: its function is evaluated
/// again with more. False where nothing is to be learnt.
bool Evaluator::needsRank(const Value &value, unsigned rank) {
  if (!value.is(Kind::Array))
    return isArrayAfterAll(value, rank);
  const Array of = array(value);
  if (!of.axes.known)
    return knowRank(of, rank) && learnt.changed;
  if (of.axes.shown >= rank)
    return false;
  // Not those that choose elements of others.
  for (const NodeId node : order::reachable(graph, of.element, [&](NodeId each) { return graph[each].op == Op::Element; })) {
    const auto known = graph[node].op == Op::Element ? learnt.ranks.find(std::string(graph.symbol(node))) : learnt.ranks.end();
    if (known == learnt.ranks.end() || learnt.exact.contains(known->first) || known->second >= bounds::assumedAxes)
      continue;
    // Those that have all axes of it.
    bool all = of.axes.shown > 0;
    for (unsigned axis = 1; axis <= of.axes.shown; ++axis)
      all &= of.axes.isReduced(axis) || std::ranges::any_of(graph.operands(node), [&](NodeId operand) { return mentions(operand, variable(axis)); });
    if (!all)
      continue;
    const auto axes = static_cast<unsigned>(graph.operands(node).size()) + rank - of.axes.shown;
    learnt.changed |= axes > known->second;
    known->second = std::max(known->second, axes);
  }
  return learnt.changed;
}

bool Evaluator::mentions(NodeId root, NodeId leaf) const {
  return std::ranges::any_of(order::reachable(graph, root, [](NodeId) { return false; }), [&](NodeId node) { return node == leaf; });
}

/// An element of an array whose rank was taken for as many axes as it is subscripted with is an array of `axes` axes itself: its function is
/// evaluated again with that. False where it is a number.
bool Evaluator::isArrayAfterAll(const Value &number, unsigned axes) {
  if (!number.is(Kind::Number))
    return false;
  NodeId node = number.node;
  while (graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  const std::string name(graph.symbol(node));
  const auto rank = learnt.ranks.find(name);
  if (graph[node].op != Op::Element || rank == learnt.ranks.end() || learnt.exact.contains(name))
    return false;
  const auto needed = static_cast<unsigned>(graph.operands(node).size()) + axes;
  if (rank->second < needed) {
    rank->second = needed;
    learnt.changed = true;
  }
  return learnt.changed;
}

/// The same where the rank itself is said, of the sole input under `array`; true when its function is evaluated again.
bool Evaluator::saysRank(const Array &array, unsigned rank) {
  std::set<std::string> inputs;
  for (const NodeId node : order::reachable(graph, array.element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element && std::ranges::count(graph.operands(node), variable(0)) != 0)
      inputs.emplace(graph.symbol(node));
  if (inputs.size() != 1)
    return knowRank(array, rank) && learnt.changed;
  if (!learnt.exact.insert(*inputs.begin()).second)
    return learnt.changed;
  learnt.ranks[*inputs.begin()] = rank;
  learnt.changed = true;
  return true;
}

} // namespace fporder::python
