// SARIF's way of naming places: URIs relative to the source root, columns in UTF-16 code units.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"

#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

/// An artifactLocation. `relative`: to SRCROOT.
struct ArtifactUri {
  std::string uri;
  bool relative = false;
};

/// `path` as a URI, percent-encoded (RFC 3986); relative when it lies below `root`, an absolute directory.
ArtifactUri artifactUri(const std::string &path, const std::string &root);

/// "file:///dir/", with the slash that makes it a base.
std::string directoryUri(const std::string &directory);

/// The 1-based column in UTF-16 code units of a byte column in a line; a byte order mark counts for nothing, a byte that is not UTF-8 for one unit.
std::uint32_t utf16Column(std::string_view line, std::uint32_t byteColumn);

/// Columns of regions in UTF-16 code units. Remembers where it is in the line that it was last asked about, so that many regions of one long line
/// cost no more than the line.
class Utf16Columns {
public:
  explicit Utf16Columns(SourceFiles &files) : sources(files) {}

  /// `region` with its columns in UTF-16 code units; unchanged when the file cannot be read.
  Region region(const Region &region);

private:
  std::uint32_t column(std::string_view line, std::uint32_t byteColumn);

  struct Mark {
    std::size_t byte;    // of a character's beginning
    std::uint32_t units; // before it
  };
  SourceFiles &sources;
  std::string_view marked; // the line
  std::vector<Mark> marks; // of that, ascending
};

/// `text` as a SARIF message: braces doubled (2.1.0, 3.11.5), and what would read as an embedded link defused (3.11.6). Valid UTF-8.
std::string sarifMessage(std::string_view text);

} // namespace fporder::findings
