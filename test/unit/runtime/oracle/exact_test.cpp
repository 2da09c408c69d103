#include "runtime/elementary/mpfr_functions.h"
#include "runtime/oracle/exact.h"

#include "named_leaves.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <vector>

using namespace fporder;
using namespace fporder::oracle;
using format::Format;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

using Inputs = std::map<std::string, double, std::less<>>;

ExactValue valueOf(std::string_view text, const Inputs &inputs = {}, Format target = Format::Binary32) {
  order::Graph graph;
  const auto node = std::get<order::NodeId>(order::parseInfix(text, graph, {Format::Binary64, order::Shape::Scalar}));
  const Oracle oracle(graph, node, target);
  const NamedLeaves leaves([&](std::string_view name, std::size_t, std::span<const std::uint32_t>) { return inputs.find(name)->second; });
  ExactValue value;
  oracle.evaluate(leaves, 0, {&value, 1});
  return value;
}

double rounded(std::string_view text, const Inputs &inputs = {}, Format target = Format::Binary32) {
  const ExactValue value = valueOf(text, inputs, target);
  CHECK_MESSAGE(value.verdict == Verdict::Exact, text << ": " << name(value.verdict));
  return value.rounded;
}

Verdict verdict(std::string_view text, const Inputs &inputs = {}, Format target = Format::Binary32) { return valueOf(text, inputs, target).verdict; }

} // namespace

TEST_CASE("one rounding, of the real value") {
  CHECK(rounded("a + b", {{"a", 1}, {"b", 0x1p-24}}) == 1);                     // a tie goes to even
  CHECK(rounded("a + b", {{"a", 1 + 0x1p-23}, {"b", 0x1p-24}}) == 1 + 0x1p-22); // upward too
  CHECK(rounded("a + b + c", {{"a", 1}, {"b", 0x1p-24}, {"c", 0x1p-140}}) == 1 + 0x1p-23);
  CHECK(rounded("a + b + c", {{"a", 1}, {"b", 0x1p-24}, {"c", -0x1p-140}}) == 1);
  CHECK(rounded("a / 3 * 3", {{"a", 7}}) == 7);
  CHECK(rounded("(a + b) / 6 * 3", {{"a", 1}, {"b", 1 + 0x1p-23}}) == 1); // a tie behind thirds
  CHECK(rounded("a + b - a", {{"a", 1e16}, {"b", 1}}, Format::Binary64) == 1);
  CHECK(rounded("a / b", {{"a", 1}, {"b", 3}}, Format::Binary64) == 1.0 / 3);
  CHECK(rounded("sqrt(a)", {{"a", 2}}) == std::sqrt(2.0F));
  CHECK(rounded("cast<binary16>(a) * b", {{"a", 1 + 0x1p-20}, {"b", 1}}) == 1 + 0x1p-20); // casts do not round
  CHECK(rounded("rational(1, 10) * 10") == 1);
}

TEST_CASE("formats: subnormal numbers, halves of the least, overflow") {
  CHECK(rounded("a * b", {{"a", 0x1p-100}, {"b", 0x1.8p-49}}) == 0x1p-148); // 1.5 least: tie to even
  CHECK(rounded("a * b", {{"a", 0x1p-100}, {"b", 0x1p-50}}) == 0);          // half the least
  CHECK(rounded("a * b", {{"a", 0x1.000002p-100}, {"b", 0x1p-50}}) == 0x1p-149);
  CHECK(rounded("a * b", {{"a", 0x1p127}, {"b", 2}}) == infinity);
  CHECK(rounded("a * b", {{"a", 0x1p127}, {"b", 0x1.fffffep0}}) == 0x1.fffffep127);
  CHECK(rounded("a + b", {{"a", 65504}, {"b", 15.99}}, Format::Binary16) == 65504);
  CHECK(rounded("a + b", {{"a", 65504}, {"b", 16}}, Format::Binary16) == infinity);
  CHECK(rounded("a * b", {{"a", 0x1p-14}, {"b", 0x1.004p-10}}, Format::Binary16) == 0x1p-24);
  CHECK(rounded("a + b", {{"a", 256}, {"b", 1}}, Format::BFloat16) == 256);
  CHECK(rounded("a + b", {{"a", 448}, {"b", 16}}, Format::E4M3FN) == 448);
  CHECK(std::isnan(rounded("a + b", {{"a", 448}, {"b", 16.5}}, Format::E4M3FN)));
  CHECK(rounded("a + b", {{"a", 57344}, {"b", 8192}}, Format::E5M2) == infinity);
  CHECK(rounded("a * b", {{"a", 0x1p-600}, {"b", 0x1.8p-474}}, Format::Binary64) == 0x1p-1073);
  CHECK(rounded("a * b", {{"a", 0x1p-1000}, {"b", 0x1p-1000}}, Format::Binary64) == 0);
  CHECK(rounded("a * b", {{"a", 1e200}, {"b", 1e200}}, Format::Binary64) == infinity);
  CHECK(verdict("a", {{"a", 1}}, Format::Binary128) == Verdict::Unsupported);
}

