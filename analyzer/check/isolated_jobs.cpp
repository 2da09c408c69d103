#include "analyzer/check/isolated_jobs.h"

#include "analyzer/check/thread_confinement.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace fporder::check {
namespace {

constexpr std::size_t mebibyte = std::size_t(1) << 20;
constexpr std::size_t guardSize = mebibyte; // frames larger than a page must not jump over it
constexpr std::size_t signalStackSize = mebibyte / 16;
constexpr int fatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};

/// A stack for one worker thread, committed page by page as it is used.
class LargeStack {
public:
  LargeStack() {
    // The first size that the address space limit (ulimit -v) allows.
    for (std::size_t candidate : {1024 * mebibyte, 256 * mebibyte, 64 * mebibyte, 16 * mebibyte}) {
      void *mapping = mmap(nullptr, candidate + guardSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (mapping == MAP_FAILED)
        continue;
      mprotect(mapping, guardSize, PROT_NONE);
      base = static_cast<char *>(mapping);
      bytes = candidate;
      return;
    }
    llvm::report_fatal_error("no memory for a thread's stack");
  }
  ~LargeStack() { munmap(base, bytes + guardSize); }
  LargeStack(const LargeStack &) = delete;
  LargeStack &operator=(const LargeStack &) = delete;

  void *lowest() const { return base + guardSize; }
  std::size_t size() const { return bytes; }
  bool inGuard(const void *address) const { return address >= base && address < base + guardSize; }

private:
  char *base = nullptr;
  std::size_t bytes = 0;
};

class Run;

struct Worker {
  Run *run = nullptr;
  LargeStack stack;
  std::unique_ptr<char[]> signalStack{new char[signalStackSize]};
  pthread_t thread{};
  std::size_t index = 0; // the job it is at
  int signal = 0;        // what ended it
  const void *faultAddress = nullptr;
  std::atomic<bool> crashed{false};
  bool replaced = false;
};

thread_local Worker *currentWorker = nullptr;

/// One call of runIsolated.
class Run {
public:
  Run(std::size_t jobs, std::function<void(std::size_t)> function, Deadline limit)
      : job(std::move(function)), count(jobs), deadline(limit), settled(jobs, false) {
    sem_init(&events, 0, 0);
  }
  ~Run() { sem_destroy(&events); }

  std::vector<CrashedJob> execute(unsigned workerCount, const std::function<void(std::size_t)> &finished);
  void work(Worker &worker);
  void noteCrash() { sem_post(&events); }

private:
  void start();
  void collectFinished(const std::function<void(std::size_t)> &finished);
  void collectCrashed();
  /// Waits for a job's end; false when time is up first.
  bool wait();
  void leaveOutTheRest();

  const std::function<void(std::size_t)> job; // a copy: after the deadline it may outlive the call
  const std::size_t count;
  const Deadline deadline;
  std::vector<bool> settled; // jobs whose end the caller knows of
  std::atomic<std::size_t> next{0};
  sem_t events; // one post for each job ended, however it ended
  std::mutex mutex;
  std::vector<std::size_t> ended; // guarded by `mutex`
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<CrashedJob> crashes;
  std::size_t remaining = 0;
};

extern "C" void parkCrashedThread(int signal, siginfo_t *info, void *) {
  Worker *worker = currentWorker;
  if (!worker) { // not one of ours: die of it in the ordinary way
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  worker->signal = signal;
  worker->faultAddress = info->si_addr;
  worker->crashed.store(true, std::memory_order_release);
  worker->run->noteCrash(); // sem_post is async-signal-safe
  for (;;)
    pause();
}

/// Installs the handler for the scope's duration.
class FatalSignalHandlers {
public:
  FatalSignalHandlers() {
    struct sigaction action = {};
    action.sa_sigaction = parkCrashedThread;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < std::size(fatalSignals); ++i)
      sigaction(fatalSignals[i], &action, &previous[i]);
    // LLVM's own way to give up would end the process.
    llvm::install_fatal_error_handler([](void *, const char *, bool) { std::abort(); });
  }
  ~FatalSignalHandlers() {
    llvm::remove_fatal_error_handler();
    for (std::size_t i = 0; i < std::size(fatalSignals); ++i)
      sigaction(fatalSignals[i], &previous[i], nullptr);
  }
  FatalSignalHandlers(const FatalSignalHandlers &) = delete;
  FatalSignalHandlers &operator=(const FatalSignalHandlers &) = delete;

private:
  struct sigaction previous[std::size(fatalSignals)];
};

std::string describe(const Worker &worker) {
  if (worker.signal == SIGSEGV && worker.stack.inGuard(worker.faultAddress))
    return "stack overflow (" + std::to_string(worker.stack.size() / mebibyte) + " MiB)";
  switch (worker.signal) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic exception";
  case SIGILL:
    return "illegal instruction";
  case SIGABRT:
    return "abort";
  default:
    return "signal " + std::to_string(worker.signal);
  }
}

