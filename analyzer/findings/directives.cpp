#include "analyzer/findings/directives.h"

#include "rules/engine/nearest.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fporder::findings {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && llvm::isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && llvm::isSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

std::size_t skipBlanks(std::string_view text, std::size_t at) {
  while (at < text.size() && llvm::isSpace(text[at]))
    ++at;
  return at;
}

/// The list at `at`, which holds '('. False without a ')'; else `at` is behind it.
bool readList(std::string_view text, std::size_t &at, std::vector<std::string> &names) {
  std::size_t close = text.find(')', at);
  if (close == std::string_view::npos)
    return false;
  std::string_view list = text.substr(at + 1, close - at - 1);
  for (std::size_t begin = 0; begin <= list.size();) {
    std::size_t comma = std::min(list.find(',', begin), list.size());
    std::string_view name = trim(list.substr(begin, comma - begin));
    if (!name.empty())
      names.emplace_back(name);
    begin = comma + 1;
  }
  at = close + 1;
  return true;
}

/// Whatever follows on the line, freed from the punctuation that joins it: clang-tidy users write "NOLINT(x): why".
std::string trailingReason(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  if (rest.ends_with("*/"))
    rest.remove_suffix(2);
  while (!rest.empty() && (llvm::isSpace(rest.front()) || rest.front() == ':' || rest.front() == '-' || rest.front() == ','))
    rest.remove_prefix(1);
  return std::string(trim(rest));
}

void parseNoLint(std::string_view comment, std::vector<Directive> &directives) {
  constexpr std::string_view keyword = "NOLINT";
  for (std::size_t at = comment.find(keyword); at != std::string_view::npos; at = comment.find(keyword, at)) {
    Directive directive;
    directive.offset = at;
    std::size_t word = at += keyword.size();
    while (at < comment.size() && (std::isalnum(static_cast<unsigned char>(comment[at])) || comment[at] == '_'))
      ++at;
    std::string_view suffix = comment.substr(word, at - word);
    if (suffix == "NEXTLINE")
      directive.kind = Directive::Kind::NextLine;
    else if (suffix == "BEGIN")
      directive.kind = Directive::Kind::Begin;
    else if (suffix == "END")
      directive.kind = Directive::Kind::End;
    else if (!suffix.empty())
      continue; // another word
    if (at < comment.size() && comment[at] == '(')
      directive.listed = readList(comment, at, directive.names);
    directive.length = at - directive.offset;
    directive.reason = trailingReason(comment, at);
    directives.push_back(std::move(directive));
  }
}

/// reason="..." at `at`, with \" and \\ inside. A problem, or "".
std::string readReason(std::string_view text, std::size_t &at, std::string &reason) {
  constexpr std::string_view keyword = "reason";
  if (text.substr(at, keyword.size()) != keyword)
    return {};
  at = skipBlanks(text, at + keyword.size());
  if (at >= text.size() || text[at] != '=')
    return "expected '=' after 'reason'";
  at = skipBlanks(text, at + 1);
  if (at >= text.size() || text[at] != '"')
    return "the reason stands in double quotes: reason=\"...\"";
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size())
      ++at;
    reason += text[at];
  }
  if (at >= text.size())
    return "the reason has no closing quote";
  ++at;
  return {};
}

Directive parseAllow(std::string_view comment, std::size_t offset, std::size_t at) {
  Directive directive;
  directive.kind = Directive::Kind::Allow;
  directive.offset = offset;
  auto malformed = [&](std::string problem) {
    directive.kind = Directive::Kind::Malformed;
    directive.problem = std::move(problem);
    directive.length = std::max<std::size_t>(at, offset + 1) - offset;
    return directive;
  };
  std::size_t word = at;
  while (at < comment.size() && (std::isalnum(static_cast<unsigned char>(comment[at])) || comment[at] == '-' || comment[at] == '_'))
    ++at;
  std::string_view verb = comment.substr(word, at - word);
  if (verb != "allow") {
    static constexpr std::array<std::string_view, 1> verbs = {"allow"};
    return malformed("unknown directive '" + std::string(verb) + "'" + rules::didYouMean(verb, verbs) +
                     "; write: fporder: allow(RULE) reason=\"...\"");
  }
  at = skipBlanks(comment, at);
  if (at >= comment.size() || comment[at] != '(')
    return malformed("expected '(' and a list of rules after 'allow'");
  if (!readList(comment, at, directive.names))
    return malformed("the list of rules has no ')'");
  if (directive.names.empty())
    return malformed("the list of rules is empty");
  directive.listed = true;
  std::size_t next = skipBlanks(comment, at);
  std::string problem = readReason(comment, next, directive.reason);
  at = directive.reason.empty() && problem.empty() ? at : next;
  if (!problem.empty())
    return malformed(problem);
  directive.length = at - offset;
  return directive;
}

void parseAllows(std::string_view comment, std::vector<Directive> &directives) {
  constexpr std::string_view keyword = "fporder:";
  std::size_t content = comment.find_first_not_of("/*!< \t\r\n");
  for (std::size_t at = comment.find(keyword); at != std::string_view::npos; at = comment.find(keyword, at + keyword.size())) {
    std::size_t verb = skipBlanks(comment, at + keyword.size());
    // Prose may mention the tool; only a comment that begins with it, or spells allow( out, is taken for a directive.
    bool spelled = comment.substr(verb).starts_with("allow(");
    // What is said of values and references is not about suppression: see annotations.h and conform/directives.h.
    static constexpr std::string_view others[] = {"range ", "dist ", "reference ", "formula ", "input ", "output "};
    const bool aboutValues = std::ranges::any_of(others, [&](std::string_view word) { return comment.substr(verb).starts_with(word); });
    if ((at == content || spelled) && !aboutValues)
      directives.push_back(parseAllow(comment, at, verb));
  }
}

bool matchesGlob(std::string_view glob, std::string_view text) {
  std::size_t g = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && glob[g] == text[t]) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}

} // namespace

std::vector<Directive> parseDirectives(std::string_view comment) {
  std::vector<Directive> directives;
  parseNoLint(comment, directives);
  parseAllows(comment, directives);
  return directives;
}

bool matchesGlobs(const std::vector<std::string> &globs, std::string_view name) {
  bool matched = false;
  for (std::string_view glob : globs) {
    bool takesOut = glob.starts_with('-');
    if (takesOut)
      glob.remove_prefix(1);
    if (matchesGlob(glob, name))
      matched = !takesOut;
  }
  return matched;
}

} // namespace fporder::findings
