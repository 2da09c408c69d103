#include "runtime/order/infix.h"
#include "runtime/order/recurrence.h"

#include <doctest/doctest.h>

#include <ctime>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary64{Format::Binary64, Shape::Scalar};

NodeId parsed(Graph &graph, std::string_view text) {
  auto result = parseInfix(text, graph, binary64);
  if (auto *error = std::get_if<SyntaxError>(&result))
    FAIL(std::string(text.substr(0, 100)) << ": " << error->message << " at " << error->offset);
  return std::get<NodeId>(result);
}

std::string again(std::string_view text, const InfixOptions &options = {}) {
  Graph graph;
  return printInfix(graph, parsed(graph, text), options);
}

std::string errorOf(std::string_view text) {
  Graph graph;
  auto result = parseInfix(text, graph, binary64);
  auto *error = std::get_if<SyntaxError>(&result);
  return error ? std::to_string(error->offset) + ": " + error->message : "no error";
}

} // namespace

TEST_CASE("printing uses the fewest parentheses that keep the order") {
  for (const char *text : {
           "a * b / c",
           "a * (b / c)",
           "a - (b - c)",
           "a - b - c",
           "a + (b + c)",
           "-(a + b) * c",
           "-a * b",
           "a - -b",
           "-(2)",
           "a * -2",
       })
    CHECK(again(text) == text);
  CHECK(again("((a*b))/(c)") == "a * b / c");
}

TEST_CASE("every construct of the notation survives printing") {
  for (const char *text : {
           "fma(a, b, c)",
           "sqrt(x) + exp(y) * min(x, y) - max(x, abs(y))",
           "copysign(x, y)",
           "cast<binary16, toward-zero>(x)",
           "cast(x)",
           "sum(i, a[i] * b[i])",
           "sum<lanes 8>(i, a[i])",
           "sum(i, a[i], s)",
           "sum(i, a[i], 0, n)",
           "product(_, x)",
           "max<sequential>(i, a[i])",
           "min<tree 32>(i, a[i])",
           "sum(i, sum(j, a[i][j] * x[j]))",
           "p->x[k].y",
           "a[i + 1][j].v.w[k]",
           "`any spelling` + `a``b`",
           "x@2 - x@1 + x",
           "c ? x : d ? y : z",
           "(c ? x : y) * z",
           "a < b && !(c == d) || e >= f",
           "0.5 + 1e-08 - 0.1 + 1 / 10",
           "rational(1, 3) * rational(-2, 7)",
           "inf + -inf + nan",
           "`inf` + `sum`",
           "std::foo(x, y.z) + ::g()",
           "`sqrt`(x)",
           "a % b << c >> d & e ^ f | g",
           "~a & ~(b | c)",
           "`<<`(a, b, c) + `&`(a)",
       })
    CHECK(again(text) == text);
}

TEST_CASE("operators of integers bind as in C++") {
  for (const auto &[text, meant] : {
           std::pair{"a << b + c", "a << (b + c)"},
           std::pair{"a & b == c", "a & (b == c)"},
           std::pair{"a | b ^ c & d", "a | (b ^ (c & d))"},
           std::pair{"a % b * c", "(a % b) * c"},
           std::pair{"a < b <=> c << d", "a < (b <=> (c << d))"},
           std::pair{"~a << b", "(~a) << b"},
           std::pair{"a | b && c", "(a | b) && c"},
           std::pair{"a >> b >> c", "(a >> b) >> c"},
       }) {
    Graph graph;
    const NodeId node = parsed(graph, text);
    CHECK(node == parsed(graph, meant));
    CHECK(printInfix(graph, node) == text);
  }
  for (const char *text : {"a % (b * c)", "(a & b) == c", "(a << b) + c", "(a | b) & c", "a << (b << c)", "(a < b) <=> c", "~(a + b)"})
    CHECK(again(text) == text);
  Graph graph;
  const NodeId shift = parsed(graph, "one << bits");
  CHECK(graph[shift].op == Op::Call);
  CHECK(graph.symbol(shift) == "<<");
  CHECK(graph[shift].type.format == Format::Integer);
}

