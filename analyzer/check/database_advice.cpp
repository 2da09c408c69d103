#include "analyzer/check/database_advice.h"

#include "llvm/Support/FileSystem.h"

namespace fporder::check {

std::optional<std::string> databaseCommand(const std::string &root) {
  const auto has = [&](const char *name) { return llvm::sys::fs::exists(root + "/" + name); };
  if (has("CMakeLists.txt"))
    return "make it with: cmake -S " + root + " -B " + root + "/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
  if (has("meson.build"))
    return "make it with: meson setup " + root + "/build " + root;
  if (has("Makefile") || has("makefile") || has("GNUmakefile"))
    return "make it with: cd " + root + " && bear -- make --always-make";
  return std::nullopt;
}

} // namespace fporder::check
