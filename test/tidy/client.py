"""Running clang-tidy with the module, and what else calls clang-tidy, on files written for one test."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECKER = os.environ.get("FPORDER_CHECK", "fporder-check")
SOURCE_DIR = pathlib.Path(os.environ.get("FPORDER_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
DIAGNOSTIC = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<level>warning|error|remark): (?P<text>.*) \[fporder-(?P<rule>[a-z0-9-]+)(,-warnings-as-errors)?\]$")
SKIPPED = 77  # ctest's SKIP_RETURN_CODE

# A warning: the product is divided before it is subtracted. No order is better by itself, so that its fix is for whoever asks for all of them.
ADAM = """#include <math.h>
void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    w[i] -= lr * m[i] / (sqrtf(v[i]) + eps);
}
"""
ADAM_PLACE = (4, 23, "mul-then-div")
# A warning with a fix that evidence speaks for.
VERSINE = "#include <math.h>\ndouble versine(double x) { return 1 - cos(x); }\n"
VERSINE_FIXED = "2.0 * (sin(x / 2.0) * sin(x / 2.0))"
# A remark: the order decides the bits only.
REMARK = "float fraction(float a, float b, float c) { return a * b / c; }\n"
CLEAN = "double twice(double x) { return 2.0 * x; }\n"


def need(*programs):
    """Ends the test as skipped, and says so, when a program is not installed."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not installed", flush=True)
        sys.exit(SKIPPED)


def module(major):
    return os.environ.get(f"FPORDER_TIDY_MODULE_{major}")


def need_module(major):
    if not module(major):
        print(f"SKIPPED: no module for LLVM {major}: package libclang-{major}-dev or llvm-{major}-dev was not installed when this was configured", flush=True)
        sys.exit(SKIPPED)


def diagnostics(text):
    """(file, line, column, level, rule) of each diagnostic of ours."""
    found = (DIAGNOSTIC.match(line) for line in text.splitlines())
    return [(m["file"], int(m["line"]), int(m["column"]), m["level"], m["rule"]) for m in found if m]


class ClientTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="fporder-tidy-")
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name).resolve()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def read(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def run_program(self, *command, cwd=None, environment=None, timeout=300):
        return subprocess.run(
            [str(part) for part in command],
            cwd=cwd or self.root,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=timeout,
            text=True,
            errors="replace",
        )

    def clang_tidy(self, major, *arguments, checks="-*,fporder-*", **options):
        return self.run_program(f"clang-tidy-{major}", f"-load={module(major)}", f"-checks={checks}", *arguments, **options)

    def assertStatus(self, done, status):
        self.assertEqual(done.returncode, status, f"{done.args}\n--- stdout\n{done.stdout}\n--- stderr\n{done.stderr}")


def main(needed=()):
    need(*needed)
    unittest.main(argv=sys.argv[:1], verbosity=1)