TEST_CASE("intermediate values beyond every format") {
  CHECK(rounded("a * b / c", {{"a", 1e300}, {"b", 1e300}, {"c", 1e300}}, Format::Binary64) == 1e300);
  CHECK(rounded("a * b / c", {{"a", 1e-300}, {"b", 1e-300}, {"c", 1e-300}}, Format::Binary64) == 1e-300);
  CHECK(rounded("log(exp(a))", {{"a", 5000}}) == 5000);
  CHECK(rounded("exp(a) / exp(b)", {{"a", 2000}, {"b", 2000}}) == 1);
  CHECK(rounded("sin(a) * sin(a) + cos(a) * cos(a)", {{"a", 1.25}}) == 1);
  CHECK(rounded("exp(a)", {{"a", 89}}) == infinity);
  CHECK(rounded("exp(a)", {{"a", 1e300}}) == infinity);
  CHECK(rounded("exp(a)", {{"a", -1e300}}) == 0);
  CHECK(rounded("exp(a)", {{"a", -104}}) == 0);
  CHECK(rounded("exp(a)", {{"a", -103.5}}) == 0x1p-149);
}

TEST_CASE("exact zeros are told from small values") {
  CHECK(verdict("x - x", {{"x", 0.1}}) == Verdict::Zero);
  CHECK(verdict("x * x - x * x", {{"x", 0.1}}) == Verdict::Zero);
  CHECK(verdict("(x + 1) - x - 1", {{"x", 1e-300}}) == Verdict::Zero);
  CHECK(verdict("(x + y) * (x - y) - (x * x - y * y)", {{"x", 0.1}, {"y", 1e-200}}) == Verdict::Zero);
  CHECK(verdict("x / 3 * 3 - x", {{"x", 0.1}}) == Verdict::Zero);
  CHECK(verdict("exp(x - x) - 1", {{"x", 0.1}}) == Verdict::Zero);
  CHECK(verdict("0 * x", {{"x", 5}}) == Verdict::Zero);
  const ExactValue rooted = valueOf("sqrt(x) * sqrt(x) - x", {{"x", 2}});
  CHECK(rooted.verdict == Verdict::Exact); // nothing proves it zero, everything proves that it rounds to zero
  CHECK(rooted.rounded == 0);
  CHECK(rounded("(x + 1) - x - 1 + y", {{"x", 1e300}, {"y", 3}}) == 3);
}

