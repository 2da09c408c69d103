#include "runtime/conform/named_values.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

/// A function that keeps lr * bias in `step` and returns w - step * m.
order::Procedure keeping(const char *name) {
  order::Procedure procedure = returning("w - lr * bias * m");
  const order::NodeId product = procedure.graph.operand(procedure.effects[0].node, 1);
  procedure.definitions.push_back({1, name, procedure.graph.operand(product, 0)});
  return procedure;
}

std::vector<Conformance> compared(order::Procedure &ours, order::Procedure &theirs, std::vector<StatedPair> pairs = {}) {
  return compare({{&ours, findProfile("cpu")}, {&theirs, findProfile("cpu")}, std::move(pairs)});
}

} // namespace

TEST_CASE("a number that one side is given is what the other computes under its name") {
  order::Procedure kernel = returning("w - step * m"), reference = keeping("step_");
  const std::vector<Conformance> all = compared(kernel, reference);
  REQUIRE(all.size() == 1);
  CHECK(all[0].verdict == Verdict::SameOrder);
  CHECK(all[0].assumed == std::vector<std::string>{"the reference's 'step_' is the number that the implementation is given"});
  const std::vector<Conformance> turned = compared(reference, kernel);
  CHECK(turned[0].verdict == Verdict::SameOrder);
  CHECK(turned[0].assumed == std::vector<std::string>{"'step_' is the number that the reference is given"});
}

TEST_CASE("what is computed under another name is that number where the user says so") {
  order::Procedure kernel = returning("w - rate * m"), reference = keeping("step");
  CHECK(compared(kernel, reference)[0].verdict != Verdict::SameOrder);
  CHECK(compared(kernel, reference, {{"rate", "step"}})[0].verdict == Verdict::SameOrder);
}

TEST_CASE("what is equal as it is needs no number in place of a value") {
  order::Procedure kernel = returning("w - lr * bias * m + 0 * step"), reference = keeping("step");
  CHECK(compared(reference, reference)[0].assumed.empty());
}

TEST_CASE("a name is of one value, beside loops") {
  order::Procedure twice = keeping("step");
  twice.definitions.push_back({1, "step", twice.graph.input("w", binary32)});
  CHECK(namedValues(twice, {"step"}).empty());
  CHECK(namedValues(keeping("step"), {"rate"}).empty());
  order::Procedure ended = keeping("step");
  ended.definitions.push_back({1, "step", {}}); // out of scope
  CHECK(namedValues(ended, {"step"}).size() == 1);
  order::Procedure summed = returning("sum(i, x[i], 0, n)");
  summed.definitions.push_back({1, "s", summed.effects[0].node});
  CHECK(namedValues(summed, {"s"}).empty());
}

TEST_CASE("another formula by its inputs, and none by a name that is computed, is undecided") {
  order::Procedure kernel = returning("x * scale"), reference = returning("x * (given / 127)");
  const order::NodeId quotient = reference.graph.operand(reference.effects[0].node, 1);
  reference.definitions.push_back({1, "scale", quotient});
  const Conformance open = compared(kernel, reference)[0];
  CHECK(open.verdict == Verdict::Undecided);
  CHECK(open.settle == "// fporder: input scale = scale");
  CHECK(compared(kernel, reference, {{"scale", "scale"}})[0].verdict == Verdict::SameOrder);
}

TEST_CASE("what is not held stays so under a number that is taken as given") {
  order::Procedure procedure = keeping("step");
  order::Graph &graph = procedure.graph;
  const order::NodeId product = graph.operand(procedure.effects[0].node, 1);
  procedure.notHeld[graph.value(product).index] = "it is not followed";
  std::vector<Output> outputs{{"return", "the result", {{procedure.effects[0].node, {}, {}}}}};
  takeAsInputs(procedure, outputs, namedValues(procedure, {"step"}));
  CHECK(graph.sameValue(outputs[0].pieces[0].value, procedure.effects[0].node));
}
