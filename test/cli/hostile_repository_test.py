"""--diff-base and --pre-commit in a repository whose configuration names programs: none is run, nothing is written, and the answer stays the same."""

import os
import subprocess
import unittest

from checker import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

OLD = "float f(float a, float b, float c) { return a * b / c; }\nfloat g(float a, float b, float c) { return a * b / c; }\n"
NEW = OLD.replace("float g(float a, float b, float c) { return a * b", "float g(float a, float b, float c) { return b * a")


class HostileRepositoryTest(CheckerTest):
    def setUp(self):
        super().setUp()
        self.repository = self.root / "repository"
        self.home = self.root / "home"
        self.home.mkdir()
        self.environment = {"HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "none")}
        self.tool = self.write("repository/tool.sh", f"#!/bin/sh\ntouch '{self.root}/RAN'\nexec cat\n")
        self.tool.chmod(0o755)
        self.write("repository/a.c", OLD)
        self.git("init", "-q")
        self.git("add", "a.c")
        self.git("commit", "-q", "-m", "m")
        self.write("repository/a.c", NEW)

    def git(self, *words):
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
        subprocess.run(command, cwd=self.repository, check=True, env={**os.environ, **self.environment})

    def answer(self, *words, environment=None):
        arguments = words or ("--diff-base=HEAD", "--fail-on=remark")
        return self.run_checker("--format=json", *arguments, cwd=self.repository, environment={**self.environment, **(environment or {})})

    def assertUntouched(self, outcome):
        self.assertFalse((self.root / "RAN").exists(), outcome)

    def assertSameAnswer(self, **options):
        outcome = self.answer(**options)
        self.assertUntouched(outcome)
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual([finding["line"] for finding in outcome.findings], [2], outcome)

    def test_the_answer_without_any_of_it(self):
        self.assertSameAnswer()

    def test_configured_programs(self):
        run = str(self.tool)
        for key in (
            "core.fsmonitor", "core.sshCommand", "core.gitProxy", "core.pager", "core.editor", "core.askPass", "core.alternateRefsCommand",
            "diff.external", "diff.c.textconv", "diff.c.command", "filter.x.clean", "filter.x.smudge", "filter.x.process", "filter.a.b=c.clean",
            "filter.X y.process", "credential.helper", "gpg.program", "pager.diff", "alias.diff", "interactive.diffFilter", "uploadpack.packObjectsHook",
            "sequence.editor", "trailer.x.command", "browser.x.cmd",
        ):  # fmt: skip
            with self.subTest(key):
                section, _, rest = key.partition(".")
                driver, _, last = rest.rpartition(".")
                self.git("config", key, "!" + run if section == "alias" else run)
                if section in ("filter", "diff") and driver:
                    self.write("repository/.git/info/attributes", f"*.c {section}={driver}\n")
                if section == "filter":
                    self.git("config", f"filter.{driver}.required", "true")
                os.utime(self.repository / "a.c")
                self.assertSameAnswer()
                self.git("config", "--unset", key)
                self.write("repository/.git/info/attributes", "")

    def test_filters_that_includes_and_the_users_own_configuration_name(self):
        self.write("repository/more.ini", f"[filter \"own\"]\n\tprocess = {self.tool}\n\tclean = {self.tool}\n\trequired = true\n")
        self.write("repository/.gitattributes", "*.c filter=own diff=own\n")
        self.git("config", "include.path", "../more.ini")
        self.assertSameAnswer()
        self.git("config", "--unset", "include.path")
        self.git("config", "includeIf.onbranch:**.path", "../more.ini")
        self.assertSameAnswer()
        self.git("config", "--unset", "includeIf.onbranch:**.path")
        self.write("home/.gitconfig", self.read("repository/more.ini"))
        self.assertSameAnswer()

    def test_hooks(self):
        for name in ("post-index-change", "pre-commit", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
            hook = self.write(f"repository/.git/hooks/{name}", self.tool.read_text(encoding="utf-8"))
            hook.chmod(0o755)
        self.git("config", "core.fsmonitor", "true")
        self.git("config", "core.untrackedCache", "true")
        self.assertSameAnswer()

    def test_gits_own_variables(self):
        traces = {name: str(self.root / "RAN") for name in ("GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE_SETUP", "GIT_TRACE_PACKET")}
        programs = {name: str(self.tool) for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EDITOR", "GIT_PROXY_COMMAND")}
        more = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": str(self.tool), "GIT_EXEC_PATH": str(self.repository)}
        self.assertSameAnswer(environment={**traces, **programs, **more})
        self.write("home/.gitconfig", f"[trace2]\n\teventTarget = {self.root}/RAN\n\tnormalTarget = {self.root}/RAN\n\tperfTarget = {self.root}/RAN\n")
        self.assertSameAnswer()

    def test_a_git_in_the_tree_is_not_run(self):
        fake = self.write("repository/bin/git", self.tool.read_text(encoding="utf-8"))
        fake.chmod(0o755)
        usual = os.environ["PATH"]
        for path in (f"{self.repository}/bin:{usual}", f"bin:{usual}", f".:{usual}", f":{usual}"):
            self.write("repository/git", self.tool.read_text(encoding="utf-8")).chmod(0o755)
            self.assertSameAnswer(environment={"PATH": path})

    def test_lazy_fetching(self):
        self.git("config", "extensions.partialClone", "origin")
        self.git("config", "remote.origin.promisor", "true")
        self.git("config", "remote.origin.partialclonefilter", "blob:none")
        self.git("config", "remote.origin.url", f"ext::{self.tool}")
        self.git("config", "protocol.ext.allow", "always")
        head = subprocess.run(["git", "rev-parse", "HEAD:a.c"], cwd=self.repository, check=True, capture_output=True, text=True).stdout.strip()
        (self.repository / ".git" / "objects" / head[:2] / head[2:]).unlink()
        outcome = self.answer()
        self.assertUntouched(outcome)
        self.assertStatus(outcome, EXIT_USAGE)

    def test_another_working_tree(self):
        self.write("victim/a.c", NEW)
        self.git("config", "core.worktree", str(self.root / "victim"))
        outcome = self.answer()
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("fporder-check: error: ", outcome.err)
        self.git("config", "core.worktree", str(self.root))
        outcome = self.answer()
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("core.worktree", outcome.err)

    def test_nothing_is_written(self):
        os.utime(self.repository / "a.c", (1, 1))
        def listing():
            return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in self.root.rglob("*") if path.is_file()}
        before = listing()
        self.assertSameAnswer()
        self.assertEqual(listing(), before)

    def test_pre_commit(self):
        self.git("config", "core.fsmonitor", str(self.tool))
        self.write("repository/compile_flags.txt", "-std=c11\n")
        outcome = self.answer("--pre-commit", "a.c")
        self.assertUntouched(outcome)
        self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_FINDINGS))


if __name__ == "__main__":
    unittest.main()
