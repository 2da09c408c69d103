#include "analyzer/conform/pairing.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;

namespace {

using Functions = std::vector<std::shared_ptr<order::Procedure>>;

Functions called(std::initializer_list<const char *> names, bool results = true) {
  Functions all;
  for (const char *name : names) {
    auto procedure = std::make_shared<order::Procedure>();
    procedure->name = name;
    if (results) {
      order::Effect &effect = procedure->effects.emplace_back();
      effect.kind = order::Effect::Kind::Return;
      effect.node = procedure->graph.input("x", {format::Format::Binary32, order::Shape::Scalar});
    }
    all.push_back(std::move(procedure));
  }
  return all;
}

/// "implementation=reference," of each pair, or the problem.
std::string pairs(const Functions &ours, const Functions &theirs, const std::string &function = {}, bool isMeant = false) {
  const Pairing pairing = pairFunctions(ours, theirs, function, isMeant);
  std::string text = pairing.problem;
  for (const auto &[one, other] : pairing.pairs)
    text += one->name + "=" + other->name + ",";
  return text;
}

} // namespace

TEST_CASE("functions pair by name, case, underscores and what they are in aside") {
  CHECK(baseName("ns::Kernel<float>::adam") == "adam");
  CHECK(baseName("Optimizer.adam") == "adam");
  CHECK(baseName("adam") == "adam");
  CHECK(pairs(called({"k::applyAdam", "k::other"}), called({"apply_adam", "third"})) == "k::applyAdam=apply_adam,");
}

TEST_CASE("the only functions pair whatever they are called, several do not") {
  CHECK(pairs(called({"kernel"}), called({"golden"})) == "kernel=golden,");
  CHECK(pairs(called({"kernel"}), called({"golden", "other"}), "golden") == "kernel=golden,");
  CHECK(pairs(called({"one", "two"}), called({"golden"})).find("no function has the name of one of the reference: one, two here, golden there") == 0);
  CHECK(pairs(called({"one", "two"}), called({"golden"}), "golden", /*isMeant=*/true) == "one=golden,two=golden,");
}

TEST_CASE("what a script does at its top level counts where it has no functions") {
  CHECK(pairs(called({"kernel"}), called({"golden", "<module>"})) == "kernel=golden,");
  CHECK(pairs(called({"kernel"}), called({"<module>"})) == "kernel=<module>,");
}

TEST_CASE("functions without floating-point outputs are none") {
  CHECK(pairs(called({"kernel"}, /*results=*/false), called({"golden"})) == "the implementation has no function with floating-point outputs");
  CHECK(missingFunction(called({"golden"}, /*results=*/false), "") == "the reference has no function with floating-point outputs");
  CHECK(missingFunction(called({"golden"}), "adam") == "the reference has no function 'adam' with floating-point outputs; it has golden");
  CHECK(missingFunction(called({"golden"}), "golden") == "");
}

TEST_CASE("a name with its class or namespace is that function, and an object that is called goes by its class") {
  CHECK(baseName("nn::Gelu<float>::operator()") == "Gelu::operator()");
  const Functions ours = called({"kernel"}), theirs = called({"nn::Gelu::operator()", "nn::Relu::operator()"});
  CHECK(pairs(ours, theirs, "Gelu::operator()", /*isMeant=*/true) == "kernel=nn::Gelu::operator(),");
  CHECK(pairs(called({"cu::Relu::operator()"}), theirs) == "cu::Relu::operator()=nn::Relu::operator(),");
  CHECK(pairs(ours, theirs, "lu::operator()").find("the reference has no function 'lu::operator()'") == 0); // no end of a word
}

TEST_CASE("of overloads and instances that one is the reference which has the same types") {
  const Functions ours = called({"kernel"}), theirs = called({"gelu", "gelu"});
  theirs[0]->effects[0].node = theirs[0]->graph.input("x", {format::Format::Binary16, order::Shape::Scalar});
  theirs[0]->signature = "half (half)";
  theirs[1]->signature = "float (float)";
  const auto paired = [&] { return pairFunctions(ours, theirs, "gelu", true).pairs; };
  REQUIRE(paired().size() == 1);
  CHECK(paired()[0].second == theirs[1].get());
  ours[0]->signature = "half (half)";
  CHECK(paired().at(0).second == theirs[0].get());
  // Of an open type: both are as near.
  ours[0]->signature = "T (T)";
  ours[0]->effects[0].node = ours[0]->graph.input("y", {format::Format::Dependent, order::Shape::Scalar});
  CHECK(paired().size() == 2);
}

TEST_CASE("verdicts on several references count where they agree") {
  const auto verdicts = [](Verdict first, Verdict second) {
    std::vector<Conformance> all(2);
    all[0].output = "m", all[0].verdict = first;
    all[1].output = "v", all[1].verdict = second;
    return all;
  };
  const std::vector<Conformance> found =
      agreed({verdicts(Verdict::SameOrder, Verdict::SameOrder), verdicts(Verdict::SameOrder, Verdict::DifferentOrder)});
  REQUIRE(found.size() == 2);
  CHECK(found[0].verdict == Verdict::SameOrder);
  CHECK(found[1].verdict == Verdict::Undecided);
  CHECK(found[1].output == "v");
}
