// Makes one file operation of a program fail, or kills the program there. Preloaded; the program itself is not changed.
//
//   FPORDER_FAULT_ROOTS   colon-separated directories; operations on files below them count
//   FPORDER_FAULT_STDOUT  "1": those on standard output count too
//   FPORDER_FAULT_AT      the operation that fails, from 1; 0 or unset: none, operations are only counted
//   FPORDER_FAULT_ERROR   errno as a number; 0: the program is killed by SIGKILL before the operation, -1: after it
//   FPORDER_FAULT_LOG     a file that gets a line for each operation: its number, its name and its path
//
// An operation counts by its path or by the path that its descriptor was opened with. What the C library does inside itself (fopen's open, opendir's)
// does not pass here, except where it calls a public function.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 4096 };
static char watched[MOST_DESCRIPTORS], *path_of[MOST_DESCRIPTORS];
static long counted, wanted = -1, fault;
static int log_descriptor = -1, ready;

static void prepare(void) {
  if (ready)
    return;
  ready = 1;
  const char *at = getenv("FPORDER_FAULT_AT"), *error = getenv("FPORDER_FAULT_ERROR"), *log = getenv("FPORDER_FAULT_LOG");
  wanted = at ? atol(at) : 0;
  fault = error ? atol(error) : EIO;
  if (getenv("FPORDER_FAULT_STDOUT") && *getenv("FPORDER_FAULT_STDOUT") == '1')
    watched[STDOUT_FILENO] = 1;
  if (log)
    log_descriptor = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static int below_roots(int directory, const char *path) {
  const char *roots = getenv("FPORDER_FAULT_ROOTS");
  if (!path || !roots)
    return 0;
  char full[2 * PATH_MAX];
  if (*path == '/') {
    snprintf(full, sizeof full, "%s", path);
  } else if (directory == AT_FDCWD) {
    if (syscall(SYS_getcwd, full, (size_t)PATH_MAX) < 0)
      return 0;
    const size_t length = strlen(full);
    snprintf(full + length, sizeof full - length, "/%s", path);
  } else {
    return directory >= 0 && directory < MOST_DESCRIPTORS && watched[directory];
  }
  for (const char *root = roots; *root;) {
    const size_t length = strcspn(root, ":");
    if (strncmp(full, root, length) == 0 && (full[length] == '/' || full[length] == 0))
      return 1;
    root += length + (root[length] == ':');
  }
  return 0;
}

/// 0 to go on; -1 with errno set to fail; `*after` when the program is to be killed once the operation is done.
static int reach(const char *name, const char *path, int *after) {
  *after = 0;
  const long number = __atomic_add_fetch(&counted, 1, __ATOMIC_SEQ_CST);
  if (log_descriptor >= 0) {
    char line[PATH_MAX + 64];
    const int length = snprintf(line, sizeof line, "%ld %s %s\n", number, name, path ? path : "");
    syscall(SYS_write, log_descriptor, line, (size_t)(length < (int)sizeof line ? length : (int)sizeof line - 1));
  }
  if (number != wanted)
    return 0;
  if (fault == 0)
    syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGKILL);
  if (fault < 0) {
    *after = 1;
    return 0;
  }
  errno = (int)fault;
  return -1;
}

static void finish(int after) {
  if (after)
    syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGKILL);
}

#define REAL(type, name, ...)                                                                                                                        \
  static type (*real)(__VA_ARGS__);                                                                                                                  \
  if (!real)                                                                                                                                         \
    *(void **)&real = dlsym(RTLD_NEXT, name);                                                                                                        \
  prepare()

#define INTERCEPT(counts, type, failed, name, path, call)                                                                                            \
  int after = 0;                                                                                                                                     \
  if ((counts) && reach(name, path, &after))                                                                                                         \
    return failed;                                                                                                                                   \
  type result = call;                                                                                                                                \
  finish(after);                                                                                                                                     \
  return result

static int opened(int descriptor, int counts, const char *path) {
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS)
    watched[descriptor] = (char)counts, path_of[descriptor] = counts ? strdup(path) : NULL; // as long as the program runs
  return descriptor;
}

static int by_descriptor(int descriptor) { return descriptor >= 0 && descriptor < MOST_DESCRIPTORS && watched[descriptor]; }

static const char *name_of(int descriptor) { return by_descriptor(descriptor) ? path_of[descriptor] : NULL; }

static mode_t mode_of(int flags, va_list rest) { return (flags & (O_CREAT | O_TMPFILE)) ? (mode_t)va_arg(rest, int) : 0; }

