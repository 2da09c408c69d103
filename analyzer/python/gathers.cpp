// Elements that arrays choose: by arrays of indices, by masks, by the order that sorting would bring them into.
//
// Indices that the script computes are known by their generic element like other values. Which elements a mask or a sort chooses depends on values:
// the indices are then inputs that the graph does not hold (Procedure::notHeld), and what is computed with the elements is followed as ever.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

Value wholeSlice() {
  Value slice;
  slice.kind = Value::Kind::Slice;
  slice.items.resize(3);
  for (Value &each : slice.items)
    each.kind = Value::Kind::None;
  return slice;
}

bool isArrayOrOpen(const Value &item) { return item.is(Value::Kind::Array) || item.is(Value::Kind::Unknown); }

/// True where other items than arrays of indices stand between the first of them and the last: the new axes come first then.
bool apart(llvm::ArrayRef<Value> items, bool numbersCount) {
  const auto chooses = [&](const Value &item) { return item.is(Value::Kind::Array) || (numbersCount && item.is(Value::Kind::Number)); };
  const auto *first = llvm::find_if(items, chooses);
  const auto *last = items.end();
  while (last != first && !chooses(*(last - 1)))
    --last;
  return std::any_of(first, last, [&](const Value &item) { return !chooses(item); });
}

} // namespace

/// A value that depends on more than the graph holds: an input of its own, which is no gap in what is understood.
Value Evaluator::symbolic(const std::string &name, const Axes &axes, Format format, Library of, const std::string &why) {
  std::string free = name;
  for (unsigned number = 2; leaves.contains(free); ++number)
    free = name + "'" + std::to_string(number);
  const Value leaf = arrayLeaf(free, axes, format, of, order::Storage::Kind::Unknown);
  procedure.notHeld.emplace(graph.value(array(leaf).element).index, why);
  return leaf;
}

