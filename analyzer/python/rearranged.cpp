// What is computed from elements and the places where they stand: triangles of matrices, padding, joining, running sums, stores to parts of arrays.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

/// The element at `position` of an axis in the place of the generic one; invalid for what a loop carries.
NodeId Evaluator::elementAt(const Array &array, unsigned axis, NodeId position) {
  Reindexing how;
  how.loops[graph[variable(axis)].version] = position;
  return reindexed(shownAs(array, std::max(axis, array.axes.shown)), how);
}

/// The array itself with the elements at `position` in the places along an axis; false for what a loop carries.
bool Evaluator::readAt(Array &of, unsigned axis, NodeId position) {
  of.element = elementAt(of, axis, position);
  if (!of.element)
    return false;
  of.axes.shown = std::max(of.axes.shown, axis);
  of.axes.sizes.resize(of.axes.shown);
  of.axes.reduced.resize(of.axes.shown);
  of.axes.reduced[axis - 1] = false;
  of.turned = true;
  return true;
}

/// A computed array of these axes.
Value Evaluator::computed(const Array &like, NodeId element) {
  Array made = like;
  made.element = element;
  made.name.clear();
  made.initial = {};
  made.fresh = false;
  made.filledBy.clear();
  return make(std::move(made));
}

/// tril and triu: zero above or below a diagonal.
std::optional<Value> Evaluator::triangle(bool lower, Arguments &given, const Syntax &at) {
  const Value *diagonal = given.at(given.find("k") ? "k" : "diagonal", 1);
  const Value object = computable(given.positional[0]);
  if (!object.is(Kind::Array) || (diagonal && !diagonal->is(Kind::Number)))
    return std::nullopt;
  Array of = array(object);
  if (of.axes.known && of.axes.shown < 2)
    return std::nullopt;
  of.element = shownAs(of, std::max(2U, of.axes.shown));
  of.axes.shown = std::max(2U, of.axes.shown);
  if (!of.element)
    return std::nullopt;
  // A stretched axis has an index of its own here.
  for (unsigned axis = 1; axis <= 2 && axis <= of.axes.reduced.size(); ++axis)
    if (of.axes.reduced[axis - 1])
      return std::nullopt;
  const NodeId on = diagonal ? order::integerOperation(graph, Op::Add, variable(2), diagonal->node) : variable(2);
  const Value kept = compared(lower ? "<=" : ">=", number(variable(1)), number(on), place(at));
  return chosen(kept, computed(of, of.element), cast(weakInteger(0), formatOf(object), place(at)), place(at));
}

/// torch.nn.functional.pad with a constant: pairs of widths, of the last axis first.
std::optional<Value> Evaluator::padded(Arguments &given, const Syntax &at) {
  const Value *widths = given.at("pad", 1), *mode = given.at("mode", 2), *filling = given.at("value", 3);
  const Value object = computable(given.positional[0]);
  if (!widths || !widths->is(Kind::Tuple) || widths->items.size() % 2 != 0 || !object.is(Kind::Array) || (mode && mode->text != "constant") ||
      (filling && !filling->is(Kind::Number)))
    return std::nullopt;
  Value known = *widths;
  for (Value &width : known.items)
    if (const NodeId node = positionFrom(width))
      width = number(node);
    else
      return std::nullopt;
  widths = &known;
  Array of = array(object);
  const auto padded = static_cast<unsigned>(widths->items.size() / 2);
  if (of.axes.known && of.axes.shown < padded)
    return std::nullopt;
  of.element = shownAs(of, std::max(padded, of.axes.shown));
  of.axes.shown = std::max(padded, of.axes.shown);
  of.axes.sizes.resize(of.axes.shown);
  of.axes.reduced.resize(of.axes.shown);
  if (!of.element)
    return std::nullopt;
  Array named = of;
  named.name = nameOf(of);
  Reindexing how;
  std::optional<Value> inside;
  const auto within = [&](const Value &test) { inside = bothHold(inside, test, place(at)); };
  for (unsigned axis = 1; axis <= padded; ++axis) {
    const Value &before = widths->items[std::size_t(axis - 1) * 2], &behind = widths->items[(std::size_t(axis - 1) * 2) + 1];
    if (wholeOf(before).value_or(0) < 0 || wholeOf(behind).value_or(0) < 0)
      return std::nullopt;
    if (wholeOf(before) == 0 && wholeOf(behind) == 0)
      continue;
    const NodeId size = sizeOf(named, axis), end = order::integerOperation(graph, Op::Add, before.node, size);
    if (wholeOf(before) != 0) {
      within(compared(">=", number(variable(axis)), number(before.node), place(at)));
      how.loops[graph[variable(axis)].version] = order::integerOperation(graph, Op::Sub, variable(axis), before.node);
    }
    if (wholeOf(behind) != 0)
      within(compared("<", number(variable(axis)), number(end), place(at)));
    of.axes.sizes[axis - 1] = order::integerOperation(graph, Op::Add, end, behind.node);
    of.axes.reduced[axis - 1] = false;
  }
  of.element = reindexed(of.element, how);
  if (!of.element)
    return std::nullopt;
  of.turned = true;
  const Value moved = computed(of, of.element);
  return inside ? chosen(*inside, moved, cast(filling ? *filling : weakInteger(0), formatOf(object), place(at)), place(at)) : moved;
}

