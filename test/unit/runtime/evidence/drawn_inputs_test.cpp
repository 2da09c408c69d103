// Inputs by family: what they promise, value by value.
#include "runtime/evidence/drawn_inputs.h"

#include "runtime/format/rounding.h"
#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace fporder;
using namespace fporder::evidence;
using test::WrittenCandidate;

namespace {

constexpr std::size_t samples = 200;

std::size_t familyNumber(std::string_view name) {
  const auto families = measure::evidenceFamilies();
  const auto found = std::ranges::find(families, name, &measure::InputFamily::name);
  REQUIRE(found != families.end());
  return static_cast<std::size_t>(found - families.begin());
}

/// The values of each input of an expression, by name.
std::map<std::string, std::vector<double>> drawn(const std::string &expression, const std::string &other, const std::string &family,
                                                 const std::string &guard = "") {
  WrittenCandidate made(expression, {other});
  made.returned(made.written);
  const Slice slice = made.slice(guard.empty() ? order::NodeId{} : made.parse(guard));
  REQUIRE(applies(measure::evidenceFamilies()[familyNumber(family)], slice));
  const DrawnInputs source(slice, familyNumber(family), 7);
  std::map<std::string, std::vector<double>> values;
  for (const auto &[leaf, facts] : slice.leaves) {
    std::vector<double> &column = values[std::string(slice.graph.symbol(order::NodeId{leaf}))];
    column.resize(samples);
    source.fill({&slice.graph, order::NodeId{leaf}, 0, samples, {}, {}}, column);
  }
  return values;
}

} // namespace

TEST_CASE("drawn inputs: every family gives finite numbers of the format within half its exponent range") {
  for (const measure::InputFamily &family : measure::evidenceFamilies()) {
    if (family.of == measure::InputFamily::Of::Data || family.of == measure::InputFamily::Of::Decided ||
        family.of == measure::InputFamily::Of::Rounded)
      continue; // of loops, and of decisions
    CAPTURE(std::string(family.name));
    for (const auto &[name, column] : drawn("1 + (sin(a) * exp(b) - c * d)", "1 + (exp(b) * sin(a) - c * d)", std::string(family.name)))
      for (const double value : column) {
        CHECK(value == format::roundTo(format::Format::Binary32, value));
        CHECK(value != 0);
        CHECK(std::abs(std::log2(std::abs(value))) <= 64);
      }
  }
}

TEST_CASE("drawn inputs: round numbers are whole, and within half the exponent range of binary16") {
  const measure::InputFamily &family = measure::evidenceFamilies()[familyNumber("round numbers")];
  unsigned withZeros = 0;
  for (std::size_t sample = 0; sample < 1000; ++sample) {
    const double narrow = std::abs(measure::NumberDrawer(family, format::Format::Binary16)({sample, 1, 0}));
    const double wide = std::abs(measure::NumberDrawer(family, format::Format::Binary64)({sample, 1, 0}));
    CHECK(narrow >= 1);
    CHECK(narrow <= 128);
    CHECK(wide == std::trunc(wide));
    CHECK(wide < 128'000);
    withZeros += wide >= 128 ? 1 : 0;
  }
  CHECK(withZeros > 400);
}

TEST_CASE("drawn inputs: of odd multiples of half a divisor one value is one, what is neither is an odd number") {
  WrittenCandidate made("x * y / d", {"x / d * y"});
  made.returned(made.graph.call("rint", {&made.written, 1}, test::binary32));
  const Slice slice = made.slice();
  const std::size_t family = familyNumber("odd multiples of half a divisor");
  REQUIRE(applies(measure::evidenceFamilies()[family], slice));
  const DrawnInputs source(slice, family, 7);
  std::vector<std::vector<double>> values;
  for (const auto &[leaf, facts] : slice.leaves) {
    values.emplace_back(samples);
    source.fill({&slice.graph, order::NodeId{leaf}, 0, samples, {}, {}}, values.back());
  }
  REQUIRE(values.size() == 3);
  const auto isOdd = [](double value) { return std::abs(std::remainder(value, 2)) == 1; };
  // Rounded to binary32, so that the quotient is near an odd number and need not be one.
  const auto isHalf = [&](double value, double divisor) {
    return isOdd(std::rint(2 * value / divisor)) && std::abs(2 * value / divisor - std::rint(2 * value / divisor)) < 1e-3;
  };
  for (std::size_t s = 0; s < samples; ++s) {
    unsigned odd = 0;
    bool half = false;
    for (std::size_t i = 0; i < 3; ++i) {
      odd += isOdd(values[i][s]) ? 1 : 0;
      for (std::size_t d = 0; d < 3; ++d)
        half |= i != d && isHalf(values[i][s], values[d][s]);
    }
    CHECK(odd >= 1);
    CHECK(half);
  }
}

TEST_CASE("drawn inputs: two values of a near-equal pair have one sign and are near") {
  const auto values = drawn("a * a - b * b", "(a - b) * (a + b)", "near-equal pairs");
  unsigned near = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const double a = values.at("a")[s], b = values.at("b")[s];
    CHECK(a * b > 0);
    near += std::abs(a - b) < 0.01 * std::abs(a) ? 1 : 0;
  }
  CHECK(near > samples / 3);
}

TEST_CASE("drawn inputs: small angles are small, and what is no angle is not") {
  const auto values = drawn("1 - b * cos(a)", "1 - cos(a) * b", "small angles");
  for (std::size_t s = 0; s < samples; ++s) {
    CHECK(std::abs(values.at("a")[s]) < 1);
    CHECK(std::abs(values.at("b")[s]) >= 0.25);
  }
}

