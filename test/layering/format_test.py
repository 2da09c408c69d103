"""Every C++ source of ours is as clang-format-22 writes it. Exit status 77, a skipped test, where that is not installed."""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])
FORMATTER = "clang-format-22"
FOLDERS = ("runtime", "rules", "analyzer", "test")
# Written in their own style on purpose: what users write, and headers that stand in for vendors'.
NOT_OURS = ("analyzer/shims", "test/labelled", "test/fuzz/seeds")


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".cpp", ".h") and not name.startswith(NOT_OURS):
                yield path


def main():
    if not shutil.which(FORMATTER):
        print(f"SKIPPED: {FORMATTER} is not installed")
        return 77
    files = list(sources())
    assert len(files) > 300, files
    done = subprocess.run([FORMATTER, "--dry-run", "-Werror", *files], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    print(done.stderr, end="")
    print(f"{len(files)} files")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
