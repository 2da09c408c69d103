#include "analyzer/check/isolated_jobs.h"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

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

TEST_CASE("what is not done at the deadline is left out and named, and goes on beside") {
  // Shared with threads that outlive the call.
  static std::atomic<bool> release{false};
  static std::atomic<int> ended{0};
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::vector<CrashedJob> lost = runIsolated(
      6, 2,
      [](std::size_t index) {
        while (index >= 2 && !release)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++ended;
      },
      {}, start + std::chrono::milliseconds(200));
  CHECK(Clock::now() - start >= std::chrono::milliseconds(200));
  CHECK(ended == 2);
  REQUIRE(lost.size() == 4);
  for (std::size_t i = 0; i < lost.size(); ++i) {
    CHECK(lost[i].index == i + 2);
    CHECK(lost[i].leftOut);
  }
  // Jobs that had begun end; the others never begin.
  release = true;
  for (int wait = 0; ended < 4 && wait < 10000; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(ended == 4);
  // Crashes are still caught afterwards.
  CHECK(runIsolated(1, 1, [](std::size_t) { raise(SIGSEGV); }).size() == 1);
}

TEST_CASE("jobs that are done before the deadline are not affected by it") {
  CHECK(runIsolated(20, 3, [](std::size_t) {}, {}, std::chrono::steady_clock::now() + std::chrono::hours(1)).empty());
}
