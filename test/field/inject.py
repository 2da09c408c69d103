#!/usr/bin/env python3
"""Defects of order and precision are written into sources of repositories, one at a time, and the checker is asked what it says of them.

  inject.py --check PROGRAM [--most N] [--of-a-kind N] [--seed N] [--verbose] DIRECTORY...

Each directory is a repository as it is. Places are found by text and confirmed by libclang (the operation or call there has a floating-point type; a place
whose type the parser does not know is left out). Of the places, drawn by the seed, as many of each kind of KINDS as of every other are tried, one a file
and kind; the source with the defect is written beside the original under another name and removed. A defect changes the output when the two forms differ
on random operands of the place's format (constants as written; forms that need data: always); only those are counted as named, when a finding stands on
what was written, and as new, when the original has no finding of that rule on these lines. One line a kind:

  kind  tried  changing  by default: named, new  at audit: named, new

At the end all of them and, with --verbose, a line for each defect. Exit status 0.
"""

import argparse
import ctypes
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from expression_types import ExpressionTypes  # noqa: E402
from understood import sources  # noqa: E402

NAME = r"(?:std::)?[A-Za-z_]\w*"
POSTFIX = r"(?:\[[^\[\]()]{1,24}\]|(?:\.|->)[A-Za-z_]\w*|\([\w.,\[\] +*-]{0,32}\))"
OPERAND = rf"(?:{NAME}{POSTFIX}{{0,3}}|\d+\.\d*f?)"
BEFORE, AFTER = r"(?<![\w.\])>])(?<![*/%-])(?<![*/%-] )", r"(?!\s*[*/.\[(]|\w|->)"
ADDED_NAME = "fporder_injected"


class Defect:
    """Lines that take the place of `first` .. `first + taken`; where, in them (line, columns from 1), operations stand that must be floating, the lines and the
    columns in which a finding names the defect, and the operands of the two forms."""

    def __init__(self, kind, first, taken, lines, operations, named, forms=None):
        self.kind, self.first, self.taken, self.lines, self.operations, self.named, self.forms = kind, first, taken, lines, operations, named, forms


def replaced(kind, index, line, match, text, forms=None, operators="*/", before=()):
    """A part of one line replaced by text, with lines before it: its operations are the operators in the text, or its first letter where none is given."""
    start = match.start()
    lines = [*before, f"{line[:start]}{text}{line[match.end() :]}"]
    at = [start + offset + 1 for offset, letter in enumerate(text) if letter in operators and text[offset - 1] == " "] if operators else [start + 1]
    named = [(row, 1, 1000) for row in range(len(before))] + [(len(before), start + 1, start + len(text))]
    return Defect(kind, index, 1, lines, [(len(before), column) for column in at], named, forms)


def products(lines, index):
    line = lines[index]
    if line.count("*") + line.count("/") < 2:
        return
    for match in re.finditer(rf"{BEFORE}({OPERAND}) ?\* ?({OPERAND}) ?/ ?({OPERAND}){AFTER}", line):
        a, b, c = match.groups()
        yield replaced("division first", index, line, match, f"{a} / {c} * {b}", ([a, b, c], lambda r, x, y, z: (r(r(x * y) / z), r(r(x / z) * y))))
    for match in re.finditer(rf"{BEFORE}({OPERAND}) ?\* ?({OPERAND}) ?\* ?({OPERAND}){AFTER}", line):
        a, b, c = match.groups()
        yield replaced("factors regrouped", index, line, match, f"{a} * ({b} * {c})", ([a, b, c], lambda r, x, y, z: (r(r(x * y) * z), r(x * r(y * z)))))


def reciprocals(lines, index):
    line = lines[index]
    if not re.match(r"\s+[\w\[\].>\-]+( [\w\[\].>\-]+)? [*+-]?= [^;]*;\s*$", line) or not re.search(r"[;{}]\s*$", lines[index - 1] if index else ""):
        return
    for match in re.finditer(rf"{BEFORE}({OPERAND}) ?/ ?({OPERAND}){AFTER}", line):
        a, b = match.groups()
        indent = line[: len(line) - len(line.lstrip())]
        hoisted = f"{indent}const __typeof__(1 / {b}) {ADDED_NAME} = 1 / {b};"
        yield replaced("reciprocal hoisted", index, line, match, f"{a} * {ADDED_NAME}", ([a, b], lambda r, x, y: (r(x / y), r(x * r(1 / y)))), before=[hoisted])


