"""Each part of `./run-tests --full` has tests, each test has a part, and no name stands twice in test/parts.txt.

FPORDER_SOURCE_DIR and FPORDER_BUILD_DIR say where things are.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["FPORDER_BUILD_DIR"])


def parts():
    table = []
    for line in (ROOT / "test/parts.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, expression = line.split(" ", 1)
            table.append((name, re.compile(expression.strip())))
    return table


def tests():
    listing = subprocess.run(["ctest", "-N"], cwd=BUILD, stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.findall(r"^ *Test +#\d+: (.*)$", listing, re.MULTILINE)


def main():
    table, names = parts(), tests()
    assert len({name for name, _ in table}) == len(table), "a part stands twice"
    assert len(names) > 700, f"only {len(names)} tests"
    count = collections.Counter()
    for test in names:
        owner = next((name for name, expression in table if expression.search(test)), None)
        assert owner, f"no part has the test '{test}'"
        count[owner] += 1
    empty = [name for name, _ in table if not count[name]]
    assert not empty, f"parts without a test: {empty}"
    for name, _ in table:
        print(f"{name}: {count[name]} tests")
    listed = subprocess.run([ROOT / "run-tests", "--full=list"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    assert listed == [name for name, _ in table] + ["fuzz", "sanitize"], listed


if __name__ == "__main__":
    sys.exit(main())
