#include "test/metamorphic/comparison.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdio>
#include <cstdlib>
#include <regex>

namespace fporder::test {

namespace {

constexpr unsigned mostShown = 4;

/// The original's name for a word of an expression. A number behind a name tells apart loops whose indices share it ("j2") and says nothing.
std::string original(llvm::StringRef word, const std::map<std::string, std::string> &names) {
  for (llvm::StringRef name = word; !name.empty(); name = name.drop_back()) {
    if (const auto known = names.find(name.str()); known != names.end())
      return known->second;
    if (!llvm::isDigit(name.back()))
      break;
  }
  return word.str();
}

/// Where the parenthesis before `from` is closed.
std::size_t closing(const std::string &text, std::size_t from) {
  std::size_t at = from;
  for (unsigned depth = 1; at < text.size(); ++at)
    if ((depth += (text[at] == '(') - (text[at] == ')')) == 0)
      break;
  return at;
}

/// Each index that a sum runs over is `_` within it: those of lanes have names that no program gives them.
std::string withoutBoundNames(std::string expression) {
  static const std::regex sum("sum(?:<[^>]*>)?\\(([A-Za-z_][A-Za-z_0-9]*), ");
  std::smatch found;
  for (std::size_t from = 0; std::regex_search(expression.cbegin() + from, expression.cend(), found, sum);) {
    const std::size_t begin = from + found.position(1), end = closing(expression, begin);
    const std::string body = std::regex_replace(expression.substr(begin, end - begin), std::regex("\\b" + found.str(1) + "\\b"), "_");
    expression.replace(begin, end - begin, body);
    from = begin;
  }
  return expression;
}

/// The expression under the names of the original, without the numbers that tell apart values of one name.
std::string originalExpression(const std::string &written, const std::map<std::string, std::string> &names) {
  static const std::regex word("@[0-9]+|[A-Za-z_][A-Za-z_0-9]*");
  const std::string expression = names.empty() ? written : withoutBoundNames(written);
  std::string result;
  auto at = expression.cbegin();
  for (std::sregex_iterator each(expression.begin(), expression.end(), word), end; each != end; ++each) {
    result.append(at, expression.cbegin() + each->position());
    const std::string found = each->str();
    result += found.starts_with("@") ? "" : original(found, names);
    at = expression.cbegin() + each->position() + each->length();
  }
  return result.append(at, expression.cend());
}

/// Names of the original by names of the original, each for itself, and by those of the rewriting; what has no new name is called the same in both.
struct NamesOfBoth {
  explicit NamesOfBoth(const Rewritten &rewritten) : is(rewritten.names) {
    static const std::regex word("[A-Za-z_][A-Za-z_0-9]*");
    for (const auto &[other, name] : rewritten.names)
      was.emplace(name, name);
    for (std::sregex_iterator each(rewritten.text.begin(), rewritten.text.end(), word), end; each != end; ++each)
      if (const std::string name = each->str(); !rewritten.names.contains(name)) {
        was.emplace(name, name);
        is.emplace(name, name);
      }
  }
  std::map<std::string, std::string> was, is;
};

/// The same expression, as far as it is printed: what is left out depends on the lengths of names.
bool sameExpression(const std::string &was, const std::string &is, const NamesOfBoth &names, bool namesMeet) {
  static const std::regex word("[A-Za-z_][A-Za-z_0-9]*");
  if (was.find("...") != std::string::npos || is.find("...") != std::string::npos)
    return true;
  return namesMeet ? std::regex_replace(was, word, "_") == std::regex_replace(is, word, "_")
                   : originalExpression(was, names.was) == originalExpression(is, names.is);
}

std::string lineOf(const std::string &text, unsigned number) {
  llvm::StringRef rest = text;
  for (unsigned line = 1; line < number; ++line)
    rest = rest.split('\n').second;
  return rest.split('\n').first.str();
}

std::string described(const findings::Finding &finding, const std::string &expression, const std::string &text) {
  std::string reasons;
  for (const std::string &reason : assumedOf(finding))
    reasons += "; assumed: " + reason;
  return std::to_string(finding.where.line) + ": " + finding.rule + " (" + std::string(rules::name(finding.severity)) + ") " + expression + reasons +
         "\n      " + lineOf(text, finding.where.line);
}

bool restsOnAName(const findings::Finding &finding) {
  return llvm::any_of(assumedOf(finding), [](const std::string &reason) { return reason.find("name") != std::string::npos; });
}

/// Another finding on one of these lines.
bool hasOther(const std::vector<findings::Finding> &found, const std::vector<unsigned> &lines, const findings::Finding *but) {
  return llvm::any_of(found, [&](const findings::Finding &each) { return &each != but && llvm::is_contained(lines, each.where.line); });
}

/// In the folder that FPORDER_KEEP names, if it does.
void keepText(const std::string &transformation, const SourceText &source) {
  const char *folder = std::getenv("FPORDER_KEEP");
  if (!folder)
    return;
  std::FILE *const file = std::fopen((std::string(folder) + "/" + transformation + "-" + source.name).c_str(), "w");
  std::fputs(source.text.c_str(), file);
  std::fclose(file);
}

bool wanted(llvm::StringRef name) {
  const char *only = std::getenv("FPORDER_TRANSFORMATIONS");
  return !only || ("," + llvm::StringRef(only) + ",").str().find("," + name.str() + ",") != std::string::npos;
}

} // namespace

const std::vector<Transformation> &transformations() {
  static const std::vector<Transformation> all{
      {"rename", renameEverything},
      {"rename-words", renameToWords},
      {"rename-apart", renameApart},
      {"rename-alike", renameAlike},
      {"braces", addBraces},
      {"reorder", reorder},
      {"macro-argument", wrapInMacros},
      {"macro-body", hideInMacros},
      {"split", split, true, false},
      {"merge", merge, true, false},
      {"helper", extractHelpers, true, true},
  };
  return all;
}

void Comparison::compare(const SourceText &source) {
  SourceText uncontracted = source;
  uncontracted.flags.push_back("-ffp-contract=off");
  const Checked plain = checker.check(source), apart = checker.check(uncontracted);
  std::vector<std::pair<const Transformation *, Rewritten>> all;
  checker.parse(source, [&](clang::ASTContext &context) { // once: parsing is what most of the time goes to
    const MainText text(context);
    for (const Transformation &transformation : transformations())
      if (wanted(transformation.name))
        if (std::optional<Rewritten> rewritten = transformation.rewrite(text, random))
          all.emplace_back(&transformation, std::move(*rewritten));
  });
  for (const auto &[transformation, rewritten] : all)
    compare(transformation->changesStatements ? uncontracted : source, *transformation, rewritten, transformation->changesStatements ? apart : plain);
}

void Comparison::compare(const SourceText &source, const Transformation &transformation, const Rewritten &rewritten, const Checked &before) {
  Outcomes &outcome = outcomes[transformation.name];
  ++outcome.sources;
  SourceText other = source;
  other.text = rewritten.text;
  const Checked after = checker.check(other);
  if (after.errors > before.errors || !after.crash.empty()) {
    ++outcome.invalid;
    outcome.shown.push_back("  " + source.name + ": " +
                            (after.crash.empty() ? std::to_string(after.errors) + " errors, had " + std::to_string(before.errors) : after.crash));
    keepText(transformation.name, other);
    return;
  }
  outcome.sites += rewritten.sites;
  const unsigned differences = outcome.differences;
  hold(before, after, rewritten, source, transformation);
  if (outcome.differences != differences)
    keepText(transformation.name, other);
}

void Comparison::hold(const Checked &before, const Checked &after, const Rewritten &rewritten, const SourceText &source,
                      const Transformation &transformation) {
  Outcomes &outcome = outcomes[transformation.name];
  std::vector<bool> met(after.found.size());
  const NamesOfBoth names(rewritten);
  const auto differ = [&](const findings::Finding &finding, const char *how, const std::string &expression, const std::string &text, bool folded) {
    if (restsOnAName(finding) || folded) {
      ++(folded ? outcome.folded : outcome.named);
      return;
    }
    ++outcome.differences;
    ++outcome.byRule[how + finding.rule];
    if (outcome.shown.size() < mostShown || std::getenv("FPORDER_SHOW_ALL"))
      outcome.shown.push_back("  " + source.name + ":" + how + described(finding, expression, text));
  };
  const auto madeByArguments = [&](const findings::Finding &finding, const std::vector<unsigned> &places) {
    SourceText other = source;
    other.text = rewritten.text;
    return transformation.addsFunctions && llvm::any_of(checker.madeByArguments(other), [&](const findings::Finding &made) {
             return made.rule == finding.rule && llvm::is_contained(places, made.where.line);
           });
  };
  const auto meet = [&](const findings::Finding &finding, const std::vector<unsigned> &places) {
    const std::string expression = originalExpression(finding.expression, {});
    for (std::size_t i = 0; i < after.found.size(); ++i) {
      const findings::Finding &candidate = after.found[i];
      if (!met[i] && candidate.rule == finding.rule && llvm::is_contained(places, candidate.where.line) && candidate.severity == finding.severity &&
          assumedOf(candidate).empty() == assumedOf(finding).empty() &&
          (transformation.addsFunctions || sameExpression(expression, originalExpression(candidate.expression, {}), names, rewritten.namesMeet)))
        return static_cast<bool>(met[i] = true);
    }
    return false;
  };
  outcome.findings += static_cast<unsigned>(before.found.size());
  for (const findings::Finding &finding : before.found)
    if (const auto places = rewritten.placesOf(finding.where.line); meet(finding, places))
      continue;
    else if (madeByArguments(finding, places))
      ++outcome.called;
    else
      differ(finding, " lost ", originalExpression(finding.expression, {}), source.text,
             transformation.changesStatements && finding.severity == rules::Severity::Remark && hasOther(after.found, places, nullptr));
  for (std::size_t i = 0; i < after.found.size(); ++i)
    if (!met[i] && !transformation.addsFunctions)
      differ(after.found[i], " new ", originalExpression(after.found[i].expression, rewritten.names), rewritten.text,
             transformation.changesStatements && after.found[i].severity == rules::Severity::Remark &&
                 hasOther(after.found, {after.found[i].where.line}, &after.found[i]));
}

unsigned Comparison::differences() const {
  unsigned all = 0;
  for (const auto &[name, outcome] : outcomes)
    all += outcome.differences;
  return all;
}

unsigned Comparison::invalid() const {
  unsigned all = 0;
  for (const auto &[name, outcome] : outcomes)
    all += outcome.invalid;
  return all;
}

std::string Comparison::table() const {
  std::string text = "transformation   sources   changes  findings  differ  by name  one a statement  by call  no program\n";
  for (const auto &[name, each] : outcomes) {
    char row[160];
    std::snprintf(row, sizeof row, "%-15s %8u %9u %9u %7u %8u %16u %8u %11u\n", name.c_str(), each.sources, each.sites, each.findings,
                  each.differences, each.named, each.folded, each.called, each.invalid);
    text += row;
  }
  for (const auto &[name, each] : outcomes) {
    for (const auto &[rule, count] : each.byRule)
      text += name + ":" + rule + " " + std::to_string(count) + "\n";
    for (const std::string &shown : each.shown)
      text += name + shown + "\n";
  }
  return text;
}

} // namespace fporder::test
