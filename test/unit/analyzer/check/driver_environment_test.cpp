// Which environment variables are read while sources are parsed for many targets: each must be known, as one that decides what is found or as one
// that does not.
#include "analyzer/check/driver_environment.h"

#include "analyzer/check/resource_directory.h"
#include "analyzer/check/translation_unit.h"

#include "llvm/Support/Error.h"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <unistd.h>

namespace {

bool recording = false;
std::mutex recordMutex;
std::set<std::string> &asked() {
  static std::set<std::string> names;
  return names;
}

void record(const char *name) {
  if (!recording)
    return;
  const std::lock_guard lock(recordMutex);
  asked().insert(name);
}

} // namespace

// In place of the C library's, in this program.
extern "C" char *getenv(const char *name) noexcept {
  record(name);
  const std::size_t length = std::strlen(name);
  for (char **each = environ; each && *each; ++each)
    if (!std::strncmp(*each, name, length) && (*each)[length] == '=')
      return *each + length + 1;
  return nullptr;
}
extern "C" char *secure_getenv(const char *name) noexcept { return getenv(name); }

using namespace fporder::check;

TEST_CASE("every variable that is read while parsing is in the cache's key, or is known not to matter") {
  const std::set<std::string> indifferent = {"TMPDIR",
                                             "TMP",
                                             "TEMP",
                                             "TEMPDIR", // temporary files
                                             "TERM",
                                             "NO_COLOR",
                                             "COLORTERM",
                                             "COLUMNS", // how messages look
                                             "CLANG_CRASH_DIAGNOSTICS_DIR",
                                             "FORCE_CLANG_DIAGNOSTICS_CRASH", // crash reports of the driver
                                             "CLANG_TOOLCHAIN_PROGRAM_TIMEOUT",
                                             "AS_SECURE_LOG_FILE",
                                             "MAKEFLAGS", // programs and logs of the assembler, which do not run
                                             "LIBCLANG_TIMING",
                                             "LIBCLANG_OBJTRACKING",
                                             "LIBCLANG_DISABLE_PCH_VALIDATION",
                                             "LLVM_DISABLE_SYMBOLIZATION",
                                             "PWD",
                                             "XDG_CACHE_HOME",
                                             "LANG",
                                             "LC_ALL",
                                             "LC_MESSAGES",
                                             "LC_CTYPE",
                                             "LANGUAGE",
                                             "TZ",
                                             "TZDIR",
                                             "OUTPUT_CHARSET"};
  std::set<std::string> known = indifferent;
  for (const char *name : driverEnvironment())
    known.insert(name);

  const std::filesystem::path source = std::filesystem::temp_directory_path() / ("fporder-environment-" + std::to_string(getpid()) + ".cpp");
  std::ofstream(source) << "#include \"nothing.h\"\nfloat f(float a) { return a; }\n";
  llvm::Expected<std::string> resources = resolveResourceDirectory("");
  REQUIRE(resources);
  for (const char *target : {"x86_64-linux-gnu",
                             "aarch64-linux-gnu",
                             "powerpc64le-linux-gnu",
                             "riscv64-linux-gnu",
                             "x86_64-apple-macosx",
                             "arm64-apple-ios",
                             "x86_64-pc-windows-msvc",
                             "x86_64-w64-mingw32",
                             "wasm32-wasi",
                             "amdgcn-amd-amdhsa",
                             "nvptx64-nvidia-cuda",
                             "spirv64",
                             "ve-linux",
                             "xcore",
                             "hexagon-linux",
                             "avr",
                             "x86_64-scei-ps4",
                             "x86_64-sie-ps5",
                             "powerpc64-ibm-aix",
                             "x86_64-unknown-freebsd",
                             "x86_64-haiku",
                             "s390x-ibm-zos",
                             "x86_64-fuchsia",
                             "arm-none-eabi"}) {
    CompileCommand command;
    command.source = source.string();
    command.directory = source.parent_path().string();
    command.arguments = {"c++", std::string("--target=") + target, "-c", "--", source.string()};
    const ParseRequest request{&command, "source.cpp", *resources};
    recording = true;
    static_cast<void>(parseTranslationUnit(request, [](clang::ASTContext &) {}));
    recording = false;
  }
  std::filesystem::remove(source);
  CHECK(asked().contains("CPATH")); // they are seen at all
  CHECK(asked().size() > 10);
  for (const std::string &name : asked())
    CHECK_MESSAGE(known.contains(name), name);
}
