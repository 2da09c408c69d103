// Work shared out over threads whose results are taken in order, so that they do not depend on how many threads there are.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace fporder::measure {

/// work(i) for i in 0 .. count - 1 on `threads` threads, take(i, result) in the order of i, one at a time. At most `threads` results wait at once.
template <typename Part, typename Work, typename Take> void inOrder(std::uint64_t count, unsigned threads, const Work &work, const Take &take) {
  if (threads <= 1 || count <= 1) {
    for (std::uint64_t i = 0; i < count; ++i)
      take(i, work(i));
    return;
  }
  std::atomic<std::uint64_t> next = 0;
  std::uint64_t taken = 0;
  std::mutex mutex;
  std::condition_variable turn;
  const auto run = [&] {
    for (std::uint64_t i = next++; i < count; i = next++) {
      const Part part = work(i);
      std::unique_lock lock(mutex);
      turn.wait(lock, [&] { return taken == i; });
      take(i, part);
      ++taken;
      turn.notify_all();
    }
  };
  std::vector<std::jthread> pool;
  for (unsigned t = 0; t < threads; ++t)
    pool.emplace_back(run);
}

} // namespace fporder::measure
