#include "analyzer/check/source_parts.h"

#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace fporder::check {
namespace {

/// How many operators of each file a unit understands, by the names that it reports them by.
std::map<std::string, unsigned> understoodIn(const UnitResult &result) {
  std::map<std::string, unsigned> files;
  for (const auto &[file, operators] : result.operators)
    files[file] = static_cast<unsigned>(llvm::count_if(operators, [](const frontend::Operator &entry) { return entry.why.empty(); }));
  return files;
}

void rename(std::string &file, const SourceParts &parts) {
  if (const auto part = parts.find(file); part != parts.end())
    file = part->second;
}

void renameIn(findings::Finding &finding, const SourceParts &parts) {
  rename(finding.where.file, parts);
  rename(finding.range.file, parts);
  for (findings::Note &note : finding.notes)
    rename(note.where.file, parts);
  for (findings::Step &step : finding.steps)
    rename(step.where.file, parts);
  if (finding.fix)
    for (findings::Edit &edit : finding.fix->edits)
      rename(edit.where.file, parts);
}

} // namespace

SourceParts partsAmong(const std::vector<AnalysisUnit> &units, const std::vector<UnitOutcome> &outcomes) {
  std::map<std::string, std::string> broken; // by real path
  std::map<std::string, unsigned> own;
  for (std::size_t index = 0; index < units.size(); ++index) {
    const UnitResult &result = outcomes[index].result;
    if (outcomes[index].leftOut || !outcomes[index].crash.empty() || (result.parse.parsed && result.parse.errors == 0))
      continue;
    const std::string path = findings::resolvedPath(units[index].command.source);
    broken.try_emplace(path, units[index].displayName);
    unsigned &understood = own[path];
    understood = std::max(understood, understoodIn(result)[units[index].displayName]);
  }
  SourceParts parts;
  if (broken.empty())
    return parts;
  for (const UnitOutcome &outcome : outcomes)
    for (const auto &[file, understood] : understoodIn(outcome.result))
      if (const auto part = broken.find(file); part != broken.end() && understood > own[file])
        parts.insert(*part);
  return parts;
}

void nameParts(UnitResult &result, const SourceParts &parts) {
  if (parts.empty())
    return;
  for (findings::Finding &finding : result.found)
    renameIn(finding, parts);
  for (findings::NotAnalysed &entry : result.notAnalysed)
    rename(entry.file, parts);
  for (findings::NotAnalysed &entry : result.parse.notAnalysed)
    rename(entry.file, parts);
  frontend::Operators named;
  for (const auto &[path, operators] : result.operators) {
    std::string file = path;
    rename(file, parts);
    llvm::append_range(named[file], operators);
  }
  for (auto &[file, operators] : named)
    frontend::arrange(operators);
  result.operators = std::move(named);
}

} // namespace fporder::check