/// The names under an index whose format nothing says are those of integers; true when the function is evaluated again with that.
bool Evaluator::learnIndices(const Array &index) {
  for (const NodeId node : order::reachable(graph, index.element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element && graph[node].type.format == script.options.openFormat && !procedure.notHeld.contains(graph.value(node).index))
      learnt.changed |= learnt.indices.insert(std::string(graph.symbol(node))).second;
  return learnt.changed;
}

/// The indices of the elements for which a mask holds, by axis from the first; empty where its axes are not known.
std::vector<Value> Evaluator::chosenBy(const Value &mask) {
  const Array of = array(mask);
  if (!of.axes.known || of.axes.shown == 0)
    return {};
  auto &known = selections[graph.value(of.element).index];
  if (known.empty()) {
    Axes axes;
    axes.known = true;
    axes.shown = 1;
    axes.sizes = {numberLeaf("count(" + nameOf(of) + ")", Format::Integer).node};
    for (unsigned axis = of.axes.shown; axis > 0; --axis) {
      const Value index = symbolic("nonzero(" + nameOf(of) + ")[" + std::to_string(of.axes.shown - axis) + "]", axes, Format::Integer, of.library,
                                   "which elements are chosen depends on values");
      known.push_back(index.array);
      selectedBy[std::string(graph.symbol(array(index).element))] = {of.element, axis};
    }
  }
  std::vector<Value> result;
  for (const ArrayId id : known) {
    Value index;
    index.kind = Kind::Array;
    index.array = id;
    result.push_back(index);
  }
  return result;
}

/// Subscripts with masks replaced by the indices that they choose; nothing where that cannot be done.
std::optional<std::vector<Value>> Evaluator::indexArrays(llvm::ArrayRef<Value> items) {
  std::vector<Value> result;
  for (const Value &item : items) {
    if (!isArrayOrOpen(item)) {
      result.push_back(item);
      continue;
    }
    const Value index = computable(item);
    const Array of = array(index);
    const Format format = formatOf(index);
    if (format == Format::Boolean) {
      if (!of.axes.known && !knowRank(of, std::max(1U, of.axes.shown)))
        return std::nullopt;
      const std::vector<Value> chosen = chosenBy(index);
      if (chosen.empty() && !learnt.changed)
        return std::nullopt;
      result.insert(result.end(), chosen.begin(), chosen.end());
      continue;
    }
    if (format != Format::Integer && format == script.options.openFormat)
      learnIndices(of);
    else if (format != Format::Integer)
      return std::nullopt;
    result.push_back(index);
  }
  return result;
}

/// Where the elements of an array go that arrays of indices choose from.
struct Evaluator::Gathering {
  std::vector<unsigned> chosen; // axes of the source, by item
  unsigned behind = 0;          // axes of the result behind the new ones
  Axes made;                    // of the arrays of indices together
};

/// x[idx], x[:, idx], x[rows, columns], x[mask]: the generic element at the indices.
Value Evaluator::gathered(const Value &object, llvm::ArrayRef<Value> given, const Syntax &at) {
  const auto items = indexArrays(given);
  if (!items)
    return opaque(at, "which elements are chosen is not known");
  if (learnt.changed)
    return object; // evaluated again with what is learnt
  std::vector<Value> plain = *items;
  std::vector<Value> indices;
  for (Value &item : plain)
    if (item.is(Kind::Array)) {
      indices.push_back(item);
      item = wholeSlice();
    }
  const auto named = static_cast<unsigned>(llvm::count_if(plain, [](const Value &item) { return !item.is(Kind::None); }));
  if (!array(object).axes.known && llvm::none_of(plain, [](const Value &item) { return item.is(Kind::Ellipsis); }) &&
      knowRank(array(object), named) && learnt.changed)
    return object;
  Value viewed = view(object, plain, at);
  if (learnt.changed || !viewed.is(Kind::Array))
    return viewed;
  Array source = array(viewed);
  Gathering how;
  std::vector<const Array *> arrays;
  for (const Value &index : indices)
    arrays.push_back(&array(index));
  how.made = broadcast(arrays);
  const bool front = apart(*items, source.library == Library::NumPy);
  unsigned behindOf = 0; // axes behind an item, from the last
  const bool dots = llvm::any_of(*items, [](const Value &item) { return item.is(Kind::Ellipsis); });
  const auto wide =
      static_cast<unsigned>(llvm::count_if(*items, [](const Value &item) { return !item.is(Kind::Number) && !item.is(Kind::Ellipsis); }));
  if (!source.axes.known && !dots)
    return opaque(at, "the number of axes is not known");
  if (source.axes.shown < wide - (source.axes.known ? 0 : wide)) // what is viewed is not known
    return viewed;
  if (!dots)
    behindOf = source.axes.shown - std::min(source.axes.shown, wide);
  bool rest = false;
  for (std::size_t position = items->size(); position-- > 0;) {
    const Value &item = (*items)[position];
    if (item.is(Kind::Number))
      continue;
    if (item.is(Kind::Ellipsis)) {
      rest = !source.axes.known;
      behindOf = source.axes.shown - static_cast<unsigned>(llvm::count_if(llvm::ArrayRef(*items).take_front(position),
                                                                          [](const Value &each) { return !each.is(Kind::Number); }));
      continue;
    }
    ++behindOf;
    if (item.is(Kind::Array)) {
      if (rest)
        return opaque(at, "the number of axes is not known");
      how.chosen.push_back(behindOf);
    }
  }
  std::reverse(how.chosen.begin(), how.chosen.end());
  if (how.chosen.empty() || llvm::any_of(how.chosen, [&](unsigned axis) { return axis > source.axes.shown; }))
    return opaque(at, "the number of axes is not known");
  return gatheredAt(source, indices, how, front, at);
}

Value Evaluator::gatheredAt(const Array &source, llvm::ArrayRef<Value> indices, Gathering &how, bool front, const Syntax &at) {
  const unsigned lowest = *llvm::min_element(how.chosen), highest = *llvm::max_element(how.chosen);
  const auto isChosen = [&](unsigned axis) { return llvm::is_contained(how.chosen, axis); };
  for (unsigned axis = 1; axis <= source.axes.shown; ++axis)
    how.behind += !isChosen(axis) && (front || axis < lowest) ? 1 : 0;
  const bool outermost = source.axes.known && (front || highest == source.axes.shown);
  if (!how.made.known && !outermost) { // the new axes stand between others
    bool any = false;
    for (const Value &index : indices)
      any |= !array(index).axes.known && knowRank(array(index), std::max(1U, array(index).axes.shown));
    return any && learnt.changed ? Value(indices[0]) : opaque(at, "the number of axes is not known");
  }
  Array result;
  result.library = source.library;
  result.turned = true;
  result.axes.known = source.axes.known && how.made.known;
  result.axes.shown = source.axes.shown - static_cast<unsigned>(how.chosen.size()) + how.made.shown;
  result.axes.sizes.resize(result.axes.shown);
  result.axes.reduced.resize(result.axes.shown);
  Reindexing where, ofIndices;
  unsigned target = 0;
  const auto insert = [&] {
    for (unsigned axis = 1; axis <= how.made.shown; ++axis) {
      ++target;
      ofIndices.loops[graph[variable(axis)].version] = variable(target);
      result.axes.sizes[target - 1] = how.made.size(axis);
      result.axes.reduced[target - 1] = how.made.isReduced(axis);
    }
  };
  for (unsigned axis = 1; axis <= source.axes.shown; ++axis) {
    if (target == how.behind)
      insert();
    if (isChosen(axis))
      continue;
    ++target;
    where.loops[graph[variable(axis)].version] = variable(target);
    result.axes.sizes[target - 1] = source.axes.size(axis);
    result.axes.reduced[target - 1] = source.axes.isReduced(axis);
  }
  if (target == how.behind)
    insert();
  for (std::size_t index = 0; index < indices.size(); ++index) {
    const Array of = array(indices[index]);
    const NodeId element = reindexed(shownAs(of, std::max(how.made.shown, of.axes.shown)), ofIndices);
    if (!element)
      return opaque(at, "indices that a loop carries");
    notNegative(of);
    where.loops[graph[variable(how.chosen[index])].version] = element;
  }
  result.element = reindexed(source.element, where);
  if (!result.element)
    return elementOfChanged(source, where, result.axes, at);
  if (result.axes.known && result.axes.shown == 0) {
    Value scalar = number(result.element, false);
    scalar.library = source.library;
    return scalar;
  }
  return make(std::move(result));
}

/// Indices from the end are other elements: what an input holds is taken for none.
void Evaluator::notNegative(const Array &index) {
  for (const NodeId node : order::reachable(graph, index.element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element && !procedure.notHeld.contains(graph.value(node).index))
      assume(order::Assumption::Kind::Name, "'" + std::string(graph.symbol(node)) + "' is taken for indices that are not negative", node);
}

/// An element of an array as a loop around has it, which changes it: an input of its own at each place that reads it.
Value Evaluator::elementOfChanged(const Array &source, const Reindexing &where, const Axes &axes, const Syntax &) {
  const std::string name = nameOf(source);
  order::Storage element;
  element.kind = order::Storage::Kind::Element;
  element.of = arrayStorage(name, order::Storage::Kind::Unknown);
  Nodes operands;
  if (!source.axes.known)
    operands.push_back(variable(0));
  for (unsigned axis = source.axes.shown; axis > 0; --axis) {
    const auto found = where.loops.find(graph[variable(axis)].version);
    operands.push_back(found == where.loops.end() ? variable(axis) : found->second);
  }
  order::NodeSpec spec;
  spec.op = operands.empty() ? Op::Input : Op::Element;
  spec.type = graph[source.element].type;
  spec.symbol = name;
  spec.operands = operands;
  spec.storage = operands.empty() ? element.of : graph.addStorage(element);
  spec.version = ++nextVersion + 2'000'000;
  const NodeId read = graph.intern(spec);
  procedure.notHeld.emplace(graph.value(read).index, "'" + name + "' is changed by a loop around");
  Array made;
  made.element = read;
  made.axes = axes;
  made.library = source.library;
  if (axes.known && axes.shown == 0) {
    Value scalar = number(read, false);
    scalar.library = source.library;
    return scalar;
  }
  return make(std::move(made));
}

/// nonzero and where with one argument: the indices of what is not zero.
std::optional<Value> Evaluator::nonzero(llvm::StringRef name, Arguments &given, const Syntax &at) {
  Value mask = computable(given.positional[0]);
  if (!mask.is(Kind::Array))
    return std::nullopt;
  if (formatOf(mask) != Format::Boolean)
    mask = compared("!=", mask, weakInteger(0), place(at));
  const Array of = array(mask);
  if (!of.axes.known && !knowRank(of, std::max(1U, of.axes.shown)))
    return std::nullopt;
  Value indices;
  indices.kind = Kind::Tuple;
  indices.items = chosenBy(mask);
  if (indices.items.empty())
    return std::nullopt;
  const Value *tuple = given.find("as_tuple");
  const bool matrix = name == "argwhere" || (name == "nonzero" && of.library == Library::Torch && !(tuple && truth(*tuple).value_or(false)));
  if (name == "flatnonzero")
    return indices.items.size() == 1 ? std::optional(indices.items.front()) : std::nullopt;
  if (!matrix)
    return indices;
  Arguments stacked;
  stacked.positional = {indices};
  stacked.named.emplace_back("axis", weakInteger(-1));
  return joinedArrays(true, stacked, at);
}

/// What a sort, a maximum or the largest k of an axis choose: the elements there, and their indices.
std::optional<Value> Evaluator::ranked(llvm::StringRef name, Arguments &given, const Syntax &at) {
  const Value object = computable(given.positional[0]), standard = weakInteger(-1);
  const bool counts = name == "topk";
  const Value *along = given.at(given.find("axis") ? "axis" : "dim", counts ? 2 : 1);
  const bool one = llvm::is_contained({"argmax", "argmin", "max", "min"}, name);
  if (!object.is(Kind::Array) || ((name == "max" || name == "min") && (!along || !along->is(Kind::Number))))
    return std::nullopt;
  const auto axes = reducedAxes(object, along || one ? along : &standard, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  Array of = array(object);
  const unsigned axis = axes->front();
  const NodeId element = shownAs(of, std::max(axis, of.axes.shown));
  if (!element)
    return std::nullopt;
  of.element = element;
  of.axes.shown = std::max(axis, of.axes.shown);
  of.axes.sizes.resize(of.axes.shown);
  of.axes.reduced.resize(of.axes.shown);
  Axes where = of.axes;
  if (counts || one)
    where.sizes[axis - 1] = one ? integer(1) : positionFrom(given.at("k", 1) ? *given.at("k", 1) : Value());
  where.reduced[axis - 1] = one;
  const Value indices = symbolic((name.starts_with("arg") ? name : "arg" + name).str() + "(" + nameOf(of) + ")", where, Format::Integer, of.library,
                                 "which element it is depends on values");
  const Value *keep = given.find("keepdim") ? given.find("keepdim") : given.find("keepdims");
  const bool kept = keep && truth(*keep).value_or(false);
  Value shown = one && !kept ? withoutAxes(indices, {axis}) : indices;
  if (name.starts_with("arg"))
    return shown;
  Value both;
  both.kind = Kind::Tuple;
  if (one) {
    Arguments reduction = given;
    const auto largest = modelled("torch", name == "max" ? "amax" : "amin", reduction, at);
    if (!largest)
      return std::nullopt;
    both.items = {*largest, shown};
    return both;
  }
  Array chosen = of;
  chosen.axes = where;
  chosen.element = elementAt(of, axis, array(indices).element);
  chosen.turned = true;
  if (!chosen.element)
    return std::nullopt;
  both.items = {computed(chosen, chosen.element), indices};
  return of.library == Library::NumPy ? both.items.front() : both;
}

/// gather, take_along_axis, index_select, take, embedding: the elements along one axis that indices name.
std::optional<Value> Evaluator::along(llvm::StringRef name, Arguments &given, const Syntax &at) {
  const bool numpy = llvm::is_contained({"take", "take_along_axis"}, name) && !given.find("dim");
  const Value *index = given.at(given.find("indices") ? "indices" : "index", numpy ? 1 : 2);
  const Value *axis = numpy ? given.at("axis", 2) : given.at("dim", 1);
  if (name == "take_along_dim")
    index = given.at("indices", 1), axis = given.at("dim", 2);
  Value object = computable(given.positional[0]);
  if (!object.is(Kind::Array) || !index || !axis || !axis->is(Kind::Number))
    return std::nullopt;
  const auto axes = reducedAxes(object, axis, at);
  if (!axes || axes->size() != 1 || axes->front() == 0)
    return std::nullopt;
  if (learnt.changed)
    return object;
  if (name == "index_select" || name == "take") {
    std::vector<Value> items(axes->front(), wholeSlice());
    items.front() = *index;
    Value dots;
    dots.kind = Kind::Ellipsis;
    items.insert(items.begin(), dots);
    return gathered(object, items, at);
  }
  const auto chosen = indexArrays(*index);
  if (!chosen || chosen->size() != 1)
    return std::nullopt;
  Array of = array(object), by = array(chosen->front());
  const unsigned shown = std::max({axes->front(), of.axes.shown, by.axes.shown});
  of.element = shownAs(of, shown);
  const NodeId position = shownAs(by, shown);
  if (!of.element || !position)
    return std::nullopt;
  notNegative(by);
  of.axes.shown = shown;
  const NodeId element = elementAt(of, axes->front(), position);
  if (!element)
    return std::nullopt;
  Axes made = by.axes.known ? by.axes : of.axes;
  made.shown = std::max(made.shown, made.known ? 0U : shown);
  made.sizes.resize(made.shown);
  made.reduced.resize(made.shown);
  of.axes = made;
  of.turned = true;
  return computed(of, element);
}

/// one_hot: 1 where the last axis is at the index.
std::optional<Value> Evaluator::oneHot(Arguments &given, const Syntax &at) {
  const auto index = indexArrays(given.positional[0]);
  if (!index || index->size() != 1)
    return std::nullopt;
  const Value inserted = insertedAxis(index->front(), 1);
  const Value *classes = given.at("num_classes", 1);
  const Value equal = cast(compared("==", inserted, number(variable(1)), place(at)), Format::Integer, place(at));
  if (!equal.is(Kind::Array))
    return std::nullopt;
  Array made = array(equal);
  made.axes.shown = std::max(made.axes.shown, 1U);
  made.axes.sizes.resize(made.axes.shown);
  made.axes.reduced.resize(made.axes.shown);
  made.axes.sizes[0] = classes ? positionFrom(*classes) : NodeId{};
  made.axes.reduced[0] = false;
  return computed(made, made.element);
}

/// Calls of this file by their names; nothing where a call is not one, or says too little.
std::optional<Value> Evaluator::byIndices(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at) {
  if (given.positional.empty() || given.spread)
    return std::nullopt;
  if (name == "nonzero" || name == "argwhere" || name == "flatnonzero" || (name == "where" && given.positional.size() == 1 && given.named.empty()))
    return nonzero(name, given, at);
  const bool torch = module.starts_with("torch");
  if (llvm::is_contained({"topk", "sort", "argsort", "argmax", "argmin"}, name) || (torch && (name == "max" || name == "min")))
    return ranked(name, given, at);
  if (llvm::is_contained({"gather", "take_along_axis", "take_along_dim", "index_select", "take"}, name))
    return along(name, given, at);
  if (name == "embedding" && given.positional.size() == 2)
    return gathered(computable(given.positional[1]), given.positional[0], at);
  if (name == "one_hot")
    return oneHot(given, at);
  if (torch)
    return scattered(name, given, at);
  return std::nullopt;
}

} // namespace fporder::python
