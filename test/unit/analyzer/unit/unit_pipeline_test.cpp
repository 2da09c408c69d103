#include "analyzer/unit/unit_pipeline.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

const std::string code = "float unseen(float);\n"
                         "float f(float w, float lr, float m, float d) { return w - lr * m / d; }\n"
                         "template <int N> float g(float w, float lr, float d) { return w - lr * unseen(w) / (d + N); }\n"
                         "float h(float a, float b) { return g<1>(a, b, 3) + g<2>(a, b, 4); }\n";

/// What the pipeline makes of `code`, after `change`.
unit::UnitOutput outputOf(const std::function<void(unit::UnitRequest &)> &change) {
  test::Snippet snippet(code);
  findings::SourceFiles sources;
  sources.set("input.cpp", code);
  rules::RuleSet rules = rules::RuleSet::builtIn();
  rules.select("mul-then-div");
  const std::vector<std::string> included;
  unit::UnitRequest request{rules, *models::Models::builtIn(), "input.cpp", included};
  request.collecting.sources = &sources;
  request.collecting.displayPath = [](const std::string &path) { return path; };
  request.matching.least = request.collecting.least = rules::Severity::Audit;
  change(request);
  return unit::analyse(snippet.context(), std::move(request));
}

} // namespace

TEST_CASE("a unit's procedures become findings, merged: two instantiations have one") {
  const unit::UnitOutput output = outputOf([](unit::UnitRequest &) {});
  REQUIRE(output.found.size() == 2);
  CHECK(output.found[0].where.line == 2);
  CHECK(output.found[0].fix.has_value());
  CHECK(output.found[1].where.line == 3);
  CHECK(output.functions >= 3);
  CHECK(output.floatingOperations > 0);
  REQUIRE_FALSE(output.notAnalysed.empty());
  CHECK(output.notAnalysed.front().what == "call to 'unseen'");
}

TEST_CASE("a procedure is told of before it is matched, a finding while its procedure is there") {
  unsigned procedures = 0, collected = 0;
  const unit::UnitOutput output = outputOf([&](unit::UnitRequest &request) {
    request.translated = [&](order::Procedure &procedure) {
      ++procedures;
      for (std::uint32_t i = 0; i < procedure.graph.size(); ++i)
        if (procedure.graph[{i}].op == order::Op::Input && procedure.graph.symbol({i}) == "m")
          procedure.assume({i}, {order::Assumption::Kind::Type, "the type of 'm' is not known"});
    };
    request.collected = [&](const order::Procedure &procedure, findings::Finding &finding) {
      ++collected;
      CHECK(procedure.name == finding.function);
      finding.message = "seen in " + procedure.name;
    };
  });
  CHECK(procedures >= 3);
  CHECK(collected >= 2);
  REQUIRE_FALSE(output.found.empty());
  CHECK(output.found.front().assumed == std::vector<std::string>{"the type of 'm' is not known"});
  CHECK_FALSE(output.found.front().fix.has_value());
  CHECK(output.found.front().message == "seen in f");
}
