// Sums, products, minima and maxima over axes, and products of matrices.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

constexpr long long numpyBuffer = 8192; // elements, by default

} // namespace

/// What an array is called: of a computed one, the first input under it with axes of its own.
std::string Evaluator::nameOf(const Array &array) const {
  if (!array.name.empty())
    return array.name;
  for (const NodeId node : order::reachable(graph, array.element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element)
      return std::string(graph.symbol(node));
  return "value";
}

/// The trailing axes that an `axis` argument names, the outermost first; 0 is the rest. Nothing where that is not known.
std::optional<std::vector<unsigned>> Evaluator::reducedAxes(const Value &operand, const Value *axis, const Syntax &) {
  const Array of = array(operand);
  std::vector<unsigned> result;
  if (!axis || axis->is(Kind::None)) {
    if (!of.axes.known)
      result.push_back(0);
    for (unsigned each = of.axes.shown; each > 0; --each)
      result.push_back(each);
    if (of.axes.known)
      return result;
    std::rotate(result.begin(), result.begin(), result.end());
    return result;
  }
  for (const Value &each : indexItems(*axis)) {
    const auto number = wholeOf(each);
    if (!number)
      return std::nullopt;
    if (*number < 0) {
      result.push_back(static_cast<unsigned>(-*number));
      continue;
    }
    const auto position = static_cast<unsigned>(*number);
    if (!of.axes.known && !knowRank(of, std::max(position + 1, 2U)))
      return std::nullopt;
    const unsigned rank = of.axes.known ? of.axes.shown : std::max(position + 1, 2U);
    if (position >= rank) {
      needsRank(operand, position + 1);
      return std::nullopt;
    }
    result.push_back(rank - position);
  }
  llvm::sort(result, std::greater<>());
  if (of.axes.known && !result.empty() && result.front() > of.axes.shown) {
    needsRank(operand, result.front());
    return std::nullopt;
  }
  return result;
}

NodeId Evaluator::termCount(const Value &operand, const std::vector<unsigned> &axes) {
  if (!operand.is(Kind::Array))
    return integer(1);
  Array of = array(operand);
  of.name = nameOf(of);
  if (llvm::is_contained(axes, 0U))
    return sizeOf(of, 0);
  NodeId count = integer(1);
  for (const unsigned axis : axes)
    count = order::integerOperation(graph, Op::Mul, count, of.axes.isReduced(axis) ? integer(1) : sizeOf(of, axis));
  return count;
}

/// The schedule of NumPy's sum over these axes of an array: pairwise along memory, else row by row.
order::Schedule Evaluator::scheduleOf(const Array &term, const std::vector<unsigned> &axes) const {
  if (term.turned)
    return order::Schedule::Unspecified;
  if (term.gaps && (axes.size() > 1 || axes.front() != 1))
    return order::Schedule::Unspecified;
  // The last axes, all that lie behind the outermost one of them: one run of memory.
  const bool run = axes.back() <= 1 && (axes.front() == 0 || axes.front() == axes.size());
  if (run)
    return order::Schedule::Pairwise;
  return axes.back() > 1 && axes.size() == 1 ? order::Schedule::Sequential : order::Schedule::Unspecified;
}

/// `term` joined over loops, the outermost first.
Value Evaluator::joined(const order::Reduction &how, NodeId term, const Nodes &loops, const Nodes &trips, Format format, order::PlaceId place) {
  NodeId node = term;
  for (std::size_t index = loops.size(); index-- > 0;) {
    order::Reduction reduction = how;
    reduction.loop = graph[loops[index]].version;
    reduction.continues = index != 0;
    if (index != 0)
      reduction.schedule = order::Schedule::Sequential, reduction.width = 0;
    const NodeId operands[] = {graph.constant(order::identity(how.kind), {format}), node, trips[index]};
    order::NodeSpec spec;
    spec.op = Op::Reduce;
    spec.type = {format};
    spec.operands = operands;
    spec.reduction = &reduction;
    spec.place = place;
    node = graph.intern(spec);
  }
  return number(node, false);
}

/// Up to version 2.2 NumPy summed what is in one run of memory buffer by buffer. Fills in the inner loop over the elements of a buffer, and its trip
/// count; the result is the index of the loop over buffers, invalid where one buffer holds everything, or the profile is a later version's.
NodeId Evaluator::overBuffers(const std::vector<unsigned> &axes, Nodes &sizes, Reindexing &how, Nodes &loops) {
  NodeId total = integer(1);
  for (const NodeId size : sizes)
    total = order::integerOperation(graph, Op::Mul, total, size);
  const auto known = order::wholeNumber(graph, total);
  if ((script.options.profile != "numpy-1" && script.options.profile != "numpy-2.2") || (known && *known <= numpyBuffer))
    return {};
  const NodeId buffers = freshIndex("b"), within = freshIndex("r");
  const NodeId before = order::integerOperation(graph, Op::Mul, buffers, integer(numpyBuffer));
  const NodeId position = order::integerOperation(graph, Op::Add, before, within);
  NodeId behind = integer(1);
  for (std::size_t index = axes.size(); index-- > 0;) {
    NodeId at = order::integerOperation(graph, Op::Div, position, behind);
    if (index > 0) {
      const NodeId both[] = {at, sizes[index]};
      at = graph.call("%", both, {Format::Integer});
      behind = order::integerOperation(graph, Op::Mul, behind, sizes[index]);
    }
    how.loops[graph[variable(axes[index])].version] = at;
  }
  const NodeId left = order::integerOperation(graph, Op::Sub, total, before);
  loops = {within};
  sizes = {graph.binary(Op::Min, integer(numpyBuffer), left, {Format::Integer})};
  return buffers;
}

/// Axes stay, with size 1.
Value Evaluator::reduced(const order::Reduction &given, const Value &value, const std::vector<unsigned> &axes, order::PlaceId place) {
  if (!value.is(Kind::Array) || axes.empty())
    return value;
  Array result = array(value);
  const unsigned shown = std::max(result.axes.shown, axes.front());
  Nodes sizes;
  Array counted = result;
  counted.name = nameOf(result);
  for (const unsigned axis : axes)
    sizes.push_back(result.axes.isReduced(axis) ? integer(1) : sizeOf(counted, axis));
  result.element = shownAs(result, shown);
  result.axes.shown = shown;
  result.axes.sizes.resize(shown);
  result.axes.reduced.resize(shown);
  Reindexing how;
  Nodes loops;
  order::Reduction reduction = given;
  if (reduction.schedule == order::Schedule::Pairwise)
    reduction.schedule = scheduleOf(array(value), axes);
  if (reduction.schedule != order::Schedule::Pairwise)
    reduction.width = 0;
  NodeId total = integer(1);
  for (const NodeId size : sizes)
    total = order::integerOperation(graph, Op::Mul, total, size);
  const NodeId buffers = reduction.schedule == order::Schedule::Pairwise ? overBuffers(axes, sizes, how, loops) : NodeId{};
  for (const unsigned axis : axes) {
    if (axis > 0)
      result.axes.reduced[axis - 1] = true;
    if (buffers)
      continue;
    static constexpr llvm::StringLiteral names[] = {"r", "s", "t", "u"};
    loops.push_back(freshIndex(names[std::min(loops.size(), std::size(names) - 1)]));
    how.loops[graph[variable(axis)].version] = loops.back();
  }
  NodeId term = result.element ? reindexed(result.element, how) : NodeId{};
  if (!term) {
    Value lost;
    lost.text = "carried";
    return lost;
  }
  const bool joinsSum = reduction.kind == order::ReductionKind::Sum || reduction.kind == order::ReductionKind::Product;
  const Format own = graph[term].type.format;
  Format format = own == Format::Boolean ? Format::Integer : own;
  // Halves are added in binary32, and the sum is rounded once.
  if (joinsSum && format::isNarrow(format)) {
    format = Format::Binary32;
    term = converted(term, format, place);
  }
  NodeId node = joined(reduction, converted(term, format, place), loops, sizes, format, place).node;
  if (buffers) {
    order::Reduction oneByOne;
    oneByOne.kind = reduction.kind;
    const NodeId most = integer(numpyBuffer);
    const NodeId count = order::integerOperation(graph, Op::Div, order::integerOperation(graph, Op::Add, total, integer(numpyBuffer - 1)), most);
    node = joined(oneByOne, node, {buffers}, {count}, format, place).node;
  }
  if (reduction.schedule == order::Schedule::Pairwise && !array(value).name.empty())
    assume(order::Assumption::Kind::Name, "'" + array(value).name + "' is taken for contiguous in memory", node);
  node = format::isNarrow(own) ? converted(node, own, place) : node;
  result.element = node;
  result.name.clear();
  result.initial = {};
  result.fresh = result.turned = result.gaps = false;
  if (axes.front() == 0) // nothing of it varies
    result.axes.known = true;
  return make(std::move(result));
}

/// Without axes of size 1; a number where none is left.
Value Evaluator::withoutAxes(const Value &value, const std::vector<unsigned> &axes) {
  if (!value.is(Kind::Array))
    return value;
  Array result = array(value);
  Reindexing how;
  unsigned target = 0;
  Axes left;
  left.known = result.axes.known;
  for (unsigned axis = 1; axis <= result.axes.shown; ++axis) {
    if (llvm::is_contained(axes, axis))
      continue;
    ++target;
    if (target != axis)
      how.loops[graph[variable(axis)].version] = variable(target);
    left.sizes.push_back(result.axes.size(axis));
    left.reduced.push_back(result.axes.isReduced(axis));
  }
  left.shown = target;
  result.element = reindexed(result.element, how);
  result.axes = left;
  if (left.known && left.shown == 0 && result.element) {
    Value scalar = number(result.element, false);
    scalar.library = result.library;
    return scalar;
  }
  return make(std::move(result));
}

/// A product of matrices, of vectors, of stacks of matrices: a sum whose schedule a library decides.
std::optional<Value> Evaluator::matrixProduct(const Value &first, const Value &second, order::PlaceId place, const Syntax &) {
  const Value operands[] = {computable(first), computable(second)};
  for (const Value &each : operands)
    if (isArrayAfterAll(each, 2))
      return each; // evaluated again with what is learnt
  if (!operands[0].is(Kind::Array) || !operands[1].is(Kind::Array))
    return std::nullopt;
  Array left = array(operands[0]), right = array(operands[1]);
  for (const Array *each : {&left, &right})
    if (!each->axes.known && each->axes.shown < 2 && !knowRank(*each, 2))
      return std::nullopt;
  const bool vectorLeft = left.axes.known && left.axes.shown == 1, vectorRight = right.axes.known && right.axes.shown == 1;
  const NodeId loop = freshIndex("r");
  const auto version = [&](unsigned axis) { return graph[variable(axis)].version; };
  Array named = left;
  named.name = nameOf(left);
  const NodeId count = left.axes.size(1) || !right.axes.size(vectorRight ? 1 : 2) ? sizeOf(named, 1) : right.axes.size(vectorRight ? 1 : 2);
  Reindexing ofLeft, ofRight;
  ofLeft.loops[version(1)] = loop;
  ofRight.loops[version(vectorRight ? 1 : 2)] = loop;
  NodeId a = reindexed(shownAs(left, std::max(2U, left.axes.shown)), ofLeft),
         b = reindexed(shownAs(right, vectorRight ? 1 : std::max(2U, right.axes.shown)), ofRight);
  if (!a || !b)
    return std::nullopt;
  const Format own = promoted(operands, false);
  const Format format = format::isNarrow(own) ? Format::Binary32 : own;
  const NodeId product = operation(Op::Mul, converted(a, format, place), converted(b, format, place), format, place);
  order::Reduction how;
  how.schedule = order::Schedule::Unspecified;
  const NodeId sum = converted(joined(how, product, {loop}, {count}, format, place).node, own, place);
  Array result;
  result.library = left.library == Library::None ? right.library : left.library;
  result.element = sum;
  result.axes.known = left.axes.known && right.axes.known;
  result.axes.shown = std::max({2U, left.axes.shown, right.axes.shown});
  result.axes.sizes.resize(result.axes.shown);
  result.axes.reduced.resize(result.axes.shown);
  result.axes.sizes[0] = right.axes.size(1);
  result.axes.sizes[1] = left.axes.size(2);
  for (unsigned axis = 3; axis <= result.axes.shown; ++axis)
    result.axes.sizes[axis - 1] = left.axes.size(axis) ? left.axes.size(axis) : right.axes.size(axis);
  std::vector<unsigned> dropped;
  if (vectorLeft)
    dropped.push_back(2);
  if (vectorRight)
    dropped.push_back(1);
  const Value whole = make(std::move(result));
  return dropped.empty() ? whole : withoutAxes(whole, dropped);
}

/// einsum("ij,jk->ik", a, b): products of the operands, summed over the letters that the result lacks.
std::optional<Value> Evaluator::einsum(Arguments &given, const Syntax &at) {
  if (given.positional.size() < 2 || !given.positional[0].is(Kind::Text))
    return std::nullopt;
  std::string text = given.positional[0].text;
  llvm::erase(text, ' ');
  const auto [inputs, output] = llvm::StringRef(text).split("->");
  llvm::SmallVector<llvm::StringRef, 4> parts;
  inputs.split(parts, ',');
  if (!llvm::StringRef(text).contains("->") || parts.size() + 1 != given.positional.size() || text.find('.') != std::string::npos)
    return std::nullopt;
  std::map<char, NodeId> loops, sizes;
  Nodes indicesOfLoops, trips, factors;
  Array result;
  result.axes.known = true;
  result.axes.shown = static_cast<unsigned>(output.size());
  std::vector<Value> operands;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const Value operand = computable(given.positional[index + 1]);
    if (isArrayAfterAll(operand, static_cast<unsigned>(parts[index].size())))
      return operand; // evaluated again with what is learnt
    if (!operand.is(Kind::Array))
      return std::nullopt;
    Array of = array(operand);
    if (!of.axes.known) {
      if (!saysRank(of, static_cast<unsigned>(parts[index].size())))
        return std::nullopt;
      Value later; // evaluated again with what is learnt
      later.text = script.places.spelling(at);
      return later;
    }
    if (of.axes.known && of.axes.shown != parts[index].size()) {
      if (needsRank(operand, static_cast<unsigned>(parts[index].size())))
        return operand; // evaluated again with what is learnt
      return std::nullopt;
    }
    of.name = nameOf(of);
    result.library = of.library;
    Reindexing how;
    for (std::size_t letter = 0; letter < parts[index].size(); ++letter) {
      const char each = parts[index][letter];
      const auto axis = static_cast<unsigned>(parts[index].size() - letter);
      const std::size_t kept = output.find(each);
      if (kept == llvm::StringRef::npos && !loops.contains(each)) {
        loops[each] = freshIndex(std::string(1, each));
        indicesOfLoops.push_back(loops[each]);
        trips.push_back(sizeOf(of, axis));
      }
      if (!sizes.contains(each))
        sizes[each] = sizeOf(of, axis);
      how.loops[graph[variable(axis)].version] = kept == llvm::StringRef::npos ? loops[each] : variable(static_cast<unsigned>(output.size() - kept));
    }
    factors.push_back(reindexed(shownAs(of, static_cast<unsigned>(parts[index].size())), how));
    if (!factors.back())
      return std::nullopt;
    operands.push_back(operand);
  }
  for (std::size_t axis = output.size(); axis > 0; --axis)
    result.axes.sizes.push_back(sizes[output[axis - 1]]);
  const Format own = promoted(operands, false);
  const Format format = format::isNarrow(own) && !indicesOfLoops.empty() ? Format::Binary32 : own;
  NodeId product = converted(factors[0], format, place(at));
  for (const NodeId factor : llvm::ArrayRef(factors).drop_front())
    product = operation(Op::Mul, product, converted(factor, format, place(at)), format, place(at));
  order::Reduction how;
  how.schedule = order::Schedule::Unspecified;
  result.element = indicesOfLoops.empty() ? product : converted(joined(how, product, indicesOfLoops, trips, format, place(at)).node, own, place(at));
  if (result.axes.shown == 0)
    return number(result.element, false);
  return make(std::move(result));
}

} // namespace fporder::python
