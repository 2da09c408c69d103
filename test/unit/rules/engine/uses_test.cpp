#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::procedureOf;
using test::RuleDirectory;

namespace {

std::vector<rules::Match> matchesOf(const std::string &keys, order::Procedure &procedure, const std::string &family = "ordering") {
  RuleDirectory directory;
  directory.rule(family, "own-rule", "FPO900", keys);
  return directory.load().match(procedure);
}

/// How often the rule speaks about the statements.
std::size_t found(const std::string &keys, const std::string &statements, const std::string &family = "ordering",
                  format::Format format = format::Format::Binary32) {
  order::Procedure procedure = procedureOf(statements, format);
  // Stores are effects of their own; what is asked here is what the operations do.
  std::erase_if(procedure.effects, [](const order::Effect &effect) { return effect.target != "kept"; });
  return matchesOf(keys, procedure, family).size();
}

std::size_t terms(const std::string &count) {
  return found("match: 'sum(i, f, init)'\nwhere: ['trip(match) >= 64']\n", "kept = sum(i, f[i], 0, " + count + ")", "cancellation");
}

} // namespace

TEST_CASE("a value is narrowed when nothing sees more of it") {
  const std::string keys = "match: 'a * b - c * d'\nwhere: ['!narrowed(match)']\n";
  CHECK(found(keys, "t = x * c - y * s; kept = t", "cancellation") == 1);
  CHECK(found(keys, "t = x * c - y * s; kept = cast<binary16>(t)", "cancellation") == 0);
  CHECK(found(keys, "t = x * c - y * s; kept = cast<binary16>(-t)", "cancellation") == 0);
  CHECK(found(keys, "t = x * c - y * s; kept = cast<binary64>(t)", "cancellation") == 1);
  CHECK(found(keys, "t = x * c - y * s; kept = cast<binary16>(t); r = t + 1", "cancellation") == 1);
}

TEST_CASE("quiet conditions drop remarks and keep warnings") {
  const std::string keys = "match: (a * b) * c\norders: [a * (b * c)]\nquiet: {twice: {when: quantity(a * b), why: needed twice}}\nwarn-when: "
                           "['feeds(subtraction)']\njudged-by: match\n";
  CHECK(found(keys, "t = x * y; kept = t * z") == 1);
  CHECK(found(keys, "t = x * y; u = t * w; kept = t * z") == 0);
  CHECK(found(keys, "t = x * y; u = t + w; kept = v - t * z") == 1);
}

TEST_CASE("a constant over a maximum is a quantity where the match multiplies by it") {
  const std::string keys = "match: c * (a / b)\nquiet: {scale: {when: quantity(a / b), why: a scale}}\n";
  CHECK(found(keys, "kept = x * (max<sequential>(i, abs(f[i]), 0) / 127)", "cancellation") == 0);
  CHECK(found(keys, "kept = x * (127 / max(0, abs(y)))", "cancellation") == 0);
  CHECK(found(keys, "kept = x * (sum(i, abs(f[i]), 0) / 127)", "cancellation") == 1);
  CHECK(found(keys, "kept = x * (max<sequential>(i, abs(f[i]), 0) / y)", "cancellation") == 1);
  const std::string divided = "match: c / (a / b)\nquiet: {scale: {when: quantity(a / b), why: a scale}}\n";
  CHECK(found(divided, "kept = x / (max<sequential>(i, abs(f[i]), 0) / 127)", "cancellation") == 1);
}

TEST_CASE("a component of a unit vector is a quantity, and so is what has other users") {
  const std::string keys = "match: c * (a / b)\nquiet: {own: {when: quantity(a / b), why: a value of its own}}\n";
  CHECK(found(keys, "kept = w * (x / sqrt(x * x + y * y))", "cancellation") == 0);
  CHECK(found(keys, "kept = w * (x / sqrt(y * y))", "cancellation") == 1);
  CHECK(found(keys, "t = x / y; u = t + w; kept = w * t", "cancellation") == 0);
}

TEST_CASE("forms that bound a number of terms") {
  CHECK(terms("n") == 1);
  CHECK(terms("64") == 1);
  CHECK(terms("63") == 0);
  CHECK(terms("min(n, 3)") == 0);
  CHECK(terms("min(n, 100)") == 1);
}

TEST_CASE("bits that hold an exponent and no fraction are a power of two") {
  const std::string keys = "match: (a * b) / c\norders: [a * (b / c), (a / c) * b]\n";
  CHECK(found(keys, "kept = x * y / z") == 1);
  CHECK(found(keys, "kept = x * pow(2, floor(y)) / z") == 0);
  CHECK(found(keys, "kept = x * exp2(rint(y)) / z") == 0);
  CHECK(found(keys, "kept = x * exp2(y) / z") == 1);
}

TEST_CASE("an order offered where a guard keeps zeros away keeps the guard") {
  order::Procedure procedure = procedureOf("r = d == 0 ? 0 : 1 / d; u = x * r");
  const auto matches = matchesOf("match: a * (1 / c)\norders: [a / c]\n", procedure);
  REQUIRE(matches.size() == 1);
  REQUIRE(matches[0].orders.size() == 2);
  CHECK(order::printInfix(procedure.graph, matches[0].orders[1].node) == "d == 0 ? 0 : x / d");
}

TEST_CASE("a limited operand is a quantity by itself, unless a warning says more") {
  const std::string keys = "match: a / (b / c)\norders: [(a * c) / b]\njudged-by: match\n";
  CHECK(found(keys, "r = d > e ? d / e : 1; kept = x / r") == 0);
  CHECK(found(keys, "r = n > m ? d / e : 1; kept = x / r") == 1);
  CHECK(found(keys, "r = d > e ? d / e : 1; kept = y - x / r") == 1);
}

TEST_CASE("what is only compared with constants is no sum to order") {
  const std::string keys = "match: 'sum(i, f, init)'\n";
  CHECK(found(keys, "s = sum(i, f[i]); s > 3 ? 1 : 0", "reduction") == 0);
  CHECK(found(keys, "s = sum(i, f[i]); d = s - 3; m = d >= 0 ? d : -d; m < 0.01 ? 1 : 0", "reduction") == 0);
  CHECK(found(keys, "s = sum(i, f[i]); d = s - 3; d < 0 ? 1 : 0", "reduction") == 1);
  CHECK(found(keys, "kept = sum(i, f[i])", "reduction") == 1);
}

TEST_CASE("unfused(e) is e with each operation rounded, whatever may be contracted") {
  RuleDirectory directory;
  directory.rule("contraction", "own-rule", "FPO900", "match: a * b - c * d\norders: [{to: 'unfused(a * b - c * d)', stable: true}]\n");
  order::Environment contracts;
  contracts.contraction = order::Contraction::Statement;
  order::Procedure procedure = test::ProcedureBuilder(format::Format::Binary32, contracts).run("r = x * y - z * w").take();
  const std::vector<rules::Match> matches = directory.load().match(procedure);
  REQUIRE(matches.size() == 1);
  REQUIRE(matches.front().orders.size() == 2);
  const order::NodeId other = matches.front().orders[1].node;
  CHECK(procedure.graph.environment(other).contraction == order::Contraction::Off);
  CHECK(procedure.graph.environment(procedure.graph.operand(other, 0)).contraction == order::Contraction::Off);
  CHECK_FALSE(procedure.graph.sameValue(other, matches.front().root));
}
