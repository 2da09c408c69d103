// einops: rearrange(x, "b (h d) n -> b h n d", h=8) and repeat, whose patterns say ranks, sizes and where every element goes.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

/// Letters of an axis, the outermost first; none for an axis of size 1.
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
  const auto held = static_cast<unsigned>(from->axes.size()), made = static_cast<unsigned>(to->axes.size());
  source.element = shownAs(source, std::max(held, source.axes.shown));
  if (!source.element || source.axes.shown > held)
    return std::nullopt;
  // Sizes of letters: as given, or of the axes that they are.
  const auto times = [&](NodeId left, NodeId right) { return order::integerOperation(graph, Op::Mul, left, right); };
  std::map<std::string, NodeId> sizes;
  for (const auto &[letter, size] : given.named)
    if (size.is(Kind::Number))
      sizes[letter] = size.node;
    else if (size.is(Kind::Unknown) || (size.is(Kind::Array) && array(size).axes.shown == 0)) // a parameter
      sizes[letter] = numberLeaf(size.is(Kind::Array) ? nameOf(array(size)) : size.text, Format::Integer).node;
  Array named = source;
  named.name = nameOf(source);
  for (unsigned index = 0; index < held; ++index) {
    const Letters &letters = from->axes[index];
    std::optional<std::string> open;
    NodeId known = integer(1);
    for (const std::string &letter : letters)
      if (const auto size = sizes.find(letter); size != sizes.end())
        known = times(known, size->second);
      else if (std::exchange(open, letter))
        return std::nullopt; // two sizes that are not known
    if (open) {
      const NodeId whole = sizeOf(named, held - index);
      sizes[*open] = order::wholeNumber(graph, known) == 1 ? whole : order::integerOperation(graph, Op::Div, whole, known);
    }
  }
  // Where each letter stands in the result.
  std::map<std::string, NodeId> positions;
  Array result = source;
  result.axes.known = source.axes.known;
  result.axes.shown = made;
  result.axes.sizes.assign(made, {});
  result.axes.reduced.assign(made, false);
  for (unsigned index = 0; index < made; ++index) {
    const unsigned axis = made - index;
    NodeId behind = integer(1);
    const Letters &letters = to->axes[index];
    for (std::size_t letter = letters.size(); letter-- > 0;) {
      const auto size = sizes.find(letters[letter]);
      if (size == sizes.end() || positions.contains(letters[letter]))
        return std::nullopt;
      NodeId position = order::wholeNumber(graph, behind) == 1 ? variable(axis) : order::integerOperation(graph, Op::Div, variable(axis), behind);
      if (letter > 0) {
        const NodeId both[] = {position, size->second};
        position = graph.call("%", both, {Format::Integer});
      }
      positions[letters[letter]] = position;
      behind = times(behind, size->second);
    }
    result.axes.sizes[axis - 1] = letters.empty() ? integer(1) : behind;
    result.axes.reduced[axis - 1] = letters.empty();
  }
  Reindexing how;
  for (unsigned index = 0; index < held; ++index) {
    NodeId position;
    for (const std::string &letter : from->axes[index]) {
      if (!positions.contains(letter))
        return std::nullopt; // a sum, say, of einops.reduce
      position = position ? order::integerOperation(graph, Op::Add, times(position, sizes[letter]), positions[letter]) : positions[letter];
    }
    how.loops[graph[variable(held - index)].version] = position ? simplifiedPosition(position) : integer(0);
  }
  result.element = reindexed(source.element, how);
  if (!result.element)
    return opaque(at, "an array that a loop carries");
  result.turned |= flattened(*from) != flattened(*to);
  result.name.clear();
  result.initial = {};
  result.fresh = false;
  return make(std::move(result));
}

} // namespace fporder::python
