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

TEST_CASE("a name is of one value") {
  const auto any = [](order::NodeId) { return true; };
  order::Procedure twice = keeping("step");
  twice.definitions.push_back({1, "step", twice.graph.input("w", binary32)});
  CHECK(namedValues(twice, {"step"}, any).empty());
  CHECK(namedValues(keeping("step"), {"rate"}, any).empty());
  order::Procedure ended = keeping("step");
  ended.definitions.push_back({1, "step", {}}); // out of scope
  CHECK(namedValues(ended, {"step"}, any).size() == 1);
  CHECK(namedValues(ended, {"step"}, [](order::NodeId) { return false; }).empty());
  CHECK(computedNames(twice) == std::set<std::string>{"step"});
  order::Procedure copied = returning("x * y");
  copied.definitions.push_back({1, "kept", copied.graph.operand(copied.effects[0].node, 0)});
  CHECK(computedNames(copied).empty());
}

TEST_CASE("what a loop counts or carries differs from iteration to iteration") {
  const order::Procedure summed = returning("sum(i, x[i], 0, n)"), plain = returning("x * scale");
  CHECK(isIterated(summed.graph, summed.effects[0].node));
  CHECK_FALSE(isIterated(plain.graph, plain.effects[0].node));
}

TEST_CASE("no other input is taken for a number that the other side computes by its name, unless the user says so") {
  order::Procedure kernel = returning("x * scale"), reference = returning("x * (given / 127)");
  reference.definitions.push_back({1, "scale", reference.graph.operand(reference.effects[0].node, 1)});
  const Conformance named = compared(kernel, reference)[0];
  CHECK(named.verdict == Verdict::SameOrder);
  CHECK(named.assumed == std::vector<std::string>{"the reference's 'scale' is the number that the implementation is given"});
  CHECK(compared(kernel, reference, {{"scale", "given"}})[0].verdict == Verdict::DifferentFormula);
}

TEST_CASE("what a changed value rests on is named") {
  order::Procedure kernel = returning("w - step * m"), reference = keeping("step");
  const order::NodeId difference = reference.effects[0].node;
  reference.assume(difference, {order::Assumption::Kind::Callee, "it is the only function in sight", {}});
  reference.assume(reference.definitions[0].node, {order::Assumption::Kind::Callee, "of what is not computed any more", {}});
  const Conformance named = compared(kernel, reference)[0];
  CHECK(named.verdict == Verdict::SameOrder);
  CHECK(named.assumed == std::vector<std::string>{"reference: it is the only function in sight",
                                                  "the reference's 'step' is the number that the implementation is given"});
}

TEST_CASE("what is not held stays so under a number that is taken as given") {
  order::Procedure procedure = keeping("step");
  order::Graph &graph = procedure.graph;
  const order::NodeId product = graph.operand(procedure.effects[0].node, 1);
  procedure.notHeld[graph.value(product).index] = "it is not followed";
  std::vector<Output> outputs{{"return", "the result", {{procedure.effects[0].node, {}, {}}}}};
  takeAsInputs(procedure, outputs, namedValues(procedure, {"step"}, [](order::NodeId) { return true; }));
  CHECK(graph.sameValue(outputs[0].pieces[0].value, procedure.effects[0].node));
}
