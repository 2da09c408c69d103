#include "analyzer/findings/constant_text.h"

#include "analyzer/findings/lexed_file.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <span>

namespace fporder::findings {

namespace {

constexpr std::size_t mostBetween = limits::most(limits::Limit::FixText); // bytes between a constant and what repeats it

bool mayStandInConstant(const Lexeme &token) {
  switch (token.kind) {
  case clang::tok::numeric_constant:
  case clang::tok::raw_identifier:
  case clang::tok::coloncolon:
  case clang::tok::plus:
  case clang::tok::minus:
  case clang::tok::star:
  case clang::tok::slash:
  case clang::tok::less:
  case clang::tok::greater:
  case clang::tok::l_paren:
  case clang::tok::r_paren:
    return true;
  default:
    return false;
  }
}

/// Its one definition, from which on it had its value; nothing when there are others or it went out of sight.
bool keepsValue(std::string_view name, std::span<const order::Definition> definitions) {
  const auto named = [&](const order::Definition &definition) { return definition.name == name; };
  const auto first = std::ranges::find_if(definitions, named);
  if (first == definitions.end())
    return true;
  return first->node && !first->exposed && std::find_if(first + 1, definitions.end(), named) == definitions.end();
}

/// In what is stored to: `name`, `this->name`, `name[i]`.
bool isStoredTo(std::string_view name, std::span<const order::Effect> effects) {
  return std::ranges::any_of(effects, [&](const order::Effect &effect) {
    return effect.kind == order::Effect::Kind::Store && std::ranges::any_of(lex(effect.target), [&](const Lexeme &token) {
             return std::string_view(effect.target).substr(token.begin, token.end - token.begin) == name;
           });
  });
}

/// `*p`: no number and no name before the star.
bool readsPointer(std::span<const Lexeme> tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool isOperand = i > 0 && (tokens[i - 1].kind == clang::tok::numeric_constant || tokens[i - 1].kind == clang::tok::raw_identifier ||
                                     tokens[i - 1].kind == clang::tok::r_paren);
    if (tokens[i].kind == clang::tok::star && !isOperand)
      return true;
  }
  return false;
}

/// Names behind a directive may mean something else.
bool hasDirective(std::string_view text) {
  bool lineBegins = false;
  for (const char c : text) {
    if (c == '#' && lineBegins)
      return true;
    lineBegins = c == '\n' || (lineBegins && (c == ' ' || c == '\t'));
  }
  return false;
}

/// A block ends that began before the text.
bool leavesBlock(std::span<const Lexeme> tokens) {
  int depth = 0;
  return std::ranges::any_of(tokens, [&](const Lexeme &token) {
    depth += (token.kind == clang::tok::l_brace) - (token.kind == clang::tok::r_brace);
    return depth < 0;
  });
}

std::vector<std::string_view> namesIn(std::string_view text, std::span<const Lexeme> tokens) {
  std::vector<std::string_view> names;
  for (const Lexeme &token : tokens)
    if (token.kind == clang::tok::raw_identifier)
      names.push_back(text.substr(token.begin, token.end - token.begin));
  return names;
}

} // namespace

bool isConstantText(std::string_view text) {
  const std::vector<Lexeme> tokens = lex(text);
  return !tokens.empty() && text.find('\n') == std::string_view::npos && std::ranges::all_of(tokens, mayStandInConstant) && !readsPointer(tokens);
}

bool hasName(std::string_view text) {
  return std::ranges::any_of(lex(text), [](const Lexeme &token) { return token.kind == clang::tok::raw_identifier; });
}

bool namesKeepValues(std::string_view text, const order::Procedure &procedure, std::uint32_t time) {
  const std::size_t count = std::min<std::size_t>(time, procedure.definitions.size());
  if (count > limits::most(limits::Limit::FixDefinitions))
    return false;
  const std::span<const order::Definition> before(procedure.definitions.data(), count);
  return std::ranges::all_of(lex(text), [&](const Lexeme &token) {
    const std::string_view name = text.substr(token.begin, token.end - token.begin);
    return token.kind != clang::tok::raw_identifier || (keepsValue(name, before) && !isStoredTo(name, procedure.effects));
  });
}

bool namesStaySame(std::string_view text, std::string_view between) {
  if (between.size() > mostBetween || hasDirective(between))
    return false;
  const std::vector<Lexeme> tokens = lex(between);
  const std::vector<std::string_view> names = namesIn(text, lex(text)), others = namesIn(between, tokens);
  return !leavesBlock(tokens) && std::ranges::none_of(names, [&](std::string_view name) { return std::ranges::find(others, name) != others.end(); });
}

} // namespace fporder::findings
