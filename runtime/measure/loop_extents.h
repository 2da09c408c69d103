// How often loops run and how large array strides are, as far as arrays, ranges and constants tell.
#pragma once

#include "runtime/data/tensor.h"
#include "runtime/error/result.h"
#include "runtime/measure/affine_index.h"
#include "runtime/measure/leaf_table.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fporder::measure {

/// The pseudo loop over the leading extent of an array that has one more than the program indexes: its rows are samples.
constexpr std::uint32_t rowLoop = UINT32_MAX;

struct LoopRange {
  std::int64_t first = 0;
  std::uint64_t extent = 0;
  std::string from; // the array that says so
};

/// An array bound to a leaf.
struct BoundArray {
  const Leaf *leaf = nullptr;
  const data::Tensor *tensor = nullptr;
  std::string name;                // the user's, FUNCTION.NAME included
  std::optional<AffineIndex> flat; // row-major place of the element; nothing when the index is not affine
  bool gathered = false;           // its index comes out of another array that is bound
};

struct Extents {
  std::map<std::uint32_t, LoopRange> free;             // what samples range over, by loop
  std::map<std::uint32_t, std::uint32_t> tripCounts;   // of bound loops; where loops around one say how often it runs, the most that comes to
  std::map<order::NodeId, std::int64_t> integerLeaves; // known values of integer leaves
  std::vector<std::string> notes;
  std::string notMeasured; // why the elements that a sample reads, or how many, are not known; empty when they are
};

/// What an integer is drawn from where nothing is known of it: 1 to this.
constexpr std::int64_t largestDrawnInteger = 1000;

/// Settles `extents.free`, trip counts and strides from the arrays, fills in their flat indices, and checks that every element read lies within its
/// array. On entry `integerLeaves` holds what is known from scalars and one-point ranges. Errors name the array as the user did, its shape and the
/// conflict.
std::optional<Error> settleExtents(const Subject &subject, const LeafTable &table, std::vector<BoundArray> &arrays, std::uint32_t defaultTripCount,
                                   Extents &extents);

} // namespace fporder::measure
