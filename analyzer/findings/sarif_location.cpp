#include "analyzer/findings/sarif_location.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <cctype>

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

std::uint32_t utf16Column(std::string_view line, std::uint32_t byteColumn) {
  std::size_t end = byteColumn == 0 ? 0 : byteColumn - 1;
  std::size_t beyond = end > line.size() ? end - line.size() : 0;
  std::uint32_t units = 0;
  std::size_t at = line.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (at < line.size() && at < end) {
    auto *begin = reinterpret_cast<const llvm::UTF8 *>(line.data() + at);
    std::size_t length = llvm::getNumBytesForUTF8(*begin);
    if (length > line.size() - at || !llvm::isLegalUTF8Sequence(begin, begin + length))
      length = 1;
    units += length == 4 ? 2 : 1;
    at += length;
  }
  return units + static_cast<std::uint32_t>(beyond) + 1;
}

Region utf16Region(SourceFiles &sources, const Region &region) {
  Region converted = region;
  if (const SourceFile *file = sources.find(region.file)) {
    converted.column = utf16Column(file->line(region.line), region.column);
    converted.endColumn = utf16Column(file->line(region.endLine), region.endColumn);
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
