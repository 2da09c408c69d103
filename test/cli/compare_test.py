"""fporder-compare, and `fporder-check compare`, which is the same command."""

import json
import math
import os
import pathlib
import struct
import subprocess
import unittest
import zipfile

from checker import CHECKER, CheckerTest

COMPARE = os.environ.get("FPORDER_COMPARE", "fporder-compare")
PASS, FAIL, ERROR = 0, 1, 2


def npy(values, shape=None, code="f", descr="<f4"):
    shape = shape or (len(values),)
    header = str({"descr": descr, "fortran_order": False, "shape": tuple(shape)}).encode()
    header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(values)}{code}", *values)


class Compare(CheckerTest):
    def compare(self, *arguments, program=(COMPARE,)):
        completed = subprocess.run([*program, *map(str, arguments)], cwd=self.root, capture_output=True, timeout=120, check=False)
        self.assertGreaterEqual(completed.returncode, 0, completed)
        return completed.returncode, completed.stdout.decode(), completed.stderr.decode()

    def report(self, *arguments):
        status, out, err = self.compare("--format=json", *arguments)
        return status, json.loads(out), err

    def test_pass_and_fail(self):
        self.write("g.npy", npy([1, 2, 3, 4], (2, 2)))
        self.write("same.npy", npy([1, 2, 3, 4], (2, 2)))
        self.write("off.npy", npy([1, 2, 3.5, 4], (2, 2)))
        status, out, _ = self.compare("g.npy", "same.npy")
        self.assertEqual((status, out.splitlines()[0]), (PASS, "PASS g (float32, 2x2) by ascend: all 4 elements are the same"))
        status, out, _ = self.compare("g.npy", "off.npy")
        self.assertEqual(status, FAIL)
        self.assertIn("FAIL g (float32, 2x2) by ascend: 1 of 4 elements differ (25 %)", out)
        # 0.5 / 2^(1 - 23)
        self.assertIn("[1,0]: golden 3 (0x1.8p+1), actual 3.5 (0x1.cp+1), 2.097e+06 ulp", out)
        self.assertEqual(len(self.compare("-q", "g.npy", "off.npy")[1].splitlines()), 1)

    def test_the_checker_has_the_same_command(self):
        self.write("g.npy", npy([1, 2]))
        self.write("a.npy", npy([1, 3]))
        for arguments in (("g.npy", "a.npy"), ("g.npy", "none.npy"), ("--help",), ("--list-criteria",), ("--version",)):
            self.assertEqual(self.compare(*arguments), self.compare("compare", *arguments, program=(CHECKER,)), arguments)

    def test_json_and_criteria(self):
        self.write("g.npy", npy([1.0, 2.0, math.nan, math.inf]))
        self.write("a.npy", npy([1.0, 2.0 + 2**-22, math.nan, math.inf]))
        status, report, _ = self.report("g.npy", "a.npy", "--criteria=exact")
        self.assertEqual(status, FAIL)
        tensor = report["tensors"][0]
        self.assertEqual((tensor["elements"], tensor["finite"], tensor["differing"], tensor["maxUlp"]), (4, 2, 1, 1))
        self.assertEqual(tensor["nonFinite"], {"goldenNan": 1, "actualNan": 1, "goldenInfinite": 1, "actualInfinite": 1, "mismatches": 0})
        self.assertEqual(tensor["worst"]["index"], [1])
        self.assertEqual(sum(entry["count"] for entry in tensor["ulpHistogram"]), 2)
        self.assertEqual(self.report("g.npy", "a.npy")[0], PASS)
        names = {criterion["name"] for criterion in tensor["criteria"]}
        listed = {line.split(":")[0] for line in self.compare("--list-criteria")[1].splitlines() if not line.startswith(" ")}
        self.assertEqual(names, listed)
        self.assertEqual(self.report("g.npy", "a.npy", "--criteria=assert-close:atol=0,rtol=2^-23,equal_nan=1")[0], PASS)
        self.assertEqual(self.report("g.npy", "a.npy", "--criteria=assert-close:atol=0,rtol=2^-23")[0], FAIL)  # NaN, as torch has it
        self.assertEqual(self.report("g.npy", "a.npy", "--criteria=assert-close:atol=0,rtol=2^-24,equal_nan=1")[0], FAIL)

    def test_values_of_a_narrower_format_are_named(self):
        halves = [struct.unpack("<e", struct.pack("<e", 0.1 * i))[0] for i in range(100)]
        self.write("g.npy", npy([0.1 * i for i in range(100)]))
        self.write("a.npy", npy(halves))
        _, report, _ = self.report("g.npy", "a.npy")
        self.assertEqual(len(report["notes"]), 1, report["notes"])
        self.assertIn("every value of 'a' (float32) is one of binary16", report["notes"][0])
        self.write("a.npy", npy([float(i) for i in range(100)]))  # counts are in every format
        self.assertEqual(self.report("g.npy", "a.npy")[1]["notes"], [])

    def test_the_kernel_report_that_missed_its_gate(self):
        # 69 of 1,000,000 elements beyond 1e-4: the share that passes is 99.9931 %.
        golden = [1.0] * 1_000_000
        actual = [1.0 + (2e-4 if i % 14493 == 0 else 0) for i in range(1_000_000)]
        self.assertEqual(sum(value != 1 for value in actual), 69)
        self.write("g.bin", struct.pack("<1000000f", *golden))
        self.write("a.bin", struct.pack("<1000000f", *actual))
        self.assertEqual(self.compare("--dtype=float32", "g.bin", "a.bin", "--criteria=double-ten-thousandth")[0], PASS)
        self.assertEqual(self.compare("--dtype=float32", "g.bin", "a.bin", "--criteria=double-ten-thousandth:share=6.9e-5")[0], FAIL)

    def test_archives_and_folders_by_name(self):
        for name, third in (("g.npz", 4), ("a.npz", 5)):
            with zipfile.ZipFile(self.root / name, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("x.npy", npy([1, 2, 3]))
                archive.writestr("y.npy", npy([1, 2, third]))
        status, report, _ = self.report("g.npz", "a.npz")
        self.assertEqual(status, FAIL)
        self.assertEqual([(tensor["name"], tensor["passed"]) for tensor in report["tensors"]], [("x", True), ("y", False)])
        self.assertEqual(self.compare("g.npz/x", "a.npz/x")[0], PASS)
        for folder, prefix in (("golden", "golden_"), ("output", "output_")):
            self.write(f"{folder}/{prefix}z.bin", struct.pack("<4e", 1, 2, 3, 4))
        status, out, err = self.compare("golden", "output", "--dtype=float16")
        self.assertEqual(status, PASS, err)
        self.assertIn("PASS z (float16, 4)", out)
        self.assertIn("read as float16 4, as the given dtype says", err)

    def test_what_does_not_fit_is_an_error_and_the_rest_is_compared(self):
        self.write("g/x.npy", npy([1, 2]))
        self.write("g/shape.npy", npy([1, 2, 3, 4], (2, 2)))
        self.write("g/type.npy", npy([1, 2]))
        self.write("g/gone.npy", npy([1, 2]))
        self.write("a/x.npy", npy([1, 2]))
        self.write("a/shape.npy", npy([1, 2, 3, 4], (4, 1)))
        self.write("a/type.npy", npy([1, 2], code="e", descr="<f2"))
        self.write("a/new.npy", npy([1, 2]))
        status, report, err = self.report("g", "a")
        self.assertEqual(status, ERROR)
        self.assertEqual([tensor["name"] for tensor in report["tensors"]], ["x"])
        self.assertEqual(len(report["errors"]), 4, report["errors"])
        for part in ("'shape': golden g/shape.npy has shape 2x2, actual a/shape.npy has shape 4x1", "'gone' (g/gone.npy) has no counterpart in a",
                     "'new' (a/new.npy) has no counterpart in g", "g/type.npy holds float32, actual a/type.npy holds float16; --dtype says"):
            self.assertIn(part, err)
        status, report, _ = self.report("--dtype=float16", "g/type.npy", "a/type.npy")
        self.assertEqual((status, report["tensors"][0]["format"]), (PASS, "binary16"))

    def test_what_cannot_be_read(self):
        self.write("g.npy", npy([1, 2]))
        self.write("short.npy", npy([1, 2])[:-1])
        self.write("odd.bin", b"12345")
        for bad, part in (("none.npy", "none.npy: No such file"), ("short.npy", "need 8 bytes from offset 128, there are 7"),
                          ("odd.bin", "5 bytes are not a whole number of float32"), (pathlib.Path("/dev/null"), "not a regular file")):
            status, out, err = self.compare("g.npy", bad)
            self.assertEqual((status, out), (ERROR, ""))
            self.assertIn(part, err)
        self.assertEqual(self.compare()[0], ERROR)
        self.assertEqual(self.compare("g.npy", "g.npy", "--criteria=ascend-ratio-l1")[0], ERROR)

    def test_integers(self):
        self.write("g.npy", npy([2**60, 5], code="q", descr="<i8"))
        self.write("a.npy", npy([2**60 + 1, 5], code="q", descr="<i8"))
        status, out, _ = self.compare("g.npy", "a.npy")
        self.assertEqual(status, FAIL)
        self.assertIn("by exact: 1 of 2 elements differ", out)
        self.assertEqual(self.compare("g.npy", "g.npy")[0], PASS)

    def test_raw_files_are_what_golden_is(self):
        self.write("g.npy", npy([1, 2, 3, 4], (2, 2), "e", "<f2"))
        self.write("a.bin", struct.pack("<4e", 1, 2, 3, 4))
        status, out, err = self.compare("g.npy", "a.bin")
        self.assertEqual(status, PASS, err)
        self.assertIn("(float16, 2x2)", out)
        self.assertIn("a.bin: raw elements read as float16 2x2, as in g.npy", err)
        self.assertNotIn("assumed", err)
        # Said otherwise, they are what is said.
        self.write("a_float32.bin", struct.pack("<4f", 1, 2, 3, 4))
        self.assertEqual(self.compare("g.npy", "a_float32.bin")[0], ERROR)
        self.assertEqual(self.compare("g.npy", "a_float32.bin", "--dtype=float16")[0], PASS)

    def test_a_third_platform(self):
        self.write("g.npy", npy([1.0, 1.0]))
        self.write("a.npy", npy([1.25, 1.0]))
        self.write("t.npy", npy([1.125, 0.875]))
        arguments = ("g.npy", "a.npy", "--third", "t.npy")
        self.assertEqual(self.compare(*arguments, "--criteria=ascend-ratio-l1")[0], PASS)
        self.assertEqual(self.compare(*arguments, "--criteria=ascend-ratio-l2")[0], FAIL)


if __name__ == "__main__":
    unittest.main()
