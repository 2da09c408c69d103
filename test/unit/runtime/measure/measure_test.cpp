#include "runtime/measure/measure.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/search.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::measure;
using order::NodeId;

namespace {

Subject subjectOf(std::initializer_list<const char *> orderings, format::Format format = format::Format::Binary32) {
  Subject subject;
  subject.function = "f";
  for (const char *text : orderings)
    subject.orderings.push_back({text, std::get<NodeId>(order::parseInfix(text, subject.graph, {format, order::Shape::Scalar})), {}});
  return subject;
}

Measurement measured(const Subject &subject, const DataSet &data = {}, MeasureOptions options = {}) {
  Result<Measurement> measurement = measure::measure(subject, data, {}, options);
  if (!measurement)
    FAIL(measurement.error().message);
  return std::move(*measurement);
}

double share(std::uint64_t part, const Measurement &measurement) { return double(part) / double(measurement.result.measured); }

DataSet ranges(std::initializer_list<data::NamedDistribution> all) {
  DataSet set;
  set.distributions.assign(all);
  return set;
}

using Kind = data::Distribution::Kind;

} // namespace

// Expected figures: reference values for binary32 inputs 2^U(-20,20), computed by an independent program in MPFR.
TEST_CASE("the orders of a product and a quotient differ in 35 % of the bits and none is more accurate") {
  const Measurement measurement = measured(subjectOf({"a * b / c", "a * (b / c)", "(a / c) * b"}));
  for (const OrderingFigures &figures : measurement.result.orderings) {
    CHECK(figures.errors.maximum() > 1.3);
    CHECK(figures.errors.maximum() < 1.5);
    CHECK(figures.errors.mean() == doctest::Approx(0.346).epsilon(0.01));
    CHECK(figures.errors.quantile(0.99) == doctest::Approx(1.0).epsilon(0.02));
  }
  CHECK(share(measurement.result.orderings[1].different, measurement) == doctest::Approx(0.35).epsilon(0.03));
  CHECK(share(measurement.result.orderings[2].closer, measurement) == doctest::Approx(0.174).epsilon(0.03));
}

TEST_CASE("a reciprocal costs accuracy: 26.1 % of the bits, 1.45 against 0.5 ulp") {
  const Measurement measurement = measured(subjectOf({"x / y", "x * (1 / y)"}));
  CHECK(measurement.result.orderings[0].errors.maximum() <= 0.5 + 1e-9);
  CHECK(measurement.result.orderings[1].errors.maximum() == doctest::Approx(1.45).epsilon(0.05));
  CHECK(share(measurement.result.orderings[1].different, measurement) == doctest::Approx(0.261).epsilon(0.03));
}

TEST_CASE("over the full range every order of a * b / c loses a tenth, and the samples themselves lose nothing") {
  const Measurement measurement = measured(subjectOf({"a * b / c", "a * (b / c)"}));
  REQUIRE(measurement.fullRangeLosses.size() == 2);
  for (const double loss : measurement.fullRangeLosses)
    CHECK(loss == doctest::Approx(0.0965).epsilon(0.08)); // 9.5 to 9.8 % in every order
  CHECK(measurement.result.orderings[0].lost == 0);
}

TEST_CASE("figures do not depend on threads or on the number of samples asked for at a time") {
  const Subject subject = subjectOf({"(a + b) + c", "a + (b + c)"});
  MeasureOptions one, many;
  one.samples = many.samples = 200'001;
  many.threads = 3;
  const Measurement x = measured(subject, {}, one), y = measured(subject, {}, many);
  for (std::size_t o = 0; o < 2; ++o) {
    CHECK(x.result.orderings[o].errors.maximum() == y.result.orderings[o].errors.maximum());
    CHECK(x.result.orderings[o].errors.mean() == y.result.orderings[o].errors.mean());
    CHECK(x.result.orderings[o].errors.worstSample() == y.result.orderings[o].errors.worstSample());
    CHECK(x.result.orderings[o].different == y.result.orderings[o].different);
    CHECK(x.result.orderings[o].worst->ulps == y.result.orderings[o].worst->ulps);
  }
}

TEST_CASE("a power of two moved about changes no bit") {
  const DataSet data = ranges({{"a", {Kind::LogUniform, 1e-3, 1e3}}, {"c", {Kind::LogUniform, 1e-3, 1e3}}});
  const Measurement measurement = measured(subjectOf({"(a * 0.125) / c", "(a / c) * 0.125"}), data);
  CHECK(measurement.result.orderings[1].different == 0);
}

