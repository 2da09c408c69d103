// Stores to parts of arrays: what an array holds behind them, by its generic element.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

Evaluator::StoredPart Evaluator::storedPart(const Array &whole, llvm::ArrayRef<Value> items, const Syntax &at) {
  StoredPart part;
  const auto fromEnd = [&](NodeId position, unsigned axis) {
    const auto known = order::wholeNumber(graph, position);
    return known && *known < 0 ? order::integerOperation(graph, Op::Add, sizeOf(whole, axis), position) : position;
  };
  const auto also = [&](llvm::StringRef symbol, unsigned axis, NodeId bound) {
    part.there = bothHold(part.there, compared(symbol, number(variable(axis)), number(bound), place(at)), place(at));
  };
  const auto counted = static_cast<unsigned>(llvm::count_if(items, [](const Value &item) { return !item.is(Kind::Ellipsis); }));
  unsigned axis = whole.axes.shown;
  for (const Value &item : items) {
    if (item.is(Kind::Ellipsis)) {
      for (unsigned skipped = whole.axes.shown - counted; skipped > 0; --skipped, --axis)
        part.kept.push_back({axis, {}, {}});
      continue;
    }
    if (item.is(Kind::Number)) {
      also("==", axis, fromEnd(item.node, axis));
    } else {
      NodeId start;
      if (!item.items[0].is(Kind::None) && wholeOf(item.items[0]) != 0) {
        start = fromEnd(positionFrom(item.items[0]), axis);
        also(">=", axis, start);
      }
      if (!item.items[1].is(Kind::None))
        also("<", axis, fromEnd(positionFrom(item.items[1]), axis));
      NodeId step;
      if (!item.items[2].is(Kind::None) && wholeOf(item.items[2]) != 1) {
        step = positionFrom(item.items[2]);
        const NodeId from = start ? order::integerOperation(graph, Op::Sub, variable(axis), start) : variable(axis), both[] = {from, step};
        const Value left = number(graph.call("%", both, {Format::Integer}));
        part.there = bothHold(part.there, compared("==", left, weakInteger(0), place(at)), place(at));
      }
      part.kept.push_back({axis, start, step});
    }
    --axis;
  }
  for (; axis > 0; --axis)
    part.kept.push_back({axis, {}, {}});
  std::reverse(part.kept.begin(), part.kept.end());
  return part;
}

/// What is stored to the generic element; invalid where that is not known.
NodeId Evaluator::valueAt(const Value &value, const StoredPart &part, bool rankKnown) {
  if (!value.is(Kind::Array))
    return value.is(Kind::Number) ? value.node : NodeId{};
  const Array &from = array(value);
  if (from.axes.shown > part.kept.size() || !from.filledBy.empty())
    return {};
  const NodeId shown = shownAs(from, static_cast<unsigned>(part.kept.size()));
  Reindexing how;
  how.dropsRest = rankKnown;
  for (unsigned trailing = 1; trailing <= part.kept.size(); ++trailing) {
    const StoredPart::Axis &each = part.kept[trailing - 1];
    NodeId position = each.start ? order::integerOperation(graph, Op::Sub, variable(each.axis), each.start) : variable(each.axis);
    if (each.step)
      position = order::integerOperation(graph, Op::Div, position, each.step);
    how.loops[graph[variable(trailing)].version] = position;
  }
  return shown ? reindexed(shown, how) : NodeId{};
}

/// y[a:b, 0] = value: what the array holds is the value at those places and what it held elsewhere. False where they are not known.
bool Evaluator::storePart(const Value &whole, llvm::ArrayRef<Value> items, const Value &given, const Syntax &at) {
  Array after = array(whole);
  unsigned counted = 0;
  bool dots = false;
  for (const Value &item : items) {
    const bool slice = item.is(Kind::Slice) && (item.items[2].is(Kind::None) || wholeOf(item.items[2]).value_or(0) > 0);
    const auto isBound = [&](const Value &bound) { return bound.is(Kind::None) || positionFrom(bound); };
    if (item.is(Kind::Ellipsis) ? dots : !(slice && isBound(item.items[0]) && isBound(item.items[1])) && !item.is(Kind::Number))
      return false;
    dots |= item.is(Kind::Ellipsis);
    counted += item.is(Kind::Ellipsis) ? 0 : 1;
  }
  const bool dotsFirst = dots && items.front().is(Kind::Ellipsis);
  if ((!after.axes.known && !dotsFirst) || (after.axes.known && after.axes.shown < counted) || !after.filledBy.empty())
    return false;
  const unsigned shown = std::max(counted, after.axes.shown);
  const NodeId before = shownAs(after, shown);
  if (!before)
    return false;
  after.axes.shown = shown;
  after.axes.sizes.resize(shown);
  after.axes.reduced.resize(shown);
  Array named = after;
  named.name = nameOf(after);
  const StoredPart part = storedPart(named, items, at);
  const NodeId element = valueAt(computable(given), part, after.axes.known);
  if (!element)
    return false;
  const Value was = computed(after, before);
  const Value now = computed(after, converted(element, formatOf(whole), place(at)));
  const Value both = part.there ? chosen(*part.there, now, was, place(at)) : now;
  if (!both.is(Kind::Array))
    return false;
  after.element = array(both).element;
  after.stored = place(at);
  state.changed.insert_or_assign(whole.array, std::move(after));
  return true;
}

