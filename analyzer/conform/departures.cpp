#include "analyzer/conform/departures.h"

#include "analyzer/findings/fingerprint.h"
#include "analyzer/findings/own_rules.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fporder::conform {

namespace {

findings::Region regionOf(const Site &site, const DisplayPath &display) {
  if (site.place.line == 0)
    return {site.file.empty() ? "" : display(site.file)};
  const order::Place &place = site.place;
  return {display(site.file), place.line, place.column, place.line, place.column + place.tokenLength};
}

bool covers(const findings::Region &range, const findings::Region &where) {
  const auto begin = std::tie(range.line, range.column), end = std::tie(range.endLine, range.endColumn), at = std::tie(where.line, where.column);
  return range.file == where.file && begin <= at && at < end;
}

/// The departure's fix, which may edit several places, edits the finding's.
bool isEdited(const findings::Finding &finding, const findings::Finding &departure) {
  return departure.fix && llvm::any_of(departure.fix->edits, [&](const findings::Edit &edit) {
           return edit.where.file == finding.where.file && edit.where.line <= finding.where.line && finding.where.line <= edit.where.endLine;
         });
}

} // namespace

findings::ConformanceEntry entryOf(const Conformance &verdict, const DisplayPath &implementation, const DisplayPath &reference) {
  return {verdict.function,
          verdict.output,
          std::string(name(verdict.verdict)),
          regionOf(verdict.where, implementation),
          regionOf(verdict.reference, reference),
          verdict.difference,
          verdict.expression,
          verdict.referenceExpression,
          verdict.message,
          verdict.settle,
          verdict.measured,
          verdict.assumed,
          verdict.trees};
}

std::optional<findings::Finding> departure(const findings::ConformanceEntry &entry) {
  const findings::OwnRule *rule = findings::findOwnRule(entry.verdict);
  if (!rule || entry.where.line == 0)
    return std::nullopt;
  const bool warns = entry.verdict == name(Verdict::DifferentOrder) || entry.verdict == name(Verdict::DifferentFormula);
  findings::Finding finding;
  finding.rule = rule->slug;
  finding.id = rule->id;
  finding.family = findings::conformanceFamily;
  finding.severity = warns ? rules::Severity::Warning : rules::Severity::Remark;
  finding.evidence.push_back({"differs-from-reference", entry.measured ? findings::measuredSentence(*entry.measured) : "", {}});
  finding.assumed = entry.assumed;
  finding.where = finding.range = entry.where;
  finding.function = entry.function;
  finding.expression = entry.expression;
  finding.message = "'" + entry.output + "': " + entry.message;
  if (entry.reference.line != 0)
    finding.notes.push_back(
        {entry.reference, entry.referenceExpression.empty() ? "the reference is here" : "the reference: '" + entry.referenceExpression + "'"});
  finding.fingerprint = findings::fingerprint({finding.rule, finding.function, entry.output, finding.expression, entry.referenceExpression});
  return finding;
}

void dropDecided(std::vector<findings::Finding> &found, const std::vector<findings::Finding> &departures,
                 const std::vector<findings::ConformanceEntry> &entries) {
  std::map<std::string, bool> ordered; // by function: all outputs have the reference's order
  for (const findings::ConformanceEntry &entry : entries) {
    const bool same = entry.verdict == name(Verdict::SameOrder) || entry.verdict == name(Verdict::DifferentOperators);
    const auto [known, isNew] = ordered.try_emplace(entry.where.file + "\n" + entry.function, same);
    known->second &= same;
  }
  llvm::erase_if(found, [&](findings::Finding &finding) {
    const auto decided = ordered.find(finding.where.file + "\n" + finding.function);
    if (decided != ordered.end() && decided->second && finding.family == "ordering")
      return true;
    if (decided != ordered.end()) // another order may be better, and is not the reference's
      finding.fix.reset();
    return llvm::any_of(departures, [&](const findings::Finding &departure) {
      return departure.function == finding.function && finding.where.file == departure.where.file &&
             (finding.where.line == departure.where.line || covers(finding.range, departure.where) || isEdited(finding, departure));
    });
  });
}

} // namespace fporder::conform
