"""Running fporder-check on files written for one test."""

import json
import os
import pathlib
import resource
import subprocess
import tempfile
import unittest

CHECKER = os.environ.get("FPORDER_CHECK", "fporder-check")
SOURCE_DIR = pathlib.Path(os.environ.get("FPORDER_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))

# A warning: an update that multiplies first and is then subtracted (class R1).
ADAM = """#include <math.h>
void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    w[i] -= lr * m[i] / (sqrtf(v[i]) + eps);
}
"""
ADAM_LINE = 4
ADAM_RULE = "mul-then-div"

# Nothing to say about it.
CLEAN = "double twice(double x) { return 2.0 * x; }\n"

# A remark: the order matters to the bits only.
REMARK = "float fraction(float a, float b, float c) { return a * b / c; }\n"

EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, EXIT_FAILURE = 0, 1, 2, 3


class Outcome:
    def __init__(self, completed):
        self.status = completed.returncode
        self.out = completed.stdout.decode("utf-8", "replace")
        self.err = completed.stderr.decode("utf-8", "replace")

    @property
    def report(self):
        return json.loads(self.out)

    @property
    def findings(self):
        return self.report["findings"]

    @property
    def places(self):
        """Each place of each finding as if it were a finding of its own."""
        return [{**finding, **place} for finding in self.findings for place in finding["places"]]

    def __repr__(self):
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def limited_stack():
    """The stack that a shell gives by default, whatever this machine's limit is."""
    limit = 8192 * 1024
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


class CheckerTest(unittest.TestCase):
    """A directory of its own for each test, and the checker in it."""

    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="fporder-cli-")
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name).resolve()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
        return path

    def read(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def run_checker(self, *arguments, cwd=None, environment=None, timeout=120):
        # What a test sees comes from its sources, not from an earlier run.
        merged = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1", **(environment or {})}
        completed = subprocess.run(
            [CHECKER, *map(str, arguments)],
            cwd=cwd or self.root,
            env=merged,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=timeout,
            preexec_fn=limited_stack,
        )
        outcome = Outcome(completed)
        self.assertGreaterEqual(outcome.status, 0, f"killed by signal: {outcome}")
        return outcome

    def check_json(self, *arguments, **options):
        return self.run_checker("--format=json", *arguments, **options)

    def assertStatus(self, outcome, status):
        self.assertEqual(outcome.status, status, outcome)

    def assertNotAnalysed(self, outcome, what, why):
        entries = outcome.report["notAnalysed"]
        self.assertTrue(any(what in entry["what"] and why in entry["why"] for entry in entries), entries)
