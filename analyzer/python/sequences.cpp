// Ranges, what loops over them add to lists, and what is iterated over.
#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

/// range(n), range(first, last, step): where it starts and how often it counts; nothing where that is not known.
std::optional<Evaluator::Range> Evaluator::rangeOf(const Syntax &iterable) {
  Arguments given = arguments(iterable);
  const auto written = iterable.children("args");
  // A bound that is not known is a number by itself: what it is called was named where it was made.
  for (std::size_t index = 0; index < given.positional.size() && given.positional.size() == written.size(); ++index)
    if (Value &bound = given.positional[index]; bound.is(Kind::Unknown) || (bound.is(Kind::Array) && array(bound).axes.shown == 0)) {
      const NodeId known = positionFrom(bound);
      bound = known ? number(known) : numberLeaf(script.places.spelling(*written[index]), Format::Integer);
    }
  if (given.positional.empty() || !llvm::all_of(given.positional, [](const Value &each) { return each.is(Kind::Number); }))
    return std::nullopt;
  const Value first = given.positional.size() > 1 ? given.positional[0] : weakInteger(0);
  const Value last = given.positional.size() > 1 ? given.positional[1] : given.positional[0];
  const Value step = given.positional.size() > 2 ? given.positional[2] : weakInteger(1);
  const auto by = wholeOf(step);
  if (by == 0)
    return std::nullopt;
  const auto operation = [&](Op op, NodeId left, NodeId right) { return order::integerOperation(graph, op, left, right); };
  NodeId trips = operation(Op::Sub, last.node, first.node);
  if (!by) {
    assume(order::Assumption::Kind::Name, "the step '" + script.places.spelling(*written.back()) + "' is taken for positive", step.node);
    trips = operation(Op::Div, operation(Op::Sub, operation(Op::Add, trips, step.node), integer(1)), step.node);
  } else if (*by != 1) {
    trips = *by > 0 ? operation(Op::Add, trips, integer(*by - 1)) : operation(Op::Sub, trips, integer(-*by - 1));
    trips = operation(Op::Div, trips, integer(*by));
  }
  return Range{first.node, step.node, trips};
}

/// The numbers of a short range, one by one.
std::optional<std::vector<Value>> Evaluator::listed(const Range &range) {
  const auto from = order::wholeNumber(graph, range.first), by = order::wholeNumber(graph, range.step),
             trips = order::wholeNumber(graph, range.trips);
  if (!from || !by || !trips || *trips > static_cast<long long>(bounds::unrolledIterations))
    return std::nullopt;
  std::vector<Value> all;
  for (long long k = 0; k < *trips; ++k)
    all.push_back(weakInteger(*from + k * *by));
  return all;
}

NodeId Evaluator::inRange(const Range &range, NodeId index) {
  if (order::wholeNumber(graph, range.first) == 0 && order::wholeNumber(graph, range.step) == 1)
    return index;
  return order::integerOperation(graph, Op::Add, range.first, order::integerOperation(graph, Op::Mul, index, range.step));
}

/// One item at an index; nothing where it is no array and no list of a loop.
std::optional<Value> Evaluator::itemAt(const Value &iterated, NodeId index, const Syntax &at) {
  if (iterated.is(Kind::Sequence)) {
    Reindexing how;
    how.loops[graph[iterated.node].version] = index;
    return reindexedValue(iterated.items[0], how);
  }
  return iterated.is(Kind::Array) ? std::optional(view(iterated, number(index), at)) : std::nullopt;
}

/// A value with every node of it reindexed; nothing where one of them cannot be.
std::optional<Value> Evaluator::reindexedValue(const Value &value, const Reindexing &how) {
  Value result = value;
  if (value.is(Kind::Number)) {
    result.node = reindexed(value.node, how);
    return result.node ? std::optional(result) : std::nullopt;
  }
  if (value.is(Kind::Array)) {
    Array made = array(value);
    made.element = reindexed(made.element, how);
    for (NodeId &size : made.axes.sizes)
      size = reindexed(size, how);
    made.name.clear();
    made.initial = {};
    return made.element ? std::optional(make(std::move(made))) : std::nullopt;
  }
  for (Value &item : result.items) {
    const auto inner = reindexedValue(item, how);
    if (!inner)
      return std::nullopt;
    item = *inner;
  }
  return result;
}

namespace {

/// enumerate or zip where that is called; empty for others.
llvm::StringRef combines(const Syntax &iterable) {
  const Syntax *called = iterable.is("Call") ? iterable.child("func") : nullptr;
  const llvm::StringRef function = called && called->is("Name") ? called->text("id") : llvm::StringRef();
  return function == "enumerate" || function == "zip" ? function : llvm::StringRef();
}

} // namespace

