// Loops as programs write them, measured on arrays: the same loops are run here, in binary32 and exactly.
#include "runtime/measure/conditions.h"
#include "runtime/measure/measure.h"

#include "runtime/format/rounding.h"
#include "runtime/order/infix.h"
#include "runtime/order/integer_limits.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace fporder;
using namespace fporder::measure;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar};

/// A procedure under construction.
struct Program {
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;

  Program() { procedure.name = "f"; }
  NodeId number(long long value) { return graph.constant(order::Number::fromInteger(value), integer); }
  NodeId index(std::uint32_t loop, const char *name = "i") {
    return graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = name, .version = loop});
  }
  NodeId plus(NodeId a, NodeId b) { return graph.binary(Op::Add, a, b, integer); }
  NodeId minus(NodeId a, NodeId b) { return graph.binary(Op::Sub, a, b, integer); }
  NodeId times(NodeId a, NodeId b) { return graph.binary(Op::Mul, a, b, integer); }
  NodeId element(const char *name, NodeId at, order::ValueType type = binary32) {
    return graph.intern({.op = Op::Element, .type = type, .operands = {&at, 1}, .symbol = name});
  }
  NodeId sum(std::uint32_t loop, std::initializer_list<NodeId> termTripsFirstStep, bool continues = false) {
    std::vector<NodeId> operands{graph.constant(order::Number(), binary32)};
    operands.insert(operands.end(), termTripsFirstStep);
    order::Reduction reduction;
    reduction.loop = loop;
    reduction.continues = continues;
    return graph.intern({.op = Op::Reduce, .type = binary32, .operands = operands, .reduction = &reduction});
  }
  NodeId compare(const char *sign, NodeId a, NodeId b) {
    const NodeId both[]{a, b};
    return graph.intern({.op = Op::Compare, .type = {format::Format::Boolean}, .operands = both, .symbol = sign});
  }
  Subject subject(NodeId root, NodeId guard = {}) {
    const std::string text = "written";
    return SubjectBuilder(procedure).build({&root, 1}, {&text, 1}, guard);
  }
};

std::vector<double> values(std::size_t count, double shift = 0) {
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(static_cast<float>(std::fmod(static_cast<double>(i + 1) * 0.6180339887498949, 1.0) - shift));
  return all;
}

void give(DataSet &data, const char *name, const std::vector<double> &all) {
  data.tensors.push_back({name, data::tensorOf(name, {all.size()}, all)});
  data.tensors.back().tensor.file = std::string(name) + ".npy";
}

Result<Measurement> tried(const Subject &subject, const DataSet &data) {
  MeasureOptions options;
  options.search = false;
  return measure::measure(subject, data, {}, options);
}

Measurement measured(const Subject &subject, const DataSet &data) {
  Result<Measurement> measurement = tried(subject, data);
  if (!measurement)
    FAIL(measurement.error().message);
  return std::move(*measurement);
}

/// What a sample comes to: binary32 additions from left to right, and the sum in binary64, which is exact to more digits than are compared.
struct Both {
  float single = 0;
  double exact = 0;
  void add(double term) {
    single += static_cast<float>(term);
    exact += term;
  }
  double ulps() const { return std::abs(single - exact) / format::ulp(format::Format::Binary32, exact); }
};

void checkErrors(const Measurement &measurement, const std::vector<Both> &samples) {
  double largest = 0, sum = 0;
  for (const Both &sample : samples) {
    largest = std::max(largest, sample.ulps());
    sum += sample.ulps();
  }
  REQUIRE(measurement.unsupported.empty());
  CHECK(measurement.result.measured == samples.size());
  CHECK(measurement.result.orderings[0].errors.maximum() == doctest::Approx(largest).epsilon(1e-6));
  CHECK(measurement.result.orderings[0].errors.mean() == doctest::Approx(sum / double(samples.size())).epsilon(1e-6));
}

} // namespace

