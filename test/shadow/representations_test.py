#!/usr/bin/env python3
"""Numbers in other clothes: long double, bits in integers, atomics, and what a program marks or writes to files; in each precision, at -O0 and -O3.

Environment as for whole_program_test.py; FPORDER_SOURCE_DIR for the headers.
"""

import fractions
import json
import os
import pathlib
import struct
import sys
import tempfile
import unittest

from whole_program_test import HEAD, LEVELS, PLAIN, Program, run

PRECISIONS = ("residue", "double-double", "120")
HEADERS = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"]) / "runtime/shadow/include"


def to_float(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


def third(i):
    """i / 3 in binary32, as a fraction: correctly rounded, since i is small."""
    return fractions.Fraction(to_float(fractions.Fraction(i, 3)))


def outputs(program, precision="residue", *arguments):
    target = program.path / "report.json"
    program.done = run([program.binary, *arguments], {"FPORDER_SHADOW_REPORT": str(target), "FPORDER_SHADOW_PRECISION": precision})
    program.report = json.loads(target.read_text(encoding="utf-8"))
    return {output["name"]: output for output in program.report["outputs"]}


class Values(unittest.TestCase):
    def each(self, source, check, flags=()):
        """`check` is given the outputs in the order of their lines."""
        for level in LEVELS:
            with Program(HEAD + source, flags=(level, *flags)) as program:
                for precision in PRECISIONS:
                    with self.subTest(level=level, precision=precision):
                        found = outputs(program, precision)
                        check([found[name] for name in sorted(found, key=lambda name: int(name.rsplit(":", 1)[1]))], program)

    def error_is(self, output, error, relative=0.01):
        self.assertEqual((output["undecided"], output["nonFinite"]), (0, 0), output)
        self.assertAlmostEqual(output["maxAbsoluteError"] / float(abs(error)), 1, delta=relative)


class LargeFunctions(Values):
    """Their operations are called (analyzer/instrument/outlined_operations.h), those of a loop over the same statements are inlined."""

    STEP = "x = x * 0.9 + y / 30.0; y = std::sqrt(x * x + y * y) * 0.7 - x * 1e-3; z[0] = float(y * 0.7) - z[1] * z[2]; z[1] = z[0] + float(x); z[2] = z[1] / 3;"
    SOURCE = ("#define STEP " + STEP + "\n#define MANY STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP\n"
              "double large(double x, double y, float *z) { MANY MANY return x - y + z[2]; }\n"
              "double small(double x, double y, float *z) { for (int i = 0; i < 20; ++i) { STEP } return x - y + z[2]; }\n"
              'int main() { float z[2][3] = {{0.5f, 0.25f, 0.125f}, {0.5f, 0.25f, 0.125f}};\n  printf("%.17g\\n", large(1.1, 0.3, z[0]));\n'
              '  printf("%.17g\\n", small(1.1, 0.3, z[1])); }\n')

    def test_figures_are_those_of_small_ones(self):
        def check(found, program):
            self.assertEqual(*program.done.stdout.split())
            large, small = (each["errorUlp"]["max"] for each in found)
            self.assertAlmostEqual(large / small, 1, delta=1e-6)
            self.assertEqual([(each["undecided"], each["errorUlp"]["count"]) for each in found], [(0, 1)] * 2)

        self.each(self.SOURCE, check)

    def test_what_is_called(self):
        called = b"fporder_inline_add.called"
        with Program(HEAD + self.SOURCE, HEAD + "double small(double x) { return x * 3 + 1 / x; }\n", flags=("-O1",)) as program:
            self.assertIn(called, program.objects[0].read_bytes())
            self.assertNotIn(called, program.objects[1].read_bytes())


class LongDouble(Values):
    def test_errors_of_what_is_added_pass_through(self):
        # The quotients are rounded to float; their sum in long double is not rounded by what would show.
        source = ('int main() { long double s = 0; for (int i = 1; i <= 100; ++i) { volatile float n = i; float q = n / 3; s += q; }\n  printf("%.17g\\n", double(s));\n'
                  '  printf("%.20Lg\\n", s);\n  long double r = sqrtl(s) * 2.0L - s / 3;\n  printf("%.17g\\n", double(r)); }\n')
        exact = sum(fractions.Fraction(i, 3) for i in range(1, 101))
        error = exact - sum(third(i) for i in range(1, 101))

        def check(found, _):
            self.error_is(found[0], error)
            self.error_is(found[1], error)
            computed = exact - error
            self.error_is(found[2], (float(exact) ** 0.5 * 2 - float(exact) / 3) - (float(computed) ** 0.5 * 2 - float(computed) / 3), 0.02)

        self.each(source, check)

    def test_functions_memory_and_structures(self):
        source = ("struct pair { long double first; int count; long double second; };\n"
                  "__attribute__((noinline)) long double half(long double x, int n) { return n > 0 ? half(x, n - 1) : x / 2; }\n"
                  "__attribute__((noinline)) pair made(long double x) { pair p; p.first = x; p.count = 3; p.second = -x; return p; }\n"
                  "int main() { volatile float n = 10; long double memory[3] = {0, n / 3.0f, 0}; long double *p = memory + 1; pair q = made(*p), copy[2]; copy[1] = q;\n"
                  '  long double r = half(fabsl(copy[1].second), 2) + (copy[1].first > 3 ? q.first : 0);\n  printf("%.17g\\n", double(r)); }\n')
        error = (fractions.Fraction(10, 3) - third(10)) * 3 / 2
        self.each(source, lambda found, _: self.error_is(found[0], error))

    def test_a_value_that_is_read_or_written_down_has_no_error(self):
        source = ('int main(int argc, char **arguments) { long double tenth = 0.1L, read; sscanf("0.3", "%Lf", &read); volatile long double kept = tenth;\n  printf("%.17g\\n", double(kept * 3));\n'
                  '  printf("%.17g\\n", double(read - tenth)); }\n')

        def check(found, program):
            # Rounded once, when it becomes a double.
            for output, printed in zip(found, program.done.stdout.split()):
                if not output["undecided"]:
                    self.assertLess(output["errorUlp"]["max"], 0.52, printed)

        self.each(source, check)

    def test_an_overflow_of_double_only_is_none(self):
        source = 'int main() { volatile double x = 1e200; long double y = x; y = y * y / 1e200L;\n  printf("%.17g\\n", double(y)); }\n'

        def check(found, _):
            self.assertEqual(found[0]["nonFinite"], 0)
            if not found[0]["undecided"]:
                self.assertLess(found[0]["errorUlp"]["max"], 4)

        self.each(source, check)


class Bits(Values):
    def test_signs_and_copies(self):
        source = ("#include <cstring>\n#include <cstdint>\nint main() { volatile double n = 10; double d = float(n) / 3.0f; std::uint64_t bits; std::memcpy(&bits, &d, 8); bits ^= 0x8000000000000000u; double minus; std::memcpy(&minus, &bits, 8);\n"
                  "  union { float f; std::uint32_t u; } both; both.f = float(n) / 3.0f; std::uint32_t kept = both.u; both.f = 0; both.u = kept; float same = both.f;\n"
                  '  printf("%.17g\\n", minus);\n  printf("%.17g\\n", double(same)); }\n')
        error = fractions.Fraction(10, 3) - third(10)

        def check(found, _):
            for output in found:
                self.error_is(output, error)

        # Without optimisation the integers lie in variables, whose cells are not those of the numbers.
        with Program(HEAD + source, flags=("-O3",)) as program:
            for precision in PRECISIONS:
                found = outputs(program, precision)
                check(found.values(), program)

    def test_compare_exchange_loops(self):
        source = ("#include <atomic>\n#include <thread>\n#include <vector>\nstd::atomic<double> sum(0);\nvoid add(int from) { for (int i = from; i < from + 50; ++i) { volatile float n = i; double q = n / 3.0f; double old = sum.load();\n"
                  "    while (!sum.compare_exchange_weak(old, old + q)) {} } }\n"
                  'int main() { std::vector<std::thread> all; for (int t = 0; t < 4; ++t) all.emplace_back(add, 1 + 50 * t); for (auto &each : all) each.join();\n  printf("%.17g\\n", sum.load()); }\n')
        error = sum(fractions.Fraction(i, 3) - third(i) for i in range(1, 201))
        for level in ("-O1", "-O3"):
            with Program(HEAD + source, flags=(level,)) as program:
                for precision in PRECISIONS:
                    with self.subTest(level=level, precision=precision):
                        (output,) = outputs(program, precision).values()
                        self.error_is(output, error, 0.02)

    def test_other_uses_of_the_bits_restart_and_are_listed(self):
        source = ("#include <cstring>\n#include <cstdint>\nfloat rsqrt(float x) { std::uint32_t i; std::memcpy(&i, &x, 4);\n  i = 0x5f3759df - (i >> 1); float y; std::memcpy(&y, &i, 4);\n  return y * (1.5f - 0.5f * x * y * y); }\n"
                  'int main() { volatile float x = 10; printf("%g\\n", double(rsqrt(x / 3))); }\n')
        with Program(HEAD + source, flags=("-O2",)) as program:
            outputs(program)
            self.assertEqual([(restart["place"]["operation"], restart["place"]["line"], restart["count"]) for restart in program.report["restarts"]], [("bit cast", 7, 1)])


class Outputs(unittest.TestCase):
    SOURCE = ("#include <fporder/output.h>\n#include <fstream>\nFPORDER_OUTPUT double quotient(double n) { return n / 3; } static double kept; FPORDER_OUTPUT double last() { return kept; }\n"
              "int main() { static float rows[64]; static double columns[64]; static int counts[64]; double total = 0;\n"
              "  for (int i = 0; i < 64; ++i) { rows[i] = float(i) / 7; columns[i] = quotient(i); counts[i] = i; total += columns[i]; } kept = total; last();\n"
              '  fporder_output("total", total); fporder_output("narrow", rows[5]);\n  FILE *file = fopen("/dev/null", "w");\n  fwrite(rows, sizeof *rows, 64, file);\n  fwrite(columns, sizeof columns, 1, file);\n'
              '  fwrite(counts, sizeof *counts, 64, file);\n  fclose(file);\n  std::ofstream stream("/dev/null");\n  stream.write(reinterpret_cast<const char *>(rows), sizeof rows); }\n')

    def test_what_is_marked_and_what_is_written(self):
        include = f"-I{HEADERS}"
        for level in LEVELS:
            with Program(HEAD + self.SOURCE, flags=(level, include)) as program:
                for precision in PRECISIONS:
                    with self.subTest(level=level, precision=precision):
                        found = {name.replace(str(program.path), ""): output for name, output in outputs(program, precision).items()}
                        self.assertEqual({name: (output["format"], output["count"]) for name, output in found.items()},
                                         {"total": ("binary64", 1), "last()": ("binary64", 1), "narrow": ("binary32", 1), "quotient(double)": ("binary64", 64), "fwrite at /part0.cpp:11": ("binary32", 64),
                                          "fwrite at /part0.cpp:12": ("binary64", 64), "std::ostream::write at /part0.cpp:16": ("binary32", 64)})
                        for name, output in found.items():
                            self.assertGreater(output["errorUlp"]["max"], -1 if name in ("total", "last()") else 0, name)
                            self.assertLessEqual(output["errorUlp"]["max"], 8 if name in ("total", "last()") else 0.5, name)

    def test_other_compilers_see_nothing(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            (path / "plain.cpp").write_text(HEAD + self.SOURCE, encoding="utf-8")
            (path / "plain.c").write_text('#include <fporder/output.h>\nint main(void) { fporder_output("x", 1); return 0; }\n', encoding="utf-8")
            for name in ("plain.cpp", "plain.c"):
                run([PLAIN if name.endswith("cpp") else PLAIN.removesuffix("++"), "-Wall", "-Wextra", "-Werror", f"-I{HEADERS}", path / name, "-o", path / "plain"])
                run([path / "plain"])


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
