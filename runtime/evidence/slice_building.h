// A slice in the making: the graph in which each order stands in the written one's place, and what is known of its leaves.
#pragma once

#include "runtime/evidence/slice.h"
#include "runtime/measure/closed_loops.h"

#include <map>

namespace fporder::evidence {

/// Why nothing is evaluated where it is not known which samples count; as Slice::notEvaluated.
constexpr const char *unknownCondition = "a condition on the way to it cannot be evaluated";

class SliceBuilding {
public:
  /// Everything outlives it. `roots` of add() are nodes of the procedure that depend on the candidate's written order, or are it.
  SliceBuilding(const order::Procedure &procedure, const Candidate &candidate, std::span<const order::NodeId> conditions, Slice &slice);

  struct Wanted {
    Point::Kind kind;
    std::string what;
    order::NodeId root;
    bool elementwise, inside;         // see Point
    std::vector<order::NodeId> under; // what holds where the value leaves the function
  };
  void add(Wanted point);
  /// Copies what was added, and moves the graph into the slice.
  void finish();

private:
  void copyPoints();
  void dropUnderUnknown(std::span<const order::NodeId> unknown);
  void freeUnknown();
  void addEdges();
  void addRuns();
  const std::vector<double> *tableOf(order::NodeId leaf) const;
  std::vector<order::NodeId> leavesAsTheyOccur() const;
  void addLeaves();
  void addRoles(std::span<const order::NodeId> nodes);
  void addPairs();
  void addLoops();
  std::vector<order::NodeId> roots() const;

  const order::Procedure &procedure;
  const Candidate &candidate;
  std::vector<order::NodeId> conditions;
  Slice &slice;
  std::vector<Wanted> wanted;
  measure::Subject subject;
  std::map<std::uint32_t, order::NodeId> runs; // by loop around the slice: how often it runs
  order::NodeId written;
  std::vector<order::NodeId> others;
};

} // namespace fporder::evidence
