#include "runtime/order/substitution.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType binary64{format::Format::Binary64, Shape::Scalar};

/// `text` with `z` in place of each input called `name`.
std::string without(Graph &graph, const char *text, const std::string &name) {
  const NodeId root = std::get<NodeId>(parseInfix(text, graph, binary64)), z = graph.input("z", binary64);
  return printInfix(graph, substituted(graph, root, [&](NodeId node) {
                      return graph[node].op == Op::Input && graph.symbol(node) == name ? std::optional(z) : std::nullopt;
                    }));
}

} // namespace

TEST_CASE("all of a node's uses are replaced, in sums and recurrences as well") {
  Graph graph;
  CHECK(without(graph, "a * b + sqrt(a - c)", "a") == "z * b + sqrt(z - c)");
  CHECK(without(graph, "sum(i, a * x[i], a, n)", "a") == "sum(i, z * x[i], z, n)");
  CHECK(without(graph, "recurrence(k, v = a; v * a + x[k]; n)", "a") == "recurrence(k, v = z; v * z + x[k]; n)");
}

TEST_CASE("what does not change is shared, and what is replaced by itself is not looked into") {
  Graph graph;
  const NodeId root = std::get<NodeId>(parseInfix("(a + b) * (c + d)", graph, binary64)), left = graph.operand(root, 0);
  unsigned visited = 0;
  const auto same = [&](NodeId node) {
    ++visited;
    return node == left ? std::optional(node) : std::nullopt;
  };
  CHECK(substituted(graph, root, same) == root);
  CHECK(visited == 7); // neither a nor b; operations are met twice
}

TEST_CASE("a deep expression costs memory, not stack") {
  Graph graph;
  NodeId deep = graph.input("a", binary64);
  for (int level = 0; level < 100'000; ++level)
    deep = graph.unary(Op::Neg, graph.unary(Op::Sqrt, deep, binary64), binary64);
  const NodeId z = graph.input("z", binary64);
  CHECK(substituted(graph, deep, [&](NodeId node) { return graph[node].op == Op::Input ? std::optional(z) : std::nullopt; }) != deep);
}