/// numpy.pad with a constant: pairs of widths, of the first axis first, or one number or pair for all.
std::optional<Value> Evaluator::paddedAround(Arguments &given, const Syntax &at) {
  const Value *widths = given.at("pad_width", 1), *mode = given.at("mode", 2), *filling = given.find("constant_values");
  Value object = computable(given.positional[0]);
  if (!widths || !object.is(Kind::Array) || (mode && mode->text != "constant"))
    return std::nullopt;
  std::vector<Value> pairs = indexItems(*widths);
  const bool nested =
      widths->is(Kind::Tuple) && llvm::all_of(pairs, [](const Value &pair) { return pair.is(Kind::Tuple) && pair.items.size() == 2; });
  if (nested && !array(object).axes.known && knowRank(array(object), static_cast<unsigned>(pairs.size())) && learnt.changed)
    return object; // evaluated again with what is learnt
  if (!nested && !array(object).axes.known)
    return std::nullopt;
  if (!nested) {
    Value pair;
    pair.kind = Kind::Tuple;
    pair.items = {pairs.front(), pairs.back()};
    pairs.assign(array(object).axes.shown, pair);
  }
  Arguments fromLast;
  fromLast.positional = {object, Value()};
  fromLast.positional[1].kind = Kind::Tuple;
  for (const Value &pair : llvm::reverse(pairs))
    for (const Value &width : pair.items) {
      const NodeId known = positionFrom(width);
      if (!known)
        return std::nullopt;
      fromLast.positional[1].items.push_back(number(known));
    }
  if (filling)
    fromLast.named.emplace_back("value", *filling);
  return padded(fromLast, at);
}

