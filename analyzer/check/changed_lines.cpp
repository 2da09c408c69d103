#include "analyzer/check/changed_lines.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <optional>

namespace fporder::check {

ChangedLines ChangedLines::everything() {
  ChangedLines lines;
  lines.whole = true;
  return lines;
}

void ChangedLines::add(std::uint32_t first, std::uint32_t last) { ranges.push_back({first, last}); }
void ChangedLines::addRemoval(std::uint32_t line) { removals.push_back(line); }

bool ChangedLines::touch(std::uint32_t first, std::uint32_t last) const {
  return whole || std::ranges::any_of(ranges, [&](const Range &range) { return range.first <= last && first <= range.last; }) ||
         std::ranges::any_of(removals, [&](std::uint32_t line) { return first <= line && line < last; });
}

namespace {

/// A path as git writes it: between quotes, with C's escapes, where it holds anything unusual.
std::optional<std::string> unquoted(llvm::StringRef name) {
  name.consume_back("\t"); // after names with blanks
  if (!name.consume_front("\""))
    return name.str();
  std::string text;
  while (!name.empty() && name.front() != '"') {
    if (!name.consume_front("\\")) {
      text += name.front();
      name = name.drop_front();
      continue;
    }
    unsigned code = 0;
    if (name.size() >= 3 && llvm::isDigit(name.front()) && !name.take_front(3).getAsInteger(8, code)) {
      text += static_cast<char>(code);
      name = name.drop_front(3);
      continue;
    }
    constexpr llvm::StringLiteral letters = "abtnvfr\"\\", meanings = "\a\b\t\n\v\f\r\"\\";
    const std::size_t letter = name.empty() ? llvm::StringRef::npos : letters.find(name.front());
    if (letter == llvm::StringRef::npos)
      return std::nullopt;
    text += meanings[letter];
    name = name.drop_front();
  }
  return name == "\"" ? std::optional(text) : std::nullopt;
}

/// "-12,3" or "+7": first line and number of lines.
struct Span {
  std::uint32_t first = 0, count = 1;
};
bool consumeSpan(llvm::StringRef &text, llvm::StringRef sign, Span &span) {
  return text.consume_front(sign) && !text.consumeInteger(10, span.first) && (!text.consume_front(",") || !text.consumeInteger(10, span.count)) &&
         text.consume_front(" ");
}

class DiffReader {
public:
  explicit DiffReader(llvm::StringRef text) : rest(text) {}

  std::variant<ChangedFiles, DiffError> read() {
    while (!rest.empty()) {
      const llvm::StringRef current = next();
      if (current.starts_with("diff ")) {
        lines = nullptr;
      } else if (current.starts_with("+++ ")) {
        if (!startFile(current.drop_front(4)))
          return mistake("a file name cannot be read");
      } else if (current.starts_with("@@ ") && !readHunk(current.drop_front(3))) {
        return mistake("a hunk cannot be read");
      }
    }
    return std::move(files);
  }

private:
  llvm::StringRef next() {
    ++number;
    auto [line, tail] = rest.split('\n');
    rest = tail;
    return line;
  }

  bool startFile(llvm::StringRef written) {
    const std::optional<std::string> name = unquoted(written);
    llvm::StringRef path = name ? llvm::StringRef(*name) : "";
    if (path == "/dev/null") // removed
      return true;
    if (!path.consume_front("b/"))
      return false;
    lines = &files[path.str()];
    return true;
  }

  bool readHunk(llvm::StringRef head) {
    Span before, after;
    if (!consumeSpan(head, "-", before) || !consumeSpan(head, "+", after) || !head.starts_with("@@"))
      return false;
    if (lines && after.count > 0)
      lines->add(after.first, after.first + after.count - 1);
    else if (lines)
      lines->addRemoval(after.first);
    // The lines themselves, which may look like anything.
    for (std::uint64_t left = std::uint64_t(before.count) + after.count; left > 0;) {
      if (rest.empty())
        return false;
      left -= !next().starts_with("\\"); // "\ No newline at end of file"
    }
    return true;
  }

  DiffError mistake(const char *what) const { return {"line " + std::to_string(number) + " of the diff: " + what}; }

  llvm::StringRef rest;
  unsigned number = 0;
  ChangedFiles files;
  ChangedLines *lines = nullptr; // of the current file; null: it is gone
};

const ChangedLines *linesOf(const ChangedFiles &changed, const std::string &file) {
  llvm::SmallString<256> real;
  const auto found = changed.find(llvm::sys::fs::real_path(file, real) ? file : real.str().str());
  return found == changed.end() ? nullptr : &found->second;
}

} // namespace

std::variant<ChangedFiles, DiffError> parseUnifiedDiff(std::string_view diff) { return DiffReader(llvm::StringRef(diff.data(), diff.size())).read(); }

bool touches(const ChangedFiles &changed, const findings::Finding &finding) {
  const auto touched = [&](const findings::Region &region) {
    const ChangedLines *lines = linesOf(changed, region.file);
    return lines && lines->touch(region.line, std::max(region.line, region.endLine));
  };
  return touched(finding.where) || touched(finding.range) ||
         std::ranges::any_of(finding.notes, [&](const findings::Note &note) { return touched(note.where); });
}

} // namespace fporder::check
