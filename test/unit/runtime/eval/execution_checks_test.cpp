// Integers that types wrap around or do not hold, and results that C leaves open.
#include "runtime/order/integer_limits.h"
#include "runtime/order/recurrence.h"

#include "test/unit/runtime/eval/evaluated.h"

using namespace fporder;
using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType integer{Format::Integer, Shape::Scalar}, binary32{Format::Binary32, Shape::Scalar};

struct Integers {
  Graph graph;
  NodeId a = graph.input("a", integer), b = graph.input("b", integer);

  NodeId in(NodeId node, unsigned width, bool isSigned) { return withLimits(graph, node, IntegerLimits::ofType(width, isSigned)); }
  NodeId number(long long value) { return graph.constant(Number::fromInteger(value), integer); }

  struct Result {
    double value = 0;
    std::uint8_t events = 0;
    bool operator==(const Result &) const = default;
  };
  Result of(NodeId root, double first, double second) const {
    const eval::FunctionLeaves leaves(
        [&](const Graph &in, NodeId leaf, std::size_t, std::span<const std::uint32_t>) { return in.symbol(leaf) == "a" ? first : second; });
    Result result;
    const eval::Column column{std::span(&result.value, 1), std::span(&result.events, 1)};
    eval::Evaluator(graph, std::span(&root, 1)).evaluate(leaves, 0, 1, std::span(&column, 1));
    return result;
  }
};

bool isUnheld(const Integers::Result &result) { return std::isnan(result.value) && result.events == eval::NotHeld; }

} // namespace

TEST_CASE("integers of unsigned types wrap around") {
  Integers graph;
  const NodeId difference = graph.in(graph.graph.binary(Op::Sub, graph.a, graph.b, integer), 32, false);
  CHECK(graph.of(difference, 7, 5) == Integers::Result{2, 0});
  CHECK(graph.of(difference, 5, 7) == Integers::Result{4294967294.0, eval::Wraps});
  const NodeId product = graph.in(graph.graph.binary(Op::Mul, graph.a, graph.b, integer), 32, false);
  CHECK(graph.of(product, 4294967295.0, 1664525).value == static_cast<double>(4294967295U * 1664525U));
  const NodeId float32 = graph.graph.cast(product, binary32);
  CHECK(graph.of(float32, 65536, 65536) == Integers::Result{0, eval::Wraps});
}

TEST_CASE("integers beyond a signed type's range or beyond 2^53 are not held") {
  Integers graph;
  const NodeId sum = graph.in(graph.graph.binary(Op::Add, graph.a, graph.b, integer), 32, true);
  CHECK(graph.of(sum, 2147483646, 1) == Integers::Result{2147483647, 0});
  CHECK(isUnheld(graph.of(sum, 2147483647, 1)));
  CHECK(isUnheld(graph.of(graph.graph.cast(sum, binary32), -2147483648.0, -1)));
  const NodeId wide = graph.in(graph.graph.binary(Op::Mul, graph.a, graph.b, integer), 64, false);
  CHECK(graph.of(wide, 0x1p26, 0x1p26) == Integers::Result{0x1p52, 0});
  CHECK(isUnheld(graph.of(wide, 0x1p27, 0x1p27)));
  const NodeId untyped = graph.graph.binary(Op::Mul, graph.a, graph.b, integer);
  CHECK(isUnheld(graph.of(untyped, -0x1p27, 0x1p27)));
  CHECK(isUnheld(graph.of(graph.graph.binary(Op::Div, graph.a, graph.b, integer), 3, 0)));
  const NodeId large = graph.graph.constant(*Number::parse("6364136223846793005"), integer);
  CHECK(isUnheld(graph.of(graph.in(graph.graph.binary(Op::Mul, graph.a, large, integer), 64, false), 0, 0)));
}

TEST_CASE("operands of an operation in an unsigned type are not negative") {
  Integers graph;
  const NodeId difference = graph.in(graph.graph.binary(Op::Sub, graph.a, graph.b, integer), 32, true);
  const NodeId operands[]{difference, graph.number(7)};
  const NodeId rest = graph.in(graph.graph.call("%", operands, integer), 32, false);
  CHECK(graph.of(rest, 12, 2) == Integers::Result{3, 0});
  CHECK(isUnheld(graph.of(rest, 2, 12)));
}

TEST_CASE("a comparison of what is not held, and what it decides, says so, the arm that is not taken says nothing") {
  Integers graph;
  const NodeId product = graph.in(graph.graph.binary(Op::Mul, graph.a, graph.a, integer), 32, true);
  const NodeId operands[]{product, graph.b};
  const NodeId less = graph.graph.intern({.op = Op::Compare, .type = {Format::Boolean, Shape::Scalar}, .operands = operands, .symbol = "<"});
  const NodeId arms[]{less, graph.number(1), graph.number(2)};
  const NodeId choice = graph.graph.intern({.op = Op::Select, .type = integer, .operands = arms});
  CHECK(graph.of(choice, 2, 5) == Integers::Result{1, 0});
  CHECK(graph.of(choice, 100000, 5).events == eval::NotHeld);
  const NodeId always = graph.graph.constant(Number::fromInteger(1), {Format::Boolean, Shape::Scalar});
  const NodeId guarded[]{always, graph.b, product};
  CHECK(graph.of(graph.graph.intern({.op = Op::Select, .type = integer, .operands = guarded}), 100000, 5) == Integers::Result{5, 0});
}

TEST_CASE("integers have one zero") {
  Integers graph;
  const NodeId product = graph.graph.cast(graph.graph.binary(Op::Mul, graph.a, graph.b, integer), binary32);
  CHECK(!std::signbit(graph.of(product, 0, -3).value));
  CHECK(!std::signbit(graph.of(graph.graph.cast(graph.graph.unary(Op::Neg, graph.a, integer), binary32), 0, 0).value));
  CHECK(!std::signbit(graph.of(graph.graph.cast(graph.graph.binary(Op::Div, graph.a, graph.b, integer), binary32), -1, 2).value));
}

TEST_CASE("sums of integers wrap or are not held") {
  Integers graph;
  const Reduction how{.loop = 1};
  const NodeId operands[]{graph.a, graph.b, graph.number(3)};
  const NodeId sum = graph.graph.intern({.op = Op::Reduce, .type = integer, .operands = operands, .reduction = &how});
  CHECK(graph.of(sum, 1, 5) == Integers::Result{16, 0});
  CHECK(isUnheld(graph.of(sum, 1, 0x1p52)));
  CHECK(graph.of(graph.in(sum, 32, false), 1, 0x1p31) == Integers::Result{0x1p31 + 1, eval::Wraps});
  CHECK(isUnheld(graph.of(graph.in(sum, 32, true), 1, 0x1p31)));
}

TEST_CASE("which of two zeros a minimum is, and what it is beside a NaN, is left open") {
  const auto events = [](double a, double b) {
    return eval::evaluated("1 + min(a, b)", Format::Binary32, [&](std::string_view name, auto, auto) { return name == "a" ? a : b; }, 1).events[0];
  };
  CHECK(events(0.0, -0.0) == eval::Open);
  CHECK(events(-0.0, 0.0) == eval::Open);
  CHECK(events(0.0, 0.0) == 0);
  CHECK(events(1.0, -1.0) == 0);
  CHECK((events(std::nan(""), 1.0) & eval::Open) != 0);
}
