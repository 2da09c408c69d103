#!/usr/bin/env python3
"""Whole programs under shadow execution: the example, the report at exit, its destinations, two files linked together, and refused flags."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("FPORDER_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
COMPILER = os.environ.get("FPORDER_COMPILER", "c++")
FLAGS = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror", "-pthread", f"-I{ROOT / 'runtime/shadow/include'}"]

KERNEL = """
#include <fporder/shadow.h>
#include <vector>
using real = fporder::shadow<float>;
real update(real w, real m, real v) {
  return w - 0.001f * m / (sqrt(v) + 1e-8f); // line 6
}
"""
MAIN = """
#include <fporder/shadow.h>
#include <thread>
#include <vector>
using real = fporder::shadow<float>;
real update(real w, real m, real v);
std::vector<real> kept; // destroyed after the report
int main() {
  std::thread worker([] {
    for (int i = 1; i < 500; ++i)
      kept.push_back(update(real(1) / i, real(i) / 7, real(i) / 3));
  });
  worker.join();
  for (const real &w : kept)
    if (w < 0.01f)
      fporder::output("small \\"w\\"", w);
}
"""


# As people write it: a name that <complex> has, everything of std in reach, functions qualified or not, C's names for float.
STRANGER = """
#include <fporder/shadow.h>
#include <cmath>
#include <iostream>
using namespace std;
using real = fporder::shadow<float>;
real norm(const real *x, int n) {
  real sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sqrt(sum);
}
int main() {
  constexpr real half = 0.5f;
  const real x[2] = {3, 4};
  const real y = max(norm(x, 2), 0.0f) + std::fma(half, x[0], 1.0f) + sqrtf(x[1]) + abs(-half) + std::pow(x[0], 2);
  cout << y << ' ' << isnan(y) << '\\n';
}
"""


def compile_program(directory, sources, *flags):
    binary = pathlib.Path(directory) / "program"
    files = []
    for name, text in sources.items():
        files.append(pathlib.Path(directory) / name)
        files[-1].write_text(text, encoding="utf-8")
    done = subprocess.run([COMPILER, *FLAGS, *flags, *map(str, files), "-o", str(binary), "-lmpfr", "-lgmp"], capture_output=True, text=True, check=False)
    return binary, done


def execute(binary, setting=None, *arguments):
    environment = {key: value for key, value in os.environ.items() if key != "FPORDER_SHADOW_REPORT"}
    if setting is not None:
        environment["FPORDER_SHADOW_REPORT"] = str(setting)
    return subprocess.run([str(binary), *arguments], capture_output=True, text=True, check=False, env=environment)


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.binary, done = compile_program(cls.directory.name, {"kernel.cpp": KERNEL, "main.cpp": MAIN})
        if done.returncode:
            raise AssertionError(done.stderr)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_text_at_exit(self):
        first, second = execute(self.binary), execute(self.binary)
        self.assertEqual((first.returncode, first.stdout), (0, ""))
        self.assertEqual(first.stderr, second.stderr)
        self.assertIn('small "w"', first.stderr)
        self.assertRegex(first.stderr, r"kernel\.cpp:6:\d+  /  binary32")
        self.assertIn("* (a * b) / c", first.stderr)
        self.assertIn("a * (b / c)", first.stderr)

    def test_json_at_exit(self):
        target = pathlib.Path(self.directory.name) / "report.json"
        done = execute(self.binary, target)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        report = json.loads(target.read_text(encoding="utf-8"))
        self.assertEqual([output["name"] for output in report["outputs"]], ['small "w"'])
        self.assertEqual(report["operations"], 499 * 8)
        self.assertEqual(report["decisions"], 499)
        self.assertAlmostEqual(sum(place["share"] for place in report["places"]), 1)
        shares = [place["share"] for place in report["places"]]
        self.assertEqual(shares, sorted(shares, reverse=True))
        lines = {(place["place"]["line"], place["place"]["operation"]) for place in report["places"] if place["place"]["file"].endswith("kernel.cpp")}
        self.assertEqual(lines, {(6, "*"), (6, "/"), (6, "+"), (6, "-"), (6, "sqrt")})
        orders = [order["order"] for entry in report["orders"] if entry["outer"]["operation"] == "/" for order in entry["orders"]]
        self.assertEqual(orders, ["(a * b) / c", "a * (b / c)", "(a / c) * b"])
        for entry in report["orders"]:
            self.assertTrue(entry["orders"][0]["written"])
            self.assertLessEqual(entry["sampled"], entry["offered"])

    def test_text_file_and_silence(self):
        target = pathlib.Path(self.directory.name) / "report.txt"
        self.assertEqual(execute(self.binary, target).stderr, "")
        self.assertEqual(target.read_text(encoding="utf-8"), execute(self.binary).stderr)
        self.assertEqual(execute(self.binary, "off").stderr, "")

    def test_report_that_cannot_be_written(self):
        done = execute(self.binary, pathlib.Path(self.directory.name) / "no" / "such.json")
        self.assertEqual(done.returncode, 0)
        self.assertIn("cannot write the shadow report", done.stderr)

    def test_fast_math_is_refused(self):
        with tempfile.TemporaryDirectory() as directory:
            _, done = compile_program(directory, {"kernel.cpp": KERNEL, "main.cpp": MAIN}, "-ffast-math")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("compile this file without it", done.stderr)

    def test_a_strangers_program(self):
        with tempfile.TemporaryDirectory() as directory:
            binary, done = compile_program(directory, {"stranger.cpp": STRANGER})
            self.assertEqual(done.stderr, "")
            run = execute(binary, "off")
        self.assertEqual((run.returncode, run.stdout), (0, "19 0\n"))

    def test_older_standards_are_refused(self):
        for standard in ("c++98", "c++11", "c++17"):
            with tempfile.TemporaryDirectory() as directory:
                _, done = compile_program(directory, {"main.cpp": "#include <fporder/shadow.h>\nint main() {}\n"}, f"-std={standard}")
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count("error:"), 1, done.stderr)
            self.assertIn("needs C++20: compile this file with -std=c++20", done.stderr)

    def test_example(self):
        with tempfile.TemporaryDirectory() as directory:
            binary = pathlib.Path(directory) / "example"
            source = ROOT / "examples/shadow-adam/shadow_adam.cpp"
            done = subprocess.run([COMPILER, *FLAGS, str(source), "-o", str(binary), "-lmpfr", "-lgmp"], capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr, "")
            run = execute(binary, None, "8")
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("beta2 is 1\n", run.stdout)
            self.assertRegex(run.stdout, r"adam\.h:22:\d+  -  bfloat16")
            self.assertEqual(run.stdout, execute(binary, None, "8").stdout)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
