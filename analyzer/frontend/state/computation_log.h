// What a procedure computes, as a log that is only appended to: operations in the order in which they are evaluated, and what later turns out about
// them. A sum over a loop stands for its steps, the lanes of a warp for the part that they combine, one narrow operation for a wide one that is
// rounded. The list of computations is derived from the log at the end, so that a rewound log has forgotten such findings with the rest.
#pragma once

#include "runtime/order/procedure.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace fporder::frontend {

class ComputationLog {
public:
  /// By node (its index): steps of the sum at that position.
  using Steps = llvm::DenseMap<std::uint32_t, std::size_t>;

  std::size_t size() const { return entries.size(); }
  /// As it was when it was so long.
  void rewind(std::size_t length);

  void add(const order::Computation &computed);
  /// `node`, if it is what was computed last, is not computed by itself.
  void dropLast(order::NodeId node);
  /// Since the log was `since` long, none of these was computed by itself.
  void drop(std::size_t since, llvm::ArrayRef<order::NodeId> nodes);
  /// The same of steps of `sums`, which are computed now, each as of the time of its last step if it has any.
  void absorb(std::size_t since, Steps steps, std::vector<order::Computation> sums);
  /// `whole` takes the place where `part` was computed last; without such a place it is computed now, if `otherwise` says so.
  void replaceLast(order::NodeId part, const order::Computation &whole, bool otherwise);

  std::vector<order::Computation> derive() const;

private:
  enum class Kind : std::uint8_t { Computed, DropLast, Absorb, ReplaceLast };
  struct Entry {
    Kind kind = Kind::Computed;
    bool otherwise = false;      // ReplaceLast
    std::uint32_t revision = 0;  // Absorb: position in `revisions`
    order::NodeId part;          // DropLast, ReplaceLast
    order::Computation computed; // Computed, ReplaceLast
  };
  struct Revision {
    std::size_t since = 0;
    Steps steps;
    std::vector<order::Computation> sums;
  };
  std::vector<Entry> entries;
  std::vector<Revision> revisions;
};

} // namespace fporder::frontend