TEST_CASE("drawn inputs: factors of products that are subtracted from one another are near one another, other values are not") {
  const auto values = drawn("a * b - c * d + e", "e + (a * b - c * d)", "factors near one another");
  unsigned near = 0, apart = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const auto distance = [&](const char *name) { return std::abs(std::abs(values.at(name)[s] / values.at("a")[s]) - 1); }; // signs are drawn
    for (const char *name : {"b", "c", "d"})
      CHECK(distance(name) <= 1);
    near += distance("d") < 0.01 ? 1 : 0;
    apart += distance("e") > 0.01 ? 1 : 0;
  }
  CHECK(near > samples / 2);
  CHECK(apart > samples / 2);
}

TEST_CASE("drawn inputs: where 1 is added or subtracted, values are near one") {
  const auto values = drawn("sqrt(1 - a * b)", "sqrt((1 - a) * (1 + b))", "values near one");
  for (std::size_t s = 0; s < samples; ++s)
    CHECK(std::abs(std::abs(values.at("a")[s]) - 1) <= 0.25);
  WrittenCandidate made("2 - a * b", {"2 - b * a"});
  made.returned(made.written);
  CHECK(!applies(measure::evidenceFamilies()[familyNumber("values near one")], made.slice()));
}

TEST_CASE("drawn inputs: a guard is kept") {
  const auto values = drawn("log(1 + x)", "log1p(x)", "tiny values", "x > 0.5");
  for (const double value : values.at("x"))
    CHECK(value > 0.5);
}

TEST_CASE("drawn inputs: a value is a function of its sample alone") {
  const auto first = drawn("a * b / c", "a * (b / c)", "plausible range"), second = drawn("a * b / c", "a * (b / c)", "plausible range");
  CHECK(first == second);
  CHECK(first.at("a") != first.at("b"));
}

TEST_CASE("drawn inputs: families for angles, functions and decisions apply only where there are some") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  made.returned(made.written);
  const Slice slice = made.slice();
  for (const char *name :
       {"small angles", "large angles", "tiny values", "large arguments, near one another", "offset data", "multiples of a divisor"})
    CHECK(!applies(measure::evidenceFamilies()[familyNumber(name)], slice));
  for (const char *name : {"unit scale", "near-equal pairs", "plausible range"})
    CHECK(applies(measure::evidenceFamilies()[familyNumber(name)], slice));
}

TEST_CASE("drawn inputs: elements of a constant array are among its values") {
  WrittenCandidate made("a * b", {"b * a"});
  order::Graph &graph = made.graph;
  const order::NodeId k = graph.input("k", test::integer);
  const order::StorageId table = graph.addStorage({.kind = order::Storage::Kind::Global, .name = "w"});
  const order::StorageId element = graph.addStorage({.kind = order::Storage::Kind::Element, .of = table});
  const order::NodeId weight =
      graph.intern({.op = order::Op::Element, .type = test::binary32, .operands = {&k, 1}, .symbol = "w", .storage = element});
  made.procedure.tables[table.index] = {0.25, -3};
  made.written = graph.binary(order::Op::Mul, weight, made.parse("a"), test::binary32);
  made.others = {graph.binary(order::Op::Mul, made.parse("a"), made.parse("a"), test::binary32)};
  made.returned(made.written);
  const Slice slice = made.slice();
  REQUIRE(slice.points.size() == 1);
  const DrawnInputs inputs(slice, familyNumber("plausible range"), 1, 0);
  std::size_t first = 0, second = 0;
  for (const auto &[leaf, facts] : slice.leaves)
    for (std::size_t s = 0; s < samples && facts.table; ++s) {
      double value = 0;
      inputs.fill({&slice.graph, order::NodeId{leaf}, s, 1, {}, {}}, {&value, 1});
      first += value == 0.25 ? 1 : 0;
      second += value == -3 ? 1 : 0;
    }
  CHECK(first + second == samples);
  CHECK(std::min(first, second) > samples / 8);
}

TEST_CASE("drawn inputs: the index of a loop around the slice stays below how often the loop runs") {
  WrittenCandidate made("a * b", {});
  order::Graph &graph = made.graph;
  const order::NodeId i = graph.intern({.op = order::Op::LoopIndex, .type = test::integer, .symbol = "i", .version = 3});
  const order::NodeId n = graph.input("n", test::integer), a = made.parse("a"), b = made.parse("b");
  made.procedure.loopOrigins[3].count = n;
  const order::NodeId position = graph.cast(i, test::binary32);
  made.written = graph.binary(order::Op::Mul, graph.binary(order::Op::Mul, position, a, test::binary32), b, test::binary32);
  made.others = {graph.binary(order::Op::Mul, position, graph.binary(order::Op::Mul, a, b, test::binary32), test::binary32)};
  made.returned(made.written);
  const Slice slice = made.slice();
  REQUIRE(slice.notEvaluated == "");
  const DrawnInputs source(slice, familyNumber("unit scale"), 7);
  std::map<std::string, std::vector<double>> values;
  for (const auto &[leaf, facts] : slice.leaves) {
    std::vector<double> &column = values[std::string(slice.graph.symbol(order::NodeId{leaf}))];
    column.resize(samples);
    source.fill({&slice.graph, order::NodeId{leaf}, 0, samples, {}, {}}, column);
  }
  double furthest = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    CHECK(values.at("i")[s] >= 0);
    CHECK(values.at("i")[s] < values.at("n")[s]);
    furthest = std::max(furthest, values.at("i")[s]);
  }
  CHECK(furthest > 1);
}
