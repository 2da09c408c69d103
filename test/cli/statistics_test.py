"""Every statistic of a measurement against the same one computed here, from the definitions and in rationals.

The orders' expressions are evaluated by Python on two kinds of numbers: binary32 with its own rounding, written out below, and exact fractions.
"""

import math
import random
import struct
import unittest
from fractions import Fraction

from checker import CheckerTest
from measure_test import npy

EMIN, PRECISION, LARGEST = -126, 24, Fraction(2**24 - 1) * Fraction(2) ** 104


def exponent(value):
    """e with 2^e <= |value| < 2^(e + 1)."""
    magnitude = abs(value)
    e = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    return e - 1 if Fraction(2) ** e > magnitude else e if Fraction(2) ** (e + 1) > magnitude else e + 1


def ulp(value):
    return Fraction(2) ** (max(exponent(value), EMIN) - PRECISION + 1) if value else Fraction(2) ** (EMIN - PRECISION + 1)


def rounded(value):
    """Nearest binary32, ties to even: a fraction, or an infinity."""
    quantum = ulp(value)
    result = round(value / quantum) * quantum  # Python's round takes ties to even
    return result if abs(result) <= LARGEST else math.copysign(math.inf, value)


class Binary32:
    """A binary32 with what happened on the way to it. `value` is a fraction, or a float where it is infinite or NaN; zeros keep their sign."""

    def __init__(self, value, negative=False, overflow=False, underflow=False):
        self.value, self.overflow, self.underflow = value, overflow, underflow
        self.negative = negative if value == 0 else value < 0

    def finite(self):
        return isinstance(self.value, Fraction)

    def asfloat(self):
        return math.copysign(0.0, -1.0 if self.negative else 1.0) if self.value == 0 else float(self.value)

    def combine(self, other, exact, special):
        overflow, underflow = self.overflow or other.overflow, self.underflow or other.underflow
        if self.finite() and other.finite():
            real = exact(self.value, other.value)
            if real is not None:
                value = rounded(real)
                overflow |= not isinstance(value, Fraction)
                underflow |= isinstance(value, Fraction) and value != real and abs(value) < Fraction(2) ** EMIN
                return Binary32(value, (real < 0) if real else special(self.asfloat(), other.asfloat(), sign=True), overflow, underflow)
        result = special(self.asfloat(), other.asfloat())
        return Binary32(Fraction(result) if math.isfinite(result) else result, math.copysign(1, result) < 0, overflow, underflow)

    def __mul__(self, other):
        return self.combine(other, lambda x, y: x * y, lambda x, y, sign=False: (math.copysign(1, x) != math.copysign(1, y)) if sign else x * y)

    def __truediv__(self, other):
        def special(x, y, sign=False):
            negative = math.copysign(1, x) != math.copysign(1, y)
            if sign:
                return negative
            if y == 0:
                return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, -1 if negative else 1)
            return x / y

        return self.combine(other, lambda x, y: x / y if y else None, special)

    def __add__(self, other):
        return self.combine(other, lambda x, y: x + y, lambda x, y, sign=False: (math.copysign(1, x + y) < 0) if sign else x + y)

    def __sub__(self, other):
        return self.combine(other, lambda x, y: x - y, lambda x, y, sign=False: (math.copysign(1, x - y) < 0) if sign else x - y)

    def bits(self):
        return "nan" if self.value != self.value else (self.value, self.negative)


class Column:
    """An array under the one index i."""

    def __init__(self, value):
        self.value = value

    def __getitem__(self, index):
        return self.value


def evaluate(expression, values):
    return eval(expression, {"__builtins__": {}}, {**{name: Column(value) for name, value in values.items()}, "i": 0})  # our own tool's text


