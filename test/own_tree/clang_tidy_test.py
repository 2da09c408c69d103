#!/usr/bin/env python3
"""Checks our own sources with clang-tidy, by the .clang-tidy of the tree; silence is success.

  clang_tidy_test.py FOLDER...

FPORDER_SOURCE_DIR and FPORDER_BUILD_DIR say where things are. A fixed two-hundredth of the folders' sources by default, all with FPORDER_FULL.
Exit status: 0 clean, 1 not, 77 where clang-tidy-22 is not installed or the tree is not built by clang 22, whose precompiled header it reads.
"""

import json
import os
import pathlib
import shutil
import sys
import tempfile

from compile_database import compiled
from own_tree_test import status_of

SLICE = 200


def compiled_under(folders):
    """The compile commands of the sources below `folders`, in order."""
    every = compiled(os.environ["FPORDER_BUILD_DIR"], [pathlib.Path(os.environ["FPORDER_SOURCE_DIR"]) / folder for folder in folders])
    if not every:
        print(f"this build compiles nothing in {', '.join(folders)}")
        sys.exit(77)
    if not any("clang++-22" in entry["command"] for entry in every):
        print("this build is not by clang++-22")
        sys.exit(77)
    if os.environ.get("FPORDER_FULL"):
        return every
    print(f"reduced: every {SLICE}th of {len(every)} sources (FPORDER_FULL=1 checks all)")
    return every[::SLICE]


def main():
    tidy = shutil.which("clang-tidy-22")
    if not tidy:
        print("clang-tidy-22 is not installed")
        return 77
    entries = compiled_under(sys.argv[1:])
    with tempfile.TemporaryDirectory() as scratch:
        (pathlib.Path(scratch) / "compile_commands.json").write_text(json.dumps(entries))
        return status_of([tidy, "-p", scratch, "--quiet", *(entry["file"] for entry in entries)])


if __name__ == "__main__":
    sys.exit(main())
