// What takes notice of a value.
#include "runtime/evidence/leaving.h"

#include "runtime/evidence/slice.h"
#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace fporder;
using namespace fporder::evidence;
using order::NodeId;
using order::Op;
using test::WrittenCandidate;

TEST_CASE("leaving: what a loop or a device stores to elements, and what a function returns, are compared one by one") {
  const auto isElementwise = [](const auto &leave) {
    WrittenCandidate made("a * b / c", {"a * (b / c)"});
    leave(made);
    const Slice slice = made.slice();
    REQUIRE(slice.points.size() == 1);
    return slice.points[0].elementwise;
  };
  const auto store = [](WrittenCandidate &made, NodeId index) {
    order::Effect effect{order::Effect::Kind::Store, made.written, "r[i]", {}};
    effect.storage = made.graph.addStorage({.kind = order::Storage::Kind::Parameter, .number = 7, .name = "r"});
    effect.indices = {index};
    made.procedure.effects.push_back(effect);
  };
  const auto onDevice = [](const auto &leave) {
    return [&](WrittenCandidate &made) {
      made.procedure.onDevice = true;
      leave(made);
    };
  };
  const auto inLoop = [&](WrittenCandidate &made) {
    store(made, made.graph.intern({.op = Op::LoopIndex, .type = test::integer, .symbol = "i", .version = 3}));
  };
  const auto once = [&](WrittenCandidate &made) { store(made, made.graph.input("i", test::integer)); };
  const auto returned = [](WrittenCandidate &made) { made.returned(made.written); };
  CHECK(isElementwise(inLoop));
  CHECK(!isElementwise(once));
  CHECK(isElementwise(onDevice(once)));
  CHECK(isElementwise(returned));
  CHECK(!isElementwise([](WrittenCandidate &made) { made.procedure.effects.push_back({order::Effect::Kind::Argument, made.written, "f", {}}); }));
}

TEST_CASE("leaving: a store to a local variable or a part of one stays in the function") {
  using Kind = order::Storage::Kind;
  order::Graph graph;
  order::Effect effect{order::Effect::Kind::Store, graph.input("a", test::binary32), "r[i]", {}};
  CHECK(!staysLocal(graph, effect));
  const order::StorageId local = graph.addStorage({.kind = Kind::Variable, .number = 1, .name = "r"});
  effect.storage = graph.addStorage({.kind = Kind::Element, .of = local});
  CHECK(staysLocal(graph, effect));
  effect.storage = graph.addStorage({.kind = Kind::Element, .of = graph.addStorage({.kind = Kind::Parameter, .number = 2, .name = "p"})});
  CHECK(!staysLocal(graph, effect));
  effect.kind = order::Effect::Kind::Return;
  effect.storage = local;
  CHECK(!staysLocal(graph, effect));
}

TEST_CASE("leaving: a decision stays inside where numbers alone leave the function") {
  const auto isInside = [](const auto &leave) {
    WrittenCandidate made("a * b / c", {"a * (b / c)"});
    const NodeId whole = made.graph.call("floor", {&made.written, 1}, test::binary32);
    made.returned(made.graph.binary(Op::Sub, made.written, whole, test::binary32));
    leave(made, whole);
    const Slice slice = made.slice();
    const auto decision = std::ranges::find(slice.points, Point::Kind::Decision, &Point::kind);
    REQUIRE(decision != slice.points.end());
    return decision->inside;
  };
  CHECK(isInside([](WrittenCandidate &, NodeId) {}));
  CHECK(isInside([](WrittenCandidate &made, NodeId whole) { made.returned(whole); }));
  CHECK(!isInside([](WrittenCandidate &made, NodeId whole) { made.returned(made.graph.cast(whole, test::integer)); }));
  CHECK(!isInside([](WrittenCandidate &made, NodeId whole) { made.procedure.effects.push_back({order::Effect::Kind::Subscript, whole, "t", {}}); }));
}

