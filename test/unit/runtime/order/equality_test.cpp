#include "runtime/order/equality.h"

#include "runtime/order/infix.h"
#include "runtime/order/recurrence.h"

#include <doctest/doctest.h>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary64{Format::Binary64, Shape::Scalar};

bool equal(std::string_view left, std::string_view right) {
  Graph graph;
  const auto parsed = [&](std::string_view text) {
    auto result = parseInfix(text, graph, binary64);
    if (auto *error = std::get_if<SyntaxError>(&result))
      FAIL(std::string(text) << ": " << error->message);
    return std::get<NodeId>(result);
  };
  const NodeId first = parsed(left), second = parsed(right);
  return equalOverReals(graph, first, second) == RealEquality::Equal;
}

} // namespace

TEST_CASE("identities of the field of reals") {
  CHECK(equal("a * b / c", "a * (b / c)"));
  CHECK(equal("a * b / c", "b / (c / a)"));
  CHECK(equal("a / b / c", "a / (b * c)"));
  CHECK(equal("a + (b + c)", "c + a + b"));
  CHECK(equal("a + t * (b - a)", "(1 - t) * a + t * b"));
  CHECK(equal("a * a - b * b", "(a - b) * (a + b)"));
  CHECK(equal("fma(a, b, c)", "c + a * b"));
  CHECK(equal("cast<binary16>(a) * b", "a * cast<binary32>(b)"));
  CHECK(equal("a * 0.1", "a / 10"));
  CHECK(equal("rcp(x) * y", "y / x"));
  CHECK_FALSE(equal("a * b / c", "a * c / b"));
  CHECK_FALSE(equal("a - b", "b - a"));
  CHECK_FALSE(equal("a * 0.1", "a / 9"));
  CHECK_FALSE(equal("sqrt(v) + eps", "sqrt(v + eps)"));
}

TEST_CASE("roots, absolute values, minima") {
  CHECK(equal("sqrt(x) * sqrt(x)", "x"));
  CHECK(equal("sqrt(a * a)", "abs(a)"));
  CHECK(equal("sqrt(x * y)", "sqrt(x) * sqrt(y)"));
  CHECK(equal("1 / sqrt(x)", "sqrt(1 / x)"));
  CHECK(equal("x * rsqrt(x)", "sqrt(x)"));
  CHECK(equal("sqrt(4 * x)", "2 * sqrt(x)"));
  CHECK(equal("sqrt(a * a + b * b)", "hypot(a, b)"));
  CHECK(equal("sqrt(x + 1) - sqrt(x)", "1 / (sqrt(x + 1) + sqrt(x))"));
  CHECK(equal("(-b + sqrt(b * b - 4 * a * c)) / (2 * a)", "2 * c / (-b - sqrt(b * b - 4 * a * c))"));
  CHECK(equal("abs(-a * b)", "abs(a) * abs(b)"));
  CHECK(equal("max(a, b) + min(a, b)", "a + b"));
  CHECK(equal("max(-a, -b)", "-min(a, b)"));
  CHECK(equal("3 * max(a, b)", "max(b * 3, 3 * a)"));
  CHECK(equal("pow(x, 3)", "x * x * x"));
  CHECK(equal("pow(x, 0.5)", "sqrt(x)"));
  CHECK(equal("pow(x, -1.5)", "1 / (x * sqrt(x))"));
  CHECK(equal("cbrt(x) * cbrt(x) * cbrt(x)", "x"));
  CHECK_FALSE(equal("abs(a)", "a"));
  CHECK_FALSE(equal("sqrt(a * a)", "a"));
  CHECK_FALSE(equal("max(a, b)", "a"));
  CHECK_FALSE(equal("sqrt(a + b)", "sqrt(a) + sqrt(b)"));
  CHECK_FALSE(equal("copysign(a, b)", "a"));
}

TEST_CASE("exponentials and logarithms") {
  CHECK(equal("exp(a + b)", "exp(a) * exp(b)"));
  CHECK(equal("exp(a - b)", "exp(a) / exp(b)"));
  CHECK(equal("exp(2 * a)", "exp(a) * exp(a)"));
  CHECK(equal("exp(a * (b + c))", "exp(a * b) * exp(c * a)"));
  CHECK(equal("expm1(x)", "exp(x) - 1"));
  CHECK(equal("log1p(x)", "log(1 + x)"));
  CHECK(equal("exp2(x + 3)", "8 * exp2(x)"));
  CHECK(equal("log(exp(x))", "x"));
  CHECK(equal("tanh(x)", "(exp(2 * x) - 1) / (exp(2 * x) + 1)"));
  CHECK(equal("1 / (1 + exp(-x))", "exp(x) / (exp(x) + 1)"));
  CHECK(equal("1 / (1 + exp(-x))", "0.5 * (1 + tanh(x / 2))"));
  CHECK(equal("exp(0)", "1"));
  CHECK_FALSE(equal("exp(a * b)", "exp(a) * exp(b)"));
  CHECK_FALSE(equal("exp(x)", "exp2(x)"));
  CHECK_FALSE(equal("log(a + b)", "log(a) + log(b)"));
}