TEST_CASE("a triangle is summed row by row as far as each row goes") {
  Program program;
  const NodeId i = program.index(1), j = program.index(2, "j");
  program.procedure.loopOrigins[1] = {0, 1, 100};
  const NodeId root =
      program.sum(2, {program.element("x", program.plus(program.times(i, program.number(100)), j)), program.plus(i, program.number(1))});
  const std::vector<double> x = values(10'000);
  std::vector<Both> samples(100);
  for (std::size_t row = 0; row < 100; ++row)
    for (std::size_t column = 0; column <= row; ++column)
      samples[row].add(x[row * 100 + column]);
  DataSet data;
  give(data, "x", x);
  checkErrors(measured(program.subject(root), data), samples);
}

TEST_CASE("a window begins where the outer index says") {
  Program program;
  const NodeId r = program.index(1, "r");
  program.procedure.loopOrigins[1] = {8, 1, 48};
  const NodeId root =
      program.sum(2, {program.element("x", program.index(2)), program.number(8), program.minus(r, program.number(8)), program.number(1)});
  const std::vector<double> x = values(64);
  std::vector<Both> samples(48);
  for (std::size_t row = 8; row < 56; ++row)
    for (std::size_t k = row - 8; k < row; ++k)
      samples[row - 8].add(x[k]);
  DataSet data;
  give(data, "x", x);
  checkErrors(measured(program.subject(root), data), samples);
}

TEST_CASE("tiles are summed apart, the last of them shorter") {
  // for (r) { s = 0; for (b = 0; b < 61; b += 8) { u = 0; for (i = b; i < min(b + 8, 61); ++i) u += x[r * 61 + i]; s += u; } }
  Program program;
  const NodeId r = program.index(1, "r"), b = program.index(2, "b"), i = program.index(3);
  const NodeId left = program.minus(program.number(61), b);
  const NodeId trips = program.graph.binary(Op::Min, program.number(8), left, integer);
  const NodeId inner = program.sum(3, {program.element("x", program.plus(program.times(r, program.number(61)), i)), trips, b, program.number(1)});
  const NodeId root = program.sum(2, {inner, program.number(8), program.number(0), program.number(8)});
  const std::vector<double> x = values(10 * 61);
  std::vector<Both> samples(10);
  for (std::size_t row = 0; row < 10; ++row)
    for (std::size_t tile = 0; tile < 61; tile += 8) {
      Both part;
      for (std::size_t k = tile; k < std::min<std::size_t>(tile + 8, 61); ++k)
        part.add(x[row * 61 + k]);
      samples[row].single += part.single;
      samples[row].exact += part.exact;
    }
  DataSet data;
  give(data, "x", x);
  checkErrors(measured(program.subject(root), data), samples);
}

TEST_CASE("a nest that adds to one accumulator is one chain, over a whole array one sample and one evaluation") {
  Program program;
  const NodeId i = program.index(1), j = program.index(2, "j");
  const NodeId x = program.element("x", program.plus(program.times(i, program.number(64)), j));
  const NodeId inner = program.sum(2, {program.graph.binary(Op::Mul, x, x, binary32), program.number(64)}, true);
  const NodeId root = program.sum(1, {inner, program.number(64)});
  const std::vector<double> all = values(4096);
  Both sample;
  for (const double value : all) {
    sample.single += static_cast<float>(value) * static_cast<float>(value);
    sample.exact += value * value;
  }
  DataSet data;
  give(data, "x", all);
  Subject subject = program.subject(root);
  addSchedules(subject);
  REQUIRE(subject.orderings.size() == 4);
  const Measurement measurement = measured(subject, data);
  CHECK(measurement.samples == 1);
  checkErrors(measurement, {sample});
  CHECK(measurement.result.orderings[3].errors.maximum() <= 1); // Neumaier's
  CHECK(order::printInfix(subject.graph, subject.orderings[1].root).starts_with("sum<pairwise>(i, sum<continues>(j, "));
}

TEST_CASE("samples that a condition on the way keeps out belong to no statistic") {
  // if (!(x[i] < 0.25)) o[i] = x[i] * y[i] / z[i]
  Program program;
  const NodeId i = program.index(1), x = program.element("x", i);
  const NodeId product = program.graph.binary(Op::Mul, x, program.element("y", i), binary32);
  const NodeId root = program.graph.binary(Op::Div, product, program.element("z", i), binary32);
  const NodeId less = program.compare("<", x, program.graph.constant(*order::Number::parse("0.25"), binary32));
  const NodeId guard = program.graph.unary(Op::Not, less, {format::Format::Boolean});
  std::vector<double> xs = values(1000), ys = values(1000, 0.5), zs = values(1000, -1);
  xs[7] = 0.125, ys[7] = INFINITY; // neither reached nor an input that is not finite
  xs[8] = 0.5, ys[8] = INFINITY;
  double largest = 0;
  std::size_t reached = 0;
  for (std::size_t k = 0; k < 1000; ++k)
    if (xs[k] >= 0.25 && std::isfinite(ys[k])) {
      const double exact = xs[k] * ys[k] / zs[k];
      const float single = static_cast<float>(xs[k]) * static_cast<float>(ys[k]) / static_cast<float>(zs[k]);
      largest = std::max(largest, std::abs(single - exact) / format::ulp(format::Format::Binary32, exact));
      ++reached;
    }
  DataSet data;
  give(data, "x", xs);
  give(data, "y", ys);
  give(data, "z", zs);
  const Measurement measurement = measured(program.subject(root, guard), data);
  CHECK(measurement.samples == 1000);
  CHECK(measurement.nonFiniteInputs == 1);
  CHECK(measurement.notReached == 1000 - reached - 1);
  CHECK(measurement.result.measured == reached);
  CHECK(measurement.result.orderings[0].errors.maximum() == doctest::Approx(largest).epsilon(1e-6));
  MeasureOptions plotted;
  plotted.search = false;
  plotted.scatterPoints = 500;
  std::size_t shown = 0;
  for (std::size_t k = 0; k < 500; ++k)
    shown += xs[k] >= 0.25 && std::isfinite(ys[k]) ? 1 : 0;
  CHECK(measure::measure(program.subject(root, guard), data, {}, plotted)->scatter.size() == shown);
}

TEST_CASE("a loop that counts by a parameter is measured at the indices that it has, and not where nothing says how it counts") {
  Program program;
  const NodeId n = program.graph.input("n", integer), step = program.graph.input("step", integer), x = program.element("x", program.index(1));
  const NodeId root = program.graph.binary(Op::Mul, x, x, binary32);
  const NodeId count = program.graph.binary(Op::Div, program.plus(n, program.minus(step, program.number(1))), step, integer);
  program.procedure.carryingLoops[1] = {program.index(1), program.number(0), step, count, {}, {}, {}};
  DataSet data;
  give(data, "x", values(12));
  CHECK(measured(program.subject(root), data).unsupported == "the index of array 'x' (x.npy, shape 12) is not followed");
  data.distributions = {*data::parseRange("n=[12,12]"), *data::parseRange("step=[5,5]")};
  const Measurement measurement = measured(program.subject(root), data); // 0, 5, 10
  CHECK(measurement.unsupported.empty());
  CHECK(measurement.samples == 3);
}

TEST_CASE("samples on which an integer wraps around or is not held are not measured, and the reason is given") {
  const auto measuredWith = [](const order::IntegerLimits &type, const std::vector<double> &numbers) {
    Program program;
    const NodeId x = program.element("x", program.index(1)), a = program.element("a", program.index(1), integer);
    const NodeId product = order::withLimits(program.graph, program.times(a, program.number(3)), type);
    DataSet data;
    give(data, "x", values(numbers.size()));
    give(data, "a", numbers);
    return measured(program.subject(program.graph.binary(Op::Mul, x, program.graph.cast(product, binary32), binary32)), data);
  };
  const auto u32 = order::IntegerLimits::ofType(32, false), i32 = order::IntegerLimits::ofType(32, true),
             i64 = order::IntegerLimits::ofType(64, true);
  CHECK(measuredWith(u32, {1, 2, 0x1p30, 5}).notHeld == 0);
  const Measurement some = measuredWith(u32, {1, 2, 0x1p31, 5});
  CHECK(some.notHeld == 1);
  CHECK(some.result.measured == 3);
  CHECK(some.notes.back() == "1 of 4 samples are not measured: an integer wraps around, or is beyond its type's range or beyond 2^53");
  CHECK(measuredWith(i32, {1, 0x1p30, 0x1p30, 5}).notHeld == 2);
  CHECK(measuredWith(i64, {0x1p52, 0x1p53}).unsupported == "an integer wraps around, or is beyond its type's range or beyond 2^53");
}

TEST_CASE("what stands under a condition that cannot be evaluated is not measured, and the condition is named") {
  Program program;
  const NodeId x = program.element("x", program.index(1));
  const NodeId root = program.graph.binary(Op::Mul, x, x, binary32);
  const NodeId unknown = program.graph.intern({.op = Op::Opaque, .type = {format::Format::Boolean}, .symbol = "ready()"});
  DataSet data;
  give(data, "x", values(50));
  const Measurement measurement = measured(program.subject(root, unknown), data);
  CHECK(measurement.notReached == 0);
  CHECK(measurement.result.measured == 0);
  CHECK(measurement.unsupported == "the condition 'ready()' is not evaluated: 'ready()' is not followed");
}

TEST_CASE("an index array that is supplied indexes") {
  // o[i] = t[ix[i]] * w[i] - t[ix[i] + 1]
  Program program;
  const NodeId i = program.index(1), at = program.element("ix", i, integer);
  const NodeId product = program.graph.binary(Op::Mul, program.element("t", at), program.element("w", i), binary32);
  const NodeId root = program.graph.binary(Op::Sub, product, program.element("t", program.plus(at, program.number(1))), binary32);
  const std::vector<double> t = values(40), w = values(500);
  std::vector<double> ix;
  for (std::size_t k = 0; k < 500; ++k)
    ix.push_back(static_cast<double>(k * 7 % 39));
  double sum = 0;
  for (std::size_t k = 0; k < 500; ++k) {
    const auto place = static_cast<std::size_t>(ix[k]);
    const double exact = t[place] * w[k] - t[place + 1];
    const float single = static_cast<float>(t[place]) * static_cast<float>(w[k]) - static_cast<float>(t[place + 1]);
    sum += std::abs(single - exact) / format::ulp(format::Format::Binary32, exact);
  }
  DataSet data;
  give(data, "t", t);
  give(data, "w", w);
  give(data, "ix", ix);
  const Measurement measurement = measured(program.subject(root), data);
  CHECK(measurement.samples == 500);
  CHECK(measurement.result.orderings[0].errors.mean() == doctest::Approx(sum / 500).epsilon(1e-6));
  ix[123] = 39; // its neighbour is no element
  DataSet beyond;
  give(beyond, "t", t);
  give(beyond, "w", w);
  give(beyond, "ix", ix);
  const Result<Measurement> refused = tried(program.subject(root), beyond);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with(
      "array 't' (t.npy, shape 40) does not fit: the program reads element 40 of 40, by an index that another array gives"));
}

