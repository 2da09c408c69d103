#include "analyzer/check/waking/waking.h"

#include "analyzer/findings/collect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

namespace fporder::check {
namespace {

// More conditions of a file are counted, not named.
constexpr std::size_t namedConditions = 4;

// A variant with more errors than this was not written for what it is analysed as.
constexpr unsigned mostErrors = limits::most(limits::Limit::VariantErrors);

bool isNew(const findings::NotAnalysed &entry, const UnitResult &base) {
  return entry.incomplete && !llvm::is_contained(base.parse.notAnalysed, entry);
}

/// Entries of a variant's parse that the unit's own does not have.
std::vector<findings::NotAnalysed> newProblems(const UnitResult &variant, const UnitResult &base) {
  std::vector<findings::NotAnalysed> problems;
  llvm::copy_if(variant.parse.notAnalysed, std::back_inserter(problems), [&](const findings::NotAnalysed &entry) { return isNew(entry, base); });
  return problems;
}

/// Why nothing of a variant is taken; empty: it is.
std::string failureOf(const UnitResult &variant, const UnitResult &base) {
  const std::vector<findings::NotAnalysed> problems = newProblems(variant, base);
  const auto missing = llvm::find_if(problems, [&](const findings::NotAnalysed &entry) { return missesSystemHeader(entry, base); });
  if (missing != problems.end())
    return missing->what + " at " + missing->file + ":" + std::to_string(missing->line) + ": " + missing->why;
  if (!variant.parse.parsed)
    return variant.parse.failure.empty() ? "it could not be parsed" : variant.parse.failure;
  if (variant.parse.errors <= base.parse.errors + mostErrors)
    return "";
  std::string errors = std::to_string(variant.parse.errors) + " syntax errors";
  if (problems.empty()) // they repeat the unit's own, as a macro that expands to more of them does
    return errors;
  return errors + ", the first at " + problems.front().file + ":" + std::to_string(problems.front().line) + ": " + problems.front().why;
}

bool liesIn(const InactiveCode &inactive, const findings::Region &region) {
  for (unsigned line = region.line; line <= std::max(region.line, region.endLine); ++line)
    if (inactive.isActive(region.file, line))
      return false;
  return true;
}

/// What a variant found on lines that are inactive without it.
void take(UnitResult &result, UnitResult &&variant, const InactiveCode &inactive, const std::string &label) {
  for (findings::NotAnalysed &problem : newProblems(variant, result)) {
    problem.why += " (as " + label + ")";
    result.notAnalysed.push_back(std::move(problem));
  }
  for (findings::Finding &finding : variant.found) {
    if (!liesIn(inactive, finding.where))
      continue;
    if (finding.fix && !llvm::all_of(finding.fix->edits, [&](const findings::Edit &edit) { return liesIn(inactive, edit.where); }))
      finding.fix.reset();
    finding.variants = {label};
    result.found.push_back(std::move(finding));
  }
  for (findings::NotAnalysed &entry : variant.notAnalysed)
    if (entry.line != 0 && !inactive.isActive(entry.file, entry.line))
      result.notAnalysed.push_back(std::move(entry));
  llvm::append_range(result.parse.foundHeaders, variant.parse.foundHeaders);
  llvm::append_range(result.userFiles, variant.userFiles);
}

std::string inactiveText(const UnitFile &file) {
  std::map<std::string, std::size_t> byCondition;
  for (const InactiveBranch &branch : file.branches)
    byCondition[branch.condition] += branch.tokenLines.size();
  std::vector<std::pair<std::string, std::size_t>> conditions(byCondition.begin(), byCondition.end());
  llvm::sort(conditions,
             [](const auto &left, const auto &right) { return left.second != right.second ? left.second > right.second : left.first < right.first; });
  std::string text;
  for (const auto &[condition, tokens] : llvm::ArrayRef(conditions).take_front(namedConditions))
    text += (text.empty() ? "" : ", ") + std::to_string(tokens) + (text.empty() ? " floating-point tokens" : "") + " under '" + condition + "'";
  if (conditions.size() > namedConditions)
    text += ", and more under " + std::to_string(conditions.size() - namedConditions) + " other conditions";
  return text;
}

struct Failure {
  Variant variant;
  std::string why;
};

void listRest(UnitResult &result, const InactiveCode &inactive, const std::vector<Failure> &failures) {
  for (const auto &[name, file] : inactive.files()) {
    std::size_t tokens = 0;
    for (const InactiveBranch &branch : file.branches)
      tokens += branch.tokenLines.size();
    if (tokens < InactiveCode::fewestTokens)
      continue;
    findings::NotAnalysed entry{name, file.branches.front().line, 1, inactiveCodeEntry, inactiveText(file)};
    for (const Failure &failure : failures)
      if (failure.variant.files.contains(name)) {
        entry.why += "; analysing it as " + failure.variant.label + " failed: " + failure.why;
        entry.incomplete = true;
      }
    result.notAnalysed.push_back(std::move(entry));
  }
}

} // namespace

bool missesSystemHeader(const findings::NotAnalysed &entry, const UnitResult &base) {
  return llvm::StringRef(entry.what).starts_with("header <") && isNew(entry, base);
}

void Waking::run(UnitResult &result, InactiveCode &inactive) const {
  TriedRows tried;
  std::vector<Failure> failures;
  const bool worthIt = enabled && 2 * inactive.inactiveTokens() > inactive.activeTokens();
  for (unsigned runs = 0; worthIt && runs < mostVariants && inactive.inactiveTokens() >= InactiveCode::fewestTokens; ++runs) {
    const std::optional<Variant> variant = nextVariant(inactive, base, tried);
    if (!variant)
      break;
    VariantRun run = analyse(variantCommand(command, *variant, directories), inactive);
    if (std::string failure = failureOf(run.result, result); !failure.empty()) {
      failures.push_back({*variant, std::move(failure)});
      tried.failed.insert(variant->row);
      continue;
    }
    if (!inactive.isWokenBy(run.inactive))
      break;
    tried.woke.insert(variant->row);
    take(result, std::move(run.result), inactive, variant->label);
    inactive.dropTokensActiveIn(run.inactive);
  }
  listRest(result, inactive, failures);
  if (tried.woke.empty())
    return;
  findings::mergeFindings(result.found);
  llvm::sort(result.userFiles);
  result.userFiles.erase(std::unique(result.userFiles.begin(), result.userFiles.end()), result.userFiles.end());
  llvm::sort(result.parse.foundHeaders);
  result.parse.foundHeaders.erase(llvm::unique(result.parse.foundHeaders), result.parse.foundHeaders.end());
}

} // namespace fporder::check