/// How often a loop over arrays, lists of loops, or several of them side by side runs, and what its target is in each iteration.
std::optional<Evaluator::Iteration> Evaluator::iteration(const Syntax &iterable) {
  const llvm::StringRef function = combines(iterable);
  if (function.empty())
    return iteration(evaluate(&iterable), iterable);
  std::vector<Iteration> columns;
  for (const Syntax *argument : iterable.children("args")) {
    if (!argument || argument->is("Starred") || (function == "enumerate" && !columns.empty()))
      return std::nullopt;
    const auto column = iteration(*argument);
    if (!column)
      return std::nullopt;
    columns.push_back(*column);
  }
  if (columns.empty())
    return std::nullopt;
  const bool numbered = function == "enumerate";
  return Iteration{columns.front().count, [this, columns, numbered](NodeId index) {
                     Value tuple;
                     tuple.kind = Kind::Tuple;
                     if (numbered)
                       tuple.items.push_back(number(index));
                     for (const Iteration &column : columns)
                       tuple.items.push_back(column.item(index));
                     return tuple;
                   }};
}

/// Over one array or list.
std::optional<Evaluator::Iteration> Evaluator::iteration(const Value &iterated, const Syntax &at) {
  Value column = iterated;
  if (column.is(Kind::Unknown) && (learnt.iterated.contains(column.text) || learnt.ranks.contains(column.text)))
    column = computable(column);
  if (column.is(Kind::Array) && !array(column).axes.known && !knowRank(array(column), 1))
    return std::nullopt;
  if (!column.is(Kind::Sequence) && (!column.is(Kind::Array) || array(column).axes.shown == 0))
    return std::nullopt;
  Array named = column.is(Kind::Array) ? array(column) : Array();
  if (column.is(Kind::Array))
    named.name = nameOf(named);
  const NodeId count = column.is(Kind::Sequence) ? column.count : sizeOf(named, named.axes.shown);
  if (!count)
    return std::nullopt;
  return Iteration{count, [this, column, &at](NodeId index) {
                     const auto item = itemAt(column, index, at);
                     return item ? *item : opaque(at, "an item that a loop carries");
                   }};
}

/// What a loop that carries values goes over is taken for arrays by their first axes; true when the function is evaluated again with that.
bool Evaluator::iteratesArrays(const Syntax &iterable) {
  if (!combines(iterable).empty()) {
    for (const Syntax *argument : iterable.children("args"))
      if (argument)
        iteratesArrays(*argument);
    return learnt.changed;
  }
  if (iterable.is("Call"))
    return false;
  const Value column = evaluate(&iterable);
  if (column.is(Kind::Unknown) && !column.text.empty() && learnt.iterated.insert(column.text).second)
    learnt.changed = true;
  return learnt.changed;
}

/// list.append in loops around that the list was not made in; false where it has values already.
bool Evaluator::appended(Value &list, const Value &item) {
  if (!list.is(Kind::Tuple) || !list.items.empty() || loopsAround.size() <= list.depth)
    return false;
  Value sequence;
  sequence.kind = Kind::Sequence;
  sequence.depth = list.depth;
  sequence.text = list.text;
  sequence.node = indicesAround.back();
  sequence.items = {item};
  list = sequence;
  return true;
}

/// A list that grows in some iterations of a loop, or in loops one within the other: which iterations its items are from depends on values.
Value Evaluator::ofSome(const Value &sequence, NodeId index, const std::string &name) {
  Value some = sequence;
  some.weak = false;
  if (sequence.node == index)
    some.node = freshIndex("n");
  const Value iterations = symbolic("iterations of " + name, Axes{true, 1, {NodeId{}}, {}}, Format::Integer, Library::None,
                                    "in which iterations '" + name + "' grows depends on values");
  Reindexing there, how;
  there.loops[graph[variable(1)].version] = some.node;
  how.loops[graph[index].version] = reindexed(array(iterations).element, there);
  const auto item = reindexedValue(sequence.items[0], how);
  if (!item) {
    some = Value();
    some.kind = Kind::Text;
    return some;
  }
  some.items = {*item};
  return some;
}

/// Behind its loop a list has one item for each iteration.
void Evaluator::endSequences(NodeId index, NodeId trips) {
  for (auto &scope : state.scopes)
    for (auto &[name, value] : scope) {
      if (!value.is(Kind::Sequence) || value.count || loopsAround.size() < value.depth ||
          (value.node != index && value.object != graph[index].version))
        continue;
      const bool last = loopsAround.size() == value.depth;
      const bool all = value.node == index && !value.weak && last;
      if (!all)
        value = ofSome(value, index, name);
      if (last)
        value.count = all ? trips : numberLeaf("len(" + name + ")", Format::Integer).node;
      else
        value.object = graph[indicesAround.back()].version;
    }
}

