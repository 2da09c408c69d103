#include "analyzer/findings/expression_text.h"

#include "analyzer/findings/lexed_file.h"
#include "runtime/order/function_facts.h"

#include <algorithm>
#include <array>
#include <span>

namespace fporder::findings {

namespace {

/// Index behind the bracket that closes the one at `open`.
std::size_t behindBracket(std::span<const Lexeme> tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    depth += tokens[i].kind == clang::tok::l_paren || tokens[i].kind == clang::tok::l_square;
    depth -= tokens[i].kind == clang::tok::r_paren || tokens[i].kind == clang::tok::r_square;
    if (depth == 0)
      return i + 1;
  }
  return tokens.size();
}

bool isWord(const Lexeme &token) { return token.kind == clang::tok::raw_identifier || token.kind == clang::tok::numeric_constant; }

bool joins(const Lexeme &token) {
  return token.kind == clang::tok::period || token.kind == clang::tok::arrow || token.kind == clang::tok::coloncolon;
}

/// A name, literal or parenthesis, with members, calls and subscripts behind it.
bool isPostfix(std::span<const Lexeme> tokens) {
  bool complete = false;
  for (std::size_t at = 0; at < tokens.size();) {
    bool bracket = tokens[at].kind == clang::tok::l_paren || (complete && tokens[at].kind == clang::tok::l_square);
    if (bracket) {
      at = behindBracket(tokens, at);
      complete = true;
    } else if (joins(tokens[at])) {
      complete = false;
      ++at;
    } else if (!complete && isWord(tokens[at])) {
      complete = true;
      ++at;
    } else {
      return false;
    }
  }
  return complete;
}

/// "-x", "(float)x" and "(float)(x)" bind as unary operators do; a parenthesis with an operand behind it is taken for a cast.
Precedence operandPrecedence(std::span<const Lexeme> tokens) {
  std::size_t at = 0;
  while (at < tokens.size()) {
    std::size_t next = at + 1;
    if (tokens[at].kind == clang::tok::l_paren) {
      next = behindBracket(tokens, at);
      if (next >= tokens.size() || (!isWord(tokens[next]) && tokens[next].kind != clang::tok::l_paren))
        break;
    } else if (tokens[at].kind != clang::tok::minus && tokens[at].kind != clang::tok::plus && tokens[at].kind != clang::tok::star) {
      break;
    }
    at = next;
  }
  if (!isPostfix(tokens.subspan(at)))
    return Precedence::Assignment;
  return at == 0 ? Precedence::Postfix : Precedence::Unary;
}

/// Takes the "<T>" out of "static_cast<T>(x)" and its like: what remains reads as a call.
void dropCastTargets(std::string_view text, std::vector<Lexeme> &tokens) {
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    const std::string_view word = text.substr(tokens[at].begin, tokens[at].end - tokens[at].begin);
    if (tokens[at].kind != clang::tok::raw_identifier || !word.ends_with("_cast") || tokens[at + 1].kind != clang::tok::less)
      continue;
    std::size_t end = at + 1;
    for (int depth = 0; end < tokens.size(); ++end) {
      depth +=
          (tokens[end].kind == clang::tok::less) - (tokens[end].kind == clang::tok::greater) - 2 * (tokens[end].kind == clang::tok::greatergreater);
      if (depth <= 0)
        break;
    }
    if (end < tokens.size())
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1, tokens.begin() + static_cast<std::ptrdiff_t>(end) + 1);
  }
}

std::optional<Precedence> binaryPrecedence(const Lexeme &token) {
  if (token.kind == clang::tok::star || token.kind == clang::tok::slash)
    return Precedence::Multiplicative;
  if (token.kind == clang::tok::plus || token.kind == clang::tok::minus)
    return Precedence::Additive;
  return std::nullopt;
}

} // namespace

Precedence precedenceOf(std::string_view text) {
  std::vector<Lexeme> tokens = lex(text);
  dropCastTargets(text, tokens);
  std::span<const Lexeme> all = tokens;
  Precedence weakest = Precedence::Postfix;
  std::size_t operand = 0; // where the current operand begins
  for (std::size_t i = 0; i < all.size();) {
    if (all[i].kind == clang::tok::l_paren || all[i].kind == clang::tok::l_square) {
      i = behindBracket(all, i);
      continue;
    }
    auto own = binaryPrecedence(all[i]);
    bool afterOperand = i > operand && !binaryPrecedence(all[i - 1]);
    if (own && afterOperand) {
      weakest = std::min({weakest, *own, operandPrecedence(all.subspan(operand, i - operand))});
      operand = i + 1;
    }
    ++i;
  }
  return std::min(weakest, operandPrecedence(all.subspan(operand)));
}

