// What the tests of reference figures share: orderings from their texts, samples, figures.
//
// The expected figures come from independent programs (an exact reference of 160 to 1,200 bits). Rates above 1 % and means of bounded errors hold
// within 3 %, means of heavy-tailed errors within 15 %, maxima of heavy-tailed errors within a factor of 10: they are one draw's.
#pragma once

#include "runtime/format/rounding.h"
#include "runtime/measure/measure.h"
#include "runtime/oracle/exact.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace fporder::numeric {

using format::Format;
using Kind = data::Distribution::Kind;

inline constexpr double ofRates = 0.03, ofHeavyTails = 0.15, ofOneDraw = 10;

/// How many samples a test takes: all of `full` under FPORDER_FULL=1, `reduced` otherwise, which is printed.
inline std::uint64_t sampleCount(std::uint64_t full, std::uint64_t reduced) {
  const char *wanted = std::getenv("FPORDER_FULL");
  if (wanted != nullptr && std::strcmp(wanted, "1") == 0)
    return full;
  MESSAGE(reduced << " of " << full << " samples (FPORDER_FULL=1 takes all)");
  return reduced;
}

inline bool within(double value, double expected, double tolerance) { return std::abs(value - expected) <= tolerance * std::abs(expected); }
inline bool withinFactor(double value, double expected, double factor) { return value >= expected / factor && value <= expected * factor; }

inline measure::Subject subjectOf(std::initializer_list<const char *> orderings, Format format = Format::Binary32) {
  measure::Subject subject;
  subject.function = "f";
  for (const char *text : orderings) {
    const auto parsed = order::parseInfix(text, subject.graph, {format, order::Shape::Scalar});
    REQUIRE_MESSAGE(std::holds_alternative<order::NodeId>(parsed), text);
    subject.orderings.push_back({text, std::get<order::NodeId>(parsed), {}});
  }
  return subject;
}

/// A distribution for each name.
inline measure::DataSet drawn(std::initializer_list<data::NamedDistribution> distributions) {
  measure::DataSet set;
  set.distributions.assign(distributions);
  return set;
}

inline data::NamedDistribution constant(const char *name, double value) { return {name, {Kind::Uniform, value, value}}; }

inline measure::Measurement measured(const measure::Subject &subject, const measure::DataSet &data, std::uint64_t samples,
                                     const eval::EvaluationOptions &evaluation = {}) {
  measure::MeasureOptions options;
  options.samples = samples;
  options.evaluation = evaluation;
  Result<measure::Measurement> measurement = measure::measure(subject, data, {}, options);
  if (!measurement)
    FAIL(measurement.error().message);
  REQUIRE(measurement->unsupported == "");
  return std::move(*measurement);
}

inline double share(std::uint64_t part, const measure::Measurement &measurement) {
  return static_cast<double>(part) / static_cast<double>(measurement.result.measured);
}

/// Values of every ordering, sample by sample, and the correctly rounded real values of the first.
struct Evaluated {
  std::vector<std::vector<double>> orderings;
  std::vector<oracle::ExactValue> exact;
};

inline Evaluated evaluated(const measure::Subject &subject, const measure::DataSet &data, std::size_t samples,
                           const eval::EvaluationOptions &options = {}, bool exact = true) {
  Result<measure::Binding> binding = measure::Binding::bind(subject, data, {});
  if (!binding)
    FAIL(binding.error().message);
  Evaluated result;
  std::vector<order::NodeId> roots;
  std::vector<eval::Column> columns;
  result.orderings.assign(subject.orderings.size(), std::vector<double>(samples));
  for (std::size_t o = 0; o < subject.orderings.size(); ++o) {
    roots.push_back(subject.orderings[o].root);
    columns.push_back({result.orderings[o], {}});
  }
  eval::Evaluator(subject.graph, roots, options).evaluate(*binding, 0, samples, columns);
  if (exact) {
    result.exact.resize(samples);
    oracle::Oracle(subject.graph, roots[0], subject.graph[roots[0]].type.format).evaluate(*binding, 0, result.exact);
  }
  return result;
}

inline double shareDifferent(const std::vector<double> &left, const std::vector<double> &right) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < left.size(); ++i)
    different += std::memcmp(&left[i], &right[i], sizeof(double)) != 0;
  return static_cast<double>(different) / static_cast<double>(left.size());
}

/// Values in a row, as one argument.
inline measure::NamedTensor tensor(const char *name, data::Shape shape, const std::vector<double> &values) {
  return {name, data::tensorOf(name, std::move(shape), values)};
}

/// `count` values of a distribution.
inline std::vector<double> values(const data::Distribution &distribution, std::size_t count, const char *name, std::uint64_t seed = 42) {
  std::vector<double> result(count);
  data::Sampler(distribution, seed, name).fill(0, result);
  return result;
}

} // namespace fporder::numeric
