#!/usr/bin/env python3
"""Runs the code of every rule and checks the documents themselves.

A rule's code is the blocks of its page (rule.md: ```cpp flagged, ```c clean) and the files of its folder cases/ (their first line may be
"// flags: -ffast-math"). Comments at the end of a line say what must stand there:

    // expect: SLUG           a finding of this rule (expect-warning, expect-remark: of this level; expect-audit: one that --level=audit alone reports)
    // ok: NAME               none at the usual level, since the rule's quiet condition NAME holds, which --level=audit says
    // ok: why                none, for a reason in words
    // todo: SLUG             a finding is wanted and there is none yet; when there is one the mark has to go

No other line may have a finding of the rule. Every quiet condition must have a case that names it. All code goes through one process of fporder-check,
with a compilation database that carries each piece's flags.

usage: run_examples.py --check PATH [--rules DIR] [--only GLOB] [--keep DIR] [--documents-only]
"""

import argparse
import collections
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEADINGS = ["What it does", "Why order matters here", "Example", "Better", "Measured effect", "When to keep it"]
FAMILIES = {"ordering": "1", "cancellation": "2", "conversion": "3", "contraction": "4", "reduction": "5"}
LEAST_RULES, MOST_RULE_SOURCES = 32, 6
LEAST_CODE = 2  # pieces of each kind, flagged and clean, on the page and beside it
MOST_PAGE_LINES = 90

FENCE = re.compile(r"^```(?P<tag>[^\n]*)\n(?P<code>.*?)^```\s*$", re.MULTILINE | re.DOTALL)
EXPECT = re.compile(r"//\s*expect(?:-(warning|remark|audit))?:\s*([a-z0-9-]+)\s*$")
OK = re.compile(r"//\s*ok:\s*(.+?)\s*$")
WANTED = re.compile(r"//\s*todo:\s*([a-z0-9-]+)\s*$")

Block = collections.namedtuple("Block", "slug kind language flags code line name document")


def scalar(front, key):
    found = re.search(rf"^{key}:\s*(.+?)\s*$", front, re.MULTILINE)
    return found.group(1).strip("'\"") if found else None


def read_blocks(document, slug, text):
    blocks = []
    for number, fence in enumerate(FENCE.finditer(text)):
        tag = fence["tag"].strip()
        parts = re.match(r'(cpp|c)\s+(flagged|clean)(?:\s+flags="([^"]*)")?$', tag)
        if not parts:
            continue
        language, kind, flags = parts.groups()
        line = text.count("\n", 0, fence.start()) + 2
        blocks.append(Block(slug, kind, language, (flags or "").split(), fence["code"], line, f"{slug}_{number}.{language}", document))
    return blocks


def read_cases(document, slug):
    cases = []
    for path in sorted(document.parent.glob("cases/*")):
        code = path.read_text()
        first = re.match(r"// flags: (.+)\n", code)
        kind = "flagged" if any(EXPECT.search(line) for line in code.splitlines()) else "clean"
        cases.append(Block(slug, kind, path.suffix[1:], first[1].split() if first else [], code, 1, f"{slug}_{path.name}", path))
    return cases


def quiet_names(front):
    found = re.search(r"^quiet:\n((?:  .*\n)+)", front, re.MULTILINE)
    return re.findall(r"^  ([a-z0-9-]+):", found[1], re.MULTILINE) if found else []


