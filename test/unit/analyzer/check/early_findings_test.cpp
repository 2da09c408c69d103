#include "analyzer/check/early_findings.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace fporder;

namespace {

/// A run on sources of the given names, one unit each; what is printed is written down.
class Run {
public:
  explicit Run(const std::vector<std::string> &names) {
    for (const std::string &name : names) {
      check::AnalysisUnit unit;
      unit.displayName = name;
      plan.units.push_back(unit);
    }
    early = std::make_unique<check::EarlyFindings>(plan, [this](const std::string &source, const findings::Report &report) {
      printed += source + ":";
      for (const findings::Finding &finding : report.findings)
        printed += " " + finding.message;
      printed += "; ";
      return report.findings.size();
    });
  }

  /// Unit `index` is done, with one finding in each of `files`.
  void finish(std::size_t index, const std::vector<std::string> &files, bool parsed = true) {
    check::UnitResult result;
    result.parse.parsed = parsed;
    for (const std::string &file : files) {
      findings::Finding finding;
      finding.where.file = file;
      finding.message = "in " + file;
      result.found.push_back(finding);
    }
    early->finished(index, result);
  }

  check::UnitPlan plan;
  std::string printed;
  std::unique_ptr<check::EarlyFindings> early;
};

} // namespace

TEST_CASE("a source's findings are printed when those before it, by name, are done") {
  Run run({"c.cpp", "a.cpp", "b.cpp"});
  run.finish(2, {"b.cpp"});
  CHECK(run.printed == "");
  run.finish(1, {"a.cpp", "h.h"});
  CHECK(run.printed == "a.cpp: in a.cpp; b.cpp: in b.cpp; ");
  run.finish(0, {});
  CHECK(run.printed == "a.cpp: in a.cpp; b.cpp: in b.cpp; c.cpp:; ");
  CHECK(run.early->printed() == std::set<std::string>{"a.cpp", "b.cpp", "c.cpp"});
}

TEST_CASE("a source that is analysed twice is printed once, when both are done") {
  Run run({"a.cpp", "a.cpp"});
  run.finish(1, {"a.cpp"});
  CHECK(run.printed == "");
  run.finish(0, {"a.cpp"});
  CHECK(run.printed == "a.cpp: in a.cpp in a.cpp; ");
}

TEST_CASE("what follows a source that crashed is left to the end, a source that could not be parsed is not waited for") {
  Run crashed({"a.cpp", "b.cpp"});
  crashed.finish(1, {"b.cpp"});
  CHECK(crashed.printed == "");
  CHECK(crashed.early->printed().empty());
  Run unparsed({"a.cpp", "b.cpp"});
  unparsed.finish(0, {}, /*parsed=*/false);
  unparsed.finish(1, {"b.cpp"});
  CHECK(unparsed.printed == "b.cpp: in b.cpp; ");
  CHECK(unparsed.early->printed() == std::set<std::string>{"b.cpp"});
}
