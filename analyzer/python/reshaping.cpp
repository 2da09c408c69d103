// Functions of NumPy and torch that give arrays other axes: reshape, transpose, squeeze, expand, split.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <set>

namespace fporder::python {

using order::NodeId;
using order::Op;

/// A new axis of size 1 in the place of a trailing one.
Value Evaluator::insertedAxis(const Value &object, unsigned axis) {
  Array result = array(object);
  if (!result.axes.known && axis > result.axes.shown + 1)
    return object;
  Reindexing how;
  for (unsigned each = result.axes.shown; each >= axis; --each)
    how.loops[graph[variable(each)].version] = variable(each + 1);
  result.element = reindexed(result.element, how);
  result.axes.sizes.resize(result.axes.shown);
  result.axes.reduced.resize(result.axes.shown);
  result.axes.sizes.insert(result.axes.sizes.begin() + (axis - 1), integer(1));
  result.axes.reduced.insert(result.axes.reduced.begin() + (axis - 1), true);
  ++result.axes.shown;
  result.name.clear();
  result.initial = {};
  result.fresh = false;
  return result.element ? make(std::move(result)) : object;
}

/// The axes with the sizes of those inputs under an array that have them, where the array's own are not known.
Axes Evaluator::sizedByInputs(const Array &of) {
  Axes sized = of.axes;
  if (!of.axes.known)
    return sized;
  sized.sizes.resize(sized.shown);
  std::vector<std::string> by(sized.shown + 1);
  for (const NodeId node : order::reachable(graph, of.element, [](NodeId) { return false; })) {
    if (graph[node].op != Op::Element)
      continue;
    const auto operands = graph.operands(node);
    for (std::size_t position = 0; position < operands.size(); ++position)
      for (unsigned axis = 1; axis <= sized.shown; ++axis) {
        if (operands[position] != variable(axis) || operands[0] == variable(0))
          continue;
        const std::string name(graph.symbol(node));
        if (by[axis].empty() && !sized.sizes[axis - 1])
          sized.sizes[axis - 1] = numberLeaf(name + ".shape[" + std::to_string(position) + "]", Format::Integer).node, by[axis] = name;
        else if (!by[axis].empty() && by[axis] != name)
          assume(order::Assumption::Kind::Name, "'" + by[axis] + "' and '" + name + "' are taken for arrays of one size", of.element);
      }
  }
  return sized;
}

/// Elements in the same order under other axes; nothing where the sizes of axes that this takes are not known.
std::optional<Value> Evaluator::reshapedTo(const Value &object, const Axes &target, bool flat) {
  Array result = array(object);
  const Axes from = result.axes;
  result.name.clear();
  result.initial = {};
  const auto version = [&](unsigned axis) { return graph[variable(axis)].version; };
  const auto isOne = [&](NodeId size) { return size && order::wholeNumber(graph, size) == 1; };
  const auto finished = [&](const Reindexing &how, const Axes &axes) -> std::optional<Value> {
    result.element = reindexed(result.element, how);
    result.axes = axes;
    result.axes.sizes.resize(axes.shown);
    result.axes.reduced.resize(axes.shown);
    return result.element ? std::optional(make(std::move(result))) : std::nullopt;
  };
  if (!from.known && from.shown == 0 && (flat || !target.known))
    return finished({}, {}); // by the position among all, as before
  Axes to = target;
  if (flat)
    to.known = true, to.shown = 1, to.sizes = {NodeId{}}, to.reduced = {false};
  Reindexing how;
  if (to.known) {
    // Axes of size 1 that come and go.
    std::vector<unsigned> wide;
    for (unsigned axis = 1; axis <= to.shown; ++axis)
      if (isOne(to.size(axis)))
        to.reduced[axis - 1] = true;
      else
        wide.push_back(axis);
    std::vector<unsigned> held;
    for (unsigned axis = 1; axis <= from.shown; ++axis)
      if (!from.isReduced(axis) && !isOne(from.size(axis)))
        held.push_back(axis);
    const bool fits = from.known ? wide.size() == held.size() : from.shown == 0 && wide.size() == 1;
    bool same = fits;
    unsigned open = 0;
    for (std::size_t index = 0; same && from.known && index < wide.size(); ++index) {
      const NodeId size = to.size(wide[index]), known = from.size(held[index]);
      open += !size;
      same = !size || (known && graph.value(size) == graph.value(known)) || wide.size() == 1;
    }
    if (same && open <= 1) {
      for (std::size_t index = 0; index < wide.size(); ++index) {
        how.loops[from.known ? version(held[index]) : version(0)] = variable(wide[index]);
        if (from.known && !to.size(wide[index]))
          to.sizes[wide[index] - 1] = from.size(held[index]);
      }
      return finished(how, to);
    }
    // (-1, x.shape[-1]): the last axes stay, what is before is one.
    if (!from.known && to.shown > 0 && !to.size(to.shown)) {
      Array counted = array(object);
      counted.name = nameOf(counted);
      bool stays = from.shown < to.shown;
      for (unsigned axis = 1; stays && axis < to.shown; ++axis)
        stays = to.size(axis) && graph.value(to.size(axis)) == graph.value(sizeOf(counted, axis));
      if (stays) {
        result.element = shownAs(result, to.shown - 1);
        how.loops[version(0)] = variable(to.shown);
        return finished(how, to);
      }
    }
  }
  // By the position in memory.
  const Axes sized = sizedByInputs(result);
  if (from.known && to.known)
    return reshapedInPart(std::move(result), sized, to);
  for (unsigned axis = 1; axis < from.shown + 1; ++axis)
    if (!sized.size(axis) && !from.isReduced(axis))
      return std::nullopt;
  if (from.shown == 0 && to.known && llvm::count(to.sizes, NodeId{}) == 1) { // what the other sizes leave of all elements
    Array named = result;
    named.name = nameOf(result);
    NodeId others = integer(1);
    for (const NodeId size : to.sizes)
      others = size ? order::integerOperation(graph, Op::Mul, others, size) : others;
    for (NodeId &size : to.sizes)
      size = size ? size : order::integerOperation(graph, Op::Div, sizeOf(named, 0), others);
  }
  for (unsigned axis = 1; to.known && axis < to.shown; ++axis)
    if (!to.size(axis))
      return std::nullopt;
  std::vector<unsigned> sources, targets;
  for (unsigned axis = 1; axis <= from.shown; ++axis)
    sources.push_back(axis);
  for (unsigned axis = 1; to.known && axis <= to.shown; ++axis)
    targets.push_back(axis);
  byMemory(sources, sized, targets, to, !from.known, how);
  return finished(how, to.known ? to : Axes());
}

/// The axes `sources`, the last first, by the position among all elements that the axes `targets` have; without targets, by the rest. With an open
/// rank the rest of the source lies before them.
void Evaluator::byMemory(llvm::ArrayRef<unsigned> sources, const Axes &sized, llvm::ArrayRef<unsigned> targets, const Axes &to, bool open,
                         Reindexing &how) {
  NodeId position = targets.empty() && !to.known ? variable(0) : integer(0), factor = integer(1), behind = integer(1);
  for (const unsigned axis : targets) {
    position = order::integerOperation(graph, Op::Add, position, order::integerOperation(graph, Op::Mul, variable(axis), factor));
    if (axis != targets.back())
      factor = order::integerOperation(graph, Op::Mul, factor, to.size(axis));
  }
  for (const unsigned axis : sources) {
    NodeId index = order::integerOperation(graph, Op::Div, position, behind);
    if (axis != sources.back() || open) {
      const NodeId size = sized.isReduced(axis) ? integer(1) : sized.size(axis), both[] = {index, size};
      index = graph.call("%", both, {Format::Integer});
      behind = order::integerOperation(graph, Op::Mul, behind, size);
    }
    how.loops[graph[variable(axis)].version] = index;
  }
  if (open)
    how.loops[graph[variable(0)].version] = order::integerOperation(graph, Op::Div, position, behind);
}

/// Axes of known number: those that are alike on both sides, the first ones and the last ones, stay; what is between them goes by the position in
/// memory.
std::optional<Value> Evaluator::reshapedInPart(Array result, const Axes &sized, Axes to) {
  const auto sizeOfSource = [&](unsigned axis) { return sized.isReduced(axis) ? integer(1) : sized.size(axis); };
  const auto alike = [&](unsigned source, unsigned target) {
    const NodeId one = sizeOfSource(source), other = to.size(target);
    return one && other && graph.value(one) == graph.value(other);
  };
  const unsigned shown = sized.shown;
  to.sizes.resize(to.shown);
  to.reduced.resize(to.shown);
  openSize(result, sized, to);
  unsigned last = 0, first = 0;
  while (last < shown && last < to.shown && alike(last + 1, last + 1))
    ++last;
  while (last + first < shown && last + first < to.shown && alike(shown - first, to.shown - first))
    ++first;
  Reindexing how;
  std::vector<unsigned> sources, targets;
  for (unsigned axis = last + 1; axis <= shown - first; ++axis) {
    if (!sizeOfSource(axis) && axis != shown - first)
      return std::nullopt;
    sources.push_back(axis);
  }
  for (unsigned axis = last + 1; axis <= to.shown - first; ++axis) {
    if (!to.size(axis) && axis != to.shown - first)
      return std::nullopt;
    targets.push_back(axis);
  }
  for (unsigned axis = 0; axis < first; ++axis)
    how.loops[graph[variable(shown - axis)].version] = variable(to.shown - axis);
  byMemory(sources, sized, targets, to, false, how);
  result.element = reindexed(result.element, how);
  for (unsigned axis = 1; axis <= to.shown; ++axis)
    to.reduced[axis - 1] = to.size(axis) && order::wholeNumber(graph, to.size(axis)) == 1;
  result.axes = to;
  return result.element ? std::optional(make(std::move(result))) : std::nullopt;
}

/// The size that -1 stands for: what the sizes of the source leave over, where all of them are known.
void Evaluator::openSize(const Array &result, const Axes &sized, Axes &to) {
  Nodes over, under;
  unsigned open = 0;
  for (unsigned axis = 1; axis <= to.shown; ++axis)
    if (to.size(axis))
      under.push_back(to.size(axis));
    else
      ++open, under.push_back({});
  if (open != 1)
    return;
  for (unsigned axis = 1; axis <= sized.shown; ++axis) {
    const NodeId size = sized.isReduced(axis) ? integer(1) : sized.size(axis);
    if (!size)
      return;
    const auto same = llvm::find_if(under, [&](NodeId each) { return each && graph.value(each) == graph.value(size); });
    if (same != under.end())
      under.erase(same);
    else
      over.push_back(size);
  }
  const auto varies = [&](NodeId each) { return each && !order::wholeNumber(graph, each); };
  if (sized.shown < to.shown && llvm::any_of(under, varies) && needsRank(computed(result, result.element), to.shown))
    return; // evaluated again with what is learnt
  NodeId size = integer(1), divisor = integer(1);
  for (const NodeId each : over)
    size = order::integerOperation(graph, Op::Mul, size, each);
  for (const NodeId each : under)
    if (each)
      divisor = order::integerOperation(graph, Op::Mul, divisor, each);
  for (unsigned axis = 1; axis <= to.shown; ++axis)
    if (!to.size(axis))
      to.sizes[axis - 1] = order::wholeNumber(graph, divisor) == 1 ? size : order::integerOperation(graph, Op::Div, size, divisor);
}

/// Rearrangements of elements; the object is the first argument.
std::optional<Value> Evaluator::reshaped(llvm::StringRef name, Arguments &given, const Syntax &at) {
  if (!given.positional.empty() && llvm::is_contained({"t", "transpose", "permute", "unsqueeze", "reshape", "view", "swapaxes", "size"}, name) &&
      isArrayAfterAll(given.positional[0], name == "t" || name == "transpose" || name == "swapaxes" ? 2 : 1))
    return given.positional[0];
  if (given.positional.empty() || !(given.positional[0].is(Kind::Array) || given.positional[0].is(Kind::Unknown)))
    return std::nullopt;
  const auto is = [&](std::initializer_list<llvm::StringLiteral> names) { return llvm::is_contained(names, name); };
  if (!is({"reshape",  "view", "flatten",    "ravel",     "squeeze",       "unsqueeze", "expand_dims", "transpose", "permute",
           "swapaxes", "t",    "expand",     "expand_as", "broadcast_to",  "view_as",   "reshape_as",  "resize",    "numel",
           "size",     "dim",  "ndimension", "stride",    "is_contiguous", "chunk",     "split",       "unbind",    "type_dtype"}))
    return std::nullopt;
  const Value object = computable(given.positional[0]);
  const Array source = array(object);
  const auto argument = [&](std::size_t index) { return index < given.positional.size() ? given.positional[index] : Value(); };
  if (name == "numel" || (name == "size" && given.positional.size() == 1)) {
    if (name == "numel")
      return number(source.axes.known ? termCount(object, *reducedAxes(object, nullptr, at)) : termCount(object, {0}));
    Value shape;
    shape.kind = Kind::Shape;
    shape.array = object.array;
    return shape;
  }
  if (name == "size") {
    Value shape;
    shape.kind = Kind::Shape;
    shape.array = object.array;
    return shapeEntry(shape, argument(1), at);
  }
  if (name == "dim" || name == "ndimension")
    return source.axes.known ? weakInteger(source.axes.shown) : numberLeaf(nameOf(source) + ".ndim", Format::Integer);
  if (name == "stride" || name == "is_contiguous")
    return numberLeaf(script.places.spelling(at), Format::Integer);
  if (name == "unsqueeze" || name == "expand_dims") {
    const auto axis = wholeOf(given.at("axis", 1) ? *given.at("axis", 1) : given.at("dim", 1) ? *given.at("dim", 1) : Value());
    if (!axis || (*axis > 0 && !source.axes.known && !knowRank(source, static_cast<unsigned>(*axis))))
      return opaque(at, "where the new axis is is not known");
    if (*axis >= 0 && !source.axes.known)
      return object;
    return insertedAxis(object, *axis < 0 ? static_cast<unsigned>(-*axis)
                                          : source.axes.shown + 1 - static_cast<unsigned>(std::min<long long>(*axis, source.axes.shown)));
  }
  if (is({"transpose", "swapaxes", "t", "permute"})) {
    std::vector<long long> numbers;
    const Value *listed = given.find("axes") ? given.find("axes") : given.find("dims");
    for (const Value &each : listed ? indexItems(*listed)
                             : given.positional.size() == 2 && argument(1).is(Kind::Tuple)
                                 ? argument(1).items
                                 : std::vector(given.positional.begin() + 1, given.positional.end()))
      if (const auto known = wholeOf(each))
        numbers.push_back(*known);
    if (name == "t" || (numbers.empty() && !listed && given.positional.size() == 1)) {
      if (!source.axes.known && !knowRank(source, 2))
        return opaque(at, "the number of axes is not known");
      return source.axes.known && source.axes.shown > 2 ? opaque(at, "more axes than two are turned round") : transposed(object, {1, 2});
    }
    if (source.axes.known && name == "permute" && source.axes.shown < numbers.size() && needsRank(object, static_cast<unsigned>(numbers.size())))
      return object; // evaluated again with what is learnt
    const bool pair = numbers.size() == 2 && (name == "swapaxes" || source.library != Library::NumPy) && name != "permute";
    const auto fromLast = [&](long long axis) { return static_cast<unsigned>(axis < 0 ? -axis : source.axes.shown - axis); };
    const bool positive = llvm::any_of(numbers, [](long long axis) { return axis >= 0; });
    if (!source.axes.known && positive) {
      if (!knowRank(source, pair ? static_cast<unsigned>(std::max({numbers[0], numbers[1], 1LL})) + 1 : static_cast<unsigned>(numbers.size())))
        return opaque(at, "the number of axes is not known");
      return object; // evaluated again with what is learnt
    }
    unsigned highest = 0;
    for (const long long axis : numbers)
      highest = std::max(highest, static_cast<unsigned>(axis < 0 ? -axis : axis + 1));
    if (pair && source.axes.known && highest > source.axes.shown && needsRank(object, highest))
      return object;
    if (pair)
      return fromLast(numbers[0]) >= 1 && fromLast(numbers[1]) >= 1 &&
                     (!source.axes.known || std::max(fromLast(numbers[0]), fromLast(numbers[1])) <= source.axes.shown)
                 ? transposed(object, {fromLast(numbers[0]), fromLast(numbers[1])})
                 : opaque(at, "the axes are not known");
    if (numbers.size() != source.axes.shown || !source.axes.known)
      return opaque(at, "the axes are not known");
    Array result = source;
    Reindexing how;
    result.axes.sizes.assign(source.axes.shown, {});
    result.axes.reduced.assign(source.axes.shown, false);
    for (unsigned position = 0; position < numbers.size(); ++position) {
      const unsigned from = fromLast(numbers[position]), to = source.axes.shown - position;
      if (from < 1 || from > source.axes.shown)
        return opaque(at, "the axes are not known");
      how.loops[graph[variable(from)].version] = variable(to);
      result.axes.sizes[to - 1] = source.axes.size(from);
      result.axes.reduced[to - 1] = source.axes.isReduced(from);
    }
    result.element = reindexed(source.element, how);
    result.name.clear();
    result.initial = {};
    result.turned = true;
    result.fresh = false;
    return result.element ? make(std::move(result)) : opaque(at, "an array that a loop carries");
  }
  if (is({"expand", "expand_as", "broadcast_to"}))
    return object;
  if (name == "squeeze") {
    std::vector<unsigned> gone;
    const Value *axis = given.at("axis", 1);
    const auto which = axis ? wholeOf(*axis) : std::nullopt;
    if (axis && !which)
      return opaque(at, "which axis goes is not known");
    for (unsigned each = 1; each <= source.axes.shown; ++each) {
      const bool named = !which || static_cast<long long>(each) == (*which < 0 ? -*which : static_cast<long long>(source.axes.shown) - *which);
      const bool one = source.axes.isReduced(each) || (source.axes.size(each) && order::wholeNumber(graph, source.axes.size(each)) == 1);
      if (named && (one || which))
        gone.push_back(each);
    }
    return gone.empty() ? object : withoutAxes(object, gone);
  }
  if (const auto type = name == "view" && given.positional.size() == 2 ? formatFrom(argument(1)) : std::nullopt) // its bits, read as another type
    return symbolic("view(" + nameOf(source) + ")", Axes{source.axes.known, source.axes.shown, {}, {}}, *type, source.library,
                    "the bits of '" + nameOf(source) + "' are read as another type");
  if (is({"reshape", "view", "flatten", "ravel", "view_as", "reshape_as", "resize"})) {
    // Elements keep their order; which they are is only known by the position among all.
    Value shape;
    if (given.positional.size() == 2)
      shape = argument(1);
    else if (given.positional.size() > 2) {
      shape.kind = Kind::Tuple;
      shape.items.assign(given.positional.begin() + 1, given.positional.end());
    }
    const Axes target = axesFrom(shape);
    const bool sameAxes = target.known && source.axes.known && target.shown == source.axes.shown && [&] {
      for (unsigned axis = 1; axis < target.shown; ++axis)
        if (!target.size(axis) || target.size(axis) != source.axes.size(axis))
          return false;
      return true;
    }();
    if (sameAxes)
      return object;
    Array result = source;
    result.name.clear();
    result.initial = {};
    if (source.fresh) { // an input, whatever shape it was drawn in
      Arguments none;
      Axes axes = target;
      if (name == "flatten" || name == "ravel")
        axes.known = true, axes.shown = 1;
      order::NodeSpec spec;
      spec.op = Op::Element;
      spec.type = graph[source.element].type;
      spec.symbol = "input";
      spec.version = ++nextVersion;
      const Nodes where = indices(axes);
      spec.operands = where;
      if (where.empty())
        spec.op = Op::Input;
      result.element = graph.intern(spec);
      result.axes = axes;
      result.fresh = true;
      return make(std::move(result));
    }
    if (source.axes.known && graph[source.element].op == Op::Constant) {
      result.axes = target;
      return make(std::move(result));
    }
    const bool flat = name == "flatten" || name == "ravel" || (given.positional.size() == 2 && wholeOf(argument(1)) == -1);
    if (auto made = reshapedTo(object, target, flat))
      return *made;
    if (target.known && source.axes.known && source.axes.shown < target.shown && needsRank(object, target.shown))
      return object; // evaluated again with what is learnt
    return opaque(at, "which elements the new axes take is not known");
  }
  return opaque(at, "the parts are not followed");
}

} // namespace fporder::python
