// Integer expressions: values against C++'s own, ranges against all values.
#include "runtime/measure/index_value.h"

#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <map>

using namespace fporder;
using namespace fporder::measure;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar}, boolean{format::Format::Boolean, order::Shape::Scalar};

/// A random expression over a and b with its value.
struct Made {
  NodeId node;
  std::function<std::optional<long long>(long long, long long)> value;
};

class Expressions {
public:
  Expressions(order::Graph &target, std::uint64_t seed) : graph(target), random(seed) {}

  Made any(unsigned depth) {
    if (depth == 0 || below(5) == 0)
      return leaf();
    const Made x = any(depth - 1), y = any(depth - 1);
    const auto both = [&](Op op, auto apply) {
      return Made{graph.binary(op, x.node, y.node, integer), [=](long long a, long long b) -> std::optional<long long> {
                    const auto left = x.value(a, b), right = y.value(a, b);
                    return left && right ? apply(*left, *right) : std::nullopt;
                  }};
    };
    using Value = std::optional<long long>;
    switch (below(8)) {
    case 0:
      return both(Op::Sub, [](long long p, long long q) -> Value { return p - q; });
    case 1:
      return both(Op::Mul, [](long long p, long long q) -> Value { return p * q; });
    case 2:
      return both(Op::Div, [](long long p, long long q) -> Value { return q == 0 ? Value() : p / q; });
    case 3:
      return both(Op::Min, [](long long p, long long q) -> Value { return std::min(p, q); });
    case 4:
      return both(Op::Max, [](long long p, long long q) -> Value { return std::max(p, q); });
    case 5: {
      const NodeId sides[]{x.node, y.node};
      const NodeId less = graph.intern({.op = Op::Compare, .type = boolean, .operands = sides, .symbol = "<"});
      const NodeId parts[]{less, y.node, x.node};
      return {graph.intern({.op = Op::Select, .type = integer, .operands = parts}), [=](long long a, long long b) -> Value {
                const auto left = x.value(a, b), right = y.value(a, b);
                return left && right ? Value(*left < *right ? *right : *left) : std::nullopt;
              }};
    }
    default:
      return both(Op::Add, [](long long p, long long q) -> Value { return p + q; });
    }
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }
  Made leaf() {
    const unsigned which = below(3);
    if (which == 2) {
      const long long constant = static_cast<long long>(below(9)) - 4;
      return {graph.constant(order::Number::fromInteger(constant), integer), [=](long long, long long) { return std::optional(constant); }};
    }
    return {graph.input(which == 0 ? "a" : "b", integer), [=](long long a, long long b) { return std::optional(which == 0 ? a : b); }};
  }

  order::Graph &graph;
  std::mt19937_64 random;
};

} // namespace

TEST_CASE("index expressions have C's values, and lie in their ranges") {
  const unsigned cases = order::propertyCases(20'000, 1'000);
  unsigned valued = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    order::Graph graph;
    const Made made = Expressions(graph, seed).any(4);
    const IndexExpression expression(graph, made.node);
    const auto range = expression.range([&](NodeId leaf) { return graph.symbol(leaf) == "a" ? IndexRange{-3, 5} : IndexRange{0, 4}; });
    for (long long a = -3; a <= 5; ++a)
      for (long long b = 0; b <= 4; ++b) {
        std::vector<std::int64_t> values;
        for (const NodeId leaf : expression.leaves())
          values.push_back(graph.symbol(leaf) == "a" ? a : b);
        const auto expected = made.value(a, b);
        const auto value = expression(values);
        REQUIRE(value.has_value() == expected.has_value());
        if (!expected)
          continue;
        ++valued;
        REQUIRE(*value == *expected);
        if (range) {
          REQUIRE(range->low <= *value);
          REQUIRE(*value <= range->high);
        }
      }
  }
  CHECK(valued > 30 * cases);
}

TEST_CASE("a product's range is exact where its factors are independent, and the shorter end of a loop bounds it") {
  order::Graph graph;
  const NodeId a = graph.input("a", integer), b = graph.input("b", integer);
  const auto leaf = [&](NodeId node) { return node == a ? IndexRange{-3, 5} : IndexRange{2, 4}; };
  const auto product = IndexExpression(graph, graph.binary(Op::Mul, a, b, integer)).range(leaf);
  REQUIRE(product);
  CHECK(product->low == -12);
  CHECK(product->high == 20);
  const NodeId eight = graph.constant(order::Number::fromInteger(8), integer);
  const auto least = IndexExpression(graph, graph.binary(Op::Min, eight, graph.binary(Op::Mul, a, b, integer), integer)).range(leaf);
  REQUIRE(least);
  CHECK(least->high == 8);
  const auto unknown = IndexExpression(graph, graph.binary(Op::Div, eight, a, integer)).range(leaf);
  CHECK_FALSE(unknown);
}
