#!/usr/bin/env python3
"""Runs fporder-check over the labelled functions and prints recall, by class and over all, and the alarms on controls.

The labels were written before the rules and are not to be changed to suit the tool.

Grammar, in comments of the sources:
  // flags: -fopenmp            first line of a file: further compiler flags for it
  // class: R3                  begins a positive function (up to the next marker); its labels count for this class
  // control: REASON            begins a control function (up to the next marker): any finding in it is an alarm
  // expect: SLUG [| SLUG]      a warning of one of these rules must stand on this line
  // expect-remark: SLUG [| ..] a finding of one of these rules, remark or warning, must stand on this line
  // expect: SLUG #TAG          of all lines of this function with the same tag one is enough

A positive function counts as found when all of its labels are. Other findings inside a positive function are not counted.
lowered.txt lists labels for which less is enough, each with the reason: of warnings a remark, since a warning wants a harm that evaluation shows, and,
with the word `audit`, of remarks what --level=audit reports, since other bits alone are a remark only where outputs are compared. One that is warned of,
or told, all the same has to leave the list. With --level=audit every label has to be met.
Exit status: 0, or 1 below the recall bar or above the alarm bar, 2 when the suite or the tool cannot be used.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LABEL = re.compile(r"//\s*expect(-remark)?:\s*([a-z0-9|\- ]+?)\s*(?:#(\w+))?\s*$")
CLASS = re.compile(r"//\s*class:\s*(R\d+b?)\b")
CONTROL = re.compile(r"//\s*control:\s*(\S.*?)\s*$")
CLASS_ORDER = ["R1", "R1b"] + [f"R{n}" for n in range(2, 11)]


class Item:
    """One labelled function: a positive with labels, or a control without."""

    def __init__(self, path, line, kind, text):
        self.path, self.line, self.end, self.kind, self.text = path, line, None, kind, text
        self.labels = []  # (line, slugs, level that is enough, tag)
        self.name = "?"

    def where(self):
        return f"{self.path.relative_to(HERE)}:{self.line}"


def lowered_labels():
    """By 'SET/FILE:LINE': the level that is enough, remark or audit."""
    levels = {}
    for line in (HERE / "lowered.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            where, reason = line.split(None, 1)
            levels[where] = "audit" if reason.startswith("audit: ") else "remark"
    return levels


LOWERED = lowered_labels()
AUDITS = False


def function_name(lines, start):
    """The first name before a parenthesis after the marker: for the listing only."""
    for line in lines[start : start + 12]:
        code = line.split("//")[0].strip()
        if not code or code.startswith(("#", "template", "/*", "*")):
            continue
        found = re.search(r"(operator\s*\S+|~?[A-Za-z_]\w*)\s*\(", code) or re.search(r"(?:class|struct)\s+(\w+)", code)
        if found:
            return found.group(1)
    return "?"


def read_items(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    items = []
    for number, line in enumerate(lines, 1):
        for pattern, kind in ((CLASS, "positive"), (CONTROL, "control")):
            found = pattern.search(line)
            if found:
                items.append(Item(path, number, kind, found.group(1)))
                items[-1].name = function_name(lines, number)
        label = LABEL.search(line)
        if label:
            if not items or items[-1].kind != "positive":
                raise ValueError(f"{path}:{number}: a label outside a positive function")
            slugs = [slug.strip() for slug in label.group(2).split("|")]
            lowered = LOWERED.get(f"{path.relative_to(HERE)}:{number}")
            level = lowered or ("remark" if label.group(1) else "warning")
            items[-1].labels.append((number, slugs, level, label.group(3)))
        elif "expect:" in line or "expect-remark:" in line:
            raise ValueError(f"{path}:{number}: a label that cannot be read")
    for item, following in zip(items, items[1:] + [None]):
        item.end = following.line - 1 if following else len(lines)
        if item.kind == "positive" and not item.labels:
            raise ValueError(f"{item.where()}: a positive function without a label")
    return items


def flag_groups(paths):
    groups = collections.defaultdict(list)
    for path in paths:
        if path.suffix == ".h":
            continue
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        extra = first[len("// flags:") :].split() if first.startswith("// flags:") else []
        standard = {".c": ["-std=gnu11"], ".cpp": ["-std=c++20"], ".cu": ["-std=c++17"]}.get(path.suffix, [])
        groups[(*standard, *extra)].append(path)
    return sorted(groups.items())


def run_group(checker, flags, paths, verbose):
    command = [*checker, "--no-cache", "--format=json", *map(str, paths), "--", *flags]
    if verbose:
        print(" ".join(command), file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"run.py: {' '.join(command)}\nrun.py: exit status {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return json.loads(done.stdout)


def is_satisfied(label, found):
    line, slugs, level, _ = label
    return any(f["line"] == line and f["rule"] in slugs and (level != "warning" or f["severity"] == "warning") for f in found)


def missed_labels(item, findings):
    found = [f for f in findings.get(item.path, []) if item.line <= f["line"] <= item.end]
    missed, tags = [], collections.defaultdict(list)
    for label in item.labels:
        if label[3]:
            tags[label[3]].append(label)
        elif not is_satisfied(label, found) and (AUDITS or label[2] != "audit"):
            missed.append(label)
    for labels in tags.values():
        wanted = [label for label in labels if AUDITS or label[2] != "audit"]
        if wanted and not any(is_satisfied(label, found) for label in labels):
            missed.append(wanted[0])
    return sorted(missed), found


def collect(checker, paths, verbose):
    """All findings, once each, by real path; a header's findings may come from several translation units."""
    findings, seen = collections.defaultdict(list), set()
    for flags, group in flag_groups(paths):
        report = run_group(checker, flags, group, verbose)
        # A label is met by a place of a finding; an older checker lists each place as a finding.
        for finding in ({**f, **place} for f in report["findings"] for place in f.get("places", [f])):
            path = Path(os.path.realpath(finding["file"]))
            key = (path, finding["line"], finding["column"], finding["rule"], finding["severity"])
            if key not in seen:
                seen.add(key)
                findings[path].append(finding)
    return findings


