#!/usr/bin/env python3
"""Repositories as they are compared with the same repositories configured: what is understood, and which findings are the same.

  configured.py --check PROGRAM [--most N] [--seed N] [--verbose] DIRECTORY...

Each directory is a repository. How it is configured says what lies beside it, so that the run without a configuration does not see it:

  DIRECTORY.build/compile_commands.json   a compile database of its sources
  DIRECTORY.flags                         lines `PATTERN: FLAGS`; a source takes the flags of the first pattern that its path below DIRECTORY fits,
                                          $ROOT in them is DIRECTORY; `PATTERN: -` leaves sources out, and so does no pattern

Both runs get the sources that are configured, at most N, drawn by the seed. Configured, no header is looked up, nothing is repaired, nothing woken.
A finding is the same when file, line, column and rule are; findings in woken code are counted apart, as no configuration here wakes it. One line a
repository:

  sources  operations  understood  configured operations  understood  findings  found configured  configured findings  found as it is  integers  woken  repository

`integers`: findings without a configuration on what Clang, configured, gives an integer or a pointer for a type (by libclang). Exit status 1 for any.
"""

import argparse
import fnmatch
import json
import os
import pathlib
import random
import shlex
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from expression_types import ExpressionTypes  # noqa: E402
from understood import sources  # noqa: E402

CONFIGURED = ["--no-header-search", "--no-repairs", "--no-wake"]


def run(program, directory, arguments):
    environment = {**os.environ, "FPORDER_NO_CACHE": "1", "NO_COLOR": "1"}
    done = subprocess.run([program, "--coverage", "--format=json", "--fail-on=never", *arguments], cwd=directory, env=environment, capture_output=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise SystemExit(f"{directory}: no report: {done.stderr.decode('utf-8', 'replace')[-500:]}") from None


class Side:
    """What the runs of one kind have found."""

    def __init__(self, root):
        self.root = root
        self.findings = {}  # by (file, line, column, rule)
        self.woken = 0
        self.files = {}

    def take(self, report):
        for finding in report["findings"]:
            if finding.get("wokenAs"):
                self.woken += 1
            else:
                self.findings[(self.name(finding["file"]), finding["line"], finding["column"], finding["rule"])] = finding
        for entry in report.get("coverage", []):
            name = self.name(entry["file"])
            self.files[name] = max(self.files.get(name, (0, 0)), (entry["operators"], entry["inGraphs"]))

    def name(self, file):
        return os.path.relpath(os.path.realpath(self.root / file), self.root)

    def share(self):
        operations = sum(each[0] for each in self.files.values())
        return operations, percent(sum(each[1] for each in self.files.values()), operations)


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def by_database(directory, build):
    """Sources with the arguments that the checker takes them by, and their flags."""
    configured = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        where = pathlib.Path(entry["directory"])
        name = os.path.relpath(os.path.realpath(where / entry["file"]), directory)
        words = entry["arguments"] if "arguments" in entry else shlex.split(entry["command"])
        configured.setdefault(name, (("-p", str(build)), (words[1:], where)))
    return configured


def by_patterns(directory, text):
    lines = [line.split(":", 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    rules = [(pattern.strip(), flags.strip().replace("$ROOT", str(directory))) for pattern, flags in lines]
    configured = {}
    for name in sources(directory):
        flags = next((flags for pattern, flags in rules if fnmatch.fnmatch(name, pattern)), "-")
        if flags != "-":
            configured[name] = (("--", *shlex.split(flags)), (shlex.split(flags), directory))
    return configured


def configuration(directory):
    build, flags = pathlib.Path(f"{directory}.build"), pathlib.Path(f"{directory}.flags")
    if (build / "compile_commands.json").is_file():
        known = by_database(directory, build)
        mine = set(sources(directory))
        return {name: how for name, how in known.items() if name in mine}
    if flags.is_file():
        return by_patterns(directory, flags.read_text())
    raise SystemExit(f"{directory}: neither {build}/compile_commands.json nor {flags}")


def on_integers(side, only_here, configured):
    """Findings, among those that the configured run does not have, on expressions of integral or pointer type."""
    units, found = {}, []
    for file, line, column, rule in only_here:
        if file not in configured:  # a header: by any source that includes it, which is not known here
            continue
        flags, where = configured[file][1]
        try:
            if file not in units:
                kept = [flag for flag in flags if not str(flag).endswith(file) and flag not in ("-c", "-o")]
                units[file] = ExpressionTypes(side.root / file, kept, where)
            known = units[file].at(side.root / file, line, column)
        except ValueError:
            continue
        if known and known[0] != "other":
            found.append(f"{file}:{line}:{column}: {rule}: {known[1]}")
    return found


def compare(arguments, directory):
    configured = configuration(directory)
    names = sorted(configured)
    if arguments.most < len(names):
        names = sorted(random.Random(arguments.seed).sample(names, arguments.most))
    bare, whole = Side(directory), Side(directory)
    for first in range(0, len(names), arguments.chunk):
        bare.take(run(arguments.check, directory, names[first : first + arguments.chunk]))
    groups = {}
    for name in names:
        groups.setdefault(configured[name][0], []).append(name)
    for how, group in groups.items():
        for first in range(0, len(group), arguments.chunk):
            files = group[first : first + arguments.chunk]
            before, behind = ([*how], []) if how[0] == "-p" else ([], [*how])
            whole.take(run(arguments.check, directory, [*CONFIGURED, *before, *files, *behind]))
    return names, bare, whole, configured


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True, type=os.path.abspath)
    parser.add_argument("--chunk", type=int, default=100)
    parser.add_argument("--most", type=int, default=sys.maxsize, help="sources of a repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="name the findings of one run only")
    parser.add_argument("directories", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    print(" sources  operations  understood  configured  understood  findings  found configured  configured  found as it is  integers  woken  repository")
    both, bare_all, whole_all, integers, shares = 0, 0, 0, 0, []
    for directory in arguments.directories:
        names, bare, whole, configured = compare(arguments, directory.resolve())
        common = bare.findings.keys() & whole.findings.keys()
        only_bare, only_whole = sorted(bare.findings.keys() - common), sorted(whole.findings.keys() - common)
        wrong = on_integers(bare, only_bare, configured)
        (operations, share), (operations_whole, share_whole) = bare.share(), whole.share()
        shares.append(share_whole)
        both, bare_all, whole_all, integers = both + len(common), bare_all + len(bare.findings), whole_all + len(whole.findings), integers + len(wrong)
        print(
            f"{len(names):8} {operations:11} {share:9.1f} % {operations_whole:11} {share_whole:9.1f} % {len(bare.findings):9} {percent(len(common), len(bare.findings)):15.1f} %"
            f" {len(whole.findings):11} {percent(len(common), len(whole.findings)):13.1f} % {len(wrong):9} {bare.woken:6}  {directory.name}",
            flush=True,
        )
        for line in wrong:
            print(f"          on an integer: {line}")
        if arguments.verbose:
            for kind, keys in (("only as it is", only_bare), ("only configured", only_whole)):
                for file, line, column, rule in keys:
                    print(f"          {kind}: {file}:{line}:{column}: {rule}")
    print(
        f"configured: median {statistics.median(shares):.1f} %, worst {min(shares):.1f} %; of {bare_all} findings {percent(both, bare_all):.1f} % found configured, "
        f"of {whole_all} configured {percent(both, whole_all):.1f} % found as they are; {integers} on integers or pointers"
    )
    return 1 if integers else 0


if __name__ == "__main__":
    sys.exit(main())
