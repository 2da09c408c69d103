#include "analyzer/check/thread_confinement.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

/// 0, or why /bin/true could not be run.
int runTrue() {
  char program[] = "/bin/true";
  char *arguments[] = {program, nullptr}, *environment[] = {nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, program, nullptr, nullptr, arguments, environment);
  if (error == 0)
    waitpid(child, nullptr, 0);
  return error;
}

int connectNowhere() {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  const int error = connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ? 0 : errno;
  close(descriptor);
  return error;
}

} // namespace

TEST_CASE("a confined thread runs no program and connects to nothing, others do as before") {
  bool confined = false;
  int spawned = -1, connected = -1;
  std::thread([&] {
    confined = fporder::check::confineThread();
    spawned = runTrue();
    connected = connectNowhere();
  }).join();
  if (!confined) {
    MESSAGE("this kernel or build does not confine threads");
    CHECK(spawned == 0);
    return;
  }
  CHECK(spawned == EPERM);
  CHECK(connected == EPERM);
  CHECK(runTrue() == 0);
  CHECK(connectNowhere() != EPERM);
}
