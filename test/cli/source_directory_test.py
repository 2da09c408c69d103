#!/usr/bin/env python3
"""A directory in place of sources: all sources below it, as git lists them."""

import os
import subprocess
import unittest

from checker import ADAM, CLEAN, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, CheckerTest


class SourceDirectory(CheckerTest):
    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments], check=True, stdout=subprocess.DEVNULL)

    def files_with_findings(self, *arguments, **options):
        return sorted({finding["file"] for finding in self.check_json(*arguments, **options).findings})

    def test_git_says_what_belongs_to_a_project(self):
        self.git("init", "-q")
        self.write(".gitignore", "generated/\n")
        for name in ("src/a.cpp", "src/deep/b.cu", "src/.hidden/c.cpp", "generated/d.cpp", "other/e.c", "src/notes.txt"):
            self.write(name, ADAM)
        self.git("add", "src/a.cpp", "src/.hidden/c.cpp", "src/notes.txt")
        self.assertEqual(self.files_with_findings("src"), ["src/.hidden/c.cpp", "src/a.cpp", "src/deep/b.cu"])
        self.assertEqual(self.files_with_findings("."), ["other/e.c", "src/.hidden/c.cpp", "src/a.cpp", "src/deep/b.cu"])
        self.assertEqual(self.files_with_findings("src/deep/", "src/a.cpp", "src"), ["src/.hidden/c.cpp", "src/a.cpp", "src/deep/b.cu"])

    def test_an_ignored_directory_that_is_asked_for_is_taken(self):
        self.git("init", "-q")
        self.write(".gitignore", "generated/\n")
        self.write("generated/d.cpp", ADAM)
        self.assertEqual(self.files_with_findings("generated"), ["generated/d.cpp"])

    def test_without_git_hidden_files_are_left_out(self):
        for name in ("src/a.cpp", "src/deep/b.cpp", "src/.hidden/c.cpp", "src/.d.cpp"):
            self.write(name, ADAM)
        self.assertEqual(self.files_with_findings("src"), ["src/a.cpp", "src/deep/b.cpp"])
        self.assertEqual(self.files_with_findings(self.root / "src"), [str(self.root / name) for name in ("src/a.cpp", "src/deep/b.cpp")])

    def test_links_are_not_followed(self):
        for tracked in (False, True):
            with self.subTest(tracked=tracked):
                home = self.root / f"project{int(tracked)}"
                self.write(f"outside{int(tracked)}/secret.cpp", ADAM)
                self.write(f"{home.name}/a.cpp", ADAM)
                os.symlink(f"../outside{int(tracked)}", home / "linked")
                os.symlink(f"../outside{int(tracked)}/secret.cpp", home / "linked.cpp")
                if tracked:
                    self.git("init", "-q", home.name)
                    subprocess.run(["git", "-C", home, "add", "-A"], check=True)
                self.assertEqual(self.files_with_findings(home.name), [f"{home.name}/a.cpp"])

    def test_headers_stand_for_themselves_where_there_is_nothing_else(self):
        self.write("include/adam.h", ADAM)
        self.write("include/notes.md", "")
        self.assertEqual(self.files_with_findings("include"), ["include/adam.h"])
        self.write("include/clean.cpp", CLEAN)
        self.assertEqual(self.files_with_findings("include"), [])

    def test_a_directory_without_sources_is_an_error_and_others_are_analysed(self):
        (self.root / "empty").mkdir()
        self.write("a.cpp", ADAM)
        outcome = self.check_json("empty", "a.cpp")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("empty: is a directory", outcome.err)
        self.assertEqual(len(outcome.findings), 1)

    def test_changes_below_a_directory(self):
        self.git("init", "-q")
        for name in ("src/a.cpp", "src/b.cpp", "other/c.cpp"):
            self.write(name, CLEAN)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "first")
        self.write("src/b.cpp", ADAM)
        self.write("other/c.cpp", ADAM)
        outcome = self.check_json("--diff-base=HEAD", "src")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual([finding["file"] for finding in outcome.findings], ["src/b.cpp"])
        self.assertEqual(outcome.report["summary"]["files"], 1)

    def test_a_repository_names_no_program_that_is_run(self):
        self.git("init", "-q")
        trap = self.write("trap", f"#!/bin/sh\ntouch {self.root}/ran\n")
        trap.chmod(0o755)
        self.git("config", "core.fsmonitor", str(trap))
        self.write("src/a.cpp", CLEAN)
        self.assertStatus(self.run_checker("src"), EXIT_CLEAN)
        self.assertFalse((self.root / "ran").exists())


if __name__ == "__main__":
    unittest.main()
