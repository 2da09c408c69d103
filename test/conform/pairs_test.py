#!/usr/bin/env python3
"""Pairs of a reference and an implementation, each with the verdict that floating-point facts demand: pairs/*.md.

A pair is a section with a `reference` and an `implementation` block. In the implementation `// expect OUTPUT VERDICT` stands on the line where it departs;
with a trailing `*` the line is not part of the label. Never may what differs be called the same order, nor what is equal another formula; of all verdicts
LEAST_VERDICTS must be right, of all lines LEAST_LINES.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CHECKER = os.environ.get("FPORDER_CHECK", "fporder-check")
ROOT = pathlib.Path(os.environ.get("FPORDER_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
LEAST_VERDICTS, LEAST_LINES = 0.95, 0.90
SUFFIXES = {"cpp": ".cpp", "c": ".c", "cuda": ".cu", "opencl": ".cl", "ascendc": ".h", "python": ".py", "python-torch-cuda": ".py"}
EQUAL = ("same-order", "different-operators", "different-schedule", "different-order")
LINED = ("different-order", "different-schedule", "different-formula")
BLOCK = re.compile(r"```([\w-]+) (reference|implementation)\n(.*?)```", re.S)
EXPECT = re.compile(r"// expect (\S+) ([a-z-]+)( \*)?")


def pairs(text):
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        blocks = {role: (language, code) for language, role, code in BLOCK.findall(section)}
        yield section.split("\n")[0].strip(), blocks["reference"], blocks["implementation"]


def written(folder, stem, language, code):
    path = pathlib.Path(folder) / (stem + SUFFIXES[language])
    path.write_text(code, encoding="utf-8")
    return str(path)


def conformance(reference, implementation):
    with tempfile.TemporaryDirectory() as folder:
        language, code = reference
        golden = "formula:" + code.strip() if language == "formula" else written(folder, "golden", language, code)
        source = written(folder, "kernel", *implementation)
        platform = ["--reference-platform", language.removeprefix("python-")] if language.startswith("python-") else []
        done = subprocess.run([CHECKER, "--no-config", "--quiet", "--format=json", "--reference", golden, *platform, source], capture_output=True, timeout=120,
                              check=False)
        if done.returncode not in (0, 1):
            return None, done.stderr.decode("utf-8", "replace")
        return json.loads(done.stdout).get("conformance", []), ""


def judged(name, reference, implementation):
    """For each label: (right verdict, right line or None, dangerous, what is printed)."""
    labels = [
        (match[1], match[2], None if match[3] or match[2] not in LINED else number)
        for number, line in enumerate(implementation[1].split("\n"), 1)
        for match in [EXPECT.search(line)]
        if match
    ]
    assert labels, name
    entries, error = conformance(reference, implementation)
    for output, verdict, line in labels:
        found = next((entry for entry in entries or [] if entry["output"] == output), None)
        got = found["verdict"] if found else "nothing"
        dangerous = (got == "same-order" and verdict != got) or (got == "different-formula" and verdict in EQUAL) or (
            got in EQUAL and verdict == "different-formula")
        right = got == verdict
        on_line = None if line is None or not right else found["line"] == line
        text = f"{name}: {output}: wanted {verdict}" + (f" in line {line}" if line else "") + f", got {got}"
        if found:
            text += f" in line {found['line']}: {found['message']} {found['assumed']}"
        yield right, on_line, dangerous, text + error


def main():
    only = sys.argv[1:]
    total = verdicts = lines = lined = 0
    dangerous, wrong = [], []
    for document in sorted((ROOT / "test" / "conform" / "pairs").glob("*.md")):
        for name, reference, implementation in pairs(document.read_text(encoding="utf-8")):
            if only and name not in only:
                continue
            for right, on_line, danger, text in judged(name, reference, implementation):
                total += 1
                verdicts += right
                lined += on_line is not None
                lines += on_line is True
                if danger:
                    dangerous.append(text)
                if not right or on_line is False:
                    wrong.append(text)
    print("\n".join(wrong))
    print(f"{verdicts} of {total} verdicts, {lines} of {lined} lines, {len(dangerous)} dangerous")
    if only:
        return 0
    print("\n".join("DANGEROUS " + text for text in dangerous))
    return 0 if not dangerous and verdicts >= LEAST_VERDICTS * total and lines >= LEAST_LINES * lined else 1


if __name__ == "__main__":
    sys.exit(main())
