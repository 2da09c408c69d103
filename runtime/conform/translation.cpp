#include "runtime/conform/translation.h"

#include "runtime/conform/extreme_starts.h"
#include "runtime/conform/narrow_operations.h"
#include "runtime/limits/limits.h"
#include "runtime/order/index_algebra.h"
#include "runtime/order/recurrence.h"
#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::conform {

using format::Format;
using order::integerType;
using order::NodeId;
using order::NodeSpec;
using order::Op;

namespace {

constexpr unsigned deepestNest = limits::most(limits::Limit::ConformNest);
constexpr std::uint32_t freeLoops = 1U << 20; // numbers of indices that no sum binds begin here

/// An operation that polynomials know, whose integer operands need no form of their own.
bool isOfPolynomials(const order::Graph &graph, NodeId node) {
  if (!order::isInteger(graph, node))
    return false;
  switch (graph[node].op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Neg:
    return true;
  case Op::Cast:
    return order::isInteger(graph, graph.operand(node, 0));
  case Op::Call:
    return graph.symbol(node) == "<<";
  default:
    return false;
  }
}

} // namespace

Translation::Translation(const SidePiece &given, const std::map<std::uint64_t, std::uint32_t> &inputNumbers, std::uint32_t sideNumber,
                         order::Graph &target, Mode how, Format openFormat, Constants numbersMeant)
    : piece(given), from(given.subject->graph), numbers(inputNumbers), side(sideNumber), into(target), mode(how), open(openFormat),
      constants(numbersMeant) {
  numberLoops();
  std::vector<NodeId> indices;
  for (const NodeId index : piece.indices)
    indices.push_back(copy(index, outermost, 0));
  space.emplace(into, indices);
  // Elements read by an index before the coordinates were known are read anew.
  outermost.done.clear();
  normals.clear();
}

NodeId Translation::value() { return copy(piece.value, outermost, 0); }

std::vector<Polynomial> Translation::counts() {
  std::vector<Polynomial> all;
  for (const NodeId count : piece.counts)
    all.push_back(polynomialOf(into, normal(copy(count, outermost, 0))));
  return all;
}

NodeId Translation::origin(NodeId node) const {
  const auto found = origins.find(node.index);
  return found == origins.end() ? NodeId{} : NodeId{found->second};
}

/// A loop's number is the depth of the nest inside of it, itself included.
void Translation::numberLoops() {
  std::vector<NodeId> found{piece.value};
  found.insert(found.end(), piece.indices.begin(), piece.indices.end());
  found.insert(found.end(), piece.counts.begin(), piece.counts.end());
  order::walkOperands(from, found, UINT64_MAX, [](NodeId) { return order::Walk::Enter; });
  std::ranges::sort(found);
  std::unordered_map<std::uint32_t, std::uint32_t> heights;
  for (const NodeId node : found) {
    std::uint32_t inside = 0, beside = 0;
    const auto operands = from.operands(node);
    for (std::size_t position = 0; position < operands.size(); ++position) {
      std::uint32_t &height = order::isInsideLoop(from, node, position) ? inside : beside;
      height = std::max(height, heights.at(operands[position].index));
    }
    if (order::boundLoop(from, node)) {
      loopNumbers[node.index] = inside + 1;
      ++inside;
    }
    heights[node.index] = std::max(inside, beside);
  }
}

/// What is to be copied under `root`, terms of loops aside, operands before users.
std::vector<NodeId> Translation::pending(NodeId root, const Scope &scope) const {
  std::vector<NodeId> found{root};
  order::IndexTable seen;
  seen.insert(root.index);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const auto operands = from.operands(found[next]);
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (!order::isInsideLoop(from, found[next], position) && !scope.done.contains(operands[position].index) &&
          seen.insert(operands[position].index).second)
        found.push_back(operands[position]);
  }
  std::ranges::sort(found);
  return found;
}

