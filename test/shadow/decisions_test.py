#!/usr/bin/env python3
"""Decisions of random programs against MPFR at 8,000 bits: where a place says that nothing is undecided, it counts exactly the comparisons and conversions
to integers that come out otherwise over the reals. Values range so widely that operations overflow, underflow and cancel; operands are often equal. In
each precision, -O0 and -O3, float and double; the values that decisions rest on do not depend on them.

Environment as for whole_program_test.py. 16 programs by default, 1,000 with FPORDER_FULL.
"""

import json
import os
import pathlib
import random
import re
import sys
import tempfile

from differential_test import COMPILERS, PLAIN, build, run

FULL = bool(os.environ.get("FPORDER_FULL"))
BATCH = 40 if FULL else 16
COUNT = 1000 if FULL else BATCH
PRECISIONS = ("residue", "double-double", "120")
TYPES = {"float": ("binary32", 70), "double": ("binary64", 560)}  # and the largest power of two of an input: its square overflows
HEAD = """#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
static std::vector<std::string> said;
__attribute__((noinline)) void say(int decision, long value) { if (std::size_t(decision) >= said.size()) said.resize(decision + 1); said[decision] += std::to_string(value) + ","; }

"""

def expression(draw, names):
    a, b, c = (draw.choice(names) for _ in range(3))
    return draw.choice((f"{a} + {b}", f"{a} - {b}", f"{a} * {b}", f"{a} / {b}", f"{a} * {b} / {c}", f"({a} + {b}) - {a}", f"{a} * {b} - {b} * {c}", f"T(0.1f) * {a}", f"{a} / 3", f"sqrt({a} * {a})",
                        f"({a} * {b}) / {b}", f"{a} * 0", f"-{a}", f"fabs({a} - {b})", f"fmax({a} * {b}, {c})",
                        f"fmin({a}, {b} / {c})", f"exp({a})", f"exp(-fabs({a}))", f"expm1({a} / {b})", f"log(fabs({a}) + 1)", f"log1p({a} * {a})", f"atan({a})", f"tanh({a})", f"hypot({a}, {b})",
                        f"pow(fabs({a}), T(0.5))", f"floor({a})", f"cbrt({a})", f"cos({a} / {b})", f"fma({a}, {b}, {c})"))

