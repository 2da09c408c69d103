// Many sightings of one finding become one, and the report becomes the same for every order of the units.
#include "analyzer/findings/collect.h"
#include "analyzer/findings/fingerprint.h"
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/own_rules.h"

#include "clang/Basic/CharInfo.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace fporder::findings {

namespace {

auto position(const Finding &finding) { return std::tie(finding.where.file, finding.where.line, finding.where.column, finding.rule); }

bool isWarning(const Finding &finding) { return finding.severity == rules::Severity::Warning; }

/// How much of a computation an expression shows, whatever its names are.
std::size_t extent(const std::string &expression) {
  return static_cast<std::size_t>(std::ranges::count_if(expression, [](char c) { return !clang::isAsciiIdentifierContinue(c) && c != ' '; }));
}

/// Among sightings of one finding the one to show comes first: seen in its own function, most severe, assuming least, showing most, then by text, so
/// that the choice does not depend on the order of the units.
bool better(const Finding &left, const Finding &right) {
  if (left.inlined != right.inlined)
    return right.inlined;
  if (left.severity != right.severity)
    return left.severity > right.severity;
  if (left.assumed.size() != right.assumed.size())
    return left.assumed.size() < right.assumed.size();
  if (left.notes.size() != right.notes.size())
    return left.notes.size() < right.notes.size();
  if (const std::size_t ours = extent(left.expression), others = extent(right.expression); ours != others)
    return ours > others;
  return std::tie(left.message, left.expression, left.function, left.fingerprint, left.assumed) <
         std::tie(right.message, right.expression, right.function, right.fingerprint, right.assumed);
}

bool sameEdits(const std::optional<Fix> &left, const std::optional<Fix> &right) {
  if (!left || !right)
    return !left && !right;
  return std::equal(left->edits.begin(), left->edits.end(), right->edits.begin(), right->edits.end(), [](const Edit &a, const Edit &b) {
    return a.beginOffset == b.beginOffset && a.endOffset == b.endOffset && a.text == b.text && a.where.file == b.where.file;
  });
}

using Sightings = std::vector<Finding>::iterator;

/// A fix must be right in every procedure that the text stands for: instantiations of a template may disagree. Inlined sightings have none of their
/// own.
std::optional<Fix> agreedFix(Sightings first, Sightings last) {
  const Finding *own = nullptr;
  for (auto finding = first; finding != last; ++finding) {
    if (finding->inlined)
      continue;
    if (own && !sameEdits(own->fix, finding->fix))
      return std::nullopt;
    own = own ? own : &*finding;
  }
  return own ? own->fix : std::nullopt;
}

/// What callers in the same file do with a result raises the function's own finding; what it computes reads best in its own words.
void raise(Finding &shown, Sightings first, Sightings last) {
  if (shown.inlined)
    return;
  auto raising = last;
  for (auto finding = first; finding != last; ++finding)
    if (!finding->foreign && finding->severity > (raising == last ? shown : *raising).severity)
      raising = finding;
  if (raising == last)
    return;
  shown.severity = raising->severity;
  shown.evidence = raising->evidence;
  shown.judged = raising->judged;
  shown.quietedBy = raising->quietedBy;
  shown.assumed = raising->assumed; // nothing where it is a warning
  shown.notes = raising->notes;
}

/// What is found without a variant as well is no variant's.
void addVariants(Finding &shown, const Finding &other) {
  if (shown.variants.empty() || other.variants.empty())
    shown.variants.clear();
  else
    shown.variants.insert(other.variants.begin(), other.variants.end());
}

/// A remark seen only through a call says nothing new on a line where a function's own procedure has a finding.
void dropInlinedRepetitions(std::vector<Finding> &findings) {
  std::set<std::pair<std::string, std::uint32_t>> covered;
  for (const Finding &finding : findings)
    if (!finding.inlined && finding.family != suppressionFamily && finding.severity != rules::Severity::Audit)
      for (std::uint32_t line = finding.range.line; line <= finding.range.endLine; ++line)
        covered.emplace(finding.range.file, line);
  std::erase_if(findings, [&](const Finding &finding) {
    return finding.inlined && !isWarning(finding) && covered.contains({finding.where.file, finding.where.line});
  });
}

} // namespace

