// Whether an ordering is the function that was written: proof first, then points.
#pragma once

#include "runtime/enumerate/enumerate.h"
#include "runtime/oracle/real_value.h"

#include <optional>
#include <vector>

namespace fporder::enumerate {

class Agreement {
public:
  Agreement(const order::Graph &source, order::NodeId written) : graph(source), reference(written) {}

  /// How `node` was shown to equal the written ordering. Nothing when some point separates them, or none could be evaluated: points are random, in
  /// several ranges, and both must agree to more than 100 of 250 bits at all of at least four.
  std::optional<Proof> judge(order::NodeId node);

private:
  bool agreesAtPoints(order::NodeId node);
  const oracle::RealValue &referenceAt(unsigned point);

  const order::Graph &graph;
  order::NodeId reference;
  std::vector<oracle::RealValue> known; // of the reference, by point
};

} // namespace fporder::enumerate