TEST_CASE("rows of a sparse matrix: lengths and places come out of arrays") {
  // for (r) { s = 0; for (k = p[r]; k < p[r + 1]; ++k) s += v[k] * x[c[k]]; }
  Program program;
  const NodeId r = program.index(1, "r"), k = program.index(2, "k");
  program.procedure.loopOrigins[1] = {0, 1, 30};
  const NodeId first = program.element("p", r, integer), end = program.element("p", program.plus(r, program.number(1)), integer);
  const NodeId product = program.graph.binary(Op::Mul, program.element("v", k), program.element("x", program.element("c", k, integer)), binary32);
  const NodeId root = program.sum(2, {product, program.minus(end, first), first, program.number(1)});
  std::vector<double> p{0}, c;
  for (std::size_t row = 0; row < 30; ++row) {
    for (std::size_t n = 0; n < row * 5 % 13; ++n)
      c.push_back(static_cast<double>((row + n * 3) % 20));
    p.push_back(static_cast<double>(c.size()));
  }
  const std::vector<double> v = values(c.size()), x = values(20, 0.5);
  std::vector<Both> samples(30);
  for (std::size_t row = 0; row < 30; ++row)
    for (auto at = static_cast<std::size_t>(p[row]); at < static_cast<std::size_t>(p[row + 1]); ++at) {
      const double left = v[at], right = x[static_cast<std::size_t>(c[at])];
      samples[row].single += static_cast<float>(left) * static_cast<float>(right);
      samples[row].exact += left * right;
    }
  DataSet data;
  give(data, "p", p);
  give(data, "c", c);
  give(data, "v", v);
  give(data, "x", x);
  const Measurement measurement = measured(program.subject(root), data);
  std::erase_if(samples, [](const Both &sample) { return sample.exact == 0; }); // rows without elements have no error in ulps
  double sum = 0;
  for (const Both &sample : samples)
    sum += sample.ulps();
  CHECK(measurement.result.measured == 30);
  CHECK(measurement.result.orderings[0].errors.mean() * double(measurement.result.orderings[0].errors.samples()) ==
        doctest::Approx(sum).epsilon(1e-6));
}

