#include "analyzer/check/unknown_words.h"

#include "analyzer/check/source_tokens.h"
#include "analyzer/frontend/translate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

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

bool isKeyword(llvm::StringRef word) {
  return isSpecifier(word) || isQualifier(word) ||
         llvm::is_contained(Names{"if",       "while",    "for",       "switch",  "return",        "sizeof",  "alignof",       "decltype",
                                  "catch",    "case",     "else",      "do",      "new",           "delete",  "throw",         "goto",
                                  "operator", "template", "namespace", "using",   "typedef",       "public",  "private",       "protected",
                                  "noexcept", "override", "final",     "default", "static_assert", "defined", "__attribute__", "alignas"},
                            word);
}

} // namespace

class WordJudge {
public:
  using Use = UnknownWords::Use;

  WordJudge(const SourceTokens &sourceTokens, const UnknownWords &knownWords) : source(sourceTokens), known(knownWords) {}

  /// What the word is for wherever it is used, but for directives; nothing where that differs, or is something else.
  std::optional<Use> useOf(llvm::StringRef word) const {
    std::optional<Use> all;
    for (const unsigned position : source.uses(word)) {
      if (source[position].inDirective)
        continue;
      const std::optional<Use> use = useAt(position);
      if (!use || (all && *all != *use))
        return std::nullopt;
      all = use;
    }
    return all;
  }

private:
  std::optional<Use> useAt(std::size_t at) const {
    if (source[at + 1].kind == tok::l_paren)
      return callAt(at);
    if (precedesDeclaration(at))
      return Use::Attribute;
    if (standsBehindParameters(at) || standsBeforeName(at))
      return Use::Nothing;
    return std::nullopt;
  }

  /// WORD(...) in front of a declaration, or of a name with parameters and a body.
  std::optional<Use> callAt(std::size_t at) const {
    const std::size_t next = source.closing(at + 1) + 1;
    if (source[at].parentheses > 0 || source[at].brackets > 0 || !mayBegin(at))
      return std::nullopt;
    if (isIdentifier(source[next]) && !isKeyword(source[next].text) && source[next + 1].kind == tok::l_paren) {
      const std::size_t behind = source.closing(next + 1) + 1;
      if (source[behind].kind == tok::l_brace)
        return Use::Type;
      return isCapital(source[next].text) && !endsStatement(behind) ? std::optional(Use::Call) : std::nullopt;
    }
    const llvm::StringRef word = source[next].text;
    const bool declares =
        isSpecifier(word) || isQualifier(word) || llvm::is_contained(Names{"template", "namespace", "using", "typedef", "alignas"}, word);
    if (source[next].inDirective || declares || source[next].kind == tok::eof || (source[next].kind == tok::r_brace && source[next].braces == 0))
      return Use::Call;
    return isIdentifier(source[next]) && precedesDeclaration(next) ? std::optional(Use::Call) : std::nullopt;
  }
  bool endsStatement(std::size_t at) const { return llvm::is_contained({tok::semi, tok::comma, tok::r_paren}, source[at].kind); }

  /// void f(float x) WORD { or WORD override: behind the parameters of a function, and what may follow these.
  bool standsBehindParameters(std::size_t at) const {
    const SourceToken &next = source[at + 1];
    if (at == 0 || !(next.kind == tok::l_brace || llvm::is_contained(Names{"override", "final", "const", "noexcept"}, next.text)))
      return false;
    std::size_t before = at - 1;
    while (before > 0 && (llvm::is_contained(Names{"const", "noexcept", "override", "final"}, source[before].text) || isCapital(source[before].text)))
      --before;
    return source[before].kind == tok::r_paren && opensParameters(before);
  }
  /// The bracket that `closing` ends follows the name of a function.
  bool opensParameters(std::size_t closing) const {
    for (std::size_t at = closing; at-- > 0;)
      if (source[at].kind == tok::l_paren && source.closing(at) == closing)
        return at > 0 && isIdentifier(source[at - 1]) && !isKeyword(source[at - 1].text);
    return false;
  }

