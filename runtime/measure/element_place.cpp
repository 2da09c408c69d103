#include "runtime/measure/element_place.h"

#include "runtime/order/traversal.h"

#include <algorithm>

namespace fporder::measure {

using order::NodeId;
using order::Op;

const BoundArray *ElementPlaces::arrayOf(NodeId leaf) const {
  const auto found = std::ranges::find_if(arrays, [&](const BoundArray &array) { return array.leaf->node == leaf; });
  return found == arrays.end() ? nullptr : &*found;
}

ElementPlaces::Followed ElementPlaces::followed(NodeId expression) {
  Followed made{IndexExpression(graph, expression), {}};
  for (const NodeId leaf : made.expression.leaves()) {
    const BoundArray *array = graph[leaf].op == Op::Element ? arrayOf(leaf) : nullptr;
    made.elements.push_back(array);
    if (array != nullptr)
      follow(*array);
  }
  return made;
}

void ElementPlaces::followTrips(std::uint32_t loop) {
  const auto reduce = table.loops.find(loop);
  if (reduce == table.loops.end() || tripsOf.contains(loop))
    return;
  if (const NodeId count = order::reduceOperands(graph, reduce->second).trips; count && graph.mentionsLoop(count))
    tripsOf.emplace(loop, followed(count));
}

void ElementPlaces::follow(const BoundArray &array) {
  if (!indices.try_emplace(array.leaf->node).second)
    return;
  std::vector<Followed> made;
  for (const NodeId index : graph.operands(array.leaf->node))
    made.push_back(followed(index));
  indices[array.leaf->node] = std::move(made);
  for (const auto &[loop, reduce] : table.loops)
    followTrips(loop);
}

std::optional<std::int64_t> ElementPlaces::value(const Followed &followed, const LoopPoint &point) const {
  const std::vector<NodeId> &leaves = followed.expression.leaves();
  std::vector<std::int64_t> values;
  values.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const NodeId leaf = leaves[i];
    const auto at = point.find(graph[leaf].op == Op::LoopIndex ? graph[leaf].version : indexOf(graph, leaf));
    if (at != point.end()) {
      values.push_back(at->second);
    } else if (const auto known = extents.integerLeaves.find(leaf); known != extents.integerLeaves.end()) {
      values.push_back(known->second);
    } else if (followed.elements[i] != nullptr) {
      const std::optional<Place> inner = place(*followed.elements[i], point);
      if (!inner || !inner->inside)
        return std::nullopt;
      values.push_back(static_cast<std::int64_t>(followed.elements[i]->tensor->value(static_cast<std::size_t>(inner->at))));
    } else {
      return std::nullopt;
    }
  }
  return followed.expression(values);
}

std::optional<ElementPlaces::Place> ElementPlaces::place(const BoundArray &array, const LoopPoint &point) const {
  const data::Shape &shape = array.tensor->shape;
  const std::size_t count = array.tensor->count();
  if (count == 1)
    return Place{true, 0, 1};
  const std::vector<Followed> &forms = indices.at(array.leaf->node);
  const auto row = point.find(rowLoop);
  std::int64_t flat = shape.size() == forms.size() + 1 && row != point.end() ? row->second : 0;
  const std::size_t skipped = shape.size() - std::min(shape.size(), forms.size());
  for (std::size_t j = 0; j < forms.size(); ++j) {
    const std::optional<std::int64_t> index = value(forms[j], point);
    if (!index)
      return std::nullopt;
    const bool whole = forms.size() == 1 && skipped != 0 && row == point.end(); // one index into an array of several extents
    const std::uint64_t extent = whole ? count : shape[skipped + j];
    if (*index < 0 || static_cast<std::uint64_t>(*index) >= extent)
      return Place{false, *index, extent};
    flat = flat * static_cast<std::int64_t>(extent) + *index;
  }
  return Place{true, flat, count};
}

std::optional<std::int64_t> ElementPlaces::trips(std::uint32_t loop, const LoopPoint &around) const {
  const auto uneven = tripsOf.find(loop);
  if (uneven != tripsOf.end())
    return value(uneven->second, around);
  const auto known = extents.tripCounts.find(loop);
  return known == extents.tripCounts.end() ? std::nullopt : std::optional(std::int64_t{known->second});
}

/// The loops that say which elements are read, outer ones first: those of its index, and those that their lengths depend on.
std::vector<std::uint32_t> ElementPlaces::loopsAround(const BoundArray &array) const {
  std::vector<NodeId> pending{array.leaf->node};
  std::vector<std::uint32_t> bound, free;
  for (std::size_t at = 0; at < pending.size(); ++at)
    for (const NodeId node : order::reachable(graph, pending[at], [&](NodeId each) { return !graph.mentionsLoop(each); })) {
      const bool isLoop = graph[node].op == Op::LoopIndex;
      if (!isLoop && (!order::isLeaf(graph[node].op) || graph[node].op == Op::Element))
        continue;
      const std::uint32_t loop = isLoop ? graph[node].version : indexOf(graph, node);
      std::vector<std::uint32_t> &loops = table.loops.contains(loop) ? bound : free;
      if (std::ranges::find(loops, loop) != loops.end() || (&loops == &free && !extents.free.contains(loop)))
        continue;
      loops.push_back(loop);
      if (tripsOf.contains(loop))
        pending.push_back(order::reduceOperands(graph, table.loops.at(loop)).trips);
    }
  std::ranges::sort(bound,
                    [&](std::uint32_t a, std::uint32_t b) { return table.loops.at(b) < table.loops.at(a); }); // inner ones stand below outer ones
  if (array.flat && array.flat->coefficient(rowLoop))
    free.push_back(rowLoop);
  free.insert(free.end(), bound.begin(), bound.end());
  return free;
}

bool ElementPlaces::inUnevenLoops(const BoundArray &array) const {
  return std::ranges::any_of(loopsAround(array), [&](std::uint32_t loop) { return tripsOf.contains(loop); });
}

std::optional<ElementPlaces::Place> ElementPlaces::firstOutside(const BoundArray &array, std::size_t most) const {
  const std::vector<std::uint32_t> loops = loopsAround(array);
  struct Counter {
    std::int64_t at = 0, end = 0, step = 1;
  };
  std::vector<Counter> counters;
  LoopPoint point;
  for (std::size_t looked = 0; looked < most;) {
    while (counters.size() < loops.size()) { // into the loops
      const std::uint32_t loop = loops[counters.size()];
      Counter counter;
      if (const auto range = extents.free.find(loop); range != extents.free.end())
        counter = {range->second.first, range->second.first + static_cast<std::int64_t>(range->second.extent), 1};
      else
        counter.end = trips(loop, point).value_or(0);
      if (array.flat && counters.size() + 1 == loops.size()) // an affine index is extreme at the ends
        counter.step = std::max<std::int64_t>(1, counter.end - counter.at - 1);
      counters.push_back(counter);
      if (counter.at >= counter.end)
        break;
      point[loop] = counter.at;
    }
    if (counters.empty() || counters.back().at < counters.back().end) {
      ++looked;
      if (const std::optional<Place> found = place(array, point); found && !found->inside)
        return found;
    }
    while (!counters.empty()) { // to the next point
      Counter &counter = counters.back();
      counter.at += counter.step;
      if (counter.at < counter.end) {
        point[loops[counters.size() - 1]] = counter.at;
        break;
      }
      point.erase(loops[counters.size() - 1]);
      counters.pop_back();
    }
    if (counters.empty())
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace fporder::measure
