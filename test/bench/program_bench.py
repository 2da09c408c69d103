#!/usr/bin/env python3
"""What shadow execution of whole programs costs: seven kernels, built by fporder-c++ and with -fsanitize=numerical, beside the plain -O2 program.

  program_bench.py COMPILERS PLAIN [--smoke]

COMPILERS is the directory with fporder-c++, PLAIN the clang++ that it is around. Ratios of CPU time, the best of turns that alternate; memory is the largest
resident set of the Adam kernel, four arrays of a million floats. The bars, in the geometric mean: residues 10x and each kernel below the sanitizer,
double-double 30x, 120 bits 160x; memory 4x, 6x and 16x. Nothing is asserted but the checksums.
"""

import math
import os
import pathlib
import subprocess
import sys
import tempfile

KERNELS = {"dot": 400, "dgemm": 6, "n-body": 60, "adam": 20, "cdist": 20, "horner": 400, "sum": 400}
PRECISIONS = ("residue", "double-double", "120")
SOURCE = pathlib.Path(__file__).resolve().parent / "program_kernels.cpp"


def build(compiler, directory, name, *flags):
    binary = pathlib.Path(directory) / name.replace(", ", "_").replace(" ", "_")
    subprocess.run([compiler, "-std=c++20", "-O2", *flags, SOURCE, "-o", binary], check=True)
    return binary


def turn(binary, kernel, repetitions, precision):
    """Checksum, CPU seconds, resident KiB."""
    environment = {**os.environ, "FPORDER_SHADOW_REPORT": "off", "FPORDER_SHADOW_PRECISION": precision, "NSAN_OPTIONS": "disable_warnings=1:halt_on_error=0"}
    with subprocess.Popen([binary, kernel, str(repetitions)], stdout=subprocess.PIPE, text=True, env=environment) as process:
        checksum, seconds = process.stdout.read().split()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{binary} {kernel}: {process.returncode}"
    return checksum, float(seconds), usage.ru_maxrss


def share_of(name, repetitions):
    """The slow ones do less; the time is a repetition's."""
    return max(1, repetitions // (1 if name == "plain" else 4 if name == "residue" else 20))


def main():
    compilers, plain = pathlib.Path(sys.argv[1]), sys.argv[2]
    smoke = "--smoke" in sys.argv
    with tempfile.TemporaryDirectory() as directory:
        shadows = build(compilers / "fporder-c++", directory, "shadows")
        programs = {"plain": (build(plain, directory, "plain"), ""), **{precision: (shadows, precision) for precision in PRECISIONS}}
        if not smoke:
            for name, flags in (("sanitizer", []), ("sanitizer, contract off", ["-ffp-contract=off"])):
                try:
                    programs[name] = (build(plain, directory, name, "-fsanitize=numerical", "-g", *flags), "")
                except subprocess.CalledProcessError:
                    print(f"{name}: cannot be built here")
        ratios = {name: [] for name in programs if name != "plain"}
        memory = {}
        print(f"{'kernel':10}" + "".join(f"{name:>25}" for name in ratios), flush=True)
        for kernel, full in KERNELS.items():
            repetitions = 1 if smoke else full
            best = {}
            for _ in range(1 if smoke else 3):
                for name, (binary, precision) in programs.items():
                    share = share_of(name, repetitions)
                    _, seconds, resident = turn(binary, kernel, share, precision)
                    best[name] = min(best.get(name, math.inf), seconds / share)
                    if kernel == "adam":
                        memory[name] = max(memory.get(name, 0), resident)
            sums = {turn(*programs[name][:1], kernel, 1, programs[name][1])[0] for name in ("plain", *PRECISIONS)}
            assert len(sums) == 1, f"{kernel}: the instrumented program computes something else: {sums}"
            for name, values in ratios.items():
                values.append(best[name] / max(best["plain"], 1e-9))
            print(f"{kernel:10}" + "".join(f"{values[-1]:24.1f}x" for values in ratios.values()), flush=True)
        print(f"{'geometric':10}" + "".join(f"{math.exp(sum(map(math.log, values)) / len(values)):24.1f}x" for values in ratios.values()))
        print(f"{'memory':10}" + "".join(f"{memory[name] / memory['plain']:24.1f}x" for name in ratios))


if __name__ == "__main__":
    main()
