#include "runtime/order/procedure.h"

#include <doctest/doctest.h>

namespace order = fporder::order;

TEST_CASE("an assumption is kept once, and so is each node that rests on it") {
  order::Procedure procedure;
  const order::ValueType type{fporder::format::Format::Binary32};
  const order::NodeId x = procedure.graph.input("x", type), y = procedure.graph.input("y", type);
  const order::Assumption unseen{order::Assumption::Kind::Unchanged, "'log' is assumed not to write 'x'", {}};
  procedure.assume(x, unseen);
  procedure.assume(x, unseen);
  procedure.assume(y, unseen);
  procedure.assume(x, {order::Assumption::Kind::Type, unseen.reason, {}});
  CHECK(procedure.assumptions.size() == 2);
  CHECK(procedure.assumedNodes.count(x.index) == 2);
  CHECK(procedure.assumedNodes.count(y.index) == 1);
}
