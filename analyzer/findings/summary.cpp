// What is printed about a report as a whole.
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/render.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace fporder::findings {

namespace {

std::string counted(std::size_t number, const std::string &noun) { return std::to_string(number) + " " + noun + (number == 1 ? "" : "s"); }

} // namespace

std::string summaryLine(const Report &report, std::optional<double> seconds) {
  const Report::Summary &summary = report.summary;
  std::string line = counted(summary.files, "file") + ", " + counted(summary.functions, "function") + ", ";
  const unsigned findings = summary.warnings + summary.remarks + summary.audited;
  line += counted(findings, "finding") + (summary.places > findings ? " at " + counted(summary.places, "place") : "") + " (" +
          counted(summary.warnings, "warning") + ", " + counted(summary.remarks, "remark") +
          (summary.audited ? ", " + std::to_string(summary.audited) + " for audit" : "");
  line += ", " + std::to_string(summary.suppressed) + " suppressed), " + counted(report.notAnalysed.size(), "construct") + " not analysed";
  if (summary.filesFailed)
    line += ", " + counted(summary.filesFailed, "file") + " failed";
  if (seconds) {
    llvm::raw_string_ostream stream(line);
    stream << llvm::format(", %.1f s", *seconds);
  }
  return line;
}

std::string foundHeadersLine(const Report &report) {
  std::set<std::string> names, uncertain, roots;
  for (const FoundHeader &header : report.foundHeaders) {
    names.insert(header.name);
    roots.insert(header.root);
    if (header.candidates != 1 || header.shortened)
      uncertain.insert(header.name);
  }
  if (names.empty())
    return {};
  std::string line = counted(names.size(), "header") + " that no flag finds taken from " + *roots.begin();
  if (roots.size() > 1)
    line += " and " + counted(roots.size() - 1, "other project");
  if (!uncertain.empty())
    line += " (" + std::to_string(uncertain.size()) + " where several fit, or the name in part)";
  return line + "; a compile database or -I decides, --no-header-search leaves them out";
}

std::string statisticsTable(const Report &report) {
  struct Row {
    unsigned warnings = 0, remarks = 0, places = 0, suppressed = 0;
    std::string id;
    unsigned total() const { return warnings + remarks + suppressed; }
  };
  std::map<std::string, Row> byRule;
  for (const Group &group : groupsOf(report)) {
    const Finding &finding = group.first();
    Row &row = byRule[finding.rule];
    row.id = finding.id;
    if (!finding.suppression && finding.severity == rules::Severity::Audit)
      continue;
    ++(finding.suppression ? row.suppressed : finding.severity == rules::Severity::Warning ? row.warnings : row.remarks);
    if (!finding.suppression)
      row.places += static_cast<unsigned>(group.places.size());
  }
  if (byRule.empty())
    return {};
  std::vector<std::pair<std::string, Row>> rows(byRule.begin(), byRule.end());
  std::sort(rows.begin(), rows.end(), [](const auto &left, const auto &right) {
    return left.second.total() != right.second.total() ? left.second.total() > right.second.total() : left.first < right.first;
  });
  std::size_t width = 4;
  for (const auto &[rule, row] : rows)
    width = std::max(width, rule.size());
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::left_justify("rule", width) << "  id      warnings  remarks  places  suppressed\n";
  for (const auto &[rule, row] : rows)
    stream << llvm::left_justify(rule, width) << "  " << llvm::left_justify(row.id, 6)
           << llvm::format("  %8u  %7u  %6u  %10u\n", row.warnings, row.remarks, row.places, row.suppressed);
  return text;
}

bool wantsColour(bool isTerminal) {
  if (const char *never = std::getenv("NO_COLOR"); never && *never)
    return false;
  if (const char *force = std::getenv("CLICOLOR_FORCE"); force && *force && std::string_view(force) != "0")
    return true;
  return isTerminal;
}

} // namespace fporder::findings