TEST_CASE("what is no real number says why") {
  CHECK(verdict("a / b", {{"a", 1}, {"b", 0}}) == Verdict::Pole);
  CHECK(verdict("a / b", {{"a", 0}, {"b", 0}}) == Verdict::DomainError);
  CHECK(verdict("a / (b * b - b * b)", {{"a", 1}, {"b", 0.1}}) == Verdict::Pole);
  CHECK(verdict("a * b", {{"a", 0}, {"b", infinity}}) == Verdict::DomainError);
  CHECK(verdict("a - b", {{"a", infinity}, {"b", infinity}}) == Verdict::DomainError);
  CHECK(verdict("a + 1", {{"a", infinity}}) == Verdict::Pole);
  CHECK(valueOf("1 - a", {{"a", infinity}}).rounded == -infinity);
  CHECK(verdict("exp(-a)", {{"a", infinity}}) == Verdict::Zero);
  CHECK(verdict("a + 1", {{"a", notANumber}}) == Verdict::DomainError);
  CHECK(verdict("sqrt(a - b)", {{"a", 1}, {"b", 1 + 0x1p-52}}) == Verdict::DomainError);
  CHECK(verdict("sqrt(a * a - a * a)", {{"a", 0.1}}) == Verdict::Zero);
  CHECK(verdict("log(a - a)", {{"a", 1}}) == Verdict::Pole);
  CHECK(verdict("log(a)", {{"a", -1}}) == Verdict::DomainError);
  CHECK(verdict("atanh(a)", {{"a", 1}}) == Verdict::Pole);
  CHECK(verdict("tgamma(a)", {{"a", -3}}) == Verdict::Pole);
  CHECK(verdict("acos(a)", {{"a", 1.5}}) == Verdict::DomainError);
  CHECK(verdict("sqrt(sqrt(a) * sqrt(a) - a)", {{"a", 2}}) == Verdict::Undecided);
  CHECK(verdict("my_function(a)", {{"a", 2}}) == Verdict::Unsupported);
  CHECK(rounded("a > 0 ? log(a) : 7", {{"a", -1}}) == 7); // the other branch does not count
  CHECK(rounded("a != 0 && 1 / a > 2 ? 1 : 7", {{"a", 0}}) == 7);
}

TEST_CASE("powers and angles at their special points") {
  CHECK(rounded("pow(a, b)", {{"a", 0}, {"b", 0}}) == 1);
  CHECK(rounded("pow(a, b)", {{"a", -2}, {"b", 3}}) == -8);
  CHECK(rounded("pow(a, b)", {{"a", -2}, {"b", -2}}) == 0.25);
  CHECK(verdict("pow(a, b)", {{"a", -2}, {"b", 0.5}}) == Verdict::DomainError);
  CHECK(verdict("pow(a, b)", {{"a", 0}, {"b", -1}}) == Verdict::Pole);
  CHECK(verdict("pow(a, b)", {{"a", 0}, {"b", 2}}) == Verdict::Zero);
  CHECK(rounded("pow(sqrt(a), 2)", {{"a", 3}}) == 3);
  CHECK(rounded("pow(a / 3 - b, 2)", {{"a", 3}, {"b", 3}}) == 4);
  CHECK(rounded("atan2(a, b)", {{"a", 0}, {"b", -1}}) == doctest::Approx(3.14159265F));
  CHECK(rounded("atan2(a, b)", {{"a", -1}, {"b", 0}}) == doctest::Approx(-1.57079633F));
  CHECK(verdict("atan2(a, b)", {{"a", 0}, {"b", 0}}) == Verdict::DomainError);
  CHECK(verdict("atan2(a, b)", {{"a", 0}, {"b", 1}}) == Verdict::Zero);
  CHECK(rounded("fmod(a, b)", {{"a", -7.5}, {"b", 2}}) == -1.5);
  CHECK(rounded("fmod(a / 3, b)", {{"a", 22}, {"b", 1}}) == static_cast<float>(1.0 / 3));
  CHECK(rounded("remainder(a, b)", {{"a", 7}, {"b", 2}}) == -1);
  CHECK(rounded("hypot(a / 3, b / 3)", {{"a", 9}, {"b", 12}}) == 5);
  CHECK(rounded("fdim(a, b)", {{"a", 5}, {"b", 3}}) == 2);
  CHECK(rounded("lgamma(a / 3)", {{"a", 3.5}}) == static_cast<float>(std::lgamma(3.5 / 3)));
  CHECK(rounded("tgamma(a / 3)", {{"a", -3.5}}) == static_cast<float>(std::tgamma(-3.5 / 3)));
  CHECK(rounded("cosh(a / 3)", {{"a", -4}}) == static_cast<float>(std::cosh(-4.0 / 3)));
  CHECK(rounded("tan(a / 3)", {{"a", 7}}) == static_cast<float>(std::tan(7.0 / 3)));
}

