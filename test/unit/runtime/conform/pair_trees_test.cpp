#include "runtime/conform/pair_trees.h"

#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

/// Labels in the tree's order, what differs in brackets.
std::string shown(const std::vector<MarkedNode> &tree) {
  std::string text;
  for (const MarkedNode &node : tree)
    text += (text.empty() ? "" : " ") + (node.differs ? "[" + node.label + "]" : node.label);
  return text;
}

} // namespace

TEST_CASE("what the other side does not compute is marked") {
  const Conformance found = comparedFormulas("w - lr * m / (sqrt(v) + eps)", "w - lr * (m / (sqrt(v) + eps))");
  REQUIRE(found.trees);
  CHECK(shown(found.trees->implementation) == "lr m [×] v √ eps + [÷]");
  CHECK(shown(found.trees->reference) == "lr m v √ eps + [÷] [×]");
  CHECK(found.trees->implementation.back().parent == SIZE_MAX);
}

TEST_CASE("leaves have the names of their side") {
  const Conformance found = comparedFormulas("a + t * (b - a)", "(1 - s) * x + s * y");
  if (found.trees)
    CHECK(shown(found.trees->reference).find('t') == std::string::npos);
  const Conformance renamed = comparedFormulas("(p * q) / r", "p * (q / s)");
  REQUIRE(renamed.trees);
  CHECK(shown(renamed.trees->implementation) == "p q [×] r [÷]");
  CHECK(shown(renamed.trees->reference) == "p q s [÷] [×]");
}

TEST_CASE("what has no difference has no trees, nor what is too large to be drawn") {
  CHECK_FALSE(comparedFormulas("a * b", "b * a").trees);
  std::string left = "x0", right = "x39";
  for (int i = 1; i < 40; ++i) {
    left = "(" + left + " + x" + std::to_string(i) + ")";
    right = "(" + right + " + x" + std::to_string(39 - i) + ")";
  }
  const Conformance wide = comparedFormulas(left, right);
  CHECK((!wide.trees || wide.trees->implementation.size() <= 40));
}
