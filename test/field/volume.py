#!/usr/bin/env python3
"""How much the checker says about repositories, and how it says it.

  volume.py --check PROGRAM [--before PROGRAM] [--chunk N] [--most N] [--seed N] [--full] DIRECTORY...

All sources below each directory are checked (files as git lists them, if it is a working tree), or as many as --most says, drawn by the seed. One line a
repository, and one for all:

  lines  warnings  remarks  places  per 1,000 lines: warnings  remarks  ...  repository

`lines` have floating-point operations, as --coverage counts them; `warnings` and `remarks` are findings as they are shown, `places` all that they stand for;
`...` is the share of findings whose message or one of whose orders is abbreviated. --before checks the same files with another program, whose
findings may lack places: its figures stand in a line below. --full lists the abbreviated messages.

Exit status: 0; 1 when a file could not be checked.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True
from understood import sources  # noqa: E402


class Volume:
    def __init__(self):
        self.lines = self.warnings = self.remarks = self.places = self.shortened = self.failed = 0
        self.messages = []

    def take(self, report):
        for finding in report["findings"]:
            self.warnings += finding["severity"] == "warning"
            self.remarks += finding["severity"] != "warning"
            self.places += len(finding.get("places", [finding]))
            orders = [order["expression"] for order in finding["orders"]]
            if any("..." in text for text in [finding["message"], *orders]):
                self.shortened += 1
                self.messages.append(f"{finding['file']}:{finding['line']}: {finding['message']}")
        self.lines += sum(file.get("lines", 0) for file in report.get("coverage", []))

    def add(self, other):
        for name in ("lines", "warnings", "remarks", "places", "shortened", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def line(self, name, lines):
        found = self.warnings + self.remarks
        rate = [1000 * count / lines if lines else 0 for count in (self.warnings, self.remarks)]
        share = 100 * self.shortened / found if found else 0
        return f"{lines:7} {self.warnings:9} {self.remarks:8} {self.places:7} {rate[0]:9.1f} {rate[1]:8.1f} {share:6.1f} %  {name}"


def check(program, directory, names, chunk):
    """Chunks, so that a header's findings count once in most of its includers, and a file that fails costs no others."""
    volume, seen = Volume(), set()
    for first in range(0, len(names), chunk):
        part = names[first : first + chunk]
        environment = {**os.environ, "FPORDER_NO_CACHE": "1", "NO_COLOR": "1"}
        command = [program, "--no-config", "--coverage", "--format=json", "--fail-on=never", *part]
        done = subprocess.run(command, cwd=directory, env=environment, capture_output=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            volume.failed += len(part)
            continue
        known = lambda entry: (entry["file"], entry.get("line"), entry.get("column"), entry.get("rule"))  # noqa: E731
        report["findings"] = [finding for finding in report["findings"] if known(finding) not in seen]
        seen.update(known(finding) for finding in report["findings"])
        report["coverage"] = [file for file in report.get("coverage", []) if known(file) not in seen]
        seen.update(known(file) for file in report["coverage"])
        volume.take(report)
    return volume


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", required=True, type=os.path.abspath)
    parser.add_argument("--before", type=os.path.abspath)
    parser.add_argument("--chunk", type=int, default=40)
    parser.add_argument("--most", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("directories", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    print("  lines  warnings  remarks  places  warn/1000  rem/1000   ...     repository")
    total, total_before = Volume(), Volume()
    for directory in options.directories:
        names = sources(directory)
        if options.most is not None and len(names) > options.most:
            names = sorted(random.Random(options.seed).sample(names, options.most))
        now = check(options.check, directory, names, options.chunk)
        total.add(now)
        print(now.line(directory.name, now.lines), flush=True)
        if options.before:
            before = check(options.before, directory, names, options.chunk)
            total_before.add(before)
            print(before.line("  before", now.lines), flush=True)
        for message in now.messages if options.full else []:
            print(f"    {message}")
    print(total.line("all", total.lines))
    if options.before:
        print(total_before.line("  before", total.lines))
    if total.failed:
        print(f"{total.failed} files could not be checked", file=sys.stderr)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
