#!/usr/bin/env python3
"""Random programs against MPFR at 512 bits and against fporder::shadow<T>: what fporder-c++ says of a printed value is right, to a 32nd of it or of a unit
of its format, or it says that it is undecided; a NaN or infinity is not a figure; the two ways into the report agree. -O0 and -O3 alike.

Each program is one function template, so that the same text runs on float, double and long double with shadows, on fporder::shadow<T>, and on real numbers. Control flow
does not depend on rounded values. FPORDER_COMPILERS and FPORDER_PLAIN as for whole_program_test.py; FPORDER_SOURCE_DIR for the headers. 24 programs by
default, 1,000 with FPORDER_FULL.
"""

import fractions
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

COMPILERS = pathlib.Path(os.environ["FPORDER_COMPILERS"])
PLAIN = os.environ["FPORDER_PLAIN"]
ROOT = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])
FULL = bool(os.environ.get("FPORDER_FULL"))
BATCH = 60 if FULL else 24
COUNT = 1000 if FULL else BATCH


def expression(draw, names):
    a, b = draw.choice(names), draw.choice(names)
    kind = draw.randrange(12)
    if kind < 8:
        return f"{a} {'+-*/+-*-'[kind]} {b}"
    if kind == 8:
        return f"sqrt({a} * {a} + {b} * {b})"
    if kind == 9:
        return f"mix({a}, {b})"
    if kind == 10:
        return f"({a} - {b}) * T({draw.randrange(1, 64)} / 64.0)"
    return f"-{a} + T({draw.randrange(1, 4096)} / 64.0)"


def program(draw, number):
    lines = [f"template <class T> T run{number}(const double *x) {{", "  using std::sqrt;", "  T memory[4] = {T(x[0]), T(x[1]), T(x[2]), T(x[3])};"]
    names = []
    for index in range(4):
        lines.append(f"  T v{index} = T(x[{index}]);")
        names.append(f"v{index}")
    for index in range(draw.randrange(3, 12)):
        choice = draw.randrange(5)
        if choice == 0:
            lines.append(f"  for (int i = 0; i < {draw.randrange(2, 40)}; ++i)\n    v{draw.randrange(4)} = {expression(draw, names)};")
        elif choice == 1:
            slot = draw.randrange(4)
            lines.append(f"  memory[{slot}] = {expression(draw, names)};\n  v{draw.randrange(4)} = memory[{slot}] * memory[{draw.randrange(4)}];")
        else:
            lines.append(f"  T t{index} = {expression(draw, names)};")
            names.append(f"t{index}")
    return "\n".join([*lines, f"  return {names[-1]} + memory[{draw.randrange(4)}];", "}"])


HEAD = """#include <cmath>
#include <cstdio>
#include <cstring>
template <class T> __attribute__((noinline)) T mix(T a, T b) { return (a + b) * T(0.5) - a * b; }
"""


def source(draw):
    programs = [program(draw, number) for number in range(BATCH)]
    # Inputs are floats: every type starts from the same numbers.
    inputs = [[draw.choice((1, 1, -1)) * draw.randrange(1 << 20, 1 << 24) * 2.0 ** -draw.randrange(18, 26) for _ in range(4)] for _ in programs]
    tables = "".join(f"const double x{number}[] = {{{', '.join(value.hex() for value in values)}}};\n" for number, values in enumerate(inputs))
    return HEAD + "\n".join(programs) + "\n" + tables


def shadowed(text):
    """The program that fporder-c++ builds; the lines that print number n as a double, a float and a long double follow `first`."""
    first = text.count("\n") + 3
    calls = "".join(f'  printf("%a\\n", run{number}<double>(x{number}));\n  printf("%a\\n", run{number}<float>(x{number}));\n'
                    f'  printf("%La\\n", run{number}<long double>(x{number}));\n' for number in range(BATCH))
    return text + "\nint main() {\n" + calls + "}\n", first


def exact(text):
    calls = "".join(f"  std::cout << run{number}<Exact>(x{number}).str(120, std::ios::scientific) << std::endl;\n" for number in range(BATCH))
    return ("#include <boost/multiprecision/mpfr.hpp>\n#include <iostream>\n"
            "using Exact = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<154>, boost::multiprecision::et_off>;\n"
            + text + "int main() {\n" + calls + "}\n")


def own_type(text):
    calls = "".join(f'  fporder::output("{number} {name}", run{number}<fporder::shadow<{name}>>(x{number}));\n' for number in range(BATCH) for name in ("double", "float"))
    return "#include <fporder/shadow.h>\n" + text + "int main() {\n" + calls + "}\n"


def run(command, **environment):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, env={**os.environ, **environment})
    if done.returncode:
        raise AssertionError(f"{command}\n{done.stderr[:4000]}")
    return done.stdout


def build(path, name, text, compiler, *flags):
    (path / f"{name}.cpp").write_text(text, encoding="utf-8")
    run([compiler, "-std=c++20", path / f"{name}.cpp", *flags, "-o", path / name])
    return path / name


