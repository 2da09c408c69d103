#include "analyzer/check/project_headers.h"

#include "runtime/file/limits.h"

#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace fporder::check {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr const char *repositoryMarks[] = {".git", ".hg", ".svn", ".jj"};
constexpr const char *buildFiles[] = {"CMakeLists.txt", "meson.build",    "Makefile",     "makefile",     "GNUmakefile", "configure.ac",
                                      "configure.in",   "BUILD.bazel",    "WORKSPACE",    "MODULE.bazel", "SConstruct",  "xmake.lua",
                                      "setup.py",       "pyproject.toml", "premake5.lua", "build.zig",    "Makefile.am", "wscript"};

bool holds(llvm::StringRef directory, llvm::StringRef name) {
  llvm::SmallString<256> entry(directory);
  path::append(entry, name);
  return fs::exists(entry);
}

template <class Names> bool holdsAny(llvm::StringRef directory, const Names &names) {
  return std::any_of(std::begin(names), std::end(names), [&](const char *name) { return holds(directory, name); });
}

std::string realPath(llvm::StringRef name) {
  llvm::SmallString<256> resolved;
  return fs::real_path(name, resolved) ? std::string() : resolved.str().str();
}

/// Resolved; empty when there is none.
std::string homeDirectory() {
  const char *home = std::getenv("HOME");
  return home ? realPath(home) : std::string();
}

bool liesIn(llvm::StringRef file, llvm::StringRef directory) { return file.consume_front(directory) && file.starts_with("/"); }

/// The directories above `source`, nearest first, that may be a root.
std::vector<std::string> directoriesAbove(const std::string &source, const std::string &home) {
  std::vector<std::string> result;
  for (llvm::StringRef directory = path::parent_path(source); directory.size() > 1; directory = path::parent_path(directory))
    if (directory != home && realPath(directory) != home)
      result.push_back(directory.str());
  return result;
}

/// With slashes; "." dropped, and ".." with what stands before it; what leads above the beginning is dropped too, as the header is looked for
/// everywhere.
std::string normalised(llvm::StringRef name) {
  llvm::SmallString<128> plain(name);
  std::replace(plain.begin(), plain.end(), '\\', '/');
  path::remove_dots(plain, /*remove_dot_dot=*/true);
  llvm::StringRef rest = plain;
  while (rest.consume_front("../")) {
  }
  return rest.str();
}

/// A header of the standard library where capital letters are no difference.
bool isStandard(llvm::StringRef name) {
  namespace stdlib = clang::tooling::stdlib;
  const std::string header = "<" + name.lower() + ">";
  return stdlib::Header::named(header, stdlib::Lang::C) || stdlib::Header::named(header, stdlib::Lang::CXX);
}

/// Directories to go up from `from` and down again to the one of `header`, both below one root.
unsigned stepsBetween(llvm::StringRef from, llvm::StringRef header) {
  llvm::SmallVector<llvm::StringRef, 16> left, right;
  from.split(left, '/', -1, /*KeepEmpty=*/false);
  path::parent_path(header).split(right, '/', -1, /*KeepEmpty=*/false);
  std::size_t common = 0;
  while (common < left.size() && common < right.size() && left[common] == right[common])
    ++common;
  return static_cast<unsigned>(left.size() + right.size() - 2 * common);
}

} // namespace

std::string projectRoot(const std::string &source, const std::string &home) {
  const std::vector<std::string> above = directoriesAbove(source, home);
  for (const std::string &directory : above)
    if (holdsAny(directory, repositoryMarks))
      return directory;
  for (const std::string &directory : above)
    if (holds(directory, "compile_commands.json"))
      return directory;
  std::string farthest;
  for (const std::string &directory : above) {
    const bool has = holdsAny(directory, buildFiles);
    if (!has && !farthest.empty())
      break;
    if (has)
      farthest = directory;
  }
  return farthest;
}

ContentHash HeaderAnswer::hash() const { return hashContent(path, " " + std::to_string(candidates) + (shortened ? " shortened" : "")); }

ProjectHeaders::ProjectHeaders(std::string root) : top(std::move(root)), realTop(realPath(top)) {}

void ProjectHeaders::index() const {
  std::uint64_t names = 0;
  std::vector<std::string> pending{""};
  while (!pending.empty()) {
    const std::string below = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    for (fs::directory_iterator entry(top + below, error, /*follow_symlinks=*/false), end; !error && entry != end; entry.increment(error)) {
      const llvm::StringRef name = path::filename(entry->path());
      if (name.starts_with("."))
        continue;
      if (++names > file::limitValue(file::Limit::ProjectNames)) {
        fault = file::beyond(file::Limit::ProjectNames);
        byName.clear();
        return;
      }
      if (entry->type() == fs::file_type::directory_file) {
        pending.push_back(below + "/" + name.str());
        directories[name].push_back(pending.back());
      } else if (entry->type() == fs::file_type::regular_file || entry->type() == fs::file_type::symlink_file)
        byName[name].push_back(below + "/" + name.str());
    }
  }
  for (auto &entry : byName) {
    std::sort(entry.second.begin(), entry.second.end());
    inAnyCase[entry.first().lower()].push_back(entry.first().str());
  }
}

