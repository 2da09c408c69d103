// From matches to findings: what an assumption makes of one.
#include "analyzer/findings/collect.h"
#include "analyzer/frontend/translate.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

namespace {

const std::string code = "double unseen(double);\n"
                         "void f(float *w, float lr, float m, float d) { w[0] = w[0] - lr * m / d; }\n";

/// The finding of mul-then-div, with the type of 'm' assumed or not.
Finding found(bool assumed, const std::map<std::string, rules::Severity> &severities = {}) {
  SourceFiles sources;
  sources.set("a.cpp", code);
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(code, {"-w"}, "a.cpp");
  REQUIRE(unit);
  CollectOptions options;
  options.sources = &sources;
  options.severities = severities;
  measure::Trials trials;
  options.trials = &trials;
  rules::RuleSet rules = rules::RuleSet::builtIn();
  rules.select("mul-then-div");
  std::vector<Finding> findings;
  frontend::translate(unit->getASTContext(), {}, [&](order::Procedure &&procedure) {
    for (std::uint32_t i = 0; i < procedure.graph.size() && assumed; ++i)
      if (procedure.graph[{i}].op == order::Op::Input && procedure.graph.symbol({i}) == "m")
        procedure.assume({i}, {order::Assumption::Kind::Type, "the type of 'm' is not known"});
    collect(procedure, rules.match(procedure), options, findings);
  });
  REQUIRE(findings.size() == 1);
  return findings.front();
}

} // namespace

TEST_CASE("an assumption costs a finding its level and its fix, and is named with it") {
  const Finding known = found(false), assumed = found(true);
  CHECK(known.severity == rules::Severity::Warning);
  CHECK(known.fix.has_value());
  CHECK(known.assumed.empty());
  CHECK(assumed.severity == rules::Severity::Remark);
  CHECK_FALSE(assumed.fix.has_value());
  CHECK(assumed.assumed == std::vector<std::string>{"the type of 'm' is not known"});
  CHECK(assumed.message == known.message);
  CHECK(assumed.notes.size() == known.notes.size());
}

TEST_CASE("an assumption does not change a fingerprint: baselines hold") { CHECK(found(true).fingerprint == found(false).fingerprint); }

TEST_CASE("a configured level gives way to an assumption") {
  const std::map<std::string, rules::Severity> warning{{"mul-then-div", rules::Severity::Warning}};
  CHECK(found(false, warning).severity == rules::Severity::Warning);
  CHECK(found(true, warning).severity == rules::Severity::Remark);
}
