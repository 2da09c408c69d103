#include "analyzer/frontend/loops/loop.h"

#include <doctest/doctest.h>

using fporder::frontend::Loop;
using fporder::frontend::LoopTable;

TEST_CASE("a loop is a statement in an activation") {
  LoopTable loops;
  const int first = 0, second = 0;
  Loop &loop = loops.of(1, &first);
  CHECK(loop.number == 1);
  CHECK(&loops.of(1, &first) == &loop);
  CHECK(loops.of(2, &first).number == 2);
  CHECK(loops.of(1, &second).number == 3);
  CHECK(&loops[1] == &loop);
}

TEST_CASE("numbers of no loop have no facts") {
  LoopTable loops;
  const int statement = 0;
  CHECK(loops.reserve() == 1);
  CHECK(loops.of(0, &statement).number == 2);
  CHECK(loops.reserve() == 3);
  CHECK(loops.find(1) == nullptr);
  CHECK(loops.find(2) != nullptr);
  CHECK(loops.find(3) == nullptr);
  CHECK(loops.find(99) == nullptr);
  CHECK(loops.all().size() == 1);
}

TEST_CASE("entries are counted, and loops know their last one") {
  LoopTable loops;
  const int first = 0, second = 0;
  Loop &outer = loops.of(0, &first), &inner = loops.of(0, &second);
  CHECK_FALSE(loops.wasEnteredSince(outer.number, 0));
  loops.enter(outer);
  loops.enter(inner);
  loops.enter(inner);
  CHECK(loops.entries() == 3);
  CHECK(loops.wasEnteredSince(outer.number, 0));
  CHECK_FALSE(loops.wasEnteredSince(outer.number, 1));
  CHECK(loops.wasEnteredSince(inner.number, 2));
  CHECK(loops.enteredSince(1) == llvm::ArrayRef<std::uint32_t>({inner.number, inner.number}));
  CHECK_FALSE(loops.wasEnteredSince(77, 0));
}
