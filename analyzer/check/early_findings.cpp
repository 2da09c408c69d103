#include "analyzer/check/early_findings.h"

#include "analyzer/check/assembly.h"
#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

namespace fporder::check {

EarlyFindings::EarlyFindings(const UnitPlan &known, Print printing) : plan(known), print(std::move(printing)) {
  for (const AnalysisUnit &unit : plan.units)
    ++waiting[unit.displayName].unitsLeft;
  sourceCount = waiting.size();
}

void EarlyFindings::finished(std::size_t unit, const UnitResult &result) {
  const std::string &name = plan.units[unit].displayName;
  Source &source = waiting.at(name);
  source.analysed |= whyFailed(result).empty();
  source.withheld |= print && result.parse.errors > 0 && mayBePart(plan.units[unit]);
  for (const findings::Finding &finding : result.found) {
    found += !print;
    if (print && finding.where.file == name)
      source.report.findings.push_back(finding);
  }
  if (--source.unitsLeft > 0)
    return;
  ++sourcesDone;
  printReady();
  if (sourceCount > 1 && sourcesDone < sourceCount)
    progress.show("[" + std::to_string(sourcesDone) + "/" + std::to_string(sourceCount) + "] " + name + ", " + std::to_string(found) +
                  (found == 1 ? " finding" : " findings"));
}

bool EarlyFindings::mayBePart(const AnalysisUnit &unit) {
  if (!includes) {
    std::vector<std::string> files;
    for (const AnalysisUnit &each : plan.units)
      files.push_back(findings::resolvedPath(each.command.source));
    llvm::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    includes.emplace(std::move(files));
  }
  return includes->isIncluded(findings::resolvedPath(unit.command.source));
}

void EarlyFindings::printReady() {
  while (print && !waiting.empty() && waiting.begin()->second.unitsLeft == 0) {
    auto &[name, source] = *waiting.begin();
    if (source.analysed && !source.withheld) {
      progress.clear();
      found += print(name, std::move(source.report));
      done.insert(name);
    }
    waiting.erase(waiting.begin());
  }
}

} // namespace fporder::check
