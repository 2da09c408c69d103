#!/usr/bin/env python3
"""Pairs of a real kernel and the reference that it implements, judged before the run.

  reference_pairs.py --check PROGRAM [--root DIRECTORY] [--copies DIRECTORY] [--only WORD] EXPECTED.tsv

A line of EXPECTED.tsv says, separated by tabs: implementation, function of it, output, reference, function of it, verdict, line. Files are relative to --root.
`*` as output is the only one that there is, as any is where the function has one; as line, any. Lines may be several (90|93), functions may be Class.method. Lines that begin with # are comments.

The program is given a copy of the implementation, beside it or under --copies, whose function has the comment `// fporder: reference FILE:FUNCTION` at the end of
its first line: no line has another number. Counted are right verdicts, right lines among those that have both, and dangerous verdicts: the same order of what
differs, another formula of what is equal over the reals, and equality of what is another formula. `undecided` and no verdict are neither right nor dangerous.
Exit status: 0; 1 when a verdict is dangerous or the program gave no report.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
EQUAL = ("same-order", "different-operators", "different-schedule", "different-order")
Label = collections.namedtuple("Label", "implementation function output reference of verdict line")


def labels(path):
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.strip() and not text.startswith("#"):
            yield Label(*text.split("\t"))


def class_line(lines, function):
    """Number of the line on which the class of Class::method, or of Class.method, begins; 0 where there is none in the file."""
    owner = re.split(r"::|\.", function)[-2:-1]
    for number, line in enumerate(lines):
        if owner and re.search(r"\b(class|struct)\s+(\w+\s+)*" + re.escape(owner[0]) + r"\b(?!.*;)", line):
            return number
    return 0


def definition(lines, function):
    """Number of the line, from 0, on which the definition of `function` begins; None where there is none."""
    name = re.escape(re.split(r"::|\.", function)[-1])
    for number in range(class_line(lines, function), len(lines)):
        found = re.search(r"(?<!\w)" + name + r"\s*\(", lines[number])
        if not found or lines[number].lstrip().startswith(("//", "#", "*", "return")):
            continue
        rest = lines[number][found.end() :] + "".join(lines[number + 1 : number + 40])
        if next((each for each in rest if each in "{;"), ";") == "{":
            return number
    return None


def scripted(label, root, source, lines, copies):
    """The same for a Python script."""
    owner = label.function.split(".")[-2:-1]
    inside = not owner
    for number, line in enumerate(lines):
        inside = inside or bool(re.match(r"\s*class\s+" + re.escape(owner[0]) + r"\b", line))
        if inside and re.match(r"\s*def\s+" + re.escape(label.function.split(".")[-1]) + r"\s*\(", line):
            lines[number] = line.rstrip("\n") + f"  # fporder: reference {(root / label.reference).resolve()}:{label.of}\n"
            target = (copies or source.parent) / ("fporder_pair_" + source.name)
            target.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
            return target
    return None


def copied(label, root, copies):
    """The implementation with the comment, and its path."""
    source = root / label.implementation
    lines = source.read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
    if source.suffix == ".py":
        return scripted(label, root, source, lines, copies)
    at = definition(lines, label.function)
    if at is None:
        return None
    while "//" in lines[at] or lines[at].rstrip().endswith("\\"):
        at += 1
    lines[at] = lines[at].rstrip("\n") + f" // fporder: reference {(root / label.reference).resolve()}:{label.of}\n"
    target = (copies or source.parent) / ("fporder_pair_" + source.name)
    target.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
    return target


def conformance(program, file, flags):
    environment = {**os.environ, "FPORDER_NO_CACHE": "1", "NO_COLOR": "1"}
    done = subprocess.run([*program, "--no-config", "--quiet", "--format=json", str(file), *(["--", *flags] if flags else [])], capture_output=True, env=environment, timeout=300, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return None, done.stderr.decode("utf-8", "replace")[-300:]
    reasons = [f"{entry.get('what', '')}: {entry.get('why', '')}" for entry in report.get("notAnalysed", []) if "eference" in entry.get("what", "") + entry.get("why", "")]
    return report.get("conformance", []), " ".join(reasons)[:200] or done.stderr.decode("utf-8", "replace").replace("\n", " ")[:300]


def plain(name):
    """w of "state->w[i]", "(*w)[i]" and "self.w"."""
    words = re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", name))
    return words[-1] if words else name


def found(entries, label):
    """The entry of the label's output; of instances of a template that of float, or any where all agree."""
    function = re.split(r"::|\.", label.function)[-1]
    own = [entry for entry in entries if re.search(r"(^|\W)" + re.escape(function) + r"(\W|$)", entry["function"])]
    if label.output != "*":
        named = [entry for entry in own if plain(entry["output"]) == plain(label.output)]
        own = named or (own if len({entry["output"] for entry in own}) == 1 else [])
    if len({entry["verdict"] for entry in own}) > 1:
        own = [entry for entry in own if re.search(r"\[[^\]]*\bfloat\b", entry["function"])]
    return own[0] if len({entry["verdict"] for entry in own}) == 1 else None


def dangerous(got, wanted):
    return (got == "same-order" and wanted != got) or (got == "different-formula" and wanted in EQUAL) or (got in EQUAL and wanted == "different-formula")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True, help="the program; may be several words")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--copies", type=pathlib.Path, help="where the copies are written")
    parser.add_argument("--only", default="")
    parser.add_argument("--flags", default="", help="of the compiler, for all of them")
    parser.add_argument("expected", type=pathlib.Path)
    arguments = parser.parse_args()
    total = right = lined = on_line = danger = failed = 0
    for label in labels(arguments.expected):
        if arguments.only not in "\t".join(label):
            continue
        total += 1
        file = copied(label, arguments.root, arguments.copies)
        entries, why = conformance(arguments.check.split(), file, arguments.flags.split()) if file else ([], "the function is not found in the text")
        if file:
            file.unlink()
        failed += entries is None
        entry = found(entries or [], label)
        got = entry["verdict"] if entry else "nothing"
        why = entry["message"] if entry else f"{why}; outputs: " + ", ".join(f"{each['function']}: {each['output']}" for each in entries or [])
        bad = dangerous(got, label.verdict)
        danger += bad
        right += got == label.verdict
        mark = "DANGER" if bad else "right" if got == label.verdict else "wrong" if got not in ("nothing", "undecided") else got
        if got == label.verdict and label.line != "*":
            lined += 1
            on_line += str(entry["line"]) in label.line.split("|")
            if str(entry["line"]) not in label.line.split("|"):
                mark = f"line {entry['line']}"
        print(f"{mark:10} {label.verdict:20} {got:20} {label.function}: {label.output}   {'' if mark == 'right' else why[:260]}", flush=True)
    print(f"{right} of {total} verdicts, {on_line} of {lined} lines, {danger} dangerous")
    return 1 if danger or failed else 0


if __name__ == "__main__":
    sys.exit(main())
