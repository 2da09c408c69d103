#include "analyzer/conform/departures.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;

namespace {

findings::ConformanceEntry entry(const char *verdict, std::uint32_t line = 5) {
  findings::ConformanceEntry made;
  made.function = "adam";
  made.output = "w";
  made.verdict = verdict;
  made.where = {"kernel.cpp", line, 3, line, 9};
  made.reference = {"golden.py", 2, 1, 2, 4};
  made.message = "multiplies before it divides";
  made.assumed = {"both write the same elements"};
  return made;
}

findings::Finding generic(std::uint32_t line, const char *family = "ordering") {
  findings::Finding finding;
  finding.family = family;
  finding.function = "adam";
  finding.where = finding.range = {"kernel.cpp", line, 3, line, 9};
  return finding;
}

} // namespace

TEST_CASE("another order or formula is a warning, another schedule or operators a remark, the rest nothing") {
  for (const char *verdict : {"different-order", "different-formula"}) {
    const std::optional<findings::Finding> found = departure(entry(verdict));
    REQUIRE(found);
    CHECK(found->severity == rules::Severity::Warning);
    CHECK(found->rule == verdict);
    CHECK(found->message == "'w': multiplies before it divides");
    CHECK(found->assumed.size() == 1);
    REQUIRE(found->notes.size() == 1);
    CHECK(found->notes[0].where.file == "golden.py");
  }
  for (const char *verdict : {"different-schedule", "different-operators"})
    CHECK(departure(entry(verdict))->severity == rules::Severity::Remark);
  CHECK_FALSE(departure(entry("same-order")));
  CHECK_FALSE(departure(entry("undecided")));
  CHECK_FALSE(departure(entry("different-order", 0)));
}

TEST_CASE("a departure replaces what is found about the same line, a decided function's findings on order go, others stay") {
  const std::vector<findings::Finding> departures{*departure(entry("different-order"))};
  std::vector<findings::Finding> found{generic(5), generic(6)};
  dropDecided(found, departures, std::vector{entry("different-order")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].where.line == 6);
  found = {generic(5), generic(6, "cancellation")};
  dropDecided(found, {}, std::vector{entry("same-order")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].family == "cancellation");
  // One output that has another order decides nothing for the rest of the function.
  found = {generic(6)};
  dropDecided(found, {}, std::vector{entry("same-order"), entry("undecided")});
  CHECK(found.size() == 1);
}
