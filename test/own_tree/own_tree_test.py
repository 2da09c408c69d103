#!/usr/bin/env python3
"""Checks our own sources with our own check; silence is success.

  own_tree_test.py FOLDER

FPORDER_CHECK, FPORDER_SOURCE_DIR and FPORDER_BUILD_DIR say where things are. A fixed sixtieth of the folder's sources by default, all with FPORDER_FULL.
Exit status: 0 no warning, 1 there is one, or a source could not be analysed.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from compile_database import compiled

SLICE = 60


def sources_of(folder):
    every = sorted((pathlib.Path(os.environ["FPORDER_SOURCE_DIR"]) / folder).rglob("*.cpp"))
    every = [source for source in every if source.parent.name != "cases"]  # of rules: code with findings on purpose
    if not every:
        sys.exit(f"no sources in {folder}")
    if os.environ.get("FPORDER_FULL"):
        return every
    print(f"reduced: every {SLICE}th of {len(every)} sources (FPORDER_FULL=1 checks all)")
    return every[::SLICE]


def status_of(command):
    """Runs a check, prints what it found, and says whether that was nothing, as an exit status."""
    result = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        print(result.stdout[-20_000:])
    return 1 if result.returncode else 0


def main():
    sources = sources_of(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        entries = compiled(os.environ["FPORDER_BUILD_DIR"], [os.environ["FPORDER_SOURCE_DIR"]])
        (pathlib.Path(scratch) / "compile_commands.json").write_text(json.dumps(entries))
        return status_of([os.environ["FPORDER_CHECK"], "-p", scratch, "--quiet", "-j1", *map(str, sources)])


if __name__ == "__main__":
    sys.exit(main())
