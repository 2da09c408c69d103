#include "runtime/measure/loop_extents.h"

#include "runtime/measure/element_place.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t mostChecked = 50'000'000; // elements, of one array

class Settling {
public:
  Settling(const Subject &what, const LeafTable &leaves, std::uint32_t defaultTripCount, Extents &result)
      : subject(what), graph(subject.graph), programs(subject.tripCounts), table(leaves), defaultTrips(defaultTripCount), extents(result) {}

  std::optional<Error> settle(std::vector<BoundArray> &arrays) {
    for (const auto &[loop, count] : subject.loopCounts)
      if (const std::optional<AffineIndex> form = affine(count); form && form->coefficients.empty())
        programs[loop] = std::max<std::int64_t>(form->constant, 0);
    rangeAsStated(arrays);
    for (const auto &[loop, reduce] : table.loops)
      if (const std::optional<std::int64_t> trips = isUneven(loop) ? std::nullopt : tripsOf(loop, reduce))
        extents.tripCounts[loop] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(*trips, 0, UINT32_MAX));
    for (BoundArray &array : arrays)
      array.gathered = isGathered(array, arrays);
    for (BoundArray &array : arrays)
      inferStrides(array);
    for (const BoundArray &array : arrays)
      inferLength(array);
    noteSeveralWays(arrays);
    for (BoundArray &array : arrays)
      if (std::optional<Error> error = indexArray(array))
        return error;
    for (const auto &[loop, reduce] : table.loops)
      if (!extents.tripCounts.contains(loop) && !isUneven(loop)) {
        noteThreads(loop, reduce);
        extents.tripCounts[loop] = defaultTrips;
        extents.notes.push_back("nothing says how often the reduction over " + loopName(loop) + " runs: " + std::to_string(defaultTrips) +
                                " terms are taken");
      }
    if (std::optional<Error> error = boundUneven(arrays))
      return error;
    ElementPlaces places(subject, table, arrays, extents);
    for (const BoundArray &array : arrays)
      places.follow(array);
    for (const BoundArray &array : arrays)
      if (std::optional<Error> error = array.gathered || places.inUnevenLoops(array) ? checkReads(array, places) : checkBounds(array))
        return error;
    return std::nullopt;
  }

