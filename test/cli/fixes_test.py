"""--fix, --fix=all, --diff and --export-fixes: what is edited, and what is left alone."""

import os
import subprocess
import unittest

from checker import ADAM, CLEAN, REMARK, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, CheckerTest

FIXED = REMARK.replace("a * b / c", "a * (b / c)")
HEADER = "#pragma once\nstatic inline double in_header(double a, double b, double c) { return a * b / c; }\n"


class Fixes(CheckerTest):
    def test_a_change_of_bits_needs_all(self):
        self.write("remark.c", REMARK)
        self.run_checker("--fix", "remark.c")
        self.assertEqual(self.read("remark.c"), REMARK)
        outcome = self.run_checker("--fix=all", "remark.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertEqual(self.read("remark.c"), FIXED)
        self.assertIn("applied 1 fix in 1 file", outcome.err)

    def test_the_result_is_no_finding_of_the_same_rule(self):
        self.write("remark.c", REMARK)
        before = {finding["rule"] for finding in self.check_json("--fix=all", "remark.c").findings}
        after = {finding["rule"] for finding in self.check_json("remark.c").findings}
        self.assertFalse(before & after)

    def test_line_ends_and_permissions_stay(self):
        path = self.write("remark.c", REMARK.replace("\n", "\r\n").encode())
        path.chmod(0o640)
        self.run_checker("--fix=all", "remark.c")
        self.assertEqual(path.read_bytes(), FIXED.replace("\n", "\r\n").encode())
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)

    def test_a_header_is_fixed_once(self):
        self.write("shared.h", HEADER)
        for name in ("a.c", "b.c", "c.c"):
            self.write(name, '#include "shared.h"\n' + CLEAN)
        (self.root / "link.h").symlink_to("shared.h")
        self.write("d.c", '#include "link.h"\n' + CLEAN)
        outcome = self.run_checker("--fix=all", "-j4", "a.c", "b.c", "c.c", "d.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertEqual(self.read("shared.h"), HEADER.replace("a * b / c", "a * (b / c)"))
        self.assertTrue((self.root / "link.h").is_symlink())

    def test_suppressed_findings_are_not_fixed(self):
        text = REMARK.replace("}", "/* NOLINT */ }")
        self.write("remark.c", text)
        self.run_checker("--fix=all", "remark.c")
        self.assertEqual(self.read("remark.c"), text)

    def test_macros_are_left_alone(self):
        text = "#define RATIO(a, b, c) ((a) * (b) / (c))\ndouble f(double x, double y, double z) { return RATIO(x, y, z); }\n"
        self.write("macro.c", text)
        self.assertTrue(self.check_json("--fix=all", "macro.c").findings)
        self.assertEqual(self.read("macro.c"), text)

    def test_a_file_with_errors_is_fixed_on_demand_only(self):
        text = REMARK + "int g(void) { return undeclared; }\n"
        self.write("broken.c", text)
        outcome = self.run_checker("--fix=all", "broken.c")
        self.assertEqual(self.read("broken.c"), text)
        self.assertIn("--fix-errors", outcome.err)
        self.run_checker("--fix=all", "--fix-errors", "broken.c")
        self.assertEqual(self.read("broken.c"), text.replace(REMARK, FIXED))

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_a_read_only_directory(self):
        self.write("locked/remark.c", REMARK)
        (self.root / "locked").chmod(0o555)
        self.addCleanup((self.root / "locked").chmod, 0o755)
        outcome = self.run_checker("--fix=all", "locked/remark.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("locked/remark.c", outcome.err)

    def test_diff(self):
        self.write("src/remark.c", REMARK)
        outcome = self.run_checker("--diff", "src/remark.c")
        self.assertEqual(self.read("src/remark.c"), REMARK)
        self.assertTrue(outcome.out.startswith("--- a/src/remark.c\n+++ b/src/remark.c\n@@ "), outcome)
        subprocess.run(["git", "apply"], input=outcome.out.encode(), cwd=self.root, check=True)
        self.assertEqual(self.read("src/remark.c"), FIXED)

    def test_export(self):
        self.write("remark.c", REMARK)
        self.run_checker("--export-fixes=fixes.yaml", "remark.c")
        self.assertEqual(self.read("remark.c"), REMARK)
        exported = self.read("fixes.yaml")
        self.assertIn("DiagnosticName:  fporder-mul-then-div", exported)
        self.assertIn("ReplacementText: ", exported)

    def test_fixes_keep_compiling(self):
        self.write("kernels.cpp", "#include <cmath>\n" + "".join(
            f"float f{i}(float a, float b, float c, float w) {{ float t = {expression}; return w - t; }}\n"
            for i, expression in enumerate(["a * b / c", "a / b * c", "a / b / c", "(a - b) * c / w", "a * std::sqrt(b) / (c + 1)", "-a * b / c", "a * b / c * w",
                                            "a * (b / c)", "1.0f / a * b", "a + a * b / c", "std::exp(a) - 1", "std::log(1 + a)", "a * a - b * b"])))
        outcome = self.run_checker("--fix=all", "kernels.cpp")
        self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_FINDINGS), outcome)
        self.assertEqual(self.check_json("kernels.cpp").report["notAnalysed"], [])


if __name__ == "__main__":
    unittest.main()