namespace {

/// A finding is large: it is moved once, and not at all when all are in place.
void sortFindings(std::vector<Finding> &findings) {
  auto before = [](const Finding &left, const Finding &right) {
    auto a = position(left), b = position(right);
    return a != b ? a < b : better(left, right);
  };
  if (std::is_sorted(findings.begin(), findings.end(), before))
    return;
  std::vector<Finding *> order;
  for (Finding &finding : findings)
    order.push_back(&finding);
  std::sort(order.begin(), order.end(),
            [&](const Finding *left, const Finding *right) { return before(*left, *right) || (left < right && !before(*right, *left)); });
  std::vector<Finding> sorted;
  sorted.reserve(findings.size());
  for (Finding *finding : order)
    sorted.push_back(std::move(*finding));
  findings = std::move(sorted);
}

} // namespace

void mergeFindings(std::vector<Finding> &findings) {
  sortFindings(findings);
  std::vector<Finding> merged;
  merged.reserve(findings.size());
  for (auto first = findings.begin(); first != findings.end();) {
    auto last = std::find_if(first, findings.end(), [&](const Finding &finding) { return position(finding) != position(*first); });
    // What only particular arguments make of a function's own operations (a mean that starts from zero, say) is no finding in the function.
    if (std::all_of(first, last, [](const Finding &finding) { return finding.withinCallee; })) {
      first = last;
      continue;
    }
    auto fix = agreedFix(first, last);
    raise(*first, std::next(first), last);
    for (auto other = std::next(first); other != last; ++other) {
      addVariants(*first, *other);
      first->profiles.insert(other->profiles.begin(), other->profiles.end());
    }
    merged.push_back(std::move(*first));
    if (fix && isWarning(merged.back()) == false)
      fix->fixClass = "on-demand";
    merged.back().fix = std::move(fix);
    first = last;
  }
  findings = std::move(merged);
  dropInlinedRepetitions(findings);
}

namespace {

/// Equal fingerprints within a file are told apart by their order in it.
void numberFingerprints(std::vector<Finding> &findings) {
  std::map<std::pair<std::string, std::string>, unsigned> seen;
  for (Finding &finding : findings)
    finding.fingerprint = fingerprint({finding.fingerprint, std::to_string(seen[{finding.where.file, finding.fingerprint}]++)});
}

} // namespace

/// A finding that the plain run does not have tells which profiles have it.
void nameProfiles(std::vector<Finding> &findings) {
  for (Finding &finding : findings) {
    if (finding.profiles.empty() || finding.profiles.contains(""))
      continue;
    std::string names;
    for (const std::string &profile : finding.profiles)
      names += (names.empty() ? "'" : ", '") + profile + "'";
    finding.notes.push_back({finding.where, "found with the profile" + std::string(finding.profiles.size() > 1 ? "s " : " ") + names + " only"});
  }
}

/// A finding in code that only variants wake tells which.
void nameVariants(std::vector<Finding> &findings) {
  for (Finding &finding : findings) {
    std::string names;
    for (const std::string &variant : finding.variants)
      names += (names.empty() ? "as " : " and as ") + variant;
    if (!names.empty())
      finding.notes.push_back({finding.where, "inactive under the flags of this file; found " + names});
  }
}

void completeReport(Report &report) {
  mergeFindings(report.findings);
  nameProfiles(report.findings);
  nameVariants(report.findings);
  numberFingerprints(report.findings);
  std::sort(report.notAnalysed.begin(), report.notAnalysed.end());
  report.notAnalysed.erase(std::unique(report.notAnalysed.begin(), report.notAnalysed.end()), report.notAnalysed.end());
  std::sort(report.foundHeaders.begin(), report.foundHeaders.end());
  report.foundHeaders.erase(std::unique(report.foundHeaders.begin(), report.foundHeaders.end()), report.foundHeaders.end());
}

void countFindings(Report &report) {
  Report::Summary &summary = report.summary;
  summary.warnings = summary.remarks = summary.audited = summary.places = summary.suppressed = 0;
  for (const Group &group : groupsOf(report)) {
    const Finding &finding = group.first();
    ++(finding.suppression                           ? summary.suppressed
       : isWarning(finding)                          ? summary.warnings
       : finding.severity == rules::Severity::Remark ? summary.remarks
                                                     : summary.audited);
    if (!finding.suppression)
      summary.places += static_cast<unsigned>(group.places.size());
  }
}

} // namespace fporder::findings