unsigned actingCalls(std::string_view text) {
  static constexpr std::array<std::string_view, 8> harmless = {"float", "double", "int", "long", "sizeof", "abs", "min", "max"};
  std::vector<Lexeme> tokens = lex(text);
  unsigned calls = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].kind != clang::tok::l_paren || tokens[i - 1].kind != clang::tok::raw_identifier)
      continue;
    std::string_view name = text.substr(tokens[i - 1].begin, tokens[i - 1].end - tokens[i - 1].begin);
    std::string_view bare = name.substr(0, name.size() - 1);
    bool suffixed = name.ends_with('f') || name.ends_with('l');
    if (!isMathFunction(name) && !(suffixed && isMathFunction(bare)) && std::find(harmless.begin(), harmless.end(), name) == harmless.end())
      ++calls;
  }
  return calls;
}

/// Functions of one to three numbers that <math.h> has, by the names that calls in the graph bear.
bool isMathFunction(std::string_view name) {
  const order::FunctionFacts *facts = order::functionFacts(name);
  return facts && facts->inC;
}

/// Text whose evaluation does more than yield a value: increments, assignments, lambdas.
bool hasSideEffects(std::string_view text) {
  for (const Lexeme &token : lex(text))
    switch (token.kind) {
    case clang::tok::plusplus:
    case clang::tok::minusminus:
    case clang::tok::equal:
    case clang::tok::plusequal:
    case clang::tok::minusequal:
    case clang::tok::starequal:
    case clang::tok::slashequal:
    case clang::tok::l_brace:
      return true;
    default:
      break;
    }
  return false;
}

/// The type of a literal; Integer for any other text.
format::Format literalFormat(std::string_view text) {
  std::vector<Lexeme> tokens = lex(text);
  if (tokens.size() != 1 || tokens[0].kind != clang::tok::numeric_constant)
    return format::Format::Integer;
  bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (text.find_first_of(hexadecimal ? ".pP" : ".eE") == std::string_view::npos)
    return format::Format::Integer;
  char last = text.back();
  if ((last == 'f' || last == 'F') && text.find("f16") == std::string_view::npos)
    return format::Format::Binary32;
  return last == 'l' || last == 'L'                                                ? format::Format::X87Extended
         : last == '6' && text.find('f') != std::string_view::npos && !hexadecimal ? format::Format::Binary16
                                                                                   : format::Format::Binary64;
}

std::optional<TextRange> castOperandText(std::string_view text, bool functional) {
  std::vector<Lexeme> tokens = lex(text);
  auto open = std::find_if(tokens.begin(), tokens.end(), [](const Lexeme &token) { return token.kind == clang::tok::l_paren; });
  auto close = std::find_if(open, tokens.end(), [](const Lexeme &token) { return token.kind == clang::tok::r_paren; });
  if (tokens.size() < 3 || close == tokens.end())
    return std::nullopt;
  if (open == tokens.begin()) {
    // Behind a parenthesised type comes an operand, behind a parenthesised operand an operator.
    auto next = close + 1;
    bool cast = next != tokens.end() && (isWord(*next) || next->kind == clang::tok::l_paren);
    return cast ? std::optional(TextRange{close->end, static_cast<std::uint32_t>(text.size())}) : std::nullopt;
  }
  if (!functional || tokens.back().kind != clang::tok::r_paren || tokens[0].kind != clang::tok::raw_identifier)
    return std::nullopt;
  return TextRange{open->end, tokens.back().begin};
}

std::optional<std::vector<TextRange>> argumentTexts(std::string_view text) {
  std::vector<TextRange> arguments;
  int depth = 0;
  std::uint32_t start = 0;
  for (const Lexeme &token : lex(text)) {
    bool opens = token.kind == clang::tok::l_paren || token.kind == clang::tok::l_square || token.kind == clang::tok::l_brace;
    bool closes = token.kind == clang::tok::r_paren || token.kind == clang::tok::r_square || token.kind == clang::tok::r_brace;
    depth += opens ? 1 : closes ? -1 : 0;
    if (opens && depth == 1)
      start = token.end;
    if ((closes && depth == 0) || (depth == 1 && token.kind == clang::tok::comma)) {
      arguments.push_back({start, token.begin});
      start = token.end;
    }
    if (closes && depth == 0)
      return token.end == text.size() ? std::optional(arguments) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace fporder::findings
