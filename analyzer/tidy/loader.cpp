// What clang-tidy -load loads: refuses a clang-tidy of another version, then loads the checks, FporderTidyChecks-MAJOR.so in the same directory.
//
// Clang's classes have no stable layout. Checks built for another version either do not load, which clang-tidy passes over with status 0, or load,
// are listed, and find nothing. So this part needs one symbol of Clang's that every version has, and what depends on the version comes after the
// comparison. Releases whose first two numbers agree share LLVM's libraries and are compatible.
#include "clang/Basic/Version.h"

#include <cstdio>
#include <dlfcn.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace fporder::tidy {
namespace {

/// "22.1" in "Debian clang version 22.1.8 (...)"; empty when there is no version in the text.
std::string_view releaseSeries(std::string_view text) {
  constexpr std::string_view word = "version ";
  if (const std::size_t at = text.find(word); at != std::string_view::npos)
    text.remove_prefix(at + word.size());
  const std::size_t dot = text.find_first_not_of("0123456789");
  if (dot == 0 || dot == std::string_view::npos || text[dot] != '.')
    return "";
  return text.substr(0, text.find_first_not_of("0123456789", dot + 1));
}

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "fporder: error: %s\n", message.c_str());
  constexpr int usageError = 2; // fporder-check's own status for it
  _exit(usageError);
}

void requireOwnVersion() {
  const std::string host = clang::getClangToolFullVersion("clang");
  if (releaseSeries(host) != releaseSeries(CLANG_VERSION_STRING))
    fail("this module was built for clang-tidy " CLANG_VERSION_STRING " and is loaded into " + host +
         ": load the FporderTidyModule of that version, or run clang-tidy-" CLANG_VERSION_MAJOR_STRING);
}

void loadChecks() {
  Dl_info self;
  if (!dladdr(reinterpret_cast<void *>(&loadChecks), &self) || !self.dli_fname)
    fail("the module does not find its own file");
  const std::string path = self.dli_fname;
  const std::string checks = path.substr(0, path.rfind('/') + 1) + "FporderTidyChecks-" CLANG_VERSION_MAJOR_STRING ".so";
  // Bound at once: a symbol that this host lacks is found out here, not in the middle of a run.
  if (!dlopen(checks.c_str(), RTLD_NOW | RTLD_LOCAL))
    fail(std::string("the checks cannot be loaded: ") + dlerror());
}

/// Runs while the module is being loaded: before clang-tidy asks for checks.
[[maybe_unused]] const bool loaded = (requireOwnVersion(), loadChecks(), true);

} // namespace
} // namespace fporder::tidy
