#!/usr/bin/env python3
"""Whole programs in the wider precisions, and fporder-run: what residues leave undecided is decided, rightly, or named as not converged.

Environment: FPORDER_COMPILERS and FPORDER_PLAIN as for whole_program_test.py, FPORDER_RUN the program fporder-run.
"""

import fractions
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest

from whole_program_test import HEAD, LEVELS, Program, places, run, total

RUN = pathlib.Path(os.environ["FPORDER_RUN"])
PRECISIONS = ("residue", "double-double", "120", "191", "383")
NUMBERS = ("double-double", "120", "191", "383")

MULLER = ("int main(int argc, char **) { double a = 5.5, b = 60.0 + argc; b /= 11; for (int i = 0; i < 40; ++i) {\n    double c = 111 - (1130 - 3000 / a) / b; a = b; b = c; }\n"
          '  printf("%.17g\\n", b); }\n')
RUMP = ("double f(double a, double b) {\n  return 333.75 * b * b * b * b * b * b + a * a * (11 * a * a * b * b - b * b * b * b * b * b - 121 * b * b * b * b - 2) + 5.5 * b * b * b * b * b * b * b * b + a / (2 * b); }\n"
        'int main() { printf("%g\\n", f(77617, 33096)); }\n')


def muller():
    a, b = fractions.Fraction(11, 2), fractions.Fraction(61, 11)
    for _ in range(40):
        a, b = b, 111 - (1130 - 3000 / a) / b
    return b


def rump():
    a, b = fractions.Fraction(77617), fractions.Fraction(33096)
    return fractions.Fraction(1335, 4) * b**6 + a * a * (11 * a * a * b * b - b**6 - 121 * b**4 - 2) + fractions.Fraction(11, 2) * b**8 + a / (2 * b)


def report_of(program, precision, *arguments):
    target = program.path / "report.json"
    done = run([program.binary, *arguments], {"FPORDER_SHADOW_REPORT": str(target), "FPORDER_SHADOW_PRECISION": precision})
    return json.loads(target.read_text(encoding="utf-8")), done.stdout


def repeated(program, *options, expected=0, arguments=(), **environment):
    target = program.path / "final.json"
    done = run([RUN, f"--report={target}", *options, "--", program.binary, *arguments], environment, expected)
    return json.loads(target.read_text(encoding="utf-8")) if target.exists() else None, done


