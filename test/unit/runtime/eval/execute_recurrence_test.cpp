// Recurrences evaluated in blocks and over the reals, beside the loops that they stand for.
#include "runtime/oracle/exact.h"
#include "runtime/order/recurrence.h"

#include "test/unit/runtime/eval/evaluated.h"

#include <cmath>

using namespace fporder;
using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType integer{Format::Integer, Shape::Scalar}, boolean{Format::Boolean, Shape::Scalar};
constexpr std::size_t samples = 700; // more than a block

struct Loop {
  explicit Loop(Format format) : type{format, Shape::Scalar} {}
  ValueType type;
  Graph graph;
  NodeId index = graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "i", .version = 1});
  NodeId yes = graph.constant(Number::fromInteger(1), boolean);

  NodeId carried(const char *name, std::uint32_t loop = 1) {
    const NodeId of = graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "i", .version = loop});
    return graph.intern({.op = Op::LoopValue, .type = type, .operands = {&of, 1}, .symbol = name, .version = loop});
  }
  NodeId element(const char *name, NodeId at) { return graph.intern({.op = Op::Element, .type = type, .operands = {&at, 1}, .symbol = name}); }
  NodeId number(long long value) { return graph.constant(Number::fromInteger(value), integer); }
  NodeId value(long long value) { return graph.constant(Number::fromInteger(value), type); }
  NodeId of(Op op, NodeId a, NodeId b) { return graph.binary(op, a, b, type); }
  NodeId compare(const char *sign, NodeId a, NodeId b) {
    const NodeId both[]{a, b};
    return graph.intern({.op = Op::Compare, .type = boolean, .operands = both, .symbol = sign});
  }
};

double leafValue(std::string_view name, std::size_t sample, std::span<const std::uint32_t> at) {
  return eval::unitValue(name, sample, at.empty() ? 0 : at.back() + 1);
}

std::vector<double> evaluated(const Loop &loop, NodeId root) {
  const eval::FunctionLeaves leaves([&](const Graph &graph, NodeId leaf, std::size_t sample, std::span<const std::uint32_t> iterations) {
    return format::roundTo(graph[leaf].type.format, leafValue(graph.symbol(leaf), sample, iterations));
  });
  std::vector<double> values(samples);
  const eval::Column column{values};
  const eval::Evaluator evaluator(loop.graph, std::span(&root, 1));
  REQUIRE(evaluator.notEvaluated().empty());
  evaluator.evaluate(leaves, 0, samples, std::span(&column, 1));
  return values;
}

template <class T> T leaf(const char *name, std::size_t sample, std::uint32_t at) {
  return static_cast<T>(leafValue(name, sample, std::span(&at, 1)));
}

} // namespace

TEST_CASE_TEMPLATE("Horner's scheme and powers, iteration by iteration", T, float, double) {
  Loop loop(std::is_same_v<T, float> ? Format::Binary32 : Format::Binary64);
  const NodeId s = loop.carried("s"), p = loop.carried("p"), x = loop.element("x", loop.index), a = loop.graph.input("a", loop.type);
  const NodeId nextS = loop.of(Op::Add, loop.of(Op::Mul, s, a), loop.of(Op::Mul, x, p)), nextP = loop.of(Op::Mul, p, a);
  const NodeId node = internRecurrence(loop.graph, 1, {loop.number(13), loop.yes, {{loop.value(0), nextS, s}, {loop.value(1), nextP, p}}});
  const std::vector<double> values = evaluated(loop, node);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const T factor = static_cast<T>(leafValue("a", sample, {}));
    T sum = 0, power = 1;
    for (std::uint32_t i = 0; i < 13; ++i) {
      const T scaled = sum * factor, term = leaf<T>("x", sample, i) * power;
      sum = scaled + term;
      power *= factor;
    }
    CHECK(values[sample] == static_cast<double>(sum));
  }
}

TEST_CASE("values that change places do so at once") {
  Loop loop(Format::Binary64);
  const NodeId s = loop.carried("s"), t = loop.carried("t");
  const NodeId node =
      internRecurrence(loop.graph, 1, {loop.number(20), loop.yes, {{loop.value(0), t, s}, {loop.value(1), loop.of(Op::Add, s, t), t}}});
  CHECK(evaluated(loop, node)[0] == 6765); // Fibonacci
}

