#!/usr/bin/env python3
"""Compares what two builds of fporder-check find in projects that are configured already.

  compile_databases.py [--files N] [--jobs N] OLD NEW BUILD_DIRECTORY...

OLD and NEW are fporder-check programs, each BUILD_DIRECTORY holds a compile_commands.json. At most N files of each database (default 60) are taken,
evenly spread over its sorted list. Findings, and what was not analysed, are compared whole; lines about compiler flags are compared apart, as they say
what became of a flag and not of the code.

Exit status: 0 the findings of all databases are equal, 1 some differ, 2 usage. Nothing is built, and no project is part of this tree.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile


def sources_of(build, most):
    """At most `most` sources of the database, evenly spread."""
    entries = json.loads((build / "compile_commands.json").read_text())
    paths = {(pathlib.Path(entry["directory"]) / entry["file"]).resolve() for entry in entries}
    known = (".c", ".cc", ".cpp", ".cxx", ".cu", ".cl")
    every = sorted(str(path) for path in paths if path.suffix in known and path.exists())
    step = max(1, -(-len(every) // most))
    return every[::step]


def report_of(check, build, sources, jobs):
    """The JSON report of one program, or None with its error printed."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "report.json"
        command = [check, "--no-cache", "--quiet", f"-j{jobs}", "--no-config", f"--format=json:{output}", "-p", str(build)]
        result = subprocess.run(command + sources, check=False, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not output.exists():
            print(f"{check}: status {result.returncode}: {result.stderr[-2000:]}")
            return None
        return json.loads(output.read_text())


def counted(entries):
    return collections.Counter(json.dumps(entry, sort_keys=True) for entry in entries)


def parts(report):
    """Findings, code that was not analysed, and lines about flags, each as a multiset."""
    missed = report.get("notAnalysed", [])
    flags = [entry for entry in missed if entry.get("what") == "compiler flag"]
    code = [entry for entry in missed if entry.get("what") != "compiler flag"]
    return counted(report["findings"]), counted(code), counted(flags)


def shown(title, left, right, most=6):
    for sign, only in (("-", left - right), ("+", right - left)):
        for text in list(only)[:most]:
            print(f"    {sign} {title}: {text[:400]}")


def compare(arguments, build):
    """Prints a line for the database; true when the findings are equal."""
    sources = sources_of(build, arguments.files)
    reports = [report_of(check, build, sources, arguments.jobs) for check in (arguments.old, arguments.new)]
    if not sources or None in reports:
        print(f"{build}: no comparison ({len(sources)} sources)")
        return False
    (old_found, old_code, old_flags), (new_found, new_code, new_flags) = map(parts, reports)
    equal = old_found == new_found and old_code == new_code
    print(
        f"{build}: {len(sources)} sources, {old_found.total()} and {new_found.total()} findings, {old_code.total()} and {new_code.total()} places not "
        f"analysed, {old_flags.total()} and {new_flags.total()} lines about flags: {'equal' if equal else 'DIFFERENT'}"
    )
    shown("finding", old_found, new_found)
    shown("not analysed", old_code, new_code)
    shown("flag", old_flags, new_flags, most=3)
    return equal


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("builds", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    different = sum(not compare(arguments, build) for build in arguments.builds)
    print(f"{len(arguments.builds) - different} of {len(arguments.builds)} databases equal")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
