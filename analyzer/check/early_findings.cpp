#include "analyzer/check/early_findings.h"

#include "analyzer/check/assembly.h"

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

void EarlyFindings::printReady() {
  while (print && !waiting.empty() && waiting.begin()->second.unitsLeft == 0) {
    auto &[name, source] = *waiting.begin();
    if (source.analysed) {
      progress.clear();
      found += print(name, std::move(source.report));
      done.insert(name);
    }
    waiting.erase(waiting.begin());
  }
}

} // namespace fporder::check
