#!/usr/bin/env python3
"""Fixed implementations have their references' bits: random pairs, equal over the reals, are fixed by --fix --reference, compiled and run.

An implementation is a random expression in statements of a function or of a loop's body, its reference the expression rewritten by identities of the
reals. What --fix leaves is judged without the tool: where it says same-order, the compiled implementation has the bits of the compiled reference; and
every function that was changed has its old value in exact rational arithmetic, square roots taken for a function of which nothing is known.
"""

import fractions
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

CHECKER = os.environ.get("FPORDER_CHECK", "fporder-check")
COMPILER = next((found for found in map(shutil.which, ("clang++-22", "clang++-19", "clang++")) if found), None)
PAIRS, CHUNK = (2000, 200) if os.environ.get("FPORDER_FULL") else (200, 100)
NAMES = ("x", "y", "z", "s", "t")


def tree(pick, depth):
    if depth == 0 or pick.random() < 0.15:
        return pick.choice(NAMES)
    if pick.random() < 0.08:
        return ("sqrt", tree(pick, depth - 1))
    return (pick.choice("+-**//"), tree(pick, depth - 1), tree(pick, depth - 1))


def rewritings(node):
    """What a node is over the reals as well."""
    if isinstance(node, str) or len(node) < 3:
        return
    op, a, b = node
    left, right = (a if len(a) == 3 else ("", a, a)), (b if len(b) == 3 else ("", b, b))
    if op in "+*":
        yield (op, b, a)
        if left[0] == op:
            yield (op, left[1], (op, left[2], b))
        if right[0] == op:
            yield (op, (op, a, right[1]), right[2])
    if op == "/" and left[0] == "*":
        yield ("*", left[1], ("/", left[2], b))
        yield ("*", ("/", left[1], b), left[2])
    if op == "*" and right[0] == "/":
        yield ("/", ("*", a, right[1]), right[2])
    if op == "*" and left[0] == "/":
        yield ("/", ("*", left[1], b), left[2])
        yield ("*", left[1], ("/", b, left[2]))
    if op == "/" and left[0] == "/":
        yield ("/", left[1], ("*", left[2], b))
        yield ("/", ("/", left[1], b), left[2])
    if op == "/" and right[0] == "*":
        yield ("/", ("/", a, right[1]), right[2])
    if op == "-" and right[0] == "-":
        yield ("+", ("-", a, right[1]), right[2])
    if op == "-" and right[0] == "+":
        yield ("-", ("-", a, right[1]), right[2])
    if op == "+" and left[0] == "-":
        yield ("-", ("+", left[1], b), left[2])
    if op in "+-" and left[0] == "*" == right[0] and left[1] == right[1]:
        yield ("*", left[1], (op, left[2], right[2]))
    if op in "*/" and left[0] in ("+", "-"):
        yield (left[0], (op, left[1], b), (op, left[2], b))


def places(node, path=()):
    yield path, node
    if not isinstance(node, str):
        for i, child in enumerate(node[1:], 1):
            yield from places(child, path + (i,))


def replaced(node, path, new):
    if not path:
        return new
    return node[: path[0]] + (replaced(node[path[0]], path[1:], new),) + node[path[0] + 1 :]


def rewritten(pick, node):
    for _ in range(pick.randrange(1, 3)):
        choices = [(path, new) for path, part in places(node) for new in rewritings(part)]
        if choices:
            node = replaced(node, *pick.choice(choices))
    return node


def text(node, spelled, depth=0):
    if isinstance(node, str):
        return spelled[node]
    if node[0] == "sqrt":
        return f"std::sqrt({text(node[1], spelled)})"
    inner = f"{text(node[1], spelled, 1)} {node[0]} {text(node[2], spelled, 1)}"
    return f"({inner})" if depth else inner


