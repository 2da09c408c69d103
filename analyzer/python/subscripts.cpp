// Subscripts: elements, slices, new axes, entries of tuples, of dictionaries and of what is not seen.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace fporder::python {

using order::NodeId;
using order::Op;

/// The size of an axis, counted from the last; an input of the graph where it is not known.
NodeId Evaluator::sizeOf(const Array &array, unsigned axis) {
  if (const NodeId known = array.axes.size(axis))
    return known;
  const std::string name = (array.name.empty() ? "value" : array.name);
  if (axis == 0)
    return numberLeaf(name + ".size", Format::Integer).node;
  const bool counted = array.axes.known;
  return numberLeaf(name + ".shape[" + (counted ? std::to_string(array.axes.shown - axis) : "-" + std::to_string(axis)) + "]", Format::Integer).node;
}

std::vector<Value> Evaluator::indexItems(const Value &index) const { return index.is(Kind::Tuple) ? index.items : std::vector{index}; }

Value Evaluator::subscript(const Syntax &expression) {
  const Value object = evaluate(expression.child("value"));
  const Value index = evaluate(expression.child("slice"));
  return indexed(object, index, expression);
}

Value Evaluator::shapeEntry(const Value &shape, const Value &index, const Syntax &at) {
  const Array of = arrayOf(shape.array);
  const auto position = wholeOf(index);
  if (index.is(Kind::Slice) && !of.axes.known) { // a part takes at least one axis beside those that its bounds name
    const auto bound = [&](const Value &value) { return static_cast<unsigned>(std::abs(wholeOf(value).value_or(0))); };
    if (knowRank(of, bound(index.items[0]) + bound(index.items[1]) + 1) && learnt.changed)
      return shape;
  }
  if (index.is(Kind::Slice) && of.axes.known) {
    Value listed;
    listed.kind = Kind::Tuple;
    listed.items = *items(shape);
    return indexed(listed, index, at);
  }
  if (!position)
    return index.is(Kind::Slice) ? opaque(at, "a part of a shape") : numberLeaf(script.places.spelling(at), Format::Integer);
  if (*position < 0)
    return number(sizeOf(of, static_cast<unsigned>(-*position)));
  if (of.axes.known && *position >= of.axes.shown) {
    Value whole;
    whole.kind = Kind::Array;
    whole.array = shape.array;
    needsRank(whole, static_cast<unsigned>(*position) + 1);
  }
  if (of.axes.known && *position < of.axes.shown)
    return number(sizeOf(of, of.axes.shown - static_cast<unsigned>(*position)));
  return numberLeaf((of.name.empty() ? "value" : of.name) + ".shape[" + std::to_string(*position) + "]", Format::Integer);
}

Value Evaluator::indexed(const Value &object, const Value &index, const Syntax &at) {
  switch (object.kind) {
  case Kind::Shape:
    return shapeEntry(object, index, at);
  case Kind::Tuple: {
    const auto position = wholeOf(index);
    const auto size = static_cast<long long>(object.items.size());
    if (position && *position >= -size && *position < size)
      return object.items[static_cast<std::size_t>(*position < 0 ? *position + size : *position)];
    if (index.is(Kind::Slice)) {
      const auto bound = [&](const Value &value, long long standard) {
        const auto known = wholeOf(value);
        return std::clamp(known ? (*known < 0 ? *known + size : *known) : standard, 0LL, size);
      };
      Value part = object;
      const long long from = bound(index.items[0], 0), to = std::max(from, bound(index.items[1], size));
      part.items.assign(object.items.begin() + from, object.items.begin() + to);
      return part;
    }
    return opaque(at, "which entry it is is not known");
  }
  case Kind::Sequence:
    if (const NodeId position = index.is(Kind::Slice) ? NodeId{} : positionFrom(index); position && object.count) {
      const auto known = order::wholeNumber(graph, position);
      if (const auto item = itemAt(object, known && *known < 0 ? order::integerOperation(graph, Op::Add, object.count, position) : position, at))
        return *item;
    }
    return opaque(at, "which entry it is is not known");
  case Kind::Object:
    if (index.is(Kind::Text) && !index.text.empty())
      return attributeOf(object, index.text, at);
    if (const Attributes &entries = state.objects[object.object];
        !entries.empty() && llvm::all_of(entries, [](const auto &entry) { return entry.second.is(Kind::Format); })) {
      Value format; // one of those
      format.kind = Kind::Format;
      format.format = Format::Dependent;
      return format;
    } else if (!entries.empty() && llvm::all_of(entries, [](const auto &entry) { return entry.second.is(Kind::Number); })) {
      const Value entry = numberLeaf(script.places.spelling(at), formatOf(entries.begin()->second));
      procedure.notHeld.emplace(graph.value(entry.node).index, "which entry it is depends on the key");
      return entry;
    }
    return opaque(at, "which entry it is is not known");
  case Kind::Array:
    return view(object, indexItems(index), at);
  case Kind::Unknown: {
    if (index.is(Kind::Text)) {
      const std::string name = object.text + "['" + index.text + "']";
      if (const Value *known = find(name))
        return *known;
      return looselyNamed(name);
    }
    // A dictionary by its key, which may be a parameter: state[p].
    const bool isKey = index.is(Kind::Array) && array(index).initial == array(index).element && formatOf(index) == script.options.openFormat;
    if (index.is(Kind::Unknown) || isKey || index.is(Kind::Object)) {
      const std::string name = object.text + "[" + (index.is(Kind::Array) ? nameOf(array(index)) : index.text) + "]";
      if (const Value *known = find(name))
        return *known;
      return looselyNamed(name);
    }
    return view(computable(object), indexItems(index), at);
  }
  default:
    if (object.is(Kind::Number) && object.guessed) { // no number after all
      learnt.arrays.insert(std::string(graph.symbol(object.node)));
      learnt.changed = true;
    }
    if (isArrayAfterAll(object, static_cast<unsigned>(indexItems(index).size())))
      return object;
    return opaque(at, "what is subscripted is no array");
  }
}