TEST_CASE("control and steps are decided or left to more bits") {
  CHECK(rounded("a / 3 * 3 == a ? 1 : 2", {{"a", 5}}) == 1);
  CHECK(rounded("a + b > a ? 1 : 2", {{"a", 1}, {"b", 1e-300}}) == 1);
  CHECK(rounded("cast<integer>(a + b)", {{"a", 3}, {"b", -1e-300}}) == 2);
  CHECK(rounded("cast<integer>(a / b * b)", {{"a", 3}, {"b", 7}}) == 3);
  CHECK(rounded("floor(a)", {{"a", -0.5}}) == -1);
  CHECK(rounded("round(a)", {{"a", 2.5}}) == 3);
  CHECK(rounded("rint(a)", {{"a", 3.5}}) == 4);
  CHECK(rounded("copysign(a, b)", {{"a", 3}, {"b", -0.0}}) == -3);
  CHECK(rounded("min(a, b) - max(a, b)", {{"a", 3}, {"b", 5}}) == -2);
  CHECK(rounded("abs(a - b)", {{"a", 3}, {"b", 5}}) == 2);
}

TEST_CASE("a value beside itself") {
  CHECK(verdict("sin(a) - sin(a)", {{"a", 3}}) == Verdict::Zero);
  CHECK(rounded("erf(a) / erf(a)", {{"a", 3}}) == 1);
  CHECK(rounded("erf(a) == erf(a) ? 1 : 2", {{"a", 3}}) == 1); // how code asks whether a value is a NaN
  CHECK(rounded("sqrt(a) != sqrt(a) ? 1 : 2", {{"a", 3}}) == 2);
  CHECK(rounded("sin(a) < sin(a) ? 1 : 2", {{"a", 3}}) == 2);
  CHECK(verdict("log(a) - log(a)", {{"a", -3}}) == Verdict::DomainError);
  CHECK(verdict("a - a", {{"a", infinity}}) == Verdict::DomainError);
  CHECK(verdict("a / a", {{"a", 0}}) == Verdict::DomainError);
  CHECK(rounded("a == a ? 1 : 2", {{"a", infinity}}) == 1);
}

