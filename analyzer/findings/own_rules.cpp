#include "analyzer/findings/own_rules.h"

#include <array>

namespace fporder::findings {

const OwnRule unusedSuppression = {"FPO001", "unused-suppression", suppressionFamily, "a comment that silences no finding",
                                   R"(A comment `// fporder: allow(SLUG)`, or a NOLINT that names fporder rules, stands where none of these rules
reports anything: the code has changed, or the comment never was on the right statement. It would hide
the next defect there without a word, so it should go.

An allow() covers one statement: on its lines, or alone on the lines directly above it. A NOLINT covers
its line, NOLINTNEXTLINE the next one. Comments for rules that did not run are not reported.

--report-unused-suppressions=false, or `report-unused-suppressions: never` in .fporder, turns this off.
)"};

const OwnRule malformedSuppression = {"FPO002", "malformed-suppression", suppressionFamily,
                                      "a comment for fporder that cannot be read or names no rule",
                                      R"(A comment that begins like a suppression silences nothing, because it cannot be read or names a rule
that does not exist. What it was meant to silence is still reported.

A range or distribution that cannot be read gives no values to --measure.

    // fporder: allow(mul-then-div, sum-order) reason="as the reference does"
    // fporder: range x=[1e-8,1]
    // NOLINT(fporder-mul-then-div)
    // NOLINTBEGIN(fporder-*) ... NOLINTEND(fporder-*)

--list-rules prints the names there are.
)"};

const OwnRule differentOrder = {"FPO003", "different-order", conformanceFamily, "equal to the reference over the reals, in another order",
                                R"(The implementation and its reference (--reference, or a comment in the source) compute the same function of real
numbers, and round in other places: their results differ in bits. Neither is wrong by itself, and
accuracy does not say which is right; the reference does. The smallest parts that differ are shown, at
both places, with the share of samples on which the results differ in bits.

Equality over the reals is decided by evaluation at random points modulo large primes, with functions as
symbols (Schwartz 1980, Zippel 1979): for expressions of degree d a wrong answer has a probability below
(d / 2^59)^3.

Write the operations in the reference's order, or change the reference. --fix does the first: it rewrites the
part that differs, in the implementation's own words, and so changes its value. Each such fix has been
tried before it is offered: the source with it was compared again, and has the reference's order. Where a
verdict rests on an assumption about the operations, where text is shared (macros, templates that want
different things), or where a value cannot be named, there is none, and a note says why.
)"};

const OwnRule differentFormula = {"FPO004", "different-formula", conformanceFamily, "another function than the reference",
                                  R"(At the inputs that are shown, the values of implementation and reference over the reals differ, which interval
evaluation proves: no order of operations explains it. A term is missing, a constant is another one, an
epsilon is inside of the root on one side and outside on the other.

Where inputs are matched wrongly, say which is which: // fporder: input NAME = NAME-IN-THE-REFERENCE
)"};

const OwnRule differentSchedule = {"FPO005", "different-schedule", conformanceFamily, "the reference's sum in another schedule",
                                   R"(Implementation and reference add up the same terms in another order: in tiles, lanes, trees of threads,
or from the other end. Results differ in bits, by a few units for well-conditioned sums.

The exit status is 1 for it only where --fail-on names it: --fail-on=warning,different-schedule.
)"};

const OwnRule differentOperators = {"FPO006", "different-operators", conformanceFamily, "the reference's order, carried out by other operators",
                                    R"(The operations and their order are the reference's. What differs is how the two platforms carry them out:
formats, fused products and sums, approximate divisions and roots, subnormal numbers, the functions of
their libraries.

The exit status is 1 for it only where --fail-on names it: --fail-on=warning,different-operators.
)"};

std::span<const OwnRule *const> ownRules() {
  static constexpr std::array<const OwnRule *, 6> all = {&unusedSuppression, &malformedSuppression, &differentOrder,
                                                         &differentFormula,  &differentSchedule,    &differentOperators};
  return all;
}

const OwnRule *findOwnRule(std::string_view slugOrId) {
  for (const OwnRule *rule : ownRules())
    if (rule->slug == slugOrId || rule->id == slugOrId)
      return rule;
  return nullptr;
}

} // namespace fporder::findings
