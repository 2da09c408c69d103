#include "rules/engine/rounding_directions.h"

#include "rules/engine/analysis.h"
#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

#include <string>

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
