#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <doctest/doctest.h>

#include <unistd.h>

using namespace fporder::findings;

TEST_CASE("links are resolved, and names of nothing made absolute") {
  llvm::SmallString<128> folder, real;
  REQUIRE(!llvm::sys::fs::createUniqueDirectory("fporder-resolved", folder));
  REQUIRE(!llvm::sys::fs::real_path(folder, real));
  const std::string base = real.str().str();
  REQUIRE(::symlink(".", (base + "/link").c_str()) == 0);
  CHECK(resolvedPath(base + "/link/link") == base);
  CHECK(resolvedPath(base + "/link/none") == base + "/link/none");
  REQUIRE(::symlink("loop", (base + "/loop").c_str()) == 0);
  CHECK(resolvedPath(base + "/loop") == base + "/loop");
  CHECK(resolvedPath("no such file").front() == '/');
  CHECK(resolvedPath(std::string(100'000, 'x')).size() > 100'000);
  CHECK(unresolvedPaths().empty()); // all of these are facts
  static_cast<void>(llvm::sys::fs::remove_directories(folder));
}