def percent(part, whole):
    return f"{100.0 * part / whole:5.1f} %" if whole else "    - "


def report_recall(positives, findings):
    by_class = collections.defaultdict(lambda: [0, 0])
    misses = []
    for item in positives:
        missed, found = missed_labels(item, findings)
        by_class[item.text][0] += not missed
        by_class[item.text][1] += 1
        for line, slugs, level, _ in missed:
            seen = ", ".join(f"{f['rule']} ({f['severity']})" for f in found if f["line"] == line) or "nothing"
            misses.append(f"  {item.path.relative_to(HERE)}:{line}: {item.name}: {item.text}: wanted {' or '.join(slugs)} ({level}), got {seen}")
    print("class   found   of  recall")
    for name in sorted(by_class, key=lambda c: CLASS_ORDER.index(c) if c in CLASS_ORDER else 99):
        hit, total = by_class[name]
        print(f"{name:6}  {hit:5} {total:4}  {percent(hit, total)}")
    hit, total = sum(h for h, _ in by_class.values()), sum(t for _, t in by_class.values())
    mean = sum(h / t for h, t in by_class.values()) / len(by_class) if by_class else 1.0
    print(f"all     {hit:5} {total:4}  {percent(hit, total)}")
    print(f"mean over classes     {100 * mean:5.1f} %")
    if misses:
        print("misses:", *misses, sep="\n")
    return hit / total if total else 1.0


def report_lowered(positives, findings):
    """The labels of lowered.txt among these; true when each of them has no more than it says."""
    used, more = collections.Counter(), []
    for item in positives:
        found = [f for f in findings.get(item.path, []) if item.line <= f["line"] <= item.end]
        for line, slugs, level, tag in item.labels:
            where = f"{item.path.relative_to(HERE)}:{line}"
            if where in LOWERED:
                used[level] += 1
                more += [f"  {where}"] if is_satisfied((line, slugs, "remark" if level == "audit" else "warning", tag), found) else []
    print(f"labels for which less is enough: of warnings a remark {used['remark']}, of remarks the level audit {used['audit']}")
    if more and not AUDITS:
        print("reported above that, to be taken out of lowered.txt:", *more, sep="\n")
    return AUDITS or not more


def report_alarms(controls, findings):
    alarmed, lines = 0, []
    for item in controls:
        found = [f for f in findings.get(item.path, []) if item.line <= f["line"] <= item.end]
        alarmed += bool(found)
        for f in found:
            lines.append(f"  {item.path.relative_to(HERE)}:{f['line']}:{f['column']}: {item.name}: {f['rule']} ({f['severity']}); control: {item.text}")
    print(f"alarms on controls: {alarmed} of {len(controls)} functions {percent(alarmed, len(controls))}")
    if lines:
        print("alarms:", *lines, sep="\n")
    return alarmed / len(controls) if controls else 0.0


def list_items(items):
    for item in items:
        labels = "; ".join(f"{line}: {' | '.join(slugs)} ({level})" for line, slugs, level, _ in item.labels)
        print(f"{item.where()}: {item.kind}: {item.name}: {item.text}{': ' + labels if labels else ''}")
    kinds = collections.Counter(item.kind for item in items)
    print(f"{kinds['positive']} positive functions, {kinds['control']} controls")
    classes = collections.Counter(item.text for item in items if item.kind == "positive")
    print(", ".join(f"{name} {classes[name]}" for name in CLASS_ORDER))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--checker", default=os.environ.get("FPORDER_CHECK"), help="fporder-check (default: $FPORDER_CHECK)")
    parser.add_argument("--set", action="append", dest="sets", help="folders (default: positive and control)")
    parser.add_argument("--recall", type=float, default=0.95, help="least recall")
    parser.add_argument("--alarms", type=float, default=0.03, help="greatest share of controls with a finding")
    parser.add_argument("--level", choices=["remark", "audit"], default="remark", help="of the checker's reports; alarms are not counted at audit")
    parser.add_argument("--list", action="store_true", help="list the labelled functions and stop")
    parser.add_argument("--verbose", action="store_true", help="print the commands")
    options = parser.parse_args()
    global AUDITS
    AUDITS = options.level == "audit"
    suffixes = (".c", ".cpp", ".cu", ".cl", ".h")
    paths = sorted(p for s in options.sets or ["positive", "control"] for p in (HERE / s).iterdir() if p.suffix in suffixes)
    try:
        items = [item for path in paths for item in read_items(path)]
    except ValueError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    if options.list:
        list_items(items)
        return 0
    if not options.checker:
        print("run.py: no checker: --checker PATH or FPORDER_CHECK=PATH", file=sys.stderr)
        return 2
    findings = collect([options.checker, f"--level={options.level}"], paths, options.verbose)
    positives = [i for i in items if i.kind == "positive"]
    recall = report_recall(positives, findings)
    honest = report_lowered(positives, findings)
    alarms = 0.0 if AUDITS else report_alarms([i for i in items if i.kind == "control"], findings)
    return 0 if recall >= options.recall and alarms <= options.alarms and honest else 1


if __name__ == "__main__":
    sys.exit(main())
