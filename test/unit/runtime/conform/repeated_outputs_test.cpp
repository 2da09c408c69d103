#include "runtime/conform/repeated_outputs.h"

#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

/// y[i] = f(x[i]) in one loop, y[j] = g(x[j]) in another.
order::Procedure twoLoops(bool otherOrder) {
  order::Procedure procedure;
  procedure.name = "f";
  order::Graph &graph = procedure.graph;
  const order::ValueType integer{format::Format::Integer, order::Shape::Scalar};
  const order::StorageId pointer = graph.addStorage({.kind = order::Storage::Kind::Parameter, .name = "y"});
  const order::StorageId array = graph.addStorage({.kind = order::Storage::Kind::Pointee, .of = pointer});
  for (std::uint32_t loop = 1; loop <= 2; ++loop) {
    const order::NodeId index = graph.intern({.op = order::Op::LoopIndex, .type = integer, .symbol = "i", .version = loop});
    const order::NodeId indices[]{index};
    const order::NodeId x = graph.intern({.op = order::Op::Element, .type = binary32, .operands = indices, .symbol = "x"});
    const order::NodeId a = graph.input("a", binary32), c = graph.input("c", binary32);
    const bool multiplies = otherOrder && loop == 1;
    const order::NodeId value = multiplies ? graph.binary(order::Op::Div, graph.binary(order::Op::Mul, x, a, binary32), c, binary32)
                                           : graph.binary(order::Op::Mul, graph.binary(order::Op::Div, x, c, binary32), a, binary32);
    order::Effect &effect = procedure.effects.emplace_back();
    effect.node = value;
    effect.target = "y[i]";
    effect.storage = array;
    effect.indices = {index};
    procedure.loopOrigins[loop] = {};
  }
  return procedure;
}

std::vector<Conformance> repeated(bool otherOrder) {
  order::Procedure procedure = twoLoops(otherOrder);
  return repeatedOutputs(PreparedSide({&procedure, findProfile("cpu")}));
}

} // namespace

TEST_CASE("an output that is written in several places is compared with the last one") {
  const std::vector<Conformance> other = repeated(true);
  REQUIRE(other.size() == 1);
  CHECK(other[0].verdict == Verdict::DifferentOrder);
  CHECK(other[0].output == "y");
  CHECK(other[0].function == "f");
  CHECK(other[0].difference == "multiply-then-divide");
  const std::vector<Conformance> same = repeated(false);
  REQUIRE(same.size() == 1);
  CHECK(same[0].verdict == Verdict::SameOrder);
}

TEST_CASE("what is written once is not compared") {
  order::Procedure procedure = returning("a * b / c");
  CHECK(repeatedOutputs(PreparedSide({&procedure, findProfile("cpu")})).empty());
}
