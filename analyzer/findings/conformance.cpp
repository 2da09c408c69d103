#include "analyzer/findings/conformance.h"

#include "analyzer/findings/own_rules.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace fporder::findings {

std::string measuredSentence(const conform::Measured &measured) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  const double percent = 100 * measured.share;
  if (percent == 0)
    stream << "the same bits in all of " << measured.samples << " samples";
  else
    stream << "bits differ in " << llvm::format(percent < 1 ? "%.2g" : "%.0f", percent) << " % of " << measured.samples << " samples, by at most "
           << llvm::format(measured.largestUlps < 1e6 ? "%.0f" : "%.2g", std::ceil(measured.largestUlps)) << " ulp";
  return text;
}

std::string conformanceLine(const ConformanceEntry &entry) {
  std::string line;
  for (const std::string *part : {&entry.function, &entry.output})
    line += part->empty() ? "" : *part + ": ";
  line += entry.verdict + (entry.difference.empty() ? "" : " (" + entry.difference + ")");
  if (!findOwnRule(entry.verdict))
    line += ": " + entry.message;
  if (entry.reference.line != 0)
    line += "; the reference: " + entry.reference.file + ":" + std::to_string(entry.reference.line);
  if (!entry.settle.empty())
    line += "; if that is what is meant, write: " + entry.settle;
  return line;
}

} // namespace fporder::findings