  /// struct WORD Name {
  bool standsBeforeName(std::size_t at) const {
    if (at == 0 || !llvm::is_contained(Names{"struct", "class", "union", "enum"}, source[at - 1].text) || !isIdentifier(source[at + 1]))
      return false;
    const SourceToken &behind = source[at + 2];
    return behind.kind == tok::l_brace || behind.kind == tok::colon || behind.text == "final";
  }

  /// A declaration that is complete without it follows the word at `at`: specifiers, or a type and a name.
  bool precedesDeclaration(std::size_t at) const {
    if (!mayBegin(at))
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

  bool mayBegin(std::size_t at) const { return at == 0 || beginsDeclaration(source[at - 1]) || known.isKnown(source[at - 1].text.str()); }

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
  const UnknownWords &known;
};

bool UnknownWords::isKnown(const std::string &name) const {
  return llvm::any_of(words, [&](const Word &word) { return word.name == name; });
}

bool UnknownWords::learnFrom(const std::string &text, const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro) {
  const SourceTokens source(text);
  const WordJudge judge(source, *this);
  const FunctionWords functions(source);
  llvm::StringSet<> seen;
  bool changed = false;
  for (const SourceToken &token : source.all()) {
    if (token.inDirective || !isIdentifier(token) || isKeyword(token.text) || !seen.insert(token.text).second)
      continue;
    const std::string name = token.text.str();
    const bool named = llvm::any_of(unknown.names, [&](const UnknownName &each) { return each.name == name; });
    if ((!named && !isCapital(name)) || isKnown(name) || isMacro(name))
      continue;
    if (const std::optional<FunctionWord> function = functions.useOf(name)) {
      words.push_back({name, Use::Function, *function});
      changed = true;
      continue;
    }
    const std::optional<Use> use = judge.useOf(name);
    if (!use || (*use == Use::Attribute && !named)) // BOOL WINAPI f(): a type stands there as well
      continue;
    words.push_back({name, *use});
    changed = true;
  }
  return changed;
}

bool UnknownWords::learn(const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro) {
  if (!empty && llvm::any_of(words, [&](const Word &word) { return word.use != Use::Function && unknown.macros.contains(word.name); }))
    return empty = true;
  bool changed = false;
  for (const auto &[file, text] : unknown.texts)
    changed |= learnFrom(text, unknown, isMacro);
  return changed;
}

std::string UnknownWords::prelude() const {
  std::string text = llvm::any_of(words, [](const Word &word) { return word.use == Use::Function; }) ? functionWordPrelude() : "";
  for (const auto &[name, use, function] : words) {
    if (use == Use::Function) {
      text += functionWordDefinition(name, function);
      continue;
    }
    const std::string attribute = empty ? "" : "__attribute__((annotate(\"" + frontend::unknownWordAnnotation.str() + name + "\")))";
    const bool call = use == Use::Call || use == Use::Type;
    text += "#define " + name + (call ? "(...)" : "");
    if (use == Use::Attribute)
      text += empty ? "" : " " + attribute;
    else if (use == Use::Type)
      text += (empty ? "" : " " + attribute) + " auto";
    text += "\n";
  }
  return text;
}

std::optional<findings::NotAnalysed> UnknownWords::report(const std::string &source) const {
  if (words.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = words.size() == 1 ? "an undefined name" : std::to_string(words.size()) + " undefined names";
  const bool allInFront = llvm::all_of(words, [](const Word &word) { return word.use == Use::Attribute; });
  const bool functions = llvm::any_of(words, [](const Word &word) { return word.use == Use::Function; });
  entry.why = allInFront  ? "taken for an attribute: "
              : functions ? "taken for the head of a function, for an attribute, or for nothing: "
                          : "taken for an attribute, or for nothing: ";
  entry.incomplete = true;
  for (const Word &word : words)
    entry.why += (&word == &words.front() ? "" : ", ") + word.name;
  return entry;
}

} // namespace fporder::check
