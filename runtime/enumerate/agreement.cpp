#include "runtime/enumerate/agreement.h"

#include "runtime/order/equality.h"

namespace fporder::enumerate {

using order::NodeId;

namespace {

constexpr unsigned pointsWanted = 15, pointsNeeded = 4, pointsTried = 60;
constexpr double bitsShared = 100;
constexpr std::pair<double, double> ranges[]{{-4, 4}, {0, 4}, {-6, 6}, {0.01, 0.99}, {1, 2}};

oracle::LeafValues leavesAt(unsigned point) {
  const auto [low, high] = ranges[point % std::size(ranges)];
  return oracle::randomLeaves(point + 1, low, high);
}

} // namespace

const oracle::RealValue &Agreement::referenceAt(unsigned point) {
  while (known.size() <= point)
    known.push_back(oracle::evaluateReal(graph, reference, leavesAt(static_cast<unsigned>(known.size()))));
  return known[point];
}

bool Agreement::agreesAtPoints(NodeId node) {
  unsigned agreed = 0;
  for (unsigned point = 0; point < pointsTried && agreed < pointsWanted; ++point) {
    const oracle::RealValue &left = referenceAt(point);
    if (left.status != oracle::RealValue::Status::Value)
      continue;
    const oracle::RealValue right = oracle::evaluateReal(graph, node, leavesAt(point));
    if (right.status != oracle::RealValue::Status::Value || !left.value.isFinite() || !right.value.isFinite())
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
