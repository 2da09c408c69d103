#!/usr/bin/env python3
"""Programs built by fporder-c++ and fporder-cc, as they are: what the report says of known defects and of their stable twins, at -O0 and -O3; separate
compilation, shared libraries, C, threads, crashes; unchanged output.

FPORDER_COMPILERS is the directory with fporder-c++ and fporder-cc, FPORDER_PLAIN the compiler that they are around.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

COMPILERS = pathlib.Path(os.environ["FPORDER_COMPILERS"])
PLAIN = os.environ["FPORDER_PLAIN"]
LEVELS = ("-O0", "-O3")


def run(command, environment=None, expected=0):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=120, env={**os.environ, **(environment or {})})
    if expected is not None and done.returncode != expected:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


class Program:
    """A program of one or several sources; `report` runs it and reads its report."""

    def __init__(self, *sources, flags=(), compiler="fporder-c++", extension="cpp"):
        self.directory = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.directory.name)
        self.objects = []
        for number, source in enumerate(sources):
            file = self.path / f"part{number}.{extension}"
            file.write_text(source, encoding="utf-8")
            self.objects.append(self.path / f"part{number}.o")
            run([COMPILERS / compiler, "-Wall", "-Werror", "-pthread", *flags, "-c", file, "-o", self.objects[-1]])
        self.binary = self.path / "program"
        run([COMPILERS / compiler, "-pthread", *flags, *self.objects, "-o", self.binary])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.directory.cleanup()

    def report(self, *arguments, expected=0):
        target = self.path / "report.json"
        self.done = run([self.binary, *arguments], {"FPORDER_SHADOW_REPORT": str(target)}, expected)
        return json.loads(target.read_text(encoding="utf-8"))


def places(report, line=None, operation=None):
    return [
        place
        for place in report["places"]
        if (line is None or place["place"]["line"] == line) and (operation is None or place["place"]["operation"] == operation)
    ]


def worst(report, line):
    return max((place["resultUlp"]["max"] for place in places(report, line)), default=0)


def total(report, key):
    return sum(place[key] for place in report["places"])


HEAD = "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n"  # a source's first own line is 4


class Defects(unittest.TestCase):
    """Each at the right line, and its stable twin silent or far below, without optimisation and with all of it."""

    def compare(self, bad, good, line=4, ulps=1e5, far=1e-3, flags=()):
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + bad, flags=(level, *flags)) as first, Program(HEAD + good, flags=(level, *flags)) as second:
                report, twin = first.report(), second.report()
                self.assertGreater(worst(report, line), ulps)
                self.assertLess(max((place["resultUlp"]["max"] for place in twin["places"]), default=0), far * worst(report, line))
                self.assertEqual(len({json.dumps(place["place"]) for place in report["places"]}), len(report["places"]))  # a place once, with counts

    def test_difference_of_roots(self):
        main = 'int main() { double s = 0; for (double x = 1e8; x < 1e14; x *= 3) s += f(x); printf("%g\\n", s); }'
        self.compare("double f(double x) { return std::sqrt(x + 1) - std::sqrt(x); }\n" + main,
                     "double f(double x) { return 1 / (std::sqrt(x + 1) + std::sqrt(x)); }\n" + main)

    def test_norm_expansion(self):
        main = ('int main() { static float x[256], y[256]; for (int i = 0; i < 256; ++i) { x[i] = 100 + (i * 37 % 101) * 0x1p-7f; y[i] = 100 + (i * 53 % 97) * 0x1p-7f; }'
                ' printf("%g\\n", double(f(x, y))); }')
        self.compare(
            "float f(const float *x, const float *y) { float a = 0, b = 0, c = 0; for (int i = 0; i < 256; ++i) { a += x[i] * x[i]; b += y[i] * y[i]; c += x[i] * y[i]; }\n"
            "  return a + b - 2 * c; }\n" + main,
            "float f(const float *x, const float *y) { float s = 0; for (int i = 0; i < 256; ++i) { float d = x[i] - y[i]; s += d * d; }\n  return s; }\n" + main, line=5, ulps=1e3, far=1e-2)

    def test_one_pass_variance(self):
        main = 'int main() { static float x[1000]; for (int i = 0; i < 1000; ++i) x[i] = 1000 + (i * 37 % 101) * 0.02f; printf("%g\\n", double(f(x, 1000))); }'
        self.compare(
            "float f(const float *x, int n) { float s = 0, q = 0; for (int i = 0; i < n; ++i) { s += x[i]; q += x[i] * x[i]; }\n  return (q - s * s / n) / n; }\n" + main,
            "float f(const float *x, int n) { float s = 0, q = 0; for (int i = 0; i < n; ++i) s += x[i];\n  float m = s / n; for (int i = 0; i < n; ++i) q += (x[i] - m) * (x[i] - m);\n"
            "  return q / n; }\n" + main, line=5, ulps=1e4, far=0.2)

    def test_no_absolute_threshold_hides_small_numbers(self):
        for scale in ("1e-6", "1e-20"):
            # Constants are exact; a product computed here would bring an error of its own, which no form of the difference can undo.
            arrays = f"const double x[] = {{{scale}, 2 * {scale}, 3 * {scale}}}, y[] = {{{scale} * 1.000000001, {scale} * 2.00000001, {scale} * 3.0000001}};\n"
            main = arrays + 'int main(int argc, char **) { double s = 0; for (int i = 0; i < 2 + argc; ++i) s += f(x[i], y[i]); printf("%g\\n", s); }'
            self.compare("double f(double a, double b) { return a * a - b * b; }\n" + main, "double f(double a, double b) { return (a - b) * (a + b); }\n" + main, ulps=1e5)

    def test_simd(self):
        flags = ("-mavx2",)
        head = "#include <immintrin.h>\n"
        main = ('int main() { double x[4] = {1e10, 3e10, 1e11, 5e12}, r[4]; _mm256_storeu_pd(r, f(_mm256_loadu_pd(x))); printf("%g\\n", r[0] + r[1] + r[2] + r[3]); }')
        bad = "static __m256d f(__m256d x) { return _mm256_sub_pd(_mm256_sqrt_pd(_mm256_add_pd(x, _mm256_set1_pd(1))), _mm256_sqrt_pd(x)); }\n"
        good = "static __m256d f(__m256d x) { return _mm256_div_pd(_mm256_set1_pd(1), _mm256_add_pd(_mm256_sqrt_pd(_mm256_add_pd(x, _mm256_set1_pd(1))), _mm256_sqrt_pd(x))); }\n"
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + head + bad + main, flags=(level, *flags)) as first, Program(HEAD + head + good + main, flags=(level, *flags)) as second:
                largest = [max(output["errorUlp"]["max"] for output in program.report()["outputs"]) for program in (first, second)]
                self.assertGreater(largest[0], 1e5)
                self.assertLess(largest[1], 10)

    def test_overflow_before_a_division(self):
        for level in LEVELS:
            source = 'double f(double a, double b, double c) { return (a * b) / c; }\nint main() { printf("%g\\n", f(1e200, 1e200, 1e300)); }'
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as first, Program(HEAD + source.replace("(a * b) / c", "a * (b / c)"), flags=(level,)) as second:
                report = first.report()
                self.assertEqual([(place["place"]["line"], place["overflow"]) for place in report["places"] if place["overflow"]], [(4, 1)])
                orders = {order["order"]: order["overflow"] for entry in report["orders"] for order in entry["orders"]}
                self.assertEqual(orders, {"(a * b) / c": 1, "a * (b / c)": 0, "(a / c) * b": 0})
                self.assertEqual(total(second.report(), "overflow"), 0)

    def test_underflow(self):
        for level in LEVELS:
            source = 'float f(float a, float b, float c) { return (a * b) / c; }\nint main() { printf("%g\\n", double(f(1e-30f, 1e-20f, 1e-25f))); }'
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as first, Program(HEAD + source.replace("(a * b) / c", "a * (b / c)"), flags=(level,)) as second:
                self.assertEqual([(place["place"]["line"], place["place"]["operation"]) for place in first.report()["places"] if place["underflow"]], [(4, "*")])
                self.assertEqual(total(second.report(), "underflow"), 0)

    def test_branch_flip(self):
        source = 'int main() { int n = 0; double t = 0;\n  while (t < 1.0) { t += 0.1; ++n; }\n  printf("%d\\n", n); }'
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = program.report()
                self.assertEqual(program.done.stdout, "11\n")  # ten times the double 0.1 is more than 1
                self.assertEqual([(place["count"], place["flips"]) for place in places(report, 5, "<")], [(12, 1)])
                self.assertEqual(report["flips"], 1)

    def test_a_tie_is_undecided(self):
        source = 'int main(int argc, char **) { int n = 0; for (int i = 1; i < 1000; ++i) { double x = i * 1.1 / (argc + 6), y = i * (1.1 / (argc + 6));\n  n += x < y; }\n  printf("%d\\n", n); }'
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = program.report()
                self.assertGreater(int(program.done.stdout), 0)  # the exact values are equal
                self.assertEqual([(place["flips"], place["undecided"] > 0) for place in places(report, 5, "<")], [(0, True)])

    def test_comparisons_that_hold(self):
        source = 'int main() { int n = 0; for (int i = 1; i < 1000; ++i) { double x = i * 0.1; n += x < 50.05; n += x == 0; }\n printf("%d\\n", n); }'
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                self.assertEqual(program.report()["flips"], 0)

    def test_integer_flip(self):
        source = ("int f(double x) {\n  return static_cast<int>(x / 49 * 49 + 0x1p-60); }\n"
                  'int main() { int n = 0; for (int i = 1; i < 2000; ++i) n += f(i) != i; printf("%d\\n", n); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = program.report()
                self.assertGreater(int(program.done.stdout), 0)
                self.assertEqual(places(report, 5, "to integer")[0]["flips"], int(program.done.stdout))

    def test_half_storage(self):
        source = ("struct Layer { _Float16 a[64]; };\nint main() { Layer layer; float sum = 0; for (int i = 0; i < 64; ++i)\n    layer.a[i] = static_cast<_Float16>(1.0f / (i + 3));\n"
                  '  for (int i = 0; i < 64; ++i) sum += static_cast<float>(layer.a[i]); printf("%g\\n", double(sum)); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level, "-mf16c")) as first, Program(HEAD + source.replace("_Float16", "float"), flags=(level,)) as second:
                report = first.report()
                self.assertGreater(report["outputs"][0]["errorUlp"]["max"], 100)
                self.assertEqual([place["place"]["format"] for place in places(report, 6, "conversion") if place["bornUlp"]["max"]], ["binary16"])
                self.assertLess(second.report()["outputs"][0]["errorUlp"]["max"], 10)

    def test_sum_order(self):
        main = 'int main() { static float x[200000]; for (int i = 0; i < 200000; ++i) x[i] = 1.0f / (i + 1); printf("%g\\n", double(f(x, 200000))); }'
        forward = "float f(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; }\n" + main
        pairwise = "float f(const float *x, int n) { return n < 9 ? n == 1 ? x[0] : f(x, n / 2) + f(x + n / 2, n - n / 2) : f(x, n / 2) + f(x + n / 2, n - n / 2); }\n" + main
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + forward, flags=(level,)) as first, Program(HEAD + pairwise, flags=(level,)) as second:
                errors = [program.report()["outputs"][0]["errorUlp"]["max"] for program in (first, second)]
                self.assertGreater(errors[0], 10)
                self.assertLess(errors[1], 5)

    def test_kahan_is_not_accused(self):
        source = ("float f(const float *x, int n) { float s = 0, c = 0; for (int i = 0; i < n; ++i) { float y = x[i] - c, t = s + y; c = (t - s) - y; s = t; } return s; }\n"
                  'int main() { static float x[100000]; for (int i = 0; i < 100000; ++i) x[i] = 1.0f / (i + 1); printf("%g\\n", double(f(x, 100000))); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                self.assertLess(program.report()["outputs"][0]["errorUlp"]["max"], 1)

    def test_mullers_recurrence_is_undecided_and_not_wrong(self):
        source = ("int main(int argc, char **) { double a = 5.5, b = 60.0 + argc; b /= 11; for (int i = 0; i < 40; ++i) {\n    double c = 111 - (1130 - 3000 / a) / b; a = b; b = c; }\n"
                  '  printf("%.17g\\n", b); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = program.report()
                self.assertEqual((report["outputs"][0]["undecided"], report["outputs"][0]["errorUlp"]["count"]), (1, 0))
                self.assertGreater(report["undecided"], 0)

    def test_rumps_polynomial_is_undecided_and_not_wrong(self):
        source = ("double f(double a, double b) {\n  return 333.75 * b * b * b * b * b * b + a * a * (11 * a * a * b * b - b * b * b * b * b * b - 121 * b * b * b * b - 2) + 5.5 * b * b * b * b * b * b * b * b + a / (2 * b); }\n"
                  'int main() { printf("%g\\n", f(77617, 33096)); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                output = program.report()["outputs"][0]
                if output["undecided"] == 0:  # what is decided is right
                    self.assertAlmostEqual(output["worst"]["exact"], -0.8273960599468213, places=9)


class Programs(unittest.TestCase):
    SOURCE = HEAD + ("double term(double);\nint main(int argc, char **) { double s = 0; for (int i = 1; i < 300; ++i) s += term(i) * argc; printf(\"%.17g\\n\", s); return 3; }\n")
    TERM = HEAD + "double term(double x) { return std::exp(-x) / std::sqrt(x) + std::pow(x, -1.5); }\n"

    def test_output_and_status_are_unchanged(self):
        for level in ("-O0", "-O1", "-O2", "-O3"):
            with self.subTest(level=level), Program(self.SOURCE, self.TERM, flags=(level,)) as program:
                program.report(expected=3)
                plain = program.path / "plain"
                run([PLAIN, level, program.path / "part0.cpp", program.path / "part1.cpp", "-o", plain])
                self.assertEqual(program.done.stdout, run([plain], expected=3).stdout)
                self.assertEqual(program.done.stderr, "")

    def test_shadows_cross_calls_between_objects(self):
        source = HEAD + 'double part(double x);\nint main() { double t = 1.0 / 3; printf("%.17g\\n", part(t + 1) - 1); }\n'
        part = "double part(double x) { return x - 1.0 / 3 + 1.0 / 3; }\n"
        for level in LEVELS:
            with self.subTest(level=level), Program(source, part, flags=(level,)) as program:
                report = program.report()
                self.assertEqual(report["restarts"], [])
                self.assertGreater(report["outputs"][0]["errorUlp"]["max"], 0)

    def test_code_without_shadows_in_between_restarts(self):
        source = HEAD + 'extern "C" double plain(double x, double (*f)(double));\ndouble back(double x) { return x * 3; }\nint main() { double t = 1.0 / 3; printf("%.17g\\n", plain(t * 1.1, back)); }\n'
        for level in LEVELS:
            with self.subTest(level=level), tempfile.TemporaryDirectory() as directory:
                path = pathlib.Path(directory)
                (path / "plain.cpp").write_text('extern "C" double plain(double x, double (*f)(double)) { return f(x + 1) + 2; }\n', encoding="utf-8")
                (path / "main.cpp").write_text(source, encoding="utf-8")
                run([PLAIN, level, "-c", path / "plain.cpp", "-o", path / "plain.o"])
                run([COMPILERS / "fporder-c++", level, path / "main.cpp", path / "plain.o", "-o", path / "program"])
                run([path / "program"], {"FPORDER_SHADOW_REPORT": str(path / "report.json")})
                report = json.loads((path / "report.json").read_text(encoding="utf-8"))
                self.assertEqual([(restart["place"]["operation"], restart["place"]["line"], restart["count"]) for restart in report["restarts"]], [("plain", 6, 1)])
                self.assertEqual(report["outputs"][0]["errorUlp"]["max"], 0)

    def test_memory_moves_shadows(self):
        source = HEAD + ("#include <cstring>\n#include <vector>\nstruct P { float x, y; double z; };\n"
                         "P make(int i) { P p; p.x = 1.0f / i; p.y = p.x * 3; p.z = p.y / 7; return p; }\n"
                         "int main() { std::vector<P> v; for (int i = 1; i < 100; ++i) v.push_back(make(i)); P w[99]; memcpy(w, v.data(), sizeof w); memmove(w + 1, w, 98 * sizeof(P));\n"
                         '  double s = 0; for (const P &p : w) s += p.z; printf("%.17g\\n", s); }\n')
        for level in LEVELS:
            with self.subTest(level=level), Program(source, flags=(level,)) as program:
                report = program.report()
                self.assertEqual(report["restarts"], [])
                self.assertGreater(report["outputs"][0]["errorUlp"]["max"], 1e6)  # the rounding of floats, in a double

    def test_values_written_by_code_without_shadows_have_no_error(self):
        source = HEAD + 'int main() { double x = 1.0 / 3; char text[] = "0.25"; volatile double *p = &x; sscanf(text, "%lf", &x); printf("%.17g\\n", *p * 4); }\n'
        for level in LEVELS:
            with self.subTest(level=level), Program(source, flags=(level,)) as program:
                self.assertEqual(program.report()["outputs"][0]["errorUlp"]["max"], 0)

    def test_threads(self):
        source = HEAD + ("#include <thread>\n#include <vector>\ndouble f(int n) { double s = 0; for (int i = 1; i < n; ++i)\n    s += 1.0 / i;\n  return s; }\n"
                         "int main() { std::vector<std::thread> t; for (int k = 0; k < 4; ++k) t.emplace_back([] { volatile double x = f(20000); (void)x; }); for (auto &each : t) each.join(); }\n")
        with Program(source, flags=("-O2",)) as program:
            report = program.report()
            self.assertEqual([place["count"] for place in places(report, 7)], [4 * 19999] * len(places(report, 7)))
            again = program.report()
            self.assertEqual(report, again)

    def test_a_crash_leaves_the_report(self):
        source = HEAD + 'int main(int argc, char **) { volatile double x = 1.0 / (argc + 2); volatile int *p = nullptr; if (x < 1) *p = 1; }\n'
        with Program(source, flags=("-O1",)) as program:
            report = program.report(expected=-signal.SIGSEGV)
            self.assertEqual(places(report, 4, "/")[0]["count"], 1)

    def test_a_c_program(self):
        source = '#include <math.h>\n#include <stdio.h>\nint main(void) { double s = 0; for (int i = 1; i < 100; ++i) s += sqrt(i) / 3; printf("%.17g\\n", s); return 0; }\n'
        with Program(source, flags=("-O2",), compiler="fporder-cc", extension="c") as program:
            report = program.report()
            self.assertEqual({place["place"]["operation"] for place in report["places"]}, {"+", "/", "sqrt"})

    def test_a_shared_library(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            (path / "part.cpp").write_text(self.TERM, encoding="utf-8")
            (path / "main.cpp").write_text(self.SOURCE, encoding="utf-8")
            run([COMPILERS / "fporder-c++", "-O2", "-fPIC", "-shared", path / "part.cpp", "-o", path / "libpart.so"])
            run([COMPILERS / "fporder-c++", "-O2", path / "main.cpp", path / "libpart.so", f"-Wl,-rpath,{path}", "-o", path / "program"])
            run([path / "program"], {"FPORDER_SHADOW_REPORT": str(path / "report.json")}, expected=3)
            report = json.loads((path / "report.json").read_text(encoding="utf-8"))
            self.assertEqual(report["restarts"], [])
            self.assertEqual({pathlib.Path(place["place"]["file"]).name for place in report["places"]}, {"part.cpp", "main.cpp"})

    def test_exceptions_and_longjmp(self):
        source = HEAD + ("#include <csetjmp>\n#include <stdexcept>\nstatic jmp_buf out;\n"
                         "double g(double x) { if (x > 0.9) throw std::runtime_error(\"large\"); return x * 1.1; }\n"
                         "void h(double x) { if (x / 3 > 0.2) longjmp(out, 1); }\n"
                         "int main() { double s = 0; for (int i = 0; i < 12; ++i) try { s += g(i * 0.1); } catch (const std::exception &) { s -= 0.1; }\n"
                         '  if (setjmp(out) == 0) for (int i = 0; i < 10; ++i) h(i * 0.1);\n  printf("%.17g\\n", s); }\n')
        for level in LEVELS:
            with self.subTest(level=level), Program(source, flags=(level,)) as program:
                self.assertEqual(program.report()["restarts"], [])

    def test_text_report(self):
        with Program(self.SOURCE, self.TERM, flags=("-O2",)) as program:
            done = run([program.binary], {"FPORDER_SHADOW_REPORT": ""}, expected=3)
            self.assertIn("printf at", done.stderr)
            self.assertRegex(done.stderr, r"part1\.cpp:4:\d+  pow  binary64")
            self.assertEqual(run([program.binary], {"FPORDER_SHADOW_REPORT": "off"}, expected=3).stderr, "")

    def test_refusals(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "x.cpp"
            file.write_text("double f(double x) { return x * 3; }\n", encoding="utf-8")
            for sanitizer in ("numerical", "address", "undefined,thread"):
                done = run([COMPILERS / "fporder-c++", f"-fsanitize={sanitizer}", "-c", file, "-o", "/dev/null"], expected=2)
                self.assertIn("use one of the two", done.stderr)
            done = run([COMPILERS / "fporder-c++", "-m32", "-c", file, "-o", "/dev/null"], expected=1)
            self.assertIn("fporder: shadow execution is implemented for x86-64 Linux", done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