TEST_CASE("NaN and infinity in the data are counted and in no statistic") {
  const std::vector<double> values{1, NAN, 3, INFINITY, 5};
  DataSet data;
  data.tensors.push_back({"a", data::tensorOf("a", {5}, values)});
  data.tensors.push_back({"b", data::tensorOf("b", {}, std::vector<double>{3})});
  const Measurement measurement = measured(subjectOf({"a[i] / b"}), data);
  CHECK(measurement.samples == 5);
  CHECK(measurement.nonFiniteInputs == 2);
  CHECK(measurement.result.measured == 3);
  CHECK(measurement.result.orderings[0].errors.samples() == 3);
}

namespace {

/// One value a sample for each name.
DataSet columns(std::initializer_list<std::pair<const char *, std::vector<double>>> all) {
  DataSet set;
  for (const auto &[name, values] : all)
    set.tensors.push_back({name, data::tensorOf(name, {values.size()}, values)});
  return set;
}

} // namespace

TEST_CASE("overflow and underflow are counted over the samples that are measured") {
  // The product overflows in all four samples, of which three have no real value: the share is 1 of 1.
  const DataSet data = columns({{"a", {1e38, 1e38, 1e38, 1e38}}, {"b", {1e9, 1e9, 1e9, 1e9}}, {"c", {0, 0, 0, 1e10}}});
  const Measurement measurement = measured(subjectOf({"a[i] * b[i] / c[i]", "a[i] * (b[i] / c[i])"}), data);
  CHECK(measurement.result.measured == 1);
  CHECK(measurement.result.orderings[0].overflow == 1);
  CHECK(measurement.result.orderings[0].lost == 1);
  CHECK(measurement.result.orderings[0].cancelled == 0);
  CHECK(measurement.result.orderings[1].overflow == 0);
}

TEST_CASE("a difference that leaves nothing is told from underflow") {
  const DataSet data = columns({{"x", {1e-5, 1e-6, 1}}, {"y", {1e-30, 1, 1}}});
  const OrderingFigures differences = measured(subjectOf({"1 - cos(x[i])"}), data).result.orderings[0];
  CHECK(differences.lost == 2);
  CHECK(differences.cancelled == 2);
  const OrderingFigures products = measured(subjectOf({"(y[i] * y[i]) * 1e30"}), data).result.orderings[0];
  CHECK(products.lost == 1);
  CHECK(products.cancelled == 0);
}

TEST_CASE("errors where the real value is 0 stand beside the means") {
  // 1 + 2^-24 rounds to 1; the second sample is 3 + 1 - 3 - 0.5, exact.
  const DataSet data = columns({{"a", {1, 3}}, {"b", {0x1p-24, 1}}, {"c", {1, 3}}, {"d", {0x1p-24, 0.5}}});
  const OrderingFigures figures = measured(subjectOf({"((a[i] + b[i]) - c[i]) - d[i]"}), data).result.orderings[0];
  CHECK(figures.nonzeroAtZero == 1);
  CHECK(figures.largestAtZero.value == 0x1p-24);
  CHECK(figures.errors.samples() == 1);
  CHECK(figures.errors.maximum() == 0);
}

TEST_CASE("poles and domain errors are counted apart") {
  DataSet data;
  data.tensors.push_back({"a", data::tensorOf("a", {4}, std::vector<double>{0, 1, -1, 4})});
  const Measurement poles = measured(subjectOf({"1 / a[i]"}), data);
  CHECK(poles.result.poles == 1);
  CHECK(poles.result.measured == 3);
  const Measurement roots = measured(subjectOf({"sqrt(a[i])"}), data);
  CHECK(roots.result.domainErrors == 1);
}

TEST_CASE("half precision: a product that underflows loses everything, the other order nothing") {
  // m of the size of the denominator: lr * m is below half the smallest subnormal, m / d is about 1.
  const DataSet data = ranges({{"m", {Kind::LogUniform, 1e-6, 2e-6}}, {"d", {Kind::LogUniform, 1e-6, 2e-6}}, {"lr", {Kind::Uniform, 1e-3, 1e-3}}});
  const Measurement measurement = measured(subjectOf({"lr * m / d", "lr * (m / d)"}, format::Format::Binary16), data);
  CHECK(share(measurement.result.orderings[0].lost, measurement) == 1);
  CHECK(measurement.result.orderings[1].lost == 0);
  CHECK(share(measurement.result.orderings[0].underflow, measurement) == 1);
}

