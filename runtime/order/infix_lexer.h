// Tokens of the infix notation (see infix.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fporder::order {

struct InfixToken {
  enum class Kind : std::uint8_t { Name, QuotedName, Member, Number, Symbol, End, Bad };
  Kind kind = Kind::End;
  std::size_t offset = 0;
  std::string_view text;     // as written, version suffix aside; Symbol: the operator
  std::uint32_t version = 0; // Name, QuotedName: the number after @
  std::string_view problem;  // Bad: what is wrong
};

class InfixLexer {
public:
  explicit InfixLexer(std::string_view source) : text(source) {}

  InfixToken next();
  std::size_t position() const { return at; }
  void seek(std::size_t position) { at = position; }

private:
  void skipSpace();
  std::size_t nameEnd(std::size_t from) const;
  InfixToken lexName(std::size_t end, InfixToken::Kind kind);
  InfixToken lexQuoted();
  InfixToken lexNumber();
  InfixToken lexSymbol();
  InfixToken bad(std::size_t offset, std::string_view problem);

  std::string_view text;
  std::size_t at = 0;
};

/// The characters of a QuotedName token: quotes off, doubled backquotes halved.
std::string unquoted(std::string_view text);

/// True when `text` reads as one Name token, not a word that the notation reserves.
bool isPlainName(std::string_view text);

/// True when `text` reads as one Member token: ".y", "->x.y".
bool isMemberPath(std::string_view text);

/// cast, sum, product, min, max, inf, nan, rational.
bool isReservedWord(std::string_view text);

} // namespace fporder::order