def error_in_ulp(working, real, bits):
    smallest = -1022 if bits == 53 else -126
    exponent = max(math.frexp(float(real))[1] - 1, smallest) if real else smallest
    return float(abs(fractions.Fraction(working) - real) / fractions.Fraction(2) ** (exponent - bits + 1))


def exactly(text):
    """Of what %La prints: more bits than a float of Python's has."""
    found = re.fullmatch(r"(-?)0x([0-9a-f]+)(?:\.([0-9a-f]*))?p([+-]\d+)", text)
    if not found:
        return None
    sign, whole, part, exponent = found.groups()
    return (-1 if sign else 1) * fractions.Fraction(int(whole + (part or ""), 16)) * fractions.Fraction(2) ** (int(exponent) - 4 * len(part or ""))


PRECISIONS = {"residue": 0.2, "double-double": 0.1, "120": 0.1, "191": 0.1}  # and the share that may be undecided


class Comparison:
    def __init__(self):
        self.values = self.undecided = 0
        self.wrong = []

    def judge(self, what, working, real, bits, output, other):
        self.values += 1
        if real is None or not math.isfinite(working) or abs(real) > fractions.Fraction(2) ** (1024 if bits == 53 else 128):
            if output["errorUlp"]["count"] and not math.isfinite(working):
                self.wrong.append(f"{what}: {working} has the figure {output['errorUlp']['max']}")
            return
        if output["undecided"] + output["nonFinite"]:
            self.undecided += 1
            return
        truth, said = error_in_ulp(working, real, bits), output["errorUlp"]["max"]
        if abs(truth - said) > max(truth, 1) / 32:
            self.wrong.append(f"{what}: {working.hex()} is off by {truth} ulp, said {said}")
        if other is not None and other["errorUlp"]["count"] and abs(other["errorUlp"]["max"] - said) > max(truth, 1) / 32:
            self.wrong.append(f"{what}: said {said}, fporder::shadow says {other['errorUlp']['max']}")


    def judge_extended(self, what, text, real, output):
        value = exactly(text)
        self.values += 1
        if real is None or value is None or abs(real) > fractions.Fraction(2) ** 1024 or output["undecided"] + output["nonFinite"]:
            self.undecided += 1 if output["undecided"] else 0
            return
        truth, said = abs(value - real), fractions.Fraction(output["maxAbsoluteError"])
        unit = fractions.Fraction(2) ** (math.frexp(float(real))[1] - 64) if real else 0
        if abs(truth - said) > max(truth, unit) / 32:
            self.wrong.append(f"{what}: {text} is off by {float(truth)}, said {float(said)}")


def compare(seed, level, comparisons):
    text = source(random.Random(seed))
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory)
        whole, first = shadowed(text)
        binary = build(path, "whole", whole, COMPILERS / "fporder-c++", level)
        said = {}
        for precision in PRECISIONS:
            outputs = run([binary], FPORDER_SHADOW_REPORT=str(path / "whole.json"), FPORDER_SHADOW_PRECISION=precision).split()
            said[precision] = {output["name"].rsplit(":", 1)[1]: output for output in json.loads((path / "whole.json").read_text())["outputs"]}
        reals = run([build(path, "exact", exact(text), PLAIN, "-O0", "-lmpfr", "-lgmp")]).split()
        run([build(path, "own", own_type(text), PLAIN, "-O1", f"-I{ROOT / 'runtime/shadow/include'}", "-lmpfr", "-lgmp")], FPORDER_SHADOW_REPORT=str(path / "own.json"))
        own = {output["name"]: output for output in json.loads((path / "own.json").read_text())["outputs"]}
    for number in range(BATCH):
        real = fractions.Fraction(reals[number]) if "n" not in reals[number] else None
        for side, (name, bits) in enumerate((("double", 53), ("float", 24))):
            line = str(first + 3 * number + side)
            for precision, comparison in comparisons.items():
                comparison.judge(f"seed {seed} {level} {precision} run{number}<{name}>", float.fromhex(outputs[3 * number + side]), real, bits, said[precision][line],
                                 own.get(f"{number} {name}"))
        for precision, comparison in comparisons.items():
            comparison.judge_extended(f"seed {seed} {level} {precision} run{number}<long double>", outputs[3 * number + 2], real, said[precision][str(first + 3 * number + 2)])


def main():
    comparisons = {precision: Comparison() for precision in PRECISIONS}
    for seed in range(math.ceil(COUNT / BATCH)):
        compare(seed, ("-O0", "-O3")[seed % 2] if FULL else "-O3", comparisons)
    if not FULL:
        compare(0, "-O0", comparisons)
        print("reduced: 24 programs (FPORDER_FULL=1: 1,000)")
    for precision, comparison in comparisons.items():
        print(f"{precision}: {comparison.values} values, {comparison.undecided} undecided, {len(comparison.wrong)} wrong")
        for line in comparison.wrong[:20]:
            print(line)
        assert comparison.undecided < comparison.values * PRECISIONS[precision], "too many are undecided"
    return 1 if any(comparison.wrong for comparison in comparisons.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
