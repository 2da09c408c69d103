#include "runtime/measure/affine_index.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::measure;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

std::optional<AffineIndex> read(order::Graph &graph, const char *text, std::optional<std::int64_t> strides = std::nullopt) {
  const auto node = std::get<order::NodeId>(order::parseInfix(text, graph, integer));
  return affineIndex(graph, node, [&](order::NodeId leaf) { return graph.symbol(leaf) == "d" ? strides : std::nullopt; });
}

} // namespace

TEST_CASE("sums and multiples of indices are affine") {
  order::Graph graph;
  const std::optional<AffineIndex> form = read(graph, "3 * (i - 2) + j * 4 - (i + 1)");
  REQUIRE(form);
  CHECK(form->constant == -7);
  CHECK(form->coefficient(indexOf(graph, graph.input("i", integer))) == 2);
  CHECK(form->coefficient(indexOf(graph, graph.input("j", integer))) == 4);
  CHECK(form->coefficients.size() == 2);
}

TEST_CASE("an index that cancels is not there") {
  order::Graph graph;
  CHECK(read(graph, "(i + 1) - i") == AffineIndex{1, {}});
}

TEST_CASE("a stride has to be known") {
  order::Graph graph;
  CHECK(!read(graph, "i * d + k"));
  const std::optional<AffineIndex> form = read(graph, "i * d + k", 1024);
  REQUIRE(form);
  CHECK(form->coefficient(indexOf(graph, graph.input("i", integer))) == 1024);
  CHECK(!read(graph, "i * i"));
  CHECK(!read(graph, "i / 2"));
}

TEST_CASE("remainders, masks and shifts of known numbers are numbers") {
  order::Graph graph;
  CHECK(read(graph, "(d & ~3) + i", 11)->constant == 8);
  CHECK(read(graph, "d - d % 4", 11) == AffineIndex{8, {}});
  CHECK(read(graph, "(d >> 2) * 4 + (d << 1)", 11) == AffineIndex{30, {}});
  CHECK(read(graph, "(10 & -2) / 2") == AffineIndex{5, {}});
  CHECK(!read(graph, "d % 4"));
  CHECK(!read(graph, "d % 0", 11));
  CHECK(!read(graph, "i & 3"));
}

TEST_CASE("what does not fit in 62 bits is not followed") {
  order::Graph graph;
  CHECK(!read(graph, "i * 4611686018427387904"));
  CHECK(!read(graph, "i * d * d", std::int64_t{1} << 40));
}
