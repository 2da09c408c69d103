// einops: rearrange(x, "b (h d) n -> b h n d", h=8) and repeat, whose patterns say ranks, sizes and where every element goes.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

using Letters = std::vector<std::string>;

struct Side {
  std::vector<Letters> axes;       // outermost first
  std::optional<std::size_t> dots; // "..." stands before this axis
};

std::optional<Side> sideOf(llvm::StringRef text) {
  Side side;
  bool inside = false;
  for (text = text.trim(); !text.empty(); text = text.ltrim()) {
    if (text.consume_front("(")) {
      if (std::exchange(inside, true))
        return std::nullopt;
      side.axes.emplace_back();
    } else if (text.consume_front(")")) {
      if (!std::exchange(inside, false))
        return std::nullopt;
    } else if (text.consume_front("...")) {
      if (inside || side.dots)
        return std::nullopt;
      side.dots = side.axes.size();
    } else {
      const llvm::StringRef word = text.take_while([](char c) { return c == '_' || llvm::isAlnum(c); });
      if (word.empty())
        return std::nullopt;
      text = text.drop_front(word.size());
      if (!inside)
        side.axes.emplace_back();
      if (word != "1")
        side.axes.back().push_back(word.str());
    }
  }
  return inside ? std::nullopt : std::optional(side);
}

/// The axes that "..." stands for get letters of their own.
void expandDots(Side &side, unsigned count) {
  if (!side.dots)
    return;
  std::vector<Letters> between;
  for (unsigned index = 0; index < count; ++index)
    between.push_back({"." + std::to_string(index)});
  side.axes.insert(side.axes.begin() + static_cast<std::ptrdiff_t>(*side.dots), between.begin(), between.end());
  side.dots.reset();
}

Letters flattened(const Side &side) {
  Letters all;
  for (const Letters &axis : side.axes)
    all.insert(all.end(), axis.begin(), axis.end());
  return all;
}

} // namespace

/// As given, or of the axes that they are; nothing where two of an axis are open.
std::optional<Evaluator::ByLetter> Evaluator::sizesOfLetters(const Array &source, const std::vector<Letters> &axes, const Arguments &given) {
  ByLetter sizes;
  for (const auto &[letter, size] : given.named)
    if (size.is(Kind::Number))
      sizes[letter] = size.node;
    else if (size.is(Kind::Unknown) || (size.is(Kind::Array) && array(size).axes.shown == 0)) // a parameter
      sizes[letter] = numberLeaf(size.is(Kind::Array) ? nameOf(array(size)) : size.text, Format::Integer).node;
  Array named = source;
  named.name = nameOf(source);
  for (std::size_t index = 0; index < axes.size(); ++index) {
    std::optional<std::string> open;
    NodeId known = integer(1);
    for (const std::string &letter : axes[index])
      if (const auto size = sizes.find(letter); size != sizes.end())
        known = order::integerOperation(graph, Op::Mul, known, size->second);
      else if (std::exchange(open, letter))
        return std::nullopt;
    if (!open)
      continue;
    const NodeId whole = sizeOf(named, static_cast<unsigned>(axes.size() - index));
    sizes[*open] = order::wholeNumber(graph, known) == 1 ? whole : order::integerOperation(graph, Op::Div, whole, known);
  }
  return sizes;
}

/// The index of each letter in terms of the result's axes, which `made` becomes.
std::optional<Evaluator::ByLetter> Evaluator::placesOfLetters(const std::vector<Letters> &axes, const ByLetter &sizes, Axes &made) {
  ByLetter places;
  made.shown = static_cast<unsigned>(axes.size());
  made.sizes.assign(made.shown, {});
  made.reduced.assign(made.shown, false);
  for (std::size_t index = 0; index < axes.size(); ++index) {
    const auto axis = static_cast<unsigned>(axes.size() - index);
    NodeId behind = integer(1);
    for (std::size_t letter = axes[index].size(); letter-- > 0;) {
      const auto size = sizes.find(axes[index][letter]);
      if (size == sizes.end() || places.contains(axes[index][letter]))
        return std::nullopt;
      NodeId position = order::wholeNumber(graph, behind) == 1 ? variable(axis) : order::integerOperation(graph, Op::Div, variable(axis), behind);
      if (letter > 0) {
        const NodeId both[] = {position, size->second};
        position = graph.call("%", both, {Format::Integer});
      }
      places[axes[index][letter]] = position;
      behind = order::integerOperation(graph, Op::Mul, behind, size->second);
    }
    made.sizes[axis - 1] = axes[index].empty() ? integer(1) : behind;
    made.reduced[axis - 1] = axes[index].empty();
  }
  return places;
}

/// The source's indices; nothing where a letter is missing in the result: a sum, say, of einops.reduce.
std::optional<Evaluator::Reindexing> Evaluator::letterReindexing(const std::vector<Letters> &axes, const ByLetter &sizes, const ByLetter &places) {
  Reindexing how;
  for (std::size_t index = 0; index < axes.size(); ++index) {
    NodeId position;
    for (const std::string &letter : axes[index]) {
      const auto place = places.find(letter);
      if (place == places.end())
        return std::nullopt;
      position = position
                     ? order::integerOperation(graph, Op::Add, order::integerOperation(graph, Op::Mul, position, sizes.at(letter)), place->second)
                     : place->second;
    }
    how.loops[graph[variable(static_cast<unsigned>(axes.size() - index))].version] = position ? simplifiedPosition(position) : integer(0);
  }
  return how;
}

std::optional<Value> Evaluator::einops(llvm::StringRef name, Arguments &given, const Syntax &at) {
  if ((name != "rearrange" && name != "repeat") || given.positional.size() != 2 || !given.positional[1].is(Kind::Text))
    return std::nullopt;
  const auto [before, after] = llvm::StringRef(given.positional[1].text).split("->");
  std::optional<Side> from = sideOf(before), to = sideOf(after);
  const Value object = computable(given.positional[0]);
  if (!from || !to || !object.is(Kind::Array) || from->dots.has_value() != to->dots.has_value())
    return std::nullopt;
  Array source = array(object);
  const auto written = static_cast<unsigned>(from->axes.size());
  const bool leading = from->dots == std::size_t(0) && to->dots == std::size_t(0);
  if (!source.axes.known && !leading) {
    if (from->dots ? !(knowRank(source, written + 1) && learnt.changed) : !saysRank(source, written))
      return std::nullopt;
    Value later; // evaluated again with what is learnt
    later.text = script.places.spelling(at);
    return later;
  }
  if (source.axes.known) {
    if (source.axes.shown < written || (!from->dots && source.axes.shown != written))
      return std::nullopt;
    expandDots(*from, source.axes.shown - written);
    expandDots(*to, source.axes.shown - written);
  }
  const auto held = static_cast<unsigned>(from->axes.size());
  source.element = shownAs(source, std::max(held, source.axes.shown));
  if (!source.element || source.axes.shown > held)
    return std::nullopt;
  const auto sizes = sizesOfLetters(source, from->axes, given);
  Array result = source;
  result.axes.known = source.axes.known;
  const auto places = sizes ? placesOfLetters(to->axes, *sizes, result.axes) : std::nullopt;
  const auto how = places ? letterReindexing(from->axes, *sizes, *places) : std::nullopt;
  if (!how)
    return std::nullopt;
  result.element = reindexed(source.element, *how);
  if (!result.element)
    return opaque(at, "an array that a loop carries");
  result.turned |= flattened(*from) != flattened(*to);
  result.name.clear();
  result.initial = {};
  result.fresh = false;
  return make(std::move(result));
}

} // namespace fporder::python
