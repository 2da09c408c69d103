// Whether a value occurs in the expression of another, answered from an index instead of a walk.
//
// Values and their operands are a directed acyclic graph. A depth-first spanning tree proves that one lies below another; two interval labellings
// (Yildirim, Chaoji, Zaki: GRAIL, VLDB 2010) prove that it does not; what neither decides is walked, along operands that the labels allow. Building
// takes time and memory in proportion to the graph; it happens when a question is first asked that a short walk does not answer.
#pragma once

#include "runtime/order/graph.h"

#include <array>
#include <vector>

namespace fporder::order {

class Reachability {
public:
  explicit Reachability(const Graph &values) : graph(values) {}

  /// True when `inner` is the value of `outer` or of a node below it. Nodes made since the index was built are walked.
  bool occursIn(NodeId outer, ValueId inner);

private:
  /// Ranks of values in the order that a depth-first walk leaves them, from 1.
  struct Labels {
    std::vector<std::uint32_t> rank;
    std::vector<std::uint32_t> treeLow; // the least rank in the spanning tree below
    std::vector<std::uint32_t> low;     // the least rank of all values below
  };
  enum class Answer : std::uint8_t { Yes, No, Open };

  void build();
  Labels labelled(bool lastFirst) const;
  Answer decided(ValueId outer, ValueId inner) const;

  const Graph &graph;
  std::vector<NodeId> representatives; // by value: the first node that has it
  std::array<Labels, 2> labels;
};

} // namespace fporder::order