class Pair:
    def __init__(self, seed):
        pick = random.Random(seed)
        self.number, self.type = seed, pick.choice(["float", "float", "double"])
        self.loop = pick.random() < 0.5
        node = tree(pick, pick.randrange(2, 4))
        while isinstance(node, str):
            node = tree(pick, 3)
        spelled = dict(zip(NAMES, ("x[i]", "y[i]", "z[i]", "s", "t"))) if self.loop else {name: name for name in NAMES}
        self.reference = self.function([], text(rewritten(pick, node), spelled), "=")
        lines, target = [], "="
        for temporary in range(pick.choice([0, 0, 1, 2])):
            parts = [(path, part) for path, part in places(node) if path and not isinstance(part, str)]
            if not parts:
                break
            path, part = pick.choice(parts)
            name = f"v{temporary}"
            lines.append(f"{pick.choice(['', 'const '])}{self.type} {name} = {text(part, spelled)};")
            spelled = {**spelled, name: name}
            node = replaced(node, path, name)
        self.implementation = self.function(lines, text(node, spelled), target)

    def function(self, lines, value, target):
        kind = self.type
        if not self.loop:
            body = "".join(f"  {line}\n" for line in lines)
            return f"{kind} f{self.number}({', '.join(f'{kind} {name}' for name in NAMES)}) {{\n{body}  return {value};\n}}\n"
        body = "".join(f"    {line}\n" for line in lines)
        arrays = ", ".join(f"const {kind} *{name}" for name in NAMES[:3])
        return (
            f"void f{self.number}({kind} *o, {arrays}, {kind} s, {kind} t, int n) {{\n"
            f"  for (int i = 0; i < n; ++i) {{\n{body}    o[i] {target} {value};\n  }}\n}}\n"
        )


def functions(source):
    return {int(number): whole for whole, number in re.findall(r"^((?:float|double|void) f(\d+)\(.*?^\}\n)", source, re.M | re.S)}


def exact(function, values):
    """The value of a function's text in rational arithmetic; nothing where it divides by zero."""
    names = dict(zip(NAMES, values))
    names |= {"Fraction": fractions.Fraction, "root": lambda value: value * value * value + 7}
    for line in function.splitlines()[1:]:
        line = re.sub(r"std::sqrt", "root", line.strip())
        line = re.sub(r"static_cast<\w+>", "", line)
        line = re.sub(r"(\d+\.\d+)[fL]?", r'Fraction("\1")', line)
        line = re.sub(r"([xyz])\[i\]", r"\1", line)
        found = re.fullmatch(r"(?:(?:const )?(?:float|double) (\w+) =|return|o\[i\] =) (.*);", line)
        if not found:
            continue
        try:
            names[found[1] or "result"] = eval(found[2], {"__builtins__": {}}, names)  # pylint: disable=eval-used
        except ZeroDivisionError:
            return None
    return names["result"]


def sameReals(pick, before, after):
    for _ in range(12):
        values = [fractions.Fraction(pick.randrange(-40, 41) or 1, pick.randrange(1, 9)) for _ in NAMES]
        one, other = exact(before, values), exact(after, values)
        if one is not None and other is not None and one != other:
            return False
    return True


def driver(pairs, golden, fixed, judged):
    checks = "".join(
        f"  check<{pair.type}>({pair.number}, golden::f{pair.number}, now::f{pair.number});\n" for pair in pairs if pair.number in judged
    )
    return f"""#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
namespace golden {{
{golden}}}
namespace now {{
{fixed}}}
std::mt19937 source(7);
unsigned long compared = 0;
int bad = 0;
template <class T> T some() {{ return std::exp2(std::uniform_real_distribution<T>(-4, 4)(source)) * (source() % 3 ? 1 : -1); }}
template <class T> void same(int number, T one, T other) {{
  ++compared;
  if (std::memcmp(&one, &other, sizeof one) != 0 && !(std::isnan(one) && std::isnan(other)) && ++bad < 20)
    std::printf("f%d: %.17g and %.17g\\n", number, double(one), double(other));
}}
template <class T> void check(int number, T (*one)(T, T, T, T, T), T (*other)(T, T, T, T, T)) {{
  for (int sample = 0; sample < 200; ++sample) {{
    const T x = some<T>(), y = some<T>(), z = some<T>(), s = some<T>(), t = some<T>();
    same(number, one(x, y, z, s, t), other(x, y, z, s, t));
  }}
}}
template <class T>
void check(int number, void (*one)(T *, const T *, const T *, const T *, T, T, int), void (*other)(T *, const T *, const T *, const T *, T, T, int)) {{
  constexpr int n = 200;
  T o[2][n], x[n], y[n], z[n];
  for (int i = 0; i < n; ++i) x[i] = some<T>(), y[i] = some<T>(), z[i] = some<T>();
  const T s = some<T>(), t = some<T>();
  one(o[0], x, y, z, s, t, n);
  other(o[1], x, y, z, s, t, n);
  for (int i = 0; i < n; ++i) same(number, o[0][i], o[1][i]);
}}
int main() {{
{checks}  std::printf("compared %lu, bad %d\\n", compared, bad);
  return bad != 0;
}}
"""


