#include "analyzer/findings/source_tree.h"

#include "runtime/file/input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <sys/stat.h>
#include <unistd.h>

namespace fporder::findings {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr const char *repositoryMarks[] = {".git", ".hg", ".svn", ".jj"};

std::string absolute(const std::string &name) {
  llvm::SmallString<256> full(name);
  if (fs::make_absolute(full))
    return name;
  path::remove_dots(full, /*remove_dot_dot=*/true);
  return full.str().str();
}

std::string real(const std::string &name) {
  llvm::SmallString<256> resolved;
  return fs::real_path(name, resolved) ? std::string() : resolved.str().str();
}

/// The nearest directory above `file` that holds a repository; empty when there is none.
std::string repositoryAround(const std::string &file) {
  for (std::string directory = path::parent_path(file).str(); !directory.empty(); directory = path::parent_path(directory).str()) {
    for (const char *mark : repositoryMarks) {
      llvm::SmallString<256> entry(directory);
      path::append(entry, mark);
      if (fs::exists(entry))
        return directory;
    }
  }
  return {};
}

bool liesIn(llvm::StringRef file, llvm::StringRef directory) {
  return file.consume_front(directory) && (directory.ends_with("/") || file.starts_with("/"));
}

} // namespace

SourceTree::SourceTree(const std::vector<std::string> &given) {
  const auto add = [&](const std::string &directory) {
    if (const std::string resolved = real(directory); !resolved.empty() && !llvm::is_contained(roots, resolved))
      roots.push_back(resolved);
  };
  add(".");
  for (const std::string &source : given) {
    sources.push_back(absolute(source));
    if (const std::string repository = repositoryAround(sources.back()); !repository.empty())
      add(repository);
  }
}

bool SourceTree::reaches(const std::string &name, const std::string &realPath) const {
  if (llvm::any_of(roots, [&](const std::string &root) { return liesIn(realPath, root); }))
    return true;
  const std::string named = absolute(name);
  return named == realPath && llvm::is_contained(sources, named);
}

std::string SourceTree::objection(const std::string &name, const std::string &realPath, const std::string &content) const {
  if (!reaches(name, realPath))
    return "lies outside the tree, in '" + realPath + "'";
  fporder::file::OpenedFile opened;
  if (const std::error_code problem = opened.open(realPath, fporder::file::Limit::SourceFile))
    return "cannot be read: " + problem.message();
  std::string text;
  const std::error_code unread = opened.read(fporder::file::Limit::SourceFile, text);
  const struct stat &status = opened.status();
  if (status.st_nlink > 1)
    return "has " + std::to_string(status.st_nlink) + " hard links";
  if (status.st_uid != ::geteuid())
    return "belongs to another user";
  if ((status.st_mode & S_IWUSR) == 0)
    return "is not writable";
  if (unread)
    return "cannot be read: " + unread.message();
  return text == content ? "" : "changed since it was analysed";
}

} // namespace fporder::findings
