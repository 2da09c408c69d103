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

TEST_CASE("a sum whose additions a function makes that is called in the loop is seen at the call") {
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;
  const order::ValueType type{fporder::format::Format::Binary32};
  order::Place inLoop;
  inLoop.file = graph.addFile("a.cpp");
  inLoop.line = 20;
  const order::PlaceId outer = graph.addPlace(inLoop);
  inLoop.line = 10;
  inLoop.inlinedAt = outer; // the loop's function is inlined itself
  const order::PlaceId call = graph.addPlace(inLoop);
  order::Place addition = graph.place(call);
  addition.line = 1;
  addition.inlinedAt = call;
  const auto sum = [&](bool alone, std::uint32_t loop) {
    addition.analysedAlone = alone;
    order::Reduction how;
    how.loop = loop;
    const order::NodeId operands[] = {graph.input("s", type), graph.input("x", type)};
    order::NodeSpec spec;
    spec.op = order::Op::Reduce;
    spec.type = type;
    spec.operands = operands;
    spec.reduction = &how;
    spec.place = graph.addPlace(addition);
    return graph.intern(spec);
  };
  procedure.loopCalls = {{1, 1}, {2, 2}};
  CHECK(graph.place(shownPlace(procedure, sum(true, 1))).line == 10);
  CHECK(graph.place(shownPlace(procedure, sum(false, 1))).line == 1); // a closure's, say
  CHECK(graph.place(shownPlace(procedure, sum(true, 2))).line == 1);  // the loop stands there too
}
