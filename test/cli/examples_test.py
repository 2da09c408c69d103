"""README.md and those of the examples show what their commands print: every command of a console block is run, and its output compared.

A block is fenced by ```console; a line "$ command" is run by a shell in a folder that holds `examples` and the programs, what follows is its output.
Times are left out of the comparison; numbers of programs that call the mathematical library may differ by 2 %, a last digit of theirs being the
library's own. `examples_test.py --update` writes the outputs into the READMEs.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from checker import CHECKER, SOURCE_DIR

READMES = [SOURCE_DIR / "README.md", *sorted((SOURCE_DIR / "examples").glob("*/README.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
COMPILERS = ("clang++-22", "clang++-19", "clang++")
NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?")


class Workplace:
    """A folder in which a README's commands work as they stand."""

    def __init__(self, compiler):
        self.holder = tempfile.TemporaryDirectory(prefix="fporder-examples-")
        self.root = pathlib.Path(self.holder.name).resolve()
        (self.root / "examples").symlink_to(SOURCE_DIR / "examples")
        self.link("fporder-check", CHECKER)
        (self.root / "bin").mkdir()
        self.link("bin/clang++", compiler)
        for program in ("instrument/fporder-c++", "report/fporder-run"):
            self.link(pathlib.PurePath(program).name, pathlib.PurePath(CHECKER).parent / program)

    def link(self, name, program):
        script = self.root / name
        script.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
        script.chmod(0o755)

    def configure(self):
        """A database of the project's own sources, as its build has one; no example is in it."""
        entry = {"directory": str(self.root), "command": "clang++ -O2 -ffp-contract=off -c analyzer/x.cpp", "file": "analyzer/x.cpp"}
        near = {**entry, "command": entry["command"].replace("analyzer", "examples/reference"), "file": "examples/reference/x.cpp"}
        (self.root / "build").mkdir()
        (self.root / "build/compile_commands.json").write_text(json.dumps([entry, near]))

    def output(self, command):
        environment = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1", "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}"}
        completed = subprocess.run(["sh", "-c", f"exec 2>&1; {command}"], cwd=self.root, env=environment, stdout=subprocess.PIPE, timeout=300, check=False)
        return completed.stdout.decode().rstrip("\n")


def sessions(block):
    """(command, shown output) for each command of a block."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
    return [(command, shown.strip("\n")) for command, shown in zip(parts[::2], parts[1::2])]


def comparable(text):
    return re.sub(r", \d+\.\d s$", "", "\n".join(line.rstrip() for line in text.splitlines()), flags=re.M)


def alike(shown, printed):
    """The same words, and numbers within 2 %."""
    if [*map(str.split, NUMBER.sub("#", shown).splitlines())] != [*map(str.split, NUMBER.sub("#", printed).splitlines())]:
        return False
    pairs = zip(NUMBER.findall(shown), NUMBER.findall(printed))
    values = ((float(left.replace(",", "")), float(right.replace(",", ""))) for left, right in pairs)
    return all(abs(left - right) <= 0.02 * max(abs(left), abs(right)) for left, right in values)


def compiler():
    return next((found for name in COMPILERS if (found := shutil.which(name))), None)


class Examples(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.compiler = compiler()
        if self.compiler is None:
            self.skipTest("no clang++")

    def test_every_command_prints_what_its_readme_shows(self):
        place = Workplace(self.compiler)
        self.addCleanup(place.holder.cleanup)
        commands = 0
        for readme in READMES:
            for block in BLOCK.findall(readme.read_text(encoding="utf-8")):
                for command, shown in sessions(block):
                    commands += 1
                    with self.subTest(readme=readme.parent.name, command=command):
                        shown, printed = comparable(shown), comparable(place.output(command))
                        if not (command.startswith(("clang++", "./fporder-c++", "./fporder-check --shadow-report")) and alike(shown, printed)):
                            self.assertEqual(shown, printed, "test/cli/examples_test.py --update writes the new output")
        self.assertGreaterEqual(commands, 16)

    def test_references_decide_the_same_in_a_tree_that_was_built(self):
        place = Workplace(self.compiler)
        self.addCleanup(place.holder.cleanup)
        place.configure()
        readme = (SOURCE_DIR / "examples/reference/README.md").read_text(encoding="utf-8")
        for block in BLOCK.findall(readme):
            for command, shown in sessions(block):
                with self.subTest(command=command):
                    self.assertEqual(comparable(shown), comparable(place.output(command)))

    def test_every_example_has_a_readme_in_the_index(self):
        index = (SOURCE_DIR / "examples" / "README.md").read_text(encoding="utf-8")
        for readme in READMES[1:]:
            self.assertIn(f"]({readme.parent.name}/", index)
        for data in (SOURCE_DIR / "examples").glob("*/*.npz"):
            self.assertLess(data.stat().st_size, 200_000, data)


def update():
    place = Workplace(compiler())
    for readme in READMES:
        text = readme.read_text(encoding="utf-8")

        def rerun(match):
            lines = [f"$ {command}\n{place.output(command)}\n" for command, _ in sessions(match.group(1))]
            return "```console\n" + "\n".join(lines) + "```"

        readme.write_text(BLOCK.sub(rerun, text), encoding="utf-8")
    place.holder.cleanup()


if __name__ == "__main__":
    update() if sys.argv[1:] == ["--update"] else unittest.main()