/// The elements that `items`, one for each axis from the first, choose.
Value Evaluator::view(const Value &object, llvm::ArrayRef<Value> items, const Syntax &at) {
  Array source = array(object);
  unsigned counted = 0;
  std::optional<std::size_t> dots;
  bool everything = true;
  for (std::size_t index = 0; index < items.size(); ++index) {
    const Value &item = items[index];
    const bool full = item.is(Kind::Slice) && llvm::all_of(item.items, [](const Value &part) { return part.is(Kind::None); });
    everything &= full || item.is(Kind::Ellipsis);
    if (item.is(Kind::Ellipsis))
      dots = index;
    else if (!item.is(Kind::None))
      ++counted;
    if (item.is(Kind::Array) || item.is(Kind::Unknown))
      return gathered(object, items, at);
    if (!item.is(Kind::Ellipsis) && !item.is(Kind::None) && !item.is(Kind::Slice) && !item.is(Kind::Number))
      return opaque(at, "which elements are chosen is not known");
  }
  if (everything)
    return object;
  if (!source.axes.known && !dots && !knowRank(source, counted))
    return opaque(at, "the number of axes is not known");
  if (!source.axes.known && !dots) // evaluated again with what is learnt
    source.axes.known = true;
  const unsigned shown =
      std::max(source.axes.shown,
               dots ? counted - static_cast<unsigned>(llvm::count_if(items.take_front(*dots), [](const Value &item) { return !item.is(Kind::None); }))
                    : counted);
  source.element = shownAs(source, shown);
  source.axes.shown = shown;
  if (!source.element || counted > shown)
    return needsRank(object, counted) ? object : opaque(at, "there are fewer axes than indices");
  Array result;
  result.library = source.library;
  result.axes.known = source.axes.known;
  result.turned = source.turned;
  result.gaps = source.gaps;
  Reindexing how;
  Nodes chosen; // by axis of the source: single elements
  struct Part {
    NodeId start, step, size;
    bool added = false;
    unsigned axis = 0;
  };
  std::vector<Part> parts; // of the result, outermost first
  unsigned axis = shown;   // of the source
  if (!source.axes.known && dots) {
    unsigned behind = 0;
    for (const Value &item : items.drop_front(*dots + 1))
      behind += !item.is(Kind::None);
    if (*dots != 0 && llvm::any_of(items.take_front(*dots), [](const Value &item) { return !item.is(Kind::None); }))
      return opaque(at, "the number of axes is not known");
    axis = behind;
    for (unsigned kept = shown; kept > behind; --kept)
      parts.push_back({{}, {}, source.axes.size(kept), false, kept});
  }
  for (std::size_t index = 0; index < items.size(); ++index) {
    const Value &item = items[index];
    if (item.is(Kind::Ellipsis)) {
      if (source.axes.known)
        for (unsigned skipped = shown - counted; skipped > 0; --skipped, --axis)
          parts.push_back({{}, {}, source.axes.size(axis), false, axis});
    } else if (item.is(Kind::None)) {
      parts.push_back({{}, {}, integer(1), true, 0});
    } else if (item.is(Kind::Slice)) {
      const auto negative = [&](NodeId node) {
        const auto known = order::wholeNumber(graph, node);
        return known && *known < 0 ? order::integerOperation(graph, Op::Add, sizeOf(source, axis), node) : node;
      };
      const auto step = item.items[2].is(Kind::None) ? std::optional<long long>(1) : wholeOf(item.items[2]);
      const NodeId low = positionFrom(item.items[0]), high = positionFrom(item.items[1]);
      if (!step || *step == 0 || (!item.items[0].is(Kind::None) && !low) || (!item.items[1].is(Kind::None) && !high))
        return opaque(at, "the bounds of the slice are not known");
      Part part{{}, {}, source.axes.size(axis), false, axis};
      if (!item.items[0].is(Kind::None))
        part.start = negative(low);
      else if (*step < 0)
        part.start = order::integerOperation(graph, Op::Sub, sizeOf(source, axis), integer(1));
      if (*step != 1)
        part.step = integer(*step);
      const bool cut = !item.items[0].is(Kind::None) || !item.items[1].is(Kind::None) || (*step != 1 && *step != -1);
      if (cut) {
        part.size = {};
        if (*step == 1) {
          const NodeId end = item.items[1].is(Kind::None) ? sizeOf(source, axis) : negative(high);
          part.size = part.start ? order::integerOperation(graph, Op::Sub, end, part.start) : end;
        }
      }
      parts.push_back(part);
      --axis;
    } else {
      NodeId which = item.node;
      if (const auto known = order::wholeNumber(graph, which); known && *known < 0)
        which = order::integerOperation(graph, Op::Add, sizeOf(source, axis), which);
      chosen.push_back(which);
      how.loops[graph[variable(axis)].version] = which;
      --axis;
    }
  }
  for (; axis > 0; --axis)
    parts.push_back({{}, {}, source.axes.size(axis), source.axes.isReduced(axis), axis});
  const bool filling = !source.filledBy.empty() && chosen != source.filledBy;
  result.axes.shown = static_cast<unsigned>(parts.size());
  result.axes.sizes.resize(parts.size());
  result.axes.reduced.resize(parts.size());
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const Part &part = parts[index];
    const auto target = static_cast<unsigned>(parts.size() - index);
    result.axes.sizes[target - 1] = part.size;
    result.axes.reduced[target - 1] = part.added;
    if (part.added || part.axis == 0)
      continue;
    NodeId position = variable(target);
    result.gaps |= part.step || part.start || part.size != source.axes.size(part.axis);
    if (part.step)
      position = order::integerOperation(graph, Op::Mul, position, part.step);
    if (part.start)
      position = order::integerOperation(graph, Op::Add, part.start, position);
    how.loops[graph[variable(part.axis)].version] = position;
  }
  result.element = filling ? NodeId{} : reindexed(source.element, how);
  if (!result.element)
    return elementOfChanged(source, how, result.axes, at);
  if (result.axes.known && result.axes.shown == 0) {
    Value scalar = number(result.element, false);
    scalar.library = source.library;
    return scalar;
  }
  return make(std::move(result));
}

