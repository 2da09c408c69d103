// What loops carry, evaluated on arrays as the program computes it.
#include "runtime/measure/closed_loops.h"

#include "runtime/eval/evaluator.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/held.h"
#include "runtime/measure/reached_samples.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using namespace fporder::measure;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar},
    boolean{format::Format::Boolean, order::Shape::Scalar};

/// float f(const float *x) { float m = 0; for (int i = 2; i < 12; i += 2) { m = m * 0.5f + x[i]; ... } return m; }
struct Average {
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;
  NodeId i = graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "i", .version = 1});
  NodeId m = graph.intern({.op = Op::LoopValue, .type = binary32, .symbol = "m", .version = 1});
  NodeId after = graph.intern({.op = Op::LoopValue, .type = binary32, .symbol = "m", .version = 7});
  NodeId x = graph.intern({.op = Op::Element, .type = binary32, .operands = {&i, 1}, .symbol = "x"});
  NodeId next = graph.binary(Op::Add, graph.binary(Op::Mul, m, graph.constant(*order::Number::parse("0.5"), binary32), binary32), x, binary32);
  DataSet data;
  std::vector<double> values;

  Average() {
    procedure.name = "f";
    procedure.carryingLoops[1] = {i, number(2), number(2), number(5), {}, {}, {{m, graph.constant(order::Number(), binary32), next}}};
    procedure.loopResults[graph.value(after).index] = {1, m};
    procedure.notHeld[graph.value(m).index] = procedure.notHeld[graph.value(after).index] = "'m' is carried";
    for (int k = 0; k < 12; ++k)
      values.push_back(static_cast<float>(k * 0.37 - 1.5));
    data::Tensor tensor = data::tensorOf("x", {values.size()}, values);
    tensor.file = "x.npy";
    data.tensors.push_back({"x", std::move(tensor)});
  }
  order::CarryingLoop &loop() { return procedure.carryingLoops.at(1); }
  NodeId number(long long value) { return graph.constant(order::Number::fromInteger(value), integer); }
  NodeId compare(const char *sign, NodeId a, NodeId b) {
    const NodeId both[]{a, b};
    return graph.intern({.op = Op::Compare, .type = boolean, .operands = both, .symbol = sign});
  }
  Subject subject(NodeId root, NodeId guard = {}) {
    const std::string text = "written";
    return SubjectBuilder(procedure).build({&root, 1}, {&text, 1}, guard);
  }
  /// The values of `root` wherever the program computes it.
  std::vector<double> evaluated(NodeId root, NodeId guard = {}) {
    const Subject made = subject(root, guard);
    REQUIRE(made.notHeld == "");
    const Result<Binding> binding = Binding::bind(made, data, {});
    if (!binding)
      FAIL(binding.error().message);
    const ReachedSamples reached(made, *binding, binding->sampleCount().value_or(1), {});
    std::vector<double> out(reached.count());
    const eval::Column column{out};
    const NodeId written = made.orderings.front().root;
    const eval::Evaluator evaluator(made.graph, std::span(&written, 1));
    REQUIRE(evaluator.notEvaluated().empty());
    evaluator.evaluate(reached, 0, out.size(), {&column, 1});
    return out;
  }
  /// What m is at the start of each iteration, and after the last, where the loop runs `times` times.
  std::vector<double> run(int times) const {
    std::vector<double> all{0};
    float average = 0;
    for (int at = 2, k = 0; k < times; at += 2, ++k) {
      average = average * 0.5f;
      average = average + static_cast<float>(values[static_cast<std::size_t>(at)]);
      all.push_back(average);
    }
    return all;
  }
};

