#include "runtime/measure/work.h"

#include "runtime/measure/measure.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using namespace fporder::measure;

namespace {

Subject subjectOf(std::initializer_list<const char *> orderings) {
  Subject subject;
  subject.function = "f";
  for (const char *text : orderings)
    subject.orderings.push_back(
        {text, std::get<order::NodeId>(order::parseInfix(text, subject.graph, {format::Format::Binary32, order::Shape::Scalar})), {}});
  return subject;
}

double operations(const Subject &subject, double escalated = 0) {
  const Result<Binding> binding = Binding::bind(subject, {}, {});
  REQUIRE(binding.ok());
  return operationsPerSample(subject, *binding, escalated);
}

Measurement measured(const Subject &subject, const MeasureOptions &options, const DataSet &data = {}) {
  Result<Measurement> measurement = measure::measure(subject, data, {}, options);
  REQUIRE(measurement.ok());
  return std::move(*measurement);
}

bool says(const Measurement &measurement, std::string_view text) {
  return std::ranges::any_of(measurement.notes, [&](const std::string &note) { return note.find(text) != std::string::npos; });
}

} // namespace

TEST_CASE("work: an operation counts once an order and eight times for the real value, once a term in a loop") {
  // Three leaves and two operations, once for the orders, which share the leaves, and once eightfold.
  CHECK(operations(subjectOf({"a * b + c"})) == 3 + 2 + 8 * (3 + 2));
  CHECK(operations(subjectOf({"(a + b) + c", "a + (b + c)"})) == 3 + 4 + 8 * (3 + 2));
  // 256 terms of x[k], y[k], their product and the sum; 0 before it.
  CHECK(operations(subjectOf({"sum(k, x[k] * y[k])"})) == 256 * 4 + 8 * 256 * 4);
  CHECK(operations(subjectOf({"exp(a)"})) == 1 + 50 + 8 + 100);
  CHECK(operations(subjectOf({"erf(a)"})) == 1 + 3000 + 8 + 6000);
  // Samples that MPFR decides: one in four of them.
  CHECK(operations(subjectOf({"exp(a)"}), 0.25) == 1 + 50 + 8 + 100 + (400 + 6000) / 4);
  CHECK(operations(subjectOf({"sum(k, x[k] * y[k])"}), 1) == 256 * 4 + 8 * 256 * 4 + 400 * 256 * 4);
  CHECK(roughly(999) == "999");
  CHECK(roughly(61'480) == "61.4 thousand");
  CHECK(roughly(2e9) == "2 billion");
  CHECK(roughly(123.4e6) == "123 million");
}

TEST_CASE("samples are fewer where a sample takes many operations, and a note says so") {
  const Subject subject = subjectOf({"sum(k, x[k] * y[k])"});
  MeasureOptions options;
  options.operationLimit = 9216.0 * 1000;
  const Measurement capped = measured(subject, options);
  CHECK(capped.samples == 1000);
  CHECK(says(capped, "a sample takes 9.2 thousand operations: 1000 samples instead of 100000"));
  options.asManyAsGiven = true;
  options.samples = 1500;
  CHECK(measured(subject, options).samples == 1500);
}

TEST_CASE("samples whose real value only MPFR decides count what they cost") {
  MeasureOptions options;
  options.operationLimit = 1e6;
  options.search = false;
  // Halfway between two neighbours of binary32, as double-double never can tell from beside it: 1 + 2^-24 + a tiny term.
  const Subject subject = subjectOf({"(1 + 5.9604644775390625e-8) + exp(a)"});
  DataSet data;
  data.distributions = {*data::parseRange("a=[-80,-79]")};
  const Measurement hard = measured(subject, options, data);
  data.distributions = {*data::parseRange("a=[1,2]")};
  const Measurement easy = measured(subject, options, data);
  CHECK(hard.samples <= easy.samples);
  CHECK(easy.samples > 1000);
}

TEST_CASE("arrays beyond the operations are taken from their start, and a note says so") {
  DataSet data;
  data.tensors.push_back({"a", data::tensorOf("a", {5000}, std::vector<double>(5000, 1.5))});
  MeasureOptions options;
  options.operationLimit = 36 * 100; // two values, an index and a product
  const Measurement capped = measured(subjectOf({"a[i] * b"}), options, data);
  CHECK(capped.samples == 100);
  CHECK(says(capped, "a sample takes 36 operations: the arrays give 5000 samples, all indices combined: the first 100 are taken"));
}

TEST_CASE("an expression of which one sample takes too long is not measured") {
  MeasureOptions options;
  options.operationLimit = 9000;
  const Measurement none = measured(subjectOf({"sum(k, x[k] * y[k])"}), options);
  CHECK(none.unsupported == "one sample takes 9.2 thousand operations: more than 9 thousand are not spent");
}

TEST_CASE("a search that takes too long is cut short, and a note says so") {
  MeasureOptions options;
  options.samples = 100;
  options.operationLimit = 1e6;
  CHECK(says(measured(subjectOf({"a * b + c"}), options), "the search for worse inputs was cut short"));
}

TEST_CASE("progress goes from 0 to 1 and never back") {
  MeasureOptions options;
  std::vector<double> shares;
  options.progress = [&](double share) { shares.push_back(share); };
  measured(subjectOf({"sum(k, x[k] * y[k])"}), options);
  CHECK(shares.size() > 10);
  CHECK(std::ranges::is_sorted(shares));
  CHECK(shares.front() > 0);
  CHECK(shares.back() == 1);
}
