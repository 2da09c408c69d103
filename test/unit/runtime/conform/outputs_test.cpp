#include "runtime/conform/outputs.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

constexpr order::ValueType boolean{format::Format::Boolean, order::Shape::Scalar};

void store(order::Procedure &procedure, order::StorageId storage, order::NodeId value, order::NodeId guard = {}) {
  order::Effect &effect = procedure.effects.emplace_back();
  effect.kind = order::Effect::Kind::Store;
  effect.node = value;
  effect.target = "w";
  effect.storage = storage;
  effect.guard = guard;
}

} // namespace

TEST_CASE("memory of the caller is an output, a local variable is none") {
  order::Procedure procedure;
  order::Storage parameter{order::Storage::Kind::Parameter};
  parameter.name = "w";
  order::Storage local{order::Storage::Kind::Variable};
  const order::StorageId seen = procedure.graph.addStorage({order::Storage::Kind::Pointee, procedure.graph.addStorage(parameter)});
  store(procedure, seen, procedure.graph.input("x", binary32));
  store(procedure, procedure.graph.addStorage(local), procedure.graph.input("y", binary32));
  bool ranged = false;
  const std::vector<Output> outputs = outputsOf(procedure, ranged);
  REQUIRE(outputs.size() == 1);
  CHECK(outputs[0].name == "w");
}

TEST_CASE("stores under opposite conditions on values are one choice") {
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;
  const order::StorageId global = graph.addStorage({order::Storage::Kind::Global});
  const order::NodeId x = graph.input("x", binary32), y = graph.input("y", binary32), sides[]{x, y};
  const order::NodeId less = graph.intern({.op = order::Op::Compare, .type = boolean, .operands = sides, .symbol = "<"});
  store(procedure, global, x, less);
  store(procedure, global, y, graph.unary(order::Op::Not, less, boolean));
  bool ranged = false;
  const std::vector<Output> outputs = outputsOf(procedure, ranged);
  REQUIRE(outputs.size() == 1);
  REQUIRE(outputs[0].pieces.size() == 1);
  CHECK(order::printInfix(graph, outputs[0].pieces[0].value) == "x < y ? x : y");
  CHECK_FALSE(ranged);
}

TEST_CASE("results by several names are several outputs, early returns of one are one") {
  order::Procedure procedure;
  for (const char *target : {"w", "[1]", "w"}) {
    order::Effect &effect = procedure.effects.emplace_back();
    effect.kind = order::Effect::Kind::Return;
    effect.node = procedure.graph.input("x", binary32);
    effect.target = target;
  }
  bool ranged = false;
  const std::vector<Output> outputs = outputsOf(procedure, ranged);
  REQUIRE(outputs.size() == 2);
  CHECK(outputs[0].name == "w");
  CHECK(outputs[1].name == "return[1]");
}

TEST_CASE("what is returned early on a truth value is a choice, whichever side stands first") {
  for (const bool negatedFirst : {false, true}) {
    order::Procedure procedure;
    order::Graph &graph = procedure.graph;
    const order::NodeId fast = graph.input("fast", boolean), slow = graph.unary(order::Op::Not, fast, boolean);
    for (const bool first : {true, false}) {
      order::Effect &effect = procedure.effects.emplace_back();
      effect.kind = order::Effect::Kind::Return;
      effect.node = graph.input(first ? "a" : "b", binary32);
      effect.guard = first == negatedFirst ? slow : fast;
    }
    bool ranged = false;
    const std::vector<Output> outputs = outputsOf(procedure, ranged);
    REQUIRE(outputs.size() == 1);
    CHECK(order::printInfix(graph, outputs[0].pieces[0].value) == (negatedFirst ? "fast ? b : a" : "fast ? a : b"));
    CHECK_FALSE(ranged);
  }
}

TEST_CASE("what an element held is what was read of its own array, not of another one at the same index") {
  for (const bool isOwnArray : {true, false}) {
    order::Procedure procedure;
    order::Graph &graph = procedure.graph;
    const order::StorageId w = graph.addStorage({order::Storage::Kind::Global, {}, 1}), v = graph.addStorage({order::Storage::Kind::Global, {}, 2});
    const order::NodeId k =
        graph.intern({.op = order::Op::LoopIndex, .type = {format::Format::Integer, order::Shape::Scalar}, .symbol = "k", .version = 1});
    const order::NodeId read = graph.intern({.op = order::Op::Element,
                                             .type = binary32,
                                             .operands = {&k, 1},
                                             .symbol = isOwnArray ? "w" : "v",
                                             .version = 3,
                                             .storage = isOwnArray ? w : v});
    procedure.notHeld[graph.value(read).index] = "it is carried";
    const order::NodeId sides[]{read, graph.input("x", binary32)};
    store(procedure, w, graph.binary(order::Op::Mul, read, read, binary32),
          graph.intern({.op = order::Op::Compare, .type = boolean, .operands = sides, .symbol = "<"}));
    procedure.effects.back().indices = {k};
    procedure.effects.back().target = "w";
    bool ranged = false;
    const std::vector<Output> outputs = outputsOf(procedure, ranged);
    REQUIRE(outputs.size() == 1);
    const order::NodeId kept = graph.operand(outputs[0].pieces.at(0).value, 2);
    CHECK((kept == read) == isOwnArray);
    CHECK(graph.storage(kept) == w);
  }
}
