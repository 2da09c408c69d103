#include "rules/engine/pattern.h"

#include "runtime/order/infix.h"
#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::rules;
using order::NodeId;

namespace {

using Texts = std::vector<std::string>;

CompiledPattern compiled(const std::string &text) {
  Rule rule;
  const auto parsed = order::parseInfix(text, rule.patterns, {format::Format::Unknown, order::Shape::Scalar});
  std::vector<DocumentError> errors;
  const std::optional<CompiledPattern> result = compilePattern(rule, {text, std::get<NodeId>(parsed), {}}, errors);
  REQUIRE(result.has_value());
  return *result;
}

/// Statements, of which `u` is held against patterns.
struct Subject {
  explicit Subject(const std::string &statements) {
    builder.run(statements);
    procedure = builder.take();
  }

  /// Calls `see` with each way in which the pattern matches.
  template <class See> void ways(const std::string &text, const See &see) {
    const CompiledPattern pattern = compiled(text);
    Analysis analysis(procedure);
    const bool accepted = unify(analysis, pattern, builder.value("u"), [&](const Unification &found) {
      see(pattern, found);
      return false;
    });
    CHECK_FALSE(accepted);
  }

  test::ProcedureBuilder builder;
  order::Procedure procedure;
};

/// What the names stand for, in each way in which the pattern matches: "a = x, b = y".
Texts ways(const std::string &text, const std::string &statements) {
  Subject subject(statements);
  Texts result;
  subject.ways(text, [&](const CompiledPattern &pattern, const Unification &found) {
    std::string names;
    for (std::size_t i = 0; i < pattern.variables.size(); ++i)
      names += (i == 0 ? "" : ", ") + pattern.variables[i] + " = " + order::printInfix(subject.procedure.graph, found.variables[i].node);
    result.push_back(names);
  });
  return result;
}

bool mayMatch(const std::string &text, const std::string &statements) {
  Subject subject(statements);
  Analysis analysis(subject.procedure);
  return mayUnify(analysis, compiled(text), subject.builder.value("u"));
}

} // namespace

TEST_CASE("unify: commuted operands are another way, equal ones are not") {
  CHECK(ways("a * b", "u = x * y") == Texts{"a = x, b = y", "a = y, b = x"});
  CHECK(ways("a - b", "u = x - y") == Texts{"a = x, b = y"});
  CHECK(ways("fma(a, b, c)", "u = fma(x, y, z)") == Texts{"a = x, b = y, c = z", "a = y, b = x, c = z"});
  CHECK(ways("a * b", "s = p + q; u = s * (q + p)").size() == 1);
  CHECK(ways("a < b", "u = y > x") == Texts{"a = x, b = y"});
  CHECK(ways("a < b", "u = y >= x").empty());
}

TEST_CASE("unify: a repeated name is one value, whatever it is called") {
  CHECK(ways("x * x", "s = p + q; u = s * (q + p)") == Texts{"x = p + q"});
  CHECK(ways("x * x", "u = p * q").empty());
  CHECK(ways("a * b + a * c", "u = y * x + x * z") == Texts{"a = x, b = y, c = z", "a = x, b = z, c = y"});
  CHECK(ways("a * b + a * c", "u = y * x + w * z").empty());
  CHECK(ways("x / y - x", "u = p / q - cast<binary128>(p)") == Texts{"x = p, y = q"}); // exact conversions aside
}

TEST_CASE("unify: conversions that cannot round are looked through, and stand around those asked for") {
  CHECK(ways("exp(a) / c", "u = cast<binary128>(exp(x)) / z") == Texts{"a = x, c = z"});
  CHECK(ways("exp(a) / c", "u = cast<binary16>(exp(x)) / z").empty());
  CHECK(ways("cast(a)", "u = cast<binary16>(x * y)") == Texts{"a = x * y"});
  CHECK(ways("cast(a)", "u = cast<binary128>(x * y)").empty());
  CHECK(ways("cast<binary16>(a)", "u = cast<binary128>(cast<binary16>(x))") == Texts{"a = x"});
  CHECK(ways("a - b", "u = x + -y") == Texts{"a = x, b = y"});
}

TEST_CASE("unify: conditionals are entered, with what their conditions keep away") {
  const auto enters = [](const std::string &pattern, const std::string &statements, unsigned arm, unsigned limits, bool guards) {
    Subject subject(statements);
    unsigned count = 0;
    subject.ways(pattern, [&](const CompiledPattern &, const Unification &found) {
      ++count;
      REQUIRE(found.path.size() == 1);
      CHECK(found.path[0].choice == subject.builder.value("r"));
      CHECK(found.path[0].position == arm);
      CHECK(found.limits == limits);
      CHECK(found.guard == (guards ? subject.builder.value("r") : NodeId{}));
    });
    CHECK(count == 1);
  };
  enters("a * (1 / c)", "r = d == 0 ? 0 : 1 / d; u = x * r", 2, 0, true);
  enters("a / (b / c)", "r = d > e ? d / e : 1; u = x / r", 1, 1, false);
  enters("a / (b / c)", "r = z > 0 ? w : d / e; u = x / r", 2, 0, false);
  CHECK(ways("a / b", "u = z > 0 ? x / y : w").empty()); // what is matched is an operation itself
}

TEST_CASE("unify: sums, and values that are the same up to the loop") {
  Subject subject("s = sum(k, a[k] * b[k]); t = sum(l, a[l] * b[l]); v = sum(l, a[l] * c[l]); u = s - m");
  const order::Graph &graph = subject.procedure.graph;
  const NodeId s = subject.builder.value("s"), t = subject.builder.value("t"), v = subject.builder.value("v");
  const auto term = [&](NodeId sum) { return graph.operand(sum, order::termOperand); };
  const auto loops = [&](NodeId sum) { return std::vector<std::uint32_t>{graph.reduction(sum).loop}; };
  CHECK(sameUpToLoops(graph, term(s), loops(s), term(t), loops(t)));
  CHECK(sameUpToLoops(graph, s, {}, t, {}));
  CHECK_FALSE(sameUpToLoops(graph, term(s), {}, term(t), {}));
  CHECK_FALSE(sameUpToLoops(graph, term(s), loops(s), term(t), {}));
  CHECK_FALSE(sameUpToLoops(graph, s, {}, v, {}));
  unsigned count = 0;
  subject.ways("sum(i, x) - y", [&](const CompiledPattern &, const Unification &found) {
    ++count;
    REQUIRE(found.loops.size() == 1);
    CHECK(found.loops[0].second == graph.reduction(s).loop);
    CHECK(found.variables[0].loops == loops(s));
    CHECK(found.variables[1].loops.empty());
  });
  CHECK(count == 1);
  CHECK(ways("sum(i, x)", "u = sum(k, a[k], 3)").empty());
  CHECK(ways("max<sequential>(i, x)", "u = sum(k, a[k])").empty());
}

TEST_CASE("unify: the look ahead refuses other functions, operations and squares of different values") {
  CHECK(mayMatch("a * b + c", "u = z + x * y"));
  CHECK_FALSE(mayMatch("a * b - c", "u = z + x * y"));
  CHECK_FALSE(mayMatch("exp(x) - 1", "u = exp2(y) - 1"));
  CHECK_FALSE(mayMatch("x * x - y", "u = p * q - r"));
}
