#include "runtime/conform/narrow_operations.h"
#include "runtime/format/rounding.h"
#include "runtime/order/infix.h"
#include "written_procedure.h"

#include <cmath>

using namespace fporder;
using namespace fporder::conform;
using format::Format;

namespace {

std::string narrowed(std::string_view formula, Format narrow, Format wide) {
  order::Graph graph;
  const order::ValueType small{narrow, order::Shape::Scalar}, large{wide, order::Shape::Scalar};
  const order::NodeId a = graph.unary(order::Op::Cast, graph.input("a", small), large),
                      b = graph.unary(order::Op::Cast, graph.input("b", small), large);
  const order::NodeId one = formula == "sqrt"  ? graph.unary(order::Op::Sqrt, a, large)
                            : formula == "-*"  ? graph.unary(order::Op::Neg, graph.binary(order::Op::Mul, a, b, large), large)
                            : formula == "two" ? graph.binary(order::Op::Add, graph.binary(order::Op::Mul, a, b, large), b, large)
                                               : graph.binary(formula == "*" ? order::Op::Mul : order::Op::Add, a, b, large);
  const std::optional<order::NodeId> made = narrowOperation(graph, one, small);
  return made ? order::printInfix(graph, *made) : "";
}

} // namespace

TEST_CASE("one operation in a format wide enough is that operation") {
  CHECK(narrowed("*", Format::Binary16, Format::Binary32) == "a * b");
  CHECK(narrowed("-*", Format::Binary16, Format::Binary32) == "-(a * b)");
  CHECK(narrowed("sqrt", Format::Binary32, Format::Binary64) == "sqrt(a)");
  CHECK(narrowed("two", Format::Binary16, Format::Binary32) == "");
  // Its subnormal numbers are rounded twice.
  CHECK(narrowed("*", Format::BFloat16, Format::Binary32) == "");
}

TEST_CASE("operations of binary16 in binary32, rounded back, have its bits") {
  const auto in32 = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  unsigned checked = 0;
  for (unsigned i = 1; i < 0x7c00; i += 7)
    for (unsigned j = 1; j < 0x7c00; j += 53) {
      const double a = std::ldexp(i < 1024 ? i : 1024 + i % 1024, i < 1024 ? -24 : static_cast<int>(i / 1024) - 25);
      const double b = std::ldexp(j < 1024 ? j : 1024 + j % 1024, j < 1024 ? -24 : static_cast<int>(j / 1024) - 25);
      REQUIRE(format::roundTo(Format::Binary16, in32(a * b)) == format::roundTo(Format::Binary16, a * b));
      REQUIRE(format::roundTo(Format::Binary16, in32(a + b)) == format::roundTo(Format::Binary16, a + b));
      REQUIRE(format::roundTo(Format::Binary16, in32(a - b)) == format::roundTo(Format::Binary16, a - b));
      // A quotient in binary64 is rounded once more, from 53 digits, which decides none of the 11.
      REQUIRE(format::roundTo(Format::Binary16, in32(a / b)) == format::roundTo(Format::Binary16, a / b));
      ++checked;
    }
  CHECK(checked > 2'000'000);
}