TEST_CASE("uninterpreted functions of equal arguments are equal") {
  CHECK(equal("sin(a * (b + c))", "sin(a * c + b * a)"));
  CHECK(equal("f(x, y) * z / f(x, y)", "z"));
  CHECK_FALSE(equal("f(x, y)", "f(y, x)"));
  CHECK_FALSE(equal("f(x)", "g(x)"));
  CHECK(equal("a[i + 1]", "a[1 + i]"));
  CHECK_FALSE(equal("a[i]", "a[i + 1]"));
  CHECK_FALSE(equal("x@1", "x@2"));
}

TEST_CASE("sums are linear") {
  CHECK(equal("sum(i, c * a[i])", "c * sum(i, a[i])"));
  CHECK(equal("sum(i, a[i] + b[i])", "sum(i, a[i]) + sum(i, b[i])"));
  CHECK(equal("sum(i, a[i] / c)", "sum(i, a[i]) / c"));
  CHECK(equal("sum(i, a[i], s)", "s + sum(i, a[i])"));
  CHECK(equal("sum(i, a[i])", "sum<unordered>(i, a[i])"));
  CHECK(equal("sum(i, sum(j, a[i] * b[j]))", "sum(i, a[i]) * sum(j, b[j])"));
  CHECK(equal("sum(i, c, 0, n)", "n * c"));
  CHECK(equal("sum(i, (a[i] - m) * (a[i] - m), 0, n)", "sum(i, a[i] * a[i], 0, n) - 2 * m * sum(i, a[i], 0, n) + n * m * m"));
  CHECK(equal("exp(x[k]) / sum(i, exp(x[i]))", "exp(x[k] - m) / sum(i, exp(x[i] - m))"));
  CHECK(equal("max<sequential>(i, a[i] + a[i])", "max<sequential>(i, 2 * a[i])"));
  CHECK_FALSE(equal("sum(i, a[i] * b[i])", "sum(i, a[i]) * sum(i, b[i])"));
  CHECK_FALSE(equal("sum(i, a[i] * a[i])", "sum(i, a[i]) * sum(i, a[i])"));
  CHECK_FALSE(equal("sum(i, a[i])", "sum(j, a[j])")); // nothing says that the ranges are the same
  CHECK_FALSE(equal("sum(i, a[i], 0, n)", "sum(i, a[i], 0, m)"));
  CHECK(equal("sum(i, a[i], 0, n)", "sum(j, a[j], 0, n)"));
  CHECK_FALSE(equal("product(i, a[i])", "sum(i, a[i])"));
  CHECK_FALSE(equal("sum(i, c)", "c"));
}

TEST_CASE("conditions are not decided") {
  CHECK(equal("a < b ? x * y / z : 0", "b > a ? x * (y / z) : 0"));
  CHECK(equal("a < b ? x : y", "a >= b ? y : x"));
  CHECK(equal("(p && q) ? x : y", "p ? (q ? x : y) : y"));
  CHECK_FALSE(equal("x == 0 ? 1 : sin(x) / x", "sin(x) / x"));
  CHECK_FALSE(equal("isnan(x) ? 0 : x", "x"));
  CHECK_FALSE(equal("n ? a : b", "a"));
  CHECK_FALSE(equal("n ? a : b", "b"));
}

TEST_CASE("integers truncate") {
  Graph graph;
  const ValueType integer{Format::Integer, Shape::Scalar};
  const NodeId n = graph.input("n", integer), m = graph.input("m", integer);
  const NodeId quotient = graph.binary(Op::Div, n, m, integer);
  const NodeId product = graph.binary(Op::Mul, quotient, m, integer);
  CHECK(equalOverReals(graph, product, n) == RealEquality::NotShown);
  const NodeId x = graph.input("x", binary64);
  CHECK(equalOverReals(graph, graph.cast(graph.cast(x, integer), binary64), x) == RealEquality::NotShown);
  CHECK(equalOverReals(graph, graph.cast(graph.cast(n, binary64), integer), n) == RealEquality::NotShown);
}

