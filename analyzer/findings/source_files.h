// Source text by line and column: what carets, fix-its, comments and UTF-16 columns are computed from.
//
// Lines and columns are 1-based, columns count bytes. A line ends at "\n"; a "\r" before it belongs to the line end, not to the line.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

/// 32 bytes by which the content of a file is known again. BLAKE3.
std::string contentHash(std::string_view content);

class SourceFile {
public:
  explicit SourceFile(std::string content);

  std::string_view text() const { return content; }
  std::uint32_t lineCount() const { return static_cast<std::uint32_t>(lineStarts.size()); }
  /// Line `number` without its end; empty when there is no such line.
  std::string_view line(std::uint32_t number) const;
  /// Byte offset of a position, clamped to the end of the line or of the file.
  std::size_t offset(std::uint32_t line, std::uint32_t column) const;
  struct Position {
    std::uint32_t line = 1, column = 1;
  };
  Position position(std::size_t offset) const;
  /// contentHash of the text, computed once. Safe to call from several threads.
  const std::string &hash() const;

private:
  std::string content;
  mutable std::once_flag hashed;
  mutable std::string hashOfContent;
  std::vector<std::size_t> lineStarts;
};

/// Files by path, read once and kept. Safe to use from several threads.
class SourceFiles {
public:
  /// The file's text, or nothing when it cannot be read. Paths are relative to the process's working directory.
  const SourceFile *find(const std::string &path);
  /// Text for `path` that takes the place of what is on the disk. Returned pointers to an earlier text become invalid.
  void set(const std::string &path, std::string text);
  /// Whether a file that exists could not be read.
  bool anyFailed() { return !failures().empty(); }
  /// These files, with the reason.
  std::map<std::string, std::string> failures();

private:
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<SourceFile>> files;
  std::map<std::string, std::string> failed;
};

} // namespace fporder::findings