/// glibc extends the heap of a thread by one mprotect a page, and gives its end back whenever it is free. Asked for once and returned, the range
/// stays usable; pages are committed only when touched, large ones where the system has them: a parse touches tens of megabytes.
void reserveThreadHeap() {
  constexpr int half = 24 * static_cast<int>(mebibyte); // two of them fit the 64 MiB that a heap may have
  mallopt(M_MMAP_THRESHOLD, half + static_cast<int>(mebibyte));
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, half);                                                       // so do the heaps that follow a full one
  void *volatile first = std::malloc(half), *volatile second = std::malloc(half); // volatile: the compiler leaves them be
  for (void *part : {first, second}) {
    if (!part)
      continue; // ulimit -v
    constexpr std::uintptr_t page = 2 * mebibyte;
    const std::uintptr_t begin = llvm::alignTo(reinterpret_cast<std::uintptr_t>(part), page);
    const std::uintptr_t end = llvm::alignDown(reinterpret_cast<std::uintptr_t>(part) + half, page);
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE); // what the kernel has none for stays as it is
  }
  std::free(second);
  std::free(first);
}

void *workerMain(void *argument) {
  Worker &worker = *static_cast<Worker *>(argument);
  stack_t alternative = {};
  alternative.ss_sp = worker.signalStack.get();
  alternative.ss_size = signalStackSize;
  sigaltstack(&alternative, nullptr);
  currentWorker = &worker;
  reserveThreadHeap();
  (void)confineThread(); // a second barrier, where the kernel has it
  worker.run->work(worker);
  currentWorker = nullptr;
  alternative.ss_flags = SS_DISABLE;
  sigaltstack(&alternative, nullptr);
  return nullptr;
}

void Run::work(Worker &worker) {
  for (std::size_t index; (index = next.fetch_add(1)) < count;) {
    worker.index = index;
    job(index);
    {
      std::lock_guard lock(mutex);
      ended.push_back(index);
    }
    sem_post(&events);
  }
}

void Run::start() {
  auto worker = std::make_unique<Worker>();
  worker->run = this;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, worker->stack.lowest(), worker->stack.size());
  int error = pthread_create(&worker->thread, &attributes, workerMain, worker.get());
  pthread_attr_destroy(&attributes);
  if (error)
    llvm::report_fatal_error("cannot start a thread");
  workers.push_back(std::move(worker));
}

void Run::collectFinished(const std::function<void(std::size_t)> &finished) {
  std::vector<std::size_t> batch;
  {
    std::lock_guard lock(mutex);
    batch.swap(ended);
  }
  for (std::size_t index : batch) {
    --remaining;
    settled[index] = true;
    if (finished)
      finished(index);
  }
}

bool Run::wait() {
  timespec until{};
  if (deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline->time_since_epoch()).count();
    until = {left / 1'000'000'000, left % 1'000'000'000};
  }
  while (deadline ? sem_clockwait(&events, CLOCK_MONOTONIC, &until) : sem_wait(&events))
    if (errno != EINTR)
      return false;
  return true;
}

void Run::collectCrashed() {
  for (std::size_t i = 0; i < workers.size(); ++i) {
    Worker &worker = *workers[i];
    if (!worker.crashed.load(std::memory_order_acquire) || worker.replaced)
      continue;
    worker.replaced = true;
    --remaining;
    settled[worker.index] = true;
    crashes.push_back({worker.index, describe(worker)});
    if (next.load() < count)
      start();
  }
}

void Run::leaveOutTheRest() {
  next.store(count);
  for (std::size_t index = 0; index < count; ++index)
    if (!settled[index])
      crashes.push_back({index, "", true});
  for (std::unique_ptr<Worker> &worker : workers)
    worker->replaced = true; // perhaps still at work
}

std::vector<CrashedJob> Run::execute(unsigned workerCount, const std::function<void(std::size_t)> &finished) {
  remaining = count;
  for (std::size_t i = 0; i < std::min<std::size_t>(workerCount, count); ++i)
    start();
  bool inTime = true;
  while (remaining > 0 && inTime) {
    inTime = wait();
    collectFinished(finished);
    collectCrashed();
  }
  if (remaining > 0)
    leaveOutTheRest();
  // A replaced worker's thread is parked on its stack, or works on it, until the process ends: there is a crash to tell then, and the run is kept.
  for (const std::unique_ptr<Worker> &worker : workers)
    if (!worker->replaced)
      pthread_join(worker->thread, nullptr);
  std::sort(crashes.begin(), crashes.end(), [](const CrashedJob &a, const CrashedJob &b) { return a.index < b.index; });
  return std::move(crashes);
}

} // namespace

std::vector<CrashedJob> runIsolated(std::size_t count, unsigned workers, const std::function<void(std::size_t)> &job,
                                    const std::function<void(std::size_t)> &finished, Deadline deadline) {
  static std::unique_ptr<FatalSignalHandlers> kept;            // since an earlier call left something at work
  static auto *parked = new std::vector<std::unique_ptr<Run>>; // with threads that may still be leaving sem_post; never destroyed
  auto handlers = kept ? nullptr : std::make_unique<FatalSignalHandlers>();
  auto run = std::make_unique<Run>(count, job, deadline);
  std::vector<CrashedJob> crashes = run->execute(std::max(1u, workers), finished);
  if (!crashes.empty())
    parked->push_back(std::move(run));
  if (handlers && std::any_of(crashes.begin(), crashes.end(), [](const CrashedJob &each) { return each.leftOut; }))
    kept = std::move(handlers); // what is still at work may crash yet
  return crashes;
}

} // namespace fporder::check
