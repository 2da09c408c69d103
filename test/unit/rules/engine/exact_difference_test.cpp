#include "rules/engine/exact_difference.h"

#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;

namespace {

/// Whether `d` of the statements cannot round, where the condition `g` holds if they state one.
bool isExact(const std::string &statements, bool guarded = true) {
  test::ProcedureBuilder builder;
  builder.run(statements);
  order::Procedure procedure = builder.take();
  const rules::Analysis analysis(procedure);
  const NodeId difference = builder.value("d"), operations[] = {difference};
  const std::vector<order::ValueId> found = rules::exactDifferences(analysis, operations, guarded ? builder.value("g") : NodeId{});
  if (!found.empty())
    CHECK(found == std::vector<order::ValueId>{procedure.graph.value(difference)});
  return !found.empty();
}

} // namespace

TEST_CASE("exact difference: two values that are compared to be within a factor of two of each other") {
  CHECK(isExact("g = x <= 2 * y && y <= 2 * x; d = x - y"));
  CHECK(isExact("g = x <= 2 * y && y <= 2 * x; d = y - x"));
  CHECK(isExact("g = y / 2 <= x && x / 2 < y; d = x - y"));
  CHECK(isExact("g = !(x > 2 * y || y > 2 * x); d = x - y"));
  CHECK(isExact("g = 1.5 * y >= x && 1.5 * x >= y && z > 0; d = x - y"));
  CHECK_FALSE(isExact("g = x <= 2 * y || y <= 2 * x; d = x - y"));
  CHECK_FALSE(isExact("g = x <= 2 * y; d = x - y"));
  CHECK_FALSE(isExact("g = x <= 3 * y && y <= 3 * x; d = x - y"));
  CHECK_FALSE(isExact("g = x <= 2 * y && y <= 2 * x; d = x - z"));
  CHECK_FALSE(isExact("g = x <= 2 * y && y <= 2 * x; d = x - y", false));
}

TEST_CASE("exact difference: constant bounds of a condition, of either sign") {
  CHECK(isExact("g = x >= 1 && x <= 2; d = x - 1.5"));
  CHECK(isExact("g = x >= 1 && 2 >= x; d = 1.5 - x"));
  CHECK(isExact("g = x >= -3 && x <= -2; d = x - -2.5"));
  CHECK_FALSE(isExact("g = x >= 0.5 && x <= 2; d = x - 1.5"));
  CHECK_FALSE(isExact("g = x >= -1 && x <= 1; d = x - 1"));
  CHECK_FALSE(isExact("g = x >= 1; d = x - 1.5"));
}

TEST_CASE("exact difference: bounds of minima and maxima need no condition") {
  CHECK(isExact("d = min(max(x, 1), 2) - 1.5", false));
  CHECK(isExact("g = x <= 4; d = max(x, 2) - min(max(y, 3), 4)"));
  CHECK_FALSE(isExact("d = max(x, 2) - min(max(y, 3), 4)", false));
}

TEST_CASE("exact difference: conversions that cannot round are looked through, values that were rounded are not") {
  CHECK(isExact("g = x >= 1 && x <= 2; d = cast<binary128>(x) - 1.5"));
  CHECK_FALSE(isExact("p = x * y; g = p >= 1 && p <= 2; d = p - 1.5"));
  CHECK_FALSE(isExact("g = x >= 1 && x <= 2; d = cast<binary32>(x) - 1.5"));
  CHECK_FALSE(isExact("g = x >= 1 && x <= 2; d = x + -1.5"));
}
