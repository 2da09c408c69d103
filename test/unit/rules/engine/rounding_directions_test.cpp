#include "rules/engine/rounding_directions.h"

#include "rules/engine/analysis.h"
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace fporder;

namespace {

/// How `u` and what it is apart from round, in the statements; "" where nothing is apart from u.
std::string apart(const std::string &statements) {
  test::ProcedureBuilder builder;
  builder.run(statements);
  const order::NodeId asked = builder.value("u");
  order::Procedure procedure = builder.take();
  rules::Analysis analysis(procedure);
  const rules::RoundingDirections &directions = analysis.roundings();
  const order::NodeId other = directions.apartFrom(asked);
  return other ? std::string(directions.direction(asked)) + ", " + std::string(directions.direction(other)) : "";
}

} // namespace

TEST_CASE("rounding directions: the farther from the nearest is apart from the nearer one") {
  CHECK(apart("r = rint(x[i] * s); u = cast<integer, toward-zero>(x[j] * s)") == "toward zero, to nearest even");
  CHECK(apart("r = rint(x[i] * s); u = round(x[j] * s)") == "to nearest with ties away from zero, to nearest even");
  CHECK(apart("r = round(x[i] * s); u = trunc(x[j] * s)") == "toward zero, to nearest with ties away from zero");
  CHECK(apart("r = rint(x[i] * s); u = x[j] * s + 0.5; v = floor(u)") == "by adding one half, to nearest even");
  CHECK(apart("r = rint(x[i] * s); t = 0.5 + x[j] * s; u = cast<integer, toward-zero>(t)") == "by adding one half, to nearest even");
  CHECK(apart("r = cast<binary16>(x[i]); u = cast<binary16, toward-zero>(x[j])") == "toward zero, to nearest even");
  CHECK(apart("u = rint(x[i] * s); r = cast<integer, toward-zero>(x[j] * s)").empty());
}

TEST_CASE("rounding directions: another expression, another format, one value, up and down are no matter") {
  for (const char *statements :
       {"r = rint(x[i] * s); u = cast<integer, toward-zero>(y[j] * s)", "r = rint(x[i] * s); u = cast<integer, toward-zero>(x[j] / s)",
        "r = rint(x[i] * s); u = cast<integer, toward-zero>(x[i] * s)", "r = rint(x * s); u = cast<integer, toward-zero>(y * s)",
        "r = rint(x[0] * s); u = cast<integer, toward-zero>(x[1] * s)", "r = floor(x[i] * s); u = ceil(x[j] * s)",
        "r = rint(x[i] * s); u = floor(x[j] * s)", "r = cast<binary32>(x[i]); u = cast<binary16, toward-zero>(x[j])",
        "r = rint(2 * x[i]); u = cast<integer, toward-zero>(3 * x[j])", "r = rint(rint(x[i])); u = trunc(rint(x[j]))"}) {
    CAPTURE(statements);
    CHECK(apart(statements).empty());
  }
}

TEST_CASE("rounding directions: arrays are what they are stored in, not what they are called") {
  const auto apartOf = [](bool same, bool known) {
    order::Procedure procedure;
    order::Graph &graph = procedure.graph;
    constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar};
    const order::StorageId first = graph.addStorage({.kind = order::Storage::Kind::Parameter, .name = "x"});
    const order::StorageId second = same ? first : graph.addStorage({.kind = order::Storage::Kind::Variable, .name = "x"});
    const auto element = [&](const char *index, order::StorageId storage) {
      const order::NodeId indices[] = {graph.intern({.op = order::Op::Input, .type = integer, .symbol = index})};
      return graph.intern(
          {.op = order::Op::Element, .type = binary64, .operands = indices, .symbol = "x", .storage = known ? storage : order::StorageId()});
    };
    const order::NodeId read[] = {element("i", first)};
    graph.intern({.op = order::Op::Call, .type = binary64, .operands = read, .symbol = "rint"});
    const order::NodeId asked = graph.cast(element("j", second), integer, {}, order::Rounding::TowardZero);
    rules::Analysis analysis(procedure);
    return static_cast<bool>(analysis.roundings().apartFrom(asked));
  };
  CHECK(apartOf(true, true));
  CHECK_FALSE(apartOf(false, true));
  CHECK_FALSE(apartOf(true, false));
}

TEST_CASE("rounding directions: a match rests on what the other rounding rests on") {
  test::RuleDirectory directory;
  directory.rule("conversion", "own-rule", "FPO900", "match: cast<integer>(x)\nwhere: [rounded_apart(match)]\njudged-by: match\n");
  test::ProcedureBuilder builder;
  builder.run("r = rint(x[i] * s); u = cast<integer, toward-zero>(x[j] * s)");
  const order::NodeId other = builder.value("r");
  order::Procedure procedure = builder.take();
  procedure.assume(other, {order::Assumption::Kind::Callee, "because", {}});
  const std::vector<rules::Match> matches = directory.load().match(procedure);
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].assumed == std::vector<std::string>{"because"});
}
