"""The hooks, with pre-commit itself, without a network: from a repository of hooks into another repository."""

import json
import os
import shutil
import subprocess
import unittest

from changed_lines_test import IDENTITY, TWO, RepositoryTest
from checker import CHECKER, CLEAN, EXIT_USAGE, REMARK, SOURCE_DIR

PRE_COMMIT = shutil.which("pre-commit")

# A warning, on lines 3 to 5, with a fix that has evidence.
WARNING = """#include <math.h>
double small(double x) {
  return 1.0 -
         cos(
             x);
}
"""


@unittest.skipUnless(PRE_COMMIT, "pre-commit is not installed")
class PreCommitTest(RepositoryTest):
    def setUp(self):
        super().setUp()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PRE_COMMIT"))}
        self.environment.update(
            PRE_COMMIT_HOME=str(self.root / ".git/pre-commit-home"),
            FPORDER_CACHE_DIR=str(self.root / ".git/findings"),
            GIT_CONFIG_GLOBAL="/dev/null",
            PRE_COMMIT_COLOR="never",
            NO_COLOR="1",
        )
        hooks = self.root / ".git/hook-repository"
        hooks.mkdir()
        shutil.copy(SOURCE_DIR / ".pre-commit-hooks.yaml", hooks)
        (hooks / "fporder-check").write_text(f'#!/bin/sh\nexec "{CHECKER}" "$@"\n')
        (hooks / "fporder-check").chmod(0o755)
        for arguments in (["init", "-q"], ["add", "-A"], [*IDENTITY, "commit", "-q", "-m", "hooks"]):
            subprocess.run(["git", *arguments], cwd=hooks, env=self.environment, check=True)
        revision = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, env=self.environment, check=True, capture_output=True, text=True).stdout.strip()
        self.hooks, self.revision = hooks, revision
        self.configure()
        self.write("compile_flags.txt", "-std=gnu17\n")

    def configure(self, hook="fporder-check", **settings):
        hook = {"id": hook, **settings}
        self.write(".pre-commit-config.yaml", json.dumps({"repos": [{"repo": str(self.hooks), "rev": self.revision, "hooks": [hook]}]}))

    def pre_commit(self, *arguments, environment=None):
        done = subprocess.run(
            [PRE_COMMIT, *arguments], cwd=self.root, env={**self.environment, **(environment or {})}, capture_output=True, text=True, timeout=300, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def test_a_commit_is_stopped_by_its_own_lines_only(self):
        self.write("a.c", WARNING)
        self.commit()
        status, text = self.pre_commit("install")
        self.assertEqual(status, 0, text)
        commit = ["git", *IDENTITY, "commit", "-q", "-a", "-m", "edit"]
        # A line elsewhere in the file.
        self.write("a.c", WARNING + CLEAN)
        done = subprocess.run(commit, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # A line of the statement.
        self.write("a.c", WARNING.replace("             x", "             (x)") + CLEAN)
        done = subprocess.run(commit, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("a.c:3:", done.stdout + done.stderr)
        self.assertIn("warning: ", done.stdout + done.stderr)

    def test_what_is_staged_counts(self):
        self.write("a.c", CLEAN)
        self.write("b.c", CLEAN)
        self.commit()
        self.write("a.c", CLEAN + "\n" + CLEAN.replace("twice", "again"))
        self.git("add", "a.c")
        # Neither the file that is not staged nor lines that are not.
        self.write("a.c", WARNING + self.read("a.c"))
        self.write("b.c", WARNING)
        status, text = self.pre_commit("run")
        self.assertEqual(status, 0, text)
        self.git("add", "a.c")
        status, text = self.pre_commit("run")
        self.assertEqual(status, 1, text)
        self.assertNotIn("b.c", text)

    def test_the_first_commit(self):
        self.write("a.c", WARNING)
        self.git("add", "-A")
        status, text = self.pre_commit("run")
        self.assertEqual(status, 1, text)
        self.assertIn("a.c:3:", text)

    def test_a_range_of_commits(self):
        self.write("a.c", CLEAN)
        self.commit()
        self.write("a.c", CLEAN + WARNING)
        self.commit()
        self.write("other.c", CLEAN)
        self.commit()
        status, text = self.pre_commit("run", "--from-ref", "HEAD~2", "--to-ref", "HEAD")
        self.assertEqual(status, 1, text)
        status, text = self.pre_commit("run", "--from-ref", "HEAD~1", "--to-ref", "HEAD")
        self.assertEqual(status, 0, text)

    def test_fixes(self):
        self.configure("fporder-fix")
        self.write("a.c", CLEAN)
        self.commit()
        self.write("a.c", CLEAN + WARNING.replace("\n         cos(\n             x)", " cos(x)"))
        self.git("add", "-A")
        status, text = self.pre_commit("run")
        self.assertEqual(status, 1, text)
        self.assertIn("files were modified by this hook", text)
        self.assertNotIn("1.0 - cos(x)", self.read("a.c"))
        self.git("add", "-A")
        status, text = self.pre_commit("run")
        self.assertEqual(status, 0, text)

    def test_everything_by_hand(self):
        self.configure("fporder-full", args=["--fail-on=remark"])
        self.write("form.h", REMARK)
        self.write("a.c", '#include "form.h"\n' + TWO)
        self.commit()
        status, text = self.pre_commit("run", "--all-files")
        self.assertEqual(status, 0, text)
        self.assertNotIn("order of floating-point", text)
        status, text = self.pre_commit("run", "--hook-stage", "manual", "fporder-full", "--all-files")
        self.assertEqual(status, 1, text)
        for place in ("a.c:3:", "a.c:6:", "form.h:1:"):
            self.assertEqual(text.count(place), 1, text)

    def test_kernels_and_headers_are_files_for_it(self):
        self.commit()
        for name in ("a.h", "a.hpp", "a.inl"):
            self.write(name, WARNING)
            self.git("add", "-A")
            status, text = self.pre_commit("run")
            self.assertEqual(status, 1, (name, text))
            self.assertIn(f"{name}:3:", text)
            self.git("rm", "-q", "-f", name)
        self.write("a.txt", WARNING)
        self.git("add", "-A")
        self.assertIn("no files to check", self.pre_commit("run")[1])

    def test_without_compile_commands(self):
        (self.root / "compile_flags.txt").unlink()
        self.write("a.c", CLEAN)
        self.git("add", "-A")
        for name, advice in (
            (None, f"echo -std=c++20 > {self.root}/compile_flags.txt"),
            ("Makefile", f"cd {self.root} && bear -- make --always-make"),
            ("meson.build", f"meson setup {self.root}/build {self.root}"),
            ("CMakeLists.txt", f"cmake -S {self.root} -B {self.root}/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"),
        ):
            if name:
                self.write(name, "")
            status, text = self.pre_commit("run")
            self.assertEqual(status, 1, text)
            self.assertIn(f"exit code: {EXIT_USAGE}", text)
            self.assertIn("no compile_commands.json for 'a.c'", text)
            self.assertIn(advice, text)
        for folder in ("build", "out", "_build", "cmake-build-debug", "build/release"):
            database = self.write(f"{folder}/compile_commands.json", json.dumps([{"directory": str(self.root), "file": "a.c", "command": "cc -c a.c"}]))
            status, text = self.pre_commit("run")
            self.assertEqual(status, 0, text)
            database.unlink()
        # Kernels that are compiled at run time have none.
        self.git("rm", "-q", "-f", "a.c")
        self.write("a.cl", "__kernel void twice(__global float *x) { x[0] = 2.0f * x[0]; }\n")
        self.git("add", "a.cl")
        status, text = self.pre_commit("run")
        self.assertNotIn("no compile_commands.json", text)

    def test_no_files_by_hand(self):
        self.commit()
        self.assertStatus(self.run_checker("--pre-commit=full"), EXIT_USAGE)
        self.assertStatus(self.run_checker("--pre-commit"), 0)
        self.assertStatus(self.run_checker("--pre-commit=some"), EXIT_USAGE)

    def test_baseline_and_cache_in_a_hook(self):
        self.configure(args=["--baseline=known.json"], verbose=True)
        self.write("a.c", WARNING)
        self.run_checker("--write-baseline=known.json", "a.c")
        self.git("add", "-A")
        status, text = self.pre_commit("run")
        self.assertEqual(status, 0, text)
        self.assertTrue(any((self.root / ".git/findings").rglob("*")))


if __name__ == "__main__":
    unittest.main()