class Source:
    """Programs, with the line of each decision; `say` is given its number."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.lines, self.decisions = HEAD.splitlines(), []
        self.inputs = [[(draw.choice((1, 1, 1, -1)) * draw.randrange(1, 1 << draw.randrange(1, 24)), draw.random() * 2 - 1) for _ in range(4)] for _ in range(BATCH)]
        for number in range(BATCH):
            self.program(draw, number)

    def program(self, draw, number):
        self.lines += [f"template <class T> void run{number}(const double *x) {{", "  using namespace std;", "  T memory[2] = {T(x[0]), T(x[1])};"]
        names = []
        for index in range(4):
            self.lines.append(f"  T v{index} = T(x[{index}]);")
            names.append(f"v{index}")
        for index in range(draw.randrange(4, 10)):
            if draw.randrange(4) == 0:
                self.lines.append(f"  for (int i = 0; i < {draw.randrange(2, 30)}; ++i) {{ v{draw.randrange(4)} = {expression(draw, names)};")
                self.decide(draw, names, " }")
                continue
            self.lines.append(f"  T t{index} = {expression(draw, names)};" if draw.randrange(3) else f"  memory[{draw.randrange(2)}] = {expression(draw, names)}; T t{index} = memory[{draw.randrange(2)}];")
            names.append(f"t{index}")
            self.decide(draw, names, "")
        self.lines.append("}")

    def decide(self, draw, names, end):
        a, b = names[-1 - draw.randrange(min(3, len(names)))], draw.choice((*names, "0", "1"))
        what = draw.choice((f"{a} < {b}", f"{a} > {b}", f"{a} <= {b}", f"{a} == {b}", f"{a} != {b}", f"long({a} / (fabs({a}) + 1) * 1000)"))
        self.lines.append(f"  say({len(self.decisions)}, {what});{end}")
        self.decisions.append(len(self.lines))

    def exact(self):
        text = self.text({name: "Exact" for name in TYPES}).replace("long(", "whole(")
        return EXACT + re.sub(r"say\((\d+), (\w+) ([<>=!]+) (\w+)\);", r"say(\1, known(\2) && known(\4) ? \2 \3 \4 : NO_INTEGER);", text)

    def text(self, types):
        """The main program prints, for each type, a line for each decision."""
        main, tables = ["int main() {"], []
        for name in TYPES:
            reach = TYPES[name][1]
            tables += [f"const double {name}{number}[] = {{{', '.join((mantissa * 2.0 ** round(reach * power)).hex() for mantissa, power in values)}}};" for number, values in enumerate(self.inputs)]
            main += [f"  run{number}<{types[name]}>({name}{number});" for number in range(BATCH)]
            main += [f'  said.resize({len(self.decisions)}); for (const std::string &line : said) std::printf("%s\\n", line.c_str());', "  said.clear();"]
        return "\n".join([*self.lines, *tables, *main, "}\n"])

NO_INTEGER = -(1 << 62)
EXACT = f"""#include <boost/multiprecision/mpfr.hpp>
using Exact = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<2400>, boost::multiprecision::et_off>;
constexpr long NO_INTEGER = {NO_INTEGER};
template <class T> bool known(const T &x) {{ return isfinite(Exact(x)); }}
template <class T> long whole(const T &x) {{ return isfinite(x) && fabs(x) < 1e18 ? long(x) : NO_INTEGER; }}
"""


def decisions_of(text):
    return [[int(value) for value in line.split(",")[:-1]] for line in text.split("\n")[:-1]]

class Comparison:
    def __init__(self):
        self.places = self.decided = self.flips = 0
        self.wrong = []

    def judge(self, what, working, real, place):
        if NO_INTEGER in real:  # of no real number, or of one beyond MPFR's range
            return
        truth = sum(one != other for one, other in zip(working, real))
        self.places += 1
        if place is None:  # no operand had an error
            if truth:
                self.wrong.append(f"{what}: {truth} of {len(working)} come out otherwise, and nothing is said")
            return
        if place["undecided"]:
            return
        self.decided += 1
        self.flips += truth
        if place["flips"] != truth:
            self.wrong.append(f"{what}: {truth} of {len(working)} come out otherwise, said {place['flips']}")

def compare(seed, level, comparisons):
    source = Source(seed)
    count = len(source.decisions)
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory)
        exact = build(path, "exact", source.exact(), PLAIN, "-O0", "-lmpfr", "-lgmp")
        binary = build(path, "whole", source.text({name: name for name in TYPES}), COMPILERS / "fporder-c++", level, "-ffp-contract=off")
        reals = decisions_of(run([exact]))
        for precision, comparison in comparisons.items():
            working = decisions_of(run([binary], FPORDER_SHADOW_REPORT=str(path / "whole.json"), FPORDER_SHADOW_PRECISION=precision))
            report = json.loads((path / "whole.json").read_text())
            said = {(place["place"]["line"], place["place"]["format"]): place for place in report["places"] if place["place"]["operation"] in ("<", ">", "<=", "==", "!=", "to integer")}
            for number, line in enumerate(source.decisions):
                for side, (name, (form, _)) in enumerate(TYPES.items()):
                    at = side * count + number
                    comparison.judge(f"seed {seed} {level} {precision} line {line} {name}", working[at], reals[at], said.get((line, form)))

def main():
    comparisons = {precision: Comparison() for precision in PRECISIONS}
    for seed in range(-(-COUNT // BATCH)):
        for level in ("-O0", "-O3") if not FULL else (("-O0", "-O3")[seed % 2],):
            compare(seed, level, comparisons)
    if not FULL:
        print("reduced: 16 programs (FPORDER_FULL=1: 1,000)")
    for precision, comparison in comparisons.items():
        print(f"{precision}: {comparison.places} places, {comparison.decided} decided with {comparison.flips} flips, {len(comparison.wrong)} wrong")
        for line in comparison.wrong[:20]:
            print(line)
        assert comparison.flips > 20, "too few come out otherwise"
    return 1 if any(comparison.wrong for comparison in comparisons.values()) else 0

if __name__ == "__main__":
    sys.exit(main())