TEST_CASE("loop indices are bound in the term alone and renamed when they collide") {
  Graph graph;
  const NodeId sum = parsed(graph, "sum(i, i * x, i)");
  CHECK(graph[graph.operand(sum, 0)].op == Op::Input);
  CHECK(graph[graph.operand(graph.operand(sum, 1), 0)].op == Op::LoopIndex);
  CHECK(printInfix(graph, sum) == "sum(i@1, i@1 * x, i)");
  CHECK(again("sum(i, sum(i, a[i]))") == "sum(_, sum(i, a[i]))");
  CHECK(again("sum(i, i * sum(i, a[i]))") == "sum(i, i * sum(i@1, a[i@1]))");
  CHECK(again("sum(i, i * sum(i@1, a[i@1] * i))") == "sum(i, i * sum(i@1, a[i@1] * i))");
}

TEST_CASE("what a loop carries otherwise") {
  for (const char *text : {
           "recurrence(k, v = 0; v * t + x[k]; n)",
           "recurrence(k, v = 0, m = x0; v + (x[k] - m) / (k + 1), m * 0.5; n - 1)",
           "recurrence(k, v = 0, m = 1; v + m * x[k], m * t; n; v < 9)",
           "2 * recurrence(k, v = a + b; fma(v, t, 1); n) + c",
           "recurrence(k, v = 0; v + recurrence(l, w = v; w * a[k][l]; k + 1); n)",
           "sum(i, recurrence(k, v = 0; v + x[i][k]; i), 0, n)",
       })
    CHECK(again(text) == text);
  CHECK(again("recurrence(k, v = v; v + x; n)") == "recurrence(k, v@1 = v; v@1 + x; n)");
  CHECK(again("recurrence(v, m = 0; m + v * k; k)") == "recurrence(v, m = 0; m + v * k; k)");
  CHECK(again("recurrence(k, v = 0; v + x[k]; n)", {.forReaders = true}) == "recurrence(k, v = 0; v + x[k])");
  Graph graph;
  const NodeId node = parsed(graph, "recurrence(k, v = v; v + k; k)");
  const Recurrence made = recurrenceOf(graph, node);
  CHECK(graph[made.values.at(0).initial].op == Op::Input);
  CHECK(graph[made.trips].op == Op::Input);
  CHECK(graph[made.trips].type.format == Format::Integer);
  CHECK(graph.operand(made.values.at(0).next, 0) == made.values.at(0).value);
  CHECK(graph[graph.operand(made.values.at(0).next, 1)].op == Op::LoopIndex);
}

TEST_CASE("recurrences that are not complete") {
  CHECK(errorOf("recurrence(k, v = 0; v + 1)") ==
        "10: a recurrence takes an index, values with what they start from, what an iteration makes of them, and a trip count");
  CHECK(errorOf("recurrence(k, v = 0, m = 1; v + m; n)") == "33: a recurrence of 2 values computes as many in an iteration, not 1");
  CHECK(errorOf("recurrence(k, v + 1; v; n)") == "16: expected '=' after the name of a carried value, found '+'");
  CHECK(errorOf("recurrence(1, v = 0; v; n)") == "11: expected the name of a loop index, found '1'");
  CHECK(errorOf("recurrence(k; v)") == "12: expected ',' after the loop index, found ';'");
  CHECK(errorOf("recurrence(k, v = 0; v; n, m)") == "25: unexpected ','");
  CHECK(errorOf("recurrence(k, v = 0; v; n; v < 1; 2)") == "32: unexpected ';'");
  CHECK(errorOf("recurrence(k, v = 0; v; n") == "10: missing ')'");
  CHECK(errorOf("a = b") == "2: expected an operator, found '='");
}

