#include "analyzer/report/sources.h"

#include "analyzer/findings/input_text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace fporder::report {

using namespace llvm;

namespace {

bool names(StringRef list, StringRef check) {
  SmallVector<StringRef, 4> entries;
  list.split(entries, ',');
  for (StringRef entry : entries) {
    entry = entry.trim();
    if (entry == check || (entry.consume_back("*") && check.starts_with(entry)))
      return true;
  }
  return false;
}

/// Whether the line holds the word as a whole, for this check.
bool says(StringRef line, StringRef word, StringRef check) {
  for (std::size_t at = line.find(word); at != StringRef::npos; at = line.find(word, at + 1)) {
    const StringRef rest = line.substr(at + word.size());
    if (rest.starts_with("("))
      return names(rest.drop_front().take_until([](char character) { return character == ')'; }), check);
    if (rest.empty() || !isAlnum(rest.front()))
      return true;
  }
  return false;
}

} // namespace

const std::vector<std::string> &Sources::linesOf(const std::string &name) {
  const auto [known, isNew] = files.try_emplace(name);
  if (!isNew)
    return known->second;
  SmallString<256> path(directory);
  sys::path::append(path, name);
  const bool isAbsolute = sys::path::is_absolute(name);
  ErrorOr<std::unique_ptr<MemoryBuffer>> text = findings::inputBuffer(isAbsolute ? name : path.str().str(), file::Limit::SourceFile);
  if (!text && !isAbsolute)
    text = findings::inputBuffer(name, file::Limit::SourceFile);
  if (!text)
    return known->second;
  StringRef rest = (*text)->getBuffer();
  while (!rest.empty()) {
    const auto [line, more] = rest.split('\n');
    known->second.push_back(line.rtrim("\r").str());
    rest = more;
  }
  return known->second;
}

std::string Sources::line(const std::string &file, std::uint64_t number) {
  const std::vector<std::string> &lines = linesOf(file);
  return number == 0 || number > lines.size() ? std::string() : lines[number - 1];
}

bool Sources::isSuppressed(const std::string &file, std::uint64_t number, StringRef check) {
  const std::vector<std::string> &lines = linesOf(file);
  if (number == 0 || number > lines.size())
    return false;
  if (says(lines[number - 1], "NOLINT", check) || (number > 1 && says(lines[number - 2], "NOLINTNEXTLINE", check)))
    return true;
  bool isInside = false;
  for (std::uint64_t index = 0; index < number; ++index) {
    isInside = (isInside || says(lines[index], "NOLINTBEGIN", check)) && !says(lines[index], "NOLINTEND", check);
  }
  return isInside;
}

} // namespace fporder::report
