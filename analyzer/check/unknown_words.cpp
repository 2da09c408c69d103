#include "analyzer/check/unknown_words.h"

#include "analyzer/check/source_tokens.h"
#include "analyzer/frontend/translate.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::check {
namespace {

namespace tok = clang::tok;
using Names = std::initializer_list<llvm::StringRef>;

bool isIdentifier(const SourceToken &token) { return token.kind == tok::raw_identifier; }

/// Words that begin or continue the specifiers of a declaration, and are no names.
bool isSpecifier(llvm::StringRef word) {
  return llvm::is_contained(Names{"static",   "inline",     "extern",     "constexpr", "consteval", "virtual", "explicit", "friend",
                                  "typename", "unsigned",   "signed",     "float",     "double",    "int",     "char",     "short",
                                  "long",     "bool",       "void",       "auto",      "struct",    "class",   "union",    "enum",
                                  "__inline", "__global__", "__device__", "__host__",  "_Float16"},
                            word);
}
bool isQualifier(llvm::StringRef word) { return llvm::is_contained(Names{"const", "volatile"}, word); }

class Judge {
public:
  explicit Judge(const SourceTokens &sourceTokens) : source(sourceTokens) {}

  /// A declaration that is complete without it follows the word at `at`: specifiers, or a type and a name.
  bool precedesDeclaration(std::size_t at) const {
    if (at > 0 && !beginsDeclaration(source[at - 1]))
      return false;
    std::size_t next = at + 1;
    while (isQualifier(source[next].text))
      ++next;
    if (isSpecifier(source[next].text))
      return true;
    if (!isIdentifier(source[next]) || source[next].text == "operator")
      return false;
    const std::size_t name = afterType(next);
    return isIdentifier(source[name]) && source[name].text != "operator" && !isQualifier(source[name].text);
  }

private:
  static bool beginsDeclaration(const SourceToken &previous) {
    return llvm::is_contained(
               {tok::semi, tok::l_brace, tok::r_brace, tok::colon, tok::greater, tok::comma, tok::l_paren, tok::r_square, tok::r_paren},
               previous.kind) ||
           previous.inDirective || previous.kind == tok::string_literal || (isIdentifier(previous) && isSpecifier(previous.text));
  }

  /// Behind A::B<C> *const &, which begins at `at`.
  std::size_t afterType(std::size_t at) const {
    ++at;
    for (;;) {
      if (source[at].kind == tok::coloncolon && isIdentifier(source[at + 1])) {
        at += 2;
      } else if (source[at].kind == tok::less) {
        at = afterArguments(at);
      } else if (llvm::is_contained({tok::star, tok::amp, tok::ampamp}, source[at].kind) || isQualifier(source[at].text)) {
        ++at;
      } else {
        return at;
      }
    }
  }
  std::size_t afterArguments(std::size_t at) const {
    unsigned depth = 0;
    for (; source[at].kind != tok::eof && source[at].kind != tok::semi; ++at) {
      depth += source[at].kind == tok::less;
      depth -= source[at].kind == tok::greater ? 1 : source[at].kind == tok::greatergreater ? std::min(2U, depth) : 0;
      if (depth == 0)
        return at + 1;
    }
    return at;
  }

  const SourceTokens &source;
};

/// All uses of the word are in front of declarations; those in directives may be anything.
bool isOnlyInFront(const SourceTokens &source, llvm::StringRef word) {
  const Judge judge(source);
  bool any = false;
  for (const unsigned position : source.uses(word)) {
    if (source[position].inDirective)
      continue;
    if (!judge.precedesDeclaration(position))
      return false;
    any = true;
  }
  return any;
}

} // namespace

bool UnknownWords::learn(const UnknownNames &unknown) {
  if (!empty && llvm::any_of(words, [&](const std::string &word) { return unknown.macros.contains(word); }))
    return empty = true;
  bool changed = false;
  std::map<std::string, SourceTokens> tokens;
  for (const UnknownName &name : unknown.names) {
    const auto text = unknown.texts.find(name.file);
    if (text == unknown.texts.end() || llvm::is_contained(words, name.name))
      continue;
    const auto source = tokens.try_emplace(name.file, text->second).first;
    if (isOnlyInFront(source->second, name.name)) {
      words.push_back(name.name);
      changed = true;
    }
  }
  return changed;
}

std::string UnknownWords::prelude() const {
  std::string text;
  for (const std::string &word : words)
    text += "#define " + word + (empty ? "" : " __attribute__((annotate(\"" + frontend::unknownWordAnnotation.str() + word + "\")))") + "\n";
  return text;
}

std::optional<findings::NotAnalysed> UnknownWords::report(const std::string &source) const {
  if (words.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = words.size() == 1 ? "an undefined name" : std::to_string(words.size()) + " undefined names";
  entry.why = "taken for an attribute: ";
  entry.incomplete = true;
  for (const std::string &word : words)
    entry.why += (&word == &words.front() ? "" : ", ") + word;
  return entry;
}

} // namespace fporder::check
