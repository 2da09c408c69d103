#!/usr/bin/env python3
"""Large and broken programs: ten thousand places, deep recursion, signals, fork, several copies of the runtime, memory that stays bounded.

Environment as for whole_program_test.py.
"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from whole_program_test import COMPILERS, HEAD, Program, places, run, total

PRECISIONS = ("residue", "double-double", "120")


class Robustness(unittest.TestCase):
    def test_ten_thousand_places(self):
        def part(first):
            functions = "".join(f"double f{number}(double x) {{ double y = x * 1.{number:04}1 + x / (x + {number}.5); return y - {number} * x * x + y / 3; }}\n" for number in range(first, first + 250))
            calls = " ".join(f"s += f{number}(0.1 * {number});" for number in range(first, first + 250))
            return functions + f"double part{first}() {{ double s = 0; {calls}\n return s; }}\n"

        firsts = range(0, 1000, 250)
        main = HEAD + "".join(f"double part{first}(); " for first in firsts) + '\nint main() { printf("%.17g\\n", ' + " + ".join(f"part{first}()" for first in firsts) + "); }\n"
        with Program(main, *(part(first) for first in firsts), flags=("-O0",)) as program:
            started = time.monotonic()
            report = program.report()
            self.assertLess(time.monotonic() - started, 60)
            self.assertGreater(report["operations"], 9000)
            self.assertGreater(len(report["places"]), 9000)
            self.assertEqual(report["restarts"], [])

    def test_deep_recursion(self):
        source = 'double f(double x, int n) { return n == 0 ? x : f(x / 1.1, n - 1) + x * 0.3; }\nint main() { printf("%.17g\\n", f(1, 5000)); }'
        for level in ("-O0", "-O2"):
            for precision in PRECISIONS:
                with self.subTest(level=level, precision=precision), Program(HEAD + source, flags=(level,)) as program:
                    os.environ["FPORDER_SHADOW_PRECISION"] = precision
                    try:
                        report = program.report()
                    finally:
                        del os.environ["FPORDER_SHADOW_PRECISION"]
                    self.assertEqual([place["count"] for place in places(report, 4, "/")], [5000])
                    self.assertEqual(report["outputs"][0]["undecided"], 0)

    def test_an_overflowing_stack_leaves_the_report(self):
        with Program(HEAD + "double f(double x) { volatile double y = x / 3; return f(y + 1) * 2 + y; }\nint main() { volatile double x = f(1); return x > 0; }", flags=("-O0", "-Wno-infinite-recursion")) as program:
            report = program.report(expected=-signal.SIGSEGV)
            self.assertGreater(places(report, 4, "/")[0]["count"], 1000)

    def test_termination_leaves_the_report_and_killing_nothing(self):
        source = 'int main() { volatile double x = 1; puts("up"); fflush(stdout); for (;;) x = x / 3 + 1; }'
        with Program(HEAD + source, flags=("-O1",)) as program:
            for which in (signal.SIGTERM, signal.SIGKILL):
                target = program.path / f"report{which}.json"
                with subprocess.Popen([program.binary], stdout=subprocess.PIPE, env={**os.environ, "FPORDER_SHADOW_REPORT": str(target)}) as process:
                    process.stdout.readline()
                    time.sleep(0.2)
                    process.send_signal(which)
                    self.assertEqual(process.wait(60), -which)
                self.assertEqual(target.exists(), which == signal.SIGTERM)
                self.assertEqual([file.name for file in program.path.glob(".fporder-tmp-*")], [])
            self.assertGreater(json.loads((program.path / f"report{signal.SIGTERM}.json").read_text())["operations"], 1000)

    def test_forked_processes_report_what_they_did(self):
        source = ('#include <sys/wait.h>\n#include <unistd.h>\nint main() { volatile double x = 1; for (int i = 0; i < 10; ++i) x = x / 3;\n'
                  "  if (fork() == 0) { for (int i = 0; i < 7; ++i) x = x / 5;\n    return 0; }\n  wait(nullptr); return 0; }")
        with Program(HEAD + source, flags=("-O1",)) as program:
            report = program.report()
            self.assertEqual(sum(place["count"] for place in places(report, operation="/")), 10)
            children = list(program.path.glob("report.json.*"))
            self.assertEqual(len(children), 1)
            self.assertEqual([place["count"] for place in json.loads(children[0].read_text())["places"] if place["count"]], [7])

    def test_libraries_with_copies_of_the_runtime(self):
        """Two libraries, opened with their symbols kept to themselves by a program without shadows."""
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            for name in ("one", "two"):
                (path / f"{name}.cpp").write_text(f'extern "C" double {name}(double x) {{ return x / 3 + 1; }}\n', encoding="utf-8")
                run([COMPILERS / "fporder-c++", "-O2", "-fPIC", "-shared", path / f"{name}.cpp", "-o", path / f"lib{name}.so"])
            (path / "main.c").write_text('#include <dlfcn.h>\n#include <stdio.h>\nint main(int c, char **v) { for (int i = 1; i < c; ++i) { void *h = dlopen(v[i], RTLD_NOW | RTLD_LOCAL);\n'
                                         '  double (*f)(double) = h ? (double (*)(double))dlsym(h, i == 1 ? "one" : "two") : 0; if (!f) { puts(dlerror()); return 1; } printf("%.17g\\n", f(1)); } return 0; }\n', encoding="utf-8")
            run([os.environ["FPORDER_PLAIN"].removesuffix("++"), path / "main.c", "-ldl", "-o", path / "main"])
            done = run([path / "main", path / "libone.so", path / "libtwo.so"], {"FPORDER_SHADOW_REPORT": str(path / "report.json")})
            self.assertEqual(done.stdout, "1.3333333333333333\n" * 2)
            self.assertTrue((path / "report.json").exists())

    def test_a_limit_on_the_address_space_is_said(self):
        with Program(HEAD + 'int main() { volatile double x = 1; printf("%g\\n", x / 3); }') as program:
            done = run(["sh", "-c", f"ulimit -v 10000000; exec '{program.binary}'"], expected=125)
            self.assertIn("cannot reserve 48 TiB of address space for shadow memory", done.stderr)

    def test_a_billion_operations(self):
        count = 500_000_000 if os.environ.get("FPORDER_FULL") else 10_000_000
        source = f'int main() {{ double s = 1; for (long i = 0; i < {count}; ++i)\n    s = s * 0.9999 + 1e-4;\n  printf("%.17g\\n", s); }}'
        with Program(HEAD + source, flags=("-O1",)) as program:
            if not os.environ.get("FPORDER_FULL"):
                print("reduced: 20 million operations (FPORDER_FULL=1: a thousand million)")
            report = program.report()
            self.assertEqual((report["operations"], [place["count"] for place in places(report, 5)]), (2 * count, [count, count]))
            self.assertEqual((report["outputs"][0]["undecided"], len(report["trees"])), (0, 1))

    def test_link_time_optimisation(self):
        source = "double f(double x) { return std::sqrt(x * x + 1) - x; }\n" + 'int main() { double s = 0; for (int i = 1; i < 100; ++i) s += f(i * 1e3); printf("%.17g\\n", s); }'
        with Program(HEAD + source, flags=("-O2",)) as plain:
            expected = plain.report()
            for flag in ("-flto", "-flto=thin"):
                with self.subTest(flag=flag), Program(HEAD + source, flags=("-O2", flag)) as program:
                    report = program.report()
                    self.assertEqual(program.done.stdout, plain.done.stdout)
                    self.assertEqual([(place["place"]["line"], place["place"]["column"], place["count"], place["resultUlp"]) for place in report["places"]],
                                     [(place["place"]["line"], place["place"]["column"], place["count"], place["resultUlp"]) for place in expected["places"]])

    def test_results_that_nothing_bounds_are_sampled(self):
        """The logistic map: the bound on its error doubles with each step until it is infinite."""
        count = 2_000_000
        source = (f'int main() {{ double x = 0.4; int n = 0; for (int i = 0; i < {count}; ++i) {{\n    x = 3.9 * x * (1 - x);\n    n += x > 0.5;\n    n += int(x * 4); }}\n'
                  '  printf("%.17g %d\\n", x, n); }')
        with Program(HEAD + source, flags=("-O1",)) as program:
            started = time.monotonic()
            report = program.report()
            self.assertLess(time.monotonic() - started, 30)
            self.assertEqual([place["place"]["operation"] for place in report["places"] if place["place"]["line"] == 6], [">"])
            self.assertEqual(sorted(place["place"]["operation"] for place in places(report, 5)), ["*", "*", "-"])
            for place in places(report, 5) + places(report, 6) + places(report, 7, "to integer"):
                self.assertEqual(place["count"], count)
                self.assertGreater(place["undecided"], 0.9 * count)
                self.assertLess(place["undecided"], 1.1 * count)
            self.assertEqual(report["outputs"][0]["undecided"], 1)

    def test_memory_stays_bounded(self):
        source = 'int main() { double s = 0; for (long i = 1; i < 3000000; ++i) s += 1.0 / i * s * 1e-9 + i % 7;\n  printf("%.17g\\n", s); }'
        with Program(HEAD + source, flags=("-O1",)) as program:
            for precision in PRECISIONS:
                with subprocess.Popen([program.binary], stdout=subprocess.DEVNULL, env={**os.environ, "FPORDER_SHADOW_REPORT": "off", "FPORDER_SHADOW_PRECISION": precision}) as process:
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                self.assertLess(usage.ru_maxrss, 64 * 1024)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(unittest.main(verbosity=1))