TEST_CASE("an element outside of an array is an error, one that no iteration reads is not") {
  Program program;
  const NodeId i = program.index(1), j = program.index(2, "j");
  program.procedure.loopOrigins[1] = {0, 1, 10};
  // The lower triangle of a 10x10 matrix from the diagonal on: x[i * 10 + j], j = i .. 9
  const NodeId x = program.element("x", program.plus(program.times(i, program.number(10)), j));
  const NodeId root = program.sum(2, {x, program.minus(program.number(10), i), i, program.number(1)});
  DataSet data;
  give(data, "x", values(100));
  CHECK(measured(program.subject(root), data).result.measured == 10);
  const NodeId further = program.sum(2, {x, program.minus(program.number(11), i), i, program.number(1)});
  const Result<Measurement> refused = tried(program.subject(further), data);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("array 'x' (x.npy, shape 100) does not fit: the program reads element 100 of 100"));
}

TEST_CASE("what the graph does not hold is not measured, with the reason") {
  Program program;
  const NodeId x = program.element("x", program.index(1));
  const NodeId mean = program.graph.intern({.op = Op::LoopValue, .type = binary32, .symbol = "m"});
  const NodeId root = program.graph.binary(Op::Sub, x, mean, binary32);
  DataSet data;
  give(data, "x", values(50));
  CHECK(measured(program.subject(root), data).unsupported == "'m' carries a value from one iteration to the next");
  program.procedure.notHeld[program.graph.value(mean).index] = "the loop is left by 'break'";
  Subject subject = program.subject(root);
  CHECK(subject.notHeld == "the loop is left by 'break'");
  const Measurement measurement = measured(subject, data);
  CHECK(measurement.unsupported == "the loop is left by 'break'");
  CHECK(measurement.result.orderings.empty());
  const NodeId part = program.sum(1, {x, program.number(8)}, true);
  Subject inner = program.subject(part);
  CHECK(inner.notHeld == "its terms join the accumulator of the loop around it");
  addSchedules(inner);
  CHECK(inner.orderings.size() == 1);
}
