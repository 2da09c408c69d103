#include "analyzer/findings/snippet.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

namespace fporder::findings {

namespace {

constexpr unsigned tabStop = 8;
constexpr unsigned widestLine = 160; // terminal columns shown of one line
constexpr unsigned contextBefore = 60;

/// One character as shown, with the bytes it came from and the columns it takes.
struct Glyph {
  std::string text;
  std::size_t byte = 0, bytes = 1;
  unsigned width = 1;
};

constexpr const char *replacement = "\xEF\xBF\xBD";

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
    return {replacement, byte, 1, 1};
  std::string text(line.substr(byte, length));
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  if (width < 0) // not printable
    return {replacement, byte, length, 1};
  return {text, byte, length, static_cast<unsigned>(width)};
}

std::vector<Glyph> glyphs(std::string_view line) {
  std::vector<Glyph> result;
  unsigned column = 0;
  for (std::size_t byte = 0; byte < line.size(); byte += result.back().bytes) {
    result.push_back(glyphAt(line, byte, column));
    column += result.back().width;
  }
  return result;
}

/// The underlined bytes of the caret's line.
struct Marked {
  std::size_t begin, end;      // the range
  std::size_t caret, caretEnd; // the operator; only its first column gets the caret
};

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

/// The glyphs to show: all, or as many as fit with some context before the caret.
std::pair<std::size_t, std::size_t> window(const std::vector<Glyph> &line, std::size_t caretByte) {
  unsigned before = 0, total = 0;
  for (const Glyph &glyph : line) {
    total += glyph.width;
    before += glyph.byte < caretByte ? glyph.width : 0;
  }
  if (total <= widestLine)
    return {0, line.size()};
  std::size_t first = 0;
  for (unsigned skipped = 0; first < line.size() && before - skipped > contextBefore; ++first)
    skipped += line[first].width;
  std::size_t last = first;
  for (unsigned shown = 0; last < line.size() && shown + line[last].width <= widestLine; ++last)
    shown += line[last].width;
  return {first, last};
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

void showGlyphs(Snippet &shown, std::string_view line, const Marked &marked) {
  std::vector<Glyph> all = glyphs(line);
  auto [first, last] = window(all, marked.caret);
  if (first > 0) {
    shown.line = "...";
    shown.marks = "   ";
  }
  for (std::size_t i = first; i < last; ++i)
    append(shown, all[i], marked);
  if (last < all.size())
    shown.line += "...";
}

} // namespace

Snippet snippet(SourceFiles &sources, const Region &caret, const Region &range) {
  Snippet shown;
  shown.number = caret.line;
  const SourceFile *file = sources.find(caret.file);
  if (!file || caret.line == 0 || caret.line > file->lineCount())
    return shown;
  std::string_view line = file->line(caret.line);
  Marked marked = markedBytes(line, caret, range);
  if (isPlain(line))
    showPlain(shown, line, marked);
  else
    showGlyphs(shown, line, marked);
  if (marked.caret >= line.size()) // just past the end
    shown.marks += '^';
  shown.marks.erase(shown.marks.find_last_not_of(' ') + 1);
  return shown;
}

} // namespace fporder::findings
