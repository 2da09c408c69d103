#include "runtime/order/bit_cast.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType integer{format::Format::Integer}, binary32{format::Format::Binary32}, binary64{format::Format::Binary64};

NodeId whole(Graph &graph, long long value) { return graph.constant(Number::fromInteger(value), integer); }

} // namespace

TEST_CASE("the bits of a constant are a constant") {
  Graph graph;
  for (const float value : {0.0F, 1.0F, 1.5e-42F, 3.14159F, std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()}) {
    const NodeId bits = whole(graph, std::bit_cast<std::uint32_t>(value));
    const NodeId made = bitCast(graph, bits, binary32);
    REQUIRE(graph[made].op == Op::Constant);
    CHECK(graph.number(made).approximate() == static_cast<double>(value));
    CHECK(graph.sameValue(bitCast(graph, made, integer), bits));
  }
  const NodeId negative = bitCast(graph, whole(graph, 0xc0000000), binary32);
  REQUIRE(graph[negative].op == Op::Constant);
  CHECK(graph.number(negative).approximate() == -2);
}

TEST_CASE("what is no number, or an integer whose sign is not known, stays the bits of it") {
  Graph graph;
  CHECK(graph[bitCast(graph, whole(graph, 0x7fc00000), binary32)].op == Op::Call);                        // NaN
  CHECK(graph[bitCast(graph, whole(graph, -1), binary32)].op == Op::Call);                                // of a signed type
  CHECK(graph[bitCast(graph, whole(graph, 0x1'0000'0000), binary32)].op == Op::Call);                     // too wide
  CHECK(graph[bitCast(graph, graph.constant(Number::fromDouble(-1), binary32), integer)].op == Op::Call); // int or unsigned
  CHECK(graph[bitCast(graph, graph.constant(Number::fromDouble(1), binary64), integer)].op == Op::Call);  // beyond 2^53
}

TEST_CASE("bits that are taken back are the number itself") {
  Graph graph;
  const NodeId x = graph.input("x", binary32), n = graph.input("n", integer);
  CHECK(bitCast(graph, x, binary32) == x);
  CHECK(bitCast(graph, bitCast(graph, x, integer), binary32) == x);
  const NodeId back = bitCast(graph, bitCast(graph, n, binary32), integer); // of another sign, perhaps
  CHECK(graph.symbol(back) == "bits");
}
