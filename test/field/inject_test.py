"""Injected defects, on a project of one file a kind: what is written, what is named, and nothing left behind."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
CHECKER = sys.argv.pop(1)

SOURCES = {
    "quotient.cpp": "void f(float *y, const float *x, float a, float b, int n) {\n  for (int i = 0; i < n; ++i)\n    y[i] = x[i] * a / b;\n}\n",
    "exact.cpp": "float f(float x, float a) {\n  return x * a / 4.0f;\n}\n",
    "cosine.cpp": "#include <cmath>\ndouble f(double x) {\n  double c = std::cos(x);\n  return c;\n}\n",
    "mean.cpp": "double f(const double *x, int n) {\n  double sum = 0;\n  for (int i = 0; i < n; ++i) {\n    sum += x[i];\n  }\n  return sum;\n}\n",
    "integers.cpp": "int f(int x, int a, int b) {\n  return x * a / b;\n}\n",
}


class Inject(unittest.TestCase):
    def test_defects_are_counted_by_kind(self):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name, text in SOURCES.items():
                (root / name).write_text(text, encoding="utf-8")
            script = str(pathlib.Path(__file__).parent / "inject.py")
            done = subprocess.run([sys.executable, script, "--check", CHECKER, "--verbose", directory], capture_output=True, text=True, check=True)
            self.assertEqual(sorted(path.name for path in root.iterdir() if path.is_file()), sorted(SOURCES))
        rows = {row[:24].strip(): [int(number) for number in row[24:].split()] for row in done.stdout.splitlines() if re.match(r"\S.{23}( +\d+){6}$", row)}
        self.assertEqual(rows["division first"][:2], [2, 1], done.stdout)  # a division by four changes no bit, and integers are left out
        self.assertEqual(rows["division first"][4], 1, done.stdout)
        self.assertEqual(rows["1 - cos"], [1, 1, 1, 1, 1, 1], done.stdout)
        self.assertEqual(rows["accumulator narrowed"][0], 1, done.stdout)
        self.assertEqual(rows["one-pass variance"][0], 1, done.stdout)
        self.assertIn("at audit", done.stdout.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
