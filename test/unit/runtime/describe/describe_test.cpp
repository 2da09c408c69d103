#include "runtime/describe/describe.h"

#include "../conform/written_procedure.h"

#include <algorithm>

using namespace fporder;
using namespace fporder::describe;

namespace {

OutputFacts described(std::string_view formula) {
  order::Procedure procedure = conform::returning(formula);
  const std::vector<OutputFacts> all = describe::describe(procedure);
  REQUIRE(all.size() == 1);
  return all[0];
}

} // namespace

TEST_CASE("an output's facts begin with its formula and its formats") {
  const OutputFacts facts = described("w - lr * m / (sqrt(v) + eps)");
  CHECK(facts.name == "the result");
  REQUIRE(facts.facts.size() >= 2);
  CHECK(facts.facts[0] == Fact{"formula", "w - (lr * m) / (sqrt(v) + eps)"});
  CHECK(facts.facts[1] == Fact{"format", "binary32"});
}

TEST_CASE("facts follow in the order in which operations run, each once") {
  const OutputFacts facts = described("exp(a) + exp(a) * (1 / sqrt(b))");
  std::vector<std::string> about;
  for (const Fact &fact : facts.facts)
    about.push_back(fact.about);
  CHECK(about == std::vector<std::string>{"formula", "format", "function", "root", "quotient"});
}

TEST_CASE("what another output computes has its name") {
  order::Procedure procedure = conform::returning("b * m + (1 - b) * g");
  order::Effect &moment = procedure.effects[0];
  const order::NodeId updated = moment.node;
  moment.target = "m";
  order::Effect step = moment;
  step.target = "w";
  step.node = procedure.graph.binary(order::Op::Mul, updated, procedure.graph.input("lr", conform::binary32), conform::binary32);
  procedure.effects.push_back(step);
  const std::vector<OutputFacts> all = describe::describe(procedure);
  REQUIRE(all.size() == 2);
  CHECK(all[1].facts[0].text == "new m * lr");
}

TEST_CASE("nothing is said of a function without outputs, and little of a leaf") {
  order::Procedure none;
  CHECK(describe::describe(none).empty());
  CHECK(described("a").facts.size() == 1);
}

TEST_CASE("a description ends") {
  std::string sum = "x0";
  for (int i = 1; i < 600; ++i)
    sum += " + x" + std::to_string(i) + " * y";
  CHECK(described(sum).facts.back().about == "more");
}
