#include "runtime/conform/polynomial.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

/// The index of the element that a text reads: integers.
order::NodeId indexOf(order::Graph &graph, const std::string &index) {
  const order::Parsed<order::NodeId> parsed = order::parseInfix("a[" + index + "]", graph, binary32);
  REQUIRE(std::holds_alternative<order::NodeId>(parsed));
  return graph.operand(std::get<order::NodeId>(parsed), 0);
}

} // namespace

TEST_CASE("integers that are equal as numbers are equal as polynomials") {
  order::Graph graph;
  const auto same = [&](const std::string &one, const std::string &other) {
    const Polynomial left = polynomialOf(graph, indexOf(graph, one)), right = polynomialOf(graph, indexOf(graph, other));
    CHECK((left == right) == graph.sameValue(expressionOf(graph, left), expressionOf(graph, right)));
    return left == right;
  };
  CHECK(same("(i + 1) * n + j", "j + n + n * i"));
  CHECK(same("i * 4 - i", "3 * i"));
  CHECK(same("i << 3", "8 * i"));
  CHECK(same("i - i", "0"));
  CHECK(same("(i / 2) * 2", "2 * (i / 2)"));
  CHECK_FALSE(same("(i / 2) * 2", "i"));
  CHECK_FALSE(same("i * n + j", "j * n + i"));
}

TEST_CASE("polynomials are substituted into, and say when they are constants") {
  order::Graph graph;
  const order::NodeId i = indexOf(graph, "i"), n = indexOf(graph, "n");
  const Polynomial index = polynomialOf(graph, indexOf(graph, "i * n + i"));
  const std::optional<Polynomial> next = index.substituted(graph.value(i).index, *Polynomial::atom(graph, i).plus(Polynomial::constant(1)));
  REQUIRE(next);
  CHECK(*next == polynomialOf(graph, indexOf(graph, "(i + 1) * n + i + 1")));
  CHECK(Polynomial::constant(7).asConstant() == 7);
  CHECK_FALSE(Polynomial::atom(graph, n).asConstant());
  CHECK_FALSE(Polynomial::constant(std::int64_t{1} << 50).times(Polynomial::constant(1000)));
}
