#include "analyzer/check/guesses/name_use.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {

namespace tok = clang::tok;
using Names = std::initializer_list<llvm::StringRef>;

namespace {

constexpr std::size_t mostUses = limits::most(limits::Limit::NameUses); // of aliases of aliases, which may name each other

bool isIdentifier(const SourceToken &token) { return token.kind == tok::raw_identifier; }
bool isLiteral(const SourceToken &token) { return token.kind == tok::numeric_constant; }

/// Words that begin a statement or continue one: what follows them is a statement or an expression, never part of a declaration.
bool isStatementWord(llvm::StringRef word) {
  return llvm::is_contained(Names{"return", "if", "else", "for", "while", "do", "switch", "case", "break", "continue", "goto", "sizeof"}, word);
}

class Judge {
public:
  Judge(const SourceTokens &sourceTokens, llvm::function_ref<bool(llvm::StringRef)> typeNames) : source(sourceTokens), isType(typeNames) {}

  NameUse judge(std::size_t at) const {
    const SourceToken &token = source[at];
    if (token.inDirective)
      return inDirective(at);
    if (source[at + 1].kind == tok::l_paren)
      return called(at);
    if (isCast(at) || isDeclared(at))
      return NameUse::Type;
    if (startsDeclaration(at + 1))
      return NameUse::Prefix;
    return NameUse::Constant;
  }

private:
  const SourceToken &before(std::size_t at) const { return at ? source[at - 1] : source[SIZE_MAX]; }

  /// Within macro bodies only clear cases count.
  NameUse inDirective(std::size_t at) const {
    if (isCast(at))
      return NameUse::Type;
    const SourceToken &next = source[at + 1];
    const bool sameLine = next.inDirective && !next.startsLine;
    if (sameLine && next.kind == tok::l_paren && before(at).text != "define") {
      const SourceToken &after = source[source.closing(at + 1) + 1];
      const bool begins = llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace, tok::r_paren}, before(at).kind);
      return begins && (after.kind == tok::semi || after.startsLine) ? NameUse::StatementCall : NameUse::ExpressionCall;
    }
    if (sameLine && isIdentifier(next) && !isType(next.text) && !isStatementWord(next.text))
      return NameUse::Type;
    if (sameLine && next.kind == tok::star && isQualifier(before(at).text))
      return NameUse::Type;
    return NameUse::None;
  }

  /// (N)x, (N *)p, sizeof(N)
  bool isCast(std::size_t at) const {
    if (before(at).kind != tok::l_paren && !isQualifier(before(at).text))
      return false;
    std::size_t end = at + 1;
    while (source[end].kind == tok::star || isQualifier(source[end].text))
      ++end;
    if (source[end].kind != tok::r_paren)
      return false;
    std::size_t open = at - 1;
    while (open > 0 && isQualifier(source[open].text))
      --open;
    if (source[open].kind != tok::l_paren)
      return false;
    const SourceToken &callee = before(open), &operand = source[end + 1];
    if (callee.text == "sizeof")
      return true;
    if (isIdentifier(callee) && !isStatementWord(callee.text))
      return false; // an argument
    return isIdentifier(operand) || isLiteral(operand) || operand.kind == tok::l_paren || (operand.kind == tok::minus && end > at + 1) ||
           (operand.kind == tok::minus && isLiteral(source[end + 2])) || (operand.kind == tok::amp && end > at + 1);
  }

  /// N x, N *x in a parameter or after a qualifier, N const x
  bool isDeclared(std::size_t at) const {
    std::size_t next = at + 1;
    bool pointer = false;
    while (isQualifier(source[next].text) || source[next].kind == tok::star) {
      pointer |= source[next].kind == tok::star;
      ++next;
    }
    const SourceToken &name = source[next], &previous = before(at);
    if (!isIdentifier(name) || isType(name.text) || isStatementWord(name.text))
      return pointer && (name.kind == tok::comma || name.kind == tok::r_paren) && isQualifier(previous.text);
    // N name name, N name *name: the first is no type.
    const SourceToken &after = source[next + 1];
    if (!pointer && after.kind == tok::star)
      return false;
    if (isIdentifier(after) && !after.startsLine && !isQualifier(after.text))
      return false;
    if (!pointer)
      return !name.startsLine || isQualifier(previous.text) ||
             llvm::is_contained({tok::comma, tok::equal, tok::semi, tok::r_paren, tok::l_square}, after.kind);
    const bool parameter = source[at].braces == 0 && source[at].parentheses > 0;
    const bool statement = llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace}, previous.kind) && after.kind != tok::semi;
    return parameter || statement || isQualifier(previous.text);
  }

  /// A complete declaration begins at `at`: qualifiers and a type.
  bool startsDeclaration(std::size_t at) const {
    bool qualified = false;
    while (isQualifier(source[at].text) || source[at].text == "struct") {
      qualified = true;
      ++at;
    }
    const SourceToken &type = source[at];
    if (!isIdentifier(type))
      return qualified && source[at].braces == 0 && source[at].parentheses == 0;
    std::size_t name = at + 1;
    while (source[name].kind == tok::star || isQualifier(source[name].text))
      ++name;
    return isType(type.text) ||
           (isIdentifier(source[name]) && !isStatementWord(type.text) && (qualified || name > at + 1 || source[at - 1].braces == 0));
  }

  NameUse called(std::size_t at) const {
    const std::size_t end = source.closing(at + 1);
    const SourceToken &token = source[at], &previous = before(at), &next = source[end + 1];
    if (token.braces == 0 && token.parentheses == 0)
      return next.kind == tok::l_paren && isIdentifier(source[at + 2]) ? NameUse::KernelName
             : next.kind == tok::l_brace                               ? NameUse::None
                                                                       : NameUse::PrefixCall;
    if (token.braces == 0)
      return startsDeclaration(end + 1) ? NameUse::PrefixCall : NameUse::None;
    const bool begins = llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace, tok::colon}, previous.kind) || previous.text == "else" ||
                        (token.startsLine && previous.kind == tok::r_paren);
    const bool ends = next.kind == tok::semi || next.kind == tok::r_brace || (next.startsLine && (isIdentifier(next) || next.kind == tok::hash));
    return begins && ends ? NameUse::StatementCall : NameUse::ExpressionCall;
  }

  const SourceTokens &source;
  llvm::function_ref<bool(llvm::StringRef)> isType;
};

