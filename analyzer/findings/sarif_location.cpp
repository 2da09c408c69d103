#include "analyzer/findings/sarif_location.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace fporder::findings {

namespace {

std::string percentEncoded(std::string_view path) {
  constexpr std::string_view kept = "-._~/";
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri;
  for (char c : path) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) || kept.find(c) != std::string_view::npos))
      uri += c;
    else
      (((uri += '%') += digits[byte >> 4]) += digits[byte & 15]);
  }
  return uri;
}

std::string absolutePath(const std::string &path, const std::string &root) {
  llvm::SmallString<256> absolute;
  if (!llvm::sys::path::is_absolute(path))
    absolute = root;
  llvm::sys::path::append(absolute, path);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

constexpr std::size_t markDistance = 1024; // bytes

/// The code units of the character at `at`, which moves behind it.
std::uint32_t unitsOfCharacter(std::string_view line, std::size_t &at) {
  if (at == 0 && line.starts_with("\xEF\xBB\xBF")) {
    at = 3;
    return 0;
  }
  auto *begin = reinterpret_cast<const llvm::UTF8 *>(line.data() + at);
  std::size_t length = llvm::getNumBytesForUTF8(*begin);
  if (length > line.size() - at || !llvm::isLegalUTF8Sequence(begin, begin + length))
    length = 1;
  at += length;
  return length == 4 ? 2 : 1;
}

/// Code units before the byte column, `units` of them before the byte `at`; a column past the end counts on.
std::uint32_t unitsUpTo(std::string_view line, std::uint32_t byteColumn, std::size_t at, std::uint32_t units) {
  const std::size_t end = byteColumn == 0 ? 0 : byteColumn - 1;
  const std::size_t beyond = end > line.size() ? end - line.size() : 0;
  while (at < line.size() && at < end)
    units += unitsOfCharacter(line, at);
  return units + static_cast<std::uint32_t>(beyond);
}

} // namespace

ArtifactUri artifactUri(const std::string &path, const std::string &root) {
  std::string absolute = root.empty() ? path : absolutePath(path, root);
  std::string base = root.ends_with('/') ? root : root + "/";
  if (!root.empty() && absolute.starts_with(base))
    return {percentEncoded(std::string_view(absolute).substr(base.size())), true};
  if (!llvm::sys::path::is_absolute(absolute))
    return {percentEncoded(absolute), false};
  return {"file://" + percentEncoded(absolute), false};
}

std::string directoryUri(const std::string &directory) { return "file://" + percentEncoded(directory) + (directory.ends_with('/') ? "" : "/"); }

std::uint32_t utf16Column(std::string_view line, std::uint32_t byteColumn) { return unitsUpTo(line, byteColumn, 0, 0) + 1; }

std::uint32_t Utf16Columns::column(std::string_view line, std::uint32_t byteColumn) {
  if (marks.empty() || line.data() != marked.data() || line.size() != marked.size()) {
    marked = line;
    marks.assign(1, {0, 0});
  }
  const std::size_t wanted = byteColumn == 0 ? 0 : byteColumn - 1;
  while (marks.back().byte + markDistance <= std::min(wanted, line.size())) {
    // A character's beginning at or past the distance: the walk ends behind a whole character.
    Mark next = marks.back();
    const std::size_t end = next.byte + markDistance;
    while (next.byte < end)
      next.units += unitsOfCharacter(line, next.byte);
    marks.push_back(next);
  }
  const auto after = std::upper_bound(marks.begin(), marks.end(), wanted, [](std::size_t byte, const Mark &mark) { return byte < mark.byte; });
  const Mark &mark = after == marks.begin() ? *after : *std::prev(after);
  return unitsUpTo(line, byteColumn, mark.byte, mark.units) + 1;
}

Region Utf16Columns::region(const Region &region) {
  Region converted = region;
  if (const SourceFile *file = sources.find(region.file)) {
    converted.column = column(file->line(region.line), region.column);
    converted.endColumn = column(file->line(region.endLine), region.endColumn);
  }
  return converted;
}

std::string sarifMessage(std::string_view text) {
  std::string message;
  bool link = text.find("](") != std::string_view::npos;
  for (char c : text) {
    if (link && (c == '[' || c == ']'))
      message += '\\';
    message += c;
    if (c == '{' || c == '}')
      message += c;
  }
  return llvm::json::fixUTF8(message);
}

} // namespace fporder::findings
