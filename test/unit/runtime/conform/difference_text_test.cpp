#include "runtime/conform/difference_text.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;
using format::Format;

namespace {

constexpr order::ValueType binary16{Format::Binary16, order::Shape::Scalar};

} // namespace

TEST_CASE("operators at one place differ in their formats, fused products, or what the compiler may do") {
  order::Graph graph;
  const order::NodeId a = graph.input("a", binary32), b = graph.input("b", binary32), c = graph.input("c", binary32);
  const order::NodeId product = graph.binary(order::Op::Mul, a, b, binary32), sum = graph.binary(order::Op::Add, product, c, binary32);
  const order::NodeId factors[]{a, b, c}, addends[]{product, c};
  const order::NodeId fused = graph.intern({.op = order::Op::Fma, .type = binary32, .operands = factors});
  CHECK(operatorClass(graph, {sum, fused}) == "contraction");
  const order::NodeId loose = graph.intern({.op = order::Op::Add, .type = binary32, .operands = addends, .environment = {.reassociate = true}});
  CHECK(operatorClass(graph, {sum, loose}) == "fast-math");
  const order::NodeId half = graph.binary(order::Op::Mul, graph.input("a", binary16), graph.input("b", binary16), binary16);
  CHECK(operatorClass(graph, {product, half}) == "formats");
  CHECK(operatorClause(graph, {product, half}) == "binary32 here and binary16 in the reference");
  // A factor that one side has converted, whatever else the compilers may do.
  const order::NodeId wide = graph.unary(order::Op::Cast, graph.input("a", {Format::Binary64, order::Shape::Scalar}), binary32), mixed[]{wide, b};
  const order::NodeId converted =
      graph.intern({.op = order::Op::Mul, .type = binary32, .operands = mixed, .environment = {.contraction = order::Contraction::Fast}});
  CHECK(operatorClass(graph, {product, converted}) == "formats");
}

TEST_CASE("the first difference is the innermost one") {
  order::Graph graph;
  const order::NodeId a = graph.input("a", binary32), b = graph.input("b", binary32);
  const order::NodeId product = graph.binary(order::Op::Mul, a, b, binary32), quotient = graph.binary(order::Op::Div, a, b, binary32);
  const DifferingPair pair =
      firstDifference(graph, graph.unary(order::Op::Sqrt, product, binary32), graph.unary(order::Op::Sqrt, quotient, binary32));
  CHECK(pair.implementation == product);
  CHECK(pair.reference == quotient);
}

TEST_CASE("orders are told as what each side does first") {
  CHECK(orderClause(Class::MultiplyThenDivide, "a * b / c", "a * (b / c)") ==
        "multiplies before it divides: 'a * b / c'; the reference divides first: 'a * (b / c)'");
}