/// The macro that stands for the name at `position` alone: the ALIAS of "#define ALIAS NAME" and of "#define ALIAS(a) NAME(a)".
llvm::StringRef aliasAt(const SourceTokens &source, std::size_t position) {
  if (!source[position].inDirective)
    return {};
  std::size_t define = position;
  while (define > 0 && !source[define].startsLine)
    --define;
  const std::size_t alias = define + 2;
  if (source[define + 1].text != "define" || alias >= position)
    return {};
  std::size_t body = alias + 1, end = position + 1;
  if (source[body].kind == tok::l_paren && source[body].text.begin() == source[alias].text.end())
    body = source.closing(body) + 1;
  if (source[end].kind == tok::l_paren && !source[end].startsLine)
    end = source.closing(end) + 1;
  return body == position && (source[end].startsLine || source[end].kind == tok::eof) ? source[alias].text : llvm::StringRef();
}

} // namespace

bool isQualifier(llvm::StringRef name) {
  static constexpr llvm::StringLiteral words[] = {
      "__global",    "global",    "__local",      "local",      "__constant", "constant", "__private",     "private",    "__generic",
      "__read_only", "read_only", "__write_only", "write_only", "__kernel",   "kernel",   "__read_write",  "read_write", "const",
      "volatile",    "restrict",  "__restrict",   "static",     "inline",     "extern",   "__attribute__", "unsigned",   "signed"};
  return llvm::is_contained(words, name);
}