def verdicts(folder):
    done = subprocess.run(
        [CHECKER, "--no-config", "--quiet", "--format=json", "--reference=golden.cpp", "impl.cpp"], cwd=folder, capture_output=True, timeout=300, check=False
    )
    assert done.returncode in (0, 1), done.stderr.decode()
    return {int(entry["function"][1:]): entry["verdict"] for entry in json.loads(done.stdout)["conformance"]}


def run(first, count):
    pairs = [Pair(seed) for seed in range(first, first + count)]
    with tempfile.TemporaryDirectory(prefix="fporder-fixes-") as holder:
        folder = pathlib.Path(holder)
        golden, before = "".join(pair.reference for pair in pairs), "".join(pair.implementation for pair in pairs)
        include = "#include <cmath>\n"
        (folder / "golden.cpp").write_text(include + golden)
        (folder / "impl.cpp").write_text(include + before)
        was = verdicts(folder)
        done = subprocess.run(
            [CHECKER, "--no-config", "--quiet", "--fix", "--reference=golden.cpp", "impl.cpp"], cwd=folder, capture_output=True, timeout=600, check=False
        )
        assert done.returncode in (0, 1), done.stderr.decode()
        after = (folder / "impl.cpp").read_text().removeprefix(include)
        now = verdicts(folder)
        old, new = functions(before), functions(after)
        assert old.keys() == new.keys() == set(range(first, first + count))
        changed = {number for number in old if old[number] != new[number]}
        ordered = {number for number in was if was[number] == "different-order"}
        for number in changed:
            assert number in ordered, f"f{number} was {was.get(number)} and is changed"
            assert now[number] == "same-order", f"f{number} is {now[number]} with its fix:\n{new[number]}"
            assert sameReals(random.Random(number), old[number], new[number]), f"another value:\n{old[number]}{new[number]}"
        judged = {number for number in now if now[number] == "same-order"}
        (folder / "driver.cpp").write_text(driver(pairs, golden, after, judged))
        subprocess.run([COMPILER, "-std=c++20", "-O1", "-ffp-contract=off", "-w", "driver.cpp", "-o", "driver"], cwd=folder, check=True)
        ran = subprocess.run(["./driver"], cwd=folder, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + "".join(f"{new[int(n)]}" for n in sorted(set(re.findall(r"^f(\d+):", ran.stdout, re.M)))[:3])
        if "--show" in sys.argv:
            for number in sorted(ordered - changed):
                print(old[number] + next(pair.reference for pair in pairs if pair.number == number))
        return len(ordered), len(changed), len(judged)


def main():
    if COMPILER is None:
        print("no clang++")
        return 77
    ordered = changed = judged = 0
    for first in range(0, PAIRS, CHUNK):
        sums = run(first, CHUNK)
        ordered, changed, judged = ordered + sums[0], changed + sums[1], judged + sums[2]
    print(f"{PAIRS} pairs: {ordered} of another order, {changed} fixed; {judged} of the same order have the same bits")
    assert ordered > PAIRS // 3 and changed > ordered * 0.6, "too few are fixed"
    return 0


if __name__ == "__main__":
    sys.exit(main())
