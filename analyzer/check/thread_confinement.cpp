#include "analyzer/check/thread_confinement.h"

#include <cerrno>
#include <cstddef>
#include <iterator>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The sanitizers run a program to put names into their reports.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FPORDER_CONFINED_ARCHITECTURE 0
#endif
#endif
#ifndef FPORDER_CONFINED_ARCHITECTURE
#if defined(__x86_64__)
#define FPORDER_CONFINED_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FPORDER_CONFINED_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define FPORDER_CONFINED_ARCHITECTURE 0
#endif
#endif

namespace fporder::check {

bool confineThread() {
  constexpr unsigned architecture = FPORDER_CONFINED_ARCHITECTURE;
  if (architecture == 0)
    return false;
  constexpr unsigned refuse = SECCOMP_RET_ERRNO | EPERM;
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 0, 5), // another instruction set's calls are not ours
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execve, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execveat, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_connect, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, refuse),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{static_cast<unsigned short>(std::size(program)), program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
  // Without SPEC_ALLOW older kernels turn the processor's speculation off for the thread, which costs more than the analysis.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

} // namespace fporder::check