const std::string &ProjectHeaders::problem() const {
  std::call_once(indexed, [this] { index(); });
  return fault;
}

/// Links followed.
bool ProjectHeaders::isInRoot(llvm::StringRef candidate) const {
  const std::string real = realPath(top + candidate.str());
  return liesIn(real, realTop) && fs::is_regular_file(real);
}

/// Those that are a file in the root.
std::vector<const std::string *> ProjectHeaders::endingIn(llvm::StringRef name) const {
  std::vector<const std::string *> result;
  const auto found = byName.find(path::filename(name));
  if (found == byName.end())
    return result;
  const std::string ending = "/" + name.str();
  for (const std::string &candidate : found->second)
    if (llvm::StringRef(candidate).ends_with(ending) && isInRoot(candidate))
      result.push_back(&candidate);
  return result;
}

std::vector<const std::string *> ProjectHeaders::endingInAnyCase(llvm::StringRef name) const {
  std::vector<const std::string *> result;
  const auto found = inAnyCase.find(path::filename(name).lower());
  if (found == inAnyCase.end())
    return result;
  const std::string ending = "/" + name.str();
  for (const std::string &spelled : found->second)
    for (const std::string &candidate : byName.find(spelled)->second)
      if (llvm::StringRef(candidate).ends_with_insensitive(ending) && isInRoot(candidate))
        result.push_back(&candidate);
  return result;
}

/// Clang asks for the directory of a header before it asks for the header: "caffe" of "caffe/solver.hpp" is no script of that name.
bool ProjectHeaders::isDirectory(const std::string &name) const {
  const auto found = directories.find(path::filename(name));
  return found != directories.end() && llvm::any_of(found->second, [&](llvm::StringRef each) { return each.ends_with("/" + name); });
}

HeaderAnswer ProjectHeaders::find(llvm::StringRef name, llvm::StringRef directory) const {
  std::call_once(indexed, [this] { index(); });
  HeaderAnswer answer;
  if (path::is_absolute(name))
    return answer;
  const std::string wanted = normalised(name);
  if (isDirectory(wanted))
    return answer;
  std::vector<const std::string *> candidates = endingIn(wanted);
  if (const std::size_t slash = wanted.find('/');
      candidates.empty() && slash != std::string::npos && wanted.find('/', slash + 1) != std::string::npos) {
    candidates = endingIn(llvm::StringRef(wanted).drop_front(slash + 1));
    answer.shortened = !candidates.empty();
  }
  if (candidates.empty() && !isStandard(wanted)) {
    candidates = endingInAnyCase(wanted);
    answer.shortened = !candidates.empty();
  }
  if (candidates.empty())
    return answer;
  directory.consume_front(top);
  const auto rank = [&](const std::string *candidate) {
    return std::tuple(stepsBetween(directory, *candidate), candidate->size(), std::string_view(*candidate));
  };
  const std::string *best = *std::min_element(candidates.begin(), candidates.end(), [&](auto *a, auto *b) { return rank(a) < rank(b); });
  answer.path = top + *best;
  answer.candidates = static_cast<unsigned>(candidates.size());
  return answer;
}

std::shared_ptr<const ProjectHeaders> Projects::at(const std::string &root) {
  if (root.empty())
    return nullptr;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const ProjectHeaders> &project = byRoot[root];
  if (!project)
    project = std::make_shared<ProjectHeaders>(root);
  return project;
}

void Projects::takeForRoot(const std::string &directory) {
  llvm::SmallString<256> absolute(directory);
  if (fs::make_absolute(absolute))
    return;
  path::remove_dots(absolute, /*remove_dot_dot=*/false); // as sources are named
  while (absolute.size() > 1 && absolute.ends_with("/"))
    absolute.pop_back();
  const std::string home = homeDirectory();
  if (absolute.size() > 1 && absolute != home && realPath(absolute) != home)
    given.push_back(absolute.str().str());
}

/// The nearest of the directories given.
std::string Projects::givenRoot(const std::string &source) const {
  std::string nearest;
  for (const std::string &directory : given)
    if (liesIn(source, directory) && directory.size() > nearest.size())
      nearest = directory;
  return nearest;
}

std::shared_ptr<const ProjectHeaders> Projects::around(const std::string &source) {
  const std::string directory = path::parent_path(source).str();
  std::string root;
  {
    const std::lock_guard lock(mutex);
    auto [known, isNew] = rootByDirectory.try_emplace(directory);
    if (isNew) {
      known->second = projectRoot(source, homeDirectory());
      if (known->second.empty())
        known->second = givenRoot(source);
    }
    root = known->second;
  }
  return at(root);
}

} // namespace fporder::check
