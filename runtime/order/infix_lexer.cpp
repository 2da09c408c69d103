#include "runtime/order/infix_lexer.h"

#include <array>
#include <charconv>

namespace fporder::order {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
// Bytes of UTF-8 sequences belong to names: C and C++ identifiers may contain them.
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80; }
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }

/// Length of the connector . -> or :: at `position` when a name part follows it, else 0.
std::size_t connector(std::string_view text, std::size_t position) {
  for (const std::string_view mark : {std::string_view("."), std::string_view("->"), std::string_view("::")})
    if (text.substr(position).starts_with(mark) && position + mark.size() < text.size() && isNameStart(text[position + mark.size()]))
      return mark.size();
  return 0;
}

std::size_t pathEnd(std::string_view text, std::size_t position) {
  for (;;) {
    while (position < text.size() && isNamePart(text[position]))
      ++position;
    const std::size_t length = connector(text, position);
    if (length == 0)
      return position;
    position += length;
  }
}

} // namespace

void InfixLexer::skipSpace() {
  while (at < text.size() && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')))
    ++at;
}

InfixToken InfixLexer::bad(std::size_t offset, std::string_view problem) {
  InfixToken token;
  token.kind = InfixToken::Kind::Bad;
  token.offset = offset;
  token.problem = problem;
  at = text.size();
  return token;
}

std::size_t InfixLexer::nameEnd(std::size_t from) const { return pathEnd(text, from); }

InfixToken InfixLexer::lexName(std::size_t end, InfixToken::Kind kind) {
  InfixToken token;
  token.kind = kind;
  token.offset = at;
  token.text = text.substr(at, end - at);
  at = end;
  if (kind == InfixToken::Kind::Member || at >= text.size() || text[at] != '@')
    return token;
  const char *first = text.data() + at + 1, *last = text.data() + text.size();
  const auto [stop, error] = std::from_chars(first, last, token.version);
  if (error != std::errc())
    return bad(at, "expected a version number after '@'");
  at = static_cast<std::size_t>(stop - text.data());
  return token;
}

InfixToken InfixLexer::lexQuoted() {
  std::size_t end = at + 1;
  for (; end < text.size(); ++end) {
    if (text[end] != '`')
      continue;
    if (end + 1 < text.size() && text[end + 1] == '`')
      ++end;
    else
      return lexName(end + 1, InfixToken::Kind::QuotedName);
  }
  return bad(at, "missing closing backquote");
}

InfixToken InfixLexer::lexNumber() {
  const std::size_t begin = at;
  const bool hexadecimal = text.size() > at + 1 && text[at] == '0' && (text[at + 1] | 0x20) == 'x';
  if (hexadecimal)
    at += 2;
  while (at < text.size() && (text[at] == '.' || (hexadecimal ? isHexDigit(text[at]) : isDigit(text[at]))))
    ++at;
  if (at < text.size() && (text[at] | 0x20) == (hexadecimal ? 'p' : 'e')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-'))
      ++at;
    while (at < text.size() && isDigit(text[at]))
      ++at;
  }
  while (at < text.size() && isNamePart(text[at])) // a suffix, or an error that Number::parse will find
    ++at;
  InfixToken token;
  token.kind = InfixToken::Kind::Number;
  token.offset = begin;
  token.text = text.substr(begin, at - begin);
  return token;
}

InfixToken InfixLexer::lexSymbol() {
  static constexpr std::array<std::string_view, 9> longer{"<=>", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>"};
  InfixToken token;
  token.kind = InfixToken::Kind::Symbol;
  token.offset = at;
  for (const std::string_view symbol : longer)
    if (text.substr(at).starts_with(symbol)) {
      token.text = text.substr(at, symbol.size());
      at += symbol.size();
      return token;
    }
  if (std::string_view("+-*/%<>&|^~!?:()[],;=").find(text[at]) == std::string_view::npos)
    return bad(at, "unexpected character");
  token.text = text.substr(at++, 1);
  return token;
}

InfixToken InfixLexer::next() {
  skipSpace();
  if (at >= text.size()) {
    InfixToken token;
    token.offset = text.size();
    return token;
  }
  const char c = text[at];
  if (isNameStart(c))
    return lexName(nameEnd(at), InfixToken::Kind::Name);
  if (c == '`')
    return lexQuoted();
  if (isDigit(c) || (c == '.' && at + 1 < text.size() && isDigit(text[at + 1])))
    return lexNumber();
  if (c != ':' && connector(text, at) != 0)
    return lexName(nameEnd(at), InfixToken::Kind::Member);
  if (c == ':' && connector(text, at) != 0) // a global name: ::f
    return lexName(nameEnd(at), InfixToken::Kind::Name);
  return lexSymbol();
}

std::string unquoted(std::string_view text) {
  std::string result;
  for (std::size_t position = 1; position + 1 < text.size(); ++position) {
    result += text[position];
    if (text[position] == '`')
      ++position;
  }
  return result;
}

bool isPlainName(std::string_view text) {
  const std::size_t start = text.starts_with("::") ? 2 : 0;
  return text.size() > start && isNameStart(text[start]) && pathEnd(text, start) == text.size() && !isReservedWord(text);
}

bool isMemberPath(std::string_view text) {
  const std::size_t length = connector(text, 0);
  return length != 0 && text[0] != ':' && pathEnd(text, length) == text.size();
}

bool isReservedWord(std::string_view text) {
  for (const std::string_view word : {"cast", "sum", "product", "min", "max", "inf", "nan", "rational", "recurrence"})
    if (text == word)
      return true;
  return false;
}

} // namespace fporder::order