NodeId Translation::copy(NodeId node, Scope &scope, unsigned depth) {
  if (const auto known = scope.done.find(node.index); known != scope.done.end())
    return known->second;
  for (const NodeId each : pending(node, scope)) {
    const NodeId made = copyOne(each, scope, depth);
    scope.done[each.index] = made;
    origins.try_emplace(made.index, each.index);
  }
  return at(node, scope);
}

NodeId Translation::copyOne(NodeId node, Scope &scope, unsigned depth) {
  const Op op = from[node].op;
  if (op == Op::Constant)
    return constant(node);
  if (order::isLeaf(op))
    return leaf(node, scope);
  if (op == Op::Reduce)
    return reduction(node, scope, depth);
  if (op == Op::Recurrence)
    return recurrence(node, scope, depth);
  std::vector<NodeId> operands;
  const bool polynomial = isOfPolynomials(from, node);
  for (const NodeId operand : from.operands(node)) {
    const NodeId made = at(operand, scope);
    operands.push_back(!polynomial && order::isInteger(from, operand) ? normal(made) : made);
  }
  // One form for a choice and the same choice under the opposite condition.
  if (op == Op::Select && into[operands[0]].op == Op::Not) {
    operands[0] = into.operand(operands[0], 0);
    std::swap(operands[1], operands[2]);
  }
  if (op == Op::Select)
    turnChoice(operands);
  if (op == Op::Cast && into[operands[0]].type == typeOf(node)) // to an open type, which is that of the operand
    return operands[0];
  if (order::isInteger(from, node) && operands.size() == 2 && order::isInteger(from, from.operand(node, 0)) &&
      order::isInteger(from, from.operand(node, 1))) {
    if (op == Op::Div)
      return quotient(operands[0], operands[1]);
    if (op == Op::Call && from.symbol(node) == "%") // a - b * (a / b), which polynomials know
      return into.binary(Op::Sub, operands[0], into.binary(Op::Mul, operands[1], quotient(operands[0], operands[1]), integerType), integerType);
  }
  if (mode == Mode::Stripped)
    if (const std::optional<NodeId> form = strippedForm(node, operands))
      return *form;
  if (mode == Mode::AsWritten && op == Op::Cast && from[node].rounding == order::Rounding::NearestEven) {
    if (const std::optional<NodeId> input = roundedInput(node, operands[0]))
      return *input;
    if (const std::optional<NodeId> narrow = narrowOperation(into, operands[0], typeOf(node)))
      return *narrow;
  }
  return operation(node, operands);
}

/// (a / b) / c is a / (b * c).
NodeId Translation::quotient(NodeId dividend, NodeId divisor) {
  if (into[dividend].op == Op::Div && order::isInteger(into, dividend))
    return quotient(into.operand(dividend, 0), normal(into.binary(Op::Mul, into.operand(dividend, 1), divisor, integerType)));
  return into.binary(Op::Div, dividend, divisor, integerType);
}

order::ValueType Translation::typeOf(NodeId node) {
  order::ValueType type = from[node].type;
  if (type.format == Format::Dependent || type.format == Format::Unknown) {
    openTaken = true;
    type.format = open;
  }
  if (mode == Mode::Stripped && format::isFloatingPoint(type.format))
    type.format = Format::Binary64;
  return type;
}

NodeId Translation::leaf(NodeId node, const Scope &scope) {
  const Op op = from[node].op;
  if (op == Op::LoopIndex || op == Op::LoopValue)
    return loopLeaf(node, scope);
  if (isIteration(from, node)) { // the number of a work-item
    const std::string symbol(from.symbol(node));
    return into.intern({.op = Op::LoopIndex, .type = integerType, .symbol = symbol, .version = freeLoops + 2 * from.storage(node).index + side});
  }
  const auto number = numbers.find(inputKey(from, node));
  const std::uint32_t version = number == numbers.end() ? UINT32_MAX - side : number->second;
  if (op == Op::Element)
    return element(node, version, scope);
  return into.intern({.op = Op::Input, .type = typeOf(node), .symbol = "v" + std::to_string(version), .version = version});
}

