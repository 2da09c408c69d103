#include "runtime/conform/flat_sums.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

constexpr order::ValueType whole{format::Format::Integer, order::Shape::Scalar};

/// The sum over t below `parts` of the sums over k below 16 of x[`index`], flattened.
std::string flattened(const std::string &index, const std::string &parts, std::vector<std::string> &assumed) {
  order::Graph graph;
  const auto parsed = [&](const std::string &text, order::ValueType type) { return std::get<order::NodeId>(order::parseInfix(text, graph, type)); };
  order::NodeId sum = parsed("sum(t, sum(k, x[" + index + "], 0, 16), 0, 8)", binary32);
  const order::ReduceOperands outer = order::reduceOperands(graph, sum), inner = order::reduceOperands(graph, outer.term);
  const order::NodeId insideOperands[]{inner.initial, inner.term, graph.constant(order::Number::fromInteger(16), whole)};
  const order::NodeId operands[]{outer.initial, graph.withOperands(outer.term, insideOperands), parsed(parts, whole)};
  return order::printInfix(graph, flatSums(graph, graph.withOperands(sum, operands), assumed));
}

} // namespace

TEST_CASE("tiles and strides are one sum") {
  std::vector<std::string> assumed;
  CHECK(flattened("16 * t + k", "m", assumed).find("x[k], 0, 16 * m)") != std::string::npos);
  CHECK(flattened("t + m * k", "m", assumed).find("x[k], 0, 16 * m)") != std::string::npos);
  CHECK(assumed.empty());
  CHECK(flattened("16 * t + k", "n / 16", assumed).find("x[k], 0, n)") != std::string::npos);
  CHECK(assumed.size() == 1);
}

TEST_CASE("sums in parts whose terms are others stay as they are") {
  std::vector<std::string> assumed;
  for (const std::string index : {"8 * t + k", "16 * t + 2 * k", "(16 * t + k) / 2", "t"}) {
    const std::string printed = flattened(index, "m", assumed);
    INFO(printed);
    CHECK(printed.find("16 * m") == std::string::npos);
  }
}
