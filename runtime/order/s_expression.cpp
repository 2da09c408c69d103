#include "runtime/order/s_expression.h"

#include "runtime/limits/limits.h"

namespace fporder::order {

namespace {

constexpr std::size_t maximumTokens = limits::most(limits::Limit::ExpressionTokens);

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool isDelimiter(char c) { return isSpace(c) || c == '(' || c == ')' || c == '[' || c == ']' || c == '"' || c == ';'; }
bool startsNumber(char c) { return c >= '0' && c <= '9'; }

bool looksNumeric(std::string_view text) {
  if (text[0] == '+' || text[0] == '-')
    text.remove_prefix(1);
  if (text.starts_with('.'))
    text.remove_prefix(1);
  return !text.empty() && startsNumber(text[0]);
}

class Reader {
public:
  explicit Reader(std::string_view source) : text(source) {}

  Parsed<std::vector<SExpression>> read() {
    while (skipSpace()) {
      if (complete)
        return SyntaxError{at, "text after the end of the expression"};
      if (++tokens > maximumTokens)
        return SyntaxError{at, "expression has more than 1000000 tokens"};
      if (!token())
        return error;
    }
    if (!open.empty())
      return SyntaxError{open.back().offset, "missing closing parenthesis"};
    if (!complete)
      return SyntaxError{at, "expected an expression, found the end of the text"};
    return std::move(done);
  }

private:
  bool skipSpace() {
    while (at < text.size()) {
      if (text[at] == ';')
        while (at < text.size() && text[at] != '\n')
          ++at;
      else if (isSpace(text[at]))
        ++at;
      else
        return true;
    }
    return false;
  }

  bool fail(std::size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }

  void finish(SExpression expression) {
    done.push_back(std::move(expression));
    if (open.empty())
      complete = true;
    else
      open.back().children.push_back(static_cast<std::uint32_t>(done.size() - 1));
  }

  bool token() {
    const char c = text[at];
    if (c == '(' || c == '[') {
      SExpression list;
      list.offset = at;
      list.text = text.substr(at, 1);
      open.push_back(std::move(list));
      ++at;
      return true;
    }
    if (c == ')' || c == ']') {
      if (open.empty())
        return fail(at, std::string("unexpected '") + c + "'");
      if ((open.back().text == "(") != (c == ')'))
        return fail(at, std::string("'") + c + "' closes a different bracket");
      ++at;
      SExpression list = std::move(open.back());
      open.pop_back();
      finish(std::move(list));
      return true;
    }
    if (c == '"')
      return string();
    SExpression atom;
    atom.offset = at;
    const std::size_t begin = at;
    while (at < text.size() && !isDelimiter(text[at]))
      ++at;
    atom.text = text.substr(begin, at - begin);
    atom.kind = looksNumeric(atom.text) ? SExpression::Kind::Number : SExpression::Kind::Symbol;
    finish(std::move(atom));
    return true;
  }

  bool string() {
    const std::size_t begin = at++;
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    if (at >= text.size()) {
      at = text.size();
      return fail(begin, "missing closing quote");
    }
    SExpression atom;
    atom.kind = SExpression::Kind::String;
    atom.offset = begin;
    atom.text = text.substr(begin + 1, at - begin - 1);
    ++at;
    finish(std::move(atom));
    return true;
  }

  std::string_view text;
  std::size_t at = 0, tokens = 0;
  bool complete = false;
  std::vector<SExpression> open, done;
  SyntaxError error;
};

} // namespace

Parsed<std::vector<SExpression>> readSExpression(std::string_view text) { return Reader(text).read(); }

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t position = 0; position < text.size(); ++position) {
    if (text[position] == '\\' && position + 1 < text.size())
      ++position;
    result += text[position];
  }
  return result;
}

std::string escaped(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

} // namespace fporder::order