/// An element that has the output's own index is what one element's computation reads, as a scalar is.
NodeId Translation::element(NodeId node, std::uint32_t number, const Scope &scope) {
  std::vector<NodeId> operands;
  std::vector<Polynomial> indices;
  for (const NodeId operand : from.operands(node)) {
    operands.push_back(normal(at(operand, scope)));
    indices.push_back(polynomialOf(into, operands.back()));
  }
  const bool own = space && space->coordinates() > 0 && space->isOwn(indices);
  return into.intern({.op = own ? Op::Input : Op::Element,
                      .type = typeOf(node),
                      .operands = own ? std::span<const NodeId>() : std::span<const NodeId>(operands),
                      .symbol = "v" + std::to_string(number),
                      .version = number});
}

NodeId Translation::loopLeaf(NodeId node, const Scope &scope) {
  const order::Node data = from[node];
  if (const auto carried = scope.carried.find(node.index); carried != scope.carried.end()) {
    const std::uint32_t loop = scope.loops.at(data.version);
    const NodeId index[]{into.intern({.op = Op::LoopIndex, .type = integerType, .symbol = "k" + std::to_string(loop), .version = loop})};
    return into.intern(
        {.op = Op::LoopValue, .type = typeOf(node), .operands = index, .symbol = "c" + std::to_string(carried->second), .version = loop});
  }
  const auto bound = scope.loops.find(data.version);
  const std::uint32_t version = bound == scope.loops.end() ? freeLoops + 2 * data.version + side : bound->second;
  if (data.op == Op::LoopIndex)
    return into.intern({.op = Op::LoopIndex, .type = integerType, .symbol = "k" + std::to_string(version), .version = version});
  if (why.empty())
    why = "'" + std::string(from.symbol(node)) + "' is carried by a loop that is not followed";
  return into.intern({.op = Op::Opaque, .type = typeOf(node), .symbol = from.symbol(node), .version = 2 * node.index + side});
}

Translation::Scope Translation::inside(const Scope &scope, NodeId loop) const {
  Scope inner{scope.loops, {}, scope.carried};
  inner.loops[*order::boundLoop(from, loop)] = loopNumbers.at(loop.index);
  return inner;
}

NodeId Translation::reduction(NodeId node, Scope &scope, unsigned depth) {
  const order::ReduceOperands known = order::reduceOperands(from, node);
  order::Reduction reduction = from.reduction(node);
  const std::uint32_t loop = reduction.loop;
  reduction.loop = loopNumbers.at(node.index);
  reduction.fused = mode == Mode::AsWritten && (reduction.fused || fusesTerms(node));
  Scope inner = inside(scope, node);
  std::vector<NodeId> operands{at(known.initial, scope)};
  if (depth >= deepestNest) {
    why = "loops are nested too deeply";
    return into.intern({.op = Op::Opaque, .type = typeOf(node), .symbol = "nest", .version = 2 * node.index + side});
  }
  operands.push_back(copy(known.term, inner, depth + 1));
  if (known.trips) {
    operands.push_back(normal(at(known.trips, scope)));
  } else if (const auto trips = piece.subject->tripCounts.find(loop); trips != piece.subject->tripCounts.end()) {
    operands.push_back(into.constant(order::Number::fromInteger(trips->second), integerType));
  } else {
    if (why.empty())
      why = "how often the loop of a sum runs is not known";
    operands.push_back(into.intern({.op = Op::Opaque, .type = integerType, .symbol = "trips", .version = 2 * loop + side}));
  }
  if (reduction.kind == order::ReductionKind::Max || reduction.kind == order::ReductionKind::Min)
    startAtFirstTerm(reduction, operands);
  NodeSpec spec{.op = Op::Reduce, .type = typeOf(node), .operands = operands, .reduction = &reduction};
  if (mode == Mode::AsWritten)
    spec.environment = from.environment(node);
  spec.place = place(from[node].place);
  return into.intern(spec);
}

