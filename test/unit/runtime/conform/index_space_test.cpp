#include "runtime/conform/index_space.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

order::NodeId loop(order::Graph &graph, std::uint32_t number) {
  return graph.intern({.op = order::Op::LoopIndex, .type = integer, .symbol = "i", .version = number});
}
order::NodeId sum(order::Graph &graph, order::NodeId a, order::NodeId b) { return graph.binary(order::Op::Add, a, b, integer); }
order::NodeId product(order::Graph &graph, order::NodeId a, order::NodeId b) { return graph.binary(order::Op::Mul, a, b, integer); }

} // namespace

TEST_CASE("rows and columns are coordinates, whatever walks over them") {
  order::Graph graph;
  const order::NodeId n = graph.input("n", integer), row = loop(graph, 1), column = loop(graph, 2), block = loop(graph, 3), thread = loop(graph, 4);
  const order::NodeId plain[]{sum(graph, product(graph, row, n), column)};
  const order::NodeId tiled[]{
      sum(graph, product(graph, n, row), sum(graph, product(graph, block, graph.constant(order::Number::fromInteger(32), integer)), thread))};
  const IndexSpace one(graph, plain), other(graph, tiled);
  CHECK(one.coordinates() == 2);
  CHECK(one.own() == other.own());
  // Another index by coordinates.
  const Polynomial transposed = one.rewritten(polynomialOf(graph, sum(graph, product(graph, column, n), row)));
  CHECK_FALSE(one.isOwn(std::span(&transposed, 1)));
}

TEST_CASE("an element that no loop chooses has no coordinates") {
  order::Graph graph;
  const order::NodeId index[]{graph.input("k", integer)};
  CHECK(IndexSpace(graph, index).coordinates() == 0);
}

TEST_CASE("a number that a closure is given in each call is a coordinate, one of a known object is none") {
  order::Graph graph;
  const order::NodeId run = loop(graph, 1);
  const auto element = [&](order::Storage::Kind kind) {
    return graph.intern(
        {.op = order::Op::Element, .type = integer, .operands = {&run, 1}, .symbol = "i", .storage = graph.addStorage({kind, {}, 7})});
  };
  CHECK(isIteration(graph, element(order::Storage::Kind::Unknown)));
  CHECK_FALSE(isIteration(graph, element(order::Storage::Kind::Result)));
  const order::NodeId given[]{element(order::Storage::Kind::Unknown)};
  CHECK(IndexSpace(graph, given).coordinates() == 1);
}
