#!/usr/bin/env python3
"""Findings on fresh repositories, for a reader who does not know the rules.

  blind_draw.py --check PROGRAM --out DIRECTORY [--seed N] [--files N] [--level LEVEL] [--findings N] [--of-repository N] [--of-rule N] REPOSITORY...

Of each repository as many sources with floating-point types as --files says (default 30) are drawn by the seed and checked as they are; tests and code
of others (third_party, external) are left out. Of the findings --findings warnings and as many remarks (default 60) are drawn, of one repository and of one rule no
more than --of-repository (default 10) and --of-rule (default 8) of a level. Written are

  report.txt  what the reader gets: the findings, numbered, as the checker prints them, each with its repository's directory
  key.tsv     what the reader does not get: number, repository, rule, level, file, line
  draw.tsv    per repository: sources drawn, sources in all, status, warnings, remarks, seconds

The reader writes `number <TAB> right|nouse|wrong <TAB> reason`. Exit status: 0; 2 when a repository has no such sources.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import understood  # noqa: E402

NOT_OWN = re.compile(r"third_?party|3rdparty|external|(^|/)(extern|vendor|deps|boost|eigen)/|(^|/)tests?/|unit_?test", re.IGNORECASE)
FLOATING = re.compile(r"\b(float|double|half|[Rr]eal|__m128|__m256|float32x4_t)\b")
FINDING = re.compile(r"^(\S+:\d+:\d+): (?:warning|remark|audit): ")
RULE = re.compile(r"\[fporder-([a-z0-9-]+)\]")


def own_sources(repository):
    return [name for name in understood.sources(repository) if not NOT_OWN.search(name) and is_floating(repository / name)]


def is_floating(path):
    try:
        return bool(FLOATING.search(path.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return False


def texts_of(output):
    """The printed findings by place and rule: (place, rule) -> text."""
    found, key = {}, None
    for line in output.splitlines():
        begin = FINDING.match(line)
        if begin:
            rule = RULE.search(line)
            key = (begin.group(1), rule.group(1) if rule else "")
            found[key] = []
        elif re.search(r"^\S.*: not analysed: ", line) or not line.strip():
            key = None
        if key:
            found[key].append(line)
    return {key: "\n".join(lines) for key, lines in found.items()}


def check(program, repository, names, level, scratch):
    """The findings of one run, each with its text, and the status."""
    report = scratch / "findings.json"
    level = [f"--level={level}"] if level else []
    run = subprocess.run([program, "--no-cache", "--format=text", f"--format=json:{report}", *level, *names], cwd=repository, capture_output=True,
                         text=True, check=False)
    texts = texts_of(run.stdout)
    findings = json.loads(report.read_text(encoding="utf-8"))["findings"] if report.exists() else []
    for finding in findings:
        place = f"{finding['file']}:{finding['line']}:{finding['column']}"
        finding["text"] = texts.get((place, finding["rule"]), f"{place}: {finding['level']}: {finding['message']} [fporder-{finding['rule']}]")
    return findings, run.returncode


def drawn(findings, arguments, rng):
    """(repository, finding) for each that the reader gets, in random order."""
    rng.shuffle(findings)
    chosen, taken = [], {}
    for repository, finding in findings:
        level = finding["level"]
        limits = {("all", level): arguments.findings, (repository, level): arguments.of_repository, (finding["rule"], level): arguments.of_rule}
        if all(taken.get(key, 0) < most for key, most in limits.items()):
            chosen.append((repository, finding))
            for key in limits:
                taken[key] = taken.get(key, 0) + 1
    rng.shuffle(chosen)
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--level")
    for name, default in (("files", 30), ("findings", 60), ("of-repository", 10), ("of-rule", 8)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("repositories", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    findings, table, status = [], [], 0
    for repository in arguments.repositories:
        repository = repository.resolve()
        names = own_sources(repository)
        random.Random(arguments.seed + repository.name).shuffle(names)
        names, of = names[: arguments.files], len(names)
        began = time.monotonic()
        found, returned = check(arguments.check, repository, names, arguments.level, arguments.out) if names else ([], 2)
        status = status if names else 2
        findings += [(str(repository), finding) for finding in found]
        warnings = sum(finding["level"] == "warning" for finding in found)
        table.append((repository.name, len(names), of, returned, warnings, len(found) - warnings, round(time.monotonic() - began)))
        print(*table[-1], sep="\t", flush=True)
    chosen = drawn(findings, arguments, random.Random(arguments.seed))
    with open(arguments.out / "report.txt", "w", encoding="utf-8") as report, open(arguments.out / "key.tsv", "w", encoding="utf-8") as key:
        for number, (repository, finding) in enumerate(chosen, 1):
            print(f"== {number}   (in {repository})\n{finding['text']}\n", file=report)
            print(number, pathlib.Path(repository).name, finding["rule"], finding["level"], finding["file"], finding["line"], sep="\t", file=key)
    (arguments.out / "draw.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in table), encoding="utf-8")
    (arguments.out / "findings.json").unlink(missing_ok=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
