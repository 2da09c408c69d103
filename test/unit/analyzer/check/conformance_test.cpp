#include "analyzer/check/conformance.h"

#include "analyzer/frontend/translate.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::check;

namespace {

/// Compares the functions of a source with a formula, or with what its comments say.
class Compared {
public:
  explicit Compared(const std::string &code, const std::string &formula = {})
      : references({}, {}, [](const std::vector<std::string> &) { return UnitPlan{}; }, {}, sources) {
    sources.set("kernel.cpp", code);
    unit.displayName = "kernel.cpp";
    unit.command.source = "/p/kernel.cpp";
    const std::unique_ptr<clang::ASTUnit> parsed = clang::tooling::buildASTFromCodeWithArgs(code, {"-w", "-std=c++20"}, "/p/kernel.cpp");
    frontend::translate(parsed->getASTContext(), {},
                        [&](order::Procedure &&procedure) { result.procedures.push_back(std::make_shared<order::Procedure>(std::move(procedure))); });
    const LoadedReference *common = nullptr;
    if (!formula.empty()) {
      llvm::Expected<const LoadedReference *> loaded = references.load("formula:" + formula);
      REQUIRE_MESSAGE(loaded, llvm::toString(loaded.takeError()));
      common = *loaded;
    }
    outcome = conformanceOf(unit, result, common, references, sources.find("kernel.cpp"), {});
  }

  ConformanceOutcome outcome;

private:
  findings::SourceFiles sources;
  References references;
  AnalysisUnit unit;
  UnitResult result;
};

const std::string productFirst = "float f(float a, float b, float c) {\n  return a * b / c;\n}\n";

} // namespace

TEST_CASE("each output has an entry, what departs a finding with a fix") {
  const ConformanceOutcome found = Compared(productFirst, "a * (b / c)").outcome;
  REQUIRE(found.entries.size() == 1);
  CHECK(found.entries[0].verdict == "different-order");
  CHECK(found.entries[0].where.file == "kernel.cpp");
  REQUIRE(found.departures.size() == 1);
  REQUIRE(found.departures[0].fix);
  CHECK(found.departures[0].fix->fixClass == "reference");
  REQUIRE(found.departures[0].fix->edits.size() == 1);
  CHECK(found.departures[0].fix->edits[0].text == "a * (b / c)");
  CHECK(Compared(productFirst, "a * b / c").outcome.departures.empty());
}

TEST_CASE("comments name references, and mistakes in them have their lines") {
  const ConformanceOutcome named = Compared("// fporder: formula a * (b / c)\n" + productFirst).outcome;
  REQUIRE(named.entries.size() == 1);
  CHECK(named.entries[0].verdict == "different-order");
  const ConformanceOutcome mistaken = Compared("// fporder: formula a * (\n" + productFirst).outcome;
  REQUIRE(mistaken.mistakes.size() == 1);
  CHECK(mistaken.mistakes[0].starts_with("kernel.cpp:1: formula 'a * ('"));
}

TEST_CASE("no fix where the verdict rests on an assumption, or where the text is that of several functions") {
  const ConformanceOutcome renamed = Compared(productFirst, "p * (q / r)").outcome;
  REQUIRE(renamed.departures.size() == 1);
  CHECK_FALSE(renamed.departures[0].fix);
  CHECK(renamed.departures[0].notes.back().message == "no fix is offered: the verdict rests on an assumption");
  const ConformanceOutcome shared = Compared("template <class T> T f(T a, T b, T c) {\n  return a * b / c;\n}\n"
                                             "template float f<float>(float, float, float);\ntemplate double f<double>(double, double, double);\n",
                                             "a * (b / c)")
                                        .outcome;
  for (const findings::Finding &departure : shared.departures)
    CHECK((!departure.fix || shared.departures.size() == 2));
}

TEST_CASE("a fix that is withheld leaves its reason") {
  findings::Finding finding;
  finding.fix.emplace();
  withholdFix(finding, "");
  CHECK(finding.notes.empty());
  finding.fix.emplace();
  withholdFix(finding, "it would be different-order with it");
  CHECK_FALSE(finding.fix);
  REQUIRE(finding.notes.size() == 1);
  CHECK(finding.notes[0].message == "no fix is offered: it would be different-order with it");
}
