#include "random_expressions.h"
#include "runtime/order/fpcore.h"

#include <doctest/doctest.h>

#include <set>

using namespace fporder::order;

namespace {

bool isNamedLeaf(Op op) { return op == Op::Input || op == Op::Opaque || op == Op::LoopValue || op == Op::LoopIndex; }

/// The first difference in operations, casts or order between an expression and what was read back from its infix text; empty when there is none.
std::string difference(const Graph &written, NodeId root, const Graph &read, NodeId rootRead) {
  std::vector<std::pair<NodeId, NodeId>> pending{{root, rootRead}};
  std::set<std::pair<NodeId, NodeId>> seen;
  while (!pending.empty()) {
    const auto [left, right] = pending.back();
    pending.pop_back();
    if (!seen.insert({left, right}).second)
      continue;
    const Node a = written[left], b = read[right];
    if (isNamedLeaf(a.op) && isNamedLeaf(b.op)) {
      // Loop indices may be renamed apart; every other leaf keeps spelling and version.
      if (a.op != Op::LoopIndex && (written.symbol(left) != read.symbol(right) || a.version != b.version))
        return "leaf " + std::string(written.symbol(left)) + " became " + std::string(read.symbol(right));
      continue;
    }
    if (a.op != b.op || written.symbol(left) != read.symbol(right) || a.operandCount != b.operandCount)
      return std::string(name(a.op)) + " " + std::string(written.symbol(left)) + " became " + std::string(name(b.op)) + " " +
             std::string(read.symbol(right));
    if (a.op == Op::Constant && written.number(left) != read.number(right))
      return "number " + written.number(left).text() + " became " + read.number(right).text();
    if (a.op == Op::Cast && (a.rounding != b.rounding || a.type.format != b.type.format))
      return "a cast changed";
    if (a.op == Op::Reduce) {
      const Reduction &one = written.reduction(left), &other = read.reduction(right);
      if (one.kind != other.kind || one.schedule != other.schedule || one.width != other.width)
        return "a reduction changed";
    }
    for (unsigned operand = 0; operand < a.operandCount; ++operand)
      pending.emplace_back(written.operand(left, operand), read.operand(right, operand));
  }
  return {};
}

} // namespace

TEST_CASE("FPCore is lossless apart from places") {
  const unsigned cases = propertyCases(100'000, 5'000);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Graph graph;
    RandomExpressions expressions(graph, seed, {});
    const NodeId node = expressions.expression();
    const std::string text = printFpcore(graph, node, seed % 3 == 0 ? "a name" : seed % 3 == 1 ? "kernel" : "");
    const auto result = parseFpcore(text, graph);
    if (const auto *error = std::get_if<SyntaxError>(&result))
      FAIL("seed " << seed << ": " << error->message << " at " << error->offset << " in\n" << text);
    if (std::get<NodeId>(result) != node)
      FAIL("seed " << seed << " changed:\n" << text << "\n" << printFpcore(graph, std::get<NodeId>(result)));
    Graph fresh;
    const auto second = parseFpcore(text, fresh);
    if (printFpcore(fresh, std::get<NodeId>(second)) != printFpcore(graph, node))
      FAIL("seed " << seed << " prints differently from a fresh graph:\n" << text);
  }
  MESSAGE(cases << " of 100000 random expressions (FPORDER_FULL=1 runs all)");
}

TEST_CASE("infix keeps operations, casts and order") {
  const unsigned cases = propertyCases(100'000, 5'000);
  InfixOptions options;
  options.showExactCasts = true;
  for (unsigned seed = 0; seed < cases; ++seed) {
    Graph graph, read;
    RandomExpressions expressions(graph, seed, {});
    const NodeId node = expressions.expression();
    const std::string text = printInfix(graph, node, options);
    const auto result = parseInfix(text, read, RandomExpressions::binary64);
    if (const auto *error = std::get_if<SyntaxError>(&result))
      FAIL("seed " << seed << ": " << error->message << " at " << error->offset << " in\n" << text);
    const std::string changed = difference(graph, node, read, std::get<NodeId>(result));
    if (!changed.empty())
      FAIL("seed " << seed << ": " << changed << " in\n" << text);
  }
  MESSAGE(cases << " of 100000 random expressions (FPORDER_FULL=1 runs all)");
}