/// The array with these trailing axes, the last is 1, in the place of axes 1, 2, ...
Value Evaluator::transposed(const Value &object, llvm::ArrayRef<unsigned> pair) {
  Array result = array(object);
  const unsigned shown = std::max({result.axes.shown, result.axes.known ? 0U : *llvm::max_element(pair)});
  if (shown < 2)
    return object;
  result.element = shownAs(result, shown);
  result.axes.shown = shown;
  result.axes.sizes.resize(shown);
  result.axes.reduced.resize(shown);
  const unsigned one = pair[0], other = pair[1];
  Reindexing how;
  how.loops[graph[variable(one)].version] = variable(other);
  how.loops[graph[variable(other)].version] = variable(one);
  std::swap(result.axes.sizes[one - 1], result.axes.sizes[other - 1]);
  const bool reduced = result.axes.reduced[one - 1];
  result.axes.reduced[one - 1] = result.axes.reduced[other - 1];
  result.axes.reduced[other - 1] = reduced;
  result.element = result.element ? reindexed(result.element, how) : NodeId{};
  result.name.clear();
  result.initial = {};
  result.fresh = false;
  result.turned = true;
  if (!result.element) {
    Value lost;
    lost.text = "carried";
    return lost;
  }
  return make(std::move(result));
}

} // namespace fporder::python
