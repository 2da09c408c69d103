#include "analyzer/findings/own_rules.h"

#include <array>

namespace fporder::findings {

const OwnRule unusedSuppression = {"FPO001", "unused-suppression", "a comment that silences no finding",
                                   R"(A comment `// fporder: allow(SLUG)`, or a NOLINT that names fporder rules, stands where none of these rules
reports anything: the code has changed, or the comment never was on the right statement. It would hide
the next defect there without a word, so it should go.

An allow() covers one statement: on its lines, or alone on the lines directly above it. A NOLINT covers
its line, NOLINTNEXTLINE the next one. Comments for rules that did not run are not reported.

--report-unused-suppressions=false, or `report-unused-suppressions: never` in .fporder, turns this off.
)"};

const OwnRule malformedSuppression = {"FPO002", "malformed-suppression", "a suppressing comment that cannot be read or names no rule",
                                      R"(A comment that begins like a suppression silences nothing, because it cannot be read or names a rule
that does not exist. What it was meant to silence is still reported.

    // fporder: allow(mul-then-div, sum-order) reason="as the reference does"
    // NOLINT(fporder-mul-then-div)
    // NOLINTBEGIN(fporder-*) ... NOLINTEND(fporder-*)

--list-rules prints the names there are.
)"};

std::span<const OwnRule *const> ownRules() {
  static constexpr std::array<const OwnRule *, 2> all = {&unusedSuppression, &malformedSuppression};
  return all;
}

const OwnRule *findOwnRule(std::string_view slugOrId) {
  for (const OwnRule *rule : ownRules())
    if (rule->slug == slugOrId || rule->id == slugOrId)
      return rule;
  return nullptr;
}

} // namespace fporder::findings
