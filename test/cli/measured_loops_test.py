"""--measure on loops whose order is easily taken for another: sums of several additions an iteration, of nests and tiles, windows, triangles, sums that
are left early, fused steps, compensated sums, carried values, conditions on the way, index arrays.

Each function's figures on arrays are those of an independent exact computation, to three digits: every operation rounded to binary32 in the order
that the source states, held against a sum of rational numbers. Or the tool says that the value is not measured, and why. A figure of another order,
or of other elements, is an error.
"""

import math
import random
import struct
import unittest
from fractions import Fraction

from checker import CheckerTest

DIGITS = 1e-3


def binary32(value):
    """The binary64 `value` rounded. One operation on binary32 values, computed in binary64 and rounded again, is rounded correctly."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def fused(a, b, c):
    """a * b + c rounded once to binary32. All normal numbers."""
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return 0.0
    unit = ulp(exact)
    return float(round(exact / unit) * unit)  # to even, as Python rounds rationals; the carry to the next binade is exact


def ulp(exact):
    """Of binary32, at a rational number that is no subnormal."""
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    return Fraction(2) ** (exponent - 23)


def chain(terms, start=0.0):
    """A sum from left to right of pairs (rounded term, exact term): computed and exact."""
    total, exact = start, Fraction(start)
    for rounded, value in terms:
        total = binary32(total + rounded)
        exact += value
    return total, exact


def plain(values):
    return [(value, Fraction(value)) for value in values]


def products(xs, ys):
    return [(binary32(x * y), Fraction(x) * Fraction(y)) for x, y in zip(xs, ys)]


def npy(values, kind="f"):
    header = f"{{'descr': '<{kind}4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}{kind}", *values)


class MeasuredLoops(CheckerTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(2024)

    def values(self, count):
        return [binary32(self.random.gauss(0, 1) * 2.0 ** self.random.randint(-3, 3)) for _ in range(count)]

    def positive(self, count):
        return [binary32(self.random.uniform(0, 1)) for _ in range(count)]

    def agrees(self, code, samples, ranges=(), unreported=False, **arrays):
        """The figures of the function in `code` are those of `samples`, pairs of computed and exact values (or a function that gives those of a
        finding), or it is not measured for a reason that is given. `unreported`: no rule has anything to say about it, so that there is no figure."""
        self.write("loop.cpp", "#include <cmath>\n" + code + "\n")
        options = []
        for name, values in arrays.items():
            kind = "i" if isinstance(values[0], int) else "f"
            (self.root / f"{name}.npy").write_bytes(npy(values, kind))
            options += ["--data", f"{name}={name}.npy"]
        for name, value in ranges:
            options += ["--range", f"{name}=[{value},{value}]"]
        outcome = self.check_json("--measure", "--level=audit", *options, "loop.cpp", "--", "-O2", "-ffp-contract=off")
        reported = [finding for finding in outcome.findings
                    if finding["family"] in ("reduction", "ordering") and not finding.get("quietedBy", "").startswith("short: ")] # too few terms
        self.assertTrue(reported or unreported, outcome)
        for finding in reported:
            written = next(order for order in finding["orders"] if order["written"])
            if "measured" in written and written["measured"] is not None:
                self.same(written["measured"], samples(finding) if callable(samples) else samples, finding)
            else:
                self.assertIn("not measured: ", str(finding["notes"]), finding)
                self.assertFalse(any(order.get("measured") for order in finding["orders"]), finding)

    def same(self, measured, samples, finding):
        errors = [float(abs(Fraction(computed) - exact) / ulp(exact)) for computed, exact in samples]
        if len(samples) > 1:
            self.assertEqual(measured["samples"], len(samples), finding)
        for figure, expected in (("maxUlp", max(errors)), ("meanUlp", math.fsum(errors) / len(errors))):
            self.assertAlmostEqual(measured[figure], expected, delta=DIGITS * expected + 1e-9, msg=f"{figure} of {finding['expression']}")

    # Several additions to one accumulator.

    def test_a_sum_through_two_loops(self):
        x = self.values(64 * 64)
        self.agrees("float f(const float *x) { float s = 0; for (int r = 0; r < 64; ++r) for (int c = 0; c < 64; ++c) s += x[r * 64 + c] * x[r * 64 + c];"
                    " return s; }", [chain(products(x, x))], x=x)

    def test_a_sum_through_loops_over_two_arrays(self):
        x, w = self.values(64 * 9), self.values(64 * 9)
        self.agrees("float f(const float *x, const float *w) { float s = 0; for (int c = 0; c < 64; ++c) for (int k = 0; k < 9; ++k)"
                    " s += x[c * 9 + k] * w[c * 9 + k]; return s; }", [chain(products(x, w))], x=x, w=w)

    def test_an_unrolled_sum(self):
        x = self.positive(2048)
        self.agrees("float f(const float *x) { float s = 0; for (int i = 0; i < 2048; i += 4) { s += x[i]; s += x[i + 1]; s += x[i + 2]; s += x[i + 3]; }"
                    " return s; }", [chain(plain(x))], x=x)

    def test_two_additions_an_iteration(self):
        x, y = self.values(3000), self.positive(3000)
        terms = plain(value for pair in zip(x, y) for value in pair)
        self.agrees("float f(const float *x, const float *y) { float s = 0; for (int i = 0; i < 3000; ++i) { s += x[i]; s += y[i]; } return s; }",
                    [chain(terms)], x=x, y=y)

    def test_two_additions_in_one_expression(self):
        x, y = self.positive(3000), self.values(3000)
        terms = plain(value for pair in zip(x, y) for value in pair)
        self.agrees("float f(const float *x, const float *y) { float s = 0; for (int i = 0; i < 3000; ++i) s = s + x[i] + y[i]; return s; }",
                    [chain(terms)], x=x, y=y)

    def test_a_fused_step(self):
        x, y = self.values(3000), self.values(3000)
        total, exact = 0.0, Fraction(0)
        for a, b in zip(x, y):
            total = fused(a, b, total)
            exact += Fraction(a) * Fraction(b)
        self.agrees("float f(const float *x, const float *y) { float s = 0; for (int i = 0; i < 3000; ++i) s = std::fma(x[i], y[i], s); return s; }",
                    [(total, exact)], x=x, y=y)

    # Bounds that depend on an outer loop.

    def test_tiles(self):
        rows, columns, tile = 3, 4096, 64
        x = self.positive(rows * columns)
        tiles = [chain(plain(x[first:first + tile])) for first in range(0, rows * columns, tile)]

        def row(r):
            parts = tiles[r * columns // tile:(r + 1) * columns // tile]
            return chain([(part, exact) for part, exact in parts])

        # The sums of the tiles and the sum of these have findings of their own.
        self.agrees("void f(const float *x, float *out, int rows) { for (int r = 0; r < rows; ++r) { float s = 0; for (int b = 0; b < 4096; b += 64) {"
                    " float u = 0; for (int i = b; i < b + 64; ++i) u += x[r * 4096 + i]; s += u; } out[r] = s; } }",
                    lambda finding: [row(r) for r in range(rows)] if finding["expression"].count("sum(") > 1 else tiles, ranges=[("rows", rows)], x=x)

    def test_windows(self):
        x = self.positive(200)
        self.agrees("void f(const float *x, float *out) { for (int r = 64; r < 190; ++r) { float u = 0; for (int i = r - 64; i < r; ++i) u += x[i];"
                    " out[r] = u; } }", [chain(plain(x[r - 64:r])) for r in range(64, 190)], x=x)

    def test_triangles(self):
        x = self.positive(60 * 60)
        self.agrees("void f(const float *x, float *out) { for (int i = 0; i < 60; ++i) { float s = 0; for (int j = 0; j <= i; ++j) s += x[i * 60 + j];"
                    " out[i] = s; } }", [chain(plain(x[i * 60:i * 60 + i + 1])) for i in range(60)], x=x)

    # What decides how much is added, and with what.

    def test_a_loop_that_is_left(self):
        x, end = [binary32(value * 0.99) for value in self.positive(4000)], 1234
        x[end] = x[3000] = 1.0
        self.agrees("float f(const float *x) { float s = 0; for (int i = 0; i < 4000; ++i) { if (x[i] > 0.995f) break; s += x[i]; } return s; }",
                    [chain(plain(x[:end]))], x=x)

    def test_kahans_sum(self):
        x = self.positive(3000)
        s = c = 0.0
        for value in x:
            y = binary32(value - c)
            t = binary32(s + y)
            c = binary32(binary32(t - s) - y)
            s = t
        self.agrees("float f(const float *x) { float s = 0, c = 0; for (int i = 0; i < 3000; ++i) { float y = x[i] - c, t = s + y; c = (t - s) - y; s = t; }"
                    " return s; }", [(s, sum(map(Fraction, x)))], unreported=True, x=x)

    def test_a_guard(self):
        a, b, c = self.values(500), self.values(500), self.values(500)
        samples = [(binary32(binary32(u * v) / w), Fraction(u) * Fraction(v) / Fraction(w)) for u, v, w in zip(a, b, c) if abs(v) <= 1.5]
        self.assertTrue(50 < len(samples) < 450)
        self.agrees("void f(const float *a, const float *b, const float *c, float *o, int n) { for (int i = 0; i < n; ++i) { if (std::fabs(b[i]) > 1.5f)"
                    " continue; o[i] = a[i] * b[i] / c[i]; } }", samples, a=a, b=b, c=c)

    def test_a_running_mean(self):
        x = self.positive(400)
        mean, exact = 0.0, Fraction(0)
        for i, value in enumerate(x):
            mean = binary32(mean + binary32(binary32(value - mean) / (i + 1)))
            exact += (Fraction(value) - exact) / (i + 1)
        self.agrees("float f(const float *x, int n) { float m = 0; for (int i = 0; i < n; ++i) m += (x[i] - m) / (i + 1); return m; }", [(mean, exact)],
                    ranges=[("n", 400)], unreported=True, x=x)

    def test_lanes(self):
        x = self.positive(2005)
        # The eight accumulators; their sum has too few terms for a finding.
        self.agrees("float f(const float *x, int n) { float a[8] = {0}, s = 0; for (int i = 0; i + 8 <= n; i += 8) for (int l = 0; l < 8; ++l)"
                    " a[l] += x[i + l]; for (int l = 0; l < 8; ++l) s += a[l]; return s; }",
                    [chain(plain(x[lane:2000:8])) for lane in range(8)], ranges=[("n", 2005)], x=x)

    def test_an_index_array(self):
        t, w = self.values(41), self.values(600)
        ix = [self.random.randrange(40) for _ in range(600)]
        samples = [(binary32(binary32(t[i] * v) / t[i + 1]), Fraction(t[i]) * Fraction(v) / Fraction(t[i + 1])) for i, v in zip(ix, w)]
        self.agrees("void f(const float *t, const int *ix, const float *w, float *o, int n) { for (int i = 0; i < n; ++i)"
                    " o[i] = t[ix[i]] * w[i] / t[ix[i] + 1]; }", samples, t=t, ix=ix, w=w)


if __name__ == "__main__":
    unittest.main()