TEST_CASE("each lane leaves the loop in its own iteration") {
  Loop loop(Format::Binary32);
  const NodeId s = loop.carried("s"), x = loop.element("x", loop.index), next = loop.of(Op::Add, s, x);
  const NodeId stays = loop.compare("<", next, loop.value(2));
  const NodeId node = internRecurrence(loop.graph, 1, {loop.number(50), stays, {{loop.value(0), next, s}}});
  const NodeId none = internRecurrence(loop.graph, 1, {loop.number(0), stays, {{loop.value(7), next, s}}});
  const std::vector<double> values = evaluated(loop, node);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    float sum = 0;
    for (std::uint32_t i = 0; i < 50 && sum < 2; ++i)
      sum += leaf<float>("x", sample, i);
    CHECK(values[sample] == static_cast<double>(sum));
  }
  CHECK(evaluated(loop, none)[5] == 7);
}

TEST_CASE("a recurrence inside a sum runs as often as the sum's index says") {
  // sum over i < 9 of the running product before iteration i
  Loop loop(Format::Binary32);
  const NodeId inner = loop.graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "i", .version = 2});
  const NodeId p = loop.carried("p", 2), next = loop.of(Op::Mul, p, loop.element("x", inner));
  const NodeId before = internRecurrence(loop.graph, 2, {loop.index, loop.yes, {{loop.value(1), next, p}}});
  Reduction reduction;
  reduction.loop = 1;
  const NodeId operands[]{loop.value(0), before, loop.number(9)};
  const NodeId sum = loop.graph.intern({.op = Op::Reduce, .type = loop.type, .operands = operands, .reduction = &reduction});
  const eval::FunctionLeaves leaves(
      [&](const Graph &graph, NodeId leaf, std::size_t sample, std::span<const std::uint32_t> iterations) {
        return format::roundTo(graph[leaf].type.format, leafValue(graph.symbol(leaf), sample, iterations));
      },
      9);
  std::vector<double> values(samples);
  const eval::Column column{values};
  eval::Evaluator(loop.graph, std::span(&sum, 1)).evaluate(leaves, 0, samples, std::span(&column, 1));
  for (std::size_t sample = 0; sample < samples; ++sample) {
    float product = 1, expected = 0;
    for (std::uint32_t i = 0; i < 9; ++i) {
      expected += product;
      product *= leaf<float>("x", sample, i);
    }
    CHECK(values[sample] == static_cast<double>(expected));
  }
}

TEST_CASE("what overflows in an iteration is seen, what comes after the end of a lane's loop is not") {
  Loop loop(Format::Binary32);
  const NodeId s = loop.carried("s"), a = loop.graph.input("a", loop.type), next = loop.of(Op::Mul, s, loop.value(1 << 30));
  const NodeId stays = loop.compare("<", loop.index, loop.graph.input("k", integer));
  const NodeId node = internRecurrence(loop.graph, 1, {loop.number(6), stays, {{a, next, s}}});
  const eval::FunctionLeaves leaves([](const Graph &graph, NodeId leaf, std::size_t sample, std::span<const std::uint32_t>) {
    return graph.symbol(leaf) == "k" ? (sample == 0 ? 1.0 : 5.0) : 1.0;
  });
  std::vector<double> values(2);
  std::vector<std::uint8_t> events(2);
  const eval::Column column{values, events};
  eval::Evaluator(loop.graph, std::span(&node, 1)).evaluate(leaves, 0, 2, std::span(&column, 1));
  CHECK(values[0] == 0x1p60);
  CHECK(events[0] == 0);
  CHECK(std::isinf(values[1]));
  CHECK((events[1] & eval::Event::Overflow) != 0);
}

TEST_CASE("the real value of a recurrence is that of its iterations") {
  // Newton's iteration for the root of 2, left when two iterations agree to 2^-20
  Loop loop(Format::Binary64);
  const NodeId s = loop.carried("s");
  const NodeId next = loop.of(Op::Div, loop.of(Op::Add, s, loop.of(Op::Div, loop.value(2), s)), loop.value(2));
  const NodeId change = loop.graph.unary(Op::Abs, loop.of(Op::Sub, next, s), loop.type);
  const NodeId stays = loop.compare(">", change, loop.graph.constant(*Number::parse("0x1p-20"), loop.type));
  const NodeId node = internRecurrence(loop.graph, 1, {loop.number(40), stays, {{loop.value(1), next, s}}});
  const eval::FunctionLeaves leaves([](const Graph &, NodeId, std::size_t, std::span<const std::uint32_t>) { return 0.0; });
  const oracle::Oracle oracle(loop.graph, node, Format::Binary64);
  REQUIRE(oracle.unsupported().empty());
  oracle::ExactValue value;
  oracle.evaluate(leaves, 0, std::span(&value, 1));
  CHECK(value.verdict == oracle::Verdict::Exact);
  CHECK(value.rounded == std::sqrt(2.0));
  CHECK(evaluated(loop, node)[0] == doctest::Approx(std::sqrt(2.0)).epsilon(1e-15));
}
