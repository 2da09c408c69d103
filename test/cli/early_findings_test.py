#!/usr/bin/env python3
"""Findings are printed while the run goes on, and progress on a terminal."""

import os
import pty
import re
import subprocess
import unittest

from checker import ADAM, CHECKER, CLEAN, REMARK, CheckerTest, limited_stack

SUPPRESSED = ADAM.replace("/ (sqrtf", "/* */ / (sqrtf").replace("eps);", "eps); // NOLINT(fporder-mul-then-div)")
UNUSED = "double thrice(double x) { return 3.0 * x; } // NOLINT(fporder-mul-then-div)\n"
REMARKS = "".join(f"float fraction{i}(float a, float b, float c) {{ return a * b / c; }}\n" for i in range(9))


def slow(functions):
    """Takes a while: as many functions, with a finding in the last."""
    return "".join(f"double g{i}(const double *p) {{ return p[0] + p[1] * p[2] + p[{i}]; }}\n" for i in range(functions)) + REMARK


class EarlyFindings(CheckerTest):
    def test_the_text_does_not_depend_on_when_it_is_printed(self):
        self.write("shared.h", ADAM.replace("void adam", "#pragma once\ninline void shared_adam"))
        sources = {"z.cpp": ADAM, "a.cpp": '#include "shared.h"\n' + ADAM, "m.cpp": '#include "shared.h"\n' + REMARKS, "s.cpp": SUPPRESSED, "u.cpp": UNUSED, "c.cpp": CLEAN}
        for name, text in sources.items():
            self.write(name, text)
        for order in (sorted(sources), list(sources)):
            for jobs in (1, 4):
                early = self.run_checker(f"-j{jobs}", *order)
                self.run_checker("--format=text:late.txt", f"-j{jobs}", *order)
                self.assertEqual(early.out, self.read("late.txt"))
        files = re.findall(r"^(?:\S*/)?([a-z.]+):\d+:\d+: (?:warning|remark)", early.out, re.M)
        self.assertEqual(list(dict.fromkeys(files)), ["a.cpp", "m.cpp", "u.cpp", "z.cpp", "shared.h"])

    def test_a_file_that_fails_is_named_once(self):
        self.write("a.cpp", ADAM)
        self.write("b.cpp", "float f( {\n")
        self.write("c.cpp", ADAM)
        outcome = self.run_checker("a.cpp", "b.cpp", "c.cpp")
        self.assertEqual(len(re.findall(r"^[ac]\.cpp:\d+:\d+: warning", outcome.out, re.M)), 2)
        self.assertEqual(outcome.err.count("no function survives"), 1)

    def start(self, *sources, stderr):
        environment = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1"}
        return subprocess.Popen([CHECKER, "-j1", *sources], cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, preexec_fn=limited_stack)

    def test_findings_are_there_before_the_run_ends(self):
        self.write("a.cpp", ADAM)
        self.write("b.cpp", slow(30000))
        with self.start("a.cpp", "b.cpp", stderr=subprocess.DEVNULL) as process:
            first = process.stdout.readline().decode()
            running = process.poll() is None
            rest = process.stdout.read().decode()
        self.assertIn("a.cpp:4:", first)
        self.assertTrue(running)
        self.assertIn("b.cpp:30001:", rest)

    def test_progress_on_a_terminal(self):
        names = [f"{letter}.cpp" for letter in "abcd"]
        for name in names:
            self.write(name, slow(30000))
        ours, theirs = pty.openpty()
        with self.start(*names, stderr=theirs) as process:
            os.close(theirs)
            shown = b""
            while True:
                try:
                    shown += os.read(ours, 65536)
                except OSError:  # the other end is closed
                    break
            out = process.stdout.read().decode()
        os.close(ours)
        lines = re.findall(r"\[(\d)/4\] ([a-d])\.cpp, (\d) findings?\b", shown.decode())
        self.assertTrue(lines, shown)
        for count, letter, findings in lines:
            self.assertEqual((int(count), int(findings)), (ord(letter) - ord("a") + 1, int(count)))
        self.assertEqual(len(re.findall(r"^[a-d]\.cpp:30001:\d+: remark", out, re.M)), 4)


if __name__ == "__main__":
    unittest.main()