def check_document(document, text, problems):
    """The document's own form; returns its id, slug and blocks."""
    slug, family = document.parent.name, document.parent.parent.name
    parts = text.split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        problems.append(f"{document}: no front matter")
        return None, slug, []
    front = parts[1]
    for key, folder in (("slug", slug), ("family", family)):
        if scalar(front, key) != folder:
            problems.append(f"{document}: {key} is {scalar(front, key)!r}, the folder says {folder!r}")
    identifier = scalar(front, "id") or ""
    if not re.fullmatch(r"FPO\d{3}", identifier) or identifier[3] != FAMILIES.get(family):
        problems.append(f"{document}: id {identifier!r} does not fit family {family!r}")
    prose = FENCE.sub("", parts[2])
    headings = re.findall(r"^#+ (.+?)\s*$", prose, re.MULTILINE)
    if headings != HEADINGS:
        problems.append(f"{document}: headings are {headings}, expected {HEADINGS}")
    for heading, body in re.findall(r"^# (.+?)\n(.*?)(?=^# |\Z)", parts[2], re.MULTILINE | re.DOTALL):
        if not body.strip():
            problems.append(f"{document}: nothing under '{heading}'")
    if text.count("\n") > MOST_PAGE_LINES:
        problems.append(f"{document}: {text.count(chr(10))} lines, at most {MOST_PAGE_LINES} wanted; cases/ takes code")
    on_page = read_blocks(document, slug, text)
    blocks = on_page + read_cases(document, slug)
    for kind in ("flagged", "clean"):
        count = sum(block.kind == kind for block in blocks)
        if count < LEAST_CODE:
            problems.append(f"{document}: {count} {kind} pieces of code, at least {LEAST_CODE} wanted")
        count = sum(block.kind == kind for block in on_page)
        if count != 1:
            problems.append(f"{document}: {count} {kind} blocks on the page, one wanted; cases/ takes the others")
    named = {found[1] for block in blocks for line in block.code.splitlines() if (found := OK.search(line))}
    for name in quiet_names(front):
        if name not in named:
            problems.append(f"{document}: no case of the quiet condition '{name}' (// ok: {name})")
    for language in ("c", "cpp"):
        if not any(block.language == language for block in blocks):
            problems.append(f"{document}: no code in {language}")
    for block in on_page:
        announced = any(EXPECT.search(line) for line in block.code.splitlines())
        if announced != (block.kind == "flagged"):
            problems.append(f"{document}:{block.line}: a {block.kind} block that announces {'a' if announced else 'no'} finding")
    return identifier, slug, blocks


def check_set(rules, identifiers, problems):
    for identifier, slugs in identifiers.items():
        if len(slugs) > 1:
            problems.append(f"id {identifier} is used by {', '.join(slugs)}")
    retired = rules / "retired-ids.txt"
    if retired.exists():
        for line in retired.read_text().splitlines():
            if line.strip() and not line.startswith("#") and line.split()[0] in identifiers:
                problems.append(f"{retired}: {line.split()[0]} is retired and in use again")
    count = sum(len(slugs) for slugs in identifiers.values())
    if count < LEAST_RULES:
        problems.append(f"{count} rules, at least {LEAST_RULES} wanted")
    sources = list(rules.glob("*/*/rule.cpp"))
    if len(sources) > MOST_RULE_SOURCES:
        problems.append(f"{len(sources)} rules have a rule.cpp, at most {MOST_RULE_SOURCES} may")


def run(check, blocks, folder, extra):
    database = []
    for block in blocks:
        path = folder / block.name
        path.write_text(block.code)
        standard = "-std=c17" if block.language == "c" else "-std=c++20"
        compiler = "clang" if block.language == "c" else "clang++"
        database.append({"directory": str(folder), "file": str(path), "arguments": [compiler, standard, *block.flags, "-c", str(path)]})
    (folder / "compile_commands.json").write_text(json.dumps(database))
    command = [check, "-p", str(folder), "--no-config", "--no-cache", "--format=json", "--level=audit", "--fail-on=never", "--quiet", *extra, *(str(folder / block.name) for block in blocks)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"fporder-check failed with {result.returncode}: {result.stderr[-2000:]}")
    return json.loads(result.stdout)


def compare_quiet(block, line, here, quiet, problems):
    """A line marked "// ok: NAME": NAME is what keeps the match quiet."""
    found = OK.search(line[1])
    if not found or found[1] not in quiet:
        return
    reasons = [finding.get("quietedBy", "") for finding in here if finding["rule"] == block.slug]
    if not any(reason.startswith(found[1] + ": ") for reason in reasons):
        problems.append(f"{block.document}:{block.line + line[0] - 1}: '{found[1]}' does not keep it quiet, but {', '.join(reasons) or 'there is no match'}\n      {line[1].strip()}")


