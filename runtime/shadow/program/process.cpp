#include "runtime/shadow/program/process.h"

#include "runtime/shadow/program/number.h"
#include "runtime/shadow/program/number_cells.h"

#include <fporder/shadow/report.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// Read by every instrumented function.
fporder::program::PrecisionKind fporder_precision = fporder::program::PrecisionKind::Residue;

namespace fporder::program {

namespace {

[[noreturn]] void refuse(const char *what, const char *detail) {
  std::fprintf(stderr, "fporder: error: %s%s\n", what, detail);
  std::_Exit(125);
}

/// At the start of the region, whose first page is of addresses that no program has: another copy of this library in the process has reserved it.
constexpr char ownMark[16] = "fporder shadows";

constexpr unsigned fewestBits = 64, mostBits = 64 * Number::mostLimbs - 1;

void choose(PrecisionKind kind, const Layout &ofCells, const std::string &name) {
  fporder_precision = kind;
  layout = ofCells;
  std::snprintf(shadowing::precisionName.data(), shadowing::precisionName.size(), "%s", name.c_str());
}

} // namespace

void choosePrecision() {
  const char *const setting = std::getenv("FPORDER_SHADOW_PRECISION");
  const std::string_view wanted = setting == nullptr ? "" : setting;
  if (wanted.empty() || wanted == "residue")
    return choose(PrecisionKind::Residue, residueLayout, "residues");
  if (wanted == "double-double")
    return choose(PrecisionKind::DoubleDouble, pairLayout, "double-double");
  unsigned bits = 0;
  const auto end = std::from_chars(wanted.data(), wanted.data() + wanted.size(), bits);
  if (end.ec != std::errc() || end.ptr != wanted.data() + wanted.size() || bits < fewestBits || bits > mostBits)
    refuse("FPORDER_SHADOW_PRECISION is neither 'residue' nor 'double-double' nor a number of bits from 64 to 383: ", setting);
  fporder_number_bits = bits;
  choose(PrecisionKind::Number, numberLayout(bits), std::to_string(bits) + " bits");
}

void enlargeStack() {
  constexpr rlim_t wanted = rlim_t{100} << 20; // the kernel leaves 128 MiB below a stack
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

void reserveShadowMemory() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("fma"))
    refuse("shadow execution needs a processor with fused multiply-add", "");
  const std::uint64_t size = (layout.mask + 1) * layout.stride;
  void *const wanted = reinterpret_cast<void *>(cells::regionStart); // NOLINT(performance-no-int-to-ptr)
  void *const region = mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (region == wanted) {
    madvise(region, size, MADV_DONTDUMP);
    madvise(region, size, MADV_NOHUGEPAGE);
    std::memcpy(region, ownMark, sizeof ownMark);
    return;
  }
  if (region == MAP_FAILED && errno == EEXIST) {
    if (msync(wanted, 1, MS_ASYNC) == 0 && std::memcmp(wanted, ownMark, sizeof ownMark) == 0)
      return;
    refuse("the address range of shadow memory is in use by something else, such as a sanitizer's shadow memory", "");
  }
  std::fprintf(stderr,
               "fporder: error: cannot reserve %u TiB of address space for shadow memory: %s\n"
               "fporder: a limit on it (ulimit -v) or vm.overcommit_memory=2 forbids that\n",
               static_cast<unsigned>(size >> 40), std::strerror(errno));
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
  forgetAreas();
  releaseAreas();
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
  pthread_atfork(holdAreas, releaseAreas, forgetAfterFork);
}

} // namespace fporder::program
