#include "analyzer/check/source_directory.h"

#include "analyzer/check/git.h"
#include "analyzer/check/source_language.h"
#include "runtime/file/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <optional>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

using PathNames = std::vector<std::string>; // below the directory, without a leading "/"

bool isRegularFile(const std::string &file) {
  fs::file_status status;
  return !fs::status(file, status, /*follow=*/false) && status.type() == fs::file_type::regular_file;
}

/// Whether a component of `below` between the directory and the file is a symbolic link: git lists none, unless one took a directory's place since.
bool isBehindLink(const std::string &directory, llvm::StringRef below) {
  for (llvm::StringRef parent = path::parent_path(below); !parent.empty(); parent = path::parent_path(parent))
    if (fs::is_symlink_file(directory + "/" + parent.str()))
      return true;
  return false;
}

/// What git lists below `directory`, a real path; nothing where git does not say.
std::optional<PathNames> listedByGit(const std::string &directory) {
  if (directoryWithGit(directory).empty())
    return std::nullopt;
  llvm::Expected<GitTree> tree = GitTree::around(directory);
  if (!tree) {
    llvm::consumeError(tree.takeError());
    return std::nullopt;
  }
  PathNames names;
  for (const auto list : {&GitTree::tracked, &GitTree::untracked}) {
    llvm::Expected<std::vector<std::string>> files = ((*tree).*list)();
    if (!files) {
      llvm::consumeError(files.takeError());
      return std::nullopt;
    }
    for (llvm::StringRef file : *files)
      if (file.consume_front(directory + "/"))
        names.push_back(file.str());
  }
  return names;
}

llvm::Expected<PathNames> walked(const std::string &directory) {
  PathNames names, pending{""};
  std::uint64_t seen = 0;
  while (!pending.empty()) {
    const std::string below = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    for (fs::directory_iterator entry(directory + "/" + below, error, /*follow_symlinks=*/false), end; !error && entry != end;
         entry.increment(error)) {
      const llvm::StringRef name = path::filename(entry->path());
      if (name.starts_with("."))
        continue;
      if (++seen > file::limitValue(file::Limit::ProjectNames))
        return llvm::createStringError(std::errc::file_too_large, "'%s': %s", directory.c_str(), file::beyond(file::Limit::ProjectNames).c_str());
      if (entry->type() == fs::file_type::directory_file)
        pending.push_back(below + name.str() + "/");
      else
        names.push_back(below + name.str());
    }
  }
  return names;
}

using Accepts = llvm::function_ref<bool(llvm::StringRef)>;

bool isSourceOrHeader(llvm::StringRef name) { return isSourceName(name) || isHeaderName(name); }

/// Regular files among `names` that `accepts`, sorted.
PathNames chosen(const std::string &directory, PathNames names, Accepts accepts) {
  llvm::erase_if(names, [&](const std::string &name) { return !accepts(name); });
  llvm::erase_if(names, [&](const std::string &name) { return !isRegularFile(directory + "/" + name) || isBehindLink(directory, name); });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

llvm::Expected<PathNames> below(const std::string &given, Accepts accepts) {
  llvm::SmallString<256> real;
  if (const std::error_code error = fs::real_path(given, real))
    return llvm::createStringError(error, "'%s': %s", given.c_str(), error.message().c_str());
  const std::string directory = real.str().str();
  if (std::optional<PathNames> listed = listedByGit(directory))
    if (PathNames names = chosen(directory, *std::move(listed), accepts); !names.empty())
      return names;
  llvm::Expected<PathNames> all = walked(directory);
  return all ? chosen(directory, *std::move(all), accepts) : std::move(all);
}

/// The name of a file below `directory` as that was spelled.
std::string spelled(llvm::StringRef directory, const std::string &name) {
  llvm::SmallString<256> full(directory);
  path::remove_dots(full);
  if (full == ".")
    full.clear();
  path::append(full, name);
  return full.str().str();
}

} // namespace

llvm::Expected<std::vector<std::string>> withoutDirectories(const std::vector<std::string> &sources, bool headers) {
  std::vector<std::string> files;
  for (const std::string &source : sources) {
    if (!fs::is_directory(source)) {
      files.push_back(source);
      continue;
    }
    llvm::Expected<PathNames> names = below(source, isSourceOrHeader);
    if (!names)
      return names.takeError();
    if (!headers && llvm::any_of(*names, isSourceName)) // headers are looked at where they are all that there is
      llvm::erase_if(*names, [](const std::string &name) { return !isSourceName(name); });
    for (const std::string &name : *names)
      files.push_back(spelled(source, name));
    if (names->empty())
      files.push_back(source);
  }
  return files;
}

llvm::Expected<std::vector<std::string>> filesBelow(const std::string &directory, llvm::function_ref<bool(llvm::StringRef)> accepts) {
  llvm::Expected<PathNames> names = below(directory, accepts);
  if (!names)
    return names.takeError();
  for (std::string &name : *names)
    name = spelled(directory, name);
  return names;
}

} // namespace fporder::check
