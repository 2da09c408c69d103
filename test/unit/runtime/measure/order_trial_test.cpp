// Trials of orders: which are refused as worse on some input, and that the bounds they rest on hold.
#include "runtime/measure/order_trial.h"

#include "runtime/eval/evaluator.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/input_families.h"
#include "runtime/measure/rounding_bound.h"
#include "runtime/oracle/exact.h"
#include "runtime/oracle/ulp_error.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace fporder;
using namespace fporder::measure;
using format::Format;
using order::NodeId;

namespace {

constexpr Format formats[] = {Format::BFloat16, Format::Binary16, Format::Binary32, Format::Binary64};

NodeId parse(order::Graph &graph, const std::string &text, Format format) {
  return std::get<NodeId>(order::parseInfix(text, graph, {format, order::Shape::Scalar}));
}

TrialVerdict verdict(const std::string &written, const std::string &offered, const std::string &guard = "", Format format = Format::Binary32) {
  order::Graph graph;
  const NodeId first = parse(graph, written, format), second = parse(graph, offered, format);
  const NodeId condition = guard.empty() ? NodeId{} : parse(graph, guard, format);
  return tryOrder({graph, first, second, condition, {}});
}

} // namespace

TEST_CASE("trial: a difference of roots, by the sign that a branch gives") {
  const std::string root = "sqrt(u * u + q)", difference = root + " - u", quotient = "q / (" + root + " + u)";
  for (const Format format : {Format::Binary32, Format::Binary64}) {
    CHECK(verdict(difference, quotient, "u > 0", format) == TrialVerdict::NotWorse);
    CHECK(verdict(difference, quotient, "u < 0", format) == TrialVerdict::Worse);
    CHECK(verdict(difference, quotient, "!(u >= 0)", format) == TrialVerdict::Worse);
    CHECK(verdict("q / (" + difference + ")", "q / (" + quotient + ")", "u < 0", format) == TrialVerdict::Worse);
  }
}

TEST_CASE("trial: orders of one quality are not worse in either direction, in any format") {
  constexpr const char *pairs[][2] = {{"a * b / c", "a * (b / c)"},
                                      {"a / b / c", "a / (b * c)"},
                                      {"a / b * c", "a * c / b"},
                                      {"x / y", "x * (1 / y)"},
                                      {"a * b * c", "a * (b * c)"},
                                      {"a * c + b * c", "(a + b) * c"},
                                      {"(a - b) * c / d", "(a - b) * (c / d)"}};
  for (const Format format : formats)
    for (const auto &[left, right] : pairs) {
      CAPTURE(std::string(left));
      CAPTURE(format::name(format));
      // One side of the sums cancels more than the other.
      if (const std::string_view text = left; text.find('+') == text.npos)
        CHECK(verdict(right, left, "", format) == TrialVerdict::NotWorse);
      CHECK(verdict(left, right, "", format) == TrialVerdict::NotWorse);
    }
}

TEST_CASE("trial: what cancels or is lost where the written order is right is worse") {
  CHECK(verdict("(a - b) * (a + b)", "a * a - b * b") == TrialVerdict::Worse);
  CHECK(verdict("a * a - b * b", "(a - b) * (a + b)") == TrialVerdict::NotWorse);
  CHECK(verdict("expm1(x)", "exp(x) - 1") == TrialVerdict::Worse);
  CHECK(verdict("exp(x) - 1", "expm1(x)") == TrialVerdict::NotWorse);
  CHECK(verdict("a - b", "(a + c) - (b + c)") == TrialVerdict::Worse);
}

TEST_CASE("trial: an order that is a number where the written one is none takes its place only where the source excludes that") {
  for (const Format format : {Format::Binary32, Format::Binary64}) {
    CHECK(verdict("sqrt(a) * sqrt(b)", "sqrt(a * b)", "", format) == TrialVerdict::Worse);
    CHECK(verdict("sqrt(a) * sqrt(b)", "sqrt(a * b)", "a > 0", format) == TrialVerdict::NotWorse);
    CHECK(verdict("sqrt(a * a) / sqrt(b * b)", "sqrt(a * a / (b * b))", "", format) == TrialVerdict::NotWorse);
    CHECK(verdict("exp(log(a) + log(b))", "a * b", "", format) == TrialVerdict::Worse);
    CHECK(verdict("exp(log(a) + log(b))", "a * b", "a > 0 && b > 0", format) == TrialVerdict::NotWorse);
  }
  CHECK(verdict("a * b / c", "a * (b / c)", "c >= 0") == TrialVerdict::NotWorse); // neither is a number for 0 / 0
}

TEST_CASE("trial: what has no model is not believed, and its operands are taken as values") {
  CHECK(verdict("mystery(x)", "mystery(x) * 1") == TrialVerdict::NoModel);
  CHECK(verdict("mystery(x) * b / c", "mystery(x) * (b / c)") == TrialVerdict::NotWorse);
  CHECK(verdict("a * b / c", "a * (b / c)", "a < 1 && a > 2") == TrialVerdict::FewInputs); // never runs
}