/// concatenate and stack, whose arrays are listed.
std::optional<Value> Evaluator::joinedArrays(bool stacked, Arguments &given, const Syntax &at) {
  if (const Value &list = given.positional[0]; list.is(Kind::Sequence) && list.count) {
    const Value *axis = given.at(given.find("dim") ? "dim" : "axis", 1);
    const auto position = axis ? wholeOf(*axis) : std::optional<long long>(0);
    if (stacked)
      return position ? stackedSequence(list, *position, at) : std::nullopt;
    return joinedSequence(list, axis, at);
  }
  const auto listed = items(given.positional[0]);
  if (!listed || listed->empty())
    return std::nullopt;
  const Value standard = weakInteger(0);
  const Value *along = given.at(given.find("dim") ? "dim" : "axis", 1);
  std::vector<Value> arrays;
  for (const Value &each : *listed) {
    arrays.push_back(computable(each));
    if (!arrays.back().is(Kind::Array))
      return std::nullopt;
  }
  const auto where = wholeOf(along ? *along : standard);
  const Array first = array(arrays[0]);
  if (!where)
    return std::nullopt;
  unsigned axis = 0;
  if (stacked) {
    if (*where >= 0 && (!first.axes.known || *where > first.axes.shown))
      return std::nullopt;
    axis = *where < 0 ? static_cast<unsigned>(-*where) : first.axes.shown + 1 - static_cast<unsigned>(*where);
  } else {
    const auto axes = reducedAxes(arrays[0], along ? along : &standard, at);
    if (!axes || axes->size() != 1 || axes->front() == 0)
      return std::nullopt;
    axis = axes->front();
  }
  // Behind the last one's start there is only the last one.
  NodeId start = integer(0);
  std::vector<std::pair<NodeId, Value>> parts; // what comes after each, and it
  for (const Value &each : arrays) {
    Array of = array(stacked ? insertedAxis(each, axis) : each);
    if (first.axes.known && !of.axes.known && saysRank(of, first.axes.shown))
      return arrays[0]; // evaluated again with what is learnt
    if (of.axes.known != first.axes.known || (of.axes.known && of.axes.shown != first.axes.shown + (stacked ? 1 : 0)))
      return std::nullopt;
    Array named = of;
    named.name = nameOf(of);
    const NodeId size = stacked ? integer(1) : sizeOf(named, axis);
    const NodeId position = stacked ? integer(0) : order::integerOperation(graph, Op::Sub, variable(axis), start);
    if (!readAt(of, axis, position))
      return std::nullopt;
    start = order::integerOperation(graph, Op::Add, start, size);
    parts.emplace_back(start, computed(of, of.element));
  }
  Value result = parts.back().second;
  for (std::size_t index = parts.size() - 1; index-- > 0;)
    result = chosen(compared("<", number(variable(axis)), number(parts[index].first), place(at)), parts[index].second, result, place(at));
  if (!result.is(Kind::Array))
    return std::nullopt;
  Array whole = array(result);
  whole.axes.sizes.resize(whole.axes.shown);
  whole.axes.sizes[axis - 1] = start;
  return computed(whole, whole.element);
}

