"""Fixes of a history: which commits are drawn, and what is found before them."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
CHECKER = sys.argv.pop(1)
SCRIPT = str(pathlib.Path(__file__).parent / "fixes_in_history.py")
BEFORE = "#include <cmath>\ndouble f(double x) {\n  return std::log(1 + x);\n}\n"


class FixesInHistory(unittest.TestCase):
    def git(self, *arguments):
        identity = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", "-C", str(self.repository), *identity, *arguments], capture_output=True, text=True, check=True).stdout

    def commit(self, text, message):
        (self.repository / "f.cpp").write_text(text, encoding="utf-8")
        self.git("add", "f.cpp")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD").strip()

    def script(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=True).stdout

    def test_a_fix_is_drawn_and_found_at_its_statement(self):
        with tempfile.TemporaryDirectory() as directory:
            self.repository = pathlib.Path(directory) / "project"
            self.repository.mkdir()
            self.git("init", "--quiet")
            self.commit(BEFORE, "First")
            fix = self.commit(BEFORE.replace("std::log(1 + x)", "std::log1p(x)"), "Avoid loss of precision for small x")
            self.commit(BEFORE.replace("std::log(1 + x)", "std::log1p(x) + 0"), "Another colour")
            drawn = self.script("draw", str(self.repository))
            self.assertEqual(drawn.count("===="), 1)
            self.assertIn(fix, drawn)
            self.assertIn("     3 -  return std::log(1 + x);", drawn)
            labels = pathlib.Path(directory) / "labels"
            labels.write_text(f"# a comment\nproject\t{fix}\tf.cpp\t3\t3\tlog1p\nproject\t{fix}\tf.cpp\t1\t1\tnothing\n", encoding="utf-8")
            told = self.script("check", "--check", CHECKER, "--verbose", str(labels), str(self.repository))
        self.assertRegex(told, r"f\.cpp:3: log1p-form \| (better-order,)?log1p-form: log1p\n")
        self.assertEqual(told.splitlines()[-1], "2 fixes (0 in files that cannot be analysed): 1 found by default, 1 at audit")


if __name__ == "__main__":
    unittest.main()
