#include "runtime/enumerate/agreement.h"

#include "runtime/oracle/real_value.h"
#include "runtime/order/equality.h"

namespace fporder::enumerate {

using order::NodeId;

namespace {

constexpr unsigned pointsWanted = 15, pointsNeeded = 4, pointsTried = 60;
constexpr double bitsShared = 100;
constexpr std::pair<double, double> ranges[]{{-4, 4}, {0, 4}, {-6, 6}, {0.01, 0.99}, {1, 2}};

} // namespace

bool Agreement::agreesAtPoints(NodeId node) {
  unsigned agreed = 0;
  for (unsigned point = 0; point < pointsTried && agreed < pointsWanted; ++point) {
    const auto [low, high] = ranges[point % std::size(ranges)];
    const oracle::LeafValues leaves = oracle::randomLeaves(point + 1, low, high);
    const oracle::RealValue left = oracle::evaluateReal(graph, reference, leaves), right = oracle::evaluateReal(graph, node, leaves);
    const bool known = left.status == oracle::RealValue::Status::Value && right.status == oracle::RealValue::Status::Value;
    if (!known || !left.value.isFinite() || !right.value.isFinite())
      continue;
    if (agreeingBits(left.value, right.value) < bitsShared)
      return false;
    ++agreed;
  }
  return agreed >= pointsNeeded;
}

std::optional<Proof> Agreement::judge(NodeId node) {
  if (order::equalOverReals(graph, reference, node) == order::RealEquality::Equal)
    return Proof::Proven;
  return agreesAtPoints(node) ? std::optional(Proof::Points) : std::nullopt;
}

} // namespace fporder::enumerate