TEST_CASE("the subtraction that takes a result amplifies its error") {
  order::Procedure procedure;
  procedure.name = "step";
  const order::ValueType type{format::Format::Binary32, order::Shape::Scalar};
  order::Graph &graph = procedure.graph;
  const NodeId w = graph.input("w", type), lr = graph.input("lr", type), m = graph.input("m", type), d = graph.input("d", type);
  const NodeId product = graph.binary(order::Op::Mul, lr, m, type), quotient = graph.binary(order::Op::Div, product, d, type);
  const NodeId other = graph.binary(order::Op::Mul, lr, graph.binary(order::Op::Div, m, d, type), type);
  const NodeId result = graph.binary(order::Op::Sub, w, quotient, type);
  for (const NodeId node : {product, quotient, result})
    procedure.computations.push_back({node, 0, {}});
  SubjectBuilder builder(procedure);
  const std::vector<std::string> texts{"lr * m / d", "lr * (m / d)"};
  const Subject subject = builder.build(std::vector{quotient, other}, texts);
  REQUIRE(subject.hasConsumer());
  const DataSet data =
      ranges({{"w", {Kind::Normal, 0, 1}}, {"m", {Kind::Normal, 0, 1}}, {"d", {Kind::Uniform, 0.5, 1}}, {"lr", {Kind::Uniform, 1, 1.5}}});
  const Measurement measurement = measured(subject, data);
  REQUIRE(measurement.consumer);
  CHECK(measurement.amplification.quantile(0.5) >= 1);
  CHECK(measurement.amplification.quantile(0.99) > 20);
  // After it the error of the quotient shows in the weight: above the half ulp of the subtraction's own rounding, by up to the amplification.
  CHECK(measurement.consumer->orderings[0].errors.maximum() > 100);
  CHECK(measurement.result.orderings[0].errors.maximum() < 1.5);
}

TEST_CASE("loops are evaluated from where the program counts them") {
  order::Procedure procedure;
  const order::ValueType type{format::Format::Binary32, order::Shape::Scalar};
  const NodeId sum = std::get<NodeId>(order::parseInfix("sum(i, x[i] * y[i - 1])", procedure.graph, type));
  procedure.loopOrigins[procedure.graph.reduction(sum).loop] = {3, 2, std::nullopt};
  const std::vector<std::string> texts{"sum(i, x[i] * y[i - 1])"};
  Subject subject = SubjectBuilder(procedure).build(std::vector{sum}, texts);
  CHECK(subject.orderings.front().expression == "sum(i, x[i] * y[i - 1])");
  CHECK(order::printInfix(subject.graph, subject.orderings.front().root) == "sum(i, x[i * 2 + 3] * y[i * 2 + 3 - 1])");
  addSchedules(subject);
  REQUIRE(subject.orderings.size() == 4);
  CHECK(subject.orderings[2].expression == "sum<lanes 8>(i, x[i] * y[i - 1])");
}

TEST_CASE("the search finds worse inputs than the samples within the samples' ranges, and says so") {
  const Subject subject = subjectOf({"a * b + c", "fma(a, b, c)"});
  const DataSet data = ranges({{"a", {Kind::Uniform, 1, 2}}, {"b", {Kind::Uniform, 1, 2}}, {"c", {Kind::Uniform, -4, -1}}});
  MeasureOptions options;
  options.samples = 2000;
  const Measurement measurement = measured(subject, data, options);
  const OrderingFigures &figures = measurement.result.orderings[0];
  REQUIRE(figures.worst);
  CHECK(figures.worst->searched);
  CHECK(figures.worst->ulps > 100 * figures.errors.maximum());
  for (const WorstCase::Input &input : figures.worst->inputs) {
    CHECK(std::abs(input.value) <= 4);
    CHECK(std::abs(input.value) >= 1);
    CHECK(format::roundTo(format::Format::Binary32, input.value) == input.value);
  }
  CHECK(measurement.result.orderings[1].errors.maximum() <= 0.5 + 1e-9);
}

TEST_CASE("a reduction is measured a row at a time") {
  std::vector<double> values;
  for (int i = 0; i < 64 * 100; ++i)
    values.push_back(std::fmod(i * 0.6180339887498949, 1.0));
  DataSet data;
  data.tensors.push_back({"x", data::tensorOf("x", {64, 100}, values)});
  const Measurement measurement = measured(subjectOf({"sum(k, x[k])"}), data);
  CHECK(measurement.result.measured == 64);
  CHECK(measurement.result.orderings[0].errors.maximum() > 0.5);
  CHECK(measurement.result.orderings[0].errors.maximum() < 100);
}
