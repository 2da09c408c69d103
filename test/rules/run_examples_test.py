"""What run_examples.py asks of a rule: each mark that does not hold is named, at its line."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUNNER = pathlib.Path(__file__).resolve().parent / "run_examples.py"

PAGE = """---
id: FPO910
slug: own-rule
family: house
title: t
message: '{match}'
severity: warning
judged-by: match
match: a / b - 1
quiet:
  counts: {when: integral(a), why: counts}
  never: {when: pow2(b), why: no case has it}
---

# A page
"""

CASE = """double wanted(double a, double b) { return a / b - 1; }
double found(double a, double b) { return a / b - 1; } // expect: own-rule
double missing(double a, double b) { return a / b + 1; } // expect: own-rule
double quiet(int a, double b) { return a / b - 1; } // ok: counts
double other(double a, double b) { return a / b - 2; } // ok: counts
double plain(double a, double b) { return a / b - 2; } // ok: another constant
double known(double a, double b) { return a / b - 1; } // todo: own-rule
double open_gap(double a, double b) { return a / b - 2; } // todo: own-rule
double low(double a, double b) { return a / b - 1; } // expect-remark: own-rule
"""


class RunExamples(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.rule = pathlib.Path(self.folder.name) / "house/own-rule"
        (self.rule / "cases").mkdir(parents=True)
        (self.rule / "rule.md").write_text(PAGE)
        (self.rule / "cases/all.c").write_text(CASE)

    def problems(self, *options):
        command = [sys.executable, RUNNER, "--rules", self.folder.name, *options]
        outcome = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        return outcome.stdout.replace(str(self.rule) + "/", "")

    def test_marks_that_do_not_hold(self):
        shown = self.problems("--own", "--check", os.environ["FPORDER_CHECK"])
        named = [line.split(": ")[0] for line in shown.splitlines() if line.startswith("cases/")]
        self.assertEqual(sorted(named), ["cases/all.c:1", "cases/all.c:3", "cases/all.c:5", "cases/all.c:7", "cases/all.c:9"], shown)
        self.assertIn("cases/all.c:1: unexpected warning", shown)
        self.assertIn("cases/all.c:3: missing own-rule", shown)
        self.assertIn("cases/all.c:5: 'counts' does not keep it quiet, but there is no match", shown)
        self.assertIn("cases/all.c:7: own-rule is found: write expect", shown)
        self.assertIn("cases/all.c:9: a warning instead of a remark", shown)

    def test_a_quiet_condition_without_a_case(self):
        shown = self.problems("--documents-only")
        self.assertIn("no case of the quiet condition 'never' (// ok: never)", shown)
        self.assertNotIn("quiet condition 'counts'", shown)
        self.assertIn("0 flagged blocks on the page, one wanted", shown)

    def test_a_page_that_is_too_long(self):
        (self.rule / "rule.md").write_text(PAGE + "line\n" * 90)
        self.assertIn("at most 90 wanted", self.problems("--documents-only"))


if __name__ == "__main__":
    unittest.main()