/// y[i] = row, y[i, j] = value in loops over i and j: the generic element of what the loops leave. False where the store is another one.
bool Evaluator::storeByLoops(const Value &whole, llvm::ArrayRef<Value> items, const Value &given, const Syntax &at) {
  Array after = array(whole);
  const auto isFull = [](const Value &item) {
    return item.is(Kind::Slice) && llvm::all_of(item.items, [](const Value &part) { return part.is(Kind::None); });
  };
  const auto *end = llvm::find_if(items, [](const Value &item) { return !item.is(Kind::Number); });
  const auto numbers = static_cast<std::size_t>(end - items.begin());
  if (!after.axes.known || numbers == 0 || items.size() > after.axes.shown || !std::all_of(end, items.end(), isFull))
    return false;
  Nodes chosen;
  Reindexing how;
  for (std::size_t position = 0; position < numbers; ++position) {
    const NodeId node = items[position].node;
    if (graph[node].op != Op::LoopIndex || !llvm::is_contained(loopsAround, graph[node].version) || llvm::is_contained(chosen, node))
      return false;
    how.loops[graph[node].version] = variable(after.axes.shown - static_cast<unsigned>(position));
    chosen.push_back(node);
  }
  if (!after.filledBy.empty() && after.filledBy != chosen)
    return false;
  const StoredPart part = storedPart(after, items, at);
  const NodeId stored = valueAt(given, part, true);
  const NodeId element = stored ? reindexed(converted(stored, formatOf(whole), place(at)), how) : NodeId{};
  if (!element)
    return false;
  after.element = element;
  after.filledBy = chosen;
  after.stored = place(at);
  state.changed.insert_or_assign(whole.array, std::move(after));
  return true;
}

/// What a value that a mask chose elements for is at an element that it chose; invalid where it is by its position among those.
NodeId Evaluator::atChosen(const Value &value, NodeId mask, unsigned behind) {
  if (!value.is(Kind::Array))
    return value.is(Kind::Number) ? value.node : NodeId{};
  const Array of = array(value);
  if (!of.axes.known || of.axes.shown > behind + 1)
    return {};
  Reindexing back; // from indices that stand for those that the mask chose
  std::map<NodeId, NodeId> made;
  for (const NodeId node : order::reachable(graph, of.element, [](NodeId) { return false; })) {
    const auto found = graph[node].op == Op::Element ? selectedBy.find(std::string(graph.symbol(node))) : selectedBy.end();
    if (graph[node].op == Op::LoopValue)
      return {};
    if (found != selectedBy.end() && graph.value(found->second.first) == graph.value(mask)) {
      made[node] = freshIndex("n");
      back.loops[graph[made[node]].version] = variable(behind + found->second.second);
      continue;
    }
    Nodes operands;
    for (const NodeId operand : graph.operands(node))
      operands.push_back(made.at(operand));
    made[node] = std::equal(operands.begin(), operands.end(), graph.operands(node).begin()) ? node : graph.withOperands(node, operands);
  }
  const NodeId element = made.at(of.element), position = variable(behind + 1);
  for (const NodeId node : order::reachable(graph, element, [](NodeId) { return false; }))
    if (node == position)
      return {};
  return reindexed(element, back);
}

/// y[mask] = value: the value where the mask holds. False where it is not known which value goes where.
bool Evaluator::storeMasked(const Value &whole, llvm::ArrayRef<Value> items, const Value &given, const Syntax &at) {
  const auto isFull = [](const Value &item) {
    return item.is(Kind::Ellipsis) || (item.is(Kind::Slice) && llvm::all_of(item.items, [](const Value &part) { return part.is(Kind::None); }));
  };
  if (items.empty() || !items[0].is(Kind::Array) || formatOf(items[0]) != Format::Boolean || !llvm::all_of(items.drop_front(), isFull))
    return false;
  Array after = array(whole), mask = array(items[0]);
  if (!after.filledBy.empty())
    return false;
  if (after.axes.known && !mask.axes.known && knowRank(mask, after.axes.shown) && learnt.changed)
    return true; // evaluated again with what is learnt
  if (!after.axes.known && mask.axes.known && saysRank(after, mask.axes.shown) && learnt.changed)
    return true;
  if (after.axes.known != mask.axes.known || after.axes.shown < mask.axes.shown || (!mask.axes.known && after.axes.shown != mask.axes.shown))
    return false;
  const unsigned behind = after.axes.shown - mask.axes.shown;
  Reindexing how;
  for (unsigned axis = 1; axis <= mask.axes.shown; ++axis)
    how.loops[graph[variable(axis)].version] = variable(axis + behind);
  const NodeId test = reindexed(mask.element, how);
  const NodeId value = atChosen(given, mask.element, behind);
  if (!test || !value)
    return false;
  const Value now = computed(after, converted(value, formatOf(whole), place(at))), was = computed(after, after.element);
  const Value both = chosen(computed(after, test), now, was, place(at));
  if (!both.is(Kind::Array))
    return false;
  after.element = array(both).element;
  after.stored = place(at);
  state.changed.insert_or_assign(whole.array, std::move(after));
  return true;
}

