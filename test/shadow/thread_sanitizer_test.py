#!/usr/bin/env python3
"""The library that instrumented programs link, under ThreadSanitizer: threads that record at the same time, come and go, and a report.

Environment as for whole_program_test.py; FPORDER_SOURCE_DIR for the sources.
"""

import os
import pathlib
import sys
import tempfile
import unittest

from whole_program_test import PLAIN, run

ROOT = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])


class ThreadSanitizer(unittest.TestCase):
    def test_threads_record_and_end(self):
        # A source of its own, since number_functions.cpp has the same names.
        functions = ROOT / "runtime/shadow/program/functions.cpp"
        library = [file for file in sorted((ROOT / "runtime/shadow/program").glob("*.cpp")) if not file.name.startswith("inlined") and file != functions]
        with tempfile.TemporaryDirectory() as directory:
            binary, together = pathlib.Path(directory) / "driver", pathlib.Path(directory) / "together.cpp"
            # One source, since the headers take most of the time.
            together.write_text("".join(f'#include "{file.relative_to(ROOT)}"\n' for file in [*library, ROOT / "test/shadow/threads_driver.cpp"]), encoding="utf-8")
            run([PLAIN, "-std=c++20", "-O1", "-g", "-fsanitize=thread", "-ffp-contract=off", f"-I{ROOT}", f"-I{ROOT / 'runtime/shadow/include'}", together, functions, "-lmpfr", "-lgmp", "-o", binary])
            done = run([binary], {"FPORDER_SHADOW_REPORT": "off", "TSAN_OPTIONS": "halt_on_error=1:exitcode=66"})
            self.assertNotIn("ThreadSanitizer", done.stderr)
            # Two operations a step, 18 threads of 2,000 steps; what is printed is recorded each time.
            self.assertEqual(done.stdout, "72000 operations, 1 trees, 36000 printed, 36000\n")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