bool isOpenClType(llvm::StringRef name) {
  const llvm::StringRef element = name.rtrim("0123456789");
  if (llvm::is_contained(Names{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"}, element))
    return element.size() == name.size() || llvm::is_contained(Names{"2", "3", "4", "8", "16"}, name.drop_front(element.size()));
  if (name.starts_with("image") && name.ends_with("_t"))
    return true;
  return llvm::is_contained(Names{"void",     "bool",    "size_t",     "ptrdiff_t",   "intptr_t",     "uintptr_t", "sampler_t",
                                  "event_t",  "queue_t", "atomic_int", "atomic_uint", "atomic_float", "uint8_t",   "int8_t",
                                  "uint16_t", "int16_t", "uint32_t",   "int32_t",     "uint64_t",     "int64_t"},
                            name);
}

NamedUse useOf(const SourceTokens &source, llvm::StringRef name, llvm::function_ref<bool(llvm::StringRef)> isType) {
  // Strongest first: one use as a type outweighs any number of uses that could be something else.
  static constexpr NameUse strength[] = {NameUse::KernelName,     NameUse::Prefix,        NameUse::Type,    NameUse::PrefixCall,
                                         NameUse::ExpressionCall, NameUse::StatementCall, NameUse::Constant};
  NamedUse best;
  std::size_t bestRank = std::size(strength);
  const Judge judge(source, isType);
  std::vector<unsigned> positions = source.uses(name).vec();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const unsigned position = positions[i];
    if (llvm::StringRef alias = aliasAt(source, position); !alias.empty() && alias != name) {
      if (positions.size() < mostUses)
        llvm::append_range(positions, source.uses(alias));
      continue;
    }
    const NameUse use = source[position - (position > 0)].text == "define" ? NameUse::None : judge.judge(position);
    const auto rank = std::size_t(llvm::find(strength, use) - std::begin(strength));
    if (rank < bestRank) {
      bestRank = rank;
      best = {use, position};
    }
  }
  return best;
}

bool declaredAsVariable(const SourceTokens &source, llvm::StringRef name) {
  return llvm::any_of(source.uses(name), [&](unsigned position) {
    const SourceToken &previous = position ? source[position - 1] : source[SIZE_MAX];
    const bool typed = isIdentifier(previous) && !previous.inDirective && !isStatementWord(previous.text) && !isQualifier(previous.text);
    return typed && llvm::is_contained({tok::equal, tok::semi, tok::comma, tok::l_square, tok::r_paren}, source[position + 1].kind);
  });
}

std::vector<llvm::StringRef> declaredWith(const SourceTokens &source, llvm::StringRef type) {
  std::vector<llvm::StringRef> names;
  const auto declarator = [&](std::size_t at) {
    while (source[at].kind == tok::star || isQualifier(source[at].text))
      ++at;
    if (!isIdentifier(source[at]))
      return false;
    names.push_back(source[at].text);
    return true;
  };
  for (const unsigned position : source.uses(type)) {
    const SourceToken &start = source[position];
    if (!declarator(position + 1) || start.parentheses > 0)
      continue;
    for (std::size_t at = position + 1; at < source.all().size(); ++at) {
      const SourceToken &token = source[at];
      if (token.kind == tok::semi || token.braces < start.braces)
        break;
      if (token.kind == tok::comma && token.parentheses == start.parentheses && token.brackets == start.brackets && token.braces == start.braces)
        declarator(at + 1);
    }
  }
  return names;
}

bool usedAsConstantExpression(const SourceTokens &source, llvm::StringRef name) {
  return llvm::any_of(source.uses(name), [&](unsigned position) {
    const SourceToken &token = source[position];
    const SourceToken &previous = position ? source[position - 1] : source[SIZE_MAX];
    return token.brackets > 0 || previous.text == "case" || token.inDirective || (token.braces == 0 && token.parentheses > 0);
  });
}

std::vector<llvm::StringRef> imageNames(const SourceTokens &source) {
  std::vector<llvm::StringRef> names;
  for (std::size_t i = 0; i + 1 < source.all().size(); ++i)
    if (llvm::StringRef type = source[i].text; type.starts_with("image") && type.ends_with("_t") && isIdentifier(source[i + 1]))
      names.push_back(source[i + 1].text);
  return names;
}

std::vector<llvm::StringRef> argumentTexts(const SourceTokens &source, std::size_t position) {
  std::vector<llvm::StringRef> arguments;
  const std::size_t open = position + 1, end = source.closing(open);
  std::size_t first = open + 1;
  unsigned depth = 0;
  for (std::size_t i = open + 1; i <= end && i < source.all().size(); ++i) {
    const SourceToken &token = source[i];
    depth += token.kind == tok::l_paren || token.kind == tok::l_square;
    if ((token.kind == tok::comma && depth == 0) || i == end) {
      if (i > first)
        arguments.push_back(llvm::StringRef(source[first].text.begin(), std::size_t(source[i - 1].text.end() - source[first].text.begin())));
      first = i + 1;
    }
    depth -= (token.kind == tok::r_paren || token.kind == tok::r_square) && depth > 0;
  }
  return arguments;
}

} // namespace fporder::check