TEST_CASE("reductions are exact") {
  CHECK(rounded("sum(i, i * i, 0, 4)") == 14);
  CHECK(rounded("product(i, i + 1, 1, 5)") == 120);
  CHECK(rounded("max<sequential>(i, i * (3 - i))") == 2);
  CHECK(rounded("sum(i, sum(j, i * j + 1))") == 18);
  CHECK(rounded("sum(i, exp(i * 0), 0, 3)") == 3);
  CHECK(verdict("sum(i, i, 0, 0)") == Verdict::Zero);

  order::Graph graph;
  const auto parse = [&](std::string_view text) {
    return std::get<order::NodeId>(order::parseInfix(text, graph, {Format::Binary64, order::Shape::Scalar}));
  };
  // sum of 1e16, 1, -1e16, 1e16, 1, -1e16, ...: one a triple
  const NamedLeaves leaves(
      [](std::string_view name, std::size_t sample, std::span<const std::uint32_t> indices) {
        if (name == "b")
          return 10.0 * indices[0] + indices[1] + static_cast<double>(sample);
        static constexpr double terms[]{1e16, 1, -1e16};
        return terms[indices[0] % 3];
      },
      999'999);
  ExactValue value;
  Oracle(graph, parse("sum(i, a[i])"), Format::Binary64).evaluate(leaves, 0, {&value, 1});
  CHECK(value.verdict == Verdict::Exact);
  CHECK(value.rounded == 333'333);

  std::vector<ExactValue> values(700);
  Oracle(graph, parse("sum(i, sum(j, b[i][j], 0, 4) * c[2], 1, 3)"), Format::Binary64)
      .evaluate(NamedLeaves([&](std::string_view name, std::size_t sample, std::span<const std::uint32_t> indices) {
                  return name == "c" ? 0.5 : 10.0 * indices[0] + indices[1] + static_cast<double>(sample);
                }),
                5, values);
  for (std::size_t sample = 0; sample < values.size(); ++sample)
    CHECK(values[sample].rounded == 1 + 0.5 * (138 + 12 * static_cast<double>(sample + 5)));
}

TEST_CASE("a sample's value does not depend on its block") {
  order::Graph graph;
  const auto node =
      std::get<order::NodeId>(order::parseInfix("(a * b - b * c) / sqrt(a + c) + exp(b)", graph, {Format::Binary32, order::Shape::Scalar}));
  const Oracle oracle(graph, node, Format::Binary32);
  const NamedLeaves leaves([](std::string_view name, std::size_t sample, std::span<const std::uint32_t>) {
    return static_cast<double>(static_cast<float>(std::sin(static_cast<double>(sample * 3 + name[0])) + 1.5));
  });
  std::vector<ExactValue> whole(1000);
  oracle.evaluate(leaves, 0, whole);
  for (std::size_t first = 0; first < whole.size(); first += 37) {
    std::vector<ExactValue> part(std::min<std::size_t>(37, whole.size() - first));
    oracle.evaluate(leaves, first, part);
    for (std::size_t index = 0; index < part.size(); ++index) {
      CHECK(part[index].high == whole[first + index].high);
      CHECK(part[index].low == whole[first + index].low);
      CHECK(part[index].rounded == whole[first + index].rounded);
    }
  }
}

TEST_CASE("erf and erfc beside the root of 3, at precisions where MPFR 4.2 fails an assertion") {
  mpfr_t root, below, above, expected;
  mpfr_inits2(600, expected, static_cast<mpfr_ptr>(nullptr));
  for (const mpfr_prec_t precision : {1023, 2047}) {
    mpfr_inits2(precision, root, below, above, static_cast<mpfr_ptr>(nullptr));
    for (const bool negative : {false, true})
      for (const char *name : {"erf", "erfc"}) {
        mpfr_sqrt_ui(root, 3, MPFR_RNDD);
        mpfr_setsign(root, root, negative ? 1 : 0, MPFR_RNDN);
        elementary::unaryNamed(name)(below, root, MPFR_RNDD);
        elementary::unaryNamed(name)(above, root, MPFR_RNDU);
        CHECK(mpfr_less_p(below, above) != 0);
        mpfr_sub(above, above, below, MPFR_RNDU);
        CHECK(mpfr_get_exp(above) < mpfr_get_exp(below) - precision + 8);
        // The same at 600 bits, where the series holds.
        mpfr_prec_round(root, 600, MPFR_RNDN);
        (std::string_view(name) == "erf" ? mpfr_erf : mpfr_erfc)(expected, root, MPFR_RNDN);
        mpfr_sub(above, below, expected, MPFR_RNDU);
        CHECK((mpfr_zero_p(above) != 0 || mpfr_get_exp(above) < mpfr_get_exp(expected) - 590));
        mpfr_prec_round(root, precision, MPFR_RNDN);
      }
    mpfr_clears(root, below, above, static_cast<mpfr_ptr>(nullptr));
  }
  mpfr_clear(expected);
}

TEST_CASE("100,000 levels") {
  order::Graph graph;
  constexpr order::ValueType type{Format::Binary64, order::Shape::Scalar};
  order::NodeId node = graph.input("x", type);
  const order::NodeId x = node;
  for (int level = 0; level < 100'000; ++level)
    node = graph.binary(order::Op::Add, node, x, type);
  ExactValue value;
  Oracle(graph, node, Format::Binary64).evaluate(NamedLeaves([](auto, auto, auto) { return 0.1; }), 0, {&value, 1});
  CHECK(value.verdict == Verdict::Exact);
  CHECK(value.rounded == std::fma(100'001.0, 0.1, 0.0));
}
