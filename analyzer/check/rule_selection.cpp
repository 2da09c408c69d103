#include "analyzer/check/rule_selection.h"

#include "analyzer/check/messages.h"
#include "analyzer/models/names.h"
#include "rules/engine/nearest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

llvm::SmallVector<llvm::StringRef> splitGlobs(llvm::StringRef globs) {
  llvm::SmallVector<llvm::StringRef> parts, trimmed;
  globs.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts)
    if (part = part.trim(); !part.empty())
      trimmed.push_back(part);
  return trimmed;
}

std::string suggestion(const rules::RuleSet &rules, llvm::StringRef name) {
  std::vector<std::string_view> known;
  for (const std::unique_ptr<rules::Rule> &rule : rules.rules())
    known.push_back(rule->slug);
  return rules::didYouMean(name, known);
}

} // namespace

std::string globListProblem(const rules::RuleSet &rules, const std::string &globs, bool otherModules) {
  for (llvm::StringRef glob : splitGlobs(globs)) {
    llvm::StringRef name = glob;
    name.consume_front("-");
    if (!name.consume_front("fporder-") && otherModules)
      continue;
    if (!name.contains('*') && !rules.find(name))
      return "unknown rule '" + name.str() + "'" + suggestion(rules, name);
  }
  return "";
}

bool selectedByGlobs(const std::string &globs, const std::string &slug) {
  llvm::SmallVector<llvm::StringRef> parts = splitGlobs(globs);
  bool selected = parts.empty() || parts.front().starts_with("-");
  for (llvm::StringRef glob : parts) {
    bool negative = glob.consume_front("-");
    if (models::globMatches(glob, slug) || models::globMatches(glob, "fporder-" + slug))
      selected = !negative;
  }
  return selected;
}

bool treatedAsError(const Options &options, const findings::Finding &finding) {
  if (options.asTidy && finding.severity != rules::Severity::Warning)
    return false;
  return !options.warningsAsErrors.empty() && selectedByGlobs(options.warningsAsErrors, finding.rule);
}

bool loadRules(rules::RuleSet &rules, const std::vector<std::string> &directories) {
  bool good = true;
  for (const std::string &directory : directories) {
    if (!llvm::sys::fs::is_directory(directory)) {
      reportError("--rules-dir: no such directory '" + directory + "'");
      good = false;
      continue;
    }
    std::vector<rules::DocumentError> outdated;
    const std::vector<rules::DocumentError> mistakes = rules.addDirectory(directory, &outdated);
    printMistakes(outdated, "warning");
    printMistakes(mistakes);
    good &= mistakes.empty();
  }
  return good;
}

void printMistakes(const std::vector<rules::DocumentError> &mistakes, const std::string &level) {
  for (const rules::DocumentError &error : mistakes) {
    std::string place = error.place.file;
    if (error.place.line)
      place += ':' + std::to_string(error.place.line) + ':' + std::to_string(error.place.column);
    say(place + ": " + level + ": " + error.message);
  }
}

const rules::Rule *ruleNamed(const rules::RuleSet &rules, const std::string &name) {
  llvm::StringRef slug(name);
  slug.consume_front("fporder-");
  if (const rules::Rule *rule = rules.find(slug))
    return rule;
  reportError("unknown rule '" + name + "'" + suggestion(rules, slug) + "; --list-rules lists them");
  return nullptr;
}

} // namespace fporder::check