def functions(lines, index):
    line = lines[index]
    for called, kind in (("cos", "1 - cos"), ("log", "log of 1 + x")):
        for match in re.finditer(rf"(?<== )((?:std::)?{called}f?)\(([\w.\[\]>* /-]+)\)(?=;)", line):
            text = f"1 - {match.group(1)}({match.group(2)})" if called == "cos" else f"{match.group(1)}(1 + {match.group(2)})"
            yield replaced(kind, index, line, match, text, operators="-" if called == "cos" else "+")


def loop_after(lines, index, name):
    """(line of `name += TERM;`, term, last line, bound) of a loop that begins in the eight lines after a declaration; None without one."""
    for start in range(index + 1, min(index + 9, len(lines))):
        header = re.match(r"(\s*)for ?\(.*?;\s*\w+ ?<=? ?([\w.>()-]+?);.*\{\s*$", lines[start])
        if not header:
            continue
        last = next((at for at in range(start + 1, min(start + 40, len(lines))) if lines[at].rstrip() == header.group(1) + "}"), None)
        for at in range(start + 1, last or start):
            added = re.match(rf"\s+{name} \+= ([^;]+);\s*$", lines[at])
            if added:
                return at, added.group(1), last, header.group(2)
    return None


def accumulators(lines, index):
    declared = re.match(r"(\s+)(double|float|real|btScalar|real_t|T) (\w+) ?= ?(?:0|0\.0?f?|T\(0\)|0\.0)\s*;\s*$", lines[index])
    loop = loop_after(lines, index, declared.group(3)) if declared else None
    if not loop:
        return
    indent, kind, name = declared.groups()
    at, term, last, bound = loop
    column = lines[at].index("+=") + 1
    within = at - index
    if kind == "double":
        body = [lines[index].replace("double", "float", 1), *lines[index + 1 : at + 1]]
        yield Defect("accumulator narrowed", index, within + 1, body, [(within, column)], [(0, 1, 1000), (within, 1, 1000)])
    squares = f"{indent}{kind} {ADDED_NAME} = 0;"
    margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    body = [lines[index], squares, *lines[index + 1 : at + 1], f"{margin}{ADDED_NAME} += ({term}) * ({term});", *lines[at + 1 : last + 1]]
    after = f"{indent}{name} = {ADDED_NAME} / {bound} - ({name} / {bound}) * ({name} / {bound});"
    named = [(row, 1, 1000) for row in (within + 1, within + 2, len(body))]
    yield Defect("one-pass variance", index, last + 1 - index, [*body, after], [(within + 1, column)], named)


FINDERS = [products, reciprocals, functions, accumulators]
KINDS = ["division first", "factors regrouped", "reciprocal hoisted", "accumulator narrowed", "one-pass variance", "1 - cos", "log of 1 + x"]
FORMATS = {"float": "f", "double": "d", "long double": "d", "_Float16": "e", "half": "e"}
WIDTHS = ["_Float16", "half", "float", "double", "long double"]
LEVELS = ["remark", "audit"]


def changes(forms, spelling, generator):
    """Whether the two forms have other bits in one of 200 draws of the operands that are no constants."""
    if forms is None:
        return True
    code = FORMATS.get(spelling, "f")
    operands, evaluate = forms
    rounded = lambda value: struct.unpack(code, struct.pack(code, value))[0]  # noqa: E731
    for _ in range(200):
        values = [float(text.rstrip("f")) if text[0].isdigit() else rounded(generator.uniform(0.5, 2)) for text in operands]
        one, other = evaluate(rounded, *values)
        if one != other:
            return True
    return False


class Places(ExpressionTypes):
    def release(self):
        self.library.clang_disposeTranslationUnit.argtypes = [ctypes.c_void_p]
        self.library.clang_disposeTranslationUnit(self.unit)


def places(directory, name):
    text = (directory / name).read_text(encoding="utf-8", errors="surrogateescape")
    lines, comment = text.split("\n"), False
    for index, line in enumerate(lines):
        comment = ("/*" in line or comment) and "*/" not in line
        if comment or len(line) > 200 or line.rstrip().endswith("\\") or re.match(r"\s*(//|\*|#)", line) or '"' in line or "/*" in line:
            continue
        for finder in FINDERS:
            for defect in finder(lines, index):
                yield defect


def drawn(arguments):
    """(directory, name, defect) in an order that the seed draws: a place of a file and kind, kinds in turn."""
    generator = random.Random(arguments.seed)
    by_kind = {kind: [] for kind in KINDS}
    for directory in arguments.directories:
        of_directory = {kind: [] for kind in KINDS}
        names = sources(directory)
        for name in sorted(generator.sample(names, min(len(names), arguments.most))):
            found = {}
            for defect in places(directory, name):
                found.setdefault(defect.kind, []).append(defect)
            for kind, defects in found.items():
                of_directory[kind].append((directory, name, generator.choice(defects)))
        for kind, each in of_directory.items():
            generator.shuffle(each)
            by_kind[kind].append(each)
    for kind, lists in by_kind.items():  # repositories in turn
        longest = max((len(each) for each in lists), default=0)
        yield kind, [each[at] for at in range(longest) for each in lists if at < len(each)]


