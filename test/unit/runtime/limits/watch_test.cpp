#include "runtime/limits/watch.h"

#include <doctest/doctest.h>

#include <thread>
#include <vector>

using namespace fporder::limits;

using Hits = std::vector<Watch::Hit>;

TEST_CASE("a limit is noted once, where it was reached first") {
  const Watch watch(7);
  Watch::note(Limit::SumTerms);
  {
    const Here here(8);
    Watch::note(Limit::SumTerms);
    Watch::note(Limit::LoopWrites);
    const Here inner(9);
    Watch::note(Limit::NestParts);
  }
  Watch::note(Limit::IndexSize);
  CHECK(watch.hits() == Hits{{Limit::SumTerms, 7}, {Limit::LoopWrites, 8}, {Limit::NestParts, 9}, {Limit::IndexSize, 7}});
}

TEST_CASE("a watch inside of another one collects in its place") {
  const Watch outer(1);
  const Here here(2);
  {
    const Watch inner(3);
    Watch::note(Limit::SumTerms);
    const Here deeper(4);
    Watch::note(Limit::NestParts);
    CHECK(inner.hits() == Hits{{Limit::SumTerms, 3}, {Limit::NestParts, 4}});
  }
  CHECK(outer.hits().empty());
  Watch::note(Limit::SumTerms);
  CHECK(outer.hits() == Hits{{Limit::SumTerms, 2}});
}

TEST_CASE("what is noted without a watch, or on another thread, is dropped") {
  {
    const Here here(1);
  }
  Watch::note(Limit::SumTerms);
  const Watch watch(0);
  std::thread([] { Watch::note(Limit::SumTerms); }).join();
  CHECK(watch.hits().empty());
}
