// Equality over the reals against an independent judge: MPFR at 250 bits.
#include "random_rewrites.h"
#include "runtime/order/equality.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::order;

namespace {

bool equal(const Graph &graph, NodeId left, NodeId right) { return equalOverReals(graph, left, right) == RealEquality::Equal; }

} // namespace

TEST_CASE("random algebraic rewrites are found equal, and MPFR agrees") {
  const unsigned cases = propertyCases(100'000, 3'000);
  unsigned judged = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    Graph graph;
    RandomExpressions expressions(graph, seed, {.everything = false, .operations = 8});
    const NodeId node = expressions.expression();
    const NodeId rewritten = Rewriter(graph, seed).rewrite(node);
    const Judgement truth = judge(graph, node, rewritten, seed);
    if (truth == Judgement::Undecided)
      continue;
    ++judged;
    if (truth == Judgement::Differ)
      FAIL("the rewriting is wrong, seed " << seed << ": " << printInfix(graph, node) << " and " << printInfix(graph, rewritten));
    if (!equal(graph, node, rewritten))
      FAIL("seed " << seed << " not shown equal: " << printInfix(graph, node) << " and " << printInfix(graph, rewritten));
  }
  MESSAGE(judged << " judged of " << cases << " cases; FPORDER_FULL=1 draws 100000");
  CHECK(judged > cases / 3);
}

TEST_CASE("what MPFR tells apart is never found equal, and what it cannot is") {
  const unsigned cases = propertyCases(100'000, 3'000);
  unsigned different = 0, same = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    Graph graph;
    RandomExpressions expressions(graph, seed, {.everything = false, .operations = 6});
    const NodeId node = expressions.expression();
    const NodeId other = perturbed(graph, node, expressions);
    const Judgement truth = judge(graph, node, other, seed);
    if (truth == Judgement::Undecided)
      continue;
    ++(truth == Judgement::Differ ? different : same);
    if (equal(graph, node, other) != (truth == Judgement::Agree))
      FAIL("seed " << seed << (truth == Judgement::Agree ? " not shown equal: " : " found equal: ") << printInfix(graph, node) << " and "
                   << printInfix(graph, other));
  }
  MESSAGE(different << " different, " << same << " equal of " << cases << " cases; FPORDER_FULL=1 draws 100000");
  CHECK(different > cases / 3);
}
