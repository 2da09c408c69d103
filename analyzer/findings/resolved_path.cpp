#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <mutex>

namespace fporder::findings {

namespace {

struct Failures {
  std::mutex mutex;
  std::map<std::string, std::string> reasons;
};

Failures &failures() {
  static Failures known;
  return known;
}

/// Facts about the name, which no later attempt changes.
bool isAbsent(std::error_code error) {
  using std::errc;
  for (const errc fact :
       {errc::no_such_file_or_directory, errc::not_a_directory, errc::filename_too_long, errc::too_many_symbolic_link_levels, errc::invalid_argument})
    if (error == fact)
      return true;
  return false;
}

} // namespace

std::optional<std::string> existingPath(const std::string &path) {
  llvm::SmallString<256> real;
  const std::error_code error = llvm::sys::fs::real_path(path, real);
  if (!error)
    return real.str().str();
  if (!isAbsent(error)) {
    const std::lock_guard lock(failures().mutex);
    failures().reasons.emplace(path, error.message());
  }
  return std::nullopt;
}

std::string resolvedPath(const std::string &path) {
  if (std::optional<std::string> real = existingPath(path))
    return *std::move(real);
  llvm::SmallString<256> full(path);
  return llvm::sys::fs::make_absolute(full) ? path : full.str().str();
}

std::map<std::string, std::string> unresolvedPaths() {
  const std::lock_guard lock(failures().mutex);
  return failures().reasons;
}

} // namespace fporder::findings