TEST_CASE("leaving: a state is of an array's elements, or of a number that a caller has given, and of no member of an object") {
  using Kind = order::Storage::Kind;
  const auto states = [](const auto &storageIn, bool inLoop) {
    WrittenCandidate made("lr * m / d", {"lr * (m / d)"});
    order::Graph &graph = made.graph;
    const order::StorageId storage = storageIn(graph);
    const NodeId i = graph.intern({.op = Op::LoopIndex, .type = test::integer, .symbol = "i", .version = 3});
    order::NodeSpec read{.op = inLoop ? Op::Element : Op::Input, .type = test::binary32, .symbol = "w", .storage = storage};
    if (inLoop)
      read.operands = {&i, 1};
    order::Effect store{order::Effect::Kind::Store, graph.binary(Op::Sub, graph.intern(read), made.written, test::binary32), "w", {}};
    store.storage = storage;
    if (inLoop)
      store.indices = {i};
    made.procedure.effects.push_back(store);
    return test::pointsOf(made.slice(), Point::Kind::State);
  };
  const auto given = [](order::Graph &graph) {
    return graph.addStorage({.kind = Kind::Referent, .of = graph.addStorage({.kind = Kind::Parameter, .number = 7, .name = "w"})});
  };
  const auto member = [&](order::Graph &graph) { return graph.addStorage({.kind = Kind::Member, .of = given(graph), .name = "x"}); };
  const auto own = [](order::Graph &graph) {
    return graph.addStorage({.kind = Kind::Member, .of = graph.addStorage({.kind = Kind::This}), .name = "x"});
  };
  CHECK(states(given, false) == 1);
  CHECK(states(member, false) == 0);
  CHECK(states(own, false) == 0);
  CHECK(states(own, true) == 1);
}

TEST_CASE("leaving: callers, elements, subscripts, loops and counts take notice of a decision, an object's number and a call do not") {
  const auto isNoticed = [](const auto &leave, bool counts = false) {
    WrittenCandidate made("a * b / c", {"a * (b / c)"});
    if (counts) {
      const auto count = [&](const char *name) { return made.graph.cast(made.graph.input(name, test::integer), test::binary32); };
      const NodeId quotient = made.graph.binary(Op::Div, count("b"), count("c"), test::binary32);
      made.others = {made.graph.binary(Op::Mul, count("a"), quotient, test::binary32)};
      made.written = made.graph.binary(Op::Div, made.graph.binary(Op::Mul, count("a"), count("b"), test::binary32), count("c"), test::binary32);
    }
    leave(made, made.graph.cast(made.written, test::integer));
    const Slice slice = made.slice();
    const auto decision = std::ranges::find(slice.points, Point::Kind::Decision, &Point::kind);
    REQUIRE(decision != slice.points.end());
    return decision->elementwise;
  };
  const auto loop = [](WrittenCandidate &made) {
    return made.graph.intern({.op = Op::LoopIndex, .type = test::integer, .symbol = "i", .version = 3});
  };
  const auto leaves = [](order::Effect::Kind kind) {
    return [=](WrittenCandidate &made, NodeId whole) { made.procedure.effects.push_back({kind, whole, "t", {}}); };
  };
  const auto stored = [](WrittenCandidate &made, NodeId value, std::vector<NodeId> indices) {
    order::Effect store{order::Effect::Kind::Store, value, "x", {}};
    store.storage = made.graph.addStorage({.kind = order::Storage::Kind::Member, .of = made.graph.addStorage({.kind = order::Storage::Kind::This})});
    store.indices = std::move(indices);
    made.procedure.effects.push_back(store);
  };
  CHECK(isNoticed(leaves(order::Effect::Kind::Return)));
  CHECK(isNoticed(leaves(order::Effect::Kind::Condition)));
  CHECK(!isNoticed(leaves(order::Effect::Kind::Argument)));
  CHECK(isNoticed(leaves(order::Effect::Kind::Argument), true));
  CHECK(isNoticed([&](WrittenCandidate &made, NodeId whole) {
    leaves(order::Effect::Kind::Argument)(made, made.graph.binary(Op::Add, whole, loop(made), test::integer));
  }));
  CHECK(!isNoticed([&](WrittenCandidate &made, NodeId whole) { stored(made, whole, {}); }));
  CHECK(isNoticed([&](WrittenCandidate &made, NodeId whole) {
    stored(made, whole, {});
    const order::StorageId pointer = made.graph.addStorage({.kind = order::Storage::Kind::Parameter, .number = 7, .name = "code"});
    made.procedure.effects.back().storage = made.graph.addStorage({.kind = order::Storage::Kind::Pointee, .of = pointer});
  }));
  CHECK(isNoticed([&](WrittenCandidate &made, NodeId whole) { stored(made, whole, {loop(made)}); }));
  CHECK(isNoticed([&](WrittenCandidate &made, NodeId whole) { stored(made, made.parse("1"), {whole}); }));
  CHECK(isNoticed([&](WrittenCandidate &made, NodeId whole) {
    made.graph.intern({.op = Op::Element, .type = test::integer, .operands = {&whole, 1}, .symbol = "bins"});
  }));
}