TEST_CASE("chains of additions") {
  for (const char *text : {
           "sum(i, x[i]; y[i])",
           "sum(i, x[i] - 1; -(y[i] * z); fma(x[i], y[i], 1), init, n)",
           "product<lanes 4>(i, x[i]; y[i], 1, 2 * n)",
           "sum(i, sum<continues>(j, x[i][j], 0, i + 1), 0, n)",
           "sum(i, sum<continues>(j, x[i][j], 0, i + 1, i, 2); y[i], 0, n, 1, 3)",
           "sum<fused>(i, x[i] * y[i])",
           "sum<kahan>(i, x[i])",
           "sum<lanes 8 continues fused>(i, x[i] * y[i])",
       })
    CHECK(again(text) == text);
  CHECK(again("sum(i, (x[i]); (y[i]))") == "sum(i, x[i]; y[i])");
  CHECK(again("sum<sequential fused>(i, x[i] * y[i])") == "sum<fused>(i, x[i] * y[i])");
  CHECK(errorOf("sum(i, x[i], 0; y[i])") == "14: unexpected ';'");
  CHECK(errorOf("f(x; y)") == "3: unexpected ';'");
  CHECK(errorOf("max<sequential>(i, x[i]; y[i])") == "23: unexpected ';'");
  CHECK(errorOf("sum<fused lanes>(i, x[i])") == "3: a reduction is not 'lanes'");
  CHECK(errorOf("sum(i, x[i], 0, n, 1, 1, 1)") == "3: a reduction takes an index, terms, an initial value, a trip count, a first index and its step");

  Graph graph;
  const NodeId sum = parsed(graph, "sum(i, sum<continues>(j, x[i][j], 0, i + 1, i, 2); y[i], s, n)");
  const ReduceOperands operands = reduceOperands(graph, sum);
  CHECK(graph.symbol(operands.initial) == "s");
  CHECK(graph[operands.term].op == Op::Terms);
  CHECK(graph.symbol(operands.trips) == "n");
  CHECK_FALSE(operands.first);
  REQUIRE(termsOf(graph, sum).size() == 2);
  const NodeId inner = termsOf(graph, sum)[0];
  CHECK(continuesSum(graph, inner));
  CHECK_FALSE(continuesSum(graph, sum));
  CHECK(isChain(graph, sum));
  CHECK(isChain(graph, inner));
  CHECK_FALSE(isChain(graph, parsed(graph, "sum(i, x[i], s, n)")));
  CHECK(printInfix(graph, reduceOperands(graph, inner).step) == "2");
  REQUIRE(termsOf(graph, inner).size() == 1);
  CHECK(termsOf(graph, inner)[0] == graph.operand(inner, termOperand));
  InfixOptions readers;
  readers.forReaders = true;
  CHECK(printInfix(graph, sum, readers) == "sum(i, sum<continues>(j, x[i][j]); y[i], s)");
}

TEST_CASE("text for readers") {
  Graph graph;
  const ValueType binary32{Format::Binary32, Shape::Scalar};
  const NodeId tenth = graph.constant(Number::fromDouble(0.1f), binary32);
  const NodeId x = graph.input("x", binary32, {}, 3);
  const NodeId n = graph.cast(graph.input("n", {Format::Integer, Shape::Scalar}), binary32);
  const NodeId node = graph.binary(Op::Div, graph.binary(Op::Mul, x, tenth, binary32), n, binary32);
  CHECK(printInfix(graph, node) == "x@3 * 0xcccccdp-27 / cast<binary32>(n)");
  InfixOptions options;
  options.forReaders = true;
  options.explicitGrouping = true;
  CHECK(printInfix(graph, node, options) == "(x * 0.1) / n");
}

TEST_CASE("readers see two loops of one name apart where one is inside the other") {
  InfixOptions options;
  options.forReaders = true;
  CHECK(again("sum(k, a[k] * sum(k, b[k] * c[k]))", options) == "sum(k, a[k] * sum(k2, b[k2] * c[k2]))");
  CHECK(again("sum(k, a[k]) + sum(k, b[k])", options) == "sum(k, a[k]) + sum(k, b[k])");
  Graph graph;
  const NodeId outer = parsed(graph, "sum(k, a[k] * sum(k@1, b[k * n + k@1] * c[k@1]))"); // inside the outer loop
  CHECK(printInfix(graph, graph.operand(outer, termOperand), options) == "a[k] * sum(k2, b[k * n + k2] * c[k2])");
  const NodeId apart = parsed(graph, "sum(k, a[k] * sum(k, b[k]))");
  CHECK(printInfix(graph, graph.operand(apart, termOperand), options) == "a[k] * sum(k, b[k])");
}

TEST_CASE("what a call yields anew in every iteration keeps its name when the expression is abbreviated") {
  Graph graph;
  const ValueType type = binary64;
  NodeSpec index;
  index.op = Op::LoopIndex;
  index.type = {Format::Integer, Shape::Scalar};
  index.symbol = "i";
  const NodeId loop = graph.intern(index);
  NodeSpec drawn;
  drawn.op = Op::Element;
  drawn.type = type;
  drawn.operands = {&loop, 1};
  drawn.symbol = "rand()";
  const NodeId x = graph.intern(drawn);
  drawn.symbol = "a() + b()";
  const NodeId product = graph.binary(Op::Mul, x, graph.intern(drawn), type);
  InfixOptions options;
  options.forReaders = true;
  CHECK(printInfix(graph, product, options) == "rand() * (a() + b())");
  options.maxLength = 40;
  CHECK(printInfix(graph, product, options) == "rand() * (a() + b())");
}

