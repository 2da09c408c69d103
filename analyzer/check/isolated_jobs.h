// Running jobs side by side such that a crash of one loses nothing of the others.
//
// Clang overflows an ordinary stack on legal inputs (an expression of 100,000 terms) and can crash on others. Each job therefore runs on a thread
// with a very large, lazily committed stack, and a fatal signal ends that job alone: the signal handler, on its own small stack, parks the thread for
// ever and wakes the caller. The thread is never resumed or unwound, since it may hold a lock of the allocator; what it had allocated is lost.
//
// A job that is not done when time is up cannot be stopped either. Its thread goes on beside whatever the caller does next, until the process ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

struct CrashedJob {
  std::size_t index = 0;
  std::string reason;   // "stack overflow (1024 MiB)", "segmentation fault", "abort", ...
  bool leftOut = false; // it did not crash, there was no time for it
};

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// Calls `job(i)` for every i in [0, count), at most `workers` at a time, in order of i, and returns when all have ended. `finished(i)` is called on
/// the calling thread after job i has returned, in completion order; never for those in the result, which is sorted by index: the crashed ones, and
/// those not done at the deadline. If there are any, the process should end by _exit. With a deadline, all that `job` refers to must live until then.
std::vector<CrashedJob> runIsolated(std::size_t count, unsigned workers, const std::function<void(std::size_t)> &job,
                                    const std::function<void(std::size_t)> &finished = {}, Deadline deadline = std::nullopt);

} // namespace fporder::check
