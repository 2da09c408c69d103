#include "runtime/measure/search.h"

#include "runtime/format/rounding.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace fporder;
using namespace fporder::measure;

namespace {

Subject subjectOf(const char *text) {
  Subject subject;
  subject.function = "f";
  const auto type = order::ValueType{format::Format::Binary32, order::Shape::Scalar};
  subject.orderings.push_back({text, std::get<order::NodeId>(order::parseInfix(text, subject.graph, type)), {}});
  return subject;
}

/// Two arrays of `count` values each.
template <typename Draw> DataSet arrays(std::size_t count, Draw draw) {
  DataSet data;
  for (const char *name : {"x", "y"}) {
    std::vector<double> values(count);
    for (double &value : values)
      value = draw();
    data.tensors.push_back({name, data::tensorOf(name, {count}, values)});
  }
  return data;
}

/// The worst case over some seeds of the search; one that the search found.
std::vector<WorstCase> searched(const Subject &subject, const DataSet &data) {
  std::vector<WorstCase> found;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    MeasureOptions options;
    options.seed = seed;
    options.samples = 300;
    const Result<Measurement> measurement = measure::measure(subject, data, {}, options);
    REQUIRE(measurement.ok());
    const WorstCase &worst = *measurement->result.orderings[0].worst;
    CHECK(worst.ulps >= measurement->result.orderings[0].errors.maximum());
    if (worst.searched)
      found.push_back(worst);
  }
  REQUIRE(!found.empty());
  return found;
}

} // namespace

TEST_CASE("the search keeps integers integers, and within those of the data") {
  std::mt19937_64 bits(1);
  const DataSet pixels = arrays(40, [&] { return static_cast<double>(bits() % 200 + 7); });
  for (const WorstCase &worst : searched(subjectOf("x[i] * 0.1 - y[i] * 0.3"), pixels)) {
    CHECK(worst.outsideData);
    for (const WorstCase::Input &input : worst.inputs) {
      CHECK(input.value == std::trunc(input.value));
      CHECK(input.value >= 7);
      CHECK(input.value <= 206);
    }
  }
}

TEST_CASE("the search keeps halves halves") {
  std::mt19937_64 bits(2);
  const auto half = [&] { return format::roundTo(format::Format::Binary16, static_cast<double>(bits() >> 11) * 0x1p-53 + 0.5); };
  for (const WorstCase &worst : searched(subjectOf("x[i] * 0.1 - y[i] * 0.3"), arrays(40, half)))
    for (const WorstCase::Input &input : worst.inputs)
      CHECK(format::roundTo(format::Format::Binary16, input.value) == input.value);
}

TEST_CASE("the search stays within a range that is not symmetric, and says nothing of data") {
  DataSet data;
  data.distributions.push_back({"a", {data::Distribution::Kind::Uniform, -1, 100}});
  data.distributions.push_back({"b", {data::Distribution::Kind::Uniform, 2, 3}});
  for (const WorstCase &worst : searched(subjectOf("a * 0.1 - b"), data)) {
    CHECK(!worst.outsideData);
    for (const WorstCase::Input &input : worst.inputs) {
      CHECK(input.value >= (input.name == "a" ? -1 : 2));
      CHECK(input.value <= (input.name == "a" ? 100 : 3));
    }
  }
}