/// A store to elements that are known by data or by earlier iterations alone: an effect, and what the array holds behind it is not known.
void Evaluator::storeSomewhere(const Value &whole, const Value &stored, const Nodes &where, const std::string &text, order::PlaceId place) {
  Array after = array(whole);
  order::Effect effect;
  effect.kind = order::Effect::Kind::Store;
  effect.node = stored.is(Kind::Array) ? array(stored).element : converted(stored.node, formatOf(whole), place);
  effect.target = text;
  effect.place = place;
  effect.indices = where;
  if (after.initial)
    effect.storage = graph.storage(after.initial);
  if (after.initial || !loopsAround.empty())
    procedure.effects.push_back(std::move(effect));
  const std::string name = nameOf(after);
  after.element = array(symbolic(name + "'", after.axes, formatOf(whole), after.library, "elements of '" + name + "' are stored one by one")).element;
  after.stored = place;
  after.filledBy.clear();
  state.changed.insert_or_assign(whole.array, std::move(after));
}

/// index_add_, index_copy_, scatter_ and their like: stores along one axis where indices say. Nothing for other calls.
std::optional<Value> Evaluator::scattered(llvm::StringRef name, Arguments &given, const Syntax &at) {
  if (!llvm::is_contained(
          {"index_add", "index_copy", "index_fill", "scatter", "scatter_add", "scatter_reduce", "masked_scatter", "index_put", "put_along_axis"},
          name) ||
      given.positional.empty())
    return std::nullopt;
  const Value object = computable(given.positional[0]);
  const Value *index = given.at(name == "index_put" ? "indices" : "index", name == "index_put" || name == "masked_scatter" ? 1 : 2);
  const Value *source = given.find("src") ? given.find("src") : given.find("source") ? given.find("source") : given.find("value");
  if (!source && given.positional.size() > 1)
    source = &given.positional.back();
  if (!object.is(Kind::Array) || !index || !source)
    return std::nullopt;
  const Value where = computable(*index), stored = computable(*source);
  if (!where.is(Kind::Array) || !(stored.is(Kind::Array) || stored.is(Kind::Number)))
    return std::nullopt;
  Value copy = computed(array(object), array(object).element);
  const NodeId position = array(where).element;
  storeSomewhere(copy, stored, {position}, nameOf(array(object)) + "[" + order::printInfix(graph, position, {.forReaders = true}) + "]", place(at));
  return copy;
}

/// y[items] = value.
void Evaluator::storeElements(const Value &whole, llvm::ArrayRef<Value> given, const Value &value, const Syntax &target, const Syntax &at) {
  const bool everything = llvm::all_of(given, [](const Value &item) {
    return item.is(Kind::Ellipsis) || (item.is(Kind::Slice) && llvm::all_of(item.items, [](const Value &part) { return part.is(Kind::None); }));
  });
  if (everything)
    return inPlace(whole, value, at);
  std::vector<Value> items = given;
  for (Value &item : items)
    if (item.is(Kind::Unknown))
      item = computable(item);
  const Array before = array(whole);
  const auto any = [&](Kind kind) { return llvm::any_of(items, [&](const Value &item) { return item.is(kind); }); };
  const bool elements = llvm::all_of(items, [](const Value &item) { return item.is(Kind::Number); });
  const bool slices = llvm::all_of(items, [](const Value &item) { return item.is(Kind::Number) || item.is(Kind::Slice); });
  const Value stored = computable(value);
  if (!before.axes.known && slices && knowRank(before, static_cast<unsigned>(items.size())) && (elements || learnt.changed))
    return; // evaluated again with what is learnt
  if (storeByLoops(whole, items, stored, at) || storeMasked(whole, items, stored, at) || storePart(whole, items, stored, at))
    return;
  std::string text = nameOf(before) + "[";
  Nodes where;
  for (const Value &item : items) {
    const NodeId position = item.is(Kind::Number) ? item.node : item.is(Kind::Array) ? array(item).element : NodeId{};
    text += (&item == items.data() ? "" : ", ") + (position ? order::printInfix(graph, position, {.forReaders = true}) : std::string(":"));
    if (position)
      where.push_back(position);
  }
  const bool positions = (elements || any(Kind::Array)) && (before.axes.known || !elements);
  if (positions && (stored.is(Kind::Number) || stored.is(Kind::Array)))
    return storeSomewhere(whole, stored, where, text + "]", place(at));
  Array after = before;
  after.element = array(opaque(target, "elements are stored one by one in a way that is not followed")).element;
  after.stored = place(at);
  state.changed.insert_or_assign(whole.array, std::move(after));
}

} // namespace fporder::python
