// Where the elements that a program reads lie in an array that the user supplied, index by index: for indices that are no affine forms (those that
// come out of another array), and for loops whose lengths depend on loops around them.
#pragma once

#include "runtime/measure/index_value.h"
#include "runtime/measure/loop_extents.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::measure {

/// The indices of the loops at one point of an iteration, bound loops' counted from 0. Unknown integers that samples range over are among them.
using LoopPoint = std::map<std::uint32_t, std::int64_t>;

class ElementPlaces {
public:
  /// All but `table` may be incomplete on construction; what is asked for later has to be settled by then.
  ElementPlaces(const Subject &subject, const LeafTable &table, const std::vector<BoundArray> &arrays, const Extents &extents)
      : graph(subject.graph), table(table), arrays(arrays), extents(extents) {}

  /// Prepares `array`, of which `place` may be asked then: not thread-safe, as `place` is.
  void follow(const BoundArray &array);

  struct Place {
    bool inside = false;
    std::int64_t at = 0; // flat; of one that lies outside, the index that does
    std::uint64_t extent = 0;
  };
  /// Nothing where an index has no value.
  std::optional<Place> place(const BoundArray &array, const LoopPoint &point) const;

  /// How often a bound loop runs at a point of the loops around it.
  std::optional<std::int64_t> trips(std::uint32_t loop, const LoopPoint &around) const;

  /// The first element outside of the array that the program reads, when there is one. Looks at no more than `most` elements.
  std::optional<Place> firstOutside(const BoundArray &array, std::size_t most) const;

  /// Whether the array is read in loops whose lengths depend on loops around them.
  bool inUnevenLoops(const BoundArray &array) const;

private:
  /// An expression with what its leaves are.
  struct Followed {
    IndexExpression expression;
    std::vector<const BoundArray *> elements; // by leaf: the array that it is an element of, or null
  };
  std::optional<std::int64_t> value(const Followed &followed, const LoopPoint &point) const;
  Followed followed(order::NodeId expression);
  void followTrips(std::uint32_t loop);
  std::vector<std::uint32_t> loopsAround(const BoundArray &array) const;
  const BoundArray *arrayOf(order::NodeId leaf) const;

  const order::Graph &graph;
  const LeafTable &table;
  const std::vector<BoundArray> &arrays;
  const Extents &extents;
  std::map<order::NodeId, std::vector<Followed>> indices; // by element
  std::map<std::uint32_t, Followed> tripsOf;              // by loop: trip counts that depend on loops around it
};

} // namespace fporder::measure