#define DEFINE_OPEN(function)                                                                                                                        \
  int function(const char *path, int flags, ...) {                                                                                                   \
    va_list rest;                                                                                                                                    \
    va_start(rest, flags);                                                                                                                           \
    const mode_t mode = mode_of(flags, rest);                                                                                                        \
    va_end(rest);                                                                                                                                    \
    REAL(int, #function, const char *, int, ...);                                                                                                    \
    const int counts = below_roots(AT_FDCWD, path);                                                                                                  \
    INTERCEPT(counts, int, -1, #function, path, opened(real(path, flags, mode), counts, path));                                                      \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(function)                                                                                                                      \
  int function(int directory, const char *path, int flags, ...) {                                                                                    \
    va_list rest;                                                                                                                                    \
    va_start(rest, flags);                                                                                                                           \
    const mode_t mode = mode_of(flags, rest);                                                                                                        \
    va_end(rest);                                                                                                                                    \
    REAL(int, #function, int, const char *, int, ...);                                                                                               \
    const int counts = below_roots(directory, path);                                                                                                 \
    INTERCEPT(counts, int, -1, #function, path, opened(real(directory, path, flags, mode), counts, path));                                           \
  }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

#define DEFINE_CREAT(function)                                                                                                                       \
  int function(const char *path, mode_t mode) {                                                                                                      \
    REAL(int, #function, const char *, mode_t);                                                                                                      \
    const int counts = below_roots(AT_FDCWD, path);                                                                                                  \
    INTERCEPT(counts, int, -1, #function, path, opened(real(path, mode), counts, path));                                                             \
  }
DEFINE_CREAT(creat)
DEFINE_CREAT(creat64)

#define DEFINE_STREAM(function)                                                                                                                      \
  FILE *function(const char *path, const char *mode) {                                                                                               \
    REAL(FILE *, #function, const char *, const char *);                                                                                             \
    INTERCEPT(below_roots(AT_FDCWD, path), __typeof__((FILE *)0), NULL, #function, path, real(path, mode));                                          \
  }
DEFINE_STREAM(fopen)
DEFINE_STREAM(fopen64)

int close(int descriptor) {
  REAL(int, "close", int);
  int after = 0;
  const int counts = by_descriptor(descriptor);
  const char *path = name_of(descriptor);
  if (descriptor > 2)
    opened(descriptor, 0, NULL);
  if (counts && reach("close", path, &after)) {
    const int reason = errno; // as Linux does, the descriptor is closed all the same
    real(descriptor);
    errno = reason;
    return -1;
  }
  const int result = real(descriptor);
  finish(after);
  return result;
}

#define DEFINE_ON_DESCRIPTOR(type, function, parameters, arguments, ...)                                                                             \
  type function parameters {                                                                                                                         \
    REAL(type, #function, __VA_ARGS__);                                                                                                              \
    INTERCEPT(by_descriptor(descriptor), type, -1, #function, name_of(descriptor), real arguments);                                                  \
  }
DEFINE_ON_DESCRIPTOR(ssize_t, read, (int descriptor, void *to, size_t size), (descriptor, to, size), int, void *, size_t)
DEFINE_ON_DESCRIPTOR(ssize_t, pread, (int descriptor, void *to, size_t size, off_t at), (descriptor, to, size, at), int, void *, size_t, off_t)
DEFINE_ON_DESCRIPTOR(ssize_t, pread64, (int descriptor, void *to, size_t size, off64_t at), (descriptor, to, size, at), int, void *, size_t, off64_t)
DEFINE_ON_DESCRIPTOR(ssize_t, write, (int descriptor, const void *from, size_t size), (descriptor, from, size), int, const void *, size_t)
DEFINE_ON_DESCRIPTOR(ssize_t, pwrite, (int descriptor, const void *from, size_t size, off_t at), (descriptor, from, size, at), int, const void *,
                     size_t, off_t)
DEFINE_ON_DESCRIPTOR(ssize_t, pwrite64, (int descriptor, const void *from, size_t size, off64_t at), (descriptor, from, size, at), int, const void *,
                     size_t, off64_t)
DEFINE_ON_DESCRIPTOR(ssize_t, writev, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count), int, const struct iovec *,
                     int)
DEFINE_ON_DESCRIPTOR(int, fsync, (int descriptor), (descriptor), int)
DEFINE_ON_DESCRIPTOR(int, fdatasync, (int descriptor), (descriptor), int)
DEFINE_ON_DESCRIPTOR(int, fstat, (int descriptor, struct stat *to), (descriptor, to), int, struct stat *)
DEFINE_ON_DESCRIPTOR(int, fstat64, (int descriptor, struct stat64 *to), (descriptor, to), int, struct stat64 *)
DEFINE_ON_DESCRIPTOR(int, ftruncate, (int descriptor, off_t size), (descriptor, size), int, off_t)
DEFINE_ON_DESCRIPTOR(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size), int, off64_t)
DEFINE_ON_DESCRIPTOR(int, fchmod, (int descriptor, mode_t mode), (descriptor, mode), int, mode_t)
DEFINE_ON_DESCRIPTOR(int, fchown, (int descriptor, uid_t owner, gid_t group), (descriptor, owner, group), int, uid_t, gid_t)

#define DEFINE_ON_PATH(type, function, parameters, arguments, ...)                                                                                   \
  type function parameters {                                                                                                                         \
    REAL(type, #function, __VA_ARGS__);                                                                                                              \
    INTERCEPT(below_roots(AT_FDCWD, path), type, -1, #function, path, real arguments);                                                               \
  }
DEFINE_ON_PATH(int, unlink, (const char *path), (path), const char *)
DEFINE_ON_PATH(int, rmdir, (const char *path), (path), const char *)
DEFINE_ON_PATH(int, remove, (const char *path), (path), const char *)
DEFINE_ON_PATH(int, mkdir, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
DEFINE_ON_PATH(int, stat, (const char *restrict path, struct stat *restrict to), (path, to), const char *, struct stat *)
DEFINE_ON_PATH(int, stat64, (const char *restrict path, struct stat64 *restrict to), (path, to), const char *, struct stat64 *)
DEFINE_ON_PATH(int, lstat, (const char *restrict path, struct stat *restrict to), (path, to), const char *, struct stat *)
DEFINE_ON_PATH(int, lstat64, (const char *restrict path, struct stat64 *restrict to), (path, to), const char *, struct stat64 *)
DEFINE_ON_PATH(int, access, (const char *path, int mode), (path, mode), const char *, int)
DEFINE_ON_PATH(int, chmod, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
DEFINE_ON_PATH(ssize_t, readlink, (const char *restrict path, char *restrict to, size_t size), (path, to, size), const char *, char *, size_t)
DEFINE_ON_PATH(int, link, (const char *path, const char *other), (path, other), const char *, const char *)
DEFINE_ON_PATH(int, symlink, (const char *path, const char *other), (path, other), const char *, const char *)

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  INTERCEPT(below_roots(AT_FDCWD, to), int, -1, "rename", to, real(from, to));
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  REAL(int, "renameat", int, const char *, int, const char *);
  INTERCEPT(below_roots(to_directory, to), int, -1, "renameat", to, real(from_directory, from, to_directory, to));
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
  INTERCEPT(below_roots(to_directory, to), int, -1, "renameat2", to, real(from_directory, from, to_directory, to, flags));
}

int unlinkat(int directory, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  INTERCEPT(below_roots(directory, path), int, -1, "unlinkat", path, real(directory, path, flags));
}

int mkostemp(char *pattern, int flags) {
  REAL(int, "mkostemp", char *, int);
  const int counts = below_roots(AT_FDCWD, pattern);
  INTERCEPT(counts, int, -1, "mkostemp", pattern, opened(real(pattern, flags), counts, pattern));
}

#define DEFINE_MMAP(function, offset)                                                                                                                \
  void *function(void *address, size_t size, int protection, int flags, int descriptor, offset at) {                                                 \
    REAL(void *, #function, void *, size_t, int, int, int, offset);                                                                                  \
    INTERCEPT(by_descriptor(descriptor), __typeof__((void *)0), MAP_FAILED, #function, name_of(descriptor),                                          \
              real(address, size, protection, flags, descriptor, at));                                                                               \
  }
DEFINE_MMAP(mmap, off_t)
DEFINE_MMAP(mmap64, off64_t)

DIR *opendir(const char *path) {
  REAL(DIR *, "opendir", const char *);
  INTERCEPT(below_roots(AT_FDCWD, path), __typeof__((DIR *)0), NULL, "opendir", path, real(path));
}

char *realpath(const char *restrict path, char *restrict to) {
  REAL(char *, "realpath", const char *, char *);
  INTERCEPT(below_roots(AT_FDCWD, path), __typeof__((char *)0), NULL, "realpath", path, real(path, to));
}
