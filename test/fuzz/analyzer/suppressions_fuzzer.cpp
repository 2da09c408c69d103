// Any text as a source with suppressing comments and annotations, with a finding on each of its lines: every finding stays, suppressed or not.
#include "analyzer/findings/annotations.h"
#include "analyzer/findings/suppressions.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace fporder::findings;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  SourceFiles sources;
  sources.set("a.cpp", std::string(reinterpret_cast<const char *>(data), size));
  Report report;
  const std::uint32_t lines = std::min(sources.find("a.cpp")->lineCount(), 40u);
  for (std::uint32_t line = 1; line <= lines; ++line) {
    Finding finding;
    finding.rule = line % 2 ? "mul-then-div" : "sum-order";
    finding.id = line % 2 ? "FPO101" : "FPO110";
    finding.where = {"a.cpp", line, 1 + line % 5, line, 2 + line % 5};
    finding.range = {"a.cpp", line, 1, line + line % 3, 9};
    report.findings.push_back(finding);
  }
  static_cast<void>(valueAnnotations(*sources.find("a.cpp")));
  SuppressionOptions options;
  options.knownRules = options.activeRules = {"mul-then-div", "sum-order"};
  const std::vector<std::string> analysed{"a.cpp"};
  applySuppressions(report, sources, analysed, options);
  const auto own = [](const Finding &finding) { return finding.family != "suppression"; };
  if (std::ranges::count_if(report.findings, own) != lines)
    std::abort();
  for (const Finding &finding : report.findings)
    if (!own(finding) && (finding.message.empty() || finding.where.line == 0))
      std::abort();
  return 0;
}
