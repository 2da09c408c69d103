#include "runtime/order/integral_values.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <string>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType number{format::Format::Binary64, Shape::Scalar}, integer{format::Format::Integer, Shape::Scalar};

/// Of floor(x), an integer n in floating point and constants.
struct Values {
  NodeId whole(NodeId of) { return graph.call("floor", {&of, 1}, number); }
  NodeId constant(double value) { return graph.constant(Number::fromDouble(value), number); }
  NodeId sum(NodeId left, NodeId right) { return graph.binary(Op::Add, left, right, number); }
  Graph graph;
  NodeId x = graph.input("x", number), n = graph.cast(graph.input("n", integer), number),
         truth = graph.input("c", {format::Format::Boolean, Shape::Scalar});
};

} // namespace

TEST_CASE("integral values: what was converted from an integer or rounded to one, and what is made of such") {
  Values of;
  CHECK(isIntegral(of.graph, of.n));
  CHECK(isIntegral(of.graph, of.whole(of.x)));
  CHECK(!isIntegral(of.graph, of.x));
  CHECK(isIntegral(of.graph, of.sum(of.whole(of.x), of.constant(1))));
  CHECK(!isIntegral(of.graph, of.sum(of.whole(of.x), of.constant(0.5))));
  CHECK(!isIntegral(of.graph, of.sum(of.whole(of.x), of.x)));
  CHECK(!isIntegral(of.graph, of.graph.binary(Op::Div, of.n, of.constant(2), number)));
  const NodeId remainder[] = {of.n, of.constant(360)};
  CHECK(isIntegral(of.graph, of.graph.call("fmod", remainder, number)));
  CHECK(isIntegral(of.graph, of.graph.cast(of.whole(of.x), {format::Format::Binary32, Shape::Scalar})));
}

TEST_CASE("integral values: of a choice both values are looked at, and not what decides") {
  Values of;
  const NodeId compared[] = {of.x, of.constant(0.5)};
  const NodeId decides = of.graph.intern({.op = Op::Compare, .type = {format::Format::Boolean, Shape::Scalar}, .operands = compared, .symbol = "<"});
  const NodeId both[] = {decides, of.n, of.constant(1)}, one[] = {decides, of.n, of.x};
  CHECK(isIntegral(of.graph, of.graph.intern({.op = Op::Select, .type = number, .operands = both})));
  CHECK(!isIntegral(of.graph, of.graph.intern({.op = Op::Select, .type = number, .operands = one})));
}

TEST_CASE("integral values: a constant alone is none, and who asks may know more constants") {
  Values of;
  CHECK(!isIntegral(of.graph, of.constant(3)));
  const NodeId half = of.graph.binary(Op::Div, of.constant(6), of.constant(2), number), scaled = of.graph.binary(Op::Mul, of.n, half, number);
  CHECK(!isIntegral(of.graph, scaled));
  const auto known = [&](NodeId node) { return node == half ? std::optional(Number::fromInteger(3)) : std::nullopt; };
  CHECK(isIntegral(of.graph, scaled, known));
}
