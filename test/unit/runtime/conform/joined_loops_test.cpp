#include "runtime/conform/joined_loops.h"
#include "runtime/order/walk.h"
#include "written_procedure.h"

#include <map>

using namespace fporder;
using namespace fporder::conform;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

/// An output at b * T * C + t * C + i, whose loops run as often as `counts` says.
struct Nest {
  order::Graph graph;
  order::NodeId b = loop("b", 1), t = loop("t", 2), i = loop("i", 3);
  order::NodeId B = graph.input("B", integer), T = graph.input("T", integer), C = graph.input("C", integer);

  order::NodeId loop(const char *name, std::uint32_t number) {
    return graph.intern({.op = order::Op::LoopIndex, .type = integer, .symbol = name, .version = number});
  }
  order::NodeId sum(order::NodeId one, order::NodeId other) { return graph.binary(order::Op::Add, one, other, integer); }
  order::NodeId product(order::NodeId one, order::NodeId other) { return graph.binary(order::Op::Mul, one, other, integer); }

  std::vector<ElementForm> forms(const std::map<order::NodeId, order::NodeId> &counts) {
    SidePiece piece;
    piece.indices = {sum(sum(product(product(b, T), C), product(t, C)), i)};
    piece.value = graph.intern({.op = order::Op::Element, .type = binary32, .operands = std::span(&t, 1), .symbol = "x"});
    std::vector<order::NodeId> found = piece.indices;
    order::walkOperands(graph, found, UINT64_MAX, [&](order::NodeId node) {
      if (const auto count = counts.find(node); count != counts.end())
        piece.counts.push_back(count->second);
      return order::Walk::Enter;
    });
    return joinedLoops(graph, piece, piece.value);
  }
};

} // namespace

TEST_CASE("loops that step over one another are joined from the outermost on") {
  Nest nest;
  const std::vector<ElementForm> forms = nest.forms({{nest.b, nest.B}, {nest.t, nest.T}, {nest.i, nest.C}});
  REQUIRE(forms.size() == 2);
  CHECK(order::printInfix(nest.graph, forms[0].value) == "x[t % T]");
  CHECK(order::printInfix(nest.graph, forms[0].indices[0]) == "t / T * T * C + t % T * C + i");
  CHECK(order::printInfix(nest.graph, forms[1].value) == "x[i / C % T]");
}

TEST_CASE("a loop that runs another number of times is not joined") {
  Nest nest;
  CHECK(nest.forms({{nest.b, nest.B}, {nest.t, nest.C}, {nest.i, nest.B}}).empty());
  CHECK(nest.forms({{nest.b, nest.B}, {nest.t, nest.T}}).empty());
}
