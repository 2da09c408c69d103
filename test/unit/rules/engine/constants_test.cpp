#include "rules/engine/analysis.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::order;
using format::Format;

namespace {

constexpr ValueType binary32{Format::Binary32, Shape::Scalar}, integer{Format::Integer, Shape::Scalar};

} // namespace

TEST_CASE("integer constant expressions are evaluated, truncating") {
  Procedure procedure;
  Graph &graph = procedure.graph;
  auto number = [&](long long value) { return graph.constant(Number::fromInteger(value), integer); };
  auto shift = [&](NodeId left, NodeId right) { return graph.call("<<", std::vector{left, right}, integer); };
  NodeId width = shift(number(1), number(12)), third = graph.binary(Op::Div, number(-7), number(2), integer), n = graph.input("n", integer);
  NodeId scale = graph.cast(width, binary32), unknown = graph.cast(shift(number(1), n), binary32), odd = graph.cast(shift(number(3), n), binary32);
  rules::Analysis analysis(procedure);
  CHECK(analysis.constantValue(scale) == Number::fromInteger(4096));
  CHECK(analysis.constantValue(third) == Number::fromInteger(-3));
  CHECK(!analysis.constantValue(unknown));
  CHECK(analysis.isPowerOfTwo(scale));
  CHECK(analysis.isPowerOfTwo(unknown));
  CHECK(!analysis.isPowerOfTwo(odd));
}

TEST_CASE("floating-point constant expressions round in their own format") {
  Procedure procedure;
  Graph &graph = procedure.graph;
  NodeId one = graph.constant(Number::fromInteger(1), binary32), three = graph.constant(Number::fromInteger(3), binary32);
  NodeId third = graph.binary(Op::Div, one, three, binary32), zero = graph.binary(Op::Sub, one, one, binary32);
  NodeId none = graph.binary(Op::Div, one, zero, binary32);
  rules::Analysis analysis(procedure);
  CHECK(analysis.constantValue(third) == Number::fromDouble(static_cast<double>(1.0f / 3.0f)));
  CHECK(!analysis.constantValue(none));
  CHECK(analysis.isConstant(none));
}