class Statistics(CheckerTest):
    def figures(self, expressions, samples):
        """The figures by order; the first is the written one."""
        exact, computed, errors = [], [[] for _ in expressions], [[] for _ in expressions]
        for sample in samples:
            try:
                exact.append(evaluate(expressions[0], {name: Fraction(value) for name, value in sample.items()}))
            except ZeroDivisionError:
                exact.append(None)  # a pole
            for o, expression in enumerate(expressions):
                computed[o].append(evaluate(expression, {name: Binary32(Fraction(value)) for name, value in sample.items()}))
                last = computed[o][-1]
                errors[o].append(abs(last.value - exact[-1]) / ulp(exact[-1]) if exact[-1] is not None and last.finite() else None)
        measured = [s for s, real in enumerate(exact) if real is not None]
        result = []
        for o in range(len(expressions)):
            def count(holds):
                return sum(1 for s in measured if holds(s))

            def lost(s):
                nearest = rounded(exact[s]) if exact[s] else Fraction(0)
                normal = isinstance(nearest, Fraction) and abs(nearest) >= Fraction(2) ** EMIN
                return normal and (not computed[o][s].finite() or computed[o][s].value == 0)

            def closer(s):
                own, written = errors[o][s], errors[0][s]
                if o:
                    return own is not None and (written is None or own < written)
                return own is not None and all(e[s] is None or e[s] > own for e in errors[1:])

            ranked = sorted(errors[o][s] for s in measured if errors[o][s] is not None and (exact[s] != 0 or errors[o][s] == 0))
            apart = [abs(computed[o][s].value - exact[s]) for s in measured if computed[o][s].finite()]
            relative = [abs(computed[o][s].value - exact[s]) / abs(exact[s]) for s in measured if computed[o][s].finite() and exact[s]]
            result.append({
                "samples": len(measured),
                "maxUlp": float(ranked[-1]),
                "meanUlp": float(sum(ranked) / len(ranked)),
                "p99Ulp": float(ranked[math.ceil(0.99 * len(ranked)) - 1]),
                "maxAbsolute": float(max(apart)),
                "maxRelative": float(max(relative)),
                "bitsDiffer": count(lambda s: computed[o][s].bits() != computed[0][s].bits()) / len(measured),
                "closer": count(closer) / len(measured),
                "nonFinite": count(lambda s: not computed[o][s].finite()),
                "overflow": count(lambda s: computed[o][s].overflow),
                "underflow": count(lambda s: computed[o][s].underflow),
                "lost": count(lost),
                "cancelled": count(lambda s: lost(s) and not computed[o][s].overflow and not computed[o][s].underflow),
                "nonzeroAtZero": count(lambda s: exact[s] == 0 and computed[o][s].value != 0),
            })
        return result

    def compare(self, source, samples, least):
        self.write("f.c", source)
        names = sorted(samples[0])
        for name in names:
            (self.root / f"{name}.npy").write_bytes(npy([sample[name] for sample in samples]))
        outcome = self.check_json(*[word for name in names for word in ("--data", f"{name}={name}.npy")], "--remarks=all", "f.c")
        compared, seen = 0, set()
        for finding in outcome.findings:
            orders = [order for order in finding["orders"] if "fma" not in order["expression"]]
            if "measured" not in finding["orders"][0]:
                continue
            # The errors of an order stand for themselves; only `closer` of the written one looks at all.
            for order, expected in zip(orders, self.figures([order["expression"] for order in orders], samples)):
                measured = order["measured"]
                for name, value in expected.items():
                    if name == "closer" and order["written"] and len(orders) != len(finding["orders"]):
                        continue
                    with self.subTest(order=order["expression"], figure=name):
                        tolerance = 0.004 if name == "p99Ulp" else 1e-9  # quantiles come from a histogram
                        self.assertTrue(math.isclose(measured[name], value, rel_tol=tolerance, abs_tol=0), f"{measured[name]} {value}")
                        compared += 1
                        seen |= {name} if value else set()
        self.assertGreaterEqual(compared, least)
        return seen

    def binary32(self, value):
        return struct.unpack("<f", struct.pack("<f", value))[0]

    def test_products_and_quotients_of_all_sizes(self):
        generator = random.Random(5)
        samples = []
        for sample in range(700):
            spread = (4, 60, 100)[sample % 3]
            samples.append({name: self.binary32(generator.uniform(1, 2) * 2.0 ** generator.randint(-spread, spread) * generator.choice((1, -1)))
                            for name in ("a", "b", "c")})
        samples[10]["c"] = samples[20]["a"] = 0.0
        source = "void f(const float *a, const float *b, const float *c, float *o, int n) { for (int i = 0; i < n; ++i) o[i] = a[i] * b[i] / c[i]; }"
        seen = self.compare(source, samples, 28)
        self.assertLessEqual({"overflow", "underflow", "lost", "nonFinite"}, seen)

    def test_sums_that_cancel(self):
        generator = random.Random(6)
        samples = []
        for sample in range(600):
            a = self.binary32(generator.gauss(0, 1))
            b = self.binary32(-a * (1 + generator.choice((0, 1e-7, 1e-5, 0.1, 3)) * generator.random()))
            c = self.binary32(generator.gauss(0, 1) * 10 ** generator.randint(-30, 3))
            samples.append({"a": a, "b": b, "c": c})
        source = "void f(const float *a, const float *b, const float *c, float *o, int n) { for (int i = 0; i < n; ++i) o[i] = c[i] * a[i] + c[i] * b[i]; }"
        self.compare(source, samples, 28)

    def test_differences_of_squares(self):
        generator = random.Random(7)
        samples = []
        for sample in range(500):
            a = self.binary32(generator.uniform(1, 2) * 2.0 ** generator.randint(-66, 63))
            samples.append({"a": a, "b": self.binary32(a * (1 + generator.choice((0, 2**-23, 2**-12, 0.3))))})
        source = "void f(const float *a, const float *b, float *o, int n) { for (int i = 0; i < n; ++i) o[i] = a[i] * a[i] - b[i] * b[i]; }"
        self.compare(source, samples, 27)


if __name__ == "__main__":
    unittest.main()