/// [f(k) for k in range(n)], [f(x) for x in array].
std::optional<Value> Evaluator::comprehended(const Syntax &generator, const Syntax &element, const Syntax &at) {
  const Syntax &iterable = *generator.child("iter");
  const Syntax *called = iterable.is("Call") ? iterable.child("func") : nullptr;
  const bool counts = called && called->is("Name") && called->text("id") == "range" && !find("range");
  std::optional<Range> range;
  std::optional<Iteration> each;
  if (counts) {
    range = rangeOf(iterable);
  } else {
    iteratesArrays(iterable);
    each = iteration(iterable);
    if (each)
      range = Range{integer(0), integer(1), each->count};
  }
  if (!range)
    return std::nullopt;
  Value sequence;
  sequence.kind = Kind::Sequence;
  sequence.node = freshIndex("k");
  sequence.count = range->trips;
  const NodeId value = inRange(*range, sequence.node);
  assign(*generator.child("target"), each ? each->item(value) : number(value), at);
  loopsAround.push_back(graph[sequence.node].version);
  indicesAround.push_back(sequence.node);
  sequence.items = {evaluate(&element)};
  loopsAround.pop_back();
  indicesAround.pop_back();
  return sequence;
}

/// stack, and an array of a list: the items along a new axis. Counted from the last, 0 stands for the first.
std::optional<Value> Evaluator::stackedSequence(const Value &sequence, long long position, const Syntax &) {
  const Value &item = sequence.items[0];
  Array of;
  if (item.is(Kind::Array))
    of = array(item);
  else if (item.is(Kind::Number))
    of.element = item.node, of.axes.known = true, of.library = item.library;
  else
    return std::nullopt;
  if (position >= 0 && !of.axes.known)
    return needsRank(item, static_cast<unsigned>(position) + 1) ? std::optional(item) : std::nullopt;
  const auto axis = position < 0 ? static_cast<unsigned>(-position) : of.axes.shown + 1 - static_cast<unsigned>(position);
  if (position > of.axes.shown)
    return std::nullopt;
  const Value inserted = insertedAxis(computed(of, of.element), axis);
  Array made = array(inserted);
  Reindexing how;
  how.loops[graph[sequence.node].version] = variable(axis);
  made.element = reindexed(made.element, how);
  if (!made.element || made.axes.shown < axis)
    return std::nullopt;
  made.axes.sizes[axis - 1] = sequence.count;
  made.axes.reduced[axis - 1] = false;
  return computed(made, made.element);
}

/// cat: the items one behind the other. Where they have sizes of their own, which of them an element is from depends on those.
std::optional<Value> Evaluator::joinedSequence(const Value &sequence, const Value *along, const Syntax &at) {
  const Value &item = sequence.items[0], standard = weakInteger(0);
  if (isArrayAfterAll(item, 1))
    return item; // evaluated again with what is learnt
  if (!item.is(Kind::Array))
    return std::nullopt;
  const auto axes = reducedAxes(item, along ? along : &standard, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  const unsigned axis = axes->front();
  Array of = array(item), named = of;
  named.name = nameOf(of);
  of.element = shownAs(of, std::max(axis, of.axes.shown));
  of.axes.shown = std::max(axis, of.axes.shown);
  of.axes.sizes.resize(of.axes.shown);
  of.axes.reduced.resize(of.axes.shown);
  const NodeId size = of.axes.isReduced(axis) ? integer(1) : sizeOf(named, axis);
  Reindexing how;
  how.loops[graph[sequence.node].version] = integer(0);
  const bool alike = size && graph.value(reindexed(size, how)) == graph.value(size);
  NodeId which, within;
  if (alike) {
    which = order::integerOperation(graph, Op::Div, variable(axis), size);
    const NodeId both[] = {variable(axis), size};
    within = graph.call("%", both, {Format::Integer});
    of.axes.sizes[axis - 1] = order::integerOperation(graph, Op::Mul, size, sequence.count);
  } else {
    const Axes one{true, 1, {}, {}};
    Reindexing there;
    there.loops[graph[variable(1)].version] = variable(axis);
    const std::string why = "which part an element is from depends on the sizes of the parts";
    which = reindexed(array(symbolic("part of " + named.name, one, Format::Integer, of.library, why)).element, there);
    within = reindexed(array(symbolic("place in a part of " + named.name, one, Format::Integer, of.library, why)).element, there);
    of.axes.sizes[axis - 1] = {};
  }
  how.loops[graph[sequence.node].version] = which;
  how.loops[graph[variable(axis)].version] = within;
  of.element = reindexed(of.element, how);
  of.axes.reduced[axis - 1] = false;
  of.turned = true;
  return of.element ? std::optional(computed(of, of.element)) : std::nullopt;
}

/// sum of the items of a list, one after the other.
std::optional<Value> Evaluator::summedSequence(const Value &sequence, const Value &start, order::PlaceId place) {
  const Value &item = sequence.items[0];
  if (!(item.is(Kind::Number) || item.is(Kind::Array)) || wholeOf(start) != 0)
    return std::nullopt;
  const NodeId loop = freshIndex("r");
  Reindexing how;
  how.loops[graph[sequence.node].version] = loop;
  const auto term = reindexedValue(item, how);
  if (!term)
    return std::nullopt;
  const NodeId node = term->is(Kind::Array) ? array(*term).element : term->node;
  Value sum = joined({}, node, {loop}, {sequence.count}, graph[node].type.format, place);
  if (!term->is(Kind::Array))
    return sum;
  return computed(array(*term), sum.node);
}

} // namespace fporder::python
