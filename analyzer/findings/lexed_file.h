// A source file as tokens and comments, by Clang's raw lexer: no preprocessing, no parse. What suppressions and fix-its read source text with.
#pragma once

#include "analyzer/findings/source_files.h"

#include "clang/Basic/TokenKinds.h"

namespace fporder::findings {

struct Lexeme {
  clang::tok::TokenKind kind = clang::tok::unknown; // identifiers and keywords are raw_identifier
  std::uint32_t begin = 0, end = 0;                 // byte offsets
};

struct Comment {
  std::uint32_t begin = 0, end = 0; // byte offsets, comment marks included
  bool ownLine = false;             // nothing but white space before it on its line
};

/// Lines of a statement, both inclusive.
struct Extent {
  std::uint32_t first = 0, last = 0;
};

class LexedFile {
public:
  explicit LexedFile(const SourceFile &file);

  const std::vector<Lexeme> &tokens() const { return lexemes; } // preprocessor directives left out
  const std::vector<Comment> &comments() const { return remarks; }
  std::string_view text(const Lexeme &token) const { return file.text().substr(token.begin, token.end - token.begin); }
  std::string_view text(const Comment &comment) const { return file.text().substr(comment.begin, comment.end - comment.begin); }

  /// The statement around `offset`: back to the end of the one before it, on to its own ';' or to the '{' of its body. Loop and branch heads belong
  /// to the statement they control when that is not a block.
  Extent statement(std::size_t offset) const;

  /// Index of the first token that ends behind `offset`; the number of tokens when there is none.
  std::size_t tokenAt(std::size_t offset) const;

private:
  bool opensInitialiser(std::size_t brace) const;
  std::size_t statementBegin(std::size_t token) const;
  std::size_t statementEnd(std::size_t token) const;

  const SourceFile &file;
  std::vector<Lexeme> lexemes;
  std::vector<Comment> remarks;
};

/// Tokens of a piece of C or C++ text; comments and directives left out.
std::vector<Lexeme> lex(std::string_view text);

} // namespace fporder::findings
