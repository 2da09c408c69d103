#include "runtime/order/recurrence.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary32{Format::Binary32, Shape::Scalar}, integer{Format::Integer, Shape::Scalar}, boolean{Format::Boolean, Shape::Scalar};

/// s = s * p + x[i], p = p * a, n times while s < 9.
struct Horner {
  Graph graph;
  NodeId index = graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "i", .version = 3});
  NodeId s = carried("s"), p = carried("p"), n = graph.input("n", integer), s0 = graph.input("s0", binary32), p0 = graph.input("p0", binary32);
  NodeId x = graph.intern({.op = Op::Element, .type = binary32, .operands = {&index, 1}, .symbol = "x"});
  NodeId nextS = graph.binary(Op::Add, graph.binary(Op::Mul, s, p, binary32), x, binary32);
  NodeId nextP = graph.binary(Op::Mul, p, graph.input("a", binary32), binary32);
  NodeId stays = compare(s, graph.constant(Number::fromInteger(9), binary32));
  NodeId node = internRecurrence(graph, 3, {n, stays, {{s0, nextS, s}, {p0, nextP, p}}});

  NodeId carried(const char *name) {
    return graph.intern({.op = Op::LoopValue, .type = binary32, .operands = {&index, 1}, .symbol = name, .version = 3});
  }
  NodeId compare(NodeId a, NodeId b) {
    const NodeId both[]{a, b};
    return graph.intern({.op = Op::Compare, .type = boolean, .operands = both, .symbol = "<"});
  }
};

} // namespace

TEST_CASE("a recurrence names its loop, its values and its conditions") {
  Horner horner;
  const Recurrence recurrence = recurrenceOf(horner.graph, horner.node);
  CHECK(recurrence.trips == horner.n);
  CHECK(recurrence.stays == horner.stays);
  REQUIRE(recurrence.values.size() == 2);
  CHECK(recurrence.values[0].value == horner.s);
  CHECK(recurrence.values[0].initial == horner.s0);
  CHECK(recurrence.values[0].next == horner.nextS);
  CHECK(recurrence.values[1].value == horner.p);
  CHECK(recurrence.values[1].initial == horner.p0);
  CHECK(recurrence.values[1].next == horner.nextP);
  CHECK(boundLoop(horner.graph, horner.node) == 3u);
  CHECK_FALSE(boundLoop(horner.graph, horner.nextS));
  CHECK(horner.graph[horner.node].type == binary32);
  CHECK(horner.graph.freshLoop() == 4);
}

TEST_CASE("what an iteration computes is inside of the loop, what it starts from and how often it runs is not") {
  Horner horner;
  const auto operands = horner.graph.operands(horner.node);
  for (std::size_t position = 0; position < operands.size(); ++position) {
    const NodeId operand = operands[position];
    const bool outside = operand == horner.n || operand == horner.s0 || operand == horner.p0;
    CHECK(isInsideLoop(horner.graph, horner.node, position) == !outside);
  }
  CHECK_FALSE(dependsOnLoop(horner.graph, horner.node, 3));
  CHECK(dependsOnLoop(horner.graph, horner.nextS, 3));
  CHECK(dependsOnLoop(horner.graph, horner.s, 3));
  // A recurrence that runs as often as the same loop around it says.
  const NodeId before = internRecurrence(horner.graph, 4, {horner.index, horner.stays, {{horner.s0, horner.nextS, horner.s}}});
  CHECK(dependsOnLoop(horner.graph, before, 3));
}

TEST_CASE("a recurrence rounds where an iteration does, and is no constant") {
  Horner horner;
  CHECK(horner.graph.mayRound(horner.node));
  CHECK_FALSE(horner.graph.onlyConstants(horner.node));
  CHECK(horner.graph.constantHeight(horner.node) == Graph::notConstant);
  InfixOptions infix;
  infix.forReaders = true;
  CHECK(printInfix(horner.graph, horner.nextP, infix) == "p * a");
}
