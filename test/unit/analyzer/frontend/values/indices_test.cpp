#include "analyzer/frontend/values/indices.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::frontend;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

struct Integers {
  NodeId constant(long long value) { return graph.constant(order::Number::fromInteger(value), integer); }
  NodeId leaf(Op op, const char *name, std::uint32_t loop = 0) {
    order::NodeSpec spec;
    spec.op = op;
    spec.type = integer;
    spec.symbol = name;
    spec.version = loop;
    return graph.intern(spec);
  }
  NodeId of(Op op, NodeId left, NodeId right) { return graph.binary(op, left, right, integer); }
  std::string text(NodeId node) const { return node ? order::printInfix(graph, node) : "?"; }

  order::Graph graph;
  NodeId i = leaf(Op::LoopIndex, "i", 1), j = leaf(Op::LoopIndex, "j", 2), n = leaf(Op::Input, "n");
};

} // namespace

TEST_CASE("constants are gathered from sums of integers") {
  Integers of;
  const OffsetForm form = offsetForm(of.graph, of.of(Op::Sub, of.of(Op::Add, of.constant(7), of.n), of.constant(3)));
  CHECK(form.base == of.graph.value(of.n));
  CHECK(form.offset == 4);
  CHECK_FALSE(offsetForm(of.graph, of.constant(-2)).base);
  CHECK(offsetForm(of.graph, of.constant(-2)).offset == -2);
}

TEST_CASE("a linear form in a loop's index has another value in every iteration") {
  Integers of;
  CHECK(isInjective(of.graph, of.of(Op::Add, of.of(Op::Mul, of.i, of.n), of.j), 1));
  CHECK(isInjective(of.graph, of.of(Op::Sub, of.n, of.i), 1));
  CHECK_FALSE(isInjective(of.graph, of.of(Op::Mul, of.i, of.i), 1));
  CHECK_FALSE(isInjective(of.graph, of.of(Op::Div, of.i, of.constant(2)), 1));
  CHECK_FALSE(isInjective(of.graph, of.j, 1));
}

TEST_CASE("indices are replaced all at once") {
  Integers of;
  const NodeId sum = of.of(Op::Add, of.of(Op::Mul, of.i, of.n), of.j);
  CHECK(of.text(substituteIndices(of.graph, sum, {{1, of.j}, {2, of.i}})) == "j * n + i");
  CHECK(of.text(substituteIndices(of.graph, of.of(Op::Add, of.i, of.constant(1)), {{1, of.of(Op::Sub, of.n, of.constant(3))}})) == "n - 2");
  CHECK(substituteIndices(of.graph, of.n, {{1, of.j}}) == of.n);
  // What a loop carries is another value in another iteration.
  CHECK_FALSE(substituteIndices(of.graph, of.leaf(Op::LoopValue, "k", 2), {{1, of.j}}));
}

TEST_CASE("what a form mentions, and how long it is") {
  Integers of;
  const NodeId sum = of.of(Op::Add, of.of(Op::Mul, of.i, of.n), of.j);
  CHECK(dependsOnAny(of.graph, sum, {2, 9}));
  CHECK_FALSE(dependsOnAny(of.graph, sum, {3}));
  const NodeId longer = of.of(Op::Add, of.of(Op::Mul, sum, sum), sum); // 17 nodes
  const limits::Watch watch(0);
  CHECK(isShort(of.graph, of.of(Op::Mul, sum, sum), limits::Limit::CrossedIndex));
  CHECK(isShort(of.graph, longer, limits::Limit::ComparedIndex));
  CHECK(watch.hits().empty());
  CHECK_FALSE(isShort(of.graph, longer, limits::Limit::CrossedIndex));
  CHECK(watch.hits().size() == 1);
  CHECK(anyBelow(of.graph, sum, [&](NodeId node) { return node == of.n; }));
  CHECK_FALSE(anyBelow(of.graph, sum, [&](NodeId node) { return of.graph[node].op == Op::Div; }));
}
