#!/usr/bin/env python3
"""A baseline of version 1 keeps its findings quiet.

known-version-1.json was written with --write-baseline by the checker of commit 623d444, over the sets `positive` and `heldout`, group by group of
compiler flags; known-version-1-places.txt says where it found them. A finding is the same when this checker has it at the same place by the same rule,
whatever it calls it: of these, 99 % must be known. Prints the figures. Exit status: 0, 1 below the bar, 2 when the suite or the tool cannot be used.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import run

BAR = 0.99
SETS = ("positive", "heldout")
SUFFIXES = (".c", ".cpp", ".cu", ".cl", ".h")


def findings_of(checker, flags, group, folder, *more):
    command = [checker, "--cache-dir=cache", "--format=json", "--fail-on=never", *more, *map(str, group), "--", *flags]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        print(f"known_test.py: {' '.join(command)}: exit status {done.returncode}\n{done.stderr.decode(errors='replace')}", file=sys.stderr)
        sys.exit(2)
    report = json.loads(done.stdout)
    return {(os.path.relpath(Path(folder, p["file"]), folder), p["line"], p["column"], f["rule"]): f for f in report["findings"] for p in f["places"]}


def earlier_places():
    places = set()
    for line in (run.HERE / "known-version-1-places.txt").read_text(encoding="utf-8").splitlines():
        where, rule = line.split()
        file, row, column = where.rsplit(":", 2)
        places.add((file, int(row), int(column), rule))
    return places


def measure(checker, folder):
    """How many of the same findings there are, and those of them that are not known."""
    paths = sorted(path.relative_to(folder) for name in SETS for path in Path(folder, name).iterdir() if path.suffix in SUFFIXES)
    earlier, same, new = earlier_places(), 0, []
    os.chdir(folder)
    for flags, group in run.flag_groups(paths):
        everything = findings_of(checker, flags, group, folder).keys() & earlier
        shown = findings_of(checker, flags, group, folder, "--baseline=known.json").keys() & earlier
        same += len(everything)
        new += shown
    return len(earlier), same, sorted(new)


def migrated(checker, folder):
    """--update-baseline, group by group: nothing more is new, and the entries that stay are as many as findings."""
    paths = sorted(path.relative_to(folder) for name in SETS for path in Path(folder, name).iterdir() if path.suffix in SUFFIXES)
    for flags, group in run.flag_groups(paths):
        before = findings_of(checker, flags, group, folder, "--baseline=known.json").keys()
        findings_of(checker, flags, group, folder, "--baseline=known.json", "--update-baseline")
        after = findings_of(checker, flags, group, folder, "--baseline=known.json", "--check-baseline").keys()
        if before != after:
            return sorted(before ^ after)
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--checker", default=os.environ.get("FPORDER_CHECK"), help="fporder-check (default: $FPORDER_CHECK)")
    options = parser.parse_args()
    if not options.checker:
        parser.error("no checker: give --checker or set FPORDER_CHECK")
    checker = os.path.abspath(options.checker)
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        for name in SETS:
            shutil.copytree(run.HERE / name, Path(folder, name))
        shutil.copy(run.HERE / "known-version-1.json", Path(folder, "known.json"))
        earlier, same, new = measure(checker, folder)
        print(f"{earlier} findings of 623d444, {same} of them found today, {same - len(new)} known: {100 * (same - len(new)) / max(same, 1):.1f} %")
        for file, line, column, rule in new:
            print(f"  new: {file}:{line}:{column}: {rule}")
        differences = migrated(checker, folder)
        for place in differences:
            print("  migration changes what is known:", *place)
        now = json.loads(Path(folder, "known.json").read_text(encoding="utf-8"))
        left = sum("version" in entry for entry in now["findings"])
        print(f"after --update-baseline: version {now['version']}, {len(now['findings'])} entries, {left} of them of version 1")
    return 0 if same and len(new) <= (1 - BAR) * same and not differences and now["version"] == 2 and not left else 1


if __name__ == "__main__":
    sys.exit(main())
