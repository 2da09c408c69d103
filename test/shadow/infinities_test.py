#!/usr/bin/env python3
"""Infinities and NaN in whole programs: what an overflow leaves is unknown to residues and double-double and followed by numbers of MPFR; infinities
that are exact are known to all. At -O0 and -O3.

Environment as for whole_program_test.py.
"""

import json
import unittest

from whole_program_test import HEAD, LEVELS, Program, places, run, total

BOUNDED = ("residue", "double-double")
START = "#include <algorithm>\n#include <limits>\nvolatile double big = 1e300, zero = 0, one = 1, three = 3;\nint main() {\n"  # what follows begins at line 8


def report(program, precision):
    target = program.path / "report.json"
    program.done = run([program.binary], {"FPORDER_SHADOW_REPORT": str(target), "FPORDER_SHADOW_PRECISION": precision})
    return json.loads(target.read_text(encoding="utf-8"))


class Infinities(unittest.TestCase):
    def each(self, body, check, precisions=(*BOUNDED, "120"), levels=LEVELS):
        for level in levels:
            with Program(HEAD + START + body + "}\n", flags=(level,)) as program:
                for precision in precisions:
                    with self.subTest(level=level, precision=precision):
                        check(report(program, precision), precision)

    def test_a_decision_on_what_overflowed_is_not_decided_by_an_infinity(self):
        # Over the reals it is 1e300, below 1e308.
        body = '  double back = (big * big) / big;\n  if (back < 1e308) std::puts("below");\n'

        def check(found, precision):
            decision = places(found, 9, "<")[0]
            self.assertEqual((decision["flips"], decision["undecided"]), (0, 1) if precision in BOUNDED else (1, 0))
            self.assertEqual(places(found, 8, "*")[0]["overflow"], 1)

        self.each(body, check)

    def test_what_hides_an_infinity(self):
        # A zero that is no quotient's, and a clamp: the distances of a field report.
        body = ('  double inverse = one / (big * big);\n  std::printf("%g\\n", inverse);\n'
                '  double square = 3 * big / three * big - big * big * 0.25, clamped = std::max(-square, 0.0);\n  std::printf("%g\\n", clamped);\n')

        def check(found, precision):
            output = next(output for output in found["outputs"] if output["name"].endswith(":9"))
            self.assertEqual((output["undecided"], output["nonFinite"]), (1, 0) if precision in BOUNDED else (0, 0))
            self.assertGreaterEqual(sum(place["undecided"] for place in found["places"] if place["place"]["operation"] in ("<", ">")), 1 if precision in BOUNDED else 0)

        self.each(body, check)

    def test_each_operation_that_overflows(self):
        for operation in ("big * big", "one * 1e308 + 1e308", "-1e308 - one * 1e308", "big / 1e-300", "std::exp(big)", "std::fma(big, big, one)", "float(big)", "std::pow(big, three)"):
            body = f'  volatile double kept = {operation};\n  if (kept < three / 7) std::puts("below");\n'

            def check(found, _):
                self.assertEqual(places(found, 9, "<")[0]["undecided"], 1, found["places"])

            with self.subTest(operation):
                self.each(body, check, BOUNDED, ("-O3",))

    def test_an_infinity_that_the_source_writes_is_known(self):
        body = ('  double least = std::numeric_limits<double>::infinity();\n  for (int i = 1; i < 100; ++i) { double x = 7 * std::fabs(i - 50.0) / three; if (x < least) least = x; }\n'
                '  std::printf("%g %d\\n", least, least < std::numeric_limits<double>::infinity());\n')
        self.each(body, lambda found, _: self.assertEqual(total(found, "undecided") + total(found, "flips"), 0))

    def test_poles_are_known(self):
        body = '  double pole = one / zero, root = std::log(zero);\n  if (pole > 5 / three) std::puts("a");\n  if (root < -5 / three) std::puts("b");\n  if (pole + 5 / three > 7 / three) std::puts("c");\n'
        self.each(body, lambda found, _: self.assertEqual(total(found, "undecided") + total(found, "flips"), 0, found["places"]), levels=("-O3",))

    def test_an_infinity_times_what_may_have_another_sign(self):
        # Over the reals the factor is 0.
        body = ('  volatile double two = 2, root = std::sqrt(two), square = root * root; double factor = square - two, product = std::numeric_limits<double>::infinity() * factor;\n'
                '  if (product > 1) std::puts("infinite");\n  double sum = std::numeric_limits<double>::infinity() - factor;\n  if (sum > 1) std::puts("infinite");\n')

        def check(found, _):
            self.assertEqual([places(found, line, ">")[0]["undecided"] for line in (9, 11)], [1, 0], found["places"])

        self.each(body, check, levels=("-O3",))

    def test_products_with_zero_are_zero(self):
        body = '  double t = one / three, x = 0 * t + zero / t;\n  for (int i = 0; i < 100; ++i) x += zero * i * t;\n  if (!(x < 0)) std::printf("%g\\n", x);\n'
        self.each(body, lambda found, _: self.assertEqual(total(found, "undecided") + total(found, "flips"), 0, found["places"]))

    def test_one_overflow_among_many_results_is_said(self):
        body = ('  double sum = 0;\n  for (int i = 1; i <= 200000; ++i) { volatile double x = i == 123457 ? big : double(i); double y = x * x / i; if (y > 1e10) sum += 1 / y; }\n'
                '  std::printf("%g\\n", sum);\n')

        def check(found, precision):
            self.assertGreaterEqual(found["undecided"], 1) if precision in BOUNDED else None
            self.assertEqual(total(found, "overflow"), 1)

        self.each(body, check)

    def test_errors_after_many_overflows_are_found(self):
        # Fewer than are recorded one by one: the largest error of the place, after them, still is.
        body = ('  double last = 0;\n  for (int i = 1; i <= 5000; ++i) { volatile double x = i <= 900 ? big : 1.0; double y = x * big * (i == 4321 ? one : 0.0); double z = y - y;\n'
                '    volatile double far = i == 4000 ? 0.1 : 0.5; last += (far * 3 - 0.3) * z; }\n  std::printf("%g\\n", last);\n')

        def check(found, _):
            self.assertGreater(max(place["resultUlp"]["max"] for place in places(found, 10)), 1e14)

        self.each(body, check, BOUNDED, ("-O3",))


if __name__ == "__main__":
    unittest.main()
