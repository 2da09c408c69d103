// Inputs at which a decision changes, found by stepping.
#include "runtime/evidence/boundary.h"

#include "runtime/format/rounding.h"
#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::evidence;
using order::NodeId;
using order::Op;
using test::WrittenCandidate;

namespace {

constexpr std::size_t samples = 32;

/// `expression` converted to an integer; the other order likewise.
Slice truncated(const std::string &expression, const std::string &other, const std::string &guard = "") {
  WrittenCandidate made(expression, {other});
  const NodeId whole = made.graph.cast(made.written, test::integer);
  made.procedure.effects.push_back({order::Effect::Kind::Subscript, whole, "t", {}});
  return made.slice(guard.empty() ? NodeId{} : made.parse(guard));
}

struct Found {
  std::optional<SteppedInputs::Lane> lane;
  double x = 0, y = 0; // inputs by name
};

Found stepped(const Slice &slice, double budget = 1e6) {
  const Compiled compiled(slice);
  const DrawnInputs inputs(slice, 0, 1);
  Found found;
  found.lane = crossing(compiled, 0, 0, inputs, compiled.values(inputs, 0, samples), compiled.operations(inputs), budget);
  if (!found.lane)
    return found;
  const SteppedInputs source(slice, inputs, {*found.lane});
  for (const auto &[leaf, facts] : slice.leaves) {
    double &value = slice.graph.symbol(NodeId{leaf}) == "x" ? found.x : found.y;
    source.fill({&slice.graph, NodeId{leaf}, 0, 1, {}, {}}, {&value, 1});
  }
  return found;
}

} // namespace

TEST_CASE("boundary: a sum that is whole truncates to another integer in the order that rounds") {
  const Found found = stepped(truncated("(x + 3) - (y + 3)", "x - y"));
  REQUIRE(found.lane);
  const auto x = static_cast<float>(found.x), y = static_cast<float>(found.y);
  const double exact = static_cast<double>(x) - y; // of two numbers of one scale
  CHECK(exact == std::trunc(exact));
  CHECK(std::trunc((x + 3) - (y + 3)) != exact);
  CHECK(std::trunc(x - y) == exact);
  CHECK(std::abs(x) <= 2); // between a sample at unit scale and twice that
}

TEST_CASE("boundary: where no order is exact at the change, an input beside it is none") {
  CHECK(!stepped(truncated("x * 0.7 * y", "x * (0.7 * y)")).lane); // a multiple of 0.7 rounded is no integer at unit scale
}

TEST_CASE("boundary: orders with the same bits have none") {
  CHECK(!stepped(truncated("x + y", "y + x")).lane);
  CHECK(!stepped(truncated("x * 0.5 * y", "x * (0.5 * y)")).lane);
}

TEST_CASE("boundary: a guard is kept while an input is moved") {
  const Found found = stepped(truncated("x * (1 / y)", "x / y", "x > 1 && x < 1.9 && y > 0"));
  if (found.lane) {
    CHECK(found.x > 1);
    CHECK(found.x < 1.9);
  }
  CHECK(!stepped(truncated("x * (1 / y)", "x / y", "x > 1 && x < 0")).lane);
}

TEST_CASE("boundary: beyond the budget none is looked for") { CHECK(!stepped(truncated("x * (1 / y)", "x / y"), 10).lane); }
