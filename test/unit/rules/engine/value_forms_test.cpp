#include "rules/engine/analysis.h"

#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;
using order::Op;

namespace {

/// Calls `ask` with the analysis of statements of which nothing is seen outside, and what gives the values that they name.
template <class Ask> auto asked(const std::string &statements, const Ask &ask) {
  test::ProcedureBuilder builder;
  builder.run(statements);
  order::Procedure procedure = builder.take();
  procedure.effects.clear();
  rules::Analysis analysis(procedure);
  return ask(analysis, [&](const char *name) { return builder.value(name); });
}

bool isIntegral(const std::string &expression) {
  return asked("v = " + expression, [](rules::Analysis &analysis, const auto &value) { return analysis.isIntegral(value("v")); });
}

bool onlyTested(const std::string &statements, bool tolerance = false) {
  return asked(statements, [&](rules::Analysis &analysis, const auto &value) { return analysis.onlyTested(value("s"), tolerance); });
}

/// "w", "-w": the sign of v is that of w or the opposite one; "|v|": it is a magnitude; "?": either sign; "": v is no such choice.
std::string signOfChoice(const std::string &expression) {
  return asked("w = q; v = " + expression, [](rules::Analysis &analysis, const auto &value) -> std::string {
    analysis.sign(value("v"));
    const auto choice = analysis.signedChoice(value("v"));
    if (!choice)
      return "";
    if (choice->magnitude)
      return "|v|";
    if (!choice->source)
      return "?";
    CHECK(choice->source == value("w"));
    return choice->opposite ? "-w" : "w";
  });
}

} // namespace

TEST_CASE("value forms: a sign that a condition or copysign gives") {
  CHECK(signOfChoice("copysign(u, w)") == "w");
  CHECK(signOfChoice("w >= 0 ? abs(u) : -abs(u)") == "w");
  CHECK(signOfChoice("0 < w ? -sqrt(u) : exp(u)") == "-w");
  CHECK(signOfChoice("w <= 0 ? abs(u) : -abs(u)") == "-w");
  CHECK(signOfChoice("u < 0 ? -u : u") == "|v|");
  CHECK(signOfChoice("u > 0 ? -u : u") == "?");
  CHECK(signOfChoice("w < y ? -u : u") == "?");
  CHECK(signOfChoice("w < 0 ? y : u") == "");
  CHECK(signOfChoice("abs(u)") == "");
}

TEST_CASE("value forms: integers kept in floating point") {
  CHECK(isIntegral("floor(x) * 3 - round(y)"));
  CHECK(isIntegral("fmod(-trunc(x), 8)"));
  CHECK(isIntegral("cast<binary128>(max(abs(ceil(x)), 2))"));
  CHECK_FALSE(isIntegral("floor(x) / 2"));
  CHECK_FALSE(isIntegral("floor(x) + 0.5"));
  CHECK_FALSE(isIntegral("floor(x) + y"));
  CHECK_FALSE(isIntegral("3 * 4")); // a constant
}

TEST_CASE("value forms: what is only compared with constants, and what a tolerance asks of it") {
  CHECK(onlyTested("s = sqrt(x); s > 3 ? 1 : 0"));
  CHECK(onlyTested("s = sqrt(x); abs(s) / y > 3 ? 1 : 0; 100 * s < 9 ? 1 : 0"));
  CHECK(onlyTested("s = sqrt(x); d = s - 3; abs(d) < 0.01 ? 1 : 0"));
  CHECK_FALSE(onlyTested("s = sqrt(x); d = s - 3; d < 0 ? 1 : 0"));
  CHECK_FALSE(onlyTested("s = sqrt(x); s > y ? 1 : 0"));
  CHECK_FALSE(onlyTested("s = sqrt(x); s > 3 ? 1 : 0; r = s + y"));
  CHECK_FALSE(onlyTested("s = sqrt(x)"));
  CHECK(onlyTested("s = sqrt(x); s > 0 ? 1 : 0"));
  CHECK_FALSE(onlyTested("s = sqrt(x); s > 0 ? 1 : 0", true)); // every bit of it decides
  CHECK(onlyTested("s = sqrt(x); t = s < 0 ? -s : s; t < 0.01 ? 1 : 0", true));
}

TEST_CASE("value forms: complementary weights, and factors that were rounded") {
  const auto complement = [](const std::string &rest) {
    return asked("t = sqrt(z); d = 1 - t; " + rest,
                 [](rules::Analysis &analysis, const auto &value) { return analysis.isComplement(value("d"), value("t")); });
  };
  CHECK(complement("r = d * a + t * b"));
  CHECK(complement("r = fma(d, a, b * t)"));
  CHECK_FALSE(complement("r = d * a + b"));
  CHECK_FALSE(complement("r = d * a + t * b; s = sqrt(d)"));
  const auto shares = [](const std::string &statements) {
    return asked(statements, [](rules::Analysis &analysis, const auto &value) { return analysis.sharesComputedFactor(value("a"), value("b")); });
  };
  CHECK(shares("q = x / y; a = q * v; b = -(w * cast<binary128>(q))"));
  CHECK(shares("q = x + y; a = q / v; b = q"));
  CHECK_FALSE(shares("a = x * v; b = x * w"));
  CHECK_FALSE(shares("q = x + y; a = v / q; b = w * q"));
}

TEST_CASE("value forms: what is made of random numbers is drawn at random") {
  constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;
  const order::StorageId generator = graph.addStorage({order::Storage::Kind::Random, {}, 1, nullptr, "rand"});
  const NodeId drawn = graph.intern({.op = Op::Input, .type = binary64, .symbol = "rand()", .storage = generator}), x = graph.input("x", binary64);
  const NodeId scaled = graph.binary(Op::Mul, x, graph.binary(Op::Sub, drawn, x, binary64), binary64);
  const rules::Analysis analysis(procedure);
  CHECK(analysis.drawnAtRandom(scaled));
  CHECK_FALSE(analysis.drawnAtRandom(x));
}
