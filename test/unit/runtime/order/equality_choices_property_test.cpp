// Equality of expressions with choices, against their values at points where all of their numbers are exact, the places where choices change among
// them.
#include "random_rewrites.h"
#include "runtime/order/equality.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType binary64{format::Format::Binary64, Shape::Scalar}, boolean{format::Format::Boolean, Shape::Scalar};
// Factors that are squares modulo some primes only among them; few binary digits, so that products of four are exact.
constexpr std::array constants{0.0, 1.0, -1.0, 2.0, 3.0, 1.375, -1.25, 0.90625, 0.578125, 29.0, 31.0, -37.0};

struct Drawn {
  NodeId node;
  std::function<double(double, double)> value; // of x and y
};

/// Small expressions of x and y, few enough that two of them are often equal.
class Expressions {
public:
  Expressions(Graph &into, unsigned seed) : graph(into), random(seed) {}

  Drawn expression(unsigned depth) {
    const unsigned kind = depth == 0 ? 0 : below(8);
    if (kind < 2)
      return leaf();
    if (kind == 2)
      return choice(depth);
    const Drawn one = expression(depth - 1);
    if (kind == 3)
      return {graph.unary(Op::Abs, one.node, binary64), [v = one.value](double x, double y) { return std::fabs(v(x, y)); }};
    if (kind == 4)
      return {graph.unary(Op::Neg, one.node, binary64), [v = one.value](double x, double y) { return -v(x, y); }};
    const Drawn other = leaf();
    const auto both = [&](Op op, auto apply) {
      return Drawn{graph.binary(op, one.node, other.node, binary64),
                   [v = one.value, w = other.value, apply](double x, double y) { return apply(v(x, y), w(x, y)); }};
    };
    if (kind == 5)
      return both(Op::Mul, [](double a, double b) { return a * b; });
    if (kind == 6)
      return both(Op::Sub, [](double a, double b) { return a - b; });
    return both(Op::Max, [](double a, double b) { return a > b ? a : b; });
  }

private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random() % count); }
  Drawn variable() {
    const bool first = below(3) != 0;
    return {graph.input(first ? "x" : "y", binary64), [first](double x, double y) { return first ? x : y; }};
  }
  Drawn leaf() {
    if (below(4) != 0)
      return variable();
    const double number = constants[below(constants.size())];
    return {graph.constant(Number::fromDouble(number), binary64), [number](double, double) { return number; }};
  }
  Drawn choice(unsigned depth) {
    static constexpr std::array<std::string_view, 4> symbols{"<", "<=", ">", ">="};
    const std::string_view symbol = symbols[below(4)];
    const Drawn left = variable(), right = leaf(), then = expression(depth - 1), otherwise = expression(depth - 1);
    const NodeId sides[]{left.node, right.node};
    const NodeId condition = graph.intern({.op = Op::Compare, .type = boolean, .operands = sides, .symbol = symbol});
    const NodeId operands[]{condition, then.node, otherwise.node};
    return {graph.intern({.op = Op::Select, .type = binary64, .operands = operands}),
            [symbol, l = left.value, r = right.value, t = then.value, o = otherwise.value](double x, double y) {
              const double a = l(x, y), b = r(x, y);
              const bool holds = symbol == "<" ? a < b : symbol == "<=" ? a <= b : symbol == ">" ? a > b : a >= b;
              return holds ? t(x, y) : o(x, y);
            }};
  }

  Graph &graph;
  std::mt19937 random;
};

/// The constants, and what lies between and beyond them.
std::vector<double> points() {
  std::vector<double> all(constants.begin(), constants.end());
  for (const double between : {-50.5, -2.25, -0.5, 0.25, 0.75, 1.125, 1.75, 2.5, 17.0, 30.5, 44.0})
    all.push_back(between);
  return all;
}

} // namespace

TEST_CASE("expressions with choices that are found equal have the same values, where choices change as well") {
  const unsigned cases = propertyCases(400'000, 20'000);
  const std::vector<double> at = points();
  unsigned equal = 0, different = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    Graph graph;
    Expressions expressions(graph, seed);
    const Drawn one = expressions.expression(2), other = expressions.expression(2);
    if (graph.sameValue(one.node, other.node))
      continue;
    bool differ = false;
    for (const double x : at)
      for (const double y : at)
        differ = differ || one.value(x, y) != other.value(x, y);
    const bool found = equalOverReals(graph, one.node, other.node) == RealEquality::Equal;
    if (found && differ)
      FAIL("seed " << seed << " found equal: " << printInfix(graph, one.node) << " and " << printInfix(graph, other.node));
    equal += found ? 1 : 0;
    different += differ ? 1 : 0;
  }
  MESSAGE(equal << " found equal, " << different << " different of " << cases << " cases; FPORDER_FULL=1 draws 400000");
  CHECK(equal > cases / 500);
}
