#include "analyzer/check/foreign_text.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace fporder::check {
namespace {

namespace tok = clang::tok;

enum class TextKind : std::uint8_t { Template, Trace, Language };

constexpr unsigned leastReferences = 3; // in a trace: one is a mistake

llvm::StringRef describe(TextKind kind) {
  switch (kind) {
  case TextKind::Template:
    return "a template for a code generator";
  case TextKind::Trace:
    return "a trace of instructions";
  case TextKind::Language:
    return "a source in another language";
  }
  llvm_unreachable("all kinds are described");
}

/// `&)` and a number behind it.
bool mayHoldReferences(llvm::StringRef text) {
  for (std::size_t at = text.find("&)"); at != llvm::StringRef::npos; at = text.find("&)", at + 1)) {
    const llvm::StringRef behind = text.drop_front(at + 2).ltrim();
    if (!behind.empty() && llvm::isDigit(behind.front()))
      return true;
  }
  return false;
}

/// Most texts have none of the characters, and their tokens need not be looked at.
bool mayBeForeign(llvm::StringRef text) {
  return llvm::any_of(std::initializer_list<llvm::StringRef>{"{%", "{#", "{{/", "<%=", "</%", "<?", "package "},
                      [&](llvm::StringRef mark) { return text.contains(mark); }) ||
         mayHoldReferences(text);
}

struct TextPiece {
  tok::TokenKind kind = tok::eof;
  llvm::StringRef text;
  bool startsLine = true, joined = false; // joined: nothing lies between it and the one before
};

/// The last tokens outside directives and outside what `#if 0` leaves out.
class ForeignReader {
public:
  explicit ForeignReader(llvm::StringRef wholeText) : text(wholeText) {}

  std::optional<std::string> read() {
    clang::LangOptions language;
    language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.RawStringLiterals = language.Digraphs = language.LineComment = true;
    clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin(), text.end());
    clang::Token token;
    const char *end = text.begin();
    for (bool last = lexer.LexFromRawLexer(token); token.isNot(tok::eof); last = lexer.LexFromRawLexer(token)) {
      const char *begin = lexer.getBufferLocation() - token.getLength();
      take({token.getKind(), llvm::StringRef(begin, token.getLength()), token.isAtStartOfLine(), begin == end});
      end = begin + token.getLength();
      if (found || last)
        break;
    }
    if (!found)
      return std::nullopt;
    const auto [kind, place] = *found;
    const std::size_t line = 1 + text.take_front(static_cast<std::size_t>(place.begin() - text.begin())).count('\n');
    return "is no C or C++, but " + describe(kind).str() + " ('" + place.str() + "' in line " + std::to_string(line) + ")";
  }

private:
  void take(const TextPiece &piece) {
    if (piece.startsLine)
      inDirective = piece.kind == tok::hash;
    if (inDirective) {
      directive(piece);
      return;
    }
    if (skipped > 0)
      return;
    std::rotate(pieces.begin(), pieces.begin() + 1, pieces.end());
    pieces.back() = piece;
    judge();
  }

  /// `#if 0` leaves out what follows, up to its #else or #endif.
  void directive(const TextPiece &piece) {
    const llvm::StringRef before = std::exchange(inDirectiveBefore, piece.text);
    if (before == "#" && skipped > 0)
      skipped += piece.text.starts_with("if") ? 1 : piece.text == "endif" || (skipped == 1 && piece.text.starts_with("el")) ? -1 : 0;
    else if (before == "if" && piece.text == "0" && skipped == 0)
      skipped = 1;
  }

  /// The token `back` places before the last one.
  const TextPiece &last(std::size_t back) const { return pieces[pieces.size() - 1 - back]; }
  bool are(std::initializer_list<tok::TokenKind> kinds) const {
    return llvm::all_of(llvm::enumerate(kinds), [&](const auto &each) {
      const TextPiece &piece = last(kinds.size() - 1 - each.index());
      return piece.kind == each.value() && (each.index() == 0 || piece.joined);
    });
  }
  void mark(TextKind kind, std::size_t tokens) {
    const llvm::StringRef first = last(tokens - 1).text, final = last(0).text;
    found.emplace(kind, llvm::StringRef(first.begin(), static_cast<std::size_t>(final.end() - first.begin())));
  }

  void judge() {
    if (are({tok::l_brace, tok::percent}) || are({tok::l_brace, tok::hash}) || (are({tok::l_brace, tok::equal}) && last(1).text == "<%"))
      mark(TextKind::Template, 2);
    else if (are({tok::l_brace, tok::l_brace, tok::slash}) || are({tok::less, tok::slash, tok::percent}))
      mark(TextKind::Template, 3);
    else if (are({tok::less, tok::question, tok::raw_identifier}) && last(0).text.starts_with("php"))
      mark(TextKind::Language, 3);
    else if (last(3).startsLine && last(3).text == "package" && last(2).kind == tok::raw_identifier && last(1).kind == tok::period &&
             last(0).kind == tok::raw_identifier)
      mark(TextKind::Language, 4);
    else if (last(2).kind == tok::amp && last(1).kind == tok::r_paren && last(0).kind == tok::numeric_constant && ++references == leastReferences)
      mark(TextKind::Trace, 3);
  }

  llvm::StringRef text;
  std::array<TextPiece, 4> pieces;
  bool inDirective = false;
  llvm::StringRef inDirectiveBefore;
  int skipped = 0; // how many conditions deep in what #if 0 leaves out
  unsigned references = 0;
  std::optional<std::pair<TextKind, llvm::StringRef>> found;
};

} // namespace

std::optional<std::string> foreignText(llvm::StringRef text) { return mayBeForeign(text) ? ForeignReader(text).read() : std::nullopt; }

} // namespace fporder::check
