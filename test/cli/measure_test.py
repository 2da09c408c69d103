"""--measure: figures under each finding, on data, ranges and samples; and what is said when they do not fit."""

import math
import random
import struct
import unittest
from fractions import Fraction

from checker import ADAM, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, REMARK, CheckerTest


def npy(values, shape=None):
    """A version 1 .npy file of binary32 values."""
    shape = (len(values),) if shape is None else shape
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}f", *values)


def binary32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Measure(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("adam.c", ADAM)
        self.write("fraction.c", REMARK)
        generator = random.Random(7)
        count = 4000
        for name, draw in (("w", lambda: generator.gauss(0, 1)), ("m", lambda: generator.gauss(0, 1)), ("v", generator.random)):
            self.path(f"{name}.npy").write_bytes(npy([draw() for _ in range(count)]))

    def path(self, name):
        return self.root / name

    def measured(self, outcome):
        return [order["measured"] for finding in outcome.findings for order in finding["orders"] if "measured" in order]

    ADAM_DATA = ("--data", "w=w.npy", "--data", "m=m.npy", "--data", "v=v.npy", "--range", "lr=[1e-3,1e-3]", "--range", "eps=[1e-8,1e-8]")

    def test_adam_on_arrays(self):
        outcome = self.check_json(*self.ADAM_DATA, "adam.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        finding = next(finding for finding in outcome.findings if finding["rule"] == "mul-then-div")
        written, *others = finding["orders"]
        self.assertTrue(written["written"])
        self.assertEqual(written["measured"]["samples"], 4000)
        self.assertEqual(written["measured"]["bitsDiffer"], 0)
        dividing_first = next(order for order in others if order["expression"].startswith("lr * (m[i] /"))["measured"]
        # 34.5 % of the elements at lr = 1e-3, each order closer in 17.3 % (an independent program's figures).
        self.assertAlmostEqual(dividing_first["bitsDiffer"], 0.345, delta=0.03)
        self.assertAlmostEqual(dividing_first["closer"], 0.173, delta=0.03)
        self.assertLess(dividing_first["maxUlp"], 2.5)
        self.assertGreater(written["measured"]["amplificationP99"], 1)
        self.assertEqual(set(written["measured"]["worst"]["inputs"]["m"]), {"dec", "hex", "bits"})

    def test_inputs_are_listed_instead_of_measured(self):
        outcome = self.run_checker("--list-inputs", "adam.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("adam.c:4: mul-then-div in 'adam'", outcome.out)
        self.assertRegex(outcome.out, r"(?m)^  m +binary32, an element by 1 index$")
        self.assertRegex(outcome.out, r"(?m)^  lr +binary32$")
        self.assertNotIn("max ulp", outcome.out)

    def test_a_function_is_measured_without_a_finding(self):
        self.write("area.cpp", "namespace shape { double area(double w, double h) { return w * h; } }\n")
        for name in ("area", "shape::area"):
            outcome = self.check_json("--measure-function=" + name, "--samples=100", "area.cpp")
            self.assertEqual([finding["message"] for finding in outcome.findings], ["measured as a whole: 'w * h'"])
            self.assertEqual(self.measured(outcome)[0]["samples"], 100)

    def test_an_unknown_function_is_a_mistake(self):
        outcome = self.run_checker("--measure-function=nosuch", "adam.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("'nosuch'", outcome.err)

    def ulps_of_sum(self, terms):
        """Error of a sum in binary32, from left to right, of pairs (rounded term, its exact value)."""
        total, exact = 0.0, Fraction(0)
        for rounded, value in terms:
            total = binary32(total + rounded)
            exact += value
        return float(abs(Fraction(total) - exact) / Fraction(2) ** (math.frexp(float(abs(exact)))[1] - 24))

    def test_loops_that_do_not_count_from_nought_by_one(self):
        generator = random.Random(11)
        x = [binary32(generator.uniform(-1, 1)) for _ in range(256)]
        self.path("x.npy").write_bytes(npy(x))
        exact = [Fraction(value) for value in x]
        loops = {
            "for (int i = 1; i <= 256; i++) s += 1.0f / i;": [(binary32(1.0 / i), Fraction(1, i)) for i in range(1, 257)],
            "for (int k = 1; k < 2000; k += 2) s += 1.0f / (k * k);": [
                (binary32(1.0 / binary32(k * k)), Fraction(1, k * k)) for k in range(1, 2000, 2)],
            "for (int i = n - 1; i >= 0; --i) s += x[i];": list(zip(x[::-1], exact[::-1])),
            "for (int i = n; i-- > 0;) s += x[i];": list(zip(x[::-1], exact[::-1])),
            "for (int i = 1; i < n; i++) s += x[i - 1] * x[i];": [(binary32(a * b), Fraction(a) * Fraction(b)) for a, b in zip(x, x[1:])],
            "for (int i = 0; i < n; i += 2) s += x[i + 1];": list(zip(x[1::2], exact[1::2])),
            "const float *p = x; for (int i = 1; i < n; i++, p++) s += *p * i;": [
                (binary32(x[i - 1] * i), exact[i - 1] * i) for i in range(1, 257)],
        }
        for loop, terms in loops.items():
            with self.subTest(loop):
                self.write("loop.c", "float f(const float *x, int n) { float s = 0; " + loop + " return s; }\n")
                outcome = self.check_json("--data", "x=x.npy", "loop.c")
                written = next(order for order in outcome.findings[0]["orders"] if order.get("written"))
                self.assertAlmostEqual(written["measured"]["maxUlp"], self.ulps_of_sum(terms), delta=2e-3)

    def test_a_result_without_inputs_is_said_to_have_none(self):
        self.write("loop.c", "float f(void) { float s = 0; for (int i = 1; i <= 256; i++) s += 1.0f / i; return s; }\n")
        outcome = self.run_checker("--measure", "--samples=100", "loop.c")
        self.assertIn("values: none, the result depends on no input", outcome.out)

    def test_a_power_of_two_leaves_every_bit(self):
        outcome = self.check_json("--data", "m=m.npy", "--data", "v=v.npy", "--range", "lr=[0.0009765625,0.0009765625]", "--range", "eps=[1e-8,1e-8]", "adam.c")
        for finding in outcome.findings:
            for order in finding["orders"]:
                if order["expression"].startswith("lr * (m[i] /"):
                    self.assertEqual(order["measured"]["bitsDiffer"], 0)

    def test_without_data_samples_are_drawn_and_said_so(self):
        outcome = self.run_checker("--measure", "--remarks=all", "fraction.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("measured on 100,000 samples, binary32", outcome.out)
        self.assertIn("2^U(-20,20)", outcome.out)
        self.assertIn("full range", outcome.out)
        self.assertIn("no order is clearly more accurate", outcome.out)

    def test_the_same_seed_gives_the_same_bytes_whatever_j(self):
        first = self.run_checker("--measure", "--seed=3", "-j1", "--format=json", "fraction.c", "adam.c")
        again = self.run_checker("--measure", "--seed=3", "-j4", "--format=json", "fraction.c", "adam.c")
        other = self.run_checker("--measure", "--seed=4", "-j1", "--format=json", "fraction.c", "adam.c")
        self.assertEqual(first.out, again.out)
        self.assertNotEqual(first.out, other.out)

    def test_annotations_in_the_source(self):
        self.write("narrow.c", "// fporder: range a=[1,2]\n// fporder: dist b=normal(0,1)\n" + REMARK)
        outcome = self.check_json("--measure", "narrow.c")
        a = self.measured(outcome)[0]["worst"]["inputs"]["a"]
        self.assertTrue(1 <= float(a["dec"]) <= 2, a)
        text = self.run_checker("--measure", "--remarks=all", "narrow.c")
        self.assertNotIn("unknown directive", text.out)
        self.write("wrong.c", "// fporder: range a=[2\n" + REMARK)
        outcome = self.run_checker("--measure", "wrong.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("wrong.c:1:", outcome.err)

    def test_nan_in_data_is_counted(self):
        self.path("a.npy").write_bytes(npy([1.0, math.nan, 3.0, math.inf]))
        outcome = self.run_checker("--data", "a=a.npy", "--remarks=all", "fraction.c")
        self.assertIn("2 with NaN or infinite inputs", outcome.out)
        self.assertIn("measured on 2 samples", outcome.out)

    def test_no_sample_gives_no_verdict(self):
        self.path("m.npy").write_bytes(npy([math.nan] * 5))
        self.path("v.npy").write_bytes(npy([1.0] * 5))
        self.path("w.npy").write_bytes(npy([1.0] * 5))
        outcome = self.run_checker(*self.ADAM_DATA, "adam.c")
        self.assertIn("no sample has a real value to compare with", outcome.out)
        self.assertNotIn("the same bits", outcome.out)

    def test_operators_of_integers_are_evaluated(self):
        # With a = 1 the result is the factor over b, rounded once: an independent computation in rationals gives its error.
        self.write("bits.c", "float g(float a, float b, const int *k, int i) { return a * (float)((k[i] << 1 ^ 5) & 15 | 8 % 16 >> 0) / b; }")
        self.path("k.npy").write_bytes(npy([0, 4, 7, 9]).replace(b"<f4", b"<i4"))
        values = struct.pack("<4i", 0, 4, 7, 9)
        self.path("k.npy").write_bytes(self.path("k.npy").read_bytes()[:-16] + values)
        outcome = self.check_json("--data", "k=k.npy", "--range", "a=[1,1]", "--range", "b=[0.1,0.1]", "--remarks=all", "bits.c")
        written = outcome.findings[0]["orders"][0]["measured"]
        self.assertEqual(written["samples"], 4)
        tenth = Fraction(binary32(0.1))
        errors = []
        for k in (0, 4, 7, 9):
            exact = Fraction((k << 1 ^ 5) & 15 | 8 % 16 >> 0) / tenth
            ulp = Fraction(2) ** (math.floor(math.log2(exact)) - 23)
            errors.append(abs(Fraction(binary32(float(exact))) - exact) / ulp)
        self.assertAlmostEqual(written["maxUlp"], float(max(errors)), places=6)

    def test_half_types_are_measured_as_the_target_compiles_them_which_is_said(self):
        kernel = "void f(const {0} *a, const {0} *b, const {0} *c, {0} *o, int n) {{ for (int i = 0; i < n; ++i) o[i] = a[i] * b[i] / c[i]; }}"
        for spelled, name in (("_Float16", "binary16"), ("__bf16", "bfloat16")):
            with self.subTest(type=spelled):
                self.write("half.cpp", kernel.format(spelled))
                said = f"measured as this target compiles it: arithmetic on {name} values runs in binary32"
                host = self.run_checker("--measure", "--level=audit", "--remarks=all", "--extra-arg=--target=x86_64-linux-gnu", "half.cpp")
                self.assertEqual(host.out.count(said), host.out.count("measured on"))
                self.assertIn("samples, binary32", host.out)
                self.assertIn("--extra-arg=-fexcess-precision=16", host.out)
                device = self.run_checker("--measure", "--level=audit", "--remarks=all", "--extra-arg=--target=x86_64-linux-gnu", "--extra-arg=-fexcess-precision=16",
                                          "half.cpp")
                self.assertIn(f"samples, {name}", device.out)
                self.assertNotIn("as this target compiles it", device.out)
        self.write("float.cpp", kernel.format("float"))
        self.assertNotIn("as this target compiles it", self.run_checker("--measure", "--remarks=all", "float.cpp").out)

    def test_the_search_says_where_it_leaves_the_data(self):
        self.write("pixels.c", "float f(const float *x, const float *y, int i) { return x[i] * y[i] / (y[i] + 0.1f); }")
        for name in ("x", "y"):
            self.path(f"{name}.npy").write_bytes(npy([float((7 * k) % 31 + 3) for k in range(20)]))
        outcome = self.check_json("--data", "x=x.npy", "--data", "y=y.npy", "--remarks=all", "pixels.c")
        worst = [order["measured"]["worst"] for finding in outcome.findings for order in finding["orders"]]
        self.assertTrue(any(each["searched"] for each in worst))
        for each in worst:
            self.assertEqual(each["searched"], each["outsideData"])
            for value in each["inputs"].values():
                self.assertIn(float(value["dec"]), [float(k) for k in range(3, 34)])

    def test_names_that_do_not_exist_are_answered_with_those_that_do(self):
        outcome = self.run_checker("--data", "q=m.npy", "--data", "m=m.npy", "adam.c")
        self.assertIn("array 'q' is read by no finding's expression; these read ", outcome.err)
        self.assertRegex(outcome.err, "these read [^\n]*'m'")
        self.assertRegex(self.run_checker("--data", "q=m.npy", "adam.c").err, "none of the names given for --measure[^\n]*there are [^\n]*'m'")
        self.path("short.npy").write_bytes(npy([1.0, 2.0]))
        outcome = self.run_checker("--data", "adam.m=m.npy", "--data", "v=short.npy", "adam.c")
        self.assertRegex(outcome.err, "array '(adam.m|v)' [^\n]* does not fit array '(adam.m|v)'[^\n]*; the expression reads [^\n]*'m'")

    def test_what_does_not_fit_is_said(self):
        self.path("short.npy").write_bytes(npy([1.0, 2.0]))
        for arguments, expected in (
            (("--data", "m=m.npy", "--data", "v=short.npy", "adam.c"), "does not fit"),
            (("--data", "q=m.npy", "adam.c"), "'q'"),
            (("--data", "m=missing.npy", "adam.c"), "missing.npy"),
            (("--range", "m=[2,1]", "adam.c"), "m=[2,1]"),
            (("--dist", "m=gauss(0,1)", "adam.c"), "gauss"),
            (("--measure", "--samples=0", "adam.c"), "--samples"),
        ):
            with self.subTest(arguments=arguments):
                outcome = self.run_checker(*arguments)
                self.assertStatus(outcome, EXIT_USAGE)
                self.assertIn(expected, outcome.err)

    def test_criteria_judge_the_written_order_against_the_others(self):
        outcome = self.check_json(*self.ADAM_DATA, "--criteria", "ascend;assert-close:rtol=1e-9,atol=0", "adam.c")
        finding = next(finding for finding in outcome.findings if finding["rule"] == "mul-then-div")
        gates = {gate["criterion"]: gate for gate in finding["orders"][1]["measured"]["gates"]}
        self.assertTrue(gates["ascend"]["passed"])
        # Some weights differ by an ulp, which is more than 1e-9 of them.
        self.assertFalse(gates["assert-close"]["passed"])
        self.assertStatus(self.run_checker("--criteria", "ascent", "adam.c"), EXIT_USAGE)

    def test_a_folder_of_arrays(self):
        (self.root / "input").mkdir()
        for name in ("w", "m", "v"):
            (self.root / "input" / f"{name}.npy").write_bytes(self.path(f"{name}.npy").read_bytes())
        outcome = self.check_json("--measure=input", "--range", "lr=[1e-3,1e-3]", "--range", "eps=[1e-8,1e-8]", "adam.c")
        self.assertEqual({figures["samples"] for figures in self.measured(outcome)}, {4000})


if __name__ == "__main__":
    unittest.main()