private:
  std::optional<std::int64_t> known(NodeId leaf) const {
    const auto found = extents.integerLeaves.find(leaf);
    return found == extents.integerLeaves.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<AffineIndex> affine(NodeId index) const {
    return affineIndex(graph, index, [&](NodeId leaf) { return known(leaf); });
  }
  NodeId tripNode(NodeId reduce) const { return order::reduceOperands(graph, reduce).trips; }
  std::optional<std::int64_t> tripOperand(NodeId reduce) const {
    const NodeId trips = tripNode(reduce);
    if (!trips)
      return std::nullopt;
    const std::optional<AffineIndex> form = affine(trips);
    return form && form->coefficients.empty() ? std::optional(form->constant) : std::nullopt;
  }
  /// How often a bound loop runs where the program says it.
  std::optional<std::int64_t> statedTrips(std::uint32_t loop) const {
    const auto reduce = table.loops.find(loop);
    return reduce == table.loops.end() || isUneven(loop) ? std::nullopt : tripsOf(loop, reduce->second);
  }
  std::optional<std::int64_t> tripsOf(std::uint32_t loop, NodeId reduce) const {
    const std::optional<std::int64_t> trips = tripOperand(reduce);
    const auto stated = programs.find(loop);
    return trips || stated == programs.end() ? trips : std::optional(std::int64_t{stated->second});
  }
  /// Whether loops around a bound loop say how often it runs.
  bool isUneven(std::uint32_t loop) const {
    const auto reduce = table.loops.find(loop);
    const NodeId trips = reduce == table.loops.end() ? NodeId{} : tripNode(reduce->second);
    return trips && graph.mentionsLoop(trips);
  }

  /// A trip count that depends on a thread's number is no number for all samples. Where threads share out a range of unknown size by a stride, all
  /// may have the same share.
  void noteThreads(std::uint32_t loop, NodeId reduce) {
    const NodeId trips = tripNode(reduce);
    if (!trips || !extents.notMeasured.empty())
      return;
    NodeId thread;
    bool unknown = false, shared = false;
    for (const NodeId node : order::reachable(graph, trips, [&](NodeId at) { return order::isLeaf(graph[at].op); })) {
      const bool leaf = order::isLeaf(graph[node].op) && graph[node].op != Op::Constant && !known(node);
      if (leaf && (isThreadNumber(graph.symbol(node)) || graph[node].op == Op::Element))
        thread = node;
      else
        unknown |= leaf;
      shared |= graph[node].op == Op::Div;
    }
    if (thread && !(unknown && shared))
      extents.notMeasured = "how often the loop over " + loopName(loop) + " runs depends on '" + std::string(graph.symbol(thread)) + "'";
  }

  /// The range of an integer leaf over all samples and iterations.
  std::optional<IndexRange> rangeOf(NodeId leaf, const std::vector<BoundArray> &arrays) const {
    const std::uint32_t loop = graph[leaf].op == Op::LoopIndex ? graph[leaf].version : indexOf(graph, leaf);
    if (const auto trips = extents.tripCounts.find(loop); trips != extents.tripCounts.end())
      return IndexRange{0, std::max<std::int64_t>(std::int64_t{trips->second} - 1, 0)};
    if (const auto range = extents.free.find(loop); range != extents.free.end())
      return IndexRange{range->second.first, range->second.first + std::max<std::int64_t>(static_cast<std::int64_t>(range->second.extent) - 1, 0)};
    if (const std::optional<std::int64_t> value = known(leaf))
      return IndexRange{*value, *value};
    if (const auto stated = programs.find(loop); graph[leaf].op == Op::LoopIndex && stated != programs.end())
      return IndexRange{0, std::max<std::int64_t>(stated->second - 1, 0)};
    for (const BoundArray &array : arrays)
      if (array.leaf->node == leaf)
        return rangeOf(*array.tensor);
    return IndexRange{0, largestDrawnInteger};
  }

  static std::optional<IndexRange> rangeOf(const data::Tensor &tensor) {
    IndexRange range{INT64_MAX, INT64_MIN};
    for (std::size_t i = 0; i < tensor.count(); ++i) {
      const auto value = static_cast<std::int64_t>(tensor.value(i));
      range = {std::min(range.low, value), std::max(range.high, value)};
    }
    return tensor.count() ? std::optional(range) : std::nullopt;
  }

  /// The most that loops run to whose lengths depend on loops around them, outer ones first.
  std::optional<Error> boundUneven(const std::vector<BoundArray> &arrays) {
    std::vector<std::pair<NodeId, std::uint32_t>> uneven;
    for (const auto &[loop, reduce] : table.loops)
      if (isUneven(loop))
        uneven.emplace_back(reduce, loop);
    std::ranges::sort(uneven, std::greater<>());
    for (const auto &[reduce, loop] : uneven) {
      const IndexExpression trips(graph, tripNode(reduce));
      for (const NodeId leaf : trips.leaves())
        if (graph[leaf].op != Op::LoopIndex && graph[leaf].op != Op::Element && !known(leaf) && !extents.free.contains(indexOf(graph, leaf))) {
          extents.integerLeaves[leaf] = defaultTrips;
          extents.notes.push_back("nothing says what '" + std::string(graph.symbol(leaf)) + "' is: " + std::to_string(defaultTrips) + " is taken");
        }
      const std::optional<IndexRange> range = trips.range([&](NodeId leaf) { return rangeOf(leaf, arrays); });
      if (!range || range->high > UINT32_MAX)
        return Error{"nothing bounds how often the reduction over " + loopName(loop) + " runs"};
      extents.tripCounts[loop] = static_cast<std::uint32_t>(std::max<std::int64_t>(range->high, 0));
    }
    return std::nullopt;
  }

  /// Every element that the program reads, one by one.
  std::optional<Error> checkReads(const BoundArray &array, const ElementPlaces &places) const {
    const std::optional<ElementPlaces::Place> outside = places.firstOutside(array, mostChecked);
    if (!outside)
      return std::nullopt;
    return Error{shown(array) + " does not fit: the program reads element " + std::to_string(outside->at) + " of " + std::to_string(outside->extent) +
                 (array.gathered ? ", by an index that another array gives" : "")};
  }

  std::string loopName(std::uint32_t loop) const {
    for (std::uint32_t i = 0; i < graph.size(); ++i)
      if (graph[{i}].op == Op::LoopIndex ? graph[{i}].version == loop : order::isLeaf(graph[{i}].op) && indexOf(graph, {i}) == loop)
        return "'" + std::string(graph.symbol({i})) + "'";
    return "a loop";
  }
  static std::string shown(const BoundArray &array) {
    return "array '" + array.name + "' (" + array.tensor->file + ", shape " + data::shapeText(array.tensor->shape) + ")";
  }

  /// One variable, whatever type it has been converted to.
  bool spellsSame(NodeId a, NodeId b) const {
    return a && b && order::isLeaf(graph[a].op) && graph[a].version == graph[b].version && graph.symbol(a) == graph.symbol(b);
  }

  /// Whether the index is one to look up: an element of another bound array stands in it, or it is clipped to the loops' ranges.
  bool isGathered(const BoundArray &array, const std::vector<BoundArray> &arrays) const {
    if (std::ranges::any_of(graph.operands(array.leaf->node), [&](NodeId index) { return isClipped(index); }))
      return true;
    for (const NodeId index : graph.operands(array.leaf->node))
      for (const NodeId node : order::reachable(graph, index, [](NodeId) { return false; }))
        if (graph[node].op == Op::Element && std::ranges::any_of(arrays, [&](const BoundArray &each) { return each.leaf->node == node; }))
          return true;
    return false;
  }

  /// Whether an index is no affine form of the loops, but a number wherever they are.
  bool isClipped(NodeId index) const {
    if (!graph.mentionsLoop(index) || affine(index))
      return false;
    const std::vector<NodeId> leaves = IndexExpression(graph, index).leaves();
    const auto isKnown = [&](NodeId leaf) {
      return graph[leaf].op == Op::LoopIndex ? table.loops.contains(graph[leaf].version) || extents.free.contains(graph[leaf].version)
                                             : known(leaf).has_value();
    };
    return std::ranges::all_of(leaves, isKnown);
  }

  /// An unknown stride in the one index of a many-dimensional array is its last extent: x[i * d + k] of a 32x1024 array has d = 1024.
  void inferStrides(const BoundArray &array) {
    const auto operands = graph.operands(array.leaf->node);
    if (operands.size() != 1 || array.tensor->shape.size() < 2 || affine(operands[0]))
      return;
    std::vector<NodeId> unknown;
    for (const NodeId node : order::reachable(graph, operands[0], [](NodeId) { return false; }))
      if (order::isLeaf(graph[node].op) && graph[node].op != Op::LoopIndex && graph[node].op != Op::Constant && !known(node))
        unknown.push_back(node);
    // Among several, the one that a reduction runs to; the others are then where a sample's row begins.
    const auto isTrips = [&](NodeId leaf) {
      return std::ranges::any_of(table.loops, [&](const auto &loop) { return spellsSame(tripNode(loop.second), leaf); });
    };
    if (unknown.size() > 1)
      std::erase_if(unknown, [&](NodeId leaf) { return !isTrips(leaf); });
    if (unknown.size() != 1)
      return;
    const auto stride = static_cast<std::int64_t>(array.tensor->shape.back());
    extents.integerLeaves[unknown[0]] = stride;
    extents.notes.push_back("'" + std::string(graph.symbol(unknown[0])) + "' is taken to be " + std::to_string(stride) + ", the last extent of " +
                            shown(array));
    for (const auto &[loop, reduce] : table.loops)
      if (spellsSame(tripNode(reduce), unknown[0]) && stride <= UINT32_MAX)
        extents.tripCounts.emplace(loop, static_cast<std::uint32_t>(stride));
  }

  /// A length that nothing states, where a loop counts down from it: x[n - 1 - k] for k < n reads x from its last element, so n is its last extent.
  void inferLength(const BoundArray &array) {
    const auto operands = graph.operands(array.leaf->node);
    const std::optional<AffineIndex> form = operands.empty() ? std::nullopt : affine(operands.back());
    if (!form || form->coefficients.size() != 2 || array.tensor->count() == 1)
      return;
    for (const auto &[loop, reduce] : table.loops) {
      const NodeId trips = tripNode(reduce);
      if (!trips || !order::isLeaf(graph[trips].op) || known(trips) || form->coefficient(loop) != -1 || form->coefficient(indexOf(graph, trips)) != 1)
        continue;
      const std::int64_t length = static_cast<std::int64_t>(array.tensor->shape.back()) - 1 - form->constant;
      if (length < 0 || length > UINT32_MAX)
        continue;
      extents.integerLeaves[trips] = length;
      extents.tripCounts.emplace(loop, static_cast<std::uint32_t>(length));
      return;
    }
  }

  /// The forms of an array's indices, one an extent. An array with one extent more than the program indexes, by loops of reductions or constants
  /// alone, has a sample in each row; indexed by anything else it is taken as flat.
  std::optional<std::vector<AffineIndex>> dimensions(const BoundArray &array) const {
    const auto operands = graph.operands(array.leaf->node);
    std::vector<AffineIndex> forms;
    bool freely = false;
    for (const NodeId operand : operands) {
      const std::optional<AffineIndex> form = affine(operand);
      if (!form)
        return std::nullopt;
      for (const auto &[loop, coefficient] : form->coefficients)
        freely |= !table.loops.contains(loop);
      forms.push_back(*form);
    }
    if (array.tensor->shape.size() == operands.size() + 1 && !freely)
      forms.insert(forms.begin(), {0, {{rowLoop, 1}}});
    return forms;
  }

  std::optional<Error> indexArray(BoundArray &array) {
    const data::Shape &shape = array.tensor->shape;
    if (array.tensor->count() == 1) { // one value for all samples
      array.flat = AffineIndex{};
      return std::nullopt;
    }
    const std::size_t indices = graph.operands(array.leaf->node).size();
    if (array.gathered && (shape.size() == indices || indices == 1))
      return std::nullopt; // its places are looked up
    const std::optional<std::vector<AffineIndex>> forms = dimensions(array);
    if (!forms) {
      if (extents.notMeasured.empty())
        extents.notMeasured = "the index of " + shown(array) + " is not followed";
      return std::nullopt;
    }
    if (forms->size() != shape.size()) {
      if (indices != 1)
        return Error{shown(array) + " does not fit: the program indexes it by " + std::to_string(indices) + (indices == 1 ? " index" : " indices")};
      return indexFlat(array, forms->front());
    }
    AffineIndex flat;
    for (std::size_t j = 0; j < shape.size(); ++j) {
      if (std::optional<Error> error = constrain(array, (*forms)[j], shape[j]))
        return error;
      addScaled(flat, (*forms)[j], rowMajorStride(shape, j));
    }
    array.flat = flat;
    return std::nullopt;
  }

  /// b[i * d + j] and b[i] of one array b: that the second may reach the end of b says nothing of how often i runs.
  void noteSeveralWays(const std::vector<BoundArray> &arrays) {
    const auto loopsIn = [&](const BoundArray &array) {
      std::set<std::uint32_t> loops;
      for (const NodeId operand : graph.operands(array.leaf->node))
        if (const std::optional<AffineIndex> form = affine(operand))
          for (const auto &[loop, coefficient] : form->coefficients)
            loops.insert(loop);
      return loops.size();
    };
    for (const BoundArray &one : arrays)
      for (const BoundArray &other : arrays)
        if (one.leaf->symbol == other.leaf->symbol && loopsIn(one) < loopsIn(other))
          partlyIndexed.insert(one.leaf->node);
  }

  std::optional<Error> indexFlat(BoundArray &array, const AffineIndex &form) {
    array.flat = form;
    return constrain(array, form, array.tensor->count());
  }

  static std::int64_t rowMajorStride(const data::Shape &shape, std::size_t dimension) {
    std::int64_t stride = 1;
    for (std::size_t j = dimension + 1; j < shape.size(); ++j)
      stride *= static_cast<std::int64_t>(shape[j]);
    return stride;
  }

  static void addScaled(AffineIndex &sum, const AffineIndex &form, std::int64_t factor) {
    sum.constant += form.constant * factor;
    for (const auto &[loop, coefficient] : form.coefficients) {
      std::int64_t &total = sum.coefficients[loop];
      total += coefficient * factor;
      if (total == 0)
        sum.coefficients.erase(loop);
    }
  }

  /// Samples range over a loop as often as the program says that it runs, where an array is indexed by it, or another loop's length.
  void rangeAsStated(const std::vector<BoundArray> &arrays) {
    std::vector<NodeId> roots;
    for (const BoundArray &array : arrays)
      roots.insert(roots.end(), graph.operands(array.leaf->node).begin(), graph.operands(array.leaf->node).end());
    const bool carries = std::ranges::any_of(table.loops, [&](const auto &loop) { return graph[loop.second].op == Op::Recurrence; });
    if (roots.empty() && !carries)
      return;
    for (const auto &[loop, reduce] : table.loops)
      for (const NodeId bound : {tripNode(reduce), order::reduceOperands(graph, reduce).first})
        if (bound)
          roots.push_back(bound);
    for (const NodeId root : roots)
      for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; }))
        if (graph[node].op == Op::LoopIndex && !table.loops.contains(graph[node].version))
          if (const auto stated = programs.find(graph[node].version); stated != programs.end())
            extents.free.try_emplace(stated->first, LoopRange{0, static_cast<std::uint64_t>(std::max(stated->second, 0LL)), ""});
  }

  /// What an index that has to lie in [0, size) says of the loops in it, the one with the largest stride first.
  std::optional<Error> constrain(const BoundArray &array, const AffineIndex &form, std::size_t size) {
    std::vector<std::pair<std::int64_t, std::uint32_t>> strides; // coefficient, loop
    std::int64_t reach = 0;                                      // of the loops whose lengths are known
    for (const auto &[loop, coefficient] : form.coefficients) {
      if (const std::optional<std::int64_t> trips = statedTrips(loop))
        reach += std::max<std::int64_t>(coefficient, 0) * std::max<std::int64_t>(*trips - 1, 0);
      else if (!isUneven(loop))
        strides.emplace_back(coefficient, loop);
    }
    std::ranges::sort(strides, [](const auto &a, const auto &b) { return a.first > b.first; });
    auto room = static_cast<std::int64_t>(size) - reach;
    const bool overlaps = !strides.empty() && reach >= strides.front().first; // windows: x[i + k]
    // Where other loops decide which elements are read, those say nothing of one whose length is known.
    const bool alone = form.coefficients.size() == 1;
    if (alone && !strides.empty() && strides[0].first < 0) { // backwards
      const std::int64_t back = -strides[0].first, first = form.constant < room ? 0 : (form.constant - room) / back + 1;
      return restrict(array, strides[0].second, first, std::max(first, form.constant < 0 ? 0 : form.constant / back + 1), false);
    }
    for (const auto &[coefficient, loop] : strides) {
      if (coefficient <= 0)
        return std::nullopt; // a reversed array: its other uses say how long the loop is
      if (!alone && programs.contains(loop) && !table.loops.contains(loop)) {
        room = coefficient;
        continue;
      }
      const std::int64_t constant = strides.size() == 1 ? form.constant : 0;
      const std::int64_t first = constant < 0 ? (-constant + coefficient - 1) / coefficient : 0;
      const std::int64_t end = (room - constant + coefficient - 1) / coefficient;
      if (std::optional<Error> error =
              restrict(array, loop, first, std::max(first, end), constant == 0 && !overlaps && !partlyIndexed.contains(array.leaf->node)))
        return error;
      room = coefficient;
    }
    return std::nullopt;
  }

  std::optional<Error> restrict(const BoundArray &array, std::uint32_t loop, std::int64_t first, std::int64_t end, bool plain) {
    if (table.loops.contains(loop)) {
      restrictTrips(loop, static_cast<std::uint32_t>(std::min<std::int64_t>(end, UINT32_MAX)), plain);
      return std::nullopt;
    }
    if (const auto stated = programs.find(loop); stated != programs.end())
      end = std::max(first, std::min<std::int64_t>(end, stated->second));
    const auto extent = static_cast<std::uint64_t>(end - first);
    const auto [known, isNew] = extents.free.try_emplace(loop, LoopRange{first, extent, plain ? shown(array) : ""});
    if (isNew)
      return std::nullopt;
    LoopRange &range = known->second;
    if (plain && !range.from.empty() && extent != range.extent)
      return Error{shown(array) + " does not fit " + range.from + ": both are indexed by " + (loop == rowLoop ? "the sample" : loopName(loop)) +
                   ", " + std::to_string(extent) + " against " + std::to_string(range.extent) + " times"};
    const std::int64_t last = std::min(range.first + static_cast<std::int64_t>(range.extent), end);
    range.first = std::max(range.first, first);
    range.extent = static_cast<std::uint64_t>(std::max<std::int64_t>(last - range.first, 0));
    if (plain)
      range.from = shown(array);
    return std::nullopt;
  }

  /// x[i] * x[i + 1] runs to the last element but one. Of two arrays that are both indexed by i alone the first says how often: where the other is
  /// shorter it does not fit.
  void restrictTrips(std::uint32_t loop, std::uint32_t end, bool plain) {
    const auto [trips, isNew] = extents.tripCounts.try_emplace(loop, end);
    if (isNew) {
      inferred[loop] = plain;
      return;
    }
    const auto known = inferred.find(loop);
    if (known == inferred.end() || (known->second && plain))
      return;
    trips->second = std::min(trips->second, end);
    known->second = known->second || plain;
  }

  std::optional<Error> checkBounds(const BoundArray &array) const {
    if (!array.flat)
      return std::nullopt;
    __int128 low = array.flat->constant, high = low;
    for (const auto &[loop, coefficient] : array.flat->coefficients) {
      std::int64_t first = 0, count = 0;
      if (const auto range = extents.free.find(loop); range != extents.free.end())
        first = range->second.first, count = static_cast<std::int64_t>(range->second.extent);
      else if (const auto trips = extents.tripCounts.find(loop); trips != extents.tripCounts.end())
        count = trips->second;
      if (count == 0)
        return std::nullopt; // never read
      const __int128 a = __int128{coefficient} * first, b = __int128{coefficient} * (first + count - 1);
      low += std::min(a, b), high += std::max(a, b);
    }
    if (low < 0 || high >= static_cast<__int128>(array.tensor->count()))
      return Error{shown(array) + " does not fit: the program reads element " + std::to_string(static_cast<long long>(low < 0 ? low : high)) +
                   " of " + std::to_string(array.tensor->count())};
    return std::nullopt;
  }

  const Subject &subject;
  const order::Graph &graph;
  std::map<std::uint32_t, long long> programs; // trip counts
  const LeafTable &table;
  std::uint32_t defaultTrips;
  Extents &extents;
  std::set<NodeId> partlyIndexed;                   // elements of arrays that are read by more loops elsewhere
  std::unordered_map<std::uint32_t, bool> inferred; // loops whose trip counts arrays say; whether one that the loop alone indexes
};

} // namespace

std::optional<Error> settleExtents(const Subject &subject, const LeafTable &table, std::vector<BoundArray> &arrays, std::uint32_t defaultTripCount,
                                   Extents &extents) {
  return Settling(subject, table, defaultTripCount, extents).settle(arrays);
}

} // namespace fporder::measure
