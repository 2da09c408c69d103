"""A new rule is one new folder: rules added at run time from a directory of the user's own."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

from checker import ADAM, CHECKER, CLEAN, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

SOURCE_DIR = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])

EXPRESSION_RULE = """---
id: FPO901
slug: scaled-difference
family: house
title: a difference is scaled before it is divided
message: "'{match}' scales the difference first"
severity: warning
match: (a - b) * c / d
orders:
  - to: (a - b) * (c / d)
    note: one factor
fix: on-demand
---
# A difference is scaled before it is divided

## What it does
Finds `(a - b) * c / d`.
"""

REDUCTION_RULE = """---
id: FPO902
slug: sum-of-cubes
family: house
title: cubes are summed one after the other
message: "the cubes in '{match}' are summed from left to right"
severity: warning
match: sum(i, x * x * x)
---
# Cubes are summed one after the other
"""

CAST_RULE = """---
id: FPO903
slug: root-to-half
family: house
title: a root is rounded to half precision
message: "'{match}' is rounded twice"
severity: remark
match: cast<binary16>(sqrt(x))
---
# A root is rounded to half precision
"""

KERNELS = """#include <math.h>
float scaled(float a, float b, float c, float d) {
  float difference = a - b;
  float scaled = difference * c;
  return scaled / d;
}
double cubes(const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += x[i] * x[i] * x[i];
  return total;
}
void roots(_Float16 *out, const float *x, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = (_Float16)sqrtf(x[i]);
}
"""


class RulesDirectory(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("kernels.c", KERNELS)
        self.write("clean.c", CLEAN)

    def house_rules(self):
        self.write("rules/house/scaled-difference/rule.md", EXPRESSION_RULE)
        self.write("rules/house/sum-of-cubes/rule.md", REDUCTION_RULE)
        self.write("rules/house/root-to-half/rule.md", CAST_RULE)

    def test_expression_reduction_and_cast_rule_fire(self):
        before = {finding["rule"] for finding in self.check_json("kernels.c").findings}
        self.assertFalse(before & {"scaled-difference", "sum-of-cubes", "root-to-half"})
        self.house_rules()
        outcome = self.check_json("--rules-dir=rules", "--rules=scaled-difference,sum-of-cubes,root-to-half", "kernels.c")
        found = {finding["rule"]: finding for finding in outcome.findings}
        self.assertEqual(set(found), {"scaled-difference", "sum-of-cubes", "root-to-half"}, outcome)
        self.assertEqual(found["scaled-difference"]["line"], 5)
        self.assertEqual(found["scaled-difference"]["id"], "FPO901")
        self.assertEqual(found["scaled-difference"]["severity"], "warning")
        self.assertIn("scales the difference first", found["scaled-difference"]["message"])
        self.assertEqual(found["sum-of-cubes"]["line"], 10)
        self.assertEqual(found["root-to-half"]["line"], 15)
        self.assertEqual(found["root-to-half"]["severity"], "remark")
        self.assertStatus(outcome, EXIT_FINDINGS)

    def test_they_are_listed_and_explained(self):
        self.house_rules()
        self.assertIn("sum-of-cubes", self.run_checker("--rules-dir=rules", "--list-rules").out)
        outcome = self.run_checker("--rules-dir=rules", "--explain=scaled-difference")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("scaled before it is divided", outcome.out)

    def test_without_a_family_folder_and_several_directories(self):
        self.write("one/scaled-difference/rule.md", EXPRESSION_RULE)
        self.write("two/house/sum-of-cubes/rule.md", REDUCTION_RULE)
        rules = {finding["rule"] for finding in self.check_json("--rules-dir=one", "--rules-dir", "two", "kernels.c").findings}
        self.assertLessEqual({"scaled-difference", "sum-of-cubes"}, rules)

    def assertFaulty(self, document, *texts, name="rules/house/scaled-difference/rule.md"):
        self.write(name, document)
        outcome = self.run_checker("--rules-dir=rules", "clean.c")
        self.assertStatus(outcome, EXIT_USAGE)
        for text in texts:
            self.assertIn(text, outcome.err)

    def test_mistakes_are_named_with_their_line(self):
        self.assertFaulty(EXPRESSION_RULE.replace("severity: warning", "severity: loud"), "rules/house/scaled-difference/rule.md:7:")
        self.assertFaulty(EXPRESSION_RULE.replace("match: (a - b)", "match: (a - "), "rule.md:8:")
        self.assertFaulty(EXPRESSION_RULE.replace("fix:", "fxi:"), "rule.md:12:", "fix")
        self.assertFaulty(EXPRESSION_RULE.replace("to: (a - b)", "to: (a - q)"), "rule.md:10:", "q")
        self.assertFaulty(EXPRESSION_RULE.replace("FPO901", "FPO101"), "FPO101")
        self.assertFaulty("no front matter\n", "rule.md:1:")
        self.assertFaulty("", "rule.md")

    def test_an_order_that_is_another_function_is_refused(self):
        self.assertFaulty(EXPRESSION_RULE.replace("to: (a - b) * (c / d)", "to: (a - b) * (c / a)"), "rule.md:10:")

    def test_all_mistakes_are_reported(self):
        self.write("rules/house/sum-of-cubes/rule.md", REDUCTION_RULE.replace("FPO902", "902"))
        self.assertFaulty(EXPRESSION_RULE.replace("severity: warning", "severity: loud"), "scaled-difference/rule.md:", "sum-of-cubes/rule.md:")

    def test_code_is_refused(self):
        self.house_rules()
        self.write("rules/house/root-to-half/rule.cpp", "int main() {}\n")
        outcome = self.run_checker("--rules-dir=rules", "clean.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("rule.cpp", outcome.err)

    def test_from_the_configuration(self):
        self.house_rules()
        self.write(".fporder", "rules-dir: rules\nrules: sum-of-cubes\n")
        self.assertEqual({finding["rule"] for finding in self.check_json("kernels.c").findings}, {"sum-of-cubes"})

    def test_the_rule_of_the_manual_can_be_copied(self):
        manual = (SOURCE_DIR / "rules/README.md").read_text(encoding="utf-8")
        files = re.findall(r"^`(my-rules/\S+)`:\n\n```\n(.*?)^```$", manual, re.MULTILINE | re.DOTALL)
        self.assertEqual(len(files), 2)
        for name, text in files:
            self.write(name, text)
        cases = self.root / files[1][0]
        self.assertStatus(self.run_checker("--rules-dir=my-rules", "--rules=relative-change", cases), EXIT_FINDINGS)
        examples = [sys.executable, SOURCE_DIR / "test/rules/run_examples.py", "--own", "--rules", self.root / "my-rules", "--check", CHECKER]
        outcome = subprocess.run(examples, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(outcome.stdout, "1 rules, 1 pieces of code, 0 problems\n")


if __name__ == "__main__":
    unittest.main()
