#!/usr/bin/env python3
"""CPU time and peak memory grow with the source: for each shape of shapes.py the exponent between two sizes.

  scaling_test.py [--only TEXT] [--bar EXPONENT]

FPORDER_CHECK is the program, FPORDER_CLANG the compiler. The exponent is log(t1 / t2) / log(n1 / n2), t the CPU seconds (user and system) of the
process less those of an empty source; likewise for the peak of its resident memory. Where Clang alone is not linear (the shapes with beside_clang), the
seconds of its own -fsyntax-only on the same source are subtracted as well. By default two fixed sizes are compared with a coarse bar, and what is too
quick to tell passes. FPORDER_FULL=1 doubles the size until the check takes two seconds, and holds a sixteenth of that size against it.
Exit status: 0 all within the bar, 1 not.
"""

import argparse
import dataclasses
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import shapes

CHECKER = os.environ.get("FPORDER_CHECK", "fporder-check")
CLANG = os.environ.get("FPORDER_CLANG", "clang++-22")
FULL = bool(os.environ.get("FPORDER_FULL"))
APART = 16 if FULL else 8
BAR = 1.2 if FULL else 1.6
ENOUGH = 2.0  # CPU seconds of the larger size in a full run
TELLING = 0.25  # CPU seconds below which the reduced run tells nothing
MEMORY_NOISE = 2.0  # MiB
LONGEST = 40  # CPU seconds of one measurement


@dataclasses.dataclass
class Cost:
    seconds: float
    mebibytes: float

    def __sub__(self, other):
        return Cost(max(self.seconds - other.seconds, 1e-4), max(self.mebibytes - other.mebibytes, 1e-4))


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 5))


def cost_of(command, folder):
    """Of one run. A run that dies, or that could not analyse its source, is a failure of the test."""
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limited, text=True
    )
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1) or " error: " in errors:
        raise RuntimeError(f"status {process.returncode}: {errors[-300:].strip()}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Bench:
    """One shape in a folder of its own."""

    def __init__(self, shape, folder):
        self.shape = shape
        self.folder = pathlib.Path(folder)
        self.start_up = None

    def files(self, size):
        source = self.shape.generate(size)
        return source if isinstance(source, dict) else {"shape" + self.shape.suffix: source}

    def run(self, files):
        for name, text in files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        output = str(self.folder / "output")
        options = [option.replace("{output}", output) for option in self.shape.options]
        command = [CHECKER, "--no-cache", "--no-config", "--quiet", "-j1", *options, next(iter(files)), "--", *self.shape.flags]
        return cost_of(command, self.folder)

    def clang(self, files, runs):
        """What the compiler's own parser and semantic analysis take of the same source, in seconds."""
        command = [CLANG, "-fsyntax-only", "-w", *self.shape.flags, next(iter(files))]
        return min(cost_of(command, self.folder).seconds for _ in range(runs))

    def of(self, size, runs):
        """The least of some runs, start-up left out."""
        if self.start_up is None:
            preamble = "".join(line + "\n" for line in next(iter(self.files(2).values())).splitlines() if line.startswith("#include <"))
            empty = {"empty" + self.shape.suffix: preamble + "extern int nothing;\n"}
            costs = [self.run(empty) for _ in range(3)]
            self.start_up = Cost(min(cost.seconds for cost in costs), min(cost.mebibytes for cost in costs))
        files = self.files(size)
        costs = [self.run(files) for _ in range(runs)]
        alone = Cost(self.clang(files, runs) if self.shape.beside_clang else 0, 0)
        return Cost(min(cost.seconds for cost in costs), min(cost.mebibytes for cost in costs)) - self.start_up - alone


@dataclasses.dataclass
class Row:
    size: int
    large: Cost
    small: Cost
    apart: float

    def time(self):
        return math.log(self.large.seconds / self.small.seconds) / math.log(self.apart)

    def memory(self):
        return math.log(max(self.large.mebibytes, MEMORY_NOISE) / max(self.small.mebibytes, MEMORY_NOISE)) / math.log(self.apart)

    def within(self, bar):
        quick = not FULL and self.large.seconds < TELLING
        return (quick or self.time() <= bar) and self.memory() <= bar

    def __str__(self):
        figures = f"{self.size:8} {self.large.seconds:8.2f} s {self.small.seconds:8.3f} s {self.time():6.2f}"
        return f"{figures} {self.large.mebibytes:8.1f} MiB {self.small.mebibytes:7.1f} MiB {self.memory():6.2f}"


def larger_size(bench):
    """The first of the doubled sizes that takes long enough; no larger than the shape allows."""
    size = bench.shape.start
    while size < bench.shape.most:
        if bench.of(size, 1).seconds >= ENOUGH:
            return size
        size = min(2 * size, bench.shape.most)
    return size


def measured(shape, runs):
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(shape, folder)
        size = larger_size(bench) if FULL else shape.small
        lesser = max(1, size // APART)
        large = bench.of(size, runs)
        small = bench.of(lesser, 3 * runs if large.seconds > TELLING or FULL else 1)
        return Row(size, large, small, size / lesser)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--bar", type=float, default=BAR)
    arguments = parser.parse_args()
    if not FULL:
        print("reduced: fixed sizes and a coarse bar (FPORDER_FULL=1: two seconds for each shape)")
    print(f"{'shape':34} {'size':>8} {'time':>10} {'1/' + str(APART):>10} {'exp.':>6} {'memory':>12} {'1/' + str(APART):>11} {'exp.':>6}")
    failed = []
    for shape in shapes.table():
        if arguments.only not in shape.name:
            continue
        try:
            row = measured(shape, 1)
            if not row.within(arguments.bar):
                row = measured(shape, 3)  # whatever else the machine did may have fallen on one of the two
            good = row.within(arguments.bar)
        except RuntimeError as error:
            row, good = error, False
        print(f"{shape.name:34} {row}{'' if good else '  <-- beyond the bar'}", flush=True)
        if not good:
            failed.append(shape.name)
    print(f"{len(failed)} beyond {arguments.bar}" + (": " + ", ".join(failed) if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
