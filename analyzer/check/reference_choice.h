// Which reference a source's functions have where no comment names one: --reference counts before .fporder.
#pragma once

#include "analyzer/findings/config.h"

#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

/// One of the three is not empty.
struct ReferenceChoice {
  std::string given;     // what is to be loaded, relative to `directory`
  std::string none;      // a reference is asked for that does not exist, or there are several: why
  std::string mistake;   // what is asked for must not be read: why
  std::string directory; // empty: the working directory
};

class ReferenceChooser {
public:
  /// `given`: the value of --reference; empty without it. An error where it is a directory that cannot be listed.
  static llvm::Expected<ReferenceChooser> create(const std::string &given);

  /// True when --reference names one reference for all sources.
  bool isOne() const { return one; }

  /// For a source by its absolute path, with the rows of its .fporder; nothing where none is asked for. A file that .fporder names must be below its
  /// directory, links resolved.
  std::optional<ReferenceChoice> forSource(const std::string &source, const std::vector<findings::ReferenceRow> &rows) const;

private:
  ReferenceChoice ofStem(const std::string &source) const;

  std::string folder; // a directory of references
  bool one = false;
  std::map<std::string, std::vector<std::string>> byStem; // files below `folder`
};

} // namespace fporder::check
