// The headers of the project around a source, for the includes that its flags do not find.
//
// The project's root is the nearest directory above the source that holds .git, .hg, .svn or .jj; without one, the nearest with a
// compile_commands.json; without that, the farthest of the directories above it, one inside the other, that hold a build file (CMakeLists.txt,
// meson.build, Makefile ...); without that, the directory that was asked to be checked. "/" and the home directory are never one. Names are taken
// from the directories below the root, hidden ones left out. Symbolic links to directories are not followed, one to a file counts where it leads into
// the root.
//
// An include is a path; a header answers it when its own path ends in it, component by component. Where no header does, and the include has three
// components or more, the first is dropped ("project/sub/x.h" for include/sub/x.h). Where still no header does, capital letters are no difference, as
// in the file systems of Windows and macOS, but for names of the standard library's headers there (<Math.h>). Backslashes are slashes. Of several
// headers the one that is the fewest steps through the tree away from the source is taken; of those the one whose path is shortest, then the first by
// name.
#pragma once

#include "analyzer/check/read_log.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fporder::check {

/// What an include finds in a project.
struct HeaderAnswer {
  std::string path;        // absolute; empty: none
  unsigned candidates = 0; // headers that answer it as well as this one, itself included
  bool shortened = false;  // it has not the very name: the include's first component was dropped, or capital letters differ
  ContentHash hash() const;
};

/// The headers below one root. Indexed on the first question; safe to ask from several threads.
class ProjectHeaders {
public:
  explicit ProjectHeaders(std::string root);

  /// `name` as in the include, `directory` absolute, that of the source.
  HeaderAnswer find(llvm::StringRef name, llvm::StringRef directory) const;
  const std::string &root() const { return top; }
  /// Why the index is incomplete, so that nothing is found: "beyond the limit of ..."; empty: it is not.
  const std::string &problem() const;

private:
  void index() const;
  std::vector<const std::string *> endingIn(llvm::StringRef name) const;
  std::vector<const std::string *> endingInAnyCase(llvm::StringRef name) const;
  bool isDirectory(const std::string &name) const;
  bool isInRoot(llvm::StringRef candidate) const;

  std::string top, realTop;
  mutable std::once_flag indexed;
  mutable llvm::StringMap<std::vector<std::string>> byName;      // last component -> paths below the root
  mutable llvm::StringMap<std::vector<std::string>> inAnyCase;   // last component in small letters -> as names have it
  mutable llvm::StringMap<std::vector<std::string>> directories; // last component -> paths below the root
  mutable std::string fault;
};

/// The projects of a run, each indexed once. Safe to use from several threads.
class Projects {
public:
  /// `directory`, as the user gave it, is the root of the sources below it for which nothing else marks one. Before the first source is asked for.
  void takeForRoot(const std::string &directory);
  /// The project around a source, an absolute path; null when there is none.
  std::shared_ptr<const ProjectHeaders> around(const std::string &source);
  std::shared_ptr<const ProjectHeaders> at(const std::string &root);

private:
  std::string givenRoot(const std::string &source) const;

  std::mutex mutex;
  std::vector<std::string> given; // absolute
  std::map<std::string, std::shared_ptr<const ProjectHeaders>> byRoot;
  std::map<std::string, std::string> rootByDirectory;
};

/// The root as above; empty when there is none. `home` is the home directory, a real path.
std::string projectRoot(const std::string &source, const std::string &home);

} // namespace fporder::check