def findings(program, directory, name, level):
    command = [program, "--format=json", "--fail-on=never", f"--level={level}", name]
    done = subprocess.run(command, cwd=directory, env={**os.environ, "FPORDER_NO_CACHE": "1", "NO_COLOR": "1"}, capture_output=True)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return None
    failed = any(entry["what"] == "file" for entry in report["notAnalysed"])
    return None if failed else report["findings"]


def named_at(found, first, named):
    """The rules of findings that stand in one of the (line from `first`, columns)."""
    rules = []
    for finding in found:
        for place in finding.get("places") or [finding]:
            if any(place["line"] == first + line + 1 and start <= place.get("column", 1) <= end for line, start, end in named):
                rules.append(finding["rule"])
                break
    return rules


def format_of(directory, beside, defect):
    """The narrowest floating-point type of the defect's operations, None where one is of another or of an unknown type."""
    flags = ["-x", "cuda", "-nocudainc", "-nocudalib"] if beside.suffix == ".cu" else []
    try:
        types = Places(beside, flags, directory)
    except ValueError:
        return None
    spelled = [found[1] if found else "" for line, column in defect.operations for found in [types.at(beside, defect.first + line + 1, column)]]
    types.release()
    return min(spelled, key=WIDTHS.index) if spelled and all(each in WIDTHS for each in spelled) else None


def judge(program, directory, name, defect):
    """(format, {level: (rules named there, rules that are new there)}), None where the file cannot be analysed or the operations are not known to be floating."""
    path = directory / name
    lines = path.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
    lines[defect.first : defect.first + defect.taken] = defect.lines
    beside = path.with_name(f"{ADDED_NAME}_{path.name}")
    result = {}
    try:
        beside.write_text("\n".join(lines), encoding="utf-8", errors="surrogateescape")
        spelling = format_of(directory, beside, defect)
        for level in LEVELS if spelling else ():
            before = findings(program, directory, name, level)
            after = findings(program, directory, str(beside.relative_to(directory)), level)
            if before is None or after is None:
                return None
            named = named_at(after, defect.first, defect.named)
            new = list(named)
            for rule in named_at(before, defect.first, [(line, 1, 1000) for line in range(defect.taken)]):
                if rule in new:
                    new.remove(rule)
            result[level] = named, new
    finally:
        beside.unlink(missing_ok=True)
    return (spelling, result) if spelling else None


def row(kind, counts):
    return f"{kind:24} {counts[0]:5} {counts[1]:9} {counts[2]:18} {counts[3]:6} {counts[4]:16} {counts[5]:6}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True, type=os.path.abspath)
    parser.add_argument("--most", type=int, default=200, help="sources of a repository")
    parser.add_argument("--of-a-kind", type=int, default=43)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("directories", nargs="+", type=lambda text: pathlib.Path(text).resolve())
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed + 1)
    total = [0] * 6
    header = f"{'kind':24} tried  changing  by default: named    new  at audit: named    new"
    print(header)
    for kind, candidates in drawn(arguments):
        counts = [0] * 6
        for directory, name, defect in candidates:
            if counts[0] == arguments.of_a_kind:
                break
            judged = judge(arguments.check, directory, name, defect)
            if judged is None:
                continue
            spelling, told = judged
            alters = changes(defect.forms, spelling, generator)
            (named, new), (named_at_audit, new_at_audit) = (told[level] for level in LEVELS)
            one = [True, alters, *(alters and each for each in (named, new, named_at_audit, new_at_audit))]
            counts = [count + bool(value) for count, value in zip(counts, one)]
            if arguments.verbose:
                rules = f"{','.join(named) or '-'} | {','.join(named_at_audit) or '-'}"
                print(f"  {directory.name}/{name}:{defect.first + 1}: {spelling}{'' if alters else ', same bits'}: {rules}: {defect.lines[-1].strip()}", flush=True)
        total = [a + b for a, b in zip(total, counts)]
        print(row(kind, counts), flush=True)
    print(row("all", total))
    _, changing, default, _, audit, _ = total
    if changing:
        print(f"named by default {100 * default / changing:.1f} % of those that change the output, at audit {100 * audit / changing:.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
