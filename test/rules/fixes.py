#!/usr/bin/env python3
"""Fixes of the sources that are fully known: the blocks of the rule documents, the labelled suites, the examples, the reported sources.

  fixes.py ends --check PROGRAM          --fix=all comes to an end: a second run changes nothing, and what compiled compiles; all sources under FPORDER_FULL=1,
                                         a part otherwise
  fixes.py counts --check PROGRAM --reference OTHER
                                         how many findings carry a fix, by set; the sources in which PROGRAM has fewer than OTHER are listed

Exit status: 0, or 1 when a run changes what another one fixed, when fixed sources no longer compile, or when PROGRAM offers fewer fixes.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]
sys.path.insert(0, str(HERE))
import run_examples  # noqa: E402

SUFFIXES = (".c", ".cpp", ".cu", ".cl", ".cce", ".h")
REDUCED = 12  # one source in so many
COMPILERS = {".c": ["clang", "-std=c17"], ".cpp": ["clang++", "-std=c++20"], ".h": ["clang++", "-std=c++20", "-x", "c++"], ".cu": ["clang++", "-std=c++20"],
             ".cl": ["clang"], ".cce": ["clang++", "-std=c++20"]}

Source = collections.namedtuple("Source", "set name text flags folder")


def rule_blocks():
    for document in sorted((TREE / "rules").glob("*/*/rule.md")):
        slug = document.parent.name
        for block in [*run_examples.read_blocks(document, slug, document.read_text()), *run_examples.read_cases(document, slug)]:
            if block.kind == "flagged":
                yield Source("rules", block.name, block.code, block.flags, None)


def files(name, folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            text = path.read_bytes().decode()
            first = text.splitlines()[0] if text else ""
            flags = first[len("// flags:"):].split() if first.startswith("// flags:") else []
            yield Source(name, str(path.relative_to(folder)).replace("/", "_"), text, flags, path.parent)


def sources():
    found = list(rule_blocks())
    for folder in ("positive", "heldout", "control"):
        found += files(f"labelled_{folder}", TREE / "test/labelled" / folder)
    found += files("examples", TREE / "examples")
    for folder in (TREE / "shared/reported", TREE.parent / "shared/reported"):
        if folder.is_dir():
            found += files("reported", folder)
            break
    return found


def lay_out(chosen, folder):
    """Copies with a compile database; headers that the originals include by name are found beside them."""
    database, paths = [], []
    for source in chosen:
        path = folder / source.set / source.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(source.text.encode())
        include = ["-I", str(source.folder)] if source.folder else []
        database.append({"directory": str(folder), "file": str(path), "arguments": [*COMPILERS[path.suffix], *source.flags, *include, "-c", str(path)]})
        paths.append(path)
    (folder / "compile_commands.json").write_text(json.dumps(database))
    return paths


def run(check, folder, paths, *options):
    command = [check, "-p", str(folder), "--no-config", "--no-cache", "--fail-on=never", "--quiet", "--header-filter=^$", *options, *map(str, paths)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return result


def ends(options):
    chosen = sources()
    total = len(chosen)
    if os.environ.get("FPORDER_FULL") != "1":
        chosen = chosen[::REDUCED]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        paths = lay_out(chosen, folder)
        states, problems = [{path: path.read_bytes() for path in paths}], []
        errors = [compile_errors(options.check, folder, paths)]
        for _ in range(2):
            result = run(options.check, folder, paths, "--fix=all")
            problems += [line for line in result.stderr.splitlines() if "come to no end" in line or "no longer compiles" in line]
            states.append({path: path.read_bytes() for path in paths})
        errors.append(compile_errors(options.check, folder, paths))
        fixed = sum(states[0][path] != states[1][path] for path in paths)
        for path in paths:
            if states[1][path] != states[2][path]:
                problems.append(f"{path.relative_to(folder)}: a second run changes it")
        problems += [f"{name}: has {after} syntax errors, had {errors[0][name]}" for name, after in errors[1].items() if after > errors[0][name]]
    for problem in problems:
        print(problem)
    print(f"{len(chosen)} of {total} sources, {fixed} fixed, {len(problems)} problems")
    return 1 if problems or not fixed else 0


def compile_errors(check, folder, paths):
    report = json.loads(run(check, folder, paths, "--format=json").stdout)
    counts = collections.Counter({path.name: 0 for path in paths})
    for entry in report["notAnalysed"]:
        counts[pathlib.Path(entry["file"]).name] += entry["what"] == "syntax error"
    return counts


def fixable(check, folder, paths):
    counts = collections.Counter()
    for finding in json.loads(run(check, folder, paths, "--format=json").stdout)["findings"]:
        for place in finding.get("places", [finding]):  # an older checker lists each place as a finding
            if place.get("fix"):
                counts[place["file"], place["line"], finding["rule"]] += 1
    return counts


def counts(options):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        paths = lay_out(sources(), folder)
        ours, theirs = fixable(options.check, folder, paths), fixable(options.reference, folder, paths)
        by_set = {name: [0, 0] for name in ("rules", "labelled_positive", "labelled_heldout", "labelled_control", "examples", "reported")}
        for index, found in enumerate((ours, theirs)):
            for (file, _, _), count in found.items():
                by_set[pathlib.Path(file).parent.name][index] += count
        for name, (own, other) in by_set.items():
            print(f"{name:18} {own:5} {other:5}")
        print(f"{'all':18} {sum(ours.values()):5} {sum(theirs.values()):5}")
        for key in sorted(theirs - ours):
            print(f"lost: {pathlib.Path(key[0]).relative_to(folder)}:{key[1]}: {key[2]}")
            if options.verbose:
                print("      " + pathlib.Path(key[0]).read_text().splitlines()[key[1] - 1].strip())
        for key in sorted(ours - theirs):
            print(f"gained: {pathlib.Path(key[0]).relative_to(folder)}:{key[1]}: {key[2]}")
    return 1 if sum(ours.values()) < sum(theirs.values()) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ends", "counts"))
    parser.add_argument("--check", required=True, help="the fporder-check to run")
    parser.add_argument("--reference", help="another fporder-check, for counts")
    parser.add_argument("--verbose", action="store_true", help="show the lines of lost fixes")
    options = parser.parse_args()
    options.check = os.path.abspath(options.check)
    if options.what == "counts" and not options.reference:
        parser.error("--reference is required")
    return ends(options) if options.what == "ends" else counts(options)


if __name__ == "__main__":
    sys.exit(main())
