#!/usr/bin/env python3
"""Random programs with and without packs (analyzer/instrument/packs.h): operations at once, cells written late and read once say what operations one by
one say. In binary64 the reports are equal to the last digit; in binary32, where a cell that is not read again keeps bits that memory cuts, figures are
equal to a hundredth. What the programs print is what they print without shadows.

The programs are what delayed writes could go wrong on: pointers that overlap or are equal, members, integers that carry a number's bits, memcpy, calls
that read and write, volatile places, a union with a long double, fences, loops with several accumulators. A function that passes a wide vector by value is what turns packs off: it may not be given
AVX. FPORDER_COMPILERS and FPORDER_PLAIN as for whole_program_test.py. 4 programs by default, 160 with FPORDER_FULL.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

COMPILERS = pathlib.Path(os.environ["FPORDER_COMPILERS"])
PLAIN = os.environ["FPORDER_PLAIN"]
FULL = bool(os.environ.get("FPORDER_FULL"))
BATCH = 8 if FULL else 4
COUNT = 160 if FULL else BATCH

HEAD = """#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
struct Triple { T x, y, z; };
struct Mixed { T x; Triple in; T w; };
static T other[4];
__attribute__((noinline)) void touch(T *p) { p[0] = p[1] * T(0.75) + other[0]; other[1] = p[0]; }
__attribute__((noinline)) T seen(const T *p) { return p[0] - p[1]; }
"""
NO_PACKS = "typedef double Wide __attribute__((vector_size(32)));\nWide unused(Wide x) { return x; }\n"


def place(draw):
    return draw.choice((f"p[{draw.randrange(4)}]", f"q[{draw.randrange(4)}]", f"u->{draw.choice('xyz')}", f"v->{draw.choice('xyz')}",
                        f"m->{draw.choice(('x', 'w', 'in.x', 'in.z'))}", f"other[{draw.randrange(4)}]"))


def value(draw, names):
    return draw.choice(names) if draw.random() < 0.5 else place(draw)


def expression(draw, names):
    a, b, c = (value(draw, names) for _ in range(3))
    return draw.choice((f"{a} + {b}", f"{a} - {b} * {c}", f"{a} * {b}", f"({a} - {b}) * {c}", f"{a} * T(0.1) + {b}", f"{a} / (T(1) + {b} * {b})",
                        f"std::sqrt({a} * {a} + {b} * {b})", f"-{a} * {b} * {c}", f"{a} * T(0.5)", f"{a} * T(1e-3) * {b}"))


def statement(draw, names, index):
    kind = draw.randrange(17)
    if kind < 5:
        return f"{place(draw)} = {expression(draw, names)};"
    if kind < 8:
        return f"{place(draw)} {draw.choice('+-')}= {expression(draw, names)};"
    if kind == 8:
        names.append(f"t{index}")
        return f"T t{index} = {expression(draw, names[:-1])};"
    if kind == 9:
        a, b = place(draw), place(draw)
        return f"{{ Bits bits; std::memcpy(&bits, &{a}, sizeof bits); std::memcpy(&{b}, &bits, sizeof bits); }}"
    if kind == 10:
        return draw.choice(("touch(p);", "touch(q + 1);", f"{place(draw)} = seen(q);", "std::memmove(p + 1, q, 3 * sizeof(T));", "*v = *u;"))
    if kind == 11:
        return f"{{ T &a = {place(draw)}; a = a + {value(draw, names)}; std::atomic_thread_fence(std::memory_order_seq_cst); }}"
    if kind == 12:
        return (f"{{ T a = 0, b = 0, c = 0; for (int i = 0; i < {draw.randrange(2, 30)}; ++i) {{ a += p[i % 4] * q[i % 3]; b += q[i % 4] * q[i % 4];"
                f" c {draw.choice('+-')}= p[i % 3] * T(0.3); }} {place(draw)} = a / (T(1) + b); {place(draw)} = c * T(0.01); }}")
    if kind == 13:  # bits that are read before their place is written, and taken for a number after
        a, b = place(draw), place(draw)
        return (f"{{ Bits bits; std::memcpy(&bits, &{a}, sizeof bits); {b} = {expression(draw, names)}; {a} = {expression(draw, names)}; T old; "
                f"std::memcpy(&old, &bits, sizeof old); {place(draw)} = old * T(0.3); }}")
    if kind == 14:
        return f"{{ volatile T &a = {place(draw)}; {place(draw)} = a * T(0.7) + a; a = {expression(draw, names)}; {place(draw)} = a - {place(draw)}; }}"
    if kind == 15:  # the first bytes of a long double
        return (f"{{ union {{ long double whole; T part; }} both; both.part = {expression(draw, names)}; both.whole = both.part * 0.3L; "
                f"{place(draw)} = T(both.whole); both.part = both.part > 1 || both.part < 1 ? T(0.5) : T(2); {place(draw)} *= both.part; }}")
    pairs = "u->x -= dx * f; u->y -= dy * f; u->z -= dz * f; v->x += dx * f; v->y += dy * f;"
    return (f"for (int i = 0; i < {draw.randrange(2, 12)}; ++i) {{ const T dx = u->x - v->x, dy = u->y - v->y, dz = u->z - v->z; "
            f"const T f = T(0.01) / (T(1) + dx * dx + dy * dy + dz * dz); {pairs} {place(draw)} *= f; }}")


def program(draw, number):
    names = ["a", "b"]
    lines = [statement(draw, names, index) for index in range(draw.randrange(4, 16))]
    return (f"__attribute__((noinline)) T run{number}(T *p, T *q, Triple *u, Triple *v, Mixed *m, T a, T b) {{\n  "
            + "\n  ".join(lines) + f"\n  return {names[-1]} + p[0];\n}}\n")


def call(draw, number):
    spread = draw.choice((0, 0, 1, 2, 4, 12))
    u, v = draw.randrange(3), draw.randrange(3)
    inputs = ", ".join(f"T({draw.uniform(-2, 2).hex()})" for _ in range(24))
    return (f"  {{ T x[24] = {{{inputs}}}; Triple s[3] = {{{{x[3], x[4], x[5]}}, {{x[6], x[7], x[8]}}, {{x[9], x[10], x[11]}}}};\n"
            f"    Mixed m = {{x[1], s[0], x[2]}}; const T r = run{number}(x, x + {spread}, {draw.choice((f's + {u}', '&m.in'))}, s + {v}, &m, x[20], x[21]);\n"
            f'    std::printf("%a %a %a %a\\n", double(r), double(x[1]), double(s[{v}].y), double(m.in.x)); }}\n')


def source(draw, type_name):
    head = f"using T = {type_name};\nusing Bits = {'unsigned long' if type_name == 'double' else 'unsigned'};\n" + HEAD
    programs = "".join(program(draw, number) for number in range(BATCH))
    return head + programs + "int main() {\n" + "".join(call(draw, number) for number in range(BATCH)) + "}\n"


def run(command, **environment):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, env={**os.environ, **environment})
    assert done.returncode == 0, f"{command}\n{done.stderr[:4000]}"
    return done.stdout


def build(path, name, text, compiler):
    (path / name).mkdir()
    (path / name / "program.cpp").write_text(text, encoding="utf-8")
    run(["sh", "-c", f"cd {path / name} && {compiler} -std=c++20 -O2 -ffp-contract=off program.cpp -o program"])
    return path / name / "program"


def figures(report):
    """By place: what is counted, and the largest error."""
    found = {}
    for each in report["places"]:
        at = each["place"]
        key = (at["line"], at["column"], at["operation"])
        assert key not in found, key
        found[key] = ([each[name] for name in ("count", "overflow", "underflow", "invalid", "nonFinite")], each["resultUlp"]["max"])
    return found


def is_near(a, b):
    return a == b or abs(a - b) <= 0.01 * max(abs(a), abs(b)) + 1e-3


def compare(seed, type_name):
    draw = random.Random(f"{seed} {type_name}")
    text = source(draw, type_name)
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory)
        printed, reports = [run([build(path, "plain", text, PLAIN)])], []
        for name, tail in (("packed", ""), ("apart", NO_PACKS)):
            report = path / f"{name}.json"
            printed.append(run([build(path, name, text + tail, COMPILERS / "fporder-c++")], FPORDER_SHADOW_REPORT=str(report)))
            reports.append(json.loads(report.read_text(encoding="utf-8")))
        listing = run([pathlib.Path(PLAIN).resolve().parent / "llvm-objdump", "-d", path / "packed" / "program"])
    assert printed[0] == printed[1] == printed[2], f"seed {seed}: the program prints something else"
    assert listing.count("ymm") > BATCH, f"seed {seed}: no packs are made"
    packed, apart = reports
    if type_name == "double":
        assert packed == apart, f"seed {seed}: {[key for key in packed if packed[key] != apart[key]]}"
        return len(packed["places"])
    of_packed, of_apart = figures(packed), figures(apart)
    assert of_packed.keys() == of_apart.keys(), f"seed {seed}: places"
    for key, (counts, largest) in of_packed.items():
        assert counts == of_apart[key][0] and is_near(largest, of_apart[key][1]), f"seed {seed}, {key}: {counts} {largest} {of_apart[key]}"
    return len(of_packed)


def main():
    places = sum(compare(seed, name) for seed in range(COUNT // BATCH) for name in ("double", "float"))
    if not FULL:
        print("reduced: 4 programs (FPORDER_FULL=1: 160)")
    print(f"{COUNT} programs of each format, {places} places: equal")


if __name__ == "__main__":
    sys.exit(main())
