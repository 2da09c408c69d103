// Two outputs on samples: how often their bits differ, and whether they are different functions.
#pragma once

#include "runtime/order/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::conform {

struct Measured {
  double share = 0;          // of the samples on which both results are finite
  std::uint64_t samples = 0; // those
  double largestUlps = 0;    // distance of the results, in units of the last place of the reference's; finite
};

/// What the two compute in their formats; nothing where an operation cannot be evaluated or loops are too long.
std::optional<Measured> measured(const order::Graph &graph, order::NodeId implementation, order::NodeId reference);

/// A point at which intervals prove that two expressions over the reals have different values, well beyond what rounded constants explain.
struct Separation {
  struct Value {
    order::NodeId leaf;
    double value = 0;
  };
  std::vector<Value> inputs; // those without indices
  double implementation = 0, reference = 0;
};

struct Separated {
  std::optional<Separation> point;
  std::string why;   // why none was found: "agree on 200 samples to 52 bits"; lower case, no final period
  bool near = false; // they differ, by no more than rounded constants explain
};
Separated separated(const order::Graph &graph, order::NodeId implementation, order::NodeId reference);

} // namespace fporder::conform
