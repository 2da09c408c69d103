#include "analyzer/check/source_tokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

namespace fporder::check {

using clang::tok::TokenKind;

SourceTokens::SourceTokens(const std::string &text) {
  clang::LangOptions language;
  language.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());
  const char *counted = text.data(), *lineStart = text.data();
  unsigned line = 1;
  SourceToken state{};
  clang::Token token;
  for (bool end = lexer.LexFromRawLexer(token);; end = lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::eof))
      break;
    const char *begin = lexer.getBufferLocation() - token.getLength();
    for (; counted < begin; ++counted)
      if (*counted == '\n') {
        ++line;
        lineStart = counted + 1;
      }
    if (token.isAtStartOfLine())
      state.inDirective = token.is(clang::tok::hash);
    state.startsLine = token.isAtStartOfLine();
    state.kind = token.getKind();
    state.text = llvm::StringRef(begin, token.getLength());
    state.line = line;
    state.column = unsigned(begin - lineStart) + 1;
    const auto leave = [](unsigned &depth) { depth -= depth > 0; };
    if (!state.inDirective) {
      if (token.is(clang::tok::r_paren))
        leave(state.parentheses);
      else if (token.is(clang::tok::r_brace))
        leave(state.braces);
      else if (token.is(clang::tok::r_square))
        leave(state.brackets);
    }
    if (token.is(clang::tok::raw_identifier))
      positions[state.text].push_back(unsigned(tokens.size()));
    tokens.push_back(state);
    if (!state.inDirective) {
      state.parentheses += token.is(clang::tok::l_paren);
      state.braces += token.is(clang::tok::l_brace);
      state.brackets += token.is(clang::tok::l_square);
    }
    if (end)
      break;
  }
}

const SourceToken &SourceTokens::operator[](std::size_t position) const {
  static const SourceToken none{clang::tok::eof, "", 0, 0, true, false, 0, 0, 0};
  return position < tokens.size() ? tokens[position] : none;
}

llvm::ArrayRef<unsigned> SourceTokens::uses(llvm::StringRef name) const {
  const auto found = positions.find(name);
  return found == positions.end() ? llvm::ArrayRef<unsigned>() : llvm::ArrayRef<unsigned>(found->second);
}

std::size_t SourceTokens::closing(std::size_t position) const {
  const TokenKind open = (*this)[position].kind;
  const TokenKind close = open == clang::tok::l_paren   ? clang::tok::r_paren
                          : open == clang::tok::l_brace ? clang::tok::r_brace
                                                        : clang::tok::r_square;
  unsigned depth = 0;
  for (std::size_t i = position; i < tokens.size(); ++i) {
    depth += tokens[i].kind == open;
    if (tokens[i].kind == close && --depth == 0)
      return i;
  }
  return tokens.size();
}

bool isCapital(llvm::StringRef word) {
  return word.size() >= 3 && llvm::any_of(word, llvm::isAlpha) && llvm::none_of(word, [](char letter) { return llvm::isLower(letter); });
}

} // namespace fporder::check
