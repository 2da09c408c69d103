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