/// `operands`: start, term, number of terms. A start that is what the term before the first one would be is the first term itself.
void Translation::startAtFirstTerm(const order::Reduction &reduction, std::vector<NodeId> &operands) {
  const auto at = [&](NodeId index) { return termAt(into, operands[1], reduction.loop, index, [&](NodeId each) { return normal(each); }); };
  const NodeId one = into.constant(order::Number::fromInteger(1), integerType), zero = into.constant(order::Number::fromInteger(0), integerType);
  if (isBound(into, operands[0], reduction.kind)) {
    operands[0] = at(zero);
    ++started;
  } else if (into.sameValue(at(into.unary(Op::Neg, one, integerType)), operands[0])) {
    const NodeId index =
        into.intern({.op = Op::LoopIndex, .type = integerType, .symbol = "k" + std::to_string(reduction.loop), .version = reduction.loop});
    operands[1] = at(into.binary(Op::Sub, index, one, integerType));
    operands[2] = normal(into.binary(Op::Add, operands[2], one, integerType));
  }
}

/// True where the compiler may fuse the products that a sum adds up, and all of its terms are products.
bool Translation::fusesTerms(NodeId reduce) {
  const order::Environment &environment = from.environment(reduce);
  if (environment.contraction == order::Contraction::Off || from.reduction(reduce).kind != order::ReductionKind::Sum)
    return false;
  std::size_t fused = 0;
  const auto terms = order::termsOf(from, reduce);
  for (const NodeId term : terms) {
    const NodeId product = from[term].op == Op::Neg ? from.operand(term, 0) : term;
    const order::PlaceId sum = from[reduce].place, own = from[product].place;
    const bool oneStatement = sum && own && from.place(sum).statement == from.place(own).statement;
    fused += from[product].op == Op::Mul && (environment.contraction == order::Contraction::Fast || oneStatement) ? 1 : 0;
  }
  someFused |= fused > 0 && fused < terms.size();
  return fused == terms.size();
}

/// The values that a recurrence carries are known by their places among its operands.
NodeId Translation::recurrence(NodeId node, Scope &scope, unsigned depth) {
  const order::Recurrence known = order::recurrenceOf(from, node);
  if (depth >= deepestNest) {
    why = "loops are nested too deeply";
    return into.intern({.op = Op::Opaque, .type = typeOf(node), .symbol = "nest", .version = 2 * node.index + side});
  }
  Scope inner = inside(scope, node);
  for (std::size_t position = 0; position < known.values.size(); ++position)
    inner.carried[known.values[position].value.index] = static_cast<std::uint32_t>(position);
  order::Recurrence made;
  made.trips = normal(at(known.trips, scope));
  made.stays = copy(known.stays, inner, depth + 1);
  for (const order::RecurrenceValue &value : known.values)
    made.values.push_back({at(value.initial, scope), copy(value.next, inner, depth + 1), copy(value.value, inner, depth + 1)});
  return order::internRecurrence(into, loopNumbers.at(node.index), made);
}

/// One form for integers that are equal as polynomials, by coordinates.
NodeId Translation::normal(NodeId node) {
  if (const auto known = normals.find(node.index); known != normals.end())
    return known->second;
  Polynomial polynomial = polynomialOf(into, node);
  if (space)
    polynomial = space->rewritten(polynomial);
  const NodeId made = expressionOf(into, polynomial);
  return normals[node.index] = made;
}

order::PlaceId Translation::place(order::PlaceId known) {
  if (!known)
    return {};
  if (const auto found = places.find(known.index); found != places.end())
    return found->second;
  order::Place copied = from.place(known);
  copied.file = into.addFile(from.file(copied.file));
  copied.macroDefinition = place(copied.macroDefinition);
  copied.inlinedAt = place(copied.inlinedAt);
  return places[known.index] = into.addPlace(copied);
}

} // namespace fporder::conform
