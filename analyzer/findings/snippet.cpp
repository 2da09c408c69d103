#include "analyzer/findings/snippet.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

namespace fporder::findings {

namespace {

constexpr unsigned tabStop = 8;
constexpr unsigned widestLine = 160; // terminal columns shown of one line
constexpr unsigned contextBefore = 60;
constexpr std::size_t snippetMarkDistance = 1024; // bytes

/// One character as shown, with the bytes it came from and the columns it takes.
struct Glyph {
  std::string text;
  std::size_t byte = 0, bytes = 1;
  unsigned width = 1;
};

constexpr const char *replacementCharacter = "\xEF\xBF\xBD";

Glyph glyphAt(std::string_view line, std::size_t byte, unsigned column) {
  auto lead = static_cast<unsigned char>(line[byte]);
  if (lead == '\t') {
    unsigned width = tabStop - column % tabStop;
    return {std::string(width, ' '), byte, 1, width};
  }
  if (lead < 0x20 || lead == 0x7f)
    return {"?", byte, 1, 1};
  std::size_t length = lead < 0x80 ? 1 : llvm::getNumBytesForUTF8(lead);
  auto *begin = reinterpret_cast<const llvm::UTF8 *>(line.data() + byte);
  if (length > line.size() - byte || !llvm::isLegalUTF8Sequence(begin, begin + length))
    return {replacementCharacter, byte, 1, 1};
  std::string text(line.substr(byte, length));
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  if (width < 0) // not printable
    return {replacementCharacter, byte, length, 1};
  return {text, byte, length, static_cast<unsigned>(width)};
}

using Marked = Snippets::Marked;

Marked markedBytes(std::string_view line, const Region &caret, const Region &range) {
  Marked marked{};
  marked.caret = caret.column == 0 ? 0 : caret.column - 1;
  marked.caretEnd = caret.endLine == caret.line && caret.endColumn > caret.column ? caret.endColumn - 1 : marked.caret + 1;
  if (range.file != caret.file || caret.line < range.line || caret.line > range.endLine) {
    marked.begin = marked.caret;
    marked.end = marked.caretEnd;
    return marked;
  }
  std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  marked.begin = range.line < caret.line || range.column == 0 ? indent : range.column - 1;
  marked.end = range.endLine > caret.line || range.endColumn == 0 ? line.size() : range.endColumn - 1;
  return marked;
}

void append(Snippet &shown, const Glyph &glyph, const Marked &marked) {
  shown.line += glyph.text;
  char mark = glyph.byte >= marked.begin && glyph.byte < marked.end ? '~' : ' ';
  std::string marks(glyph.width, mark);
  if (glyph.byte == marked.caret && !marks.empty())
    marks[0] = '^';
  shown.marks += marks;
}

/// Most lines are plain ASCII and short: each byte is a column.
bool isPlain(std::string_view line) {
  return line.size() <= widestLine && std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

void showPlain(Snippet &shown, std::string_view line, const Marked &marked) {
  shown.line = line;
  shown.marks.assign(line.size(), ' ');
  for (std::size_t byte = marked.begin; byte < std::min(marked.end, line.size()); ++byte)
    shown.marks[byte] = '~';
  if (marked.caret < line.size())
    shown.marks[marked.caret] = '^';
}

} // namespace

Snippets::Mark Snippets::step(Mark from) const {
  const Glyph glyph = glyphAt(marked, from.byte, from.column);
  return {from.byte + glyph.bytes, from.column + glyph.width};
}

void Snippets::mark(std::string_view line) {
  if (line.data() == marked.data() && line.size() == marked.size())
    return;
  marked = line;
  marks.assign(1, {});
  end = {};
  while (end.byte < line.size()) {
    end = step(end);
    if (end.byte >= marks.back().byte + snippetMarkDistance)
      marks.push_back(end);
  }
}

/// The first character that `passed` says no of; characters it says yes of come before.
Snippets::Mark Snippets::firstNot(llvm::function_ref<bool(const Mark &)> passed) const {
  const auto after = std::partition_point(marks.begin(), marks.end(), passed);
  Mark found = after == marks.begin() ? *after : *std::prev(after);
  while (found.byte < marked.size() && passed(found))
    found = step(found);
  return found;
}

/// All of the line, or as much as fits with some context before the caret.
void Snippets::showGlyphs(Snippet &shown, std::string_view line, const Marked &range) {
  mark(line);
  Mark at;
  if (end.column > widestLine) {
    const unsigned before = firstNot([&](const Mark &mark) { return mark.byte < range.caret; }).column;
    at = firstNot([&](const Mark &mark) { return before - std::min(before, mark.column) > contextBefore; });
  }
  if (at.byte > 0) {
    shown.line = "...";
    shown.marks = "   ";
  }
  const unsigned first = at.column;
  while (at.byte < line.size()) {
    const Glyph glyph = glyphAt(line, at.byte, at.column);
    if (end.column > widestLine && at.column - first + glyph.width > widestLine)
      break;
    append(shown, glyph, range);
    at = {at.byte + glyph.bytes, at.column + glyph.width};
  }
  if (at.byte < line.size())
    shown.line += "...";
}

Snippet Snippets::of(const Region &caret, const Region &range) {
  Snippet shown;
  shown.number = caret.line;
  const SourceFile *file = sources.find(caret.file);
  if (!file || caret.line == 0 || caret.line > file->lineCount())
    return shown;
  std::string_view line = file->line(caret.line);
  Marked bytes = markedBytes(line, caret, range);
  if (isPlain(line))
    showPlain(shown, line, bytes);
  else
    showGlyphs(shown, line, bytes);
  if (bytes.caret >= line.size()) // just past the end
    shown.marks += '^';
  shown.marks.erase(shown.marks.find_last_not_of(' ') + 1);
  return shown;
}

} // namespace fporder::findings
