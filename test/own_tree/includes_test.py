#!/usr/bin/env python3
"""Compiles our own sources without the precompiled headers, which would hide an include that is missing; silence is success.

FPORDER_SOURCE_DIR and FPORDER_BUILD_DIR say where things are. Every two-hundredth source by default, every eighth with FPORDER_FULL.
Exit status: 0 all compile, 1 one does not.
"""

import os
import pathlib
import shlex
import subprocess
import sys

from compile_database import compiled

LAYERS = ("runtime", "rules", "analyzer", "test/unit")


def without_precompiled_header(command):
    """The arguments that check the syntax of the same source, from those that compile it."""
    arguments, result = shlex.split(command), []
    while arguments:
        argument = arguments.pop(0)
        if argument == "-Xclang" and arguments[0] in ("-include-pch", "-include"):
            del arguments[:3]
        elif argument == "-o":
            del arguments[:1]
        elif argument not in ("-c", "-Winvalid-pch") and not (not result and pathlib.Path(argument).name == "ccache"):
            result.append(argument)
    return [*result, "-fsyntax-only"]


def main():
    full = bool(os.environ.get("FPORDER_FULL"))
    root = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])
    every = compiled(os.environ["FPORDER_BUILD_DIR"], [root / layer for layer in LAYERS])
    if not every:
        sys.exit("this build compiles none of our sources")
    taken = every[:: 8 if full else 200]
    print(f"reduced: {len(taken)} of {len(every)} sources" + ("" if full else " (FPORDER_FULL=1 takes an eighth)"))
    wrong = 0
    for entry in taken:
        run = subprocess.run(without_precompiled_header(entry["command"]), cwd=entry["directory"], capture_output=True, text=True, check=False)
        if run.returncode:
            wrong += 1
            print(entry["file"], run.stderr[:2000], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