/// split and chunk: a tuple of slices, whose sizes are listed, or as many as are asked for.
std::optional<Value> Evaluator::cutApart(llvm::StringRef name, Arguments &given, const Syntax &at) {
  const Value object = computable(given.positional[0]), standard = weakInteger(0);
  const Value *sizes = given.at(name == "chunk" ? "chunks" : "split_size_or_sections", 1), *along = given.at(given.find("axis") ? "axis" : "dim", 2);
  if (!object.is(Kind::Array) || !sizes)
    return std::nullopt;
  const Array of = array(object);
  const auto listed = items(*sizes);
  const auto count = wholeOf(*sizes);
  const bool numpy = of.library == Library::NumPy;
  const bool equal = (name == "chunk" || numpy) && count && *count > 0 && *count <= 64;
  if (!equal && !listed && positionFrom(*sizes))
    return cutByNumber(object, positionFrom(*sizes), name == "chunk" || numpy, along ? *along : standard, at);
  if (!equal && (numpy || !listed || llvm::any_of(*listed, [&](const Value &size) { return !positionFrom(size); })))
    return std::nullopt;
  const auto axes = reducedAxes(object, along ? along : &standard, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  const unsigned axis = axes->front();
  Array named = of;
  named.name = nameOf(of);
  if (equal && !order::wholeNumber(graph, sizeOf(named, axis)))
    assume(order::Assumption::Kind::Name, "'" + named.name + "' is cut into " + std::to_string(*count) + " equal parts", of.element);
  NodeId start = integer(0);
  Value parts;
  parts.kind = Kind::Tuple;
  for (std::size_t index = 0; index < (equal ? static_cast<std::size_t>(*count) : listed->size()); ++index) {
    const NodeId size = equal ? order::integerOperation(graph, Op::Div, sizeOf(named, axis), integer(*count)) : positionFrom((*listed)[index]);
    Array part = of;
    part.element = elementAt(of, axis, index == 0 ? variable(axis) : order::integerOperation(graph, Op::Add, start, variable(axis)));
    if (!part.element)
      return std::nullopt;
    part.axes.shown = std::max(axis, of.axes.shown);
    part.axes.sizes.resize(part.axes.shown);
    part.axes.sizes[axis - 1] = size;
    part.gaps = true;
    parts.items.push_back(computed(part, part.element));
    start = order::integerOperation(graph, Op::Add, start, size);
  }
  return parts;
}

/// split and chunk into a number of parts, or parts of a size, that is not known: a list of slices.
std::optional<Value> Evaluator::cutByNumber(const Value &object, NodeId number, bool counts, const Value &along, const Syntax &at) {
  const auto axes = reducedAxes(object, &along, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  const unsigned axis = axes->front();
  Array of = array(object), named = of;
  named.name = nameOf(of);
  const NodeId whole = sizeOf(named, axis);
  const auto operation = [&](Op op, NodeId left, NodeId right) { return order::integerOperation(graph, op, left, right); };
  const NodeId size = counts ? operation(Op::Div, whole, number) : number;
  assume(order::Assumption::Kind::Name, "'" + named.name + "' is cut into equal parts", of.element);
  Value parts;
  parts.kind = Kind::Sequence;
  parts.node = freshIndex("p");
  parts.count = counts ? number : operation(Op::Div, whole, size);
  if (!readAt(of, axis, operation(Op::Add, operation(Op::Mul, parts.node, size), variable(axis))))
    return std::nullopt;
  of.axes.sizes[axis - 1] = size;
  parts.items = {computed(of, of.element)};
  return parts;
}

/// tile and repeat: the elements of each axis again and again.
std::optional<Value> Evaluator::tiled(Arguments &given) {
  Value object = computable(given.positional[0]);
  std::vector<Value> times(given.positional.begin() + 1, given.positional.end());
  if (times.size() == 1)
    times = indexItems(times[0]);
  if (!object.is(Kind::Array) || times.empty() || !given.named.empty())
    return std::nullopt;
  Array of = array(object);
  const unsigned shown = std::max(of.axes.shown, static_cast<unsigned>(times.size()));
  if (!of.axes.known && of.axes.shown < times.size() && knowRank(of, static_cast<unsigned>(times.size())) && learnt.changed)
    return object; // evaluated again with what is learnt
  if (!of.axes.known)
    return std::nullopt;
  Array named = of;
  named.name = nameOf(of);
  Reindexing how;
  of.axes.sizes.resize(shown);
  of.axes.reduced.resize(shown);
  for (unsigned axis = 1; axis <= times.size(); ++axis) {
    const NodeId count = positionFrom(times[times.size() - axis]);
    if (!count)
      return std::nullopt;
    const bool there = axis <= of.axes.shown;
    if (order::wholeNumber(graph, count) == 1 && there)
      continue;
    const NodeId size = there && !of.axes.isReduced(axis) ? sizeOf(named, axis) : integer(1), both[] = {variable(axis), size};
    if (there)
      how.loops[graph[variable(axis)].version] = order::wholeNumber(graph, size) == 1 ? integer(0) : graph.call("%", both, {Format::Integer});
    of.axes.sizes[axis - 1] = order::integerOperation(graph, Op::Mul, size, count);
    of.axes.reduced[axis - 1] = false;
  }
  of.element = reindexed(of.element, how);
  of.axes.shown = shown;
  of.turned = true;
  return of.element ? std::optional(computed(of, of.element)) : std::nullopt;
}

/// cumsum: element j is the sum of the elements up to it.
std::optional<Value> Evaluator::runningSum(Arguments &given, const Syntax &at) {
  const Value *along = given.at(given.find("dim") ? "dim" : "axis", 1);
  Value object = computable(given.positional[0]);
  if (!object.is(Kind::Array) || !along)
    return std::nullopt;
  const auto axes = reducedAxes(object, along, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  if (const Value *dtype = given.find("dtype"))
    if (const auto format = formatFrom(*dtype))
      object = cast(object, *format, place(at));
  Array of = array(object);
  const unsigned axis = axes->front();
  const NodeId loop = freshIndex("r");
  const NodeId term = elementAt(of, axis, loop);
  if (!term)
    return std::nullopt;
  order::Reduction how;
  how.schedule = of.library == Library::Torch ? order::Schedule::Unspecified : order::Schedule::Sequential;
  const Format format = graph[term].type.format;
  const NodeId upTo = order::integerOperation(graph, Op::Add, variable(axis), integer(1));
  of.axes.shown = std::max(of.axes.shown, axis);
  return computed(of, joined(how, term, {loop}, {upTo}, format, place(at)).node);
}

/// repeat_interleave, flip: another element of one axis.
std::optional<Value> Evaluator::alongAxis(llvm::StringRef name, Arguments &given, const Syntax &at) {
  const Value object = computable(given.positional[0]);
  const bool repeats = name == "repeat_interleave";
  const Value *along = repeats ? given.at(given.find("axis") ? "axis" : "dim", 2) : given.at(given.find("axis") ? "axis" : "dims", 1);
  const Value *count = repeats ? given.at("repeats", 1) : nullptr;
  if (!object.is(Kind::Array) || !along || along->is(Kind::None) || (repeats && (!count || !count->is(Kind::Number))))
    return std::nullopt;
  const auto axes = reducedAxes(object, along, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  Array of = array(object), named = of;
  named.name = nameOf(of);
  const unsigned axis = axes->front();
  const NodeId size = sizeOf(named, axis);
  const NodeId position = repeats
                              ? order::integerOperation(graph, Op::Div, variable(axis), count->node)
                              : order::integerOperation(graph, Op::Sub, order::integerOperation(graph, Op::Sub, size, integer(1)), variable(axis));
  if (!readAt(of, axis, position))
    return std::nullopt;
  of.axes.sizes[axis - 1] = repeats ? order::integerOperation(graph, Op::Mul, size, count->node) : size;
  return computed(of, of.element);
}

/// Calls of this file by their names; nothing where a call is not one, or says too little.
std::optional<Value> Evaluator::byPosition(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at) {
  if (given.positional.empty() || given.spread)
    return std::nullopt;
  if (name == "tril" || name == "triu")
    return triangle(name == "tril", given, at);
  if (name == "pad" && module.ends_with("functional"))
    return padded(given, at);
  if (name == "pad" && module == "numpy")
    return paddedAround(given, at);
  if (llvm::is_contained({"cat", "concatenate", "concat"}, name))
    return joinedArrays(false, given, at);
  if (name == "stack")
    return joinedArrays(true, given, at);
  if (name == "hstack" || name == "vstack") { // by the axes of the first
    const auto listed = items(given.positional[0]);
    const Value first = listed && !listed->empty() ? computable(listed->front()) : Value();
    if (!first.is(Kind::Array) || !array(first).axes.known)
      return std::nullopt;
    Arguments with = given;
    const bool flat = array(first).axes.shown == 1;
    with.named.emplace_back("axis", weakInteger(name == "hstack" && !flat ? 1 : 0));
    return joinedArrays(name == "vstack" && flat, with, at);
  }
  if (name == "split" || name == "chunk")
    return cutApart(name, given, at);
  if (name == "tile" || name == "repeat") {
    const bool ofElements = name == "repeat" && !module.starts_with("torch"); // NumPy's repeats elements
    if (!ofElements)
      return tiled(given);
  }
  if (name == "cumsum")
    return runningSum(given, at);
  if (name == "repeat_interleave" || name == "flip")
    return alongAxis(name, given, at);
  return std::nullopt;
}

Value Evaluator::bothHold(const std::optional<Value> &one, const Value &other, order::PlaceId place) {
  if (!one)
    return other;
  const Value both[] = {*one, other};
  return elementwise(both, [&](llvm::ArrayRef<NodeId> nodes) { return graph.binary(Op::And, nodes[0], nodes[1], {Format::Boolean}, place); });
}

} // namespace fporder::python
