#!/usr/bin/env python3
"""How much of repositories is understood as they are: without a build, flags or headers of others.

  understood.py --check PROGRAM [--slow SECONDS] [--chunk N] [--most N] [--seed N] DIRECTORY...

Each directory is a repository (files as git lists them, if it is a working tree). All sources below it are checked, or as many as --most says, drawn by the
seed; what is counted is what --coverage counts:
floating-point operations in active code of the sources and of the headers of the repository. One line a repository:

  sources  failed  silent  slow  operations  understood  findings  repository

`failed`: not analysed at all, `silent` of them with ten and more operations of which none was understood; `slow`: took longer than --slow seconds alone, when a
chunk of files did. At the end the median and the worst share. Exit status: 0; 1 when the checker crashed, a file was slow or silent.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
SOURCES = {".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".cu", ".cl", ".clcpp", ".hip", ".asc", ".cce", ".cppm"}


def sources(directory):
    listed = subprocess.run(["git", "-C", directory, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
    names = listed.stdout.decode("utf-8", "surrogateescape").split("\0") if listed.returncode == 0 else [str(path.relative_to(directory)) for path in directory.rglob("*")]
    return sorted(name for name in names if pathlib.Path(name).suffix.lower() in SOURCES and (directory / name).is_file())


def check(program, directory, names):
    environment = {**os.environ, "FPORDER_NO_CACHE": "1", "NO_COLOR": "1"}
    began = time.monotonic()
    done = subprocess.run([program, "--coverage", "--format=json", "--fail-on=never", *names], cwd=directory, env=environment, capture_output=True)
    try:
        return json.loads(done.stdout), done, time.monotonic() - began
    except ValueError:
        return None, done, time.monotonic() - began


class Repository:
    def __init__(self, directory):
        self.directory = directory
        self.sources = self.failed = self.silent = self.slow = self.findings = self.crashed = 0
        self.files = {}  # by name: (operations, understood), the best of the units it was seen in
        self.reasons = {}
        self.named = []

    def take(self, report):
        self.findings += len(report["findings"])
        for entry in report["notAnalysed"]:
            if entry["what"] != "file":
                continue
            self.failed += 1
            self.silent += "floating-point operations not understood" in entry["why"]
            self.crashed += "crashed" in entry["why"]
            self.named.append(f"{entry['file']}: {entry['why']}")
        for entry in report.get("coverage", []):
            known = self.files.get(entry["file"], (0, 0))
            self.files[entry["file"]] = max(known, (entry["operators"], entry["inGraphs"]))
            for missing in entry["missing"]:
                self.reasons[missing["why"]] = self.reasons.get(missing["why"], 0) + 1

    def share(self):
        operations = sum(each[0] for each in self.files.values())
        return operations, 100.0 * sum(each[1] for each in self.files.values()) / operations if operations else 100.0


def measure(arguments, directory):
    repository = Repository(directory)
    names = sources(directory)
    if arguments.most < len(names):
        names = sorted(random.Random(arguments.seed).sample(names, arguments.most))
    repository.sources = len(names)
    for first in range(0, len(names), arguments.chunk):
        chunk = names[first : first + arguments.chunk]
        report, done, seconds = check(arguments.check, directory, chunk)
        if report is None:
            repository.crashed += 1
            repository.named.append(f"no report of {chunk[0]} ...: {done.stderr.decode('utf-8', 'replace')[-200:]}")
            continue
        repository.take(report)
        if seconds > arguments.slow:
            for name in chunk:
                if (took := check(arguments.check, directory, [name])[2]) > arguments.slow:
                    repository.slow += 1
                    repository.named.append(f"{name}: {took:.1f} s")
    return repository


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True, type=os.path.abspath)
    parser.add_argument("--slow", type=float, default=20)
    parser.add_argument("--chunk", type=int, default=100)
    parser.add_argument("--reasons", type=int, default=0, help="the most frequent reasons of each repository")
    parser.add_argument("--most", type=int, default=sys.maxsize, help="sources of a repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("directories", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    shares, bad = [], False
    print(" sources  failed  silent  slow  operations  understood  findings  repository")
    for directory in arguments.directories:
        found = measure(arguments, directory.resolve())
        operations, share = found.share()
        shares.append(share)
        bad |= bool(found.crashed or found.slow or found.silent)
        print(f"{found.sources:8} {found.failed:7} {found.silent:7} {found.slow:5} {operations:11} {share:9.1f} % {found.findings:9}  {directory.name}", flush=True)
        for why, count in sorted(found.reasons.items(), key=lambda each: -each[1])[: arguments.reasons]:
            print(f"{count:17}  {why}")
        for line in found.named[: 20 if arguments.reasons else 0]:
            print(f"                   {line}")
    print(f"median {statistics.median(shares):.1f} %, worst {min(shares):.1f} %")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
