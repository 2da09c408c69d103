#include "analyzer/findings/suppressions.h"

#include "analyzer/findings/annotations.h"
#include "analyzer/findings/collect.h"
#include "analyzer/findings/directives.h"
#include "analyzer/findings/fingerprint.h"
#include "analyzer/findings/lexed_file.h"
#include "analyzer/findings/own_rules.h"
#include "rules/engine/nearest.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace fporder::findings {

namespace {

/// A directive at its place in a file, with the lines it speaks for.
struct Scope {
  Directive directive;
  std::uint32_t offset = 0;          // of the keyword in the file
  std::uint32_t first = 0, last = 0; // lines
  bool used = false;
};

/// Ranges of lines, numbered as given, by the lines that they meet: an implicit interval tree, sorted by first lines, with the largest last line of
/// each beginning of the list.
class LineIndex {
public:
  explicit LineIndex(const std::vector<Extent> &ranges = {}) {
    for (std::size_t number = 0; number < ranges.size(); ++number)
      entries.push_back({ranges[number].first, ranges[number].last, 0, number});
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return std::tie(a.first, a.number) < std::tie(b.first, b.number); });
    std::uint32_t largest = 0;
    for (Entry &entry : entries)
      entry.largestLast = largest = std::max(largest, entry.last);
  }

  /// The numbers of the ranges that share a line with [first, last], ascending.
  std::vector<std::size_t> meeting(std::uint32_t first, std::uint32_t last) const {
    std::vector<std::size_t> found;
    auto entry = std::upper_bound(entries.begin(), entries.end(), last, [](std::uint32_t line, const Entry &each) { return line < each.first; });
    while (entry != entries.begin()) {
      --entry;
      if (entry->largestLast < first)
        break;
      if (entry->last >= first)
        found.push_back(entry->number);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

private:
  struct Entry {
    std::uint32_t first, last, largestLast;
    std::size_t number;
  };
  std::vector<Entry> entries;
};

std::string slugOf(std::string_view name) {
  constexpr std::string_view prefix = "fporder-";
  return std::string(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
}

bool namesUs(const Directive &directive) {
  return std::any_of(directive.names.begin(), directive.names.end(), [](const std::string &name) { return name.starts_with("fporder-"); });
}

/// The directives of one file.
class FileSuppressions {
public:
  FileSuppressions(const std::string &path, const SourceFile &source) : path(path), source(source), lexed(source) { read(); }

  void apply(Finding &finding);
  void report(const SuppressionOptions &options, std::vector<Finding> &findings) const;

private:
  void read();
  void place(Directive directive, const Comment &comment);
  void closeRegion(const Directive &end, std::uint32_t line);
  std::uint32_t lineBelow(const Comment &comment) const;
  bool covers(const Scope &scope, const Finding &finding, const Extent &statement) const;
  void malformed(const Scope &scope, std::string problem, std::vector<Finding> &findings) const;
  void reportUnused(const Scope &scope, const SuppressionOptions &options, std::vector<Finding> &findings) const;
  Finding remark(const Scope &scope, const OwnRule &rule, std::string message) const;

  const std::string &path;
  const SourceFile &source;
  LexedFile lexed;
  std::vector<Scope> scopes;
  LineIndex byLine;
};

void FileSuppressions::read() {
  for (const Comment &comment : lexed.comments())
    for (Directive &directive : parseDirectives(lexed.text(comment)))
      place(std::move(directive), comment);
  for (Scope &scope : scopes)
    if (scope.directive.kind == Directive::Kind::Begin && scope.last == 0) {
      scope.directive.kind = Directive::Kind::Malformed;
      scope.directive.problem = "NOLINTBEGIN without a NOLINTEND of the same list";
    }
  std::vector<Extent> lines;
  for (const Scope &scope : scopes)
    lines.push_back({scope.first, scope.last});
  byLine = LineIndex(lines);
}

/// A comment on its own lines speaks for the code that follows directly below, other comments in between allowed.
std::uint32_t FileSuppressions::lineBelow(const Comment &comment) const {
  std::uint32_t line = source.position(comment.end - 1).line + 1;
  const std::vector<Comment> &all = lexed.comments();
  auto other = std::lower_bound(all.begin(), all.end(), comment.end, [](const Comment &each, std::uint32_t end) { return each.begin < end; });
  for (; other != all.end() && source.position(other->begin).line <= line; ++other)
    if (other->ownLine && source.position(other->begin).line == line)
      line = source.position(other->end - 1).line + 1;
  return line;
}

void FileSuppressions::place(Directive directive, const Comment &comment) {
  Scope scope;
  scope.offset = comment.begin + static_cast<std::uint32_t>(directive.offset);
  scope.first = scope.last = source.position(scope.offset).line;
  switch (directive.kind) {
  case Directive::Kind::NoLint:
  case Directive::Kind::Malformed:
    break;
  case Directive::Kind::NextLine:
    scope.first = scope.last = scope.first + 1;
    break;
  case Directive::Kind::Begin:
    scope.last = 0; // until its end is seen
    break;
  case Directive::Kind::End:
    closeRegion(directive, scope.first);
    return;
  case Directive::Kind::Allow:
    scope.last = comment.ownLine ? lineBelow(comment) : source.position(comment.end - 1).line;
    break;
  }
  scope.directive = std::move(directive);
  scopes.push_back(std::move(scope));
}

void FileSuppressions::closeRegion(const Directive &end, std::uint32_t line) {
  auto open = std::find_if(scopes.rbegin(), scopes.rend(), [&](const Scope &scope) {
    return scope.directive.kind == Directive::Kind::Begin && scope.last == 0 && scope.directive.names == end.names &&
           scope.directive.listed == end.listed;
  });
  if (open != scopes.rend())
    open->last = line;
}

bool FileSuppressions::covers(const Scope &scope, const Finding &finding, const Extent &statement) const {
  const Directive &directive = scope.directive;
  auto within = [&](std::uint32_t first, std::uint32_t last) { return scope.first <= last && first <= scope.last; };
  switch (directive.kind) {
  case Directive::Kind::NoLint:
  case Directive::Kind::NextLine:
    if (!within(std::min(finding.range.line, finding.where.line), std::max(finding.range.endLine, finding.where.line)))
      return false;
    break;
  case Directive::Kind::Begin:
    if (!within(finding.where.line, finding.where.line))
      return false;
    break;
  case Directive::Kind::Allow:
    return within(statement.first, statement.last) && std::any_of(directive.names.begin(), directive.names.end(), [&](const std::string &name) {
             return slugOf(name) == finding.rule || name == finding.id;
           });
  case Directive::Kind::End:
  case Directive::Kind::Malformed:
    return false;
  }
  return !directive.listed || matchesGlobs(directive.names, "fporder-" + finding.rule);
}

void FileSuppressions::apply(Finding &finding) {
  if (scopes.empty())
    return;
  Extent statement = lexed.statement(source.offset(finding.where.line, finding.where.column));
  // All that a scope is held against: the finding's lines and its statement's.
  const std::uint32_t first = std::min({statement.first, finding.range.line, finding.where.line});
  const std::uint32_t last = std::max({statement.last, finding.range.endLine, finding.where.line});
  for (const std::size_t number : byLine.meeting(first, last)) {
    Scope &scope = scopes[number];
    if (!covers(scope, finding, statement))
      continue;
    scope.used = true;
    if (!finding.suppression)
      finding.suppression = Suppression{scope.directive.kind == Directive::Kind::Allow ? "allow" : "NOLINT", scope.directive.reason};
  }
}

Finding FileSuppressions::remark(const Scope &scope, const OwnRule &rule, std::string message) const {
  Finding finding;
  finding.rule = rule.slug;
  finding.id = rule.id;
  finding.family = suppressionFamily;
  SourceFile::Position begin = source.position(scope.offset), end = source.position(scope.offset + scope.directive.length);
  finding.where = finding.range = {path, begin.line, begin.column, end.line, end.column};
  finding.expression = std::string(source.text().substr(scope.offset, scope.directive.length));
  finding.message = std::move(message);
  finding.fingerprint = fingerprint({finding.rule, finding.expression, finding.message});
  return finding;
}

void FileSuppressions::malformed(const Scope &scope, std::string problem, std::vector<Finding> &findings) const {
  findings.push_back(remark(scope, malformedSuppression, std::move(problem)));
}

void FileSuppressions::reportUnused(const Scope &scope, const SuppressionOptions &options, std::vector<Finding> &findings) const {
  const Directive &directive = scope.directive;
  bool allow = directive.kind == Directive::Kind::Allow;
  if (scope.used || options.reportUnused == SuppressionOptions::Unused::Ignore)
    return;
  if (!allow && (options.reportUnused != SuppressionOptions::Unused::All || !namesUs(directive)))
    return;
  // Silence proves nothing about rules that did not run.
  for (const std::string &name : directive.names)
    if (std::string slug = slugOf(name); slug.find('*') == std::string::npos && !slug.starts_with("FPO") &&
                                         std::find(options.activeRules.begin(), options.activeRules.end(), slug) == options.activeRules.end())
      return;
  std::string names;
  for (const std::string &name : directive.names)
    names += (names.empty() ? "" : ", ") + name;
  findings.push_back(remark(scope, unusedSuppression, (allow ? "allow(" : "NOLINT(") + names + ") silences nothing here; remove it"));
}

void FileSuppressions::report(const SuppressionOptions &options, std::vector<Finding> &findings) const {
  std::vector<std::string_view> known(options.knownRules.begin(), options.knownRules.end());
  for (const Scope &scope : scopes) {
    const Directive &directive = scope.directive;
    if (directive.kind == Directive::Kind::Malformed) {
      bool ours = !directive.problem.starts_with("NOLINT") || namesUs(directive);
      if (ours)
        malformed(scope, directive.problem, findings);
      continue;
    }
    bool unknown = false;
    for (const std::string &name : directive.names) {
      std::string slug = slugOf(name);
      bool checked =
          directive.kind == Directive::Kind::Allow ? !name.starts_with("FPO") : name.starts_with("fporder-") && name.find('*') == std::string::npos;
      if (checked && !known.empty() && std::find(known.begin(), known.end(), slug) == known.end()) {
        unknown = true;
        malformed(scope, "no rule is called '" + slug + "'" + rules::didYouMean(slug, known), findings);
      }
    }
    if (!unknown)
      reportUnused(scope, options, findings);
  }
  for (const ValueAnnotations::Mistake &mistake : valueAnnotations(source).mistakes) {
    Scope scope;
    scope.offset = mistake.offset;
    scope.directive.length = mistake.length;
    malformed(scope, "no values are taken from this comment: " + mistake.message, findings);
  }
}

} // namespace

bool mayHoldDirectives(std::string_view text) {
  return text.find("NOLINT") != std::string_view::npos || text.find("fporder:") != std::string_view::npos;
}

void applySuppressions(Report &report, SourceFiles &sources, std::span<const std::string> analysedFiles, const SuppressionOptions &options) {
  std::set<std::string> paths(analysedFiles.begin(), analysedFiles.end());
  std::map<std::string, FileSuppressions> byFile;
  std::set<std::string> barren; // files whose text was searched in vain, once
  auto load = [&](const std::string &path) -> FileSuppressions * {
    auto known = byFile.find(path);
    if (known != byFile.end())
      return &known->second;
    if (barren.contains(path))
      return nullptr;
    const SourceFile *source = sources.find(path);
    if (!source || !mayHoldDirectives(source->text())) {
      barren.insert(path);
      return nullptr;
    }
    auto owned = paths.insert(path).first;
    return &byFile.try_emplace(path, *owned, *source).first->second;
  };
  for (Finding &finding : report.findings)
    if (FileSuppressions *file = load(finding.where.file))
      file->apply(finding);
  if (!options.audits)
    std::erase_if(report.findings, [](const Finding &finding) { return finding.severity == rules::Severity::Audit; });
  for (const std::string &path : analysedFiles)
    if (FileSuppressions *file = load(path))
      file->report(options, report.findings);
  mergeFindings(report.findings);
  countFindings(report);
}

} // namespace fporder::findings
