"""Python scripts: read by an interpreter that runs nothing of them, printed by --dump-graph, refused as sources to check."""

import pathlib
import unittest

from checker import ADAM, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

GOLDEN = """import numpy as np


def adam(w, m, v, lr=1e-3, eps=1e-8):
    return w - lr * m / (np.sqrt(v) + eps)
"""


class Python(CheckerTest):
    def dumped(self, text, *arguments, name="golden.py"):
        self.write(name, text)
        return self.run_checker("--dump-graph", *arguments, name)

    def refused(self, text, *parts):
        outcome = self.dumped(text)
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("golden.py", outcome.err)
        for part in parts:
            self.assertIn(part, outcome.err)

    def test_graphs_are_printed(self):
        outcome = self.dumped(GOLDEN)
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("procedure adam\n  return w[i] - cast<dependent>(lr) * m[i] / (sqrt(v[i]) + cast<dependent>(eps))", outcome.out)

    def test_beside_other_sources(self):
        self.write("a.cpp", ADAM)
        outcome = self.dumped(GOLDEN, "a.cpp")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(outcome.out.count("procedure adam\n"), 2)

    def test_no_source_to_check(self):
        self.write("golden.py", GOLDEN)
        self.write("a.cpp", ADAM)
        outcome = self.run_checker("golden.py", "a.cpp")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("golden.py: is a Python script, which is no source to check but a reference", outcome.err)
        self.assertIn("mul-then-div", outcome.out)

    def test_without_an_interpreter(self):
        for path in ("./no-such-python", "./plain"):
            self.write("plain", "no program\n")
            outcome = self.dumped(GOLDEN, f"--python={path}")
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn("install the package python3", outcome.err)
        self.assertStatus(self.dumped(GOLDEN, "--python=python3"), EXIT_USAGE)

    def test_profiles_are_known_by_name(self):
        script = "import torch\ndef f(a, b, c):\n    a.addcdiv_(b, c, value=-0.5)\n"
        printed = {}
        for profile in ("torch-cpu", "torch-cuda", "torch-cuda-fma"):
            outcome = self.dumped(script, f"--reference-profile={profile}")
            self.assertStatus(outcome, EXIT_CLEAN)
            printed[profile] = next(line for line in outcome.out.splitlines() if "store a[i]" in line)
        self.assertIn("a[i] + -0.5 * b[i] / c[i]", printed["torch-cpu"])
        self.assertIn("a[i] + -0.5 * (b[i] / c[i])", printed["torch-cuda"])
        self.assertIn("fma(-0.5, b[i] / c[i], a[i])", printed["torch-cuda-fma"])
        outcome = self.dumped(script, "--reference-profile=torch-gpu")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("torch-cuda", outcome.err)

    def test_nothing_of_the_script_runs(self):
        mark = pathlib.Path(self.root) / "RAN"
        text = f"import os\nos.system('touch {mark}')\nopen('{mark}', 'w')\nraise SystemExit(9)\n" + GOLDEN
        self.assertStatus(self.dumped(text), EXIT_CLEAN)
        self.assertFalse(mark.exists())

    def test_neither_the_directory_nor_the_environment_says_what_is_imported(self):
        mark = pathlib.Path(self.root) / "RAN"
        for name in ("ast.py", "json.py", "sitecustomize.py", "usercustomize.py"):
            self.write(name, f"open('{mark}', 'w')\n")
        environment = {"PYTHONPATH": str(self.root), "PYTHONSTARTUP": str(self.root / "ast.py"), "PYTHONHOME": "/nowhere", "PYTHONINSPECT": "1"}
        self.write("golden.py", GOLDEN)
        outcome = self.run_checker("--dump-graph", "golden.py", environment=environment)
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertFalse(mark.exists())

    def test_errors_have_their_places(self):
        self.refused("x = 1\ny = (2 +\n", "2:5")
        self.refused("x = 1\ny = 2\0\n", "2:6", "NUL")
        self.refused("x = " + "(" * 100_000 + ")" * 100_000, "1:", "parentheses")
        self.refused("def f(x):\n" + "".join(" " * depth + "if x:\n" for depth in range(1, 150)), "indentation")
        self.refused("x = 1\ny = " + "9" * 100_000, "2:", "4300")
        self.refused("x = " + "-" * 100_000 + "1", "nested too deeply")
        self.refused("x = 1\ny = x" + ".a" * 300 + "\n", "2:5", "beyond the limit of 200")
        self.refused("x = 1 + y * 2\n" * 40_000, "beyond the limit of 200000")
        self.refused("x = 1\n" * 2_000_000, "beyond the limit of 1 MiB for a Python script")
        self.refused("# -*- coding: no-such-code -*-\nx = 1\n", "no-such-code")

    def test_bytes_that_are_no_text(self):
        self.write("golden.py", b"x = '\xff\xfe'\n" + GOLDEN.encode())
        outcome = self.run_checker("--dump-graph", "golden.py")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("golden.py: 1:", outcome.err)
        self.assertStatus(self.dumped("x = '\\ud800'\n" + GOLDEN), EXIT_CLEAN)

    def test_what_is_missing(self):
        outcome = self.run_checker("--dump-graph", "nowhere.py")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("nowhere.py: no such file", outcome.err)
        self.assertStatus(self.dumped(""), EXIT_CLEAN)

    def test_coverage_is_said(self):
        outcome = self.dumped(GOLDEN + "def g(x):\n    y = x * 2\n    z = np.no_such_function(y)\n    return z * 3 + y\n", "--coverage")
        self.assertIn("1 of 2 assignments", outcome.err)
        self.assertIn("unanalysed 8:", outcome.out)


if __name__ == "__main__":
    unittest.main()
