#include "runtime/conform/split_numbers.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

/// y[n] = x[index]
struct Store {
  order::Graph graph;
  NodeId n = loop("n", 1), m = loop("m", 2);
  NodeId H = graph.input("H", integer), W = graph.input("W", integer);

  NodeId loop(const char *name, std::uint32_t number) {
    return graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = name, .version = number});
  }
  NodeId sum(NodeId one, NodeId other) { return graph.binary(Op::Add, one, other, integer); }
  NodeId product(NodeId one, NodeId other) { return graph.binary(Op::Mul, one, other, integer); }
  NodeId quotient(NodeId one, NodeId other) { return graph.binary(Op::Div, one, other, integer); }
  NodeId remainder(NodeId one, NodeId other) {
    const NodeId operands[]{one, other};
    return graph.call("%", operands, integer);
  }

  /// The index of x and of y in each form.
  std::vector<std::string> forms(NodeId index, NodeId stored) {
    SidePiece piece;
    piece.indices = {stored};
    piece.value = graph.intern({.op = Op::Element, .type = binary32, .operands = std::span(&index, 1), .symbol = "x"});
    std::vector<std::string> all;
    for (const ElementForm &form : splitNumbers(graph, piece, piece.value))
      all.push_back(order::printInfix(graph, form.value) + " at " + order::printInfix(graph, form.indices[0]));
    return all;
  }
};

using Forms = std::vector<std::string>;

} // namespace

TEST_CASE("rows and columns of a number") {
  Store store;
  const NodeId turned = store.sum(store.product(store.remainder(store.n, store.W), store.H), store.quotient(store.n, store.W));
  CHECK(store.forms(turned, store.n) == Forms{"x[r * H + q] at q * W + r"});
}

TEST_CASE("a quotient is split in turn, whether by one divisor after the other or by their product") {
  for (const bool product : {false, true}) {
    Store store;
    const NodeId rows = store.quotient(store.n, store.W);
    const NodeId images = product ? store.quotient(store.n, store.product(store.W, store.H)) : store.quotient(rows, store.H);
    const NodeId index = store.sum(store.sum(images, store.remainder(rows, store.H)), store.remainder(store.n, store.W));
    const Forms forms = store.forms(index, store.n);
    REQUIRE(forms.size() == 2);
    CHECK(forms[1] == "x[q + r@1 + r] at (q * H + r@1) * W + r");
  }
}

TEST_CASE("the remainder by a product") {
  Store store;
  const NodeId index = store.sum(store.remainder(store.n, store.product(store.W, store.H)), store.remainder(store.n, store.W));
  CHECK(store.forms(index, store.n).front() == "x[q % H * W + r + r] at q * W + r");
}

TEST_CASE("a number stays where its loop is read by itself, or its divisors have no least one") {
  Store store;
  const NodeId offset = store.sum(store.n, store.m);
  CHECK(store.forms(store.sum(store.quotient(offset, store.W), store.n), offset).empty());
  CHECK(store.forms(store.sum(store.quotient(store.n, store.W), store.remainder(store.n, store.H)), store.n).empty());
  CHECK(store.forms(store.quotient(store.m, store.W), store.n).empty()); // no loop around the store
  CHECK(store.forms(store.quotient(store.n, store.m), store.sum(store.n, store.m)).empty());
  CHECK(store.forms(store.sum(store.quotient(offset, store.W), store.remainder(offset, store.W)), offset).size() == 1);
}
