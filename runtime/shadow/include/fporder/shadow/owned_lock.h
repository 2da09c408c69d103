// A lock for data that one thread uses all the time and others hardly ever: the owner takes it with plain stores and loads, the visitor pays.
//
// This is Dekker's mutual exclusion: each side announces itself, then looks at the other. The order of the two needs a full fence on both sides.
// Where the kernel can make every running thread pass a fence (membarrier(2), Linux 4.14), the visitor asks for that, and the owner's fence binds the
// compiler only. Visitors exclude each other by other means.
#pragma once

#include <atomic>
#include <thread>

#if defined(__linux__) && __has_include(<linux/membarrier.h>) && __has_include(<linux/version.h>)
#include <linux/membarrier.h>
#include <linux/version.h>
#include <sys/syscall.h>
#include <unistd.h>
#if LINUX_VERSION_CODE >= KERNEL_VERSION(4, 14, 0)
#define FPORDER_SHADOW_MEMBARRIER(COMMAND) ::syscall(SYS_membarrier, COMMAND, 0, 0)
#endif
#endif

namespace fporder::shadowing {

class OwnedLock {
public:
  /// To be called before the first use of any.
  static void prepare() {
#ifdef FPORDER_SHADOW_MEMBARRIER
    fencesRemotely = FPORDER_SHADOW_MEMBARRIER(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
#endif
  }

  void lock() {
    inside.store(true, std::memory_order_relaxed);
    if (fencesRemotely)
      std::atomic_signal_fence(std::memory_order_seq_cst);
    else
      std::atomic_thread_fence(std::memory_order_seq_cst);
    if (wanted.load(std::memory_order_acquire))
      giveWay();
  }
  void unlock() { inside.store(false, std::memory_order_release); }

  void lockAsVisitor() {
    wanted.store(true, std::memory_order_seq_cst);
    fenceEverywhere();
    while (inside.load(std::memory_order_acquire))
      std::this_thread::yield();
  }
  void unlockAsVisitor() { wanted.store(false, std::memory_order_release); }

private:
  void giveWay() {
    do {
      inside.store(false, std::memory_order_release);
      while (wanted.load(std::memory_order_acquire))
        std::this_thread::yield();
      inside.store(true, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_seq_cst);
    } while (wanted.load(std::memory_order_acquire));
  }
  static void fenceEverywhere() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
#ifdef FPORDER_SHADOW_MEMBARRIER
    if (!fencesRemotely || FPORDER_SHADOW_MEMBARRIER(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0)
      return;
    FPORDER_SHADOW_MEMBARRIER(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); // a process made by fork may have to ask anew
    FPORDER_SHADOW_MEMBARRIER(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
#endif
  }

  static inline bool fencesRemotely = false;
  std::atomic<bool> inside = false, wanted = false;
};

/// The visitor's side, for std::lock_guard.
class Visit {
public:
  explicit Visit(OwnedLock &of) : visited(of) { visited.lockAsVisitor(); }
  Visit(const Visit &) = delete;
  Visit &operator=(const Visit &) = delete;
  ~Visit() { visited.unlockAsVisitor(); }

private:
  OwnedLock &visited;
};

#undef FPORDER_SHADOW_MEMBARRIER

} // namespace fporder::shadowing
