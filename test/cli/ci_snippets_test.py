"""The commands in examples/ci do what is said there; and the two formats that CI servers read."""

import json
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree

from checker import ADAM, ADAM_LINE, CHECKER, CLEAN, REMARK, SOURCE_DIR, EXIT_CLEAN, EXIT_FINDINGS, CheckerTest

SNIPPETS = SOURCE_DIR / "examples" / "ci"
# What Slurm's sbatch does with the options that the snippet gives it.
SBATCH = """#!/bin/sh
for argument; do
  case $argument in --array=1-*) tasks=${argument#*-} tasks=${tasks##*-} ;; --output=*) output=${argument#*=} ;; esac
  command=$argument
done
for task in $(seq "${tasks:-1}"); do
  SLURM_ARRAY_TASK_ID=$task sh -c "$command" > "$(printf %s "$output" | sed "s/%a/$task/")" 2>&1 || test -z "$tasks" || exit 1
done
echo 7
"""


class Snippets(CheckerTest):
    def project(self):
        for name, text in {"adam": ADAM, "clean": CLEAN, "remark": REMARK}.items():
            self.write(f"src/{name}.cpp", text)
        entries = [{"directory": str(self.root / "build"), "command": f"c++ -O2 -c ../src/{name}.cpp", "file": f"../src/{name}.cpp"} for name in ("adam", "clean", "remark")]
        self.write("build/compile_commands.json", json.dumps(entries))

    def command_of(self, name):
        text = (SNIPPETS / name).read_text(encoding="utf-8")
        command, = re.findall(r"^ +- (?:run: )?(fporder/fporder-check .*)", text, re.MULTILINE)
        return command

    def run_shell(self, command, status):
        command = re.sub(r"^(fporder/)?fporder-check", CHECKER, command)
        done = subprocess.run(command, shell=True, cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def run_command(self, name):
        self.project()
        return self.run_shell(self.command_of(name), EXIT_FINDINGS)

    def test_github(self):
        out = self.run_command("github.yml")
        self.assertRegex(out, rf"(?m)^::warning file=src/adam.cpp,line={ADAM_LINE},endLine={ADAM_LINE},col=\d+,endColumn=\d+,title=fporder-mul-then-div::product")
        self.assertRegex(out, r"(?m)^::notice file=src/remark.cpp,line=1,")
        self.assertEqual(json.loads(self.read("fporder.sarif"))["version"], "2.1.0")

    def test_gitlab(self):
        self.assertEqual(self.run_command("gitlab.yml"), "")
        suite = xml.etree.ElementTree.parse(self.root / "fporder.xml").getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("2", "1", "0"))
        failed, = (case for case in suite if case.find("failure") is not None)
        self.assertEqual((failed.get("classname"), failed.get("line")), ("src/adam.cpp", str(ADAM_LINE)))
        self.assertIn("<html", self.read("fporder.html"))


    def test_github_matrix(self):
        self.project()
        text = (SNIPPETS / "github-matrix.yml").read_text(encoding="utf-8")
        shard, merge = re.findall(r"^ +- run: (fporder-check .*)", text, re.MULTILINE)
        numbers, = re.findall(r"shard: \[(.*)\]", text)
        for number in numbers.split(", "):
            self.run_shell(re.sub(r"\$\{\{ matrix.shard \}\}", number, shard), EXIT_CLEAN)
        (self.root / "build" / "compile_commands.json").unlink()
        self.assertIn("::warning file=src/adam.cpp", self.run_shell(merge, EXIT_FINDINGS))
        self.assertEqual(json.loads(self.read("fporder.sarif"))["version"], "2.1.0")

    def test_slurm(self):
        """With an sbatch that runs its tasks one after the other, and the checker under its own name."""
        self.project()
        self.write("bin/sbatch", SBATCH).chmod(0o755)
        (self.root / "bin" / "fporder-check").symlink_to(CHECKER)
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        subprocess.run(["sh", SNIPPETS / "slurm.sh"], cwd=self.root, env={**os.environ, "PATH": path}, check=True)
        self.assertEqual(len(list(self.root.glob("shards/*.shard"))), 16)
        self.assertIn("src/adam.cpp:4:23: warning: product", self.read("fporder.txt"))
        self.assertIn("<html", self.read("fporder.html"))


class Formats(CheckerTest):
    def test_nothing_found(self):
        self.write("k.c", CLEAN)
        outcome = self.run_checker("--format=github", "--format=junit:report.xml", "k.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertEqual(outcome.out, "")
        case, = xml.etree.ElementTree.parse(self.root / "report.xml").getroot().iter("testcase")
        self.assertEqual(list(case), [])

    def test_a_file_that_is_gone(self):
        outcome = self.run_checker("--format=github", "--format=junit:report.xml", "gone.c")
        self.assertRegex(outcome.out, r"^::error file=gone.c,title=not analysed::")
        self.assertEqual(xml.etree.ElementTree.parse(self.root / "report.xml").getroot().get("errors"), "1")


if __name__ == "__main__":
    unittest.main()
