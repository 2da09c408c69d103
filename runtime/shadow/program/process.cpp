#include "runtime/shadow/program/process.h"

#include "runtime/shadow/program/cells.h"

#include <fporder/shadow/report.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace fporder::program {

void reserveShadowMemory() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("fma")) {
    std::fputs("fporder: error: shadow execution needs a processor with fused multiply-add\n", stderr);
    std::_Exit(125);
  }
  void *const wanted = reinterpret_cast<void *>(cells::regionStart); // NOLINT(performance-no-int-to-ptr)
  void *const region =
      mmap(wanted, cells::regionSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (region == wanted) {
    madvise(region, cells::regionSize, MADV_DONTDUMP);
    madvise(region, cells::regionSize, MADV_NOHUGEPAGE);
    return;
  }
  if (region == MAP_FAILED && errno == EEXIST)
    return;
  std::fprintf(stderr,
               "fporder: error: cannot reserve 48 TiB of address space for shadow memory: %s\n"
               "fporder: a limit on it (ulimit -v) or vm.overcommit_memory=2 forbids that\n",
               std::strerror(errno));
  std::_Exit(125);
}

namespace {

constexpr int deadly[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGINT, SIGSEGV, SIGTERM};
constexpr unsigned patience = 20; // seconds that a report may take in a process that is broken

/// Nothing here is safe in a signal handler in general; the process is lost either way, and an alarm ends what does not end.
extern "C" void fporderDie(int signal) {
  static std::atomic<bool> dying = false;
  if (!dying.exchange(true)) {
    std::signal(SIGALRM, SIG_DFL);
    alarm(patience);
    shadowing::reportAtExit();
    shadowing::reported = true;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void forgetAfterFork() {
  shadowing::fileSuffix = "." + std::to_string(getpid());
  shadowing::Registry::instance().reset();
}

} // namespace

void reportOnCrash() {
  static char stack[1 << 16]; // a stack that has overflowed cannot run the handler
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  for (const int signal : deadly) {
    struct sigaction present{};
    if (sigaction(signal, nullptr, &present) != 0 || present.sa_handler != SIG_DFL)
      continue;
    struct sigaction wanted{};
    wanted.sa_handler = fporderDie;
    wanted.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(signal, &wanted, nullptr);
  }
  pthread_atfork(nullptr, nullptr, forgetAfterFork);
}

} // namespace fporder::program
