#include "analyzer/frontend/syntax/plain_runs.h"

#include "llvm/ADT/StringRef.h"

namespace fporder::frontend {
namespace {

namespace tok = clang::tok;

bool isArithmetic(const clang::Token &token) {
  return token.isOneOf(tok::plus, tok::minus, tok::star, tok::slash, tok::percent, tok::plusequal, tok::minusequal, tok::starequal, tok::slashequal,
                       tok::percentequal);
}

/// Between operands that are computed apart.
bool separates(const clang::Token &token) {
  return token.isOneOf(tok::comma, tok::semi, tok::less, tok::greater, tok::lessequal, tok::greaterequal, tok::equalequal, tok::exclaimequal,
                       tok::ampamp, tok::pipepipe, tok::question, tok::colon, tok::lessless, tok::greatergreater);
}

bool begins(const clang::Token &token) {
  return separates(token) || token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace, tok::r_brace, tok::equal, tok::kw_return);
}

bool ends(const clang::Token &token) { return separates(token) || token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace); }

bool isIntegerLiteral(const clang::Token &token) {
  if (!token.getLiteralData())
    return false;
  const llvm::StringRef text(token.getLiteralData(), token.getLength());
  return text.find_first_of(text.starts_with_insensitive("0x") ? ".pP" : ".eEfF") == llvm::StringRef::npos;
}

} // namespace

void PlainRuns::take(const clang::Token &token) {
  if (token.isOneOf(tok::identifier, tok::numeric_constant)) {
    operand(token);
  } else if (isArithmetic(token)) {
    plain = plain && !awaitsOperand;
    awaitsOperand = hasOperator = true;
  } else {
    close(ends(token));
    plain = begins(token);
  }
}

void PlainRuns::operand(const clang::Token &token) {
  plain = plain && awaitsOperand && (token.is(tok::identifier) || isIntegerLiteral(token));
  awaitsOperand = false;
  if (plain && token.is(tok::identifier))
    all.push_back(token.getIdentifierInfo());
}

void PlainRuns::close(bool delimited) {
  const bool told = plain && delimited && hasOperator && !awaitsOperand;
  if (!told)
    all.resize(first);
  if (hasOperator)
    runs.push_back({told, first, static_cast<std::uint32_t>(all.size())});
  first = static_cast<std::uint32_t>(all.size());
  awaitsOperand = true;
  hasOperator = false;
}

std::optional<llvm::ArrayRef<const clang::IdentifierInfo *>> PlainRuns::names(std::uint32_t run) const {
  if (run >= runs.size() || !runs[run].plain)
    return std::nullopt;
  return llvm::ArrayRef(all).slice(runs[run].first, runs[run].last - runs[run].first);
}

} // namespace fporder::frontend
