#include "analyzer/check/array_bounds.h"

#include "analyzer/check/source_tokens.h"
#include "analyzer/frontend/translate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

namespace tok = clang::tok;

/// A type may end at this token, where an expression does not go on: `Type x[`, `float *x[`.
bool mayEndType(const SourceTokens &source, std::size_t at) {
  constexpr llvm::StringRef arithmetic[] = {"bool", "char", "double", "float", "half", "int", "long", "short", "unsigned", "void"};
  constexpr llvm::StringRef expressions[] = {"case", "co_return", "co_yield", "delete", "else", "goto", "new", "return", "sizeof", "throw"};
  if (source[at].kind != tok::star)
    return source[at].kind == tok::raw_identifier && !llvm::is_contained(expressions, source[at].text);
  while (at > 0 && source[at].kind == tok::star)
    --at;
  return llvm::is_contained(arithmetic, source[at].text);
}

/// The name at `position` stands in the brackets of a declared array, alone or in a product.
bool boundsArray(const SourceTokens &source, std::size_t position) {
  const auto factor = [&](std::size_t at) { return source[at].kind == tok::raw_identifier || source[at].kind == tok::numeric_constant; };
  std::size_t first = position, last = position;
  while (first >= 2 && source[first - 1].kind == tok::star && factor(first - 2))
    first -= 2;
  while (source[last + 1].kind == tok::star && factor(last + 2))
    last += 2;
  if (first < 3 || source[first - 1].kind != tok::l_square || source[last + 1].kind != tok::r_square)
    return false;
  constexpr tok::TokenKind ends[] = {tok::semi, tok::l_square, tok::equal, tok::comma, tok::r_paren};
  if (!llvm::is_contained(ends, source[last + 2].kind))
    return false;
  std::size_t at = first - 1;
  while (at >= 3 && source[at - 1].kind == tok::r_square) { // further dimensions before this one
    for (--at; at > 0 && source[at].kind != tok::l_square;)
      --at;
  }
  return at >= 2 && source[at - 1].kind == tok::raw_identifier && mayEndType(source, at - 2);
}

bool boundsArray(const std::string &text, llvm::StringRef name) {
  const SourceTokens source(text);
  return llvm::any_of(source.uses(name), [&](unsigned position) { return !source[position].inDirective && boundsArray(source, position); });
}

} // namespace

bool ArrayBounds::learn(const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro) {
  if (harmful)
    return false;
  if (tried && unknown.errors >= errorsBefore) {
    names.clear();
    return harmful = true;
  }
  tried = false;
  for (const UnknownName &name : unknown.names) {
    const auto text = unknown.texts.find(name.file);
    if (text == unknown.texts.end() || llvm::is_contained(names, name.name) || isMacro(name.name) || !boundsArray(text->second, name.name))
      continue;
    names.push_back(name.name);
    tried = true;
  }
  errorsBefore = unknown.errors;
  return tried;
}

std::string ArrayBounds::prelude() const {
  std::string text;
  // A prime, so that no number of the source coincides with a size that is made of it: large enough for what is read by a written index, and small
  // enough for four dimensions.
  for (const std::string &name : names)
    text += "enum { " + name + " __attribute__((annotate(\"" + frontend::unknownBoundAnnotation.str() + "\"))) = 4093 };\n";
  return text;
}

std::optional<findings::NotAnalysed> ArrayBounds::report(const std::string &source) const {
  if (names.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = names.size() == 1 ? "an undefined name" : std::to_string(names.size()) + " undefined names";
  entry.why = "taken for the bound of an array, of unknown value: " + llvm::join(names, ", ");
  entry.incomplete = true;
  return entry;
}

} // namespace fporder::check