TEST_CASE("readers see the indices that the source writes, and not the iteration that tells values apart") {
  Graph graph;
  const NodeId i = graph.intern({.op = Op::LoopIndex, .type = {Format::Integer, Shape::Scalar}, .symbol = "i"});
  const StorageId array = graph.addStorage({Storage::Kind::Parameter, {}, 1});
  const StorageId element = graph.addStorage({Storage::Kind::Element, array}),
                  member = graph.addStorage({Storage::Kind::Member, array, 0, nullptr, "h"});
  InfixOptions options;
  options.forReaders = true;
  const auto text = [&](const char *symbol, StorageId storage, std::vector<NodeId> indices) {
    return printInfix(graph, graph.intern({.op = Op::Element, .type = binary64, .operands = indices, .symbol = symbol, .storage = storage}), options);
  };
  CHECK(text("x", element, {i}) == "x[i]");
  CHECK(text("x", element, {i, i}) == "x[i]");
  CHECK(text("p.h", member, {i}) == "p.h");
  CHECK(text("y", {}, {i}) == "y[i]");
}

TEST_CASE("a term is parenthesised where it could not be subtracted") {
  InfixOptions options;
  options.asTerm = true;
  CHECK(again("hi - lo", options) == "(hi - lo)");
  CHECK(again("c ? x : y", options) == "(c ? x : y)");
  CHECK(again("a * b", options) == "a * b");
}

TEST_CASE("abbreviated text keeps within its length") {
  InfixOptions options;
  options.maxLength = 20;
  const std::string text = again("(alpha * beta + gamma) / (delta - epsilon * zeta)", options);
  CHECK(text.size() <= 20);
  CHECK(text == "(... + gamma) / ..."); // what whole levels leave room for goes to single operations, from the left
  options.maxLength = 40;
  CHECK(again("(alpha * beta + gamma) / (delta - epsilon * zeta)", options) == "(alpha * beta + gamma) / (delta - ...)");
}

TEST_CASE("syntax errors name the place and the cause") {
  CHECK(errorOf("") == "0: expected an operand, found end of expression");
  CHECK(errorOf("a +") == "3: expected an operand, found end of expression");
  CHECK(errorOf("(a + b") == "0: missing ')'");
  CHECK(errorOf("a[i") == "1: missing ']'");
  CHECK(errorOf("a + b)") == "5: unexpected ')'");
  CHECK(errorOf("a b") == "2: expected an operator, found 'b'");
  CHECK(errorOf("a # b") == "2: unexpected character '#'");
  CHECK(errorOf("c ? x") == "2: '?' without ':'");
  CHECK(errorOf("x : y") == "2: ':' without '?'");
  CHECK(errorOf("fma(a, b)") == "0: fma takes 3 arguments, not 2");
  CHECK(errorOf("cast<binary17>(x)") == "4: unknown format 'binary17'");
  CHECK(errorOf("2x") == "0: malformed or enormous number '2x'");
  CHECK(errorOf("1e99999999") == "0: malformed or enormous number '1e99999999'");
  CHECK(errorOf("`abc") == "0: missing closing backquote");
  CHECK(errorOf("(a, b)") == "2: unexpected ','");
}

TEST_CASE("depth and length are bounded by memory, not by the stack") {
  constexpr std::size_t depth = 100'000;
  const std::string nested = std::string(depth, '(') + "x" + std::string(depth, ')');
  CHECK(again(nested) == "x");
  std::string negated = std::string(depth, '-') + "x";
  CHECK(again(negated) == negated);
  std::string chain = "x";
  std::string grouped = "x";
  for (std::size_t term = 0; term < depth; ++term)
    chain += " + y";
  CHECK(again(chain) == chain);
  std::string calls;
  for (std::size_t level = 0; level < depth; ++level)
    calls += "exp(";
  calls += "x" + std::string(depth, ')');
  CHECK(again(calls) == calls);
  std::string sums;
  for (std::size_t level = 0; level < depth; ++level)
    sums += "sum(i" + std::to_string(level) + ", ";
  sums += "x" + std::string(depth, ')');
  CHECK(std::holds_alternative<NodeId>([&] {
    Graph graph;
    return parseInfix(sums, graph, binary64);
  }()));

  std::string million = "x";
  for (int term = 1; term < 500'000; ++term)
    million += "+x";
  Graph graph;
  const std::clock_t start = std::clock();
  parsed(graph, million);
  MESSAGE("10^6 tokens parsed in " << 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC << " ms of CPU time");
  CHECK(errorOf(million + "+x").ends_with("more than 1000000 tokens"));
}
