#!/usr/bin/env python3
"""Fixes of order and precision in the histories of repositories: are they found at the statement that was fixed, in the tree before the fix?

  fixes_in_history.py draw [--most N] [--of-one N] [--seed N] GIT...
  fixes_in_history.py check --check PROGRAM [--verbose] LABELS GIT...

GIT are git directories. `draw` prints commits whose message fits QUERY and that change at most MOST_LINES lines of at most two sources, in an order that the
seed draws, at most --of-one of a repository: for a reader who writes down, without seeing what the checker says, which of them fix the order or the
precision of floating-point operations, and which statement was wrong. That is LABELS, a line each, words apart by tabs; `#` begins a comment:

  GIT's name  commit  path  first line  last line (before the fix)  what was wrong

`check` puts the sources of the commit's parent into a directory of its own, checks the path as it is, and counts a fix as found when a finding, or a place
of one, stands on these lines. One line at the end: fixes, found by default, at audit. Exit status 0.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from inject import LEVELS, findings  # noqa: E402

QUERY = (
    r"catastrophic|cancel+ation|round-?off|rounding error|loss of (precision|significance|accuracy)|lose precision|numerical(ly)? (in)?(stab|accura|precis)"
    r"|(more|better|improved?|higher) (numerical )?(precision|accuracy|accurate|precise)|log1p|expm1|hypot|kahan|fused multiply|(avoid|prevent) (float(ing)?[- ]?(point)? )?(over|under)flow"
)
MOST_LINES = 30
SOURCES = (".c", ".cc", ".cpp", ".cxx", ".cu", ".cuh", ".cl", ".h", ".hpp", ".hxx", ".hh", ".inl", ".inc", ".tcc", ".ipp")
TESTS = re.compile(r"(^|/)(tests?|testing|docs?|examples?|third_?party|external)/", re.IGNORECASE)


def git(directory, *arguments):
    done = subprocess.run(["git", "-C", str(directory), *arguments], capture_output=True, env={**os.environ, "GIT_NO_LAZY_FETCH": "1"})
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def changed(directory, commit):
    """(path, lines) of the sources that a commit changes, other files left out."""
    rows = [row.split("\t") for row in git(directory, "show", "--numstat", "--format=", commit).splitlines() if row.count("\t") == 2]
    return [(path, int(added) + int(taken)) for added, taken, path in rows if added.isdigit() and path.endswith(SOURCES) and not TESTS.search(path)]


def numbered(text):
    """A diff with the number of each line before the fix."""
    lines, line = [], 0
    for each in text.splitlines():
        start = re.match(r"@@ -(\d+)", each)
        if start:
            line = int(start.group(1))
        of_before = line and not start and each[:1] in ("-", " ") and not each.startswith("---")
        lines.append(f"{line:6} {each}" if of_before else f"       {each}")
        line = 0 if each.startswith("diff ") else line + 1 if of_before else line
    return "\n".join(lines)


def draw(arguments):
    generator = random.Random(arguments.seed)
    lists = []
    for directory in arguments.git:
        commits = git(directory, "log", "--no-merges", "--extended-regexp", "--regexp-ignore-case", f"--grep={QUERY}", "--format=%H").split()
        generator.shuffle(commits)
        lists.append([(directory, commit) for commit in commits])
    shown, at = 0, 0
    while shown < arguments.most and any(lists):
        directory, commit = lists[at % len(lists)].pop() if lists[at % len(lists)] else (None, None)
        at += 1
        files = changed(directory, commit) if commit else []
        if not files or len(files) > 2 or sum(lines for _, lines in files) > MOST_LINES:
            continue
        text = git(directory, "show", "--format=%s%n%n%b", "--unified=6", commit, "--", *[path for path, _ in files])
        if not text:
            continue
        shown += 1
        print(f"==== {shown} {directory.parent.name if directory.name == 'repo' else directory.name} {commit}\n{numbered(text)}")


def extract(directory, tree, target):
    """The sources of a tree below `target`; files that the snapshot lacks are left out."""
    items = []
    for row in git(directory, "ls-tree", "-r", tree).splitlines():
        meta, path = row.split("\t", 1)
        mode, kind, name = meta.split()
        if kind == "blob" and mode != "120000" and path.endswith(SOURCES) and not path.startswith('"'):
            items.append((name, path))
    reader = subprocess.Popen(["git", "-C", str(directory), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "GIT_NO_LAZY_FETCH": "1"})
    for name, path in items:
        reader.stdin.write(f"{name}\n".encode())
        reader.stdin.flush()
        head = reader.stdout.readline().split()
        if head[1] == b"missing":
            continue
        data = reader.stdout.read(int(head[2]))
        reader.stdout.read(1)
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)
    reader.stdin.close()
    reader.wait()
    subprocess.run(["git", "init", "--quiet", str(target)], check=True)


def rules_at(found, first, last):
    return sorted({finding["rule"] for finding in found for place in finding.get("places") or [finding] if first <= place["line"] <= last})


def check(arguments):
    directories = {(each.parent.name if each.name == "repo" else each.name): each for each in arguments.git}
    counts = {level: 0 for level in LEVELS}
    total = failed = 0
    for row in pathlib.Path(arguments.labels).read_text(encoding="utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        name, commit, path, first, last, what = row.split("\t")
        total += 1
        told = {}
        with tempfile.TemporaryDirectory() as temporary:
            extract(directories[name], f"{commit}^", pathlib.Path(temporary))
            for level in LEVELS:
                found = findings(arguments.check, temporary, path, level)
                told[level] = rules_at([each for each in found or [] if each["file"].endswith(path)], int(first), int(last))
                counts[level] += bool(told[level])
                failed += found is None and level == LEVELS[0]
        if arguments.verbose:
            print(f"  {name} {commit[:10]} {path}:{first}: {' | '.join(','.join(told[level]) or '-' for level in LEVELS)}: {what}", flush=True)
    print(f"{total} fixes ({failed} in files that cannot be analysed): {counts['remark']} found by default, {counts['audit']} at audit")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(required=True)
    drawing = modes.add_parser("draw")
    drawing.add_argument("--most", type=int, default=200)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.set_defaults(run=draw)
    checking = modes.add_parser("check")
    checking.add_argument("--check", required=True, type=os.path.abspath)
    checking.add_argument("--verbose", action="store_true")
    checking.add_argument("labels")
    checking.set_defaults(run=check)
    for mode in (drawing, checking):
        mode.add_argument("git", nargs="+", type=lambda text: pathlib.Path(text).resolve())
    arguments = parser.parse_args()
    arguments.run(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
