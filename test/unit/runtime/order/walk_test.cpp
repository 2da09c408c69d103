#include "runtime/order/walk.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType real{format::Format::Binary64, Shape::Scalar};

NodeId input(Graph &graph, std::string_view name) {
  NodeSpec spec;
  spec.op = Op::Input;
  spec.type = real;
  spec.symbol = name;
  return graph.intern(spec);
}

/// (a + b) * (a + b) - a
struct Expression {
  Graph graph;
  NodeId a = input(graph, "a"), b = input(graph, "b");
  NodeId sum = graph.binary(Op::Add, a, b, real), square = graph.binary(Op::Mul, sum, sum, real), root = graph.binary(Op::Sub, square, a, real);
};

} // namespace

TEST_CASE("a walk visits each node once, the nearest first") {
  const Expression of;
  std::vector<NodeId> found{of.root}, visited;
  const Walked ended = walkOperands(of.graph, found, UINT64_MAX, [&](NodeId node) {
    visited.push_back(node);
    return Walk::Enter;
  });
  CHECK(ended == Walked::Whole);
  CHECK(visited == std::vector<NodeId>{of.root, of.square, of.a, of.sum, of.b});
  CHECK(found == visited);
}

TEST_CASE("a walk leaves operands out, and ends when it is told to") {
  const Expression of;
  std::vector<NodeId> found{of.root};
  CHECK(walkOperands(of.graph, found, UINT64_MAX, [&](NodeId node) { return node == of.square ? Walk::Skip : Walk::Enter; }) == Walked::Whole);
  CHECK(found == std::vector<NodeId>{of.root, of.square, of.a});
  found = {of.sum, of.a};
  CHECK(walkOperands(of.graph, found, UINT64_MAX, [&](NodeId node) { return node == of.a ? Walk::Stop : Walk::Enter; }) == Walked::Stopped);
  CHECK(found == std::vector<NodeId>{of.sum, of.a, of.b});
  CHECK(anyUnder(of.graph, of.root, [&](NodeId node) { return node == of.b; }));
  CHECK_FALSE(anyUnder(of.graph, of.square, [&](NodeId node) { return node == of.root; }));
}

TEST_CASE("a walk that a limit ends is noted, one that is just within it is not") {
  const Expression of;
  std::vector<NodeId> found{of.root};
  const auto enter = [](NodeId) { return Walk::Enter; };
  CHECK(walkOperands(of.graph, found, 5, enter) == Walked::Whole);
  found = {of.root};
  CHECK(walkOperands(of.graph, found, 4, enter) == Walked::Limited);
  Expression longer;
  NodeId sum = longer.root;
  for (std::size_t nodes = 5; nodes < limits::most(limits::Limit::ConditionNodes); ++nodes)
    sum = longer.graph.binary(Op::Add, sum, longer.b, real);
  const limits::Watch watch(3);
  CHECK(walkOperands(longer.graph, sum, limits::Limit::ConditionNodes, enter) == Walked::Whole);
  CHECK(watch.hits().empty());
  sum = longer.graph.binary(Op::Add, sum, longer.b, real);
  CHECK(walkOperands(longer.graph, sum, limits::Limit::ConditionNodes, enter) == Walked::Limited);
  CHECK(watch.hits() == std::vector<limits::Watch::Hit>{{limits::Limit::ConditionNodes, 3}});
}
