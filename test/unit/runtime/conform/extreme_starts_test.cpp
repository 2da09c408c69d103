#include "runtime/conform/extreme_starts.h"
#include "written_procedure.h"

#include <limits>

using namespace fporder;
using namespace fporder::conform;
using order::ReductionKind;

namespace {

bool isBoundOf(double value, ReductionKind kind, format::Format format = format::Format::Binary32) {
  order::Graph graph;
  return isBound(graph, graph.constant(order::Number::fromDouble(value), {format}), kind);
}

} // namespace

TEST_CASE("a bound is a number that data does not reach") {
  constexpr double infinity = std::numeric_limits<double>::infinity(), lowest = std::numeric_limits<float>::lowest();
  for (const double value : {-infinity, lowest, -1e38, -1e30, -1e20})
    CHECK(isBoundOf(value, ReductionKind::Max));
  for (const double value : {infinity, -lowest, 0.0, -1e9, -10.0})
    CHECK_FALSE(isBoundOf(value, ReductionKind::Max));
  CHECK(isBoundOf(infinity, ReductionKind::Min));
  CHECK_FALSE(isBoundOf(-infinity, ReductionKind::Min));
  CHECK(isBoundOf(-65504, ReductionKind::Max, format::Format::Binary16)); // its last number
  CHECK_FALSE(isBoundOf(-65504, ReductionKind::Max));
}

TEST_CASE("negated constants are numbers") {
  order::Graph graph;
  const order::NodeId large = graph.constant(order::Number::fromDouble(1e30), binary32);
  CHECK(isBound(graph, graph.unary(order::Op::Neg, large, binary32), ReductionKind::Max));
  CHECK_FALSE(isBound(graph, graph.input("x", binary32), ReductionKind::Max));
}

TEST_CASE("a maximum from a bound and from its first term is one order") {
  const std::string_view own = "max<sequential>(i, x[i], x[0], n)";
  CHECK(comparedFormulas(own, "max<sequential>(i, x[i], -1e30, n)").verdict == Verdict::SameOrder);
  CHECK(comparedFormulas("min<sequential>(i, x[i], x[0], n)", "min<sequential>(i, x[i], 1e30, n)").verdict == Verdict::SameOrder);
  for (const std::string_view other : {"max<sequential>(i, x[i], -10, n)", "max<sequential>(i, x[i], 1e30, n)",
                                       "max<sequential>(i, x[i + 1], -1e30, n)", "max<sequential>(i, x[i + 1], x[0], n)"})
    CHECK(comparedFormulas(own, other).verdict != Verdict::SameOrder);
}
