#include "runtime/conform/comparable.h"

#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

std::string why(std::string_view one, std::string_view other, bool isNumber = true) {
  order::Graph graph;
  const auto parsed = [&](std::string_view text) { return std::get<order::NodeId>(order::parseInfix(text, graph, binary32)); };
  return whyNoPointProves(graph, parsed(one), parsed(other),
                          [&](std::uint32_t number) { return KnownInput{"input " + std::to_string(number), isNumber}; });
}

} // namespace

TEST_CASE("functions that are known, and those that both call, leave a point its proof") {
  CHECK(why("exp(v@1) + 1", "log(v@1)").empty());
  CHECK(why("gelu(v@1) + 1", "gelu(v@1) * 2").empty());
  CHECK(why("gelu(v@1)", "exp(v@1)") == "what 'gelu' computes is not known");
  CHECK(why("exp(v@1)", "gelu(v@1)") == "what 'gelu' computes is not known");
}

TEST_CASE("a number is no element of what the other reads") {
  CHECK(why("v@1 * 2", "v@1 * 3").empty());
  CHECK(why("v@1[k] * 2", "v@1[k + 1] * 2").empty());
  CHECK(why("v@1 * 2", "v@1[k] * 2") == "one reads 'input 1' as a number, the other elements of it");
  CHECK(why("v@1 + v@1[k]", "v@1[k] * 2").empty());
  // Both read elements, one of them the output's own.
  CHECK(why("v@1 * 2", "v@1[k] * 2", /*isNumber=*/false).empty());
}