TEST_CASE("large and deep expressions") {
  std::string forward = "x0", backward;
  for (int term = 1; term < 20'000; ++term)
    forward += " + x" + std::to_string(term);
  for (int term = 20'000; term-- > 0;)
    backward += "x" + std::to_string(term) + (term != 0 ? " + (" : "");
  backward += std::string(19'999, ')');
  CHECK(equal(forward, backward));
  std::string nested = "x";
  for (int level = 0; level < 1'000; ++level)
    nested = "sum(i, a[i] * " + nested + ")";
  Graph graph;
  const NodeId sum = std::get<NodeId>(parseInfix(nested, graph, binary64));
  const NodeId y = graph.input("y", binary64), z = graph.input("z", binary64);
  const NodeId first = graph.binary(Op::Div, graph.binary(Op::Mul, sum, y, binary64), z, binary64);
  const NodeId second = graph.binary(Op::Mul, sum, graph.binary(Op::Div, y, z, binary64), binary64);
  CHECK(equalOverReals(graph, first, second) == RealEquality::Equal);
}

TEST_CASE("of recurrences nothing is proven, within others neither") {
  Graph graph;
  constexpr ValueType real{Format::Binary64, Shape::Scalar}, whole{Format::Integer, Shape::Scalar}, truth{Format::Boolean, Shape::Scalar};
  const NodeId index[]{graph.intern({.op = Op::LoopIndex, .type = whole, .symbol = "k", .version = 7})};
  const NodeId value = graph.intern({.op = Op::LoopValue, .type = real, .operands = index, .symbol = "s", .version = 7});
  const auto closed = [&](NodeId next) {
    return internRecurrence(graph, 7,
                            {graph.input("n", whole), graph.constant(Number::fromInteger(1), truth), {{graph.input("a", real), next, value}}});
  };
  const NodeId one = closed(graph.binary(Op::Mul, value, graph.input("b", real), real));
  const NodeId other = closed(graph.binary(Op::Div, value, graph.input("c", real), real));
  CHECK(equalOverReals(graph, one, other) == RealEquality::NotShown);
  CHECK(equalOverReals(graph, graph.unary(Op::Neg, one, real), graph.binary(Op::Add, other, one, real)) == RealEquality::NotShown);
}

TEST_CASE("expressions with more roots than points can be squares for") {
  // a chain of 80 roots, each of another value
  std::string one = "x", other = "x", wrong = "x";
  for (unsigned k = 0; k < 80; ++k) {
    const std::string constant = std::to_string(k + 2) + ".5";
    one = "sqrt(" + one + " * y / z + " + constant + ")";
    other = "sqrt(" + constant + " + " + other + " * (y / z))";
    wrong = "sqrt(" + wrong + (k == 40 ? " * z / y + " : " * y / z + ") + constant + ")";
  }
  CHECK(equal(one, other));
  CHECK_FALSE(equal(one, wrong));
  CHECK(equal("1 / (" + one + ")", "rsqrt((" + one + ") * (" + other + "))"));
}

TEST_CASE("a choice by a comparison knows the sign that it asks for") {
  CHECK(equal("x < 0 ? abs(x) : x", "abs(x)"));
  CHECK(equal("x < y ? y - x : x - y", "abs(x - y)"));
  CHECK(equal("x > y ? x : y", "max(x, y)"));
  CHECK(equal("exp(abs(x))", "x < 0 ? exp(-x) : exp(x)"));
  CHECK(equal("x < 0 ? 1 / (1 + exp(abs(x))) : 1 - 1 / (1 + exp(abs(x)))", "1 / (1 + exp(-x))"));
  CHECK(equal("x < 0 ? a * (exp(x) - 1) : x", "x > 0 ? x : a * (exp(x) - 1)"));
  CHECK(equal("x >= 3 ? abs(x - 3) * b : (3 - x) * b", "b * abs(x - 3)"));
  CHECK_FALSE(equal("x < 0 ? x : abs(x)", "abs(x)"));
  CHECK_FALSE(equal("exp(abs(x))", "x < 0 ? exp(x) : exp(-x)"));
  CHECK_FALSE(equal("x < 0 ? a : b", "x < 0 ? b : a"));
  CHECK_FALSE(equal("x < 1 ? abs(x) : x", "abs(x - 1)"));
}

TEST_CASE("choices that differ where the two sides are equal are told apart") {
  CHECK_FALSE(equal("x < 0 ? a : x", "x > 0 ? x : a")); // at 0
  CHECK_FALSE(equal("x < y ? a : b", "x <= y ? a : b"));
  CHECK(equal("x < 0 ? -x : x", "x <= 0 ? -x : x"));
  CHECK_FALSE(equal("x * x < y ? abs(y) : y", "x * x <= y ? abs(y) : y")); // something else than inputs is compared
}

TEST_CASE("a constant keeps its sign in what it multiplies") {
  for (const char *constant : {"0.1234567", "11.7", "0.79788456", "29", "31", "37", "41", "43", "1e-5", "0.044715", "1.702", "13.37"}) {
    const std::string scaled(constant);
    CHECK_FALSE(equal(scaled + " * abs(x)", "abs(" + scaled + " * x) * (x < 0 ? -1 : 1)"));
    CHECK_FALSE(equal("x < 0 ? a * abs(" + scaled + " * x) : b", "x < 0 ? a * (" + scaled + " * x) : b"));
  }
}
