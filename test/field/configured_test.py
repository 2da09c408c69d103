#!/usr/bin/env python3
"""configured.py and understood.py on small projects of our own."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = sys.argv.pop(1)
HERE = pathlib.Path(__file__).resolve().parent

FILES = {
    "src/ratio.cpp": '#include "base/number.h"\nfloat ratio(number a, number b, number c) { return scale(a * b / c); }\n',
    "src/count.cpp": '#include "lost.h"\nCount share(Count a, Count b, Count c) { return a * b / c; }\n',
    "src/asleep.cpp": "#ifdef USE_NEON\nfloat f(float a, float b, float c) { return a * b / c; }\nfloat g(float a, float b, float c) { return c - a * b; }\n#endif\n",
    "include/base/number.h": "#pragma once\nusing number = float;\ninline number scale(number x) { return x + 3.0f + 1.0f; }\n",
}
LOST = "#pragma once\nusing Count = unsigned long;\n"


class FieldScripts(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name).resolve() / "project"
        (self.root / ".git").mkdir(parents=True)
        for name, text in FILES.items():
            self.write(self.root / name, text)

    @staticmethod
    def write(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_script(self, script, *arguments):
        done = subprocess.run([sys.executable, HERE / script, "--check", CHECK, *arguments, str(self.root)], capture_output=True, text=True, timeout=300)
        self.assertEqual("", done.stderr)
        return done.returncode, done.stdout.splitlines()

    def row(self, *arguments):
        status, lines = self.run_script("configured.py", *arguments)
        return status, lines[1].replace("%", "").split(), lines

    def test_by_flags(self):
        self.write(pathlib.Path(f"{self.root}.flags"), "# by hand\nsrc/ratio.cpp: -I$ROOT/include -std=c++17\n*.cpp: -\n")
        status, row, lines = self.row()
        self.assertEqual(0, status)
        self.assertEqual(["1", "4", "100.0", "4", "100.0", "1", "100.0", "1", "100.0", "0", "0", "project"], row)
        self.assertIn("of 1 findings 100.0 % found configured, of 1 configured 100.0 % found as they are; 0 on integers", lines[-1])

    def test_by_a_database_beside_it_that_the_plain_run_does_not_see(self):
        build = pathlib.Path(f"{self.root}.build")
        entry = {"directory": str(build), "file": str(self.root / "src/ratio.cpp"), "arguments": ["clang++", f"-I{self.root}/include", "-c", str(self.root / "src/ratio.cpp")]}
        self.write(build / "compile_commands.json", json.dumps([entry]))
        self.assertEqual(["1", "4", "100.0", "4", "100.0", "1", "100.0", "1", "100.0", "0", "0", "project"], self.row()[1])
        # A header that another directory offers: what is understood differs, and is named.
        self.write(self.root / "include/base/number.h", "#pragma once\n#ifdef REAL\nusing number = float;\n#else\n#error configure first\n#endif\ninline number scale(number x) { return x * 2.0f; }\n")
        entry["arguments"].insert(1, "-DREAL")
        self.write(build / "compile_commands.json", json.dumps([entry]))
        status, row, lines = self.row("--verbose")
        self.assertEqual((0, "100.0"), (status, row[4]))
        self.assertEqual("1", row[7])

    def test_what_is_woken_counts_apart(self):
        self.write(pathlib.Path(f"{self.root}.flags"), "src/asleep.cpp: -std=c++17\n")
        row = self.row()[1]
        self.assertEqual(("0", "0", "project"), (row[5], row[7], row[-1]))
        self.assertGreater(int(row[10]), 0)

    def test_integers_are_found_by_their_types(self):
        sys.path.insert(0, str(HERE))
        from expression_types import ExpressionTypes

        self.write(self.root / "include/lost.h", LOST)
        types = ExpressionTypes(self.root / "src/count.cpp", [f"-I{self.root}/include"], self.root)
        self.assertEqual(("integer", "unsigned long"), types.at(self.root / "src/count.cpp", 2, 56))
        types = ExpressionTypes(self.root / "src/ratio.cpp", ["-Iinclude"], self.root)
        self.assertEqual(("other", "float"), types.at(self.root / "src/ratio.cpp", 2, 67))
        self.assertIsNone(types.at(self.root / "src/ratio.cpp", 2, 5))

    def test_without_a_configuration_it_says_so(self):
        done = subprocess.run([sys.executable, HERE / "configured.py", "--check", CHECK, str(self.root)], capture_output=True, text=True, timeout=300)
        self.assertEqual(1, done.returncode)
        self.assertIn("neither", done.stderr)

    def test_understood(self):
        status, lines = self.run_script("understood.py", "--reasons", "3")
        self.assertIn("project", lines[1])
        self.assertEqual("3", lines[1].split()[0])
        status, lines = self.run_script("understood.py", "--most", "1", "--seed", "2")
        self.assertEqual("1", lines[1].split()[0])


if __name__ == "__main__":
    unittest.main()
