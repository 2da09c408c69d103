#include "runtime/conform/equal_parts.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

/// Inputs have numbers, as in a comparison.
std::optional<std::size_t> parts(std::string_view one, std::string_view other) {
  order::Graph graph;
  const auto node = [&](std::string_view text) { return std::get<order::NodeId>(order::parseInfix(text, graph, {format::Format::Binary64, {}})); };
  const std::optional<std::vector<NodePair>> found = equalParts(graph, node(one), node(other));
  return found ? std::optional(found->size()) : std::nullopt;
}

} // namespace

TEST_CASE("parts that are equal make the whole equal") {
  CHECK(parts("sin(a@1 * b@2 / c@3) + sqrt(d@4 + a@1 * b@2)", "sin(a@1 * (b@2 / c@3)) + sqrt(d@4 + b@2 * a@1)") == 1);
  CHECK(parts("a@1 * b@2 / c@3 + exp(a@1 + (b@2 + c@3))", "a@1 * (b@2 / c@3) + exp(a@1 + b@2 + c@3)").value_or(0) == 2);
}

TEST_CASE("what differs on samples is not equal") {
  CHECK_FALSE(parts("sin(a@1 * b@2 / c@3)", "sin(a@1 * (c@3 / b@2))"));
  CHECK_FALSE(parts("sqrt(a@1) + b@2", "sqrt(a@1 + b@2)"));
}
