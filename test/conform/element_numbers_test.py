#!/usr/bin/env python3
"""Numbers of elements against loops, judged by execution: where a function that divides the number of an element is said to have the order of nested
loops, the two leave the same bits; where they leave other bits, it is not said.

The implementation counts all elements by one number and takes quotients and remainders of it, one after the other or by products of sizes; it reads an
array in another sequence of the axes, scales by a value of one axis, and takes off a maximum over an inner loop that starts from a bound or from the
first number. The reference is a nest of loops, for half of the pairs with one thing changed. Both are compiled without optimisation and run on random
arrays over sizes that differ from each other.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

CHECKER = os.environ.get("FPORDER_CHECK", "fporder-check")
COMPILER = next((found for found in map(shutil.which, ("clang++-22", "clang++-19", "clang++")) if found), None)
PAIRS = 400 if os.environ.get("FPORDER_FULL") else 60
AXES = ("a", "b", "c", "d")
SIZES = {"a": 2, "b": 3, "c": 5, "d": 4, "k": 6}
STARTS = ("-INFINITY", "-3.402823466e+38f", "-1e30f", "FIRST")
PARAMETERS = "const float *x, const float *scale, const float *inner, float *y, int A, int B, int C, int D, int K"


def place(axes):
    """The position of an element in memory whose axes lie in this sequence, the last one next to each other."""
    text = axes[0]
    for axis in axes[1:]:
        text = f"({text} * {axis.upper()} + {axis})"
    return text


def flat(pick, axes, body):
    """One loop over all elements, whose axes are quotients and remainders of its number."""
    lines, passed = [], []
    for axis in reversed(axes):
        if not passed:
            quotient = "i"
        elif pick.random() < 0.5:
            quotient = f"i / ({' * '.join(passed)})"
        else:
            quotient = "i / " + " / ".join(passed)
        outermost = axis == axes[0]
        lines.append(f"const int {axis} = {quotient}{'' if outermost else ' % ' + axis.upper()};")
        passed.append(axis.upper())
    return f"for (int i = 0; i < {' * '.join(passed)}; ++i) {{ {' '.join(lines)} {body} }}"


def nested(axes, body):
    text = body
    for axis in reversed(axes):
        text = f"for (int {axis} = 0; {axis} < {axis.upper()}; ++{axis}) {{ {text} }}"
    return text


def statement(axes, read, scaled, start, row):
    """y[...] = (x[...] - max over k of inner) * scale"""
    first = f"inner[{row} * K]"
    return (f"float m = {first if start == 'FIRST' else start}; for (int k = 0; k < K; ++k) m = std::fmax(m, inner[{row} * K + k]); "
            f"y[{place(axes)}] = (x[{place(read)}] - m) * scale[{scaled}] / 3;")


def pair(pick, number):
    axes = pick.sample(AXES, pick.choice((2, 3, 4)))
    read, scaled, row = pick.sample(axes, len(axes)), pick.choice(axes), pick.choice(axes)
    implementation = flat(pick, axes, statement(axes, read, scaled, pick.choice(STARTS), row))
    if pick.random() < 0.5:
        change = pick.choice(("read", "scaled", "row"))
        if change == "read":
            read = pick.sample(axes, len(axes))
        elif change == "scaled":
            scaled = pick.choice(axes)
        else:
            row = pick.choice(axes)
    reference = nested(axes, statement(axes, read, scaled, pick.choice(STARTS), row))
    include = "#include <cmath>\n"
    return f"{include}void f{number}({PARAMETERS}) {{ {implementation} }}\n", f"{include}void f{number}({PARAMETERS}) {{ {reference} }}\n"


def verdicts(folder, pairs):
    (folder / "kernel.cpp").write_text("".join(one for one, _ in pairs))
    (folder / "golden.cpp").write_text("".join(other for _, other in pairs))
    command = [CHECKER, "--no-cache", "--no-config", "--format=json", "--fail-on=never", "--reference=golden.cpp", "kernel.cpp"]
    report = json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)
    return {entry["function"]: entry["verdict"] for entry in report["conformance"]}


def same_bits(folder, pairs):
    """By function: whether both leave the same bits."""
    sizes = ", ".join(str(SIZES[axis.lower()]) for axis in "ABCDK")
    calls = "".join(f"  if (compare(one::f{i}, other::f{i})) std::puts(\"f{i}\");\n" for i in range(len(pairs)))
    text = ("#include <cmath>\n#include <cstdio>\n#include <cstring>\n#include <random>\nnamespace one {\n" + "".join(one for one, _ in pairs).replace("#include <cmath>\n", "") +
            "}\nnamespace other {\n" + "".join(other for _, other in pairs).replace("#include <cmath>\n", "") + "}\n"
            f"using Function = void (*)({PARAMETERS});\n"
            "static float x[400], scale[400], inner[400], left[400], right[400];\n"
            "static bool compare(Function one, Function other) {\n"
            "  std::memset(left, 0, sizeof left); std::memset(right, 0, sizeof right);\n"
            f"  one(x, scale, inner, left, {sizes}); other(x, scale, inner, right, {sizes});\n"
            "  return std::memcmp(left, right, sizeof left) == 0;\n}\n"
            "int main() {\n  std::mt19937 draw(7); std::normal_distribution<float> number;\n"
            "  for (float *array : {x, scale, inner}) for (int i = 0; i < 400; ++i) array[i] = number(draw);\n" + calls + "}\n")
    (folder / "both.cpp").write_text(text)
    subprocess.run([COMPILER, "-O0", "-ffp-contract=off", "-std=c++20", "both.cpp", "-o", "both"], cwd=folder, check=True)
    equal = subprocess.run(["./both"], cwd=folder, check=True, capture_output=True, text=True).stdout.split()
    return {f"f{i}": f"f{i}" in equal for i in range(len(pairs))}


def main():
    if not COMPILER:
        print("no clang++ to compile with")
        return 77
    pick = random.Random(20261130)
    pairs = [pair(pick, number) for number in range(PAIRS)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        said, equal = verdicts(folder, pairs), same_bits(folder, pairs)
    wrong = [name for name in equal if said.get(name) == "same-order" and not equal[name] or said.get(name) == "different-formula" and equal[name]]
    for name in wrong:
        print(f"{name}: {said[name]}, and the bits are {'' if equal[name] else 'not '}the same\n" + "".join(pairs[int(name[1:])]))
    known = sum(said.get(name) == "same-order" for name in equal if equal[name])
    print(f"{PAIRS} of 400 pairs (FPORDER_FULL=1 runs all): {sum(equal.values())} have the same bits, {known} of them are said to have the same order; {len(wrong)} wrong")
    return 1 if wrong or 10 * known < 9 * sum(equal.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
