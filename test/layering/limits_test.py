#!/usr/bin/env python3
"""Every limit on what is looked for is a row of runtime/limits/limits.def: no other number of that kind stands in the sources.

Each row is used, and each that is `Reported` is asked for where reaching it is noted.
"""

import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(os.environ.get("FPORDER_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SHIMS = ROOT / "analyzer" / "shims"  # headers in place of vendors'
TABLE = ROOT / "runtime" / "limits" / "limits.def"
ROW = re.compile(r'^FPORDER_LIMIT\((\w+), ([^,]+), (\w+), "([^"]+)",\s+"([^"]+)"\)', re.M)
NAMES = r"\w*(?:[lL]imit|[mM]ax|[bB]udget|[dD]epth|[mM]ost|[lL]ongest|[dD]eepest|[lL]argest|[aA]ttempts|LookedAt)\w*|\w*Steps|steps"
CONSTANT = re.compile(rf"\bconstexpr\b[^;{{}}()\n]*?\b({NAMES})(?: = |\{{)[-(]?(?:std::\w+\{{)?[0-9]")
COMPARED = re.compile(r"\b(depth|steps|level|levels|budget|attempt) (?:[<>]=?|==) [2-9][0-9']*|\.(size)\(\) [<>]=? (?:1[6-9]|[2-9][0-9]|[0-9']{3,})\b")
# What notes the limit that is its argument, or hands it to what does.
NOTES = re.compile(r"\b(?:exceeds\(|reaches\(|note\(|isShort\([^;]*|walkOperands\([^;{]*|ended = [^;]*|return )(?:limits::)?$")
# Numbers that bound nothing that is looked for.
FACTS = {
    ("analyzer/findings/collect.cpp", "lastSteps"),  # of those that FlowSteps allows
    ("analyzer/findings/collect.cpp", "longestOperator"),  # of the language
    ("analyzer/findings/html_plots.cpp", "mostOthers"),  # of a page that is shown
    ("analyzer/instrument/cell_accesses.cpp", "deepest"),  # from here on a cell is read once more, with the same result
    ("analyzer/instrument/cell_accesses.cpp", "longest"),  # the same
    ("analyzer/instrument/cell_accesses.cpp", "mostKnown"),  # the same
    ("analyzer/instrument/cell_accesses.cpp", "mostDelayed"),  # from here on cells are written, with the same result
    ("analyzer/report/merge.cpp", "most"),  # of a report, as programs write it
    ("analyzer/report/merge.cpp", "mostTrees"),  # the same
    ("rules/engine/constants.cpp", "limit"),  # integers that binary64 holds
    ("runtime/evidence/compiled.cpp", "longestName"),  # of a text that is shown
    ("runtime/evidence/drawn_inputs.cpp", "largestMultiple"),  # of a divisor that is drawn
    ("runtime/evidence/drawn_inputs.cpp", "mostSeeds"),  # of a key's bits
    ("runtime/order/index_algebra.cpp", "largest"),
    ("runtime/order/index_algebra.cpp", "largestFolded"),
    ("runtime/order/integer_operators.h", "mostExact"),
    ("rules/engine/matcher.cpp", "size"),  # from here on an index is built
    ("runtime/order/infix_print.cpp", "depth"),  # from here on levels are tried in larger steps
}


def sources():
    for layer in ("analyzer", "rules", "runtime"):
        for path in sorted((ROOT / layer).rglob("*")):
            if path.suffix in (".h", ".cpp") and SHIMS not in path.parents:
                yield str(path.relative_to(ROOT)), re.sub(r"//.*", "", path.read_text(encoding="utf-8"))


def searches(name):
    """Sources of what searches a program: the table is theirs."""
    return name.startswith(("analyzer/", "rules/", "runtime/conform/", "runtime/evidence/", "runtime/order/"))


class Limits(unittest.TestCase):
    def test_no_limit_stands_elsewhere(self):
        found = set()
        for name, text in sources():
            if searches(name):
                found |= {(name, match.group(1)) for match in CONSTANT.finditer(text)}
                found |= {(name, match.group(1) or match.group(2)) for match in COMPARED.finditer(text)}
        self.assertEqual(found - FACTS, set())
        self.assertEqual(FACTS - found, set(), "no longer there")

    def test_such_limits_are_found(self):
        for text in ("constexpr unsigned mostSteps = 4;", "static constexpr std::size_t searchLimit{1} ;", "inline constexpr long a = 1, deepest = 6;"):
            self.assertRegex(text, CONSTANT)
        for text in ("depth < 8 &&", "work.size() > 100"):
            self.assertRegex(text, COMPARED)
        self.assertNotRegex("constexpr unsigned mostSteps = limits::most(limits::Limit::CheckedSteps);", CONSTANT)

    def test_rows(self):
        rows = ROW.findall(TABLE.read_text())
        self.assertGreater(len(rows), 100)
        self.assertEqual(len(rows), TABLE.read_text().count("\nFPORDER_LIMIT("))
        text = "".join(text for _, text in sources())
        for name, _, loss, _, _ in rows:
            before = [text[max(0, at.start() - 100) : at.start()] for at in re.finditer(rf"\bLimit::{name}\b", text)]
            self.assertTrue(before, name)
            noted = any(NOTES.search(words) for words in before)
            self.assertEqual(noted, loss == "Reported", name)
            self.assertIn(loss, ("Reported", "Named", "Refused", "Harmless"))


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
