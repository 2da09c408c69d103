// SARIF 2.1.0 of a report of shadow execution: a result for each place and kind of finding.
#include "analyzer/report/formats.h"

#include "llvm/Support/FormatVariadic.h"

namespace fporder::report {

using namespace llvm;

namespace {

json::Array rules() {
  json::Array all;
  for (const Kind &kind : kinds())
    all.push_back(json::Object{{"id", "fporder-shadow-" + kind.name.str()},
                               {"name", kind.name},
                               {"shortDescription", json::Object{{"text", kind.description}}},
                               {"defaultConfiguration", json::Object{{"level", kind.isWarning ? "warning" : "note"}}}});
  return all;
}

json::Object resultOf(const Finding &finding) {
  const Place &place = finding.place->place;
  json::Object region{{"startLine", std::max<std::uint64_t>(1, place.line)}};
  if (place.column > 0)
    region["startColumn"] = place.column;
  const bool isAbsolute = StringRef(place.file).starts_with("/");
  json::Object result{
      {"ruleId", finding.check()},
      {"level", finding.kind->isWarning ? "warning" : "note"},
      {"message", json::Object{{"text", finding.message()}}},
      {"locations",
       json::Array{json::Object{
           {"physicalLocation", json::Object{{"artifactLocation", json::Object{{"uri", (isAbsolute ? "file://" : "") + json::fixUTF8(place.file)}}},
                                             {"region", std::move(region)}}}}}},
      {"properties", json::Object{{"count", finding.count}, {"executions", finding.place->count}}}};
  if (finding.isSuppressed)
    result["suppressions"] = json::Array{json::Object{{"kind", "inSource"}}};
  return result;
}

} // namespace

std::string sarifOf(const SavedReport &report, Sources &sources) {
  json::Array results;
  for (const Finding &finding : findingsOf(report, sources))
    results.push_back(resultOf(finding));
  json::Object driver{{"name", "fporder-run"}, {"rules", rules()}};
  json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"results", std::move(results)},
                   {"properties", json::Object{{"precision", report.precision}}}};
  const json::Value whole = json::Object{{"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
                                         {"version", "2.1.0"},
                                         {"runs", json::Array{std::move(run)}}};
  return formatv("{0:2}\n", whole).str();
}

} // namespace fporder::report
