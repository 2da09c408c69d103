#include "analyzer/check/resource_directory.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <dlfcn.h>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

bool isResourceDirectory(const llvm::Twine &directory) { return fs::exists(directory + "/include/stddef.h"); }

/// The directory of the shared library (or program) that holds Clang's code, symbolic links resolved; empty if unknown.
std::string clangLibraryDirectory() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&clang::getClangFullVersion), &info) || !info.dli_fname)
    return "";
  llvm::SmallString<256> real;
  if (fs::real_path(info.dli_fname, real))
    return "";
  return path::parent_path(real).str();
}

} // namespace

llvm::Expected<std::string> resolveResourceDirectory(const std::string &requested) {
  auto missing = [](const std::string &directory, const char *origin) {
    return llvm::createStringError(std::errc::no_such_file_or_directory, "%s '%s' is not Clang's resource directory: it has no include/stddef.h",
                                   origin, directory.c_str());
  };
  if (!requested.empty())
    return isResourceDirectory(requested) ? llvm::Expected<std::string>(requested) : missing(requested, "--resource-dir");
  if (const char *variable = std::getenv("FPORDER_RESOURCE_DIR"); variable && *variable)
    return isResourceDirectory(variable) ? llvm::Expected<std::string>(variable) : missing(variable, "FPORDER_RESOURCE_DIR");
  const std::string major = std::to_string(CLANG_VERSION_MAJOR);
  if (std::string directory = clangLibraryDirectory(); !directory.empty())
    for (const std::string &candidate : {directory + "/clang/" + major, directory + "/../llvm-" + major + "/lib/clang/" + major,
                                         directory + "/../lib/clang/" + major, directory + "/../../llvm-" + major + "/lib/clang/" + major})
      if (isResourceDirectory(candidate)) {
        llvm::SmallString<256> real;
        return fs::real_path(candidate, real) ? candidate : std::string(real);
      }
  if (isResourceDirectory(FPORDER_RESOURCE_DIR))
    return FPORDER_RESOURCE_DIR;
  return llvm::createStringError(std::errc::no_such_file_or_directory,
                                 "cannot find Clang's resource directory: install libclang-common-%s-dev or give --resource-dir", major.c_str());
}

} // namespace fporder::check