class Precisions(unittest.TestCase):
    def agree(self, source, flags=(), relative=1e-3):
        """All precisions see the same program, and what they decide agrees."""
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level, *flags)) as program:
                reports = {precision: report_of(program, precision) for precision in PRECISIONS}
                first, printed = reports["residue"]
                for precision, (report, output) in reports.items():
                    self.assertEqual(output, printed)
                    self.assertEqual([(place["place"], place["count"]) for place in sorted(report["places"], key=lambda place: json.dumps(place["place"]))],
                                     [(place["place"], place["count"]) for place in sorted(first["places"], key=lambda place: json.dumps(place["place"]))])
                    self.assertEqual(report["restarts"], first["restarts"])
                    for mine, other in zip(report["outputs"], first["outputs"]):
                        if mine["undecided"] == 0 and other["undecided"] == 0:
                            self.assertAlmostEqual(mine["errorUlp"]["max"], other["errorUlp"]["max"], delta=relative * max(1, other["errorUlp"]["max"]), msg=precision)
        return first

    def test_loops_that_swap_and_shift(self):
        self.agree('int main() { double a = 1, b = 1.1, c = 0.7; for (int i = 0; i < 60; ++i) { double t = a; a = b; b = c; c = t * 1.01 - b / 3; }\n printf("%.17g %.17g %.17g\\n", a, b, c); }')

    def test_selections_of_what_a_loop_carries(self):
        self.agree('int main() { double a = 0.1, b = 0.3; for (int i = 0; i < 50; ++i) { double low = i % 3 ? a : b; b = a; a = low * 1.1 + 0.01; }\n printf("%.17g %.17g\\n", a, b); }')

    def test_calls_recursion_and_structures(self):
        self.agree("struct P { double x; float y; };\n__attribute__((noinline)) P f(P p, int n) { if (n == 0) return p; P q = f({p.x / 3, p.y * 1.1f}, n - 1); return {q.x + p.x, q.y - p.y / 7}; }\n"
                   'int main() { P p = f({1.3, 0.7f}, 20); printf("%.17g %.9g\\n", p.x, double(p.y)); }')

    def test_variable_arguments(self):
        self.agree("#include <cstdarg>\n__attribute__((noinline)) double f(double first, int n, ...) { va_list l; va_start(l, n); double s = first / 3; for (int i = 0; i < n; ++i) s += va_arg(l, double) / 7; va_end(l); return s; }\n"
                   'int main() { printf("%.17g\\n", f(1.1, 3, 0.1, 0.2, 0.3)); }')

    def test_memory(self):
        self.agree("#include <cstring>\n#include <vector>\nint main() { std::vector<float> v; for (int i = 1; i < 200; ++i) v.push_back(1.0f / i); std::vector<float> w(v); memmove(w.data() + 1, w.data(), 4 * 100);\n"
                   '  double s = 0; for (float x : w) s += x * 1.1f; printf("%.17g\\n", s); }')

    def test_mathematics(self):
        self.agree('int main() { double s = 0; for (int i = 1; i < 40; ++i) { double x = i / 7.0; s += std::exp(-x) * std::sin(x) + std::pow(x, 1.5) / std::hypot(x, 2 * x) + std::atan2(x, 3) - std::fabs(std::cos(x)) + std::fmax(x / 3, s / 50); }\n printf("%.17g\\n", s); }')

    def test_half_in_memory(self):
        self.agree('int main() { static _Float16 h[64]; for (int i = 0; i < 64; ++i) h[i] = (_Float16)(1.0f / (i + 3)); float s = 0; for (int i = 0; i < 64; ++i) s += (float)h[i] * 1.1f; printf("%.9g\\n", double(s)); }', flags=("-mf16c",))

    def test_vectors(self):
        self.agree("typedef double V __attribute__((vector_size(32)));\nint main() { V a = {1, 2, 3, 4}, s = {0, 0, 0, 0}; for (int i = 0; i < 30; ++i) { a = a / 1.1 + s * 0.01; s = __builtin_shufflevector(s + a, a, 1, 2, 3, 4); }\n"
                   ' printf("%.17g %.17g\\n", s[0] + s[1], s[2] * s[3]); }')

    def test_exceptions_and_longjmp(self):
        self.agree("#include <csetjmp>\n#include <stdexcept>\nstatic jmp_buf out;\n__attribute__((noinline)) double g(double x) { if (x > 0.9) throw std::runtime_error(\"large\"); return x * 1.1; }\n__attribute__((noinline)) void h(double x) { if (x / 3 > 0.2) longjmp(out, 1); }\n"
                   "int main() { volatile double s = 0; for (int i = 0; i < 12; ++i) try { s = s + g(i * 0.1); } catch (const std::exception &) { s = s - 0.1; }\n"
                   '  if (setjmp(out) == 0) for (int i = 0; i < 10; ++i) h(i * 0.1);\n  printf("%.17g\\n", s); }')

    def test_threads(self):
        source = HEAD + ("#include <thread>\n#include <vector>\ndouble f(int n) { double s = 0; for (int i = 1; i < n; ++i)\n    s += 1.0 / i;\n  return s; }\n"
                         "int main() { std::vector<std::thread> t; for (int k = 0; k < 4; ++k) t.emplace_back([] { volatile double x = f(2000); (void)x; }); for (auto &each : t) each.join(); }\n")
        for precision in NUMBERS:
            with self.subTest(precision=precision), Program(source, flags=("-O2",)) as program:
                report = report_of(program, precision)[0]
                self.assertEqual([place["count"] for place in places(report, 7)], [4 * 1999] * len(places(report, 7)))
                self.assertEqual(report, report_of(program, precision)[0])

    def test_shared_libraries_and_code_without_shadows(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            (path / "part.cpp").write_text("double part(double x) { return x - 1.0 / 3 + 1.0 / 3; }\n", encoding="utf-8")
            (path / "plain.cpp").write_text("double plain(double x) { return x * 3; }\n", encoding="utf-8")
            (path / "main.cpp").write_text(HEAD + 'double part(double);\ndouble plain(double);\nint main() { double t = 1.0 / 3; printf("%.17g %.17g\\n", part(t + 1) - 1, plain(t) / 7); }\n', encoding="utf-8")
            compilers = pathlib.Path(os.environ["FPORDER_COMPILERS"])
            run([compilers / "fporder-c++", "-O2", "-fPIC", "-shared", path / "part.cpp", "-o", path / "libpart.so"])
            run([os.environ["FPORDER_PLAIN"], "-O2", "-c", path / "plain.cpp", "-o", path / "plain.o"])
            run([compilers / "fporder-c++", "-O2", path / "main.cpp", path / "plain.o", path / "libpart.so", f"-Wl,-rpath,{path}", "-o", path / "program"])
            for precision in PRECISIONS:
                run([path / "program"], {"FPORDER_SHADOW_REPORT": str(path / "report.json"), "FPORDER_SHADOW_PRECISION": precision})
                report = json.loads((path / "report.json").read_text(encoding="utf-8"))
                self.assertEqual([(restart["place"]["operation"], restart["count"]) for restart in report["restarts"]], [("_Z5plaind", 1)])
                self.assertGreater(report["outputs"][0]["errorUlp"]["max"], 0)

    def test_an_overflow_in_between_is_followed(self):
        source = "double f(double a, double b, double c) { return (a * b) / c; }\nint main() { volatile double x = f(1e200, 1e200, 1e300);\n  int n = x < 1e150; printf(\"%d\\n\", n); }"
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = report_of(program, "120")[0]
                self.assertEqual([(place["place"]["line"], place["overflow"]) for place in report["places"] if place["overflow"]], [(4, 1)])
                self.assertEqual([place["flips"] for place in places(report, 6, "<")], [1])  # over the reals x is 1e100

    def test_decisions_that_residues_leave_open(self):
        # The exact values are 2^-100 apart: below what one double of error can say beside rounding, not below 383 bits.
        source = ("int main() { double n = 0, tiny = 0x1p-100; for (int i = 1; i < 100; ++i) { double x = i / 7.0, y = (i + tiny) / 7.0 + tiny;\n    n += x < y; }\n  printf(\"%g\\n\", n); }")
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report, output = report_of(program, "191")
                self.assertEqual((output, [(place["flips"], place["undecided"]) for place in places(report, 5, "<")]), ("0\n", [(99, 0)]))

    def test_a_wrong_precision(self):
        with Program(HEAD + 'int main() { printf("%g\\n", 1.0); }') as program:
            for precision in ("quad", "63", "384", "120 ", "-120", "99999999999999999999"):
                done = run([program.binary], {"FPORDER_SHADOW_PRECISION": precision}, expected=125)
                self.assertIn("a number of bits from 64 to 383: " + precision, done.stderr)
                self.assertEqual(done.stdout, "")


class Run(unittest.TestCase):
    def decided(self, source, exact, bits):
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report, done = repeated(program)
                output = report["outputs"][0]
                self.assertAlmostEqual(output["worst"]["exact"], float(exact), delta=1e-9)
                self.assertEqual((report["precision"], output["undecided"], report["undecided"]), (f"{bits} bits", 0, 0))
                self.assertIn(f"decided with {bits} bits", done.stderr)

    def test_mullers_recurrence(self):
        self.decided(MULLER, muller(), 383)

    def test_rumps_polynomial(self):
        self.decided(RUMP, rump(), 191)

    def test_one_run_where_it_is_enough(self):
        with Program(HEAD + 'int main() { double t = 0; for (int i = 0; i < 10; ++i) t += 0.1;\n  printf("%.17g %d\\n", t, t < 1); }', flags=("-O2",)) as program:
            report, done = repeated(program)
            self.assertEqual(done.stdout, "0.99999999999999989 1\n")
            self.assertIn("decided with 120 bits, in 1 run\n", done.stderr)
            self.assertEqual(report["flips"], 1)  # ten times the double 0.1 is more than 1

    def test_not_converged(self):
        # Exactly equal over the reals, which no ball can show.
        source = 'int main(int argc, char **) { double x = 1.1 / (argc + 6), y = 2.2 / (argc + 6) / 2;\n  int n = x * 3 - y * 3 < 0;\n  printf("%d\\n", n); }'
        with Program(HEAD + source, flags=("-O2",)) as program:
            report, done = repeated(program, expected=1)
            self.assertIn("not converged: undecided with 383 bits:", done.stderr)
            self.assertRegex(done.stderr, r"\n  1 of 1  .*part0\.cpp:5:\d+: <\n")
            self.assertEqual(report["flips"], 0)

    def test_status_and_thresholds(self):
        with Program(HEAD + 'int main(int argc, char **) { double t = 0; for (int i = 0; i < 10; ++i) t += 0.1;\n  printf("%.17g\\n", t); return argc > 1 ? 7 : t > 1; }', flags=("-O2",)) as program:
            repeated(program, arguments=("x",), expected=7)
            repeated(program, "--fail-on=flips=1,output=100,result=100,undecided,overflow,invalid")
            _, done = repeated(program, "--fail-on=flips,output=0.5", expected=1)
            self.assertRegex(done.stderr, r"fporder-run: flips: 1 is above 0, most at .*part0\.cpp:5:\d+: >\n")
            self.assertRegex(done.stderr, r"fporder-run: output: [0-9.]+ is above 0.5, most at printf at ")
        with Program(HEAD + "int main() { volatile double x = 1.0; x = x / 3; abort(); }") as program:
            _, done = repeated(program, expected=134)

    def test_input_is_read_again(self):
        source = 'int main() { double x, s = 0; while (scanf("%lf", &x) == 1) s += x / 3;\n  printf("%.17g\\n", s - s / 7 * 7); }'
        with Program(HEAD + source, flags=("-O2",)) as program:
            numbers = "0.1 0.2 0.3 0.4 0.5\n" * 1000
            piped = subprocess.run([RUN, "--report=off", "--precisions=residue,120,191", program.binary], input=numbers, capture_output=True, text=True, check=False, timeout=60)
            (program.path / "input").write_text("skip\n" + numbers, encoding="utf-8")
            with open(program.path / "input", encoding="utf-8") as file:
                os.lseek(file.fileno(), 5, os.SEEK_SET)
                rewound = subprocess.run([RUN, "--report=off", "--precisions=residue,120,191", program.binary], stdin=file, capture_output=True, text=True, check=False, timeout=60)
            self.assertEqual((piped.stdout, piped.stderr), (rewound.stdout, rewound.stderr))
            self.assertNotIn("does not repeat itself", piped.stderr)
            self.assertEqual(piped.stdout.count("\n"), 1)

    def test_a_program_that_does_not_repeat_itself(self):
        source = ('int main(int, char **arguments) { FILE *f = fopen(arguments[1], "a"); fputs("x", f); long n = ftell(f); fclose(f);\n  double x = 1, y = 3; for (long i = 0; i < n; ++i) x /= y;\n'
                  '  int b = x * 3 - x - x - x < 0; printf("%d\\n", b); }')
        with Program(HEAD + source, flags=("-O1",)) as program:
            _, done = repeated(program, "--precisions=residue,120,383", arguments=(program.path / "runs",), expected=1)
            self.assertRegex(done.stderr, r"does not repeat itself: .*part0\.cpp:5:\d+: /: 1 executions with residues, 2 with 120 bits\n")

    def test_refusals(self):
        for arguments, status, message in ((("--precisions=63", "x"), 2, "'63' is neither a number of bits"), (("--what",), 2, "unknown option '--what'"), ((), 2, "no program is given"),
                                           (("--fail-on=output", "x"), 2, "'output' needs a number"), (("--fail-on=flips=-1", "x"), 2, "needs a number"),
                                           (("/no/such/program",), 125, "cannot run '/no/such/program': No such file"), (("/bin/true",), 125, "has written no report")):
            with self.subTest(arguments=arguments):
                self.assertIn(message, run([RUN, *arguments], expected=status).stderr)
        self.assertIn("--fail-on=LIST", run([RUN, "--help"]).stdout)

    def test_a_report_that_cannot_be_written(self):
        with Program(HEAD + 'int main() { volatile double x = 1; printf("%g\\n", x / 3); }') as program:
            done = run([RUN, "--report=/no/such/directory/r.json", program.binary], expected=125)
            self.assertIn("cannot write '/no/such/directory/r.json': ", done.stderr)

    def test_the_report_of_a_plain_run_names_the_command(self):
        with Program(HEAD + MULLER, flags=("-O2",)) as program:
            done = run([program.binary], {"FPORDER_SHADOW_REPORT": "", "FPORDER_SHADOW_PRECISION": ""})
            self.assertIn(f"fporder-run -- {program.binary}\n", done.stderr)
            self.assertRegex(done.stderr, r"undecided: \d+ results and 1 output value")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(unittest.main(verbosity=1))
