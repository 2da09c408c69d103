#include "analyzer/findings/cost_text.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using findings::cyclesText;
using findings::operationText;

namespace {

struct Parsed {
  order::Graph graph;
  order::NodeId root;

  explicit Parsed(const std::string &text) {
    root = std::get<order::NodeId>(order::parseInfix(text, graph, {format::Format::Binary32, order::Shape::Scalar}));
  }
};

} // namespace

TEST_CASE("operations are counted by kind") {
  const Parsed expression("(a * b) / c - d");
  CHECK(operationText(expression.graph, expression.root) == "1 add, 1 mul, 1 div");
  const Parsed leaf("a");
  CHECK(operationText(leaf.graph, leaf.root) == "none");
}

TEST_CASE("what a reduction of unknown length costs is told in terms") {
  const Parsed expression("2 * sum(i, x * y) + sqrt(z)");
  CHECK(operationText(expression.graph, expression.root) == "n + 1 add, 2 mul, 1 sqrt"); // x * y does not change in the loop
}

TEST_CASE("cycles are latency and throughput of the machine asked for") {
  const Parsed expression("a / b");
  const measure::Machine *machine = measure::findMachine("generic");
  REQUIRE(machine);
  CHECK(cyclesText(*machine, expression.graph, expression.root) == "3 (3)");
}
