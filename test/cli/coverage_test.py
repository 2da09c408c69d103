#!/usr/bin/env python3
"""How much of a source was understood, and what is said where it is little."""

import unittest

from checker import ADAM, CLEAN, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, CheckerTest

# Twelve operations in statements that the parser drops.
LOST = "int f(double a, double b) {\n" + "  struct nowhere x = (struct) a / b / a;\n" * 6 + "  return 0;\n}\n"
ACTIVE = "double g(double a, double b) { return a * b + a; }\n"


class Coverage(CheckerTest):
    def test_text(self):
        self.write("adam.c", ADAM)
        outcome = self.run_checker("--coverage", "--fail-on=never", "adam.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("         5      100.0 %  adam.c\n", outcome.out)
        self.assertIn("in 1 file\n", outcome.out)

    def test_json_names_what_is_missing(self):
        self.write("broken.c", "double f(double a, double b) {\n  double c = a * b;\n  struct nowhere x = (struct) a / b / c;\n  return c - a;\n}\n")
        report = self.check_json("--coverage", "broken.c").report
        (entry,) = report["coverage"]
        self.assertEqual((entry["file"], entry["operators"], entry["inGraphs"]), ("broken.c", 4, 2))
        self.assertEqual([missing["line"] for missing in entry["missing"]], [3, 3])
        self.assertTrue(all(missing["why"].startswith("not parsed: ") for missing in entry["missing"]), entry)

    def test_integers_signs_and_pointers_are_not_counted(self):
        self.write("k.c", "double f(const double *p, int n) {\n  int i = n * 3 / 2 + 1;\n  const double *q = p + i;\n  return -*q;\n}\n")
        self.assertNotIn("coverage", self.check_json("k.c").report)
        self.assertEqual(self.run_checker("--coverage", "k.c").out.splitlines()[-1].split()[0], "0")

    def test_headers_and_jobs(self):
        self.write("inner.h", "static inline double half(double x) { return x / 2.0; }\n")
        for name in "abc":
            self.write(f"{name}.c", f'#include "inner.h"\ndouble {name}(double x) {{ return half(x) + 1.0; }}\n')
        outputs = {self.run_checker("--coverage", f"-j{jobs}", "a.c", "b.c", "c.c", "--quiet").out for jobs in (1, 3)}
        self.assertEqual(len(outputs), 1)
        self.assertIn("         4      100.0 %  in 4 files", outputs.pop())

    def test_a_header_is_not_judged_by_its_one_broken_includer(self):
        lines = "".join(f"  static inline T f{i}(T a, T b) {{ return (a + b) * a / b; }}\n" for i in range(8))
        self.write("shared.h", "static inline float first(float a) { return a / 3.0f; }\n" + lines + "static inline float last(float a) { return a / 5.0f; }\n")
        self.write("whole.c", 'typedef int T;\n#include "shared.h"\nfloat g(float a) { return first(a) + last(a); }\n')
        self.write("broken.c", 'struct T;\n#define T struct nowhere (\n#include "shared.h"\n')
        coverage = {entry["file"]: entry for entry in self.check_json("whole.c", "broken.c").report["coverage"]}
        header = next(entry for file, entry in coverage.items() if file.endswith("shared.h"))
        self.assertEqual((header["operators"], header["inGraphs"]), (2, 2))
        alone = {entry["file"]: entry for entry in self.check_json("broken.c").report["coverage"]}
        self.assertLess(sum(entry["inGraphs"] for entry in alone.values()), sum(entry["operators"] for entry in alone.values()))

    def test_calls_of_mathematical_functions_and_intrinsics_count(self):
        self.write("calls.cpp", """#include <cmath>
#include <immintrin.h>
template <class T> T open(T x) { return sqrt(x); }
double f(double x) { return std::exp(x); }
__m128 g(__m128 a, __m128 b) { return _mm_add_ps(a, b); }
int h(int x) { return __builtin_popcount(x); }
""")
        (entry,) = self.check_json("calls.cpp").report["coverage"]
        self.assertEqual((entry["operators"], entry["inGraphs"]), (3, 3))

    def test_json_counts_by_file_and_lists_on_demand(self):
        self.write("adam.c", ADAM)
        (entry,) = self.check_json("adam.c").report["coverage"]
        self.assertEqual(entry, {"file": "adam.c", "operators": 5, "inGraphs": 5, "lines": 1})
        self.assertEqual(self.check_json("--coverage", "adam.c").report["coverage"][0]["missing"], [])

    def test_a_file_of_which_nothing_was_understood_is_not_analysed(self):
        self.write("lost.cpp", LOST + "int main() { return 0; }\n")
        outcome = self.check_json("lost.cpp")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("floating-point operations not understood, mostly: ", outcome.err)
        self.assertEqual(outcome.report["summary"]["filesFailed"], 1)
        self.assertNotAnalysed(outcome, "file", "floating-point operations not understood")

    def test_integers_that_are_lost_are_no_failure(self):
        self.write("lost.cpp", LOST.replace("double", "int") + "int main() { return 0; }\n")
        self.assertStatus(self.run_checker("lost.cpp"), EXIT_CLEAN)

    def test_few_operations_are_no_failure(self):
        self.write("few.cpp", "int f(double a, double b) {\n  struct nowhere x = (struct) a / b / a;\n  return 0;\n}\n")
        self.assertStatus(self.run_checker("few.cpp"), EXIT_CLEAN)

    def test_less_than_half_is_said_once_a_file(self):
        self.write("half.cpp", LOST + ACTIVE)
        outcome = self.run_checker("half.cpp")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertEqual(outcome.out.count("floating-point operations not understood, mostly: "), 1, outcome)
        sarif = self.run_checker("--format=sarif", "half.cpp").report
        notes = [note["message"]["text"] for note in sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]]
        self.assertTrue(any("floating-point operations not understood" in note for note in notes), notes)
        tidy = self.run_checker("--tidy", "half.cpp")
        self.assertEqual(tidy.out.count("floating-point operations not understood"), 1, tidy)

    def test_min_coverage(self):
        self.write("half.cpp", LOST + ACTIVE)
        self.write("adam.c", ADAM)
        self.assertStatus(self.run_checker("--min-coverage=10", "half.cpp"), EXIT_CLEAN)
        outcome = self.run_checker("--min-coverage=90", "half.cpp", "adam.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertEqual(outcome.err.count("(--min-coverage)"), 1, outcome)
        self.assertStatus(self.run_checker("--min-coverage=100", "adam.c"), EXIT_FINDINGS)

    def test_verbose_says_what_would_help(self):
        self.write("half.cpp", LOST + ACTIVE)
        outcome = self.run_checker("--verbose", "half.cpp")
        self.assertRegex(outcome.err, r"\d+\.\d % of what is not understood  not parsed: .*; would help: ")
        self.assertNotIn("of what is not understood", self.run_checker("half.cpp").err)

    def test_the_cache_keeps_it(self):
        self.write("half.cpp", LOST + ACTIVE)
        environment = {"FPORDER_NO_CACHE": "", "FPORDER_CACHE_DIR": str(self.root / "cache")}
        cold, warm = (self.check_json("--verbose", "half.cpp", environment=environment) for _ in range(2))
        self.assertEqual(cold.report, warm.report)
        self.assertEqual(len(warm.report["coverage"]), 1)

    def test_calls_without_floating_point_values_are_no_constructs(self):
        self.write("calls.cpp", """int count(const char *name);
float load(int i);
void scale(float *p);
struct Grid { double *cells; int size() const; };
double f(double x, Grid &grid) {
  float y = load(count("a"));
  scale(&y);
  return x * y + grid.size();
}
""")
        outcome = self.run_checker("--list-not-analysed", "calls.cpp")
        named = [line.split("call to ")[1].split(":")[0] for line in outcome.out.splitlines() if "call to " in line]
        self.assertEqual(sorted(named), ["'load'", "'scale'", "'size'"], outcome)
        self.assertNotIn("call to", self.run_checker("calls.cpp").out)

    def test_a_project_without_compile_commands_is_told_how_to_make_them(self):
        self.write("project/CMakeLists.txt", "")
        self.write("project/include/update.h", "inline float update(float a, float b) { return a * b; }\n")
        self.write("project/src/k.cpp", '#include "update.h"\nfloat f(float a) { return update(a, a); }\n')
        self.write("project/src/plain.cpp", CLEAN)
        self.assertIn("; make it with: cmake -S ", self.run_checker("project/src/k.cpp").err)
        self.assertNotIn("cmake", self.run_checker("project/src/plain.cpp").err)
        self.assertNotIn("cmake", self.run_checker("project/src/k.cpp", "--", "-Iproject/include").err)
        self.assertNotIn("cmake", self.run_checker("--quiet", "project/src/k.cpp").err)


if __name__ == "__main__":
    unittest.main()
