"""--fix, --fix=all, --diff and --export-fixes: what is edited, and what is left alone."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from checker import CHECKER, CLEAN, REMARK, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

FIXED = REMARK.replace("a * b / c", "a * (b / c)")
HEADER = "#pragma once\nstatic inline float in_header(float a, float b, float c) { return a * b / c; }\n"
BRANCH = """#include <cmath>
float root(float u, float q) {
  float v = std::sqrt(u * u + q);
  if (u < 0) {
    // avoid loss when u < 0
    return q / (v - u);
  }
  return v - u;
}
"""


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
        text = "#define RATIO(a, b, c) ((a) * (b) / (c))\nfloat f(float x, float y, float z) { return RATIO(x, y, z); }\n"
        self.write("macro.c", text)
        self.assertTrue(self.check_json("--fix=all", "macro.c").findings)
        self.assertEqual(self.read("macro.c"), text)

    def test_a_name_of_the_sources_own_is_not_called_for_the_librarys(self):
        for name, text in {
            "itself.cpp": "#include <cmath>\nnamespace mine { double expm1(double x) { return exp(x) - 1; } }\n",
            "itself.c": "#include <math.h>\nstatic double log1p_of(double x);\nstatic double log1p_of(double log1p) { return log(1 + log1p); }\n",
            "variable.c": "#include <math.h>\ndouble grown(double x) { double expm1 = exp(x) - 1; return expm1; }\n",
            "macro.c": "#include <math.h>\n#define expm1(x) (2 * (x))\ndouble grown(double x) { return exp(x) - 1; }\n",
        }.items():
            with self.subTest(name):
                self.write(name, text)
                self.assertTrue(self.check_json("--fix=all", name).findings)
                self.assertEqual(self.read(name), text)
        self.write("library.cpp", "#include <cmath>\nnamespace mine { double expm1(double x) { return std::exp(x) - 1; } }\n")
        self.run_checker("--fix=all", "library.cpp")
        self.assertIn("return std::expm1(x);", self.read("library.cpp"))

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
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("locked/remark.c", outcome.err)

    def assertLeftAlone(self, name, reason, content=REMARK):
        """`name` is not fixed, for `reason`; what else was given is."""
        self.write("other.c", REMARK)
        outcome = self.run_checker("--fix=all", name, "other.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertEqual(outcome.err.count(f"{name}: {reason}"), 1, outcome)
        self.assertEqual(self.read(name), content)
        self.assertEqual(self.read("other.c"), FIXED)

    def test_hard_links(self):
        self.write("remark.c", REMARK)
        os.link(self.root / "remark.c", self.root / "twin.c")
        self.assertLeftAlone("remark.c", "has 2 hard links; not fixed")

    def test_a_file_that_is_not_writable(self):
        self.write("remark.c", REMARK).chmod(0o444)
        self.assertLeftAlone("remark.c", "is not writable; not fixed")
        self.assertEqual((self.root / "remark.c").stat().st_mode & 0o777, 0o444)

    @unittest.skipUnless(os.geteuid() == 0, "only root gives files away")
    def test_a_foreign_file(self):
        os.chown(self.write("remark.c", REMARK), 65534, 65534)
        self.assertLeftAlone("remark.c", "belongs to another user; not fixed")

    def test_a_link_out_of_the_tree(self):
        with tempfile.TemporaryDirectory() as outside:
            target = pathlib.Path(outside).resolve() / "remark.c"
            target.write_text(REMARK)
            (self.root / "remark.c").symlink_to(target)
            self.assertLeftAlone("remark.c", f"lies outside the tree, in '{target}'; not fixed")

    def test_a_link_within_the_tree(self):
        self.write("lib/remark.c", REMARK)
        (self.root / "remark.c").symlink_to("lib/remark.c")
        self.assertStatus(self.run_checker("--fix=all", "remark.c"), EXIT_CLEAN)
        self.assertTrue((self.root / "remark.c").is_symlink())
        self.assertEqual(self.read("lib/remark.c"), FIXED)

    def test_the_bytes_around_a_fix_stay(self):
        for text in (b"\xef\xbb\xbf" + REMARK.encode(), REMARK.encode().rstrip(b"\n"), b"int a;\r\nint b;\n" + REMARK.encode() + b"// \xe9\r\n"):
            path = self.write("remark.c", text)
            self.assertStatus(self.run_checker("--fix=all", "remark.c"), EXIT_CLEAN)
            self.assertEqual(path.read_bytes(), text.replace(b"a * b / c", b"a * (b / c)"))

    def test_a_fix_from_the_cache_is_for_the_bytes_it_was_made_from(self):
        """A file that changes between its findings (from the cache) and its fix is left alone: another source keeps the run busy meanwhile."""
        other = "double g(double a, double b, double c) { return b - a - c; }\n"
        for _ in range(5):
            self.write("remark.c", REMARK)
            self.write("slow.cpp", "#include <regex>\n" + REMARK)
            arguments = ["--cache-dir=cache", "--quiet", "--fix=all"]
            self.run_checker("--cache-dir=cache", "--quiet", "remark.c", environment={"FPORDER_NO_CACHE": ""})
            running = subprocess.Popen([CHECKER, *arguments, "remark.c", "slow.cpp"], cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                       env={name: value for name, value in os.environ.items() if name != "FPORDER_NO_CACHE"})
            time.sleep(0.2)
            self.write("new.c", other + REMARK)
            os.replace(self.root / "new.c", self.root / "remark.c")
            running.communicate()
            self.assertTrue(self.read("remark.c").startswith(other))

    def test_conversions_do_not_pile_up(self):
        text = "double h(float a, float b, double c) { return a * b / c; }\n" \
               "_Float16 pack(double x, double s) { float y = static_cast<float>(x * s); return static_cast<_Float16>(y); }\n"
        self.write("casts.cpp", text)
        self.run_checker("--fix=all", "casts.cpp")
        once = self.read("casts.cpp")
        self.run_checker("--fix=all", "casts.cpp")
        self.assertEqual(self.read("casts.cpp"), once)
        self.assertNotIn("static_cast<_Float16>(static_cast<_Float16>", once)

    def test_overlapping_fixes_need_one_run(self):
        self.write("chain.c", "double f(double a, double b, double c, double d) { return a * b / c * (a * d / b) / d; }\n")
        outcome = self.run_checker("--fix=all", "chain.c")
        self.assertNotIn("run again", outcome.err)
        once = self.read("chain.c")
        self.run_checker("--fix=all", "chain.c")
        self.assertEqual(self.read("chain.c"), once)

    def test_no_fix_is_worse_where_the_branch_puts_it(self):
        self.write("branch.cpp", BRANCH)
        self.run_checker("--fix=all", "branch.cpp")
        fixed = self.read("branch.cpp")
        self.assertIn("return q / (v - u);", fixed)
        self.assertNotIn("return v - u;", fixed)  # the other branch has its fix

    def test_a_read_is_not_moved_across_a_store(self):
        kept = "void f(float *o, {0} float *{1}y, float a, float b, int n) {{ for (int i = 0; i < n; ++i) {{ float t = a * y[i]; o[i] = t; o[i] = t + b * y[i]; }} }}\n"
        for qualifier, moved in (("", False), ("__restrict ", True)):
            text = kept.format("const", qualifier)
            self.write("store.cpp", text)
            self.run_checker("--fix=all", "store.cpp")
            self.assertEqual(self.read("store.cpp") != text, moved, qualifier)

    def test_a_variable_does_not_stand_for_what_is_read_after_a_store(self):
        text = """void f(float *o, const float *x, float s, int n) {
  for (int i = 0; i < n; ++i) {
    float v = x[i];
    o[i] = s;
    float u = s / s / READ;
    o[i] = u;
    o[i] = u / s;
  }
}
"""
        again, named = text.replace("READ", "x[i]"), text.replace("READ", "v")
        self.write("again.c", again)
        self.run_checker("--fix=all", "again.c")
        self.assertIn("o[i] = u / s;", self.read("again.c"))
        self.write("named.c", named)
        self.run_checker("--fix=all", "named.c")
        self.assertIn("o[i] = s / s / (v * s);", self.read("named.c"))

    def test_two_reads_with_a_store_between_them_do_not_become_one(self):
        head, tail = "void f(float *o, const float *x, float y, float s, int n) {\n  for (int i = 0; i < n; ++i) {\n", "  }\n}\n"
        here = "    float v = x[i];\n    o[i] = s;\n    o[i] = v * y / x[i];\n"
        self.write("here.c", head + here + tail)
        self.run_checker("--fix=all", "here.c")
        self.assertEqual(self.read("here.c"), head + here + tail)
        held = "    float v = x[i] / s;\n    o[i] = v;\n    float u = x[i] * v;\n    o[i] = y;\n    o[i] = x[i] * u / s;\n"
        self.write("held.c", head + held + tail)
        self.run_checker("--fix=all", "held.c")
        self.assertIn("o[i] = x[i] * (u / s);", self.read("held.c"))

    def test_overlapping_arrays_are_an_option(self):
        text = "void f(float *o, const float *x, const float *y, int n) {\n  for (int i = 0; i < n; ++i) {\n    float t = x[i] * y[i];\n    o[i] = 1;\n    o[i + n] = t / y[i];\n  }\n}\n"
        self.write("alias.cpp", text)
        plain = self.run_checker("--dump-graph", "alias.cpp").out
        alias = self.run_checker("--dump-graph", "--may-alias", "alias.cpp").out
        self.assertIn("x[i] * y[i] / y[i]", plain)
        self.assertNotIn("x[i] * y[i] / y[i]\n", alias)
        self.write(".fporder", "may-alias: true\n")
        self.assertEqual(self.run_checker("--dump-graph", "alias.cpp").out, alias)

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
