#include "runtime/conform/profile.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

TEST_CASE("platforms differ in the operations that are used") {
  order::Graph graph;
  const auto differences = [&](std::string_view text, std::string_view one, std::string_view other) {
    const order::Parsed<order::NodeId> parsed = order::parseInfix(text, graph, binary32);
    return operatorDifferences(graph, std::get<order::NodeId>(parsed), *findProfile(one), *findProfile(other)).size();
  };
  CHECK(differences("a / b", "cpu", "cuda") == 0);
  CHECK(differences("a / b", "cpu", "cuda-fast-math") == 2); // and subnormal numbers
  CHECK(differences("exp(a)", "cpu", "numpy") == 1);
  CHECK(differences("floor(a)", "cpu", "numpy") == 0);
  CHECK(differences("exp(a)", "formula", "opencl") == 0);
  CHECK(findProfile("abacus") == nullptr);
}
