#include "analyzer/check/isolated_jobs.h"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>

using namespace fporder::check;

namespace {

/// Uses about 250 bytes of stack a level.
__attribute__((noinline)) int recurse(int depth) {
  volatile char frame[200];
  frame[0] = char(depth);
  return depth == 0 ? frame[0] : recurse(depth - 1) + frame[0];
}

} // namespace

TEST_CASE("every job runs once, whatever the number of workers") {
  for (unsigned workers : {1u, 2u, 7u, 200u}) {
    std::vector<std::atomic<int>> runs(100);
    int finished = 0;
    std::vector<CrashedJob> crashes = runIsolated(100, workers, [&](std::size_t index) { ++runs[index]; }, [&](std::size_t) { ++finished; });
    CHECK(crashes.empty());
    CHECK(finished == 100);
    for (std::atomic<int> &count : runs)
      CHECK(count == 1);
  }
}

TEST_CASE("no jobs at all") {
  CHECK(runIsolated(0, 4, [](std::size_t) {}).empty());
}

TEST_CASE("a job has a much larger stack than the process") {
  int result = 1;
  std::vector<CrashedJob> crashes = runIsolated(1, 1, [&](std::size_t) { result = recurse(200000); }); // about 50 MB
  CHECK(crashes.empty());
  CHECK(result != 1);
}

TEST_CASE("crashes end their job only and are named") {
  std::atomic<int> good{0};
  std::vector<CrashedJob> crashes = runIsolated(12, 2, [&](std::size_t index) {
    if (index == 1)
      recurse(1 << 30);
    else if (index == 4)
      std::abort();
    else if (index == 7)
      raise(SIGSEGV);
    else
      ++good;
  });
  CHECK(good == 9);
  REQUIRE(crashes.size() == 3);
  CHECK(crashes[0].index == 1);
  CHECK(crashes[0].reason.find("stack overflow") == 0);
  CHECK(crashes[1].index == 4);
  CHECK(crashes[1].reason == "abort");
  CHECK(crashes[2].index == 7);
  CHECK(crashes[2].reason == "segmentation fault");
}