def compare(block, findings, quiet, problems):
    expected, actual = {}, {}
    lines = block.code.splitlines()
    for number, line in enumerate(lines, 1):
        found = EXPECT.search(line)
        if found:
            expected[number] = found.groups()
    for finding in findings:
        announced = expected.get(finding["line"], (None,))[0] == "audit"
        if finding["rule"] == block.slug and (finding["severity"] != "audit" or announced):
            actual.setdefault(finding["line"], []).append(finding)
    for number, line in enumerate(lines, 1):
        here = [finding for finding in findings if finding["line"] == number]
        compare_quiet(block, (number, line), here, quiet, problems)
        wanted = WANTED.search(line)
        if wanted and actual.pop(number, None):
            problems.append(f"{block.document}:{block.line + number - 1}: {wanted[1]} is found: write expect\n      {line.strip()}")
    for number in sorted(expected.keys() | actual.keys()):
        place = f"{block.document}:{block.line + number - 1}"
        here = actual.get(number, [])
        source = lines[number - 1].strip() if number <= len(lines) else ""
        if number not in expected:
            problems.append(f"{place}: unexpected {here[0]['severity']} in a {block.kind} block: {here[0]['message']}\n      {source}")
            continue
        level, slug = expected[number]
        others = sorted({f"{f['rule']} ({f['severity']})" for f in findings if f["line"] == number and f["severity"] != "audit"})
        if slug != block.slug:
            problems.append(f"{place}: announces {slug}, which is another rule")
        elif not here:
            problems.append(f"{place}: missing {slug}" + (f", found {', '.join(others)}" if others else "") + f"\n      {source}")
        elif len(here) > 1:
            problems.append(f"{place}: {len(here)} findings instead of one\n      {source}")
        elif level and here[0]["severity"] != level:
            problems.append(f"{place}: a {here[0]['severity']} instead of a {level}\n      {source}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", help="the fporder-check to run")
    parser.add_argument("--rules", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2] / "rules")
    parser.add_argument("--only", default="*", help="slugs to run, a glob")
    parser.add_argument("--keep", type=pathlib.Path, help="write the blocks here and leave them")
    parser.add_argument("--own", action="store_true", help="the documents are a user's own: their blocks are run, what is asked of built-in ones is not")
    parser.add_argument("--documents-only", action="store_true", help="check the documents' form, run nothing")
    options = parser.parse_args()

    problems, blocks, identifiers, quiet = [], [], collections.defaultdict(list), {}
    documents = sorted([*options.rules.glob("*/*/rule.md"), *options.rules.glob("*/rule.md")])
    if not documents:
        parser.error(f"no FAMILY/SLUG/rule.md or SLUG/rule.md in {options.rules}")
    for document in documents:
        identifier, slug, own = check_document(document, document.read_text(), [] if options.own else problems)
        identifiers[identifier].append(slug)
        quiet[slug] = quiet_names(document.read_text().split("---\n", 2)[1])
        if fnmatch.fnmatch(slug, options.only):
            blocks += own
    if not options.own:
        check_set(options.rules, identifiers, problems)

    if not options.documents_only:
        if not options.check:
            parser.error("--check is required")
        with tempfile.TemporaryDirectory() as temporary:
            folder = options.keep or pathlib.Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            report = run(options.check, blocks, folder, ["--rules-dir", str(options.rules)] if options.own else [])
        findings = collections.defaultdict(list)
        for finding in report["findings"]:
            for place in finding["places"]:
                findings[pathlib.Path(place["file"]).name].append({**finding, **place})
        unanalysed = collections.defaultdict(list)
        for entry in report["notAnalysed"]:
            unanalysed[pathlib.Path(entry["file"]).name].append(entry)
        for block in blocks:
            compare(block, findings[block.name], quiet[block.slug], problems)
            for entry in unanalysed[block.name]:
                if entry["what"].startswith("call to"):
                    continue  # a callee without a body is an honest gap of a snippet
                problems.append(f"{block.document}:{block.line + max(entry['line'], 1) - 1}: not analysed: {entry['what']}: {entry['why']}")

    for problem in problems:
        print(problem)
    total = sum(len(slugs) for slugs in identifiers.values())
    print(f"{total} rules, {len(blocks)} pieces of code, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
