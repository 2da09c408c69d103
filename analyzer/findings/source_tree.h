// Which files fixes may be written to.
//
// The tree of a run is the working directory and, for each source, the repository around it: the nearest directory above it, as it was named, that
// holds .git, .hg, .svn or .jj. A file that is named without any symbolic link is the user's own choice wherever it lies; one that is reached through
// a link, and a header, must lie in the tree once links are followed. Left alone besides: a file with several hard links, since the others would
// keep the old text; one that another user owns (root is no exception: its owner must be root); one whose mode lets its owner not write it.
#pragma once

#include <string>
#include <vector>

namespace fporder::findings {

class SourceTree {
public:
  /// `sources` as given, relative to the process's working directory.
  explicit SourceTree(const std::vector<std::string> &sources);

  /// Why the file must not be edited, as in "has 2 hard links"; empty when it may be, its bytes being `content`. `path` is how it was named,
  /// `realPath` where that leads.
  std::string objection(const std::string &path, const std::string &realPath, const std::string &content) const;

private:
  bool reaches(const std::string &path, const std::string &realPath) const;

  std::vector<std::string> roots;   // real paths of directories
  std::vector<std::string> sources; // absolute, as named
};

} // namespace fporder::findings
