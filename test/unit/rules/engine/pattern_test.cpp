#include "rules/engine/pattern.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using namespace fporder::rules;
using order::Op;
using NodeKind = PatternNode::Kind;

namespace {

using Texts = std::vector<std::string>;

std::optional<CompiledPattern> compile(const std::string &text, std::vector<DocumentError> &errors, bool throughCasts = false) {
  Rule rule;
  rule.throughCasts = throughCasts;
  const auto parsed = order::parseInfix(text, rule.patterns, {format::Format::Unknown, order::Shape::Scalar});
  return compilePattern(rule, {text, std::get<order::NodeId>(parsed), {"rule.md", 8, 3}}, errors);
}

CompiledPattern compiled(const std::string &text, bool throughCasts = false) {
  std::vector<DocumentError> errors;
  std::optional<CompiledPattern> result = compile(text, errors, throughCasts);
  REQUIRE(errors.empty());
  REQUIRE(result);
  return *result;
}

std::string onlyError(const std::string &text) {
  std::vector<DocumentError> errors;
  CHECK_FALSE(compile(text, errors).has_value());
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].place.line == 8);
  return errors[0].message;
}

/// How many loops are around a name.
std::size_t loopsAround(const CompiledPattern &pattern, std::string_view name) {
  const auto found = std::ranges::find_if(
      pattern.nodes, [&](const PatternNode &node) { return node.kind == NodeKind::Variable && pattern.variables[node.variable] == name; });
  REQUIRE(found != pattern.nodes.end());
  return found->loops.size();
}

} // namespace

TEST_CASE("pattern: operands stand before their users, names are variables and one name is one") {
  const CompiledPattern quotient = compiled("(a * b) / c");
  CHECK(quotient.variables == Texts{"a", "b", "c"});
  REQUIRE(quotient.nodes.size() == 5);
  CHECK(quotient.root().op == Op::Div);
  REQUIRE(quotient.root().operands.size() == 2);
  CHECK(quotient.nodes[quotient.root().operands[0]].op == Op::Mul);
  CHECK(quotient.nodes[quotient.root().operands[1]].kind == NodeKind::Variable);
  CHECK(compiled("x * x - y").variables == Texts{"x", "y"});
  CHECK(compiled("x * x").root().square);
  CHECK_FALSE(compiled("x * y").root().square);
}

TEST_CASE("pattern: fractions and negations of constants are constants") {
  const CompiledPattern third = compiled("a + 1 / 3"), negated = compiled("a - -(2)");
  const PatternNode &fraction = third.nodes[third.root().operands[1]], &minus = negated.nodes[negated.root().operands[1]];
  REQUIRE(fraction.number);
  CHECK(fraction.kind == NodeKind::Constant);
  CHECK(fraction.mask == shapeBit(Op::Constant));
  CHECK(fraction.number->approximate() == 1.0 / 3.0);
  REQUIRE(minus.number);
  CHECK(minus.number->approximate() == -2.0);
}

TEST_CASE("pattern: reductions, where they start and what is inside of them") {
  const CompiledPattern sum = compiled("sum(i, s * f) / s");
  REQUIRE(sum.loops.size() == 1);
  CHECK(sum.loops[0].second == "i");
  CHECK(loopsAround(sum, "f") == 1);
  CHECK(loopsAround(sum, "s") == 0); // which stands outside as well
  CHECK(compiled("sum(i, f)").root().plainInit);
  CHECK(compiled("product(i, f, 1)").root().plainInit);
  CHECK_FALSE(compiled("sum(i, f, 1)").root().plainInit);
  CHECK_FALSE(compiled("sum(i, f, init)").root().plainInit);
  CHECK(compiled("sum<unordered>(i, f)").root().reduction.schedule == order::Schedule::Unordered);
}

TEST_CASE("pattern: conversions, and those that are looked through") {
  const CompiledPattern cast = compiled("cast<bfloat16, toward-zero>(a * b)", true);
  CHECK(cast.root().format == format::Format::BFloat16);
  CHECK(cast.root().rounding == order::Rounding::TowardZero);
  CHECK_FALSE(cast.root().throughCasts);
  CHECK(cast.nodes[cast.root().operands[0]].throughCasts);
  CHECK(compiled("cast(a)").root().format == format::Format::Unknown);
  CHECK(compiled("a * b", true).root().mask == (shapeBit(Op::Mul) | shapeBit(Op::Cast)));
  CHECK(compiled("a * b").root().mask == shapeBit(Op::Mul));
}

TEST_CASE("pattern: what cannot be matched, or would match everything") {
  CHECK(onlyError("a[k] / b") == "patterns have no elements: write a name, which matches any value");
  CHECK(onlyError("sum(i, i)") == "the loop index itself cannot be matched: a name inside the reduction may depend on it");
  CHECK(onlyError("a") == "the pattern matches everything: it must be an operation");
  CHECK(onlyError("1 / 3") == "the pattern matches everything: it must be an operation");
  std::string nested = "f";
  for (std::size_t i = 0; i < maxPatternLoops; ++i)
    nested = "sum(i" + std::to_string(i) + ", " + nested + ")";
  CHECK(loopsAround(compiled(nested), "f") == maxPatternLoops);
  CHECK(onlyError("sum(k, " + nested + ")") == "reductions are nested too deeply");
}