TEST_CASE("trial: conditions that do not concern the operands are left out") {
  CHECK(verdict("x[i] * b / c", "x[i] * (b / c)", "i * m + k < n && n < 9") == TrialVerdict::NotWorse);
  CHECK(verdict("a * b / c", "a * (b / c)", "i * m + k < n && n < i && a < 1") == TrialVerdict::NotWorse);
  CHECK(verdict("a * b / c", "a * (b / c)", "i < n && n < i && a < i") == TrialVerdict::FewInputs); // by way of i
}

TEST_CASE("trial: where definitions give hardly a value, the operands are taken as any values") {
  order::Graph graph;
  const NodeId none = parse(graph, "sqrt(-1 - z * z)", Format::Binary64), one = parse(graph, "1", Format::Binary64);
  const order::ValueType type = graph[none].type;
  const NodeId written = graph.call("log", std::array{graph.binary(order::Op::Sub, one, none, type)}, type);
  const NodeId offered = graph.call("log1p", std::array{graph.unary(order::Op::Neg, none, type)}, type);
  CHECK(tryOrder({graph, written, offered, {}, {}}) == TrialVerdict::FewInputs);
  CHECK(tryOrder({graph, written, offered, {}, std::array{none}}) == TrialVerdict::NotWorse);
}

TEST_CASE("trial: a sum of elements may lose in another order what its roundings as written allow") {
  CHECK(verdict("u[i - 1] + u[i + 1] + u[i - n] + u[i + n]", "u[i - 1] + u[i + 1] + (u[i - n] + u[i + n])", "", Format::Binary64) ==
        TrialVerdict::NotWorse);
}

TEST_CASE("trial: what is worse only for a temporary that is negative, beside a term that is small, is found whatever the inputs are") {
  for (const auto &[first, second] :
       {std::pair("a", "b"), std::pair("x[i]", "y[i]"), std::pair("q", "p"), std::pair("x[0]", "x[1]"), std::pair("v.x", "s")}) {
    const std::string temporary = std::string("log(1 + ") + first + ")", root = "sqrt(" + temporary + " * " + temporary + " + " + second + ")";
    CAPTURE(root);
    CHECK(verdict(root + " - " + temporary, std::string(second) + " / (" + root + " + " + temporary + ")") == TrialVerdict::Worse);
    CHECK(verdict(root + " - " + temporary, std::string(second) + " / (" + root + " + " + temporary + ")", std::string(first) + " > 0") ==
          TrialVerdict::NotWorse);
  }
}

TEST_CASE("trial: verdicts are the same from a store of them, whatever the leaves are called") {
  Trials trials;
  for (const char *names : {"a", "z"}) {
    order::Graph graph;
    const std::string leaf = names;
    const NodeId written = parse(graph, leaf + " - b", Format::Binary32), offered = parse(graph, "(" + leaf + " + c) - (b + c)", Format::Binary32);
    CHECK(trials({graph, written, offered, {}, {}}) == TrialVerdict::Worse);
    CHECK(trials({graph, written, written, {}, {}}) == TrialVerdict::NotWorse);
  }
}

TEST_CASE("families: values are of their format, finite, not zero, and within half its exponent range") {
  for (const Format format : formats) {
    order::Graph graph;
    const NodeId leaf = graph.input("x", {format, order::Shape::Scalar});
    std::vector<double> values(inputFamilies().size() * samplesPerFamily);
    FamilySource({}).fill({&graph, leaf, 0, values.size()}, values);
    const double limit = std::ldexp(1.0, format::parameters(format).maxExponent / 2 + 1);
    bool negative = false;
    for (const double value : values) {
      CHECK(format::roundTo(format, value) == value);
      CHECK(std::abs(value) <= limit);
      CHECK(std::abs(value) >= 1 / limit);
      negative |= value < 0;
    }
    CHECK(negative);
    FamilySource({{leaf.index, Bounds{-3, -1}}}).fill({&graph, leaf, 0, values.size()}, values);
    for (const double value : values)
      CHECK((value >= -3 && value <= -1));
  }
}

TEST_CASE("bound: no rounding takes an expression further than its running error") {
  const unsigned cases = order::propertyCases(4000, 200);
  MESSAGE("random expressions: " << cases);
  unsigned compared = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    order::Graph graph;
    const NodeId root = order::RandomExpressions(graph, seed, {false, 8}).expression();
    const std::vector<NodeId> nodes = order::reachable(graph, root, [](NodeId) { return false; });
    const oracle::Oracle real(graph, root, Format::Binary64);
    const std::size_t samples = inputFamilies().size() * samplesPerFamily;
    for (std::size_t sample = seed % 7; sample < samples; sample += 37) {
      const FamilySource source({}, {sample});
      std::vector<double> values(nodes.size());
      std::vector<eval::Column> columns;
      for (double &value : values)
        columns.push_back({std::span(&value, 1)});
      eval::Evaluator(graph, nodes).evaluate(source, 0, 1, columns);
      oracle::ExactValue exact;
      real.evaluate(source, 0, {&exact, 1});
      const double bound = runningError(graph, nodes, values);
      if (exact.verdict != oracle::Verdict::Exact || !std::isfinite(values.back()) || std::isnan(bound) || !std::isfinite(exact.rounded) ||
          exact.exponent != 0)
        continue;
      ++compared;
      CAPTURE(order::printInfix(graph, root));
      CHECK(std::abs(values.back() - exact.high) <= bound * (1 + 1e-9) + std::abs(exact.high) * 0x1p-53);
    }
  }
  CHECK(compared > cases);
}
