"""In clang-tidy's place: its arguments, its configuration, its exit status."""

import json
import os
import unittest

from checker import ADAM, ADAM_LINE, ADAM_RULE, CLEAN, REMARK, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, CheckerTest


class DropIn(CheckerTest):
    """Calls as clang-tidy gets them."""

    def tidy(self, *arguments):
        return self.run_checker("--tidy", *arguments)

    def test_exit_status_is_clang_tidys(self):
        self.write("adam.c", ADAM)
        self.write("remark.c", REMARK)
        self.assertStatus(self.run_checker("adam.c"), EXIT_FINDINGS)
        self.assertStatus(self.tidy("adam.c"), EXIT_CLEAN)
        self.assertStatus(self.tidy("--warnings-as-errors=fporder-*", "adam.c"), EXIT_FINDINGS)
        self.assertStatus(self.tidy("--warnings-as-errors=fporder-sum-order", "adam.c"), EXIT_CLEAN)
        self.assertStatus(self.tidy("--warnings-as-errors=*", "remark.c"), EXIT_CLEAN)  # no warning
        self.assertStatus(self.run_checker("--warnings-as-errors=*", "remark.c"), EXIT_FINDINGS)
        self.assertStatus(self.tidy("--fail-on=warning", "adam.c"), EXIT_FINDINGS)
        self.assertStatus(self.run_checker("--checks=fporder-*", "adam.c"), EXIT_CLEAN)
        self.assertStatus(self.run_checker("--checks=fporder-*", "--tidy=false", "adam.c"), EXIT_FINDINGS)
        self.assertStatus(self.tidy("gone.c"), EXIT_FAILURE)
        self.write(".fporder", "fail-on: remark\n")
        self.assertStatus(self.tidy("remark.c"), EXIT_FINDINGS)  # the project's own word

    def test_warnings_as_errors_are_printed_as_errors(self):
        self.write("adam.c", ADAM)
        outcome = self.tidy("--warnings-as-errors=*", "adam.c")
        self.assertIn(f"adam.c:{ADAM_LINE}:23: error: product formed", outcome.out)
        self.assertIn(f"[fporder-{ADAM_RULE},-warnings-as-errors]", outcome.out)

    def test_checks_of_other_modules(self):
        self.write("adam.c", ADAM)
        outcome = self.run_checker("-checks=-*,bugprone-argument-comment,fporder-*,-readability-magic-numbers", "adam.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn(f"[fporder-{ADAM_RULE}]", outcome.out)
        self.assertStatus(self.run_checker("-checks=-*,fporder-mul-then-dvi", "adam.c"), EXIT_USAGE)

    def test_options_without_a_meaning_are_named(self):
        self.write("k.c", CLEAN)
        outcome = self.run_checker("-load", "x.so", "--system-headers", "--format-style=file", "k.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        for name in ("load", "system-headers", "format-style"):
            self.assertIn(f"fporder-check: --{name} has no effect: ", outcome.err)
        self.assertNotIn("has no effect", self.run_checker("--quiet", "--load=x.so", "k.c").err)

    def test_configuration_for_clang_tidy(self):
        self.write("remark.c", REMARK)
        self.write("tidy.yaml", "Checks: '-*,fporder-*'\nCheckOptions:\n  fporder-mul-then-div.Severity: warning\nWarningsAsErrors: '*'\n")
        self.assertStatus(self.tidy("--config-file=tidy.yaml", "remark.c"), EXIT_FINDINGS)
        self.assertStatus(self.tidy("--config={Checks: '-*,bugprone-*', FormatStyle: none}", "remark.c"), EXIT_CLEAN)
        self.assertStatus(self.tidy("--config={Cheks: '*'}", "remark.c"), EXIT_USAGE)
        self.assertStatus(self.run_checker("--config={Checks: '*'}", "remark.c"), EXIT_USAGE)

    def test_exported_fixes_are_those_that_clang_tidy_would_apply(self):
        self.write("remark.c", REMARK)
        self.tidy("--export-fixes=fixes.yaml", "remark.c")
        self.assertNotIn("ReplacementText", self.read("fixes.yaml"))
        self.tidy("--export-fixes=fixes.yaml", "--fix=all", "--diff", "remark.c")
        self.assertIn("ReplacementText", self.read("fixes.yaml"))
        self.tidy("--fix-notes", "remark.c")
        self.assertIn("a * (b / c)", self.read("remark.c"))

    def test_as_cmake_calls_it(self):
        self.write("src/k.cpp", ADAM)
        (self.root / "build").mkdir()
        outcome = self.run_checker("--extra-arg-before=--driver-mode=g++", "../src/k.cpp", "--", "/usr/bin/c++", "-DX=1", "-std=gnu++17", "-MD", "-MT",
                                   "k.o", "-MF", "k.o.d", "-o", "k.o", "-c", "../src/k.cpp", cwd=self.root / "build")
        self.assertStatus(outcome, EXIT_CLEAN)  # as clang-tidy: findings alone do not stop a build
        self.assertIn(f"[fporder-{ADAM_RULE}]", outcome.out)
        self.assertEqual(os.listdir(self.root / "build"), [])

    def test_as_run_clang_tidy_calls_it(self):
        self.write("k.cpp", ADAM)
        self.write("build/compile_commands.json", json.dumps([{"directory": str(self.root), "command": "c++ -c k.cpp", "file": "k.cpp"}]))
        outcome = self.run_checker("-checks=-*,fporder-*", "-list-checks", "-")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn(f"fporder-{ADAM_RULE}", outcome.out)
        outcome = self.run_checker("--use-color", "-header-filter=.*", "-p=build", "-quiet", "-checks=-*,fporder-*", str(self.root / "k.cpp"))
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("\x1b[", outcome.out)
        self.assertEqual(outcome.err, "")


if __name__ == "__main__":
    unittest.main()
