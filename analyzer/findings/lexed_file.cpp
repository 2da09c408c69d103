#include "analyzer/findings/lexed_file.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace fporder::findings {

namespace {

clang::LangOptions languageOptions() {
  clang::LangOptions options;
  options.LineComment = options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = options.CPlusPlus20 = true;
  options.RawStringLiterals = options.Digraphs = true;
  return options;
}

bool startsLine(std::string_view text, std::size_t offset) {
  while (offset > 0 && (text[offset - 1] == ' ' || text[offset - 1] == '\t'))
    --offset;
  return offset == 0 || text[offset - 1] == '\n' || text[offset - 1] == '\r' || (offset == 3 && text.starts_with("\xEF\xBB\xBF"));
}

/// Runs the raw lexer over `text`. A directive's tokens, up to its unescaped line end, go nowhere; its comments do.
void lexInto(std::string_view text, std::vector<Lexeme> &tokens, std::vector<Comment> *comments) {
  static const clang::LangOptions options = languageOptions();
  std::string terminated(text); // the lexer wants a terminating NUL
  const char *begin = terminated.c_str();
  clang::Lexer lexer(clang::SourceLocation(), options, begin, begin, begin + terminated.size());
  lexer.SetCommentRetentionState(true);
  clang::Token token;
  bool inDirective = false;
  for (;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof))
      return;
    auto end = static_cast<std::uint32_t>(lexer.getBufferLocation() - begin);
    std::uint32_t start = end - token.getLength();
    if (token.isAtStartOfLine())
      inDirective = token.is(clang::tok::hash);
    if (token.is(clang::tok::comment)) {
      if (comments)
        comments->push_back({start, end, startsLine(text, start)});
    } else if (!inDirective) {
      tokens.push_back({token.getKind(), start, end});
    }
  }
}

} // namespace

std::vector<Lexeme> lex(std::string_view text) {
  std::vector<Lexeme> tokens;
  lexInto(text, tokens, nullptr);
  return tokens;
}

LexedFile::LexedFile(const SourceFile &source) : file(source) { lexInto(source.text(), lexemes, &remarks); }

std::size_t LexedFile::tokenAt(std::size_t offset) const {
  auto token = std::partition_point(lexemes.begin(), lexemes.end(), [&](const Lexeme &lexeme) { return lexeme.end <= offset; });
  return static_cast<std::size_t>(token - lexemes.begin());
}

bool LexedFile::opensInitialiser(std::size_t brace) const {
  if (brace == 0)
    return false;
  const Lexeme &before = lexemes[brace - 1];
  switch (before.kind) {
  case clang::tok::equal:
  case clang::tok::comma:
  case clang::tok::l_paren:
  case clang::tok::l_square:
  case clang::tok::greater: // std::array<float, 3>{...}
    return true;
  case clang::tok::raw_identifier:
    return text(before) == "return";
  default:
    return false;
  }
}

std::size_t LexedFile::statementBegin(std::size_t token) const {
  // Closed brackets are stepped over whole, so that the ';' of a loop head do not end the search from its body.
  std::size_t closed = 0;
  std::size_t begin = token;
  for (std::size_t i = token; i-- > 0;) {
    clang::tok::TokenKind kind = lexemes[i].kind;
    if (kind == clang::tok::r_paren || kind == clang::tok::r_square) {
      ++closed;
    } else if (kind == clang::tok::l_paren || kind == clang::tok::l_square) {
      closed -= closed > 0 ? 1 : 0;
    } else if (closed == 0) {
      if (kind == clang::tok::semi || kind == clang::tok::r_brace || (kind == clang::tok::l_brace && !opensInitialiser(i)))
        break;
    }
    begin = i;
  }
  return begin;
}

std::size_t LexedFile::statementEnd(std::size_t token) const {
  std::size_t open = 0;
  for (std::size_t i = token; i < lexemes.size(); ++i) {
    clang::tok::TokenKind kind = lexemes[i].kind;
    bool initialiser = kind == clang::tok::l_brace && opensInitialiser(i);
    if (kind == clang::tok::l_paren || kind == clang::tok::l_square || initialiser)
      ++open;
    else if (kind == clang::tok::r_paren || kind == clang::tok::r_square || (kind == clang::tok::r_brace && open > 0))
      open -= open > 0 ? 1 : 0;
    else if (open == 0 && (kind == clang::tok::semi || kind == clang::tok::l_brace || kind == clang::tok::r_brace))
      return i;
  }
  return lexemes.empty() ? 0 : lexemes.size() - 1;
}

Extent LexedFile::statement(std::size_t offset) const {
  std::size_t token = tokenAt(offset);
  std::uint32_t line = file.position(offset).line;
  if (token == lexemes.size())
    return {line, line};
  Extent extent;
  extent.first = std::min(line, file.position(lexemes[statementBegin(token)].begin).line);
  extent.last = std::max(line, file.position(lexemes[statementEnd(token)].begin).line);
  return extent;
}

} // namespace fporder::findings
