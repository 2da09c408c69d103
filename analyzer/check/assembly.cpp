#include "analyzer/check/assembly.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/options.h"
#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>

namespace fporder::check {
namespace {

void leaveOut(Analysis &analysis, const AnalysisUnit &unit) {
  if (!llvm::is_contained(analysis.leftOut, unit.displayName))
    analysis.leftOut.push_back(unit.displayName);
  analysis.report.notAnalysed.push_back({unit.displayName, 0, 0, "file", "left out: the time budget was spent", /*incomplete=*/true});
}

void append(Analysis &analysis, const AnalysisUnit &unit, UnitOutcome &&outcome) {
  findings::Report &report = analysis.report;
  if (std::string failure = failureOf(outcome); !failure.empty()) {
    analysis.failedFiles.push_back(unit.displayName);
    report.notAnalysed.push_back({unit.displayName, 0, 0, "file", failure});
    reportError(unit.displayName + ": " + failure);
  }
  if (!outcome.crash.empty())
    return;
  UnitResult &result = outcome.result;
  print(result.dump);
  if (result.parse.errors > 0 || result.parse.missingHeaders > 0)
    analysis.errorFiles.push_back(unit.displayName);
  llvm::move(result.parse.notAnalysed, std::back_inserter(report.notAnalysed));
  llvm::move(result.notAnalysed, std::back_inserter(report.notAnalysed));
  llvm::move(result.parse.foundHeaders, std::back_inserter(report.foundHeaders));
  llvm::move(result.found, std::back_inserter(report.findings));
  analysis.readFiles.insert(result.userFiles.begin(), result.userFiles.end());
  report.summary.functions += result.functions;
  report.summary.floatingOperations += result.floatingOperations;
}

/// Of a part's own unit: what it has read.
UnitResult onlyFiles(const UnitResult &result) {
  UnitResult files;
  files.userFiles = result.userFiles;
  files.parse.parsed = files.ended = true;
  return files;
}

/// A requested source that another one includes is reported, and counted, under its own name, by its own unit.
void dropOthersSources(UnitResult &result, const AnalysisUnit &unit, const std::set<std::string> &requested) {
  const auto isOthers = [&](const std::string &file) { return file != unit.displayName && requested.contains(file); };
  llvm::erase_if(result.found, [&](const findings::Finding &finding) { return isOthers(finding.where.file); });
  std::erase_if(result.operators, [&](const auto &entry) { return isOthers(entry.first); });
}

void nameAnalysedFiles(Analysis &analysis, const std::vector<AnalysisUnit> &units) {
  for (const findings::Finding &finding : analysis.report.findings)
    analysis.analysedFiles.push_back(finding.where.file);
  for (const AnalysisUnit &unit : units)
    if (!llvm::is_contained(analysis.failedFiles, unit.displayName) && !llvm::is_contained(analysis.leftOut, unit.displayName))
      analysis.analysedFiles.push_back(unit.displayName);
  llvm::sort(analysis.analysedFiles);
  analysis.analysedFiles.erase(std::unique(analysis.analysedFiles.begin(), analysis.analysedFiles.end()), analysis.analysedFiles.end());
}

/// Lines of a file, from the first to the last operation that is known there.
struct Lines {
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
  void take(const Lines &other) { *this = {std::min(first, other.first), std::max(last, other.last)}; }
  bool hold(std::uint32_t line) const { return first <= line && line <= last; }
};

bool isUnparsed(llvm::StringRef why) { return why.starts_with("not parsed"); }

/// What some unit parsed whole, by file: there it knows which tokens are floating-point operations.
std::map<std::string, Lines> parsedLines(const std::vector<UnitOutcome> &outcomes) {
  std::map<std::string, Lines> parsed;
  for (const UnitOutcome &outcome : outcomes) {
    for (const auto &[file, operators] : outcome.result.operators)
      if (llvm::none_of(operators, [](const frontend::Operator &entry) { return isUnparsed(entry.why); }))
        for (const frontend::Operator &entry : operators)
          parsed[file].take({entry.place.line, entry.place.line});
  }
  return parsed;
}

/// An operator counts as understood when some unit understood it. A token that one unit could not parse is taken for an operator only where no other
/// unit parsed its line: a header is not judged by its one broken includer.
frontend::Operators mergedOperators(const std::vector<UnitOutcome> &outcomes) {
  const std::map<std::string, Lines> parsed = parsedLines(outcomes);
  frontend::Operators files;
  for (const UnitOutcome &outcome : outcomes)
    for (const auto &[file, operators] : outcome.result.operators) {
      const auto lines = parsed.find(file);
      for (const frontend::Operator &entry : operators)
        if (!isUnparsed(entry.why) || lines == parsed.end() || !lines->second.hold(entry.place.line))
          files[file].push_back(entry);
    }
  for (auto &[file, operators] : files)
    frontend::arrange(operators);
  return files;
}

std::vector<findings::FileCoverage> coverageOf(const std::vector<UnitOutcome> &outcomes) {
  const frontend::Operators files = mergedOperators(outcomes);
  std::vector<findings::FileCoverage> coverage;
  for (const auto &[file, operators] : files) {
    findings::FileCoverage &own = coverage.emplace_back();
    own.file = file;
    own.operators = static_cast<unsigned>(operators.size());
    std::set<std::uint32_t> lines;
    for (const frontend::Operator &entry : operators) {
      lines.insert(entry.place.line);
      if (!entry.why.empty())
        own.missing.push_back({entry.place.line, entry.place.column, entry.why});
    }
    own.lines = static_cast<unsigned>(lines.size());
  }
  return coverage;
}

} // namespace

std::string whyFailed(const UnitResult &result) {
  const ParseResult &parse = result.parse;
  if (!parse.parsed)
    return parse.failure.empty() ? "it could not be parsed" : parse.failure;
  if (parse.errors > 0 && result.functions == 0)
    return "no function survives its " + std::to_string(parse.errors) + (parse.errors == 1 ? " syntax error" : " syntax errors");
  return "";
}

std::string failureOf(const UnitOutcome &outcome) {
  if (!outcome.crash.empty())
    return "the analysis crashed: " + outcome.crash;
  return outcome.leftOut ? "" : whyFailed(outcome.result);
}

Analysis assemble(const std::vector<AnalysisUnit> &units, std::vector<UnitOutcome> outcomes, const SourceParts &parts) {
  std::set<std::string> requested; // real paths
  for (std::size_t index = 0; index < units.size(); ++index) {
    const std::string path = findings::resolvedPath(units[index].command.source);
    if (!parts.contains(path))
      requested.insert(path);
    else
      outcomes[index].result = onlyFiles(outcomes[index].result);
    nameParts(outcomes[index].result, parts);
  }
  for (std::size_t index = 0; index < units.size(); ++index)
    dropOthersSources(outcomes[index].result, units[index], requested);
  Analysis analysis;
  analysis.report.coverage = coverageOf(outcomes);
  for (std::size_t index = 0; index < units.size(); ++index) {
    UnitOutcome &outcome = outcomes[index];
    analysis.filesOfUnits.push_back(outcome.result.userFiles);
    if (outcome.leftOut) {
      leaveOut(analysis, units[index]);
      continue;
    }
    append(analysis, units[index], std::move(outcome));
  }
  nameAnalysedFiles(analysis, units);
  return analysis;
}

} // namespace fporder::check
