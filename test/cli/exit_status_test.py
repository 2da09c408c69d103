"""The exit status is a contract: 0 clean, 1 findings, 2 usage or configuration, 3 not analysed; precedence 2, 3, 1, 0."""

import unittest

from checker import ADAM, CLEAN, REMARK, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, CheckerTest


class ExitStatus(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("adam.c", ADAM)
        self.write("clean.c", CLEAN)
        self.write("remark.c", REMARK)

    def test_clean(self):
        self.assertStatus(self.run_checker("clean.c"), EXIT_CLEAN)

    def test_a_warning_fails_by_default(self):
        self.assertStatus(self.run_checker("adam.c"), EXIT_FINDINGS)

    def test_a_remark_does_not(self):
        outcome = self.check_json("remark.c")
        self.assertEqual({finding["severity"] for finding in outcome.findings}, {"remark"}, outcome)
        self.assertStatus(outcome, EXIT_CLEAN)

    def test_fail_on(self):
        self.assertStatus(self.run_checker("--fail-on=remark", "remark.c"), EXIT_FINDINGS)
        self.assertStatus(self.run_checker("--fail-on=remark", "clean.c"), EXIT_CLEAN)
        self.assertStatus(self.run_checker("--fail-on=never", "adam.c"), EXIT_CLEAN)

    def test_warnings_as_errors(self):
        self.assertStatus(self.run_checker("--warnings-as-errors=*", "remark.c"), EXIT_FINDINGS)
        self.assertStatus(self.run_checker("--warnings-as-errors=-*", "remark.c"), EXIT_CLEAN)

    def test_what_was_fixed_does_not_count(self):
        unstable = "#include <math.h>\ndouble growth(double x) { return exp(x) - 1; }\n"
        self.write("unstable.c", unstable)
        self.assertStatus(self.run_checker("--diff", "unstable.c"), EXIT_FINDINGS)
        self.assertStatus(self.run_checker("--fix", "unstable.c"), EXIT_CLEAN)
        self.assertIn("expm1(x)", self.read("unstable.c"))
        self.write("unstable.c", unstable)
        self.assertStatus(self.run_checker("--fix", "unstable.c", "adam.c"), EXIT_FINDINGS)
        self.assertStatus(self.run_checker("--fix=all", "--fail-on=remark", "remark.c"), EXIT_CLEAN)

    def test_missing_file(self):
        self.assertStatus(self.run_checker("nowhere.c"), EXIT_FAILURE)

    def test_failure_wins_over_findings_and_loses_nothing(self):
        outcome = self.check_json("nowhere.c", "adam.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertEqual(len(outcome.findings), 1)

    def test_usage_wins_over_everything(self):
        self.write("broken/compile_commands.json", "[")
        self.write("broken/x.c", CLEAN)
        outcome = self.check_json("nowhere.c", "adam.c", "broken/x.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertEqual(len(outcome.findings), 1)

    def test_no_input(self):
        self.assertStatus(self.run_checker(), EXIT_USAGE)

    def test_syntax_errors_and_opaque_inputs_leave_the_status_alone(self):
        self.write("errors.c", ADAM + "int broken(void) { return undeclared; }\n")
        self.assertStatus(self.run_checker("errors.c"), EXIT_FINDINGS)
        self.write("opaque.c", "double unknown(double);\ndouble f(double x) { return unknown(x); }\n")
        self.assertStatus(self.run_checker("opaque.c"), EXIT_CLEAN)

    def test_strict_makes_them_failures(self):
        self.write("errors.c", CLEAN + "int broken(void) { return undeclared; }\n")
        self.assertStatus(self.run_checker("errors.c"), EXIT_CLEAN)
        outcome = self.run_checker("--strict", "errors.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("not everything was analysed (strict): ", outcome.err)
        self.assertStatus(self.run_checker("--strict", "clean.c"), EXIT_CLEAN)
        self.assertStatus(self.run_checker("--strict", "adam.c"), EXIT_FINDINGS)

    def test_suppressed_findings_do_not_count(self):
        self.write("quiet.c", ADAM.replace("+ eps);", "+ eps); // NOLINT"))
        self.assertStatus(self.run_checker("quiet.c"), EXIT_CLEAN)

    def test_help_and_version(self):
        for option in ("--help", "-help", "-h"):
            outcome = self.run_checker(option)
            self.assertStatus(outcome, EXIT_CLEAN)
            self.assertIn("Exit status:", outcome.out)
            self.assertIn("--header-filter", outcome.out)
            self.assertEqual(outcome.err, "")
        outcome = self.run_checker("--version")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertRegex(outcome.out, r"fporder-check \d+\.\d+\.\d+ \(.*clang version")


if __name__ == "__main__":
    unittest.main()
