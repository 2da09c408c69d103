#include "runtime/conform/inputs.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;

namespace {

constexpr order::ValueType number{format::Format::Binary32, order::Shape::Scalar};

Input named(std::uint64_t key, const char *name, bool integer = false, bool unknown = false) {
  Input input;
  input.key = key;
  input.name = name;
  input.integer = integer;
  input.unknown = unknown;
  return input;
}

} // namespace

TEST_CASE("names count without case and underscores") {
  CHECK(foldedName("learning_rate") == foldedName("learningRate"));
  CHECK(foldedName("beta1") != foldedName("beta2"));
}

TEST_CASE("inputs match by statement, by name, and in order of what is left") {
  const Input ours[]{named(1, "grad"), named(2, "step"), named(3, "eps"), named(4, "n", true)};
  const Input theirs[]{named(11, "eps"), named(12, "g"), named(13, "lr"), named(14, "count", true)};
  const InputMatch match = matchInputs(ours, theirs, {});
  CHECK(match.implementation.at(3) == match.reference.at(11));
  CHECK(match.implementation.at(1) == match.reference.at(12));
  CHECK(match.implementation.at(2) == match.reference.at(13));
  CHECK(match.implementation.at(4) == match.reference.at(14));
  CHECK(match.byPosition.size() == 3);
  const std::vector<StatedPair> stated{{"step", "g"}};
  CHECK(matchInputs(ours, theirs, stated).implementation.at(2) == matchInputs(ours, theirs, stated).reference.at(12));
}

TEST_CASE("what is not known matches nothing, and other numbers of inputs are not matched in order") {
  const Input ours[]{named(1, "h", false, true), named(2, "a")};
  const Input theirs[]{named(11, "h", false, true), named(12, "x"), named(13, "y")};
  const InputMatch match = matchInputs(ours, theirs, {});
  CHECK(match.implementation.at(1) != match.reference.at(11));
  CHECK(match.unknown);
  CHECK(match.byPosition.empty());
  CHECK(match.referenceOnly.size() == 3);
}

TEST_CASE("by their path alone inputs are themselves or nothing") {
  Input ours[]{named(1, "x"), named(2, "x"), named(3, "g")};
  Input theirs[]{named(11, "x"), named(12, "x"), named(13, "h")};
  ours[0].spelled = theirs[1].spelled = "a.x";
  ours[1].spelled = theirs[0].spelled = "b.x";
  ours[2].spelled = "g", theirs[2].spelled = "h";
  const InputMatch match = matchInputs(ours, theirs, {}, MatchBy::Path);
  CHECK(match.implementation.at(1) == match.reference.at(12));
  CHECK(match.implementation.at(2) == match.reference.at(11));
  CHECK(match.byPosition.empty());
  CHECK(match.implementationOnly.size() == 1);
  CHECK(match.referenceOnly.size() == 1);
}

TEST_CASE("leaves of different objects are different inputs") {
  order::Graph graph;
  std::set<std::uint64_t> keys;
  for (std::uint32_t object = 0; object < 8; ++object) {
    const order::StorageId storage = graph.addStorage({order::Storage::Kind::Parameter, {}, object});
    for (std::uint32_t version = 0; version < 8; ++version)
      keys.insert(inputKey(graph, graph.intern({.op = order::Op::Input, .type = number, .symbol = "x", .version = version, .storage = storage})));
  }
  CHECK(keys.size() == 64);
}

TEST_CASE("what a call hands back by reference is not known, what a parameter refers to is") {
  order::Graph graph;
  using Kind = order::Storage::Kind;
  const auto referredBy = [&](Kind kind) {
    const order::StorageId holder = graph.addStorage({kind, {}, 1});
    return graph.intern({.op = order::Op::Input, .type = number, .symbol = "x", .storage = graph.addStorage({Kind::Referent, holder})});
  };
  const order::NodeId handed = referredBy(Kind::Temporary), given = referredBy(Kind::Parameter);
  CHECK(inputsUnder(graph, {&handed, 1}).at(0).unknown);
  CHECK_FALSE(inputsUnder(graph, {&given, 1}).at(0).unknown);
}

TEST_CASE("pairs that are tried go before names, inputs of one name aside") {
  const Input ours[]{named(1, "a"), named(2, "b")};
  const Input theirs[]{named(11, "get"), named(12, "get")};
  const std::vector<TriedPair> tried{{&ours[0], &theirs[1]}, {&ours[1], &theirs[0]}};
  const InputMatch match = matchInputs(ours, theirs, {}, MatchBy::NameOrPosition, tried);
  CHECK(match.implementation.at(1) == match.reference.at(12));
  CHECK(match.implementation.at(2) == match.reference.at(11));
}

TEST_CASE("of several inputs by one name those with one path are partners") {
  Input ours[]{named(1, "data"), named(2, "data")};
  Input theirs[]{named(11, "data"), named(12, "data")};
  ours[0].spelled = theirs[1].spelled = "bias.data";
  ours[1].spelled = theirs[0].spelled = "blob.data";
  const InputMatch match = matchInputs(ours, theirs, {});
  CHECK(match.implementation.at(1) == match.reference.at(12));
  CHECK(match.implementation.at(2) == match.reference.at(11));
  CHECK(match.byPosition.empty());
}
