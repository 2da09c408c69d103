#include "runtime/order/expression_tree.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::order;

namespace {

struct Shown {
  explicit Shown(std::string_view text, std::size_t most = 40) {
    const Parsed<NodeId> parsed = parseInfix(text, graph, {format::Format::Binary32, Shape::Scalar});
    REQUIRE(std::holds_alternative<NodeId>(parsed));
    tree = expressionTree(graph, std::get<NodeId>(parsed), most);
    for (const TreeNode &node : tree)
      symbols += (symbols.empty() ? "" : " ") + nodeSymbol(graph, node.node);
  }
  Graph graph;
  std::vector<TreeNode> tree;
  std::string symbols;
};

} // namespace

TEST_CASE("operands stand before what uses them, in their order") {
  const Shown shown("a * b / (sqrt(c) + 2)");
  CHECK(shown.symbols == "a b × c √ 2 + ÷");
  REQUIRE(shown.tree.size() == 8);
  CHECK(shown.tree.back().parent == SIZE_MAX);
  CHECK(shown.tree[0].parent == 2);
  CHECK(shown.tree[2].parent == 7);
  CHECK(shown.tree[0].leaf);
  CHECK_FALSE(shown.tree[4].leaf);
}

TEST_CASE("what is used twice stands there twice, an index not at all, of a sum its term") {
  CHECK(Shown("(a + b) * (a + b)").symbols == "a b + a b + ×");
  CHECK(Shown("x[i + 1] - y").symbols == "x y −");
  CHECK(Shown("recurrence(k, v = a, m = b; v * m, m + c; n)").symbols == "v m × m c + loop");
  CHECK(Shown("sum(i, x[i] * y[i], 0, n)").symbols == "x y × Σ");
}

TEST_CASE("a tree that is too large is none") {
  CHECK(Shown("a * b + c", 5).tree.size() == 5);
  CHECK(Shown("a * b + c", 4).tree.empty());
}
