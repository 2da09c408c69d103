#include "analyzer/check/conformance_fixes.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::check;

namespace {

const std::string text = "a * b / c; d * e / f;\n";

findings::ConformanceEntry entry(const std::string &output, const std::string &verdict, const std::string &difference = {}) {
  findings::ConformanceEntry made;
  made.function = "f";
  made.output = output;
  made.verdict = verdict;
  made.difference = difference;
  made.where.file = "kernel.cpp";
  return made;
}

/// A source with the outputs x and y, both of another order, and a fix for each.
struct Proposed {
  Proposed() {
    sources.set("kernel.cpp", text);
    add("x", 0, 9, "a * (b / c)");
    add("y", 11, 20, "d * (e / f)");
  }

  void add(const std::string &output, std::uint32_t begin, std::uint32_t end, const std::string &replacement) {
    outcome.entries.push_back(entry(output, "different-order"));
    findings::Finding &finding = outcome.departures.emplace_back();
    finding.rule = "different-order";
    finding.severity = rules::Severity::Warning;
    finding.where.file = "kernel.cpp";
    finding.function = "f";
    finding.message = "'" + output + "': multiplies before it divides";
    findings::Edit edit{{"kernel.cpp", 1, begin + 1, 1, end + 1}, begin, end, replacement};
    finding.fix = findings::Fix{"reference", {edit}, sources.find("kernel.cpp")->hash()};
  }

  /// `verdicts` of x and y on a text; empty: it does not compile.
  void prove(const std::function<std::vector<findings::ConformanceEntry>(const std::string &)> &verdicts) {
    proveFixes(outcome, sources, nullptr,
               [&](const std::shared_ptr<const FixedTexts> &texts, const std::set<std::string> &moving,
                   findings::SourceFiles &) -> std::optional<ConformanceOutcome> {
                 ++trials;
                 REQUIRE(moving.size() == 1);
                 ConformanceOutcome again;
                 again.entries = verdicts(texts->at(*moving.begin()));
                 return again.entries.empty() ? std::nullopt : std::optional(std::move(again));
               });
  }

  bool isFixed(std::size_t departure) const { return outcome.departures[departure].fix.has_value(); }
  std::string reason(std::size_t departure) const { return outcome.departures[departure].notes.at(0).message; }

  findings::SourceFiles sources;
  ConformanceOutcome outcome;
  unsigned trials = 0;
};

bool holds(const std::string &whole, const char *part) { return whole.find(part) != std::string::npos; }

} // namespace

TEST_CASE("fixes that give the order are kept, and tried together") {
  Proposed proposed;
  proposed.prove([](const std::string &fixed) {
    CHECK(fixed == "a * (b / c); d * (e / f);\n");
    return std::vector{entry("x", "same-order"), entry("y", "different-operators", "contraction")};
  });
  CHECK(proposed.trials == 1);
  CHECK(proposed.isFixed(0));
  CHECK(proposed.isFixed(1));
}

TEST_CASE("a fix that does not give the order is withheld, the other one kept") {
  Proposed proposed;
  proposed.prove([](const std::string &fixed) {
    return std::vector{entry("x", "different-order"), entry("y", holds(fixed, "d * (e / f)") ? "same-order" : "different-order")};
  });
  CHECK_FALSE(proposed.isFixed(0));
  CHECK(proposed.reason(0) == "no fix is offered: it would be different-order with it");
  CHECK(proposed.isFixed(1));
}

TEST_CASE("a fix that another output is worse with, in other formats, or that does not compile, is withheld") {
  Proposed worse;
  worse.prove([](const std::string &fixed) {
    return std::vector{entry("x", holds(fixed, "a * (b / c)") ? "same-order" : "different-order"),
                       entry("y", holds(fixed, "a * (b / c)") ? "different-formula" : "same-order")};
  });
  CHECK_FALSE(worse.isFixed(0));
  CHECK(worse.reason(0) == "no fix is offered: 'y' of f would be different-formula with it");
  CHECK(worse.isFixed(1));
  Proposed formats;
  formats.prove([](const std::string &) { return std::vector{entry("x", "different-operators", "formats"), entry("y", "same-order")}; });
  CHECK_FALSE(formats.isFixed(0));
  CHECK(formats.isFixed(1));
  Proposed broken;
  broken.prove([](const std::string &) { return std::vector<findings::ConformanceEntry>{}; });
  CHECK_FALSE(broken.isFixed(0));
  CHECK(broken.reason(0) == "no fix is offered: the source would not compile with it");
  CHECK(broken.trials == 3);
}

TEST_CASE("where there is nothing to prove nothing is compared") {
  Proposed none;
  for (findings::Finding &departure : none.outcome.departures)
    departure.fix.reset();
  none.prove([](const std::string &) { return std::vector<findings::ConformanceEntry>{}; });
  CHECK(none.trials == 0);
}
