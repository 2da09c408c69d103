#!/usr/bin/env python3
"""CPU time and peak memory of fporder-check against `clang -fsyntax-only` on the same file, paired in one run.

The two programs take turns, so that whatever else the machine does falls on both; a row shows the median of each and the ratio. CPU time is user +
system, of the process and its children. Nothing here asserts anything: the bars are stated beside the figures, for a reader.

  bench.py CHECKER [--runs N] [--clang clang-22] [--only NAME]
  bench.py CHECKER --smoke        one run of each, to see that the benchmark itself works
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HEADERS = "#include <vector>\n#include <cmath>\n#include <algorithm>\n"


def small_file():
    """A file whose cost is its headers."""
    return HEADERS + """
double norm(const std::vector<double> &x) {
  double largest = 0;
  for (double value : x)
    largest = std::max(largest, std::fabs(value));
  return largest;
}
void scale(std::vector<float> &w, float rate, const std::vector<float> &m, const std::vector<float> &v) {
  for (std::size_t i = 0; i < w.size(); ++i)
    w[i] -= rate * m[i] / (std::sqrt(v[i]) + 1e-8f);
}
"""


def many_functions(count=3000):
    """`count` functions of 12 floating-point operations each."""
    body = (
        "double f{0}(double a, double b, double c, double d) {{\n"
        "  double t = a * b + c;\n  double u = t / d - a;\n  double v = u * u + b * c;\n  double w = v / (a + b);\n  return w * t - u + v * d;\n}}\n"
    )
    return HEADERS + "".join(body.format(i) for i in range(count))


def many_quiet_functions(count=3000):
    """As many operations in which no order is in question."""
    body = (
        "double q{0}(double a, double b) {{\n"
        "  double t = 2.0 * a;\n  double u = std::sqrt(t + b);\n  double v = std::fma(u, t, b);\n  double w = v / std::sqrt(u);\n"
        "  double x = std::sqrt(w - a);\n  double y = std::fma(x, 0.5, v);\n  return std::max(std::sqrt(y + 1.0), 4.0 * x);\n}}\n"
    )
    return HEADERS + "".join(body.format(i) for i in range(count))


def many_temporaries(count=1500):
    """Functions in the style of kernels: loops, arrays, calls, branches."""
    body = (
        "void k{0}(int n, float *w, const float *m, const float *v, float rate) {{\n"
        "  float total = 0;\n  for (int i = 0; i < n; ++i) {{\n    float step = rate * m[i];\n    float root = std::sqrt(v[i]) + 1e-8f;\n"
        "    if (root > 1)\n      step = step / root;\n    w[i] = w[i] - step;\n    total += step * step;\n  }}\n  w[0] = total;\n}}\n"
    )
    return HEADERS + "".join(body.format(i) for i in range(count))


def long_sum(terms=100_000):
    return "double f(double a, double b) { return " + " + ".join(["a", "b"] * (terms // 2)) + "; }\n"


def long_product_sum(terms=50_000):
    return "double f(double a, double b, double c) { return " + " + ".join(["a * b / c"] * terms) + "; }\n"


def deep_parentheses(levels=10_000):
    return "double f(double a, double b) { return " + "(" * levels + "a" + " * b)" * levels + "; }\n"


def long_block(statements=20_000):
    return "double f(double a, double b) {\n  double x = a;\n" + "  x = x * b + a / b;\n" * statements + "  return x;\n}\n"


CASES = [
    ("headers", small_file, True, "CPU <= 1.00x, memory <= 1.2x"),
    ("3000 functions", many_quiet_functions, True, "CPU <= 1.05x, memory <= 1.2x"),
    ("  6000 findings in", many_functions, True, "CPU <= 1.05x, memory <= 1.2x"),
    ("1500 kernels", many_temporaries, True, ""),
    ("100,000 terms", long_sum, False, "< 5 s"),
    ("50,000 fractions", long_product_sum, False, ""),
    ("10,000 parentheses", deep_parentheses, False, ""),
    ("20,000 statements", long_block, False, ""),
]


def measure(command):
    """(CPU seconds, peak MiB, exit status) of one run."""
    with open(os.devnull, "wb") as sink:
        child = subprocess.Popen(command, stdout=sink, stderr=sink)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, child.returncode


def compare(checker, clang, source, runs, has_peer):
    ours, theirs = [], []
    tool = [checker, "--no-config", "--no-cache", "-j1", "--fail-on=never", str(source), "--", "-std=c++20"]
    peer = [clang, "-fsyntax-only", "-std=c++20", str(source)]
    if runs > 1:
        measure(tool)
        if has_peer:
            measure(peer)
    for _ in range(runs):
        ours.append(measure(tool))
        if has_peer:
            theirs.append(measure(peer))
    return ours, theirs


def median(samples, index):
    return statistics.median(sample[index] for sample in samples)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checker", nargs="?", default=os.environ.get("FPORDER_CHECK"))
    parser.add_argument("--clang", default=os.environ.get("FPORDER_BENCH_CLANG", "clang-22"))
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--only")
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    if not arguments.checker:
        parser.error("no checker given")
    runs = 1 if arguments.smoke else arguments.runs
    print(f"{'case':<20} {'fporder-check':>21} {'clang -fsyntax-only':>21} {'CPU':>7} {'memory':>7}  bar")
    failed = False
    with tempfile.TemporaryDirectory() as directory:
        for name, generate, has_peer, bar in CASES:
            if arguments.only and arguments.only not in name:
                continue
            source = pathlib.Path(directory) / "case.cpp"
            source.write_text(generate(), encoding="utf-8")
            ours, theirs = compare(arguments.checker, arguments.clang, source, runs, has_peer)
            failed |= any(status != 0 for _, _, status in ours)
            row = f"{name:<20} {median(ours, 0) * 1e3:>9.1f} ms {median(ours, 1):>5.0f} MiB"
            if has_peer:
                failed |= any(status != 0 for _, _, status in theirs)
                row += f" {median(theirs, 0) * 1e3:>9.1f} ms {median(theirs, 1):>5.0f} MiB"
                row += f" {median(ours, 0) / median(theirs, 0):>6.2f}x {median(ours, 1) / median(theirs, 1):>6.2f}x"
            else:
                row += f" {'-':>21} {'-':>7} {'-':>7}"
            print(f"{row}  {bar}".rstrip(), flush=True)
    if failed:
        print("a run ended with a status other than 0", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
