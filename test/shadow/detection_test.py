#!/usr/bin/env python3
"""Defects that take more than one run, thread or stage to see: OpenMP, what fast-math does to the order, values whose exact ones are finite, mismatches
in the last bit; each at the right line, without optimisation and with all of it, and its stable twin silent.

Environment as for whole_program_test.py.
"""

import glob
import os
import pathlib
import re
import sys
import unittest

from whole_program_test import COMPILERS, HEAD, LEVELS, PLAIN, Program, places, run, total, worst


def openmp_flags():
    """Of the newest OpenMP library for clang that is installed."""
    libraries = sorted(glob.glob("/usr/lib/llvm-*/lib/libomp.so"), key=lambda path: int(re.search(r"llvm-(\d+)", path).group(1)))
    assert libraries, "no OpenMP library for clang is installed: package libomp-dev"
    directory = os.path.dirname(libraries[-1])
    return ("-fopenmp", "-Wno-unused-command-line-argument", f"-L{directory}", f"-Wl,-rpath,{directory}")


class OpenMP(unittest.TestCase):
    MAIN = 'int main() { static float x[40000]; for (int i = 0; i < 40000; ++i) x[i] = 1000 + (i * 37 % 101) * 0.02f;\n  printf("%d\\n", f(x, 40000) > 1); }'
    ONE_PASS = ("float f(const float *x, int n) { float s = 0, q = 0;\n#pragma omp parallel for reduction(+ : s, q) num_threads(4)\n  for (int i = 0; i < n; ++i) { s += x[i];\n    q += x[i] * x[i]; }\n"
                "  return (q - s * s / n) / n; }\n")
    TWO_PASSES = ("float f(const float *x, int n) { float s = 0, q = 0;\n#pragma omp parallel for reduction(+ : s) num_threads(4)\n  for (int i = 0; i < n; ++i) s += x[i];\n  float m = s / n;\n"
                  "#pragma omp parallel for reduction(+ : q) num_threads(4)\n  for (int i = 0; i < n; ++i) q += (x[i] - m) * (x[i] - m);\n  return q / n; }\n")

    def test_one_pass_variance(self):
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + self.ONE_PASS + self.MAIN, flags=(level, *openmp_flags())) as first, Program(HEAD + self.TWO_PASSES + self.MAIN, flags=(level, *openmp_flags())) as second:
                report, twin = first.report(), second.report()
                self.assertGreater(worst(report, 8), 1e4)
                self.assertEqual([place["count"] for place in places(report, 7, "+") if place["count"] > 100], [40000])
                self.assertEqual([restart for restart in report["restarts"] if "omp" not in restart["place"]["operation"]], [])
                self.assertLess(worst(twin, 10), 1e-3 * worst(report, 8))  # of the variance; differences from the mean may well be off

    def test_an_atomic_sum(self):
        source = ("int main() { double s = 0;\n#pragma omp parallel for num_threads(4)\n  for (int i = 1; i <= 4000; ++i) {\n#pragma omp atomic\n    s += 1.0 / i; }\n"
                  '  printf("%d\\n", s > 1); printf("%.17g\\n", s); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level, *openmp_flags())) as program:
                report = program.report()
                self.assertEqual(sum(place["count"] for place in places(report, 8, "+")), 4000)


class Optimizer(unittest.TestCase):
    """The second mode: what the optimiser does to the order, line by line."""

    KAHAN = ("float f(const float *x, int n) {\n  float s = 0, c = 0;\n  for (int i = 0; i < n; ++i) {\n    float y = x[i] - c;\n    float t = s + y;\n    c = (t - s) - y;\n    s = t; }\n  return s; }\n")

    def remarks(self, source, *flags):
        with Program(HEAD + source, flags=("-O1",)) as program:
            done = run([COMPILERS / "fporder-c++", "--fporder-optimizer-report", *flags, "-c", program.path / "part0.cpp", "-o", program.path / "report.o"])
            return [(int(line), text) for line, text in re.findall(r"part0\.cpp:(\d+):\d+: remark: (.*) \[fporder-optimizer\]\n", done.stderr)]

    def test_kahan_is_destroyed_by_fast_math(self):
        main = "int main() { float x[3] = {1, 2, 3}; return f(x, 3) > 7; }"
        for level in ("-O2", "-O3"):
            remarks = self.remarks(self.KAHAN + main, level, "-ffast-math")
            self.assertEqual([line for line, text in remarks if text.startswith("'-' is not computed any more")], [7, 9, 9])
            self.assertEqual([(line, text.split(";")[0]) for line, text in remarks if "partial sums" in text], [(8, "runs in 8 partial sums")])
            for kept in ((), ("-ffast-math", "-fno-associative-math")):
                self.assertEqual(self.remarks(self.KAHAN + main, level, *kept), [])
        self.assertEqual(self.remarks(self.KAHAN + main, "-O0", "-ffast-math"), [])

    def test_reciprocals_and_contraction(self):
        source = "void f(float *x, float y, int n) { for (int i = 0; i < n; ++i)\n    x[i] = x[i] / y; }\nfloat g(float a, float b, float c) {\n  return a * b + c; }\nint main() { return g(1, 2, 3) > 9; }"
        self.assertEqual(self.remarks(source, "-O2", "-freciprocal-math"), [(5, "'/' has become a product with a reciprocal: rounded twice")])
        self.assertEqual(self.remarks(source, "-O2", "-mfma"), [(7, "product and sum are fused: rounded once")])
        self.assertEqual(self.remarks(source, "-O2", "-mfma", "-ffp-contract=fast"), [(7, "product and sum are fused: rounded once")])
        self.assertEqual(self.remarks(source, "-O2", "-mfma", "-ffp-contract=off"), [])

    def test_the_program_is_the_plain_one(self):
        source = HEAD + self.KAHAN + 'int main() { static float x[100000]; for (int i = 0; i < 100000; ++i) x[i] = 1.0f / (i + 1); printf("%.9g\\n", double(f(x, 100000))); }'
        with Program(source) as program:
            text = program.path / "remarks.txt"
            for flags in (("-O2",), ("-O2", "-ffast-math")):
                run([COMPILERS / "fporder-c++", f"--fporder-optimizer-report={text}", *flags, program.path / "part0.cpp", "-o", program.path / "reported"])
                run([PLAIN, *flags, program.path / "part0.cpp", "-o", program.path / "plain"])
                self.assertEqual(run([program.path / "reported"]).stdout, run([program.path / "plain"]).stdout)
            self.assertEqual(text.read_text(encoding="utf-8").count("not computed any more"), 3)

    def test_refusals(self):
        with Program(HEAD + self.KAHAN + "int main() { return 0; }") as program:
            done = run([COMPILERS / "fporder-c++", "--fporder-report", "-c", program.path / "part0.cpp"], expected=2)
            self.assertIn("the one option of fporder's own", done.stderr)
            done = run([COMPILERS / "fporder-c++", "--fporder-optimizer-report=/no/such/file", "-O2", "-ffast-math", "-c", program.path / "part0.cpp", "-o", program.path / "x.o"], expected=1)
            self.assertIn("cannot write the optimiser's report to '/no/such/file': No such file or directory", done.stderr)


class Mismatches(unittest.TestCase):
    def test_a_product_with_a_reciprocal(self):
        source = 'int main() { int n = 0; for (int i = 1; i < 1000; ++i) { double q = i / 49.0, p = i * (1 / 49.0);\n    n += p != q; }\n  printf("%d\\n", n); }'
        twin = source.replace("i * (1 / 49.0)", "i / (7.0 * 7.0)")
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as first, Program(HEAD + twin, flags=(level,)) as second:
                report = first.report()
                self.assertGreater(int(first.done.stdout), 0)
                # 1 / 49.0 is a constant that the compiler has rounded: over the reals of the program's constants p and q differ, as computed or in less than that.
                self.assertEqual(sum(place["flips"] + place["undecided"] > 0 for place in places(report, 5, "!=")), 1)
                self.assertEqual(total(second.report(), "flips"), 0)
                self.assertEqual(second.done.stdout, "0\n")

    def test_a_quotient_computed_at_run_time(self):
        source = 'int main(int argc, char **) { int n = 0; double y = 48.0 + argc; for (int i = 1; i < 1000; ++i) { double q = i / y, p = i * (1 / y);\n    n += p != q; }\n  printf("%d\\n", n); }'
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = program.report()
                self.assertGreater(int(program.done.stdout), 0)
                # Exactly equal: no bound can show that, and none is invented.
                self.assertEqual([(place["flips"], place["undecided"] > 0) for place in places(report, 5, "!=")], [(0, True)])

    def test_infinity_where_the_exact_value_is_finite(self):
        source = 'double f(double a, double b) {\n  return std::sqrt(a * a + b * b); }\nint main() { printf("%g\\n", f(3e200, 4e200)); }'
        twin = source.replace("std::sqrt(a * a + b * b)", "std::hypot(a, b)")
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as first, Program(HEAD + twin, flags=(level,)) as second:
                report = first.report()
                self.assertEqual([(place["place"]["line"], place["place"]["operation"], place["overflow"]) for place in report["places"] if place["overflow"]], [(5, "*", 2)] if len(places(report, 5, "*")) == 1 else [(5, "*", 1), (5, "*", 1)])
                self.assertEqual(report["outputs"][0]["nonFinite"], 1)
                self.assertEqual(total(second.report(), "overflow"), 0)

    def test_gradient_scale(self):
        for scale in ("1e-6", "1e-20"):
            main = f'int main() {{ float s = 0; for (int i = 1; i < 100; ++i) s += f({scale}f * i); printf("%g\\n", double(s)); }}'
            bad = "float f(float g) { float a = 1 + g;\n  return a - 1; }\n"
            for level in LEVELS:
                with self.subTest(scale=scale, level=level), Program(HEAD + bad + main, flags=(level,)) as first, Program(HEAD + "float f(float g) {\n  return g; }\n" + main, flags=(level,)) as second:
                    self.assertGreater(worst(first.report(), 5), 1e4)
                    self.assertLess(max(place["resultUlp"]["max"] for place in second.report()["places"]), 100)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
