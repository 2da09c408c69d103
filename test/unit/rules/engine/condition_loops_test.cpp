#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;
using order::Op;
using test::RuleDirectory;

namespace {

constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar};

bool found(const std::string &pattern, const std::string &condition, order::Procedure &procedure) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", "match: '" + pattern + "'\nwhere: ['" + condition + "']\n");
  return !directory.load().match(procedure).empty();
}

bool holds(const std::string &pattern, const std::string &condition, const std::string &statements) {
  order::Procedure procedure = test::procedureOf(statements);
  return found(pattern, condition, procedure);
}

/// A loop that sums up the product of each element and a value that it carries; `sums`: that value is a sum over the elements.
bool recurs(bool sums) {
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;
  const std::uint32_t loop = graph.freshLoop();
  const NodeId index[] = {graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "k", .version = loop})};
  const NodeId element = graph.intern({.op = Op::Element, .type = binary64, .operands = index, .symbol = "x"});
  const NodeId carried = graph.intern({.op = Op::LoopValue, .type = binary64, .symbol = "m", .version = loop});
  const NodeId zero = graph.constant(order::Number::fromInteger(0), binary64);
  const order::Reduction reduction{.loop = loop};
  order::Place where;
  where.file = graph.addFile("test.cpp");
  where.line = 1;
  const order::PlaceId update = graph.addPlace(where);
  graph.binary(Op::Add, carried, element, binary64, update);
  const NodeId product[] = {zero, graph.binary(Op::Mul, carried, element, binary64)}, plain[] = {zero, element};
  procedure.computations.push_back({graph.intern({.op = Op::Reduce, .type = binary64, .operands = product, .reduction = &reduction}), 0, {}});
  if (sums)
    procedure.computations.push_back(
        {graph.intern({.op = Op::Reduce, .type = binary64, .operands = plain, .reduction = &reduction, .place = update}), 0, {}});
  return found("sum(i, f, init)", "recurrent(f)", procedure);
}

} // namespace

TEST_CASE("condition loops: terms are counted by a constant of the same value, and by nothing where there is no sum") {
  CHECK(holds("sum(i, x) / n", "counts_terms(n)", "s = sum(k, x[k], 0, 8) / 8"));
  CHECK(holds("sum(i, x) / n", "counts_terms(n)", "m = cast<binary128>(n); s = sum(k, x[k], 0, n) / m"));
  CHECK_FALSE(holds("a / n", "counts_terms(n)", "s = x / n"));
}

TEST_CASE("condition loops: a value that a loop carries is a recurrence unless it is a sum") {
  CHECK(recurs(false));
  CHECK_FALSE(recurs(true));
  CHECK_FALSE(holds("sum(i, f, init)", "recurrent(f)", "s = sum(k, x[k] * y)"));
}
