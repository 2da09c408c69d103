#include "analyzer/check/waking/conditions.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

/// The branches open after all # lines of `text`.
std::vector<ConditionalBranch> openIn(const std::string &text) {
  const SourceTokens source(text);
  const llvm::ArrayRef<SourceToken> all = source.all();
  ConditionStack stack;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t length = 1;
    while (i + length < all.size() && !all[i + length].startsLine)
      ++length;
    if (all[i].inDirective)
      stack.directive(all.slice(i, length));
    i += length;
  }
  return stack.branches();
}

std::vector<MacroUse> macrosIn(const std::string &text) {
  const std::vector<ConditionalBranch> branches = openIn(text);
  REQUIRE(branches.size() == 1);
  return branches.front().macros;
}

} // namespace

TEST_CASE("conditions: a macro is wanted unless it is negated") {
  CHECK(macrosIn("#ifdef A\n") == std::vector<MacroUse>{{"A", true}});
  CHECK(macrosIn("#ifndef A\n") == std::vector<MacroUse>{{"A", false}});
  CHECK(macrosIn("#if defined(A) && !defined(B) && !C && D\n") == std::vector<MacroUse>{{"A", true}, {"B", false}, {"C", false}, {"D", true}});
  CHECK(macrosIn("#if !(defined A || !defined(B)) && C\n") == std::vector<MacroUse>{{"A", false}, {"B", true}, {"C", true}});
  CHECK(macrosIn("#if !!A\n") == std::vector<MacroUse>{{"A", true}});
  CHECK(macrosIn("#if defined(A) && \\\n    defined(B)\n") == std::vector<MacroUse>{{"A", true}, {"B", true}});
}

TEST_CASE("conditions: later branches ask for the contrary of those before them") {
  CHECK(macrosIn("#ifdef A\n#else\n") == std::vector<MacroUse>{{"A", false}});
  CHECK(macrosIn("#ifndef A\n#else\n") == std::vector<MacroUse>{{"A", true}});
  CHECK(macrosIn("#if A\n#elif defined(B)\n") == std::vector<MacroUse>{{"B", true}, {"A", false}});
  CHECK(macrosIn("#if A\n#elif B\n#else\n") == std::vector<MacroUse>{{"B", false}, {"A", false}});
  CHECK(macrosIn("#ifdef A\n#elifndef B\n") == std::vector<MacroUse>{{"B", false}, {"A", false}});
}

TEST_CASE("conditions: branches nest, and close") {
  const std::vector<ConditionalBranch> open = openIn("#if A\nint x;\n#if B\n#endif\n#ifdef C\n#define A 1\n");
  REQUIRE(open.size() == 2);
  CHECK(open[0].condition == "A");
  CHECK(open[0].line == 1);
  CHECK(open[1].condition == "C");
  CHECK(open[1].line == 5);
  CHECK(openIn("#endif\n#else\n#elif A\n#\n# 1 \"x\"\n").empty());
}
