#include "analyzer/check/database_advice.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

using fporder::check::databaseCommand;

TEST_CASE("the command that makes a compile database is told by the build files") {
  llvm::SmallString<128> root;
  REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("fporder-advice", root));
  const std::string directory = root.str().str();
  const auto add = [&](const char *name) {
    std::error_code error;
    llvm::raw_fd_ostream(directory + "/" + name, error) << "";
    REQUIRE_FALSE(error);
  };
  CHECK(!databaseCommand(directory));
  add("Makefile");
  CHECK(databaseCommand(directory) == "make it with: cd " + directory + " && bear -- make --always-make");
  add("meson.build");
  CHECK(databaseCommand(directory) == "make it with: meson setup " + directory + "/build " + directory);
  add("CMakeLists.txt");
  CHECK(databaseCommand(directory) == "make it with: cmake -S " + directory + " -B " + directory + "/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  CHECK_FALSE(llvm::sys::fs::remove_directories(root));
}