std::vector<double> all(const std::vector<double> &values, std::size_t first, std::size_t count) {
  return {values.begin() + static_cast<std::ptrdiff_t>(first), values.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

} // namespace

TEST_CASE("what a loop leaves in a value is what its iterations make of it") {
  Average average;
  CHECK(average.evaluated(average.after) == std::vector{average.run(5)[5]});
  const NodeId twice = average.graph.binary(Op::Add, average.after, average.after, binary32);
  CHECK(average.evaluated(twice) == std::vector{2 * average.run(5)[5]});
}

TEST_CASE("what an iteration stores is computed with what the iterations before made of it") {
  Average average;
  CHECK(average.evaluated(average.next) == all(average.run(5), 1, 5));
  CHECK(average.evaluated(average.graph.unary(Op::Neg, average.m, binary32))[3] == -average.run(5)[3]);
}

TEST_CASE("a loop ends with the iteration after which it does not stay, and before the one that it does not enter") {
  Average average;
  average.loop().stays = average.compare("<", average.i, average.number(6)); // after i = 6
  CHECK(average.evaluated(average.after) == std::vector{average.run(3)[3]});
  CHECK(average.evaluated(average.next) == all(average.run(3), 1, 3));
  average.loop().stays = {};
  average.loop().enters = average.compare("<", average.i, average.number(6));
  CHECK(average.evaluated(average.after) == std::vector{average.run(2)[2]});
  CHECK(average.evaluated(average.next) == all(average.run(2), 1, 2));
  average.loop().enters = average.compare("<", average.m, average.graph.constant(*order::Number::parse("-0.9"), binary32));
  CHECK(average.evaluated(average.after) == std::vector{0.0}); // m is 0 at first
  CHECK(average.evaluated(average.next).empty());
}

TEST_CASE("only the iterations in which a condition holds count") {
  Average average;
  const NodeId guard = average.compare(">", average.i, average.number(5));
  CHECK(average.evaluated(average.next, guard) == all(average.run(5), 3, 3));
}

TEST_CASE("a loop that is not recorded is not held, nor one whose iterations need what is not held") {
  Average average;
  const NodeId lost = average.graph.input("lost", binary32);
  average.procedure.notHeld[average.graph.value(lost).index] = "'lost' is not followed";
  average.loop().phis[0].next = average.graph.binary(Op::Add, average.next, lost, binary32);
  CHECK(average.subject(average.after).notHeld == "'lost' is not followed");
  average.procedure.carryingLoops.clear();
  CHECK(average.subject(average.after).notHeld == "'m' is carried");
  CHECK(average.subject(average.next).notHeld == "'m' is carried");
}

TEST_CASE("a recurrence that the graph holds is computed as it stands, beside what the program's loops carry") {
  Average average;
  const auto parsed = order::parseInfix("recurrence(k, v = 0, m = 0; v + (x[k] - m) * (x[k] - (m + (x[k] - m) / cast<binary32>(k + 1))), "
                                        "m + (x[k] - m) / cast<binary32>(k + 1); 12)",
                                        average.graph, binary32);
  const NodeId welford = std::get<NodeId>(parsed);
  float squares = 0, mean = 0;
  for (std::size_t k = 0; k < average.values.size(); ++k) {
    const float x = static_cast<float>(average.values[k]), deviation = x - mean, moved = deviation / static_cast<float>(k + 1);
    mean = mean + moved;
    const float product = deviation * (x - mean);
    squares = squares + product;
  }
  CHECK(average.evaluated(welford) == std::vector{static_cast<double>(squares)});
  const NodeId sum = average.graph.binary(Op::Add, welford, average.after, binary32);
  const float both = squares + static_cast<float>(average.run(5)[5]);
  CHECK(average.evaluated(sum) == std::vector{static_cast<double>(both)});
}

TEST_CASE("a carried value that decides which element is read is not followed") {
  Average average;
  const NodeId at = average.graph.intern({.op = Op::LoopValue, .type = integer, .symbol = "at", .version = 1});
  average.procedure.notHeld[average.graph.value(at).index] = "'at' is carried";
  average.loop().phis.push_back({at, average.number(0), average.graph.binary(Op::Add, at, average.number(1), integer)});
  const NodeId read = average.graph.intern({.op = Op::Element, .type = binary32, .operands = {&at, 1}, .symbol = "x"});
  CHECK(average.subject(average.graph.binary(Op::Mul, read, read, binary32)).notHeld == "'at' is carried");
}

TEST_CASE("what is computed includes what loops carry") {
  Average average;
  const std::vector<NodeId> nodes = computedUnder(average.procedure, std::span(&average.after, 1));
  CHECK(std::ranges::find(nodes, average.next) != nodes.end());
  CHECK(carriedBy(average.procedure, average.after).phi->value == average.m);
  CHECK_FALSE(carriedBy(average.procedure, average.x));
}

TEST_CASE("an element that the iteration before has left is carried, one that later iterations write is what was there") {
  // for (i = 2; i < 12; i += 2) x[i] = x[i - 2] * 0.5f + x[i + 1];
  Average average;
  const auto element = [&](NodeId at, const char *name) {
    return average.graph.intern({.op = Op::Element, .type = binary32, .operands = {&at, 1}, .symbol = name, .version = name[0] == 'x' ? 0U : 9U});
  };
  const NodeId before = element(average.graph.binary(Op::Sub, average.i, average.number(2), integer), "y");
  const NodeId further = element(average.graph.binary(Op::Add, average.i, average.number(1), integer), "y");
  const NodeId next = average.graph.binary(
      Op::Add, average.graph.binary(Op::Mul, before, average.graph.constant(*order::Number::parse("0.5"), binary32), binary32), further, binary32);
  for (const NodeId leaf : {before, further})
    average.procedure.notHeld[average.graph.value(leaf).index] = "'y' is not followed";
  average.loop().phis = {{before, element(average.number(0), "x"), next},
                         {further, {}, element(average.graph.binary(Op::Add, average.i, average.number(1), integer), "x")}};
  std::vector<double> expected;
  float left = static_cast<float>(average.values[0]);
  for (std::size_t at = 2; at < 11; at += 2) {
    left = left * 0.5f;
    left = left + static_cast<float>(average.values[at + 1]);
    expected.push_back(left);
  }
  CHECK(average.evaluated(next) == expected);
}
