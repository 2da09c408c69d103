// What a graph computes, without the names of its leaves.
#include "runtime/measure/structure.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <string>

using namespace fporder;

namespace {

std::string structure(const std::string &expression, format::Format format = format::Format::Binary32) {
  order::Graph graph;
  CHECK(std::holds_alternative<order::NodeId>(order::parseInfix(expression, graph, {format, order::Shape::Scalar})));
  return measure::structureOf(graph);
}

} // namespace

TEST_CASE("structure: names do not count, all else does") {
  CHECK(structure("a * b / c") == structure("x * y / z"));
  for (const char *other : {"a * (b / c)", "a * b * c", "a * a / c", "a * b / 3", "sqrt(a) * b", "sum(i, a[i]) / c"})
    CHECK(structure("a * b / c") != structure(other));
  CHECK(structure("a * b / 3") != structure("a * b / 5"));
  CHECK(structure("exp(a)") != structure("log(a)"));
  CHECK(structure("a < b ? a : b") != structure("a <= b ? a : b"));
  CHECK(structure("sum<lanes 4>(i, a[i])") != structure("sum<lanes 8>(i, a[i])"));
  CHECK(structure("a + b") != structure("a + b", format::Format::Binary64));
}

TEST_CASE("structure: what is computed from other nodes of the graph does not count, which the roots are does") {
  order::Graph graph, alone;
  const auto parsed = [](const std::string &expression, order::Graph &into, format::Format format) {
    return std::get<order::NodeId>(order::parseInfix(expression, into, {format, order::Shape::Scalar}));
  };
  const auto of = [](const order::Graph &in, std::vector<order::NodeId> roots) { return measure::structureOf(in, roots, format::Format::Binary32); };
  parsed("exp(p) - q", graph, format::Format::Binary64);
  const order::NodeId open = parsed("a * b / c", graph, format::Format::Dependent);
  const order::NodeId closed = parsed("x * y / z", alone, format::Format::Binary32);
  CHECK(of(graph, {open}) == of(alone, {closed}));
  const order::NodeId product = alone.operands(closed)[0];
  CHECK(of(alone, {closed}) != of(alone, {closed, product}));
  CHECK(of(alone, {closed, product}) != of(alone, {product, closed}));
}
