#!/usr/bin/env python3
"""What shadow execution of whole programs costs: seven kernels, built by fporder-c++ and with -fsanitize=numerical, beside the plain -O2 program.

  program_bench.py COMPILERS PLAIN [--smoke]

COMPILERS is the directory with fporder-c++, PLAIN the clang++ that it is around. Ratios of CPU time, the best of turns that alternate; memory is the largest
resident set. The bar for residues: at most 10x in the geometric mean, and each kernel below the sanitizer. Nothing is asserted but the checksums.
"""

import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

KERNELS = {"dot": 400, "dgemm": 6, "n-body": 60, "adam": 20, "cdist": 20, "horner": 400, "sum": 400}
SOURCE = pathlib.Path(__file__).resolve().parent / "program_kernels.cpp"


def build(compiler, directory, name, *flags):
    binary = pathlib.Path(directory) / name
    subprocess.run([compiler, "-std=c++20", "-O2", *flags, SOURCE, "-o", binary], check=True)
    return binary


def turn(binary, kernel, repetitions):
    """Checksum and CPU seconds."""
    environment = {**os.environ, "FPORDER_SHADOW_REPORT": "off", "NSAN_OPTIONS": "disable_warnings=1:halt_on_error=0"}
    done = subprocess.run([binary, kernel, str(repetitions)], capture_output=True, text=True, check=True, env=environment)
    checksum, seconds = done.stdout.split()
    return checksum, float(seconds)


def main():
    compilers, plain = pathlib.Path(sys.argv[1]), sys.argv[2]
    smoke = "--smoke" in sys.argv
    with tempfile.TemporaryDirectory() as directory:
        programs = {"plain": build(plain, directory, "plain"), "residue": build(compilers / "fporder-c++", directory, "residue")}
        if not smoke:
            for name, flags in (("sanitizer", []), ("sanitizer, contract off", ["-ffp-contract=off"])):
                try:
                    programs[name] = build(plain, directory, name.replace(", ", "_").replace(" ", "_"), "-fsanitize=numerical", "-g", *flags)
                except subprocess.CalledProcessError:
                    print(f"{name}: cannot be built here")
        ratios = {name: [] for name in programs if name != "plain"}
        print(f"{'kernel':10}" + "".join(f"{name:>26}" for name in ratios))
        for kernel, full in KERNELS.items():
            repetitions = 1 if smoke else full
            best, sums = {}, {}
            for _ in range(1 if smoke else 2):
                for name, binary in programs.items():
                    # The slow ones do less; the time is a repetition's.
                    share = repetitions if name == "plain" else max(1, repetitions // (20 if "sanitizer" in name else 4))
                    checksum, seconds = turn(binary, kernel, share)
                    best[name] = min(best.get(name, math.inf), seconds / share)
                    if name in ("plain", "residue") and share == repetitions:
                        sums.setdefault(kernel, set()).add(checksum)
            if not smoke:
                sums[kernel] = {turn(programs[name], kernel, 1)[0] for name in ("plain", "residue")}
            assert len(sums[kernel]) == 1, f"{kernel}: the instrumented program computes something else: {sums[kernel]}"
            for name, values in ratios.items():
                values.append(best[name] / max(best["plain"], 1e-9))
            print(f"{kernel:10}" + "".join(f"{values[-1]:25.1f}x" for values in ratios.values()))
        print(f"{'geometric':10}" + "".join(f"{math.exp(sum(map(math.log, values)) / len(values)):25.1f}x" for values in ratios.values()))
        print(f"largest resident set of all: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")


if __name__ == "__main__":
    main()
