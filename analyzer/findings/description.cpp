#include "analyzer/findings/description.h"

namespace fporder::findings {

std::vector<std::string> descriptionLines(const Description &description) {
  std::vector<std::string> lines{description.where.file + (description.where.line ? ":" + std::to_string(description.where.line) : "") + ": " +
                                 description.function};
  for (const DescribedOutput &output : description.outputs) {
    lines.push_back("  " + output.name);
    for (const DescribedFact &fact : output.facts)
      lines.push_back("    " + fact.about + ": " + fact.text);
  }
  return lines;
}

} // namespace fporder::findings
